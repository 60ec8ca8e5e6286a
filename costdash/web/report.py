"""The page as one file that opens without a server."""

import re
from itertools import combinations
from pathlib import Path

from flask import Flask, Response, current_app, request

from costdash.core.folds import all_folds
from costdash.intake.outcome import Outcome, read_outcome
from costdash.intake.samples import SAMPLES
from costdash.report.content import Report
from costdash.report.fold_tables import folds_table
from costdash.report.numbers import Currency
from costdash.report.page import report_html
from costdash.report.source import Source
from costdash.web import quota
from costdash.web.analyses import analysis_of
from costdash.web.comparisons import comparison_of
from costdash.web.guard import refusal
from costdash.web.recent import lately
from costdash.web.session import session_id
from costdash.web.state import (
    Unreadable,
    criterion_of,
    known_of,
    matrix_of,
    point_of,
    scenarios_of,
    view_of,
)
from costdash.web.store import SAMPLE, Gone, ViewOnly, folder_of

MOST_COMPARED = 4  # models whose pairs are all told


def add_routes(server: Flask) -> None:
    server.add_url_rule("/export/report", "report", export, methods=["POST"])


def export():
    """{token, conditions, view} to HTML. In the body, so that no log has the token."""
    asked = request.get_json(silent=True)
    asked = asked if isinstance(asked, dict) else {}
    parts = (asked.get(name) for name in ("conditions", "view"))
    conditions, view = (part if isinstance(part, dict) else {} for part in parts)
    try:
        made = report_of(asked.get("token"), session_id(), conditions, view)
    except ViewOnly as refused:
        return refusal(403, str(refused))
    except Gone as gone:
        return refusal(404, str(gone))
    except Unreadable as reason:
        return refusal(400, str(reason))
    name = re.sub(r"[^A-Za-z0-9]+", "-", Path(made.source.name).stem).strip("-")[:40] or "data"
    disposition = f'attachment; filename="costdash-{name}.html"'
    return Response(
        report_html(made),
        mimetype="text/html",
        headers={"Content-Disposition": disposition},
    )


def report_of(token, session: str | None, conditions: dict, view: dict) -> Report:
    """What the page shows of a data set. Raises ViewOnly, Gone and Unreadable."""
    folder = folder_of(token, session, viewing=False)
    analysis = analysis_of(token, session)
    point, shown = point_of(conditions), view_of(view, analysis, "")
    pairs = combinations(shown.models if len(shown.models) <= MOST_COMPARED else (), 2)
    folds = lately("all-folds", token, session, (), all_folds)
    folds = [one for one in folds if one.name in shown.models]
    currency = Currency(current_app.extensions["costdash-settings"].currency)
    criterion = criterion_of(conditions, analysis)
    level = shown.level or analysis.level
    return Report(
        analysis=analysis,
        point=point,
        source=_source(token, folder),
        names=shown.models,
        level=shown.level,
        pin=shown.pin,
        known=known_of(conditions),
        matrix=matrix_of(conditions)[0],
        more_criteria=(criterion,) if criterion else (),
        scenarios=scenarios_of(conditions),
        comparisons=tuple(comparison_of(token, session, a, b, level) for a, b in pairs),
        tables=(folds_table(folds, point, level, currency),) if folds else (),
        currency=currency,
    )


def _source(token: str, folder: Path) -> Source:
    """The uploaded file itself is not kept, so it has no fingerprint here."""
    if token.startswith(SAMPLE):
        sample = SAMPLES[token.removeprefix(SAMPLE)]
        return Source(name=sample.title)
    outcome = read_outcome(folder) or Outcome("ok")
    return Source(
        name=quota.read_card(folder).get("name") or outcome.name,
        rows_read=outcome.rows_read or None,
        label=outcome.roles.label or "",
        positive=outcome.roles.positive or "",
        messages=tuple(outcome.messages),
    )
