"""POST /recent: how common positives are among recent scores without labels, for the owner.

The file is a text with a column for each model; it is read, answered and forgotten.
"""

from hashlib import sha256
from typing import Any

from flask import Flask, Response, jsonify, request

from costdash.intake.columns.roles import Roles
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.rows.recent import recent_columns
from costdash.intake.storage.predictions import load_details
from costdash.report.sentences.recent import estimate_fields
from costdash.web.routes.question_route import answers_failures, question_of
from costdash.web.security.bodies import json_object
from costdash.web.security.schemas import InvalidRequest
from costdash.web.settings import TEXT_BYTES, current_settings
from costdash.web.storage.store import SAMPLE
from costdash.web.stores.question import Question

PATH = "/recent"


def add_routes(server: Flask) -> None:
    server.add_url_rule(PATH, "recent", recent, methods=["POST"])


@answers_failures
def recent() -> Response:
    """Answers {token, conditions, view, recent} with the estimate, its limits and a sentence."""
    request.max_content_length = TEXT_BYTES
    asked = json_object()
    question, content = question_of(asked), asked.get("recent")
    if not isinstance(content, str):
        raise InvalidRequest
    return jsonify(_estimate(question, content))


def _estimate(question: Question, content: str) -> dict[str, Any]:
    folder = question.folder(owner_only=True)
    is_sample = str(question.dataset.get("token")).startswith(SAMPLE)
    details = {} if is_sample else load_details(folder / PREDICTIONS)
    analysis, limits = question.analysis, current_settings().limits
    columns = recent_columns(content, list(analysis.models), limits)
    mark = sha256(content.encode(errors="replace")).hexdigest()
    roles = Roles.of(details.get("roles", {}))
    found = question.derived.prior_estimates(columns, roles, mark)
    fields = estimate_fields(found, used=True)
    names = ("model", "value", "low", "high", "rows", "sentence")
    return {name: fields[name] for name in names} | {"fits": found[0].fits}
