"""Sentences and small tables as components of the page."""

from dash import html

from costdash.core import Analysis
from costdash.report.sentences.phrases import Phrase
from costdash.report.sentences.sample import rows_words
from costdash.report.summary import DecisionSummary
from costdash.report.tables.confusion import Cell, Confusion
from costdash.report.tables.models import areas_table
from costdash.web.page.inputs import html_table, row_cells
from costdash.wording import number, percent, shortened

SHORTEST = "printed as the shortest decimal that makes the same calls"
PAID = ("cost", "low", "high", "saving")
STRONG = ("model", "threshold", "finds", "alarms", "cost", "saving", "trivial")


def decision(told: DecisionSummary, colour: int | None) -> list:
    """The headline, whose numbers a script may replace while a slider moves, and the detail.

    What was paid on other rows the script does not know: those numbers wait for the answer.
    """
    if told.by_criterion:
        parts = [_chosen(part) for part in told.headline]
        return [html.P(parts, className="headline held"), html.P(told.detail, className="detail")]
    parts = []
    for part in told.headline:
        strong = part.role in STRONG
        waits = told.cross_fitted and part.role in PAID
        attributes = {"data-live": "low" if waits else part.role} if part.role else {}
        if part.role == "threshold":
            attributes["title"] = SHORTEST
        name = "b" if strong else ""
        if part.role == "model" and colour is not None:
            name += f" ink-{colour % 10}"
        tag = html.Strong if strong else html.Span
        parts.append(tag(part.text, className=name.strip() or None, **attributes))
    headline = html.P(parts, className="headline", **{"data-live-call": told.best.call})
    return [headline, html.P(told.detail, className="detail")]


def within_ranges(told: DecisionSummary) -> list[html.P]:
    """How much the answer depends on the ranges, and of which point in them the numbers are."""
    if not told.sensitivity:
        return []
    parts = [
        html.Span(p.text, **({"data-live": p.role} if p.role else {})) for p in told.present_values
    ]
    return [
        html.P(told.sensitivity, className="sensitivity"),
        html.P(parts, className="detail present-values"),
    ]


def _chosen(part: Phrase) -> html.Span:
    """Another script replaces what another criterion than least cost chooses."""
    return html.Span(part.text, **({"data-choice": part.role} if part.role else {}))


def panel_note(meta: dict[str, str]) -> list:
    """What the lines of a panel are, then what its band is."""
    return [html.Span(text, className="line") for text in (meta["note"], meta["band"]) if text]


def confusion_table(title: str, cells: Confusion, chosen: bool) -> html.Table:
    """Four cells that carry words, counts and costs; colour only repeats what the words say.

    `chosen` adds the way back from a chosen threshold to the best rule.
    """

    def cell(one: Cell, tone: str) -> html.Td:
        paid = [html.Span(one.cost_text, className="paid")] if one.cost_text else []
        return html.Td(
            [html.Span(one.word, className="word"), html.B(one.text), *paid], className=tone
        )

    def row(name: str, *row_cells: html.Td) -> html.Tr:
        return html.Tr([html.Th(name, scope="row"), *row_cells])

    back = html.Button("show the best", className="link", **{"data-unchoose": ""})
    caption = html.Caption([f"{title}, {cells.of}", *([back] if chosen else [])])
    heads = [html.Th(name, scope="col") for name in ("called positive", "called negative")]
    body = [
        row(cells.positives, cell(cells.found, "right"), cell(cells.missed, "wrong")),
        row(cells.negatives, cell(cells.false_alarm, "wrong"), cell(cells.left_alone, "right")),
    ]
    return html.Table(
        [caption, html.Thead(html.Tr([html.Td(), *heads])), html.Tbody(body)], className="cells"
    )


def summary(dataset: dict, analysis: Analysis) -> list:
    """What the file holds, and every model's figures at the file's prevalence."""
    areas, (_, positives, negatives) = areas_table(analysis), analysis.totals
    rows = [row_cells(shortened(name, 40), *cells, title=name) for name, *cells in areas.rows]
    return [
        html.P(dataset.get("description") or "", className="note"),
        html.P(
            f"{rows_words(analysis)}: {number(positives, 12)} positive, "
            f"{number(negatives, 12)} negative; "
            f"prevalence {percent(analysis.prevalence)}. {dataset.get('read_as') or ''}"
        ),
        html_table(areas.head, rows),
    ]


def messages(sentences: list[str]) -> list:
    """Lasting notes about what was dropped or assumed."""
    if not sentences:
        return []
    return [html.H3("Notes on the file"), html.Ul([html.Li(s) for s in sentences])]


def notice(sentence: str) -> list[dict]:
    """One sentence over the page, until it is closed."""
    return [{"action": "show", "id": "notice", "message": sentence, "autoClose": 12000}]
