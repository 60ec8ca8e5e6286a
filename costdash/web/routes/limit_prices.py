"""POST /limits: what each limit of least cost would cost, before one is chosen."""

from dataclasses import asdict
from typing import Any

from flask import Flask, Response, jsonify

from costdash.report.sentences.criteria import limit_prices
from costdash.web.routes.question_route import answers_failures, question_of
from costdash.web.security.bodies import json_object
from costdash.web.stores.question import Question

PATH = "/limits"


def add_routes(server: Flask) -> None:
    server.add_url_rule(PATH, "limits", limits, methods=["POST"])


@answers_failures
def limits() -> Response:
    """Answers {token, conditions, view} with the limits, their prices, and which is in force."""
    return jsonify(_prices(question_of(json_object(), patience=10)))


def _prices(question: Question) -> dict[str, Any]:
    request = question.request
    view = request.shown_view
    if not view.models:
        return {"limits": [], "present": None}
    analysis, _ = request.analysed(question.derived)
    found = limit_prices(analysis, request.point, view.models, question.currency, view.criterion)
    present = view.criterion.key if view.criterion else None
    return {"limits": [asdict(each) for each in found], "present": present}
