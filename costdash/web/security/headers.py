"""What every answer says to the browser, and what no answer or log gives away."""

import logging
import traceback

from dash import Dash
from dash.exceptions import DependencyException
from flask import Response, jsonify, request
from werkzeug.exceptions import HTTPException

from costdash.web.page import script_bundle

UNCHANGING = ("/assets/", "/_dash-component-suites/", script_bundle.FOLDER)
log = logging.getLogger("costdash")


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


def set_headers(app: Dash) -> None:
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


def hide_faults(app: Dash) -> None:
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
