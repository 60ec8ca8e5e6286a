"""The tab of folds: how much the cost differs between folds, and averages over them."""

from typing import Any, NamedTuple

from dash import Dash, Input, Output, html, no_update

from costdash.core.folds.folds import NEEDS_ROWS, Folds
from costdash.figures.panels.folds import (
    AVERAGES,
    FoldsView,
    folds_cost_figure,
    folds_multiples,
    folds_roc_figure,
    multiples_of,
    strong_line_words,
)
from costdash.report.sentences.sample import left_out_sentence
from costdash.report.tables.folds import fold_costs
from costdash.web.callbacks.tab_answers import answers_tab
from costdash.web.ids import ids, swatch_of
from costdash.web.page.components import NO_FIGURE, swatch, unanswered
from costdash.web.page.decision import panel_note
from costdash.web.page.tabs import folds as folds_tab
from costdash.web.page.tabs.folds import TAB
from costdash.web.stores.question import NoModel, Question, otherwise

ROWS_STAY = "Folds need single rows, and the rows of this data set stay in their table."
NO_MODEL = "Choose a model."
NO_CASES = "Folds need single cases, and {model} is a confusion matrix."
NO_AVERAGE = "No fold holds both classes, so there is no average."


class FoldsAnswer(NamedTuple):
    """The tab's content for a model; without folds the figures are not updated."""

    roc: Any = no_update
    cost: Any = no_update
    note: Any = ""
    table: Any = ()
    lead: Any = ""
    interval: Any = ""
    multiples: Any = no_update
    costs: Any = ()
    swatch: Any = None


def _unanswered(reason: Exception) -> FoldsAnswer:
    if isinstance(reason, NoModel):
        return FoldsAnswer(lead=NO_MODEL)
    lead = unanswered(str(reason), TAB)
    return FoldsAnswer(roc=NO_FIGURE, cost=NO_FIGURE, multiples=NO_FIGURE, lead=lead)


@otherwise(_unanswered)
def fold_averages(
    question: Question, model: str, average: str | None, beside: str | None
) -> FoldsAnswer:
    """The tab for a model; without folds, only a sentence with the reason."""
    question = question.about(model)
    analysis, point, shown = question.analysis, question.point, question.shown
    question.model(model)
    try:
        all_folds = question.derived.dealt_folds(question.names_with(model))
    except ValueError as reason:
        return FoldsAnswer(lead=ROWS_STAY if str(reason) == NEEDS_ROWS else NO_AVERAGE)
    folds = next((model_folds for model_folds in all_folds if model_folds.name == model), None)
    if folds is None:
        return FoldsAnswer(lead=NO_CASES.format(model=model))
    kinds = FoldsView(
        average=average if average in AVERAGES else AVERAGES[0],
        beside=beside if beside in AVERAGES else None,
        level=shown.level,
        place=analysis.place[model],
        uirevision=shown.uirevision,
    )
    roc = folds_roc_figure(folds, kinds)
    why = html.Span(strong_line_words(kinds), className="note-line")
    return _with_costs(
        FoldsAnswer(
            roc,
            folds_cost_figure(folds, point, kinds),
            [*panel_note(roc.layout.meta), why, left_out_sentence(analysis)],
            folds_tab.table(folds, point, shown.level),
        ),
        question,
        all_folds,
        folds,
    )


def _with_costs(
    answer: FoldsAnswer, question: Question, all_folds: list[Folds], folds: Folds
) -> FoldsAnswer:
    """The answer with the costs at the present conditions."""
    point, amounts, level = question.point, question.amounts, question.shown.level
    place = question.analysis.place
    costs = fold_costs(all_folds, folds.name, point, level, question.currency)
    unit = amounts.cases * point.scale
    at_random = not question.dataset.get("folds")
    return answer._replace(
        lead=folds_tab.lead(costs, amounts, place[folds.name]),
        interval=folds_tab.interval(costs, amounts, level, at_random),
        multiples=folds_multiples(
            folds, point, place[folds.name], lambda nec: amounts.bare(unit * nec)
        ),
        costs=folds_tab.costs_table(costs, multiples_of(folds, point.pcf), place, amounts),
        swatch=swatch(place[folds.name]),
    )


def connect(app: Dash) -> None:
    answers_tab(
        app,
        TAB,
        Output(ids.FOLDS_ROC_DATA, "data"),
        Output(ids.FOLDS_COST_DATA, "data"),
        Output(ids.FOLDS_NOTE, "children"),
        Output(ids.FOLDS_TABLE, "children"),
        Output(ids.FOLDS_LEAD, "children"),
        Output(ids.FOLDS_INTERVAL, "children"),
        Output(ids.FOLDS_DATA, "data"),
        Output(ids.FOLDS_COSTS, "children"),
        Output(swatch_of(ids.FOLDS_MODEL), "children"),
        Input(ids.FOLDS_MODEL, "value"),
        Input(ids.FOLDS_AVERAGE, "value"),
        Input(ids.FOLDS_SECOND_AVERAGE, "value"),
    )(fold_averages)
