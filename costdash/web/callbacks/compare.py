"""The tab that compares two models: difference curve, sentences and the tests of all pairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import Any, NamedTuple

from dash import Dash, Input, Output, State, no_update
from dash.development.base_component import Component

from costdash.core import Analysis, OperatingPoint
from costdash.core.choose.superiority import belief_within
from costdash.core.compare.comparison import MAX_MODELS, Comparison
from costdash.core.compare.multiple_testing import holm_level, pair_tests
from costdash.core.conditions.intervals import Imprecise
from costdash.core.curves.envelopes import best_where, standings
from costdash.core.curves.iso_performance import tangent
from costdash.figures.panels.difference import difference_figure
from costdash.figures.view import View
from costdash.report.derived import DerivedResults
from costdash.report.sentences import comparison as words
from costdash.report.sentences.amounts import Amounts, CaseUnit, Currency
from costdash.report.sentences.comparison import FEWEST_TESTS, crossing_sentence
from costdash.report.sentences.contribution import (
    best_model_lines,
    extension_sentences,
    never_best_sentences,
)
from costdash.report.sentences.rules import call_words
from costdash.report.sentences.sample import left_out_sentence
from costdash.report.tables.pair_here import (
    auc_verdict,
    disagreement,
    holm_words,
    saved_by_cheaper,
)
from costdash.web.ids import STATE_STORES, TAB_QUESTIONS, ids, swatch_of
from costdash.web.page.components import NO_FIGURE, swatch, unanswered
from costdash.web.page.decision import panel_note
from costdash.web.page.tabs import compare as compare_tab
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
    typed_threshold_of,
    view_of,
)
from costdash.wording import listed, number, percent

NO_LIMITS = (nan, nan)
TAB = "compare"
CHOOSE = "Choose two models to compare."
EACH_BEST = "each at its best threshold"
EVALUATIONS = {
    "cross-fitted": "both tested on other cases (cross-fitted)",
    "hold-out": "both thresholds chosen on other rows",
    "same rows": "both thresholds tuned on these rows",
}


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """The controls of the tab: margin of non-inferiority, kinds of band, and the currency."""

    margin: float | None
    simultaneous: bool
    holm: bool
    currency: str


class Compared(NamedTuple):
    """The tab's content for a pair; without a pair the figure is not updated."""

    figure: Any
    note: Any
    text: Any
    lead: Any = ""
    interval: Any = ""
    cards: Any = ()
    swatches: tuple[Any, Any] = (None, None)
    alone: bool = False


def comparison(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    a: str,
    b: str,
    options: CompareOptions,
) -> Compared:
    """Compare model a with model b.

    Without a valid pair the figure stays, and a sentence asks for one.
    """
    try:
        rows = results_with(dataset, conditions, view, a, b)
        analysis, point = rows.analysis, point_of(conditions or {})
        currency = currency_of(conditions or {}, options.currency)
        shown = view_of(view or {}, analysis, (dataset or {})["revision"], point.prior)
        if len(analysis.models) < FEWEST_TESTS:
            return Compared(no_update, "", "", alone=True)
        if a == b or not {a, b} <= set(analysis.models):
            return Compared(no_update, "", "", lead=CHOOSE)
        names = tested_models(analysis, shown, a, b)
        crossfits = crossfits_or_none(rows, names, conditions, view)
        here = (point.pcf,)
        every = rows.comparisons(names, shown.level or analysis.level, MAX_MODELS, here, crossfits)
        level, level_name = _band_level(shown.level or analysis.level, a, b, every * options.holm)
        compared = rows.comparison(a, b, level, here, crossfits)
        adjusted = _area_p(rows, names, a, b)
    except (DatasetUnavailable, Unreadable) as reason:
        return Compared(NO_FIGURE, "", "", lead=unanswered(str(reason), TAB))
    banded, whole = shown.level > 0, options.simultaneous
    sentences = [
        *_pair_sentences(compared, analysis, banded, options, adjusted),
        _superiority_sentence(compared, analysis, point, ranges_of(conditions or {})),
        left_out_sentence(analysis),
    ]
    tests = pair_tests(every, point.pcf)
    lead_words = words.difference_words(compared, point, whole, currency, banded, tests)
    figure = difference_figure(
        compared,
        point,
        shown,
        simultaneous=whole,
        margin=options.margin,
        instead=level_name,
        here=lead_words.less,
    )
    lines = _tangents(compared, analysis, shown.models), _best_of_all(analysis, shown.models)
    text = compare_tab.comparison_text(sentences, compared, *lines, banded=banded)
    verdict = auc_verdict(compared, point.pcf, shown.level, whole, adjusted)
    crossed, place = analysis.with_crossfits(crossfits), analysis.place
    benefit = "" if analysis.costs else words.net_benefit_sentence(compared, point, whole, banded)
    notes = [benefit, _not_its_best(analysis, shown.today, (a, b), point, view or {})]
    return Compared(
        figure,
        panel_note(figure.layout.meta),
        text,
        compare_tab.lead(lead_words, place.get(lead_words.cheaper)),
        compare_tab.interval(lead_words, EVALUATIONS[compared.thresholds]),
        _cards(rows, compared, crossed, point, verdict, shown.level, currency, notes),
        (swatch(place[a]), swatch(place[b])),
    )


def _cards(
    rows: DerivedResults,
    compared: Comparison,
    analysis: Analysis,
    point: OperatingPoint,
    verdict: tuple[str, str],
    level: float,
    currency: Currency,
    notes: Sequence[str],
) -> list[Component]:
    """Cards: sources of the difference, disagreement of the models, and the verdict of the AUC."""
    a, b = compared.a, compared.b
    names, places = (a, b), (analysis.place[a], analysis.place[b])
    amounts = Amounts.at(point, currency)
    rules = f"{listed([_side(analysis, name, point) for name in names])}, {EACH_BEST}"
    cards: list[Component] = []
    if saved := saved_by_cheaper(compared, analysis, point, currency):
        cards.append(compare_tab.sources_card(saved, rules, amounts.case_unit.words, notes))
    if compared.paired:  # a confusion matrix has no cases in common with the other model
        single = amounts.case_unit.is_single_case
        unit = CaseUnit.readable(point.prior) if single else amounts.case_unit
        cells = disagreement(rows.case_cells(a, b), analysis, a, b, point, unit.cases)
        evaluation_part = (
            f"rows of {analysis.hold_out.judge_on}" if analysis.hold_out else "all rows"
        )
        crossed = analysis.crossfits is not None
        cards.append(compare_tab.disagreement_card(cells, names, places, evaluation_part, crossed))
    models = rows.at_level(level or analysis.level).analysis.models
    areas = [
        (models[name].auc, *(models[name].auc_interval if level else NO_LIMITS)) for name in names
    ]
    cards.append(compare_tab.areas_card(verdict, names, places, areas))
    return cards


def _side(analysis: Analysis, name: str, point: OperatingPoint) -> str:
    """A model of the pair; with the trivial call where no threshold is worth using."""
    call = analysis.call_of(point, name, 0).call
    return name if call == "some" else f"{name} (flags {call})"


def _not_its_best(
    analysis: Analysis,
    today: tuple[str, int] | None,
    pair: tuple[str, str],
    point: OperatingPoint,
    view: StoreData,
) -> str:
    """Where to find the saving against today's rule, if that is a worse rule of one of the pair."""
    if today is None or today[0] not in pair:
        return ""
    name, index = today
    if analysis.call_of(point, name, 0).index == index:
        return ""
    call = analysis.call_at(point, name, index, 0)
    rule = call_words(call, typed_threshold_of(view) or None)
    return f"Today's rule, {rule}, is not {name}'s best: against it the saving is on the card."


def results_with(
    dataset: StoreData | None, conditions: StoreData | None, view: StoreData | None, a: str, b: str
) -> DerivedResults:
    """The results of the data set that involve the models shown and the two compared."""
    models = (*drawn_models(view, conditions), a, b)
    return derived_results((dataset or {}).get("token"), session_id(), models, pooled(view))


def tested_models(analysis: Analysis, shown: View, a: str, b: str) -> list[str]:
    """The models that are shown and the two compared, in the order of the file."""
    return [name for name in analysis.models if name in (*shown.models, a, b)]


def _band_level(level: float, a: str, b: str, tested: Sequence[Comparison]) -> tuple[float, str]:
    """Level of the band, and, if it is Holm's level for this pair, a text about the correction.

    tested: all pairs of the models, at `level`; none without Holm's correction.
    """
    if len(tested) < FEWEST_TESTS:
        return level, ""
    return holm_level(tested, a, b, level), f"Holm's for {percent(level)} among {len(tested)} pairs"


def _pair_sentences(
    compared: Comparison,
    analysis: Analysis,
    banded: bool,
    options: CompareOptions,
    adjusted: float | None,
) -> list[str]:
    """Sentences about the pair; without bands, none of what only a band shows."""
    whole = options.simultaneous
    counts = {name: analysis.models[name].counts for name in (compared.a, compared.b)}
    shown = [words.significance(compared, whole)] if banded else []
    if options.margin:
        shown.append(
            words.non_inferiority(compared, options.margin, whole) if banded else words.NO_MARGIN
        )
    return [
        *shown,
        words.largest(compared),
        words.dominance(compared, counts),
        words.auc_sentence(compared, banded, holm_words(adjusted)),
    ]


def _area_p(rows: DerivedResults, names: list[str], a: str, b: str) -> float | None:
    """p of the difference of the areas after Holm's correction; None for a single pair."""
    if not FEWEST_TESTS < len(names) <= MAX_MODELS:
        return None
    return rows.area_tests(names)[frozenset((a, b))]


def _tangents(compared: Comparison, analysis: Analysis, names: tuple[str, ...]) -> list[StoreData]:
    """Per crossover: its PC(+), and the common tangent of both hulls with its sentence."""
    first, second = (analysis.models[name].hull for name in (compared.a, compared.b))
    common = analysis.hull(names or tuple(analysis.models))
    drawn: list[StoreData] = []
    for crossover in compared.crossovers:
        if analysis.hold_out:  # thresholds come from other rows: costs cross without a tangent
            drawn.append({"pcf": crossover.pcf})
            continue
        line = tangent(first, second, crossover.pcf)
        touched = zip(compared.places, (line.first, line.second))
        drawn.append(
            {
                "pcf": line.pcf,
                "ends": line.ends,
                "touched": [{"i": i, "fpr": fpr, "tpr": tpr} for i, (fpr, tpr) in touched],
                "label": f"{compared.a} = {compared.b}, slope {number(line.slope)}",
                "sentence": crossing_sentence(compared.a, compared.b, line, common),
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
    compared: Comparison, analysis: Analysis, point: OperatingPoint, ranges: Imprecise | None
) -> str:
    """The LC index, if the cost ratio is only known as a range."""
    belief = belief_within(ranges, point)
    if belief is None:
        return ""
    hulls = {name: analysis.models[name].hull for name in (compared.a, compared.b)}
    return words.superiority(compared, hulls, belief)


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency
    stores = [State(store, "data") for store in STATE_STORES]

    @app.callback(
        Output(ids.COMPARISON_DATA, "data"),
        Output(f"{ids.DIFFERENCE_PANEL}-note", "children"),
        Output(ids.COMPARISON_TEXT, "children"),
        Output(ids.PAIR_LEAD, "children"),
        Output(ids.PAIR_INTERVAL, "children"),
        Output(ids.PAIR_CARDS, "children"),
        Output(swatch_of(ids.PAIR_A), "children"),
        Output(swatch_of(ids.PAIR_B), "children"),
        Output(ids.PAIR_BODY, "hidden"),
        Output(ids.PAIR_ALONE, "hidden"),
        Input(TAB_QUESTIONS[TAB], "data"),
        Input(ids.PAIR_A, "value"),
        Input(ids.PAIR_B, "value"),
        Input(ids.MARGIN, "value"),
        Input(ids.PAIR_BAND, "value"),
        State(ids.TABS, "value"),
        *stores,
        prevent_initial_call=True,
    )
    def update_comparison(
        asked: Any, a: str, b: str, margin: Any, band: str, tab: str, *data: Any
    ) -> tuple[Any, ...]:
        if not asked or tab != TAB:
            return (no_update,) * 10
        share = margin / 100 if margin else None
        options = CompareOptions(share, band == "curve", band == "holm", currency)
        dataset, conditions, view = data
        answer = comparison(dataset, conditions, view, a, b, options)
        return (*answer[:6], *answer.swatches, answer.alone, not answer.alone)
