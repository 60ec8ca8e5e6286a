"""The question of the page: what follows from its three stores.

A script asks it and applies the answer, because every change that goes through dash makes dash
look at all of the page.
"""

import json

from dash import no_update
from flask import Flask, Response, current_app, request

from costdash.web import ids
from costdash.web.security.request_guard import error_response, read
from costdash.web.security.schemas import InvalidRequest, fits
from costdash.web.stores.answer import settle

PATH = "/answer"


def add_routes(server: Flask) -> None:
    server.add_url_rule(PATH, "answer", ask, methods=["POST"])


def ask():
    """{dataset, conditions, view}, as in the stores, to the answer, or to {notices} instead."""
    try:
        stores = _stores(request.get_data() if request.is_json else b"")
    except InvalidRequest:
        return error_response(400, "This question could not be understood. Load the page again.")
    told, said = settle(*stores, current_app.extensions["costdash-settings"])
    if told is no_update:
        told = {} if said is no_update else {"notices": said}
    text = json.dumps(told, default=_plain, allow_nan=False, separators=(",", ":"))
    return Response(text, mimetype="application/json")


def _stores(body: bytes) -> list[dict | None]:
    """Raises InvalidRequest unless the body holds the three stores, as the page would fill them."""
    sent = read(body)
    if not isinstance(sent, dict) or sent.keys() != set(ids.STATE):
        raise InvalidRequest
    for name, store in sent.items():
        if not isinstance(store, dict | None) or not fits(f"{name}.data", store):
            raise InvalidRequest
    return [sent[name] for name in ids.STATE]


def _plain(part) -> dict:
    """A component or a figure, as the page's scripts take it."""
    return part.to_plotly_json()
