"""The tab that compares two models: difference curve, sentences and the tests of all pairs."""

from dataclasses import dataclass
from typing import Any

from dash import Dash, Input, Output, State, html, no_update

from costdash.core import Analysis, OperatingPoint
from costdash.core.compare.comparison import MAX_MODELS, Comparison
from costdash.core.compare.multiple_testing import holm_level, pair_tests
from costdash.core.compare.superiority import belief_within
from costdash.core.conditions.intervals import Imprecise
from costdash.core.curves.envelopes import best_where, standings
from costdash.core.curves.iso_performance import tangent
from costdash.core.folds.crossfit import CrossFits
from costdash.figures.panels.difference import difference_figure
from costdash.figures.view import View
from costdash.report.derived import DerivedResults
from costdash.report.sentences import comparison as words
from costdash.report.sentences.amounts import Currency
from costdash.report.sentences.comparison import crossing_sentence
from costdash.report.sentences.contribution import (
    best_model_lines,
    extension_sentences,
    never_best_sentences,
)
from costdash.report.sentences.sample import left_out_sentence
from costdash.report.tables.pairs import pair_table
from costdash.web import ids
from costdash.web.page import compare_tab
from costdash.web.page.components import plain_table
from costdash.web.page.decision import panel_note
from costdash.web.session import session_id
from costdash.web.storage.derived import derived_results
from costdash.web.storage.jobs import NoResult
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
    view_of,
)
from costdash.wording import number, percent, shortened

LONGEST_NAME = 16  # characters of a model's name in the table of pairs
FEWEST_TESTS = 2  # one test alone needs no correction for multiple testing
TAB = "compare"


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """The tab's own controls: margin of non-inferiority, kinds of band, and the currency."""

    margin: float | None
    simultaneous: bool
    holm: bool
    currency: str


def comparison(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    a: str,
    b: str,
    options: CompareOptions,
) -> tuple[Any, Any, Any]:
    """Compare model a with model b: (difference figure, its note, sentences and tables).

    Without a valid pair the figure stays, and a sentence asks for one.
    """
    try:
        rows = _results_with(dataset, conditions, view, a, b)
        analysis, point = rows.analysis, point_of(conditions or {})
        currency = currency_of(conditions or {}, options.currency)
        shown = view_of(view or {}, analysis, (dataset or {})["revision"])
        if a == b or not {a, b} <= set(analysis.models):
            return no_update, "", "Choose two models to compare."
        names = tested_models(analysis, shown, a, b)
        crossfits = crossfits_or_none(rows, names, conditions, view)
        tested = names if options.holm else []
        level, level_name = _band_level(rows, shown, point, (a, b), tested, crossfits)
        found = rows.comparison(a, b, level, (point.pcf,), crossfits)
    except (DatasetUnavailable, Unreadable) as reason:
        return no_update, "", str(reason)
    sentences = [
        *_pair_sentences(found, analysis, point, shown.level > 0, options, currency),
        _superiority_sentence(found, analysis, point, ranges_of(conditions or {})),
        left_out_sentence(analysis),
    ]
    figure = difference_figure(
        found,
        point,
        shown,
        simultaneous=options.simultaneous,
        margin=options.margin,
        instead=level_name,
    )
    text = compare_tab.comparison_text(
        sentences,
        found,
        _tangents(found, analysis, shown.models),
        _best_of_all(analysis, shown.models),
        banded=shown.level > 0,
    )
    return figure, panel_note(figure.layout.meta), text


def all_pairs(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    a: str,
    b: str,
    currency: str,
) -> list[Any]:
    """The table of tests of all pairs; empty where there is only one pair."""
    try:
        rows = _results_with(dataset, conditions, view, a, b)
        analysis, point = rows.analysis, point_of(conditions or {})
        shown = view_of(view or {}, analysis, (dataset or {})["revision"])
        money = currency_of(conditions or {}, currency)
        names = tested_models(analysis, shown, a, b)
        level = shown.level or analysis.level
        crossfits = crossfits_or_none(rows, names, conditions, view)
        found = rows.comparisons(names, level, MAX_MODELS, (point.pcf,), crossfits)
    except NoResult as reason:
        return [html.P(str(reason), className="note")]
    except (DatasetUnavailable, Unreadable):
        return []
    if len(names) > MAX_MODELS:
        return [html.P(f"All pairs are tested of up to {MAX_MODELS} models.", className="note")]
    if len(found) < FEWEST_TESTS:
        return []
    tests = pair_tests(found, point.pcf)
    return plain_table(pair_table(tests, point, shown.level or None, money, _short_name))


def _results_with(
    dataset: StoreData | None, conditions: StoreData | None, view: StoreData | None, a: str, b: str
) -> DerivedResults:
    """The results of the data set that involve the models shown and the two compared."""
    models = (*drawn_models(view, conditions), a, b)
    return derived_results((dataset or {}).get("token"), session_id(), models, pooled(view))


def tested_models(analysis: Analysis, shown: View, a: str, b: str) -> list[str]:
    """The models that are shown and the two compared, in the order of the file."""
    return [name for name in analysis.models if name in (*shown.models, a, b)]


def _short_name(name: str) -> str:
    """Shortened, so that two names and their numbers fit beside each other."""
    return shortened(name, LONGEST_NAME)


def _band_level(
    rows: DerivedResults,
    shown: View,
    point: OperatingPoint,
    pair: tuple[str, str],
    tested: list[str],
    crossfits: CrossFits | None,
) -> tuple[float, str]:
    """Level of the band, and, if it is Holm's level for this pair, a text that says so.

    tested: the models of which all pairs are tested; none without Holm's correction.
    """
    level = shown.level or rows.analysis.level
    found = rows.comparisons(tested, level, MAX_MODELS, (point.pcf,), crossfits)
    if len(found) < FEWEST_TESTS:
        return level, ""
    return holm_level(found, *pair, level), f"Holm's for {percent(level)} among {len(found)} pairs"


def _pair_sentences(
    found: Comparison,
    analysis: Analysis,
    point: OperatingPoint,
    banded: bool,
    options: CompareOptions,
    currency: Currency,
) -> list[str]:
    """Sentences about the pair; without bands, none of what only a band shows."""
    whole = options.simultaneous
    counts = {name: analysis.models[name].counts for name in (found.a, found.b)}
    shown = [words.significance(found)] if banded else []
    if options.margin:
        shown.append(
            words.non_inferiority(found, options.margin, whole) if banded else words.NO_MARGIN
        )
    return [
        words.difference_here(found, point, whole, currency, banded),
        *shown,
        words.largest(found),
        words.dominance(found, counts),
        words.auc_sentence(found, banded),
    ]


def _tangents(found: Comparison, analysis: Analysis, names: tuple[str, ...]) -> list[StoreData]:
    """Per crossover: its PC(+), and the common tangent of both hulls with its sentence."""
    first, second = (analysis.models[name].hull for name in (found.a, found.b))
    common = analysis.hull(names or tuple(analysis.models))
    drawn: list[StoreData] = []
    for crossover in found.crossovers:
        if analysis.parts:  # thresholds come from other rows: costs cross without a tangent
            drawn.append({"pcf": crossover.pcf})
            continue
        line = tangent(first, second, crossover.pcf)
        touched = zip(found.places, (line.first, line.second))
        drawn.append(
            {
                "pcf": line.pcf,
                "ends": line.ends,
                "touched": [{"i": i, "fpr": fpr, "tpr": tpr} for i, (fpr, tpr) in touched],
                "label": f"{found.a} = {found.b}, slope {number(line.slope)}",
                "said": crossing_sentence(found.a, found.b, line, common),
            }
        )
    return drawn


def _best_of_all(analysis: Analysis, names: tuple[str, ...]) -> list[str]:
    """Which shown model is best where, and what switching hidden models on would change."""
    on = names or tuple(analysis.models)
    common = analysis.selection_hull(on)
    hulls = {name: model.selection_hull for name, model in analysis.models.items()}
    off = {name: hull for name, hull in hulls.items() if name not in on}
    standing = standings(common, {name: hulls[name] for name in on})
    return [
        *best_model_lines(best_where(common)),
        *never_best_sentences(standing),
        *extension_sentences(common, off),
    ]


def _superiority_sentence(
    found: Comparison, analysis: Analysis, point: OperatingPoint, known: Imprecise | None
) -> str:
    """The LC index, if the cost ratio is only known as a range."""
    belief = belief_within(known, point)
    if belief is None:
        return ""
    hulls = {name: analysis.models[name].hull for name in (found.a, found.b)}
    return words.superiority(found, hulls, belief)


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency
    stores = [State(store, "data") for store in ids.STATE_STORES]

    @app.callback(
        Output(ids.COMPARISON_DATA, "data"),
        Output(f"{ids.DIFFERENCE_PANEL}-note", "children"),
        Output(ids.COMPARISON_TEXT, "children"),
        Input(ids.TAB_QUESTIONS[TAB], "data"),
        Input(ids.PAIR_A, "value"),
        Input(ids.PAIR_B, "value"),
        Input(ids.MARGIN, "value"),
        Input(ids.SIMULTANEOUS_BAND, "checked"),
        Input(ids.HOLM_BAND, "checked"),
        State(ids.TABS, "value"),
        *stores,
        prevent_initial_call=True,
    )
    def update_comparison(
        asked: Any, a: str, b: str, margin: Any, simultaneous: Any, holm: Any, tab: str, *data: Any
    ) -> tuple[Any, Any, Any]:
        if not asked or tab != TAB:
            return no_update, no_update, no_update
        options = CompareOptions(margin or None, bool(simultaneous), bool(holm), currency)
        dataset, conditions, view = data
        return comparison(dataset, conditions, view, a, b, options)

    @app.callback(
        Output(ids.PAIR_TESTS, "data"),
        Input(ids.TAB_QUESTIONS[TAB], "data"),
        Input(ids.PAIR_A, "value"),
        Input(ids.PAIR_B, "value"),
        State(ids.TABS, "value"),
        *stores,
        prevent_initial_call=True,
    )
    def update_all_pairs(asked: Any, a: str, b: str, tab: str, *data: Any) -> Any:
        if not asked or tab != TAB:
            return no_update
        dataset, conditions, view = data
        return all_pairs(dataset, conditions, view, a, b, currency)
