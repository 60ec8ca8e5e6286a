"""POST /limits: what each limit of least cost would cost, before one is chosen."""

from dataclasses import asdict
from typing import Any

from flask import Flask, Response, jsonify

from costdash.report.sentences.criteria import limit_prices
from costdash.web.security.bodies import json_object
from costdash.web.security.responses import error_response
from costdash.web.security.schemas import InvalidRequest
from costdash.web.storage.jobs import StillWorking
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.stores.question import Question
from costdash.web.stores.read import Unreadable

PATH = "/limits"


def add_routes(server: Flask) -> None:
    server.add_url_rule(PATH, "limits", limits, methods=["POST"])


def limits() -> Response:
    """Answers {token, conditions, view} with the limits, their prices, and which is in force."""
    asked = json_object()
    stores = [asked.get(name) for name in ("conditions", "view")]
    if not all(isinstance(store, dict) for store in stores):
        raise InvalidRequest
    try:
        return jsonify(_prices(Question.of({"token": asked.get("token")}, *stores, patience=10)))
    except DatasetUnavailable as error:
        return error_response(404, str(error))
    except StillWorking:
        return error_response(503, "The costs are still computed.")
    except (Unreadable, ValueError) as error:
        return error_response(400, str(error))


def _prices(question: Question) -> dict[str, Any]:
    request = question.request
    view = request.shown_view
    if not view.models:
        return {"limits": [], "present": None}
    analysis, _ = request.analysed(question.derived)
    found = limit_prices(analysis, request.point, view.models, question.currency, view.criterion)
    present = view.criterion.key if view.criterion else None
    return {"limits": [asdict(each) for each in found], "present": present}
