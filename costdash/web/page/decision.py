"""Notes on the panels, the summary of the file and notices."""

from collections.abc import Mapping, Sequence
from typing import Any

from dash import html
from dash.development.base_component import Component

from costdash.core import Analysis
from costdash.core.sample.cases import FLIPS, NEAREST
from costdash.figures import PANELS, PanelFigure, Scene
from costdash.report.card import LONGEST_NAME
from costdash.report.elements import Element, element
from costdash.report.sentences.amounts import Currency
from costdash.report.sentences.cases import changed_words
from costdash.report.sentences.rules import scores_taken_sentence, to_recalibrate
from costdash.report.sentences.sample import rows_words
from costdash.report.tables.models import areas_table
from costdash.web.ids import ids
from costdash.web.page.components import attributes, html_table, row_cells
from costdash.web.wire import Dataset
from costdash.wording import number, percent, shortened

NO_PROBABILITIES = "No model's scores lie in [0, 1], so none can be taken as probabilities."
NOTICE_MS = 12000
WEIGHTED = 1e-9  # of the rows: rounding of their weights


def end_trial() -> Element:
    """Button that ends the trial."""
    about = {"class_": "quiet end-trial", "type": "button", "data_end_trial": ""}
    return element("button", "Back to the best", **about)


def changed_calls(count: int, analysis: Analysis, can_list: bool) -> Element:
    """How many of the rows change their call from today's rule, and a button to list them."""
    title = changed_words(count, analysis.rows, analysis.hold_out)
    if not (can_list and count):
        return element("span", title, class_="changed-calls waits")
    about = {"class_": "changed-calls opens-cases waits", "type": "button", "data_cases": FLIPS}
    return element("button", f"{title}: list them", **about)


def nearest_cases() -> Element:
    """Button that lists the cases nearest to the trial threshold."""
    about = {"class_": "changed-calls opens-cases", "type": "button", "data_cases": NEAREST}
    return element("button", "List the cases nearest to it", **about)


def label_buttons(blind: Mapping[str, Any] | None = None) -> list[Element]:
    """What the account of rows without a label offers: another answer, and the tab Data.

    blind: rows that nobody looked at, of which the share of positives can be narrowed.
    """
    change = {"class_": "quiet outlined", "type": "button", "data_labels_change": ""}
    see = {"class_": "link-button", "type": "button", "data_labels_rows": ""}
    return [
        *([_blind_form(blind)] if blind else []),
        element("button", "Change", **change),
        element("button", "See the rows left out", **see),
    ]


def stated_judge_buttons(beside_others: bool) -> list[Element]:
    """What the account of stated error rates offers: other rates, and none.

    beside_others: the account has buttons about rows without a label too.
    """
    change = {"class_": "quiet outlined", "type": "button", "data_stated_judge_change": ""}
    remove = {"class_": "link-button", "type": "button", "data_stated_judge_remove": ""}
    of = " error rates" if beside_others else ""
    return [
        element("button", f"Change{of}", **change),
        element("button", f"Remove{of}", **remove),
    ]


def _blind_form(blind: Mapping[str, Any]) -> Element:
    """How many of the rows that nobody looked at could be positive."""

    def box(end: str, name: str) -> Element:
        about = {"aria_label": f"{name} share of positives", "inputmode": "decimal"}
        return element("input", value=percent(blind[end]), data_blind=end, **about)

    use = element("button", "Use", type="submit", class_="quiet outlined")
    words = "How many of them could be positive?"
    return element(
        "form",
        element("span", words),
        *("From ", box("low", "Lowest"), " to ", box("high", "Highest"), use),
        data_labels_blind="",
        class_="blind-form",
    )


def panel_notes(
    figures: Mapping[str, PanelFigure], scene: Scene, currency: Currency
) -> list[list[html.Span]]:
    """The notes on every panel; what scores cost as probabilities is in sight on one."""
    notes = _scores_note(scores_taken_sentence(scene, currency), to_recalibrate(scene))
    if not any(model.is_probability for model in scene.analysis.models.values()):
        notes.append(html.Span(NO_PROBABILITIES, className="note-line no-probabilities"))
    return [
        [*(notes if panel.scores else []), *panel_note(figures[panel.id].meta)] for panel in PANELS
    ]


def _scores_note(sentence: str, model: str | None) -> list[html.Span]:
    """What scores cost as probabilities; with a model, one click recalibrates it."""
    if not sentence:
        return []
    click: list[Component] = []
    if model:
        text = f"Recalibrate {shortened(model, LONGEST_NAME)}"
        marks = attributes(data_recalibrate=model)
        click = [html.Button(text, className="link-button", type="button", **marks)]
    return [html.Span([sentence, *click], className="note-line scores-note waits")]


def panel_note(meta: dict[str, str]) -> list[html.Span]:
    """The note on a panel's lines, then the note on its band."""
    return [html.Span(text, className="note-line") for text in (meta["note"], meta["band"]) if text]


def file_summary(dataset: Dataset, analysis: Analysis) -> list[Component]:
    """The contents of the file, and every model's areas."""
    areas, (_, positives, negatives) = areas_table(analysis), analysis.totals
    rows = [row_cells(shortened(name, 40), *cells, title=name) for name, *cells in areas.rows]
    worth = f", which stand for {number(positives + negatives, 12)} cases" * is_weighted(analysis)
    return [
        html.P(dataset.get("description") or "", className="note"),
        html.P(
            f"{rows_words(analysis)}{worth}: {number(positives, 12)} positive, "
            f"{number(negatives, 12)} negative; "
            f"prevalence {percent(analysis.prevalence)}."
        ),
        html_table(areas.head, rows),
        html.P(areas.note, className="note"),
    ]


def is_weighted(analysis: Analysis) -> bool:
    """Whether the rows have sampling weights."""
    rows, positives, negatives = analysis.totals
    return abs(positives + negatives - rows) > WEIGHTED * rows


def notice(sentence: str, links: Sequence[html.Button] = ()) -> list[dict[str, Any]]:
    """A sentence at the foot of the page, with links that mend what it says, if there are any.

    It disappears by itself, or is closed.
    """
    message: Any = (
        html.Div([sentence, html.Div([*links], className="buttons")]) if links else sentence
    )
    return [{"action": "show", "id": ids.NOTICE, "message": message, "autoClose": NOTICE_MS}]
