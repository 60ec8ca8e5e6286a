"""Which hosts, origins and proxies are accepted.

werkzeug compares the Host header with the trusted hosts, but only knows names and IPv4 addresses.
`Ipv6Hosts` adds IPv6 addresses.
"""

import re
import secrets
from collections.abc import Iterable, Sequence
from ipaddress import IPv6Address
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, request
from werkzeug.exceptions import SecurityError

HEALTH = "/health"  # asked by whoever runs the server, under any host name
UNKNOWN_HOST = (
    "This server does not answer under this host name. Whoever runs it adds the name to "
    "COSTDASH_HOST."
)
PROXY_HEADER = "X-Costdash-Proxy"  # in which the only proxy sends its secret
ANY_HOST = "*"
IPV6_HOST = re.compile(r"\[([0-9a-fA-F:.]{2,45})\](:\d{1,5})?")  # address and port


def is_same_origin() -> bool:
    """Whether the request was sent by this page, or by no page at all."""
    origin = request.headers.get("Origin")
    if origin is None:
        return request.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")
    try:
        return urlsplit(origin).netloc == request.host
    except ValueError:
        return False


def check_hosts(server: Flask) -> None:
    """Refuses foreign host names before anything else is asked, such as a password.

    Checks of the server's health may use any name, such as the address of a container.
    """

    @server.before_request
    def check_host() -> Response | None:
        if not isinstance(request.routing_exception, SecurityError):
            return None
        if request.method in ("GET", "HEAD") and request.path == HEALTH:
            return Response("OK", mimetype="text/plain")
        raise SecurityError(UNKNOWN_HOST)


def is_ipv6(name: str) -> bool:
    """Whether a host name is an IPv6 address, with or without brackets."""
    try:
        IPv6Address(name.strip("[]"))
    except ValueError:
        return False
    return True


class OnlyFromProxy:
    """WSGI middleware that refuses requests without the secret of the only proxy.

    So nobody else on the machine reaches the page, and the proxy's checks apply to all requests.
    """

    def __init__(self, app: WSGIApplication, secret: str):
        self.app, self.secret = app, secret.encode()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        variable = f"HTTP_{PROXY_HEADER.upper().replace('-', '_')}"
        sent = environ.pop(variable, "").encode("latin-1")
        if not secrets.compare_digest(sent, self.secret):
            start_response("403 Forbidden", [("Content-Type", "text/plain")])
            return [b"This page answers only behind its proxy."]
        return self.app(environ, start_response)


class Ipv6Hosts:
    """WSGI middleware that gives requests for a trusted IPv6 address a host name.

    `alias`, a name that nobody can guess, must be added to the trusted hosts.
    """

    def __init__(self, app: WSGIApplication, hosts: Sequence[str]):
        self.app = app
        self.alias = f"{secrets.token_hex(16)}.invalid"
        self.trusted = {IPv6Address(name.strip("[]")) for name in hosts if is_ipv6(name)}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "")
        match = IPV6_HOST.fullmatch(host)
        if match and is_ipv6(match[1]) and IPv6Address(match[1]) in self.trusted:
            alias = self.alias + (match[2] or "")
            if "HTTP_ORIGIN" in environ:
                environ["HTTP_ORIGIN"] = _renamed_origin(environ["HTTP_ORIGIN"], host, alias)
            environ["HTTP_HOST"] = alias
        return self.app(environ, start_response)


def _renamed_origin(origin: str, host: str, alias: str) -> str:
    """The origin with the alias as its host if it is the origin of `host`, else "null".

    "null" is no origin of this page: a page at the alias, another site, must not pass for it.
    """
    try:
        parts = urlsplit(origin)
    except ValueError:
        return "null"
    return parts._replace(netloc=alias).geturl() if parts.netloc == host else "null"
