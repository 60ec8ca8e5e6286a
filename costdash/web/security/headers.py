"""Security headers of every response, and error messages that reveal nothing."""

import logging
import re
import traceback

from dash import Dash
from dash.exceptions import DependencyException
from flask import Response, jsonify, request
from werkzeug.exceptions import HTTPException

from costdash.static import FONTS, SCRIPTS, STYLES
from costdash.web.security.responses import error_response, message_page

SERVER_LOGS = ("gunicorn.error", "gunicorn.access", "werkzeug")
LINK = re.compile(r"/(shared|open)/[^\s\"'?]+")  # these addresses hold secrets
CACHEABLE = ("/assets/", "/_dash-component-suites/", SCRIPTS, STYLES, FONTS)
log = logging.getLogger("costdash")


def content_security_policy(app: Dash, framed: bool = False) -> str:
    """Allows only scripts of the page; framed: also frames of the same origin.

    Call it after the last clientside callback is registered.
    """
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
        "frame-ancestors": "'self'" if framed else "'none'",
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
        if _is_opened_by_person():
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
        places = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s while answering %s\n%s", type(error).__name__, request.endpoint, places)
        return error_response(500, "Something went wrong on the server. Try again.")


def _is_opened_by_person() -> bool:
    """Whether a browser shows the response as a page, rather than a script that reads it."""
    accepts = request.accept_mimetypes
    return request.method == "GET" and accepts["text/html"] > accepts["application/json"]


def hide_links_in_logs() -> None:
    """Removes the secrets of share links and one-time links from the logs of web servers."""
    for name in SERVER_LOGS:
        logging.getLogger(name).addFilter(_without_links)  # adds it once only


def _without_links(record: logging.LogRecord) -> bool:
    text = record.getMessage()
    if LINK.search(text):
        record.msg, record.args = LINK.sub(r"/\1/...", text), ()
    return True
