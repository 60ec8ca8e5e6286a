"""Downloads for the owner of a data set: report, JSON, CSV tables, and a model's thresholds.

Requests carry the token in their body, so that no log of addresses holds it.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

from flask import Flask, Response

from costdash.core import Analysis
from costdash.intake.columns.split import without_split_notes
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.samples import SAMPLES
from costdash.intake.storage.predictions import load_details
from costdash.report.csv.catalog import EXPORTS, csv_file
from costdash.report.csv.writer import thresholds_csv
from costdash.report.derived import DerivedResults
from costdash.report.html.page import report_html
from costdash.report.json.contract import report_json
from costdash.report.json.handover import decision_text
from costdash.report.report import Heading, Report, Source, fingerprint, labels_of_rows
from costdash.web.routes.question_route import failure_response, question_of
from costdash.web.security.bodies import json_object
from costdash.web.security.responses import error_response
from costdash.web.storage import quota
from costdash.web.storage.analyses import current_analyses
from costdash.web.storage.store import SAMPLE, DatasetUnavailable
from costdash.web.stores.combinations import (
    negated_models,
    recalibrated_models,
    with_drawn_combinations,
)
from costdash.web.stores.question import Question
from costdash.web.stores.read import Unreadable, pair_options, pooled
from costdash.web.stores.segments import request_of_view, shown_segment

MOST_TITLE, MOST_NOTE = 200, 2000  # characters


def add_routes(server: Flask) -> None:
    server.add_url_rule("/export/thresholds", "export", export_thresholds, methods=["POST"])
    server.add_url_rule("/export/decision", "export-decision", export_decision, methods=["POST"])
    for kind in FORMATS:
        server.add_url_rule(
            f"/export/{kind}", f"export-{kind}", partial(export, kind), methods=["POST"]
        )


def export(kind: str) -> Response:
    """Answers {token, conditions, view, what, pair, compare, title, note} with a file."""
    asked = json_object()
    try:
        report = replace(
            report_of(question_of(asked), asked.get("pair"), asked.get("compare")),
            heading=_heading(asked),
        )
        text, mimetype, ending = FORMATS[kind](report, str(asked.get("what")))
    except (DatasetUnavailable, Unreadable) as error:
        return failure_response(error)
    name = _file_name_safe(Path(report.source.name).stem) or "data"
    return _attachment(text, mimetype, f"costdash-{name}{ending}")


def export_decision() -> Response:
    """Answers {token, conditions, view} with decision.json, as `costdash decide` writes it."""
    asked = json_object()
    try:
        question = question_of(asked)
        report = report_of(question)
        negated = negated_models(question.folder(owner_only=True))
        text = decision_text(report, negated, date.today())
    except (DatasetUnavailable, Unreadable) as error:
        return failure_response(error)
    return _attachment(text, "application/json", "decision.json")


def _heading(asked: dict) -> Heading:
    """Title and note as typed on the page, cut to fit a first page, and today's date."""
    title, note = (
        str(asked.get(name) or "").strip()[:most]
        for name, most in (("title", MOST_TITLE), ("note", MOST_NOTE))
    )
    return Heading(title, note, date.today())


def export_thresholds() -> Response:
    """Answers {token, model, conditions, view} with a CSV of all thresholds."""
    asked = json_object()
    try:
        question = question_of(asked).about(asked["model"])
        question.folder(owner_only=True)
        model, point = question.model(asked["model"]), question.point
    except DatasetUnavailable as error:
        return failure_response(error)
    except (KeyError, TypeError, ValueError):
        return error_response(400, "This table could not be made. Load the page again.")
    name = _file_name_safe(model.name) or "model"
    return _attachment(
        thresholds_csv(model.counts, point, cases=model.cases), "text/csv", f"thresholds-{name}.csv"
    )


def _file_name_safe(name: str) -> str:
    """The ASCII letters and digits of a name that comes from the data; may be empty."""
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:40]


def _attachment(text: str | Iterable[str], mimetype: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, mimetype=mimetype, headers=headers)


def _html(report: Report, table: str) -> tuple[str, str, str]:
    return report_html(report), "text/html", ".html"


def _json(report: Report, table: str) -> tuple[str, str, str]:
    """The output of `costdash analyse --json` at the page's conditions. Raises Unreadable."""
    try:
        text = report_json(report)
    except ValueError as error:  # a fold that holds all rows of a class
        raise Unreadable(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    return text, "application/json", ".json"


def _csv(report: Report, table: str) -> tuple[str, str, str]:
    """One of the tables of the CSV catalog. Raises Unreadable."""
    if table not in EXPORTS:
        raise Unreadable("There is no such table. Load the page again.")
    lines = list(csv_file(report, table))
    if len(lines) == 1:
        raise Unreadable(EXPORTS[table].empty)
    return "".join(lines), "text/csv", f"-{table}.csv"


# How a report becomes (text, media type, ending of the file name).
FORMATS = {"report": _html, "json": _json, "csv": _csv}


def report_of(question: Question, pair: object = None, switches: object = None) -> Report:
    """Report of the page's current content.

    pair: the two models to compare; by default the report chooses. switches: {margin (%), band} of
    the tab Compare. Raises OwnerOnly, DatasetUnavailable and Unreadable.
    """
    folder = question.folder(owner_only=True)
    compared = [name for name in pair if isinstance(name, str)] if isinstance(pair, list) else []
    question = question.about(*compared)
    derived, asked = question.derived, question.request
    names = recalibrated_models(folder)
    options = switches if isinstance(switches, dict) else {}
    asked = replace(
        asked,
        measure_options=replace(asked.measure_options, recalibrated=names),
        compare=pair_options(options.get("margin"), options.get("band")),
    )
    token = str(question.dataset.get("token"))
    if not token.startswith(SAMPLE):
        asked = replace(asked, view=with_drawn_combinations(asked.view, folder, derived.analysis))
    if asked.view.level:
        derived = derived.at_level(asked.view.level)
    source = _source(token, folder, derived, pooled(question.view))
    pairs = None if pair is None else (_checked_pair(pair, derived.analysis),)
    if (segment := request_of_view(question)) is not None:
        _, name = shown_segment(question) or (None, None)
        divided = replace(asked, segment=segment, shown_segment=name)
        with suppress(ValueError):  # of which the card says the reason
            report = divided.report(derived, source, pairs)
            if report.segment_costs is not None:
                return report
    return asked.report(derived, source, pairs)


def _checked_pair(pair: object, analysis: Analysis) -> tuple[str, str]:
    """The names of two different models of the analysis. Raises Unreadable."""
    if isinstance(pair, list) and len(pair) == 2:
        a, b = pair
        if sum(name in (a, b) for name in analysis.models) == 2:
            return a, b
    raise Unreadable("Choose two models to compare.")


def _source(token: str, folder: Path, derived: DerivedResults, pooled: bool) -> Source:
    """Name, fingerprint and roles of the file; they were stored when it was read."""
    if token.startswith(SAMPLE):
        sample = SAMPLES[token.removeprefix(SAMPLE)]
        roles = sample.roles
        return Source(
            name=sample.title,
            fingerprint=fingerprint(sample.path),
            rows_read=sample.rows,
            label=roles.label or "",
            positive=roles.positive or "",
            labels=labels_of_rows(current_analyses().rows(folder)),
        )
    metadata, details = quota.read_metadata(folder), load_details(folder / PREDICTIONS)
    notes = details.get("messages", ())
    areas = details.get("multiclass", ())  # of the evaluation part, if there is a hold-out column
    return Source.of_details(
        metadata.get("name") or "file",
        details,
        fingerprint=metadata.get("sha256"),
        messages=tuple(without_split_notes(notes) if pooled else notes),
        multiclass=derived.class_areas() if areas and pooled else tuple(areas),
    )
