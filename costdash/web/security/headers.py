"""What every answer says to the browser, and what no answer or log gives away.

Hosts that are IPv6 addresses: werkzeug's list of trusted hosts knows names and IPv4 only.
"""

import logging
import re
import secrets
import traceback
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address
from urllib.parse import urlsplit

from dash import Dash
from dash.exceptions import DependencyException
from flask import Response, jsonify, request
from werkzeug.exceptions import HTTPException

from costdash.static import SCRIPTS

UNCHANGING = ("/assets/", "/_dash-component-suites/", SCRIPTS)
log = logging.getLogger("costdash")
HOST = re.compile(r"\[([0-9a-fA-F:.]{2,45})\](:\d{1,5})?")


def content_security_policy(app: Dash) -> str:
    """Only the page's own scripts: call after the last clientside callback is registered."""
    rules = {
        "default-src": "'self'",
        "script-src": " ".join(["'self'", *dict.fromkeys(app.csp_hashes())]),
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "connect-src": "'self'",
        "font-src": "'self' data:",
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def add_security_headers(app: Dash) -> None:
    fixed = {
        "Content-Security-Policy": content_security_policy(app),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
    }

    @app.server.after_request
    def add(response: Response) -> Response:
        for name, value in fixed.items():
            response.headers.setdefault(name, value)
        if not request.path.startswith(UNCHANGING):
            response.headers["Cache-Control"] = "no-store"
        return response


def hide_error_details(app: Dash) -> None:
    """Faults are logged by kind and place, since messages and values may hold what was uploaded."""

    @app.server.errorhandler(HTTPException)
    def refuse(error: HTTPException):
        answer = jsonify(error=error.description)
        answer.status_code = error.code
        return answer

    @app.server.errorhandler(DependencyException)
    def unknown(_):
        return {"error": "There is nothing at this address."}, 404

    @app.server.errorhandler(Exception)
    def fault(error: Exception):
        places = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s while answering %s\n%s", type(error).__name__, request.endpoint, places)
        return {"error": "Something went wrong on the server. Try again."}, 500


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
