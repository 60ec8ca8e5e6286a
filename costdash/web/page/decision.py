"""The decision, the ledger, the summary of the file and notices, as components."""

from typing import Any

from dash import html
from dash.development.base_component import Component

from costdash.core import Analysis
from costdash.report.sentences.phrases import Phrase
from costdash.report.sentences.sample import rows_words
from costdash.report.summary import DecisionSummary
from costdash.report.tables.models import areas_table
from costdash.report.tables.table import Table
from costdash.web.page.components import attributes, html_table, row_cells
from costdash.wording import number, percent, shortened

THRESHOLD_TITLE = "printed as the shortest decimal that makes the same calls"
REFINING = "Refining on other folds …"
STRONG_ROLES = ("model", "threshold", "finds", "alarms", "cost", "saving", "trivial")


def decision(summary: DecisionSummary, colour: int | None) -> list[html.P]:
    """The headline and the detail; `colour` is the place of the best model in the file.

    While a slider moves, a script replaces the numbers of the headline, and the band is hidden.
    """
    detail = html.P(summary.detail, className="detail")
    if summary.by_criterion:
        chosen = [_part_of_choice(part) for part in summary.headline]
        return [html.P(chosen, className="headline held"), detail]
    parts = [_part_of_decision(part, colour) for part in summary.headline]
    live_call = attributes(data_live_call=summary.best.call)
    return [html.P(parts, className="headline", **live_call), detail]


def _part_of_decision(part: Phrase, colour: int | None) -> Component:
    strong = part.role in STRONG_ROLES
    more = attributes(data_live=part.role) if part.role else {}
    if part.role == "threshold":
        more["title"] = THRESHOLD_TITLE
    names = ["b"] if strong else []
    if part.role == "model" and colour is not None:
        names.append(f"ink-{colour % 10}")
    tag = html.Strong if strong else html.Span
    return tag(part.text, className=" ".join(names) or None, **more)


def not_cross_fitted(note: str, refining: bool) -> list[html.P]:
    """Why costs are those of the same rows: cross-fitted ones are on their way, or impossible."""
    if refining:
        return [html.P(REFINING, className="detail refining", **attributes(data_refining=""))]
    return [html.P(note, className="detail")] if note else []


def within_ranges(summary: DecisionSummary) -> list[html.P]:
    """How the decision depends on the ranges, and the point in them that its numbers are for."""
    if not summary.sensitivity:
        return []
    parts = [
        html.Span(part.text, **(attributes(data_live=part.role) if part.role else {}))
        for part in summary.present_values
    ]
    return [
        html.P(summary.sensitivity, className="sensitivity"),
        html.P(parts, className="detail present-values"),
    ]


def _part_of_choice(part: Phrase) -> html.Span:
    """A part of the headline of another criterion, which a script of its own replaces."""
    return html.Span(part.text, **(attributes(data_choice=part.role) if part.role else {}))


def panel_note(meta: dict[str, str]) -> list[html.Span]:
    """The note on a panel's lines, then the one on its band."""
    return [html.Span(text, className="note-line") for text in (meta["note"], meta["band"]) if text]


def ledger_card(table: Table, chosen: bool) -> html.Div:
    """The ledger: its title, outcomes, and the total at the foot.

    chosen: whether a threshold was chosen by hand; then a button leads back to the best rule.
    """
    back = html.Button("show the best", className="link-button", **attributes(data_unchoose=""))
    caption = html.Caption([table.title, *([back] if chosen else [])])
    *body, foot = [row_cells(first, *cells) for first, *cells in table.rows]
    return html.Div(html_table(table.head, body, [foot], caption), className="ledger")


def file_summary(dataset: dict[str, Any], analysis: Analysis) -> list[Component]:
    """What the file holds, and every model's areas."""
    areas, (_, positives, negatives) = areas_table(analysis), analysis.totals
    rows = [row_cells(shortened(name, 40), *cells, title=name) for name, *cells in areas.rows]
    return [
        html.P(dataset.get("description") or "", className="note"),
        html.P(
            f"{rows_words(analysis)}: {number(positives, 12)} positive, "
            f"{number(negatives, 12)} negative; "
            f"prevalence {percent(analysis.prevalence)}."
        ),
        html_table(areas.head, rows),
        html.P(areas.note, className="note"),
    ]


def file_notes(sentences: list[str]) -> list[Component]:
    """Notes on what was dropped or assumed when the file was read."""
    if not sentences:
        return []
    return [html.H3("Notes on the file"), html.Ul([html.Li(s) for s in sentences])]


def notice(sentence: str) -> list[dict[str, Any]]:
    """A sentence over the page that disappears by itself or is closed."""
    return [{"action": "show", "id": "notice", "message": sentence, "autoClose": 12000}]
