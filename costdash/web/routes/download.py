"""What is taken away from the page: the report, all numbers as JSON, tables and curves as CSV.

All thresholds of a model as a file.
"""

import re
from functools import partial
from pathlib import Path

from flask import Flask, Response, current_app, request

from costdash.core import Analysis
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.samples import SAMPLES
from costdash.intake.storage.predictions import load_said
from costdash.report.csv.catalog import EVERY, csv_file
from costdash.report.csv.writer import thresholds_csv
from costdash.report.derived import DerivedResults
from costdash.report.html.page import report_html
from costdash.report.json.contract import Ask, whole_json
from costdash.report.report import Report, Source
from costdash.web.security.request_guard import error_response
from costdash.web.session import session_id
from costdash.web.storage import quota
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.derived import rows_of
from costdash.web.storage.store import SAMPLE, DatasetUnavailable, OwnerOnly, folder_of
from costdash.web.stores.read import (
    Unreadable,
    currency_of,
    drawn_models,
    likely_of,
    matrix_of,
    point_of,
    pooled,
    scenarios_of,
)
from costdash.web.stores.view import whole_view

PAIR = 2


def add_routes(server: Flask) -> None:
    server.add_url_rule("/export/thresholds", "export", export_thresholds, methods=["POST"])
    for kind in KINDS:
        server.add_url_rule(
            f"/export/{kind}", f"export-{kind}", partial(export, kind), methods=["POST"]
        )


def export(kind: str):
    """{token, conditions, view, what} to a file. In the body, so that no log has the token."""
    asked = request.get_json(silent=True)
    asked = asked if isinstance(asked, dict) else {}
    parts = (asked.get(name) for name in ("conditions", "view"))
    conditions, view = (part if isinstance(part, dict) else {} for part in parts)
    what, pair = str(asked.get("what")), asked.get("pair")
    try:
        made = report_of(asked.get("token"), session_id(), conditions, view, pair)
        text, mimetype, ending = KINDS[kind](made, what)
    except OwnerOnly as refused:
        return error_response(403, str(refused))
    except DatasetUnavailable as gone:
        return error_response(404, str(gone))
    except Unreadable as reason:
        return error_response(400, str(reason))
    name = re.sub(r"[^A-Za-z0-9]+", "-", Path(made.source.name).stem).strip("-")[:40] or "data"
    disposition = f'attachment; filename="costdash-{name}{ending}"'
    return Response(text, mimetype=mimetype, headers={"Content-Disposition": disposition})


def _html(made: Report, what: str) -> tuple:
    return report_html(made), "text/html", ".html"


def _json(made: Report, what: str) -> tuple:
    """The text of `costdash analyse --json` at the conditions of the page."""
    criterion = made.view.criterion
    ask = Ask(
        point=made.point,
        max_fpr=getattr(criterion, "max_fpr", None),
        capacity=getattr(criterion, "capacity", None),
        matrix=made.matrix,
        names=made.shown,
        estimated_prior=made.view.estimated_prior,
    )
    crossfit = made.view.other_rows is not None
    try:
        text = whole_json(made.derived, ask, made.source, crossfit)
    except ValueError as error:  # a fold that holds all rows of a class
        raise Unreadable(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    return text, "application/json", ".json"


def _csv(made: Report, what: str) -> tuple:
    if what not in EVERY:
        raise Unreadable("There is no such table. Load the page again.")
    lines = list(csv_file(made, what))
    if len(lines) == 1:
        raise Unreadable(EVERY[what][2])
    return "".join(lines), "text/csv", f"-{what}.csv"


KINDS = {"report": _html, "json": _json, "csv": _csv}


def report_of(token, session: str | None, conditions: dict, view: dict, pair=None) -> Report:
    """What the page shows of a data set; pair: the two models that alone are compared.

    Raises OwnerOnly, DatasetUnavailable and Unreadable.
    """
    folder = folder_of(token, session, owner_only=True)
    beside = [name for name in pair if isinstance(name, str)] if isinstance(pair, list) else []
    names = (*drawn_models(view, conditions), *beside)
    rows = rows_of(token, session, names, pooled(view))
    shown = whole_view(token, conditions, view, rows.analysis)
    if shown.level:
        rows = rows.at_level(shown.level)
    analysis = rows.analysis
    matrix, cases = matrix_of(conditions)
    return Report(
        analysis=analysis,
        point=point_of(conditions),
        source=_source(token, folder, rows, pooled(view)),
        view=shown,
        derived=rows,
        likely=likely_of(conditions),
        matrix=matrix,
        cases=cases,
        scenarios=scenarios_of(conditions),
        pairs=_pairs(pair, analysis),
        currency=currency_of(conditions, current_app.extensions["costdash-settings"].currency),
    )


def _pairs(pair, analysis: Analysis) -> tuple | None:
    if pair is None:
        return None
    names = pair if isinstance(pair, list) else ()
    known = [name for name in analysis.models if name in names]
    if len(known) != len(names) or len(known) != PAIR:
        raise Unreadable("Choose two models to compare.")
    return (tuple(names),)


def _source(token: str, folder: Path, rows: DerivedResults, pooled: bool) -> Source:
    """The fingerprint was taken while the file came in: the file itself is not kept."""
    if token.startswith(SAMPLE):
        sample = SAMPLES[token.removeprefix(SAMPLE)]
        return Source(name=sample.title)
    card, said = quota.read_metadata(folder), load_said(folder / PREDICTIONS)
    areas = said.get("multiclass", ())  # of the part that is judged on, where there are two
    return Source(
        name=card.get("name") or "file",
        fingerprint=card.get("sha256"),
        rows_read=said.get("rows_read"),
        label=said.get("label") or "",
        positive=said.get("positive") or "",
        messages=tuple(said.get("messages", ())),
        multiclass=rows.class_areas() if areas and pooled else tuple(areas),
    )


def export_thresholds():
    """{token, model, prior, cost_fn, cost_fp, view} to CSV: in a body, so no log has the token."""
    asked = request.get_json(silent=True)
    asked = asked if isinstance(asked, dict) else {}
    try:
        folder_of(asked.get("token"), session_id(), owner_only=True)
        view = asked.get("view")
        names = (*drawn_models(view, {}), asked["model"])
        analysis = analysis_of(asked.get("token"), session_id(), names, pooled(view))
        model = analysis.models[asked["model"]]
        point = OperatingPoint(*(float(asked[name]) for name in ("prior", "cost_fn", "cost_fp")))
    except OwnerOnly as refused:
        return error_response(403, str(refused))
    except DatasetUnavailable as gone:
        return error_response(404, str(gone))
    except (KeyError, TypeError, ValueError, OverflowError):
        return error_response(400, "This table could not be made. Load the page again.")
    name = re.sub(r"[^A-Za-z0-9]+", "-", model.name).strip("-")[:40] or "model"
    disposition = f'attachment; filename="thresholds-{name}.csv"'
    return Response(
        thresholds_csv(model.counts, point),
        mimetype="text/csv",
        headers={"Content-Disposition": disposition},
    )
