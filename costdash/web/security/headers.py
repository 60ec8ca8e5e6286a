"""Security headers of every response, and error messages that reveal nothing."""

import errno
import logging
import re
import traceback
from collections.abc import Sequence

from dash import Dash
from dash.exceptions import DependencyException
from flask import Response, jsonify, request
from werkzeug.exceptions import HTTPException

from costdash.static import FONTS, LIBRARIES, PLOTLY, SCRIPTS, STYLES
from costdash.web.page.early_script import EARLY_HASH
from costdash.web.security.responses import error_response, message_page
from costdash.web.session import is_navigation
from costdash.web.settings import SELF
from costdash.web.storage.store import DiskFailing

SERVER_LOGS = ("gunicorn.error", "gunicorn.access", "werkzeug")
LINK = re.compile(r"/(shared|open)/[^\s\"'?]+")  # these addresses hold secrets
CACHEABLE = ("/assets/", "/_dash-component-suites/", SCRIPTS, STYLES, FONTS, PLOTLY, LIBRARIES)
FAILING_DISK = (errno.EMFILE, errno.ENFILE, errno.EIO, errno.ESTALE)
log = logging.getLogger("costdash")


def content_security_policy(app: Dash, framed: Sequence[str] = ()) -> str:
    """Allows only scripts of the page; framed: pages that may show it, "self" or origins.

    Call it after the last clientside callback is registered.
    """
    rules = {
        "default-src": "'self'",
        "script-src": " ".join(["'self'", EARLY_HASH, *dict.fromkeys(app.csp_hashes())]),
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "connect-src": "'self'",
        "font-src": "'self' data:",
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": " ".join("'self'" if origin == SELF else origin for origin in framed)
        or "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def add_security_headers(app: Dash) -> None:
    """Adds the headers to every response; only scripts and styles may be cached."""
    fixed = {
        "Content-Security-Policy": content_security_policy(
            app, app.server.extensions["costdash-settings"].framed
        ),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
    }

    @app.server.after_request
    def add_headers(response: Response) -> Response:
        for name, value in fixed.items():
            response.headers.setdefault(name, value)
        if not request.path.startswith(CACHEABLE):
            response.headers["Cache-Control"] = "no-store"
        return response


def hide_error_details(app: Dash) -> None:
    """Logs the type and place of an error but not its message, which may hold uploaded values."""

    @app.server.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        if is_navigation(request):
            sentence = error.description or "Something went wrong. Try again."
            return message_page("costdash", sentence, error.code or 500)
        response = jsonify(error=error.description)
        response.status_code = error.code or 500
        return response

    @app.server.errorhandler(DependencyException)
    def unknown_asset(error: DependencyException) -> Response:
        return error_response(404, "There is nothing at this address.")

    @app.server.errorhandler(Exception)
    def unexpected_error(error: Exception) -> Response:
        if isinstance(error, OSError) and error.errno in FAILING_DISK:
            log.error("No answer to %s: %s", request.endpoint, error.strerror)
            return error_response(503, DiskFailing.sentence)
        places = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s while answering %s\n%s", type(error).__name__, request.endpoint, places)
        return error_response(500, "Something went wrong on the server. Try again.")


def hide_links_in_logs() -> None:
    """Removes the secrets of share links and one-time links from the logs of web servers."""
    for name in SERVER_LOGS:
        logging.getLogger(name).addFilter(_without_links)  # adds it once only


def _without_links(record: logging.LogRecord) -> bool:
    text = record.getMessage()
    if LINK.search(text):
        record.msg, record.args = LINK.sub(r"/\1/...", text), ()
    return True
