"""POST /cases: single rows of a data set, for its owner alone.

The only way from the page to rows. It answers with rows behind a count of the decision that the
page shows: their place in the file, scores, and the columns that the owner ticked, in the dialog of
columns or above the list. These columns are read anew for each answer; nothing of them is cached or
logged, and no address holds them.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask, Response, jsonify, request

from costdash.core.sample.cases import LISTS, ORDERS
from costdash.intake.columns.roles import Roles
from costdash.intake.process.worker import PREDICTIONS, TABLE
from costdash.intake.rows.case_columns import (
    check_case_columns,
    file_mark,
    stored_case_texts,
    stored_columns,
)
from costdash.intake.rows.corrections import Corrections, as_feather, stored_corrections
from costdash.intake.storage.predictions import load_details
from costdash.report.csv.cases import MOST_EXPORTED, cases_csv
from costdash.report.sentences.cases import corrected_sentence, correction_sentence
from costdash.web.routes.download import report_of
from costdash.web.routes.question_route import answers_failures, question_of
from costdash.web.routes.upload import read_upload, store_typed
from costdash.web.security.bodies import json_object
from costdash.web.security.responses import error_response
from costdash.web.security.schemas import InvalidRequest
from costdash.web.session import session_id
from costdash.web.settings import TEXT_BYTES, current_settings
from costdash.web.storage import quota
from costdash.web.storage.store import SAMPLE, DatasetUnavailable, current_store
from costdash.web.stores.cases import ShownCases, case_question, printed_rule
from costdash.web.stores.question import Question
from costdash.wording import counted

PATH, LABELS_PATH = "/cases", "/cases/labels"
MOST_SHOWN = 100  # rows of an answer
LAST = 10**9  # largest start of a page
OFF = "Single cases are not shown on this server."
OF_SAMPLE = "A sample keeps its labels. Upload a file of your own to correct labels."
NOT_STORED_NEW = "There is no room for the file with the new labels: delete other data first."
NOT_STORED = "The rows of this file cannot be listed: upload it again."
log = logging.getLogger("costdash.cases")


def add_routes(server: Flask) -> None:
    server.add_url_rule(PATH, "cases", cases, methods=["POST"])
    server.add_url_rule(LABELS_PATH, "corrected", corrected, methods=["POST"])


@answers_failures
def cases() -> Response:
    """Answers {token, conditions, view, cases, order, start, export} with rows, or with a CSV."""
    asked = json_object()
    question, part = question_of(asked), _Part.of(asked)
    if not current_settings().cases:
        return error_response(403, OFF)
    return _answer(question, question.folder(owner_only=True), part)


@answers_failures
def corrected() -> Response:
    """Answers {token, conditions, view, list, take} with what the labels of a list change.

    list: an exported list as text, with its column label_new filled in. take: make a new data set
    of the file with these labels, whose token is the answer; the data set itself stays as it is.
    """
    request.max_content_length = TEXT_BYTES
    asked = json_object()
    question = question_of(asked)
    content, take = asked.get("list"), asked.get("take", False)
    if not (isinstance(content, str) and isinstance(take, bool)):
        raise InvalidRequest
    if not current_settings().cases:
        return error_response(403, OFF)
    try:
        return _corrected(question, content.encode(errors="replace"), take)
    except OSError:
        return error_response(507, NOT_STORED_NEW)


def _corrected(question: Question, content: bytes, take: bool) -> Response:
    folder = question.folder(owner_only=True)
    report = report_of(question)
    token = str(question.dataset.get("token"))
    if token.startswith(SAMPLE):
        raise ValueError(OF_SAMPLE)
    details = load_details(folder / PREDICTIONS)
    if not details.get("single_rows"):
        raise ValueError(NOT_STORED)
    roles = Roles.of(details.get("roles", {}))
    mark, limits = report.source.fingerprint or "", current_settings().limits
    new = stored_corrections(folder / TABLE, content, roles, mark, limits)
    if take:
        return jsonify({"token": _taken(folder, new, roles)})
    sentence = correction_sentence(new.to_positive, new.to_negative, new.filled, new.unchanged)
    if new.changed:
        rule = printed_rule(report.summary.shown_call[1])
        counts = question.derived.corrected_counts(rule, new.labels)
        sentence = f"{sentence} {corrected_sentence(rule, *counts)}"
    return jsonify({"sentence": sentence, "changed": new.changed})


def _taken(folder: Path, new: Corrections, roles: Roles) -> str:
    """The token of a new data set of the file with these labels. Raises ValueError."""
    session = session_id()
    name = quota.read_metadata(folder).get("name") or "file"
    title = f"{name}, {counted(new.changed, 'label')} corrected"
    token = store_typed(as_feather(new.table), title, session)
    outcome = read_upload(token, session, roles)
    if outcome.status not in ("ok", "warning"):
        with suppress(DatasetUnavailable, OSError):
            current_store().delete(token, session)
        raise ValueError(" ".join((*outcome.messages, *outcome.questions)))
    return token


@dataclass(frozen=True, slots=True)
class _Part:
    """Which list is asked for, in which order, from which row, and whether as a file."""

    kind: str
    order: str | None
    start: int
    export: bool
    columns: tuple[str, ...] | None  # chosen above the list; None: those of the dialog of columns

    @classmethod
    def of(cls, asked: dict[str, Any]) -> "_Part":
        """Raises InvalidRequest for what the page does not send."""
        kind, order = asked.get("cases"), asked.get("order")
        start, export = asked.get("start", 0), asked.get("export", False)
        valid = kind in LISTS and order in (None, *ORDERS) and isinstance(export, bool)
        if not (valid and isinstance(start, int) and not isinstance(start, bool)):
            raise InvalidRequest
        if not 0 <= start <= LAST:
            raise InvalidRequest
        return cls(str(kind), order, start, export, _names(asked.get("columns")))

    @property
    def rows(self) -> int:
        """The most rows of its answer."""
        return MOST_EXPORTED if self.export else MOST_SHOWN


def _names(columns: Any) -> tuple[str, ...] | None:
    """The names of columns that the page asks for. Raises InvalidRequest for anything else."""
    if columns is None:
        return None
    if not (isinstance(columns, list) and all(isinstance(name, str) for name in columns)):
        raise InvalidRequest
    return tuple(dict.fromkeys(columns))


def _answer(question: Question, folder: Path, part: _Part) -> Response:
    """The rows of a list. Raises ValueError where there is no rule or no row."""
    is_sample = str(question.dataset.get("token")).startswith(SAMPLE)
    details = {} if is_sample else load_details(folder / PREDICTIONS)
    if not (is_sample or details.get("single_rows")):
        raise ValueError(NOT_STORED)
    report = report_of(question)
    asked = case_question(report, part.kind, part.order, part.start, part.rows)
    page = question.derived.case_page(asked)
    roles = Roles.of(details.get("roles", {}))
    offered = [] if is_sample else stored_columns(folder / TABLE, roles)
    names = () if is_sample else roles.case_columns if part.columns is None else part.columns
    check_case_columns(names, offered)
    places = [case.place for case in page.cases]
    texts = stored_case_texts(folder / TABLE, names, places)
    _log(len(page.cases), part.export)
    if part.export:
        mark = file_mark(report.source.fingerprint or "")
        models = (asked.rule.model, *asked.others)
        return _csv("".join(cases_csv(page.cases, part.kind, mark, names, texts, models)))
    shown = ShownCases(report, asked, page)
    columns = {"columns": list(names), "offered": offered}
    return jsonify({**shown.fields, **columns, "rows": shown.rows(texts)})


def _csv(text: str) -> Response:
    headers = {"Content-Disposition": "attachment; filename=costdash-cases.csv"}
    return Response(text, mimetype="text/csv", headers=headers)


def _log(rows: int, export: bool) -> None:
    """With a header that names the user: who looked at how many rows, without values."""
    name = current_settings().sign_in_header
    if name:
        user = request.headers.get(name, "").strip()
        log.warning("%s %s %d cases", user, "exported" if export else "opened", rows)
