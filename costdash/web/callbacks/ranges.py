"""Prior and costs known only as ranges: their controls, and the ranking of models over them."""

from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, html, no_update

from costdash.report.tables.ranking import rank_over_ranges, ranking_sentence, ranking_table
from costdash.web.callbacks.tab_answers import answers_tab
from costdash.web.ids import ids
from costdash.web.page.components import plain_table
from costdash.web.page.tabs.what_if import TAB
from costdash.web.stores.question import Question, otherwise
from costdash.web.stores.read import ranges_of

RANGE_INPUTS = (
    ids.PRIOR_LOW,
    ids.PRIOR_HIGH,
    ids.COST_FN_LOW,
    ids.COST_FN_HIGH,
    ids.COST_FP_LOW,
    ids.COST_FP_HIGH,
)


@otherwise(str)
def model_ranking(question: Question) -> Any:
    """A sentence and a table; no update while the stores belong to different data sets."""
    if not question.is_consistent:
        return no_update
    ranges = ranges_of(question.conditions)
    if ranges is None:
        return []
    request, currency = question.request, question.currency
    shown, rows = request.view, question.derived
    level, fits = shown.level or rows.analysis.level, question.crossfits(shown.models)
    ranking = rank_over_ranges(rows, ranges, request.weighting, shown.models, level, fits)
    sentence = html.P(ranking_sentence(ranking, currency))
    return [sentence, *plain_table(ranking_table(ranking, currency))]


def connect(app: Dash) -> None:
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

    answers_tab(app, TAB, Output(ids.RANKING, "children"))(model_ranking)
