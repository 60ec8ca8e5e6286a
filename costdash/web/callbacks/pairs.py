"""The list of all pairs of models at the present conditions, and the table of their tests."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from dash import Dash, Input, Output, State, html, no_update

from costdash.core.compare.comparison import MAX_MODELS
from costdash.core.compare.multiple_testing import pair_tests
from costdash.figures import make_scene
from costdash.report.derived import DerivedResults
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.comparison import FEWEST_TESTS
from costdash.report.tables.pair_here import pair_rows
from costdash.report.tables.pairs import pair_table
from costdash.web.callbacks.compare import TAB, results_with, tested_models
from costdash.web.ids import STATE_STORES, TAB_QUESTIONS, ids
from costdash.web.page.components import plain_table, unanswered
from costdash.web.page.tabs import compare as compare_tab
from costdash.web.page.tabs import pair_list
from costdash.web.storage.jobs import NoResult
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.stores.crossfit import crossfits_or_none
from costdash.web.stores.read import (
    StoreData,
    Unreadable,
    currency_of,
    point_of,
    request_of,
    view_of,
)
from costdash.wording import short_names

LONGEST_NAME = 16  # characters of a model's name in the table of tests


class AllPairs(NamedTuple):
    """The list of pairs, the table of all their tests, and the kinds of band to choose from."""

    pairs: list[Any]
    tests: list[Any]
    bands: list[dict[str, str]]


NO_PAIRS = AllPairs([pair_list.NOTHING], [], compare_tab.band_choices(0))


def all_pairs(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    a: str,
    b: str,
    currency: str,
) -> AllPairs:
    """The pairs of the models shown, or only the pairs with the recommended model."""
    try:
        rows = results_with(dataset, conditions, view, a, b)
        analysis, point = rows.analysis, point_of(conditions or {})
        shown = view_of(view or {}, analysis, (dataset or {})["revision"])
        money = currency_of(conditions or {}, currency)
        names = tested_models(analysis, shown, a, b)
        if len(names) < FEWEST_TESTS:
            return NO_PAIRS
        level = shown.level or analysis.level
        crossfits = crossfits_or_none(rows, names, conditions, view)
        best = _recommended(rows, conditions, view, names)
        comparisons = rows.comparisons(names, level, MAX_MODELS, (point.pcf,), crossfits)
        if not comparisons:
            rest = [name for name in names if name != best]
            here = (point.pcf,)
            comparisons = [rows.comparison(best, name, level, here, crossfits) for name in rest]
    except NoResult as reason:
        reason_note = html.P(unanswered(str(reason), TAB), className="note")
        return NO_PAIRS._replace(pairs=[reason_note])
    except (DatasetUnavailable, Unreadable):
        return NO_PAIRS
    tests = pair_tests(comparisons, point.pcf)
    amounts = Amounts.at(point, money)
    lines, first = pair_rows(tests, best, point, amounts, shown.level)
    table = []
    if len(comparisons) >= FEWEST_TESTS:
        # so that two names and their numbers fit beside each other
        short = dict(zip(analysis.models, short_names([*analysis.models], LONGEST_NAME)))
        table = plain_table(pair_table(tests, point, shown.level or None, money, short.__getitem__))
    listed = pair_list.pair_list(lines, first, analysis.place, amounts)
    return AllPairs(listed, table, compare_tab.band_choices(len(comparisons)))


def _recommended(
    rows: DerivedResults,
    conditions: StoreData | None,
    view: StoreData | None,
    names: Sequence[str],
) -> str:
    """The recommended model of the page, if it is among the names."""
    request = request_of(conditions or {}, view or {}, rows.analysis)
    analysis, _ = replace(request, fall_back=True).analysed(rows)
    best = make_scene(analysis, request.point, request.shown_view).recommended_model
    return best if best and best in names else names[0]


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency

    @app.callback(
        Output(ids.PAIR_TESTS, "data"),
        Output(ids.PAIR_BAND, "data"),
        Input(TAB_QUESTIONS[TAB], "data"),
        Input(ids.PAIR_A, "value"),
        Input(ids.PAIR_B, "value"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in STATE_STORES),
        prevent_initial_call=True,
    )
    def update_all_pairs(asked: Any, a: str, b: str, tab: str, *data: Any) -> Any:
        if not asked or tab != TAB:
            return no_update, no_update
        dataset, conditions, view = data
        answer = all_pairs(dataset, conditions, view, a, b, currency)
        return {"pairs": answer.pairs, "tests": answer.tests}, answer.bands
