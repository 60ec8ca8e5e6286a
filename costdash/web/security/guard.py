"""Turns away requests that the page itself would never send, before anything acts on them."""

import json
from urllib.parse import urlsplit

from dash import Dash
from flask import Response, request

from costdash.web.security.request_guard import Tampered, check

CALLBACKS = "/_dash-update-component"
READING = ("GET", "HEAD", "OPTIONS")


def set_guard(app: Dash) -> None:
    """Before every request: its origin; before every callback: that the app declares it so."""

    @app.server.before_request
    def stand_guard():
        if request.method not in READING and not own_origin():
            return refusal(403, "This page does not answer other sites.")
        if request.path == CALLBACKS and request.method == "POST":
            try:
                check(request.get_data() if request.is_json else b"", app.callback_map)
            except Tampered:
                return refusal(400, "This question could not be understood. Load the page again.")
        return None


def own_origin() -> bool:
    """Whether the request was sent by this page, or by no page at all."""
    origin = request.headers.get("Origin")
    if origin is None:
        return request.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")
    try:
        return urlsplit(origin).netloc == request.host
    except ValueError:
        return False


def refusal(status: int, sentence: str) -> Response:
    return Response(json.dumps({"error": sentence}), status, mimetype="application/json")
