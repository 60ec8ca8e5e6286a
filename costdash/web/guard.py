"""Turns away requests that the page itself would never send, before anything acts on them."""

import json
from urllib.parse import urlsplit

from dash import Dash
from flask import Response, request

CALLBACKS = "/_dash-update-component"
EXPORT = "/export/thresholds"
READING = ("GET", "HEAD", "OPTIONS")


def set_guard(app: Dash) -> None:
    @app.server.before_request
    def check():
        if request.method not in READING and not own_origin():
            return refusal(403, "This page is asked for by another site.")


def own_origin() -> bool:
    """Whether the request was sent by this page, or by no page at all.

    A form sends "null" because of the no-referrer policy; there the session's cookie, which
    browsers keep from other sites, is what counts.
    """
    origin = request.headers.get("Origin")
    if origin is None:
        return request.headers.get("Sec-Fetch-Site", "same-origin") in ("same-origin", "none")
    if origin == "null":
        return request.path == EXPORT
    return urlsplit(origin).netloc == request.host


def refusal(status: int, sentence: str) -> Response:
    return Response(json.dumps({"error": sentence}), status, mimetype="application/json")
