"""POST /cases: single rows of a data set, for its owner alone.

The only way from the page to rows. It answers with rows behind a count of the decision that the
page shows: their place in the file, score, label, and the columns that the owner ticked. Nothing
of an answer is cached or logged, and no address holds it.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Flask, Response, jsonify, request

from costdash.core.sample.cases import CELLS, FLIPS, LISTS, CasePage, NamedRule
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError
from costdash.intake.process.worker import PREDICTIONS, TABLE
from costdash.intake.rows.case_columns import file_mark, stored_case_texts
from costdash.intake.rows.corrections import Corrections, as_feather, stored_corrections
from costdash.intake.storage.predictions import load_details
from costdash.report.csv.cases import MOST_EXPORTED, case_words, cases_csv
from costdash.report.sentences.cases import (
    changes_sentence,
    corrected_sentence,
    correction_sentence,
    counts_sentence,
)
from costdash.web.routes.download import report_of
from costdash.web.routes.upload import read_upload, store_typed
from costdash.web.security.bodies import json_object
from costdash.web.security.responses import error_response
from costdash.web.security.schemas import InvalidRequest
from costdash.web.session import session_id
from costdash.web.settings import TEXT_BYTES, current_settings
from costdash.web.storage import quota
from costdash.web.storage.store import SAMPLE, DatasetUnavailable, OwnerOnly, current_store
from costdash.web.stores.question import Question
from costdash.web.stores.read import Unreadable
from costdash.wording import counted

PATH, LABELS_PATH = "/cases", "/cases/labels"
MOST_SHOWN = 100  # rows of an answer
LAST = 10**9  # largest start of a page
OFF = "Single cases are not shown on this server."
NO_RULE = "The rule flags no case or all cases: there is no threshold to list cases by."
OF_SAMPLE = "A sample keeps its labels. Upload a file of your own to correct labels."
NOT_STORED_NEW = "There is no room for the file with the new labels: delete other data first."
NOT_STORED = "The rows of this file cannot be listed: upload it again."
log = logging.getLogger("costdash.cases")


def add_routes(server: Flask) -> None:
    server.add_url_rule(PATH, "cases", cases, methods=["POST"])
    server.add_url_rule(LABELS_PATH, "corrected", corrected, methods=["POST"])


def cases() -> Response:
    """Answers {token, conditions, view, cases, start, export} with rows, or with a CSV file."""
    asked = json_object()
    kind, start, export = _asked(asked)
    if not current_settings().cases:
        return error_response(403, OFF)
    try:
        question = Question.of(
            {"token": asked.get("token")}, _store(asked, "conditions"), _store(asked, "view")
        )
        folder = question.folder(owner_only=True)
        return _answer(question, folder, str(asked.get("token")), kind, start, export)
    except DatasetUnavailable as error:
        return error_response(403 if isinstance(error, OwnerOnly) else 404, str(error))
    except (Unreadable, ValueError) as error:
        return error_response(400, str(error))


def corrected() -> Response:
    """Answers {token, conditions, view, list, take} with what the labels of a list change.

    list: an exported list as text, with its column label_new filled in. take: make a new data set
    of the file with these labels, whose token is the answer; the data set itself stays as it is.
    """
    request.max_content_length = TEXT_BYTES
    asked = json_object()
    content, take = asked.get("list"), asked.get("take", False)
    if not (isinstance(content, str) and isinstance(take, bool)):
        raise InvalidRequest
    if not current_settings().cases:
        return error_response(403, OFF)
    try:
        question = Question.of(
            {"token": asked.get("token")}, _store(asked, "conditions"), _store(asked, "view")
        )
        return _corrected(question, content.encode(errors="replace"), take)
    except DatasetUnavailable as error:
        return error_response(403 if isinstance(error, OwnerOnly) else 404, str(error))
    except quota.QuotaExceeded as error:
        return error_response(507, str(error))
    except (IntakeError, Unreadable, ValueError) as error:
        return error_response(400, str(error))
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
        rule = _rule(report.summary.shown_call[1])
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


def _asked(asked: dict[str, Any]) -> tuple[str, int, bool]:
    """The list, its first row, and whether it is exported. Raises InvalidRequest."""
    kind, start, export = asked.get("cases"), asked.get("start", 0), asked.get("export", False)
    valid = kind in LISTS and isinstance(export, bool)
    if not (valid and isinstance(start, int) and not isinstance(start, bool)):
        raise InvalidRequest
    if not 0 <= start <= LAST:
        raise InvalidRequest
    return str(kind), start, export


def _store(asked: dict[str, Any], name: str) -> dict[str, Any]:
    store = asked.get(name)
    return store if isinstance(store, dict) else {}


def _answer(
    question: Question, folder: Path, token: str, kind: str, start: int, export: bool
) -> Response:
    """The rows of a list. Raises ValueError where there is no rule or no row."""
    is_sample = token.startswith(SAMPLE)
    details = {} if is_sample else load_details(folder / PREDICTIONS)
    if not (is_sample or details.get("single_rows")):
        raise ValueError(NOT_STORED)
    report = report_of(question)
    rule = _rule(report.summary.shown_call[1])
    today = _rule(report.scene.today) if report.scene.today else None
    most = MOST_EXPORTED if export else MOST_SHOWN
    page = question.derived.case_page(rule, kind, today, start, most)
    names = () if is_sample else Roles.of(details.get("roles", {})).case_columns
    places = [case.place for case in page.cases]
    texts = stored_case_texts(folder / TABLE, names, places)
    _log(len(page.cases), export)
    if export:
        return _csv(
            "".join(
                cases_csv(
                    page.cases, kind, file_mark(report.source.fingerprint or ""), names, texts
                )
            )
        )
    return _json(page, kind, rule, today, names, texts)


def _rule(call: Any) -> NamedRule:
    """The printed rule of a call. Raises ValueError for a call of none or all."""
    if call.call != "some" or call.model is None or call.threshold is None:
        raise ValueError(NO_RULE)
    return NamedRule(call.model, float(call.text or call.threshold))


def _json(
    page: CasePage,
    kind: str,
    rule: NamedRule,
    today: NamedRule | None,
    names: Sequence[str],
    texts: Sequence[Sequence[str]],
) -> Response:
    words = case_words(kind)
    sentence = counts_sentence(rule, page.counts)
    if kind == FLIPS and today:
        sentence = changes_sentence(rule, today, page.changes)
    rows = [
        {
            "row": case.place + 1,
            "cells": list(cells),
            "score": case.score,
            "outcome": words[case.what],
            "positive": case.is_positive,
        }
        for case, cells in zip(page.cases, texts, strict=True)
    ]
    return jsonify(
        {
            "cases": kind,
            "total": page.total,
            "sentence": sentence,
            "counts": {cell: page.counts[cell] for cell in CELLS},
            "flips": sum(page.changes.values()) if today else None,
            "model": rule.model,
            "columns": list(names),
            "rows": rows,
        }
    )


def _csv(text: str) -> Response:
    headers = {"Content-Disposition": "attachment; filename=costdash-cases.csv"}
    return Response(text, mimetype="text/csv", headers=headers)


def _log(rows: int, export: bool) -> None:
    """With a header that names the user: who looked at how many rows, without values."""
    name = current_settings().sign_in_header
    if name:
        user = request.headers.get(name, "").strip()
        log.warning("%s %s %d cases", user, "exported" if export else "opened", rows)
