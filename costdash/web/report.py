"""The page as one file that opens without a server."""

import re
from pathlib import Path

from flask import Flask, Response, current_app, request

from costdash.intake.outcome import Outcome, read_outcome
from costdash.intake.samples import SAMPLES
from costdash.report.content import Report
from costdash.report.numbers import Currency
from costdash.report.page import report_html
from costdash.report.source import Source
from costdash.web import quota
from costdash.web.guard import refusal
from costdash.web.rows import rows_of
from costdash.web.session import session_id
from costdash.web.state import Unreadable, matrix_of, point_of, scenarios_of
from costdash.web.store import SAMPLE, Gone, ViewOnly, folder_of
from costdash.web.whole_view import whole_view


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
    rows = rows_of(token, session)
    shown = whole_view(token, conditions, view, rows.analysis)
    if shown.level:
        rows = rows.at_level(shown.level)
    analysis = rows.analysis
    matrix, cases = matrix_of(conditions)
    return Report(
        analysis=analysis,
        point=point_of(conditions),
        source=_source(token, folder),
        view=shown,
        rows=rows,
        likely=bool(conditions.get("likely")),
        matrix=matrix,
        cases=cases,
        scenarios=scenarios_of(conditions),
        currency=Currency(current_app.extensions["costdash-settings"].currency),
    )


def _source(token: str, folder: Path) -> Source:
    """The fingerprint was taken while the file came in: the file itself is not kept."""
    if token.startswith(SAMPLE):
        sample = SAMPLES[token.removeprefix(SAMPLE)]
        return Source(name=sample.title)
    outcome = read_outcome(folder) or Outcome("ok")
    card = quota.read_card(folder)
    return Source(
        name=card.get("name") or outcome.name,
        fingerprint=card.get("sha256"),
        rows_read=outcome.rows_read or None,
        label=outcome.roles.label or "",
        positive=outcome.roles.positive or "",
        messages=tuple(outcome.messages),
    )
