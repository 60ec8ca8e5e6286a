"""Hosts that are IPv6 addresses: werkzeug's list of trusted hosts knows names and IPv4 only."""

import re
import secrets
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address
from urllib.parse import urlsplit

HOST = re.compile(r"\[([0-9a-fA-F:.]{2,45})\](:\d{1,5})?")


def is_address(name: str) -> bool:
    try:
        IPv6Address(name.strip("[]"))
    except ValueError:
        return False
    return True


class Ipv6Hosts:
    """Lets a trusted address through under a trusted name, with an Origin that was the same.

    names are all trusted hosts. `named`, which nobody can guess, is to be trusted too.
    """

    def __init__(self, app: Callable, names: Sequence[str]):
        self.app, self.named = app, f"{secrets.token_hex(16)}.invalid"
        self.trusted = {IPv6Address(name.strip("[]")) for name in names if is_address(name)}

    def __call__(self, environ: dict, start_response: Callable):
        host = environ.get("HTTP_HOST", "")
        found = HOST.fullmatch(host)
        if found and is_address(found[1]) and IPv6Address(found[1]) in self.trusted:
            known = self.named + (found[2] or "")
            if "HTTP_ORIGIN" in environ:
                environ["HTTP_ORIGIN"] = _moved(environ["HTTP_ORIGIN"], host, known)
            environ["HTTP_HOST"] = known
        return self.app(environ, start_response)


def _moved(origin: str, host: str, known: str) -> str:
    """The origin under the known name if it is that of the host, else an origin that is nobody's.

    Else a page at the known name, another site then, could pass for this one.
    """
    try:
        parts = urlsplit(origin)
    except ValueError:
        return "null"
    return parts._replace(netloc=known).geturl() if parts.netloc == host else "null"
