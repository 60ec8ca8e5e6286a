"""The tab of folds: how much the cost differs between folds, and averages over them."""

from functools import partial
from typing import Any, NamedTuple

from dash import Dash, Input, Output, State, html, no_update

from costdash.core import Analysis, OperatingPoint
from costdash.core.folds.folds import NEEDS_ROWS, Folds, folds_of, with_folds
from costdash.core.sample.predictions import Predictions
from costdash.figures.panels.folds import (
    AVERAGES,
    FoldsView,
    folds_cost_figure,
    folds_multiples,
    folds_roc_figure,
    multiples_of,
    strong_line_words,
)
from costdash.figures.view import View
from costdash.report.sentences.amounts import Amounts, Currency
from costdash.report.sentences.sample import left_out_sentence
from costdash.report.tables.folds import fold_costs
from costdash.web.ids import STATE_STORES, TAB_QUESTIONS, ids, swatch_of
from costdash.web.page.components import NO_FIGURE, swatch, unanswered
from costdash.web.page.decision import panel_note
from costdash.web.page.tabs import folds as folds_tab
from costdash.web.session import session_id
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.derived import cached_derivation
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.stores.read import (
    StoreData,
    Unreadable,
    currency_of,
    drawn_models,
    point_of,
    pooled,
    view_of,
)

TAB = "folds"
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


def fold_averages(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str,
    average: str | None,
    beside: str | None,
    currency: str = "$",
) -> FoldsAnswer:
    """The tab for a model; without folds, only a sentence with the reason."""
    token, session = (dataset or {}).get("token"), session_id()
    try:
        names = (*drawn_models(view, conditions), model)
        analysis = analysis_of(token, session, names, pooled(view))
        point = point_of(conditions or {})
        shown = view_of(view or {}, analysis, (dataset or {})["revision"])
        every = tuple(name for name in analysis.models if name in (*shown.models, model))
        make = partial(_folds_of, every, analysis.seed)
        all_folds = cached_derivation("folds", token, session, analysis, every, make)
    except KeyError:
        return FoldsAnswer(lead=NO_MODEL)
    except (DatasetUnavailable, Unreadable) as reason:
        lead = unanswered(str(reason), TAB)
        return FoldsAnswer(roc=NO_FIGURE, cost=NO_FIGURE, multiples=NO_FIGURE, lead=lead)
    except ValueError as reason:
        return FoldsAnswer(lead=ROWS_STAY if str(reason) == NEEDS_ROWS else NO_AVERAGE)
    folds = next((model_folds for model_folds in all_folds if model_folds.name == model), None)
    if folds is None:
        is_model = model in analysis.models
        return FoldsAnswer(lead=NO_CASES.format(model=model) if is_model else NO_MODEL)
    at_random = not (dataset or {}).get("folds")
    kinds = FoldsView(
        average=average if average in AVERAGES else AVERAGES[0],
        beside=beside if beside in AVERAGES else None,
        level=shown.level,
        place=analysis.place[model],
        uirevision=shown.uirevision,
    )
    roc = folds_roc_figure(folds, kinds)
    cost = folds_cost_figure(folds, point, kinds)
    why = html.Span(strong_line_words(kinds), className="note-line")
    note = [*panel_note(roc.layout.meta), why, left_out_sentence(analysis)]
    table = folds_tab.table(folds, point, shown.level)
    money = currency_of(conditions or {}, currency)
    return _with_costs(
        FoldsAnswer(roc, cost, note, table),
        all_folds,
        folds,
        (analysis, point, shown),
        money,
        at_random,
    )


def _with_costs(
    answer: FoldsAnswer,
    all_folds: list[Folds],
    folds: Folds,
    scene: tuple[Analysis, OperatingPoint, View],
    currency: Currency,
    at_random: bool,
) -> FoldsAnswer:
    """The answer with the costs at the present conditions."""
    analysis, point, shown = scene
    amounts, place = Amounts.at(point, currency), analysis.place
    costs = fold_costs(all_folds, folds.name, point, shown.level, currency)
    unit = amounts.cases * point.scale
    labels = multiples_of(folds, point.pcf)
    return answer._replace(
        lead=folds_tab.lead(costs, amounts, place[folds.name]),
        interval=folds_tab.interval(costs, amounts, shown.level, at_random),
        multiples=folds_multiples(
            folds, point, place[folds.name], lambda nec: amounts.bare(unit * nec)
        ),
        costs=folds_tab.costs_table(costs, labels, place, amounts),
        swatch=swatch(place[folds.name]),
    )


def _folds_of(models: tuple[str, ...], seed: int, rows: Predictions) -> list[Folds]:
    """Of the models that score single cases; another process can run a function of a module."""
    evaluation_part = with_folds(rows.evaluation_part, seed)
    return [folds_of(evaluation_part, model) for model in models if model in evaluation_part.scores]


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency

    @app.callback(
        Output(ids.FOLDS_ROC_DATA, "data"),
        Output(ids.FOLDS_COST_DATA, "data"),
        Output(ids.FOLDS_NOTE, "children"),
        Output(ids.FOLDS_TABLE, "children"),
        Output(ids.FOLDS_LEAD, "children"),
        Output(ids.FOLDS_INTERVAL, "children"),
        Output(ids.FOLDS_DATA, "data"),
        Output(ids.FOLDS_COSTS, "children"),
        Output(swatch_of(ids.FOLDS_MODEL), "children"),
        Input(TAB_QUESTIONS[TAB], "data"),
        Input(ids.FOLDS_MODEL, "value"),
        Input(ids.FOLDS_AVERAGE, "value"),
        Input(ids.FOLDS_SECOND_AVERAGE, "value"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in STATE_STORES),
        prevent_initial_call=True,
    )
    def update_folds(
        asked: Any, model: str, average: str, beside: str, tab: str, *stores: Any
    ) -> tuple[Any, ...]:
        if not asked or tab != TAB:
            return (no_update,) * 9
        dataset, conditions, view = stores
        return fold_averages(dataset, conditions, view, model, average, beside, currency)
