"""POST /answer: the page's three stores in, everything that follows from them out.

A script of the page calls it and applies the answer. Dash is not involved, because it would check
the whole page after every change.
"""

import json
from typing import Any, TypeVar

from dash import no_update
from dash.development.base_component import Component
from flask import Flask, Response

from costdash.figures import PanelFigure
from costdash.report.elements import Element
from costdash.web.ids import STATE_STORES
from costdash.web.security.request_guard import INVALID_REQUEST, json_body, parse_json
from costdash.web.security.responses import error_response
from costdash.web.security.schemas import InvalidRequest, matches_schema
from costdash.web.stores.answer import answer_question
from costdash.web.stores.question import Question

PATH = "/answer"
Value = TypeVar("Value", bool, str)


def add_routes(server: Flask) -> None:
    server.add_url_rule(PATH, "answer", answer, methods=["POST"])


def answer() -> Response:
    """Answers {dataset, conditions, view} with everything to show, or with {notices}.

    With `"wait": true` it also computes slow results. Answers without them have `"refining":
    true`. With the `"live_key"` of an earlier answer, its `live` is not sent again.
    """
    try:
        sent = parse_json(json_body())
        wait = _taken(sent, "wait", False)
        live_key = _taken(sent, "live_key", "")
        question = _question(sent)
    except InvalidRequest:
        return error_response(400, INVALID_REQUEST)
    shown, notices = answer_question(question, wait, live_key)
    if shown is no_update:
        shown = {} if notices is no_update else {"notices": notices}
    text = json.dumps(shown, default=to_json, allow_nan=False, separators=(",", ":"))
    return Response(text, mimetype="application/json")


def _taken(sent: object, key: str, default: Value) -> Value:
    """Takes a key out of the request. Raises InvalidRequest if its type is not the default's."""
    value = sent.pop(key, default) if isinstance(sent, dict) else default
    if not isinstance(value, type(default)):
        raise InvalidRequest
    return value


def _question(sent: object) -> Question:
    """The question of the three stores. Raises InvalidRequest unless the page could send them."""
    if not isinstance(sent, dict) or sent.keys() != set(STATE_STORES):
        raise InvalidRequest
    for name, store in sent.items():
        if not isinstance(store, dict | None) or not matches_schema(f"{name}.data", store):
            raise InvalidRequest
    return Question.of(*(sent[name] for name in STATE_STORES))


def to_json(part: Element | Component | PanelFigure) -> Any:
    """An element, a component or a figure as the page's scripts read it."""
    return part.node() if isinstance(part, Element) else part.to_plotly_json()
