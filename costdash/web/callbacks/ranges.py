"""Prior and costs known only as ranges: their controls, and the ranking of models over them."""

from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, html, no_update

from costdash.report.tables.ranking import rank_over_ranges, ranking_sentence, ranking_table
from costdash.web.ids import STATE_STORES, TAB_QUESTIONS, ids
from costdash.web.page.components import plain_table
from costdash.web.session import session_id
from costdash.web.storage.derived import derived_results
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.stores.crossfit import crossfits_or_none
from costdash.web.stores.read import (
    StoreData,
    Unreadable,
    currency_of,
    drawn_models,
    point_of,
    pooled,
    ranges_of,
    same_revision,
    view_of,
    weighting_of,
)

TAB = "what-if"
RANGE_INPUTS = (
    ids.PRIOR_LOW,
    ids.PRIOR_HIGH,
    ids.COST_FN_LOW,
    ids.COST_FN_HIGH,
    ids.COST_FP_LOW,
    ids.COST_FP_HIGH,
)


def model_ranking(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    currency: str,
) -> Any:
    """A sentence and a table; no update while the stores belong to different data sets."""
    if not (dataset and conditions and view and same_revision(dataset, conditions, view)):
        return no_update
    try:
        ranges, point = ranges_of(conditions), point_of(conditions)
        money = currency_of(conditions, currency)
        if ranges is None:
            return []
        rows = derived_results(
            dataset["token"], session_id(), drawn_models(view, conditions), pooled(view)
        )
        shown = view_of(view, rows.analysis, dataset["revision"])
        weighting = weighting_of(conditions)
        peak = point if weighting is True else weighting or None
        level = shown.level or rows.analysis.level
        fits = crossfits_or_none(rows, shown.models, conditions, view)
        ranking = rank_over_ranges(rows, ranges, peak, shown.models, level, fits)
    except (DatasetUnavailable, Unreadable) as reason:
        return str(reason)
    return [html.P(ranking_sentence(ranking, money)), *plain_table(ranking_table(ranking, money))]


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency

    app.clientside_callback(
        ClientsideFunction("costdash", "controlRanges"),
        *(Input(name, "value") for name in RANGE_INPUTS),
    )
    app.clientside_callback(
        ClientsideFunction("costdash", "controlWeighting"),
        Input(ids.WEIGHTING, "value"),
        Input(ids.BETA_A, "value"),
        Input(ids.BETA_B, "value"),
    )
    app.clientside_callback(
        ClientsideFunction("costdash", "controlCaseUnit"),
        Input(ids.CASE_UNIT, "value"),
        Input(ids.CASES_PER_MONTH, "value"),
    )

    @app.callback(
        Output(ids.RANKING, "children"),
        Input(TAB_QUESTIONS["what_if"], "data"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in STATE_STORES),
        prevent_initial_call=True,
    )
    def update_ranking(asked: Any, tab: str, *stores: Any) -> Any:
        if not asked or tab != TAB:
            return no_update
        dataset, conditions, view = stores
        return model_ranking(dataset, conditions, view, currency)
