"""The tab that compares two models: difference curve, sentences and the tests of all pairs."""

from collections.abc import Sequence
from math import nan
from typing import Any, NamedTuple

from dash import Dash, Input, Output, no_update
from dash.development.base_component import Component

from costdash.core import Analysis
from costdash.core.choose.superiority import belief_within
from costdash.core.compare.comparison import MAX_MODELS, Comparison
from costdash.core.compare.label_value import USUAL_LABELS
from costdash.core.compare.multiple_testing import holm_level, pair_tests
from costdash.core.compare.sample_size import PairQuestion
from costdash.core.curves.iso_performance import tangent
from costdash.figures.panels.difference import difference_figure
from costdash.report.derived import DerivedResults
from costdash.report.report import PairOptions
from costdash.report.sentences import comparison as words
from costdash.report.sentences.amounts import CaseUnit
from costdash.report.sentences.comparison import FEWEST_TESTS, crossing_sentence
from costdash.report.sentences.contribution import best_of_all_lines
from costdash.report.sentences.labels import detect_lead, detect_rest
from costdash.report.sentences.sample import left_out_sentence
from costdash.report.tables.pair_here import (
    auc_verdict,
    disagreement,
    holm_words,
    saved_by_cheaper,
)
from costdash.web.callbacks.pairs import cheapest_among
from costdash.web.callbacks.tab_answers import answers_tab
from costdash.web.ids import ids, swatch_of
from costdash.web.page.components import NO_FIGURE, swatch, unanswered
from costdash.web.page.decision import panel_note
from costdash.web.page.tabs import compare as compare_tab
from costdash.web.page.tabs.compare import TAB
from costdash.web.stores.question import Question, otherwise
from costdash.web.stores.read import pair_options
from costdash.wording import number, percent

NO_LIMITS = (nan, nan)
EFFECTS = (0.1, 0.05, 0.02)  # shares of the dearer model's cost that labels are to show
CHOOSE = "Choose two models to compare."


class Compared(NamedTuple):
    """The tab's content for a pair; without a pair the figure is not updated."""

    figure: Any
    note: Any
    text: Any
    lead: Any = ""
    interval: Any = ""
    cards: Any = ()
    labels: Any = ()
    swatches: tuple[Any, Any] = (None, None)
    alone: bool = False


@otherwise(lambda reason: Compared(NO_FIGURE, "", "", lead=unanswered(str(reason), TAB)))
def comparison(question: Question, a: str, b: str, options: PairOptions) -> Compared:
    """Compare model a with model b.

    Without a valid pair the figure stays, and a sentence asks for one.
    """
    question = question.about(a, b)
    analysis, rows = question.analysis, question.derived
    point, shown = question.point, question.shown
    if len(analysis.models) < FEWEST_TESTS:
        return Compared(no_update, "", "", alone=True)
    if a == b or not {a, b} <= set(analysis.models):
        return Compared(no_update, "", "", lead=CHOOSE)
    names = question.names_with(a, b)
    crossfits = question.crossfits(names)
    here = (point.pcf,)
    every = rows.comparisons(names, shown.level or analysis.level, MAX_MODELS, here, crossfits)
    level, level_name = _band_level(shown.level or analysis.level, a, b, every * options.holm)
    compared = rows.comparison(a, b, level, here, crossfits)
    adjusted = _area_p(rows, names, a, b)
    banded, whole = shown.level > 0, options.whole_curve
    found = cheapest_among(question, names)
    tests = pair_tests(every, point.pcf, found.tests if found else {})
    lead = words.difference_words(compared, point, whole, question.currency, banded, tests)
    figure = difference_figure(
        compared,
        point,
        shown,
        simultaneous=whole,
        margin=options.margin,
        instead=level_name,
        here=lead.less,
    )
    verdict = auc_verdict(compared, point.pcf, shown.level, whole, adjusted)
    benefit = "" if analysis.costs else words.net_benefit_sentence(compared, point, whole, banded)
    crossed = analysis.with_crossfits(crossfits)
    notes = [benefit, words.not_its_best(analysis, shown.today, (a, b), point, shown.today_text)]
    return Compared(
        figure,
        panel_note(figure.layout.meta),
        _details(question, compared, options, adjusted),
        compare_tab.lead(lead, analysis.place.get(lead.cheaper)),
        compare_tab.interval(lead, words.EVALUATIONS[compared.thresholds]),
        _cards(question, compared, crossed, verdict, notes),
        _labels_card(question, crossed, compared, shown.level or analysis.level),
        (swatch(analysis.place[a]), swatch(analysis.place[b])),
    )


def _details(
    question: Question, compared: Comparison, options: PairOptions, adjusted: float | None
) -> list[Component]:
    """Sentences about the pair, its crossovers, and the best of all models."""
    analysis, shown = question.analysis, question.shown
    banded = shown.level > 0
    sentences = words.pair_sentences(
        compared,
        analysis,
        belief_within(shown.ranges, question.point),
        whole=options.whole_curve,
        margin=options.margin,
        banded=banded,
        adjusted=holm_words(adjusted),
    )
    return compare_tab.comparison_text(
        [*sentences, left_out_sentence(analysis)],
        compared,
        _tangents(compared, analysis, shown.models),
        best_of_all_lines(analysis, shown.models),
        banded=banded,
    )


def _cards(
    question: Question,
    compared: Comparison,
    analysis: Analysis,
    verdict: tuple[str, str],
    notes: Sequence[str],
) -> list[Component]:
    """Cards: sources of the difference, disagreement of the models, and the verdict of the AUC.

    analysis: with the cross-fits that the comparison is of.
    """
    names = a, b = compared.a, compared.b
    places = (analysis.place[a], analysis.place[b])
    point, amounts, rows = question.point, question.amounts, question.derived
    level = question.shown.level
    cards: list[Component] = []
    if saved := saved_by_cheaper(compared, analysis, point, question.currency):
        rules = words.sides_words(analysis, names, point)
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


def _labels_card(
    question: Question, analysis: Analysis, compared: Comparison, level: float
) -> Sequence[Component]:
    """How many labelled cases show that a model is cheaper, by several shares of the cost."""
    if not (compared.paired and level):
        return ()
    rows, pair = question.derived.at_level(level), (compared.a, compared.b)
    power, leveled = USUAL_LABELS.power, analysis.with_level(level)
    asked = ((effect, PairQuestion(effect, power)) for effect in EFFECTS)
    found = [
        (effect, needed)
        for effect, about in asked
        if (needed := rows.rows_to_detect(leveled, question.point, pair, about))
    ]
    if not found:
        return compare_tab.labels_card(None, 0, "", "")
    share, first = found[0]
    lead = detect_lead(share, first.effect, question.amounts)
    return compare_tab.labels_card(
        first, round(analysis.totals[1]), lead, detect_rest(found, power, level)
    )


def _band_level(level: float, a: str, b: str, tested: Sequence[Comparison]) -> tuple[float, str]:
    """Level of the band, and, if it is Holm's level for this pair, a text about the correction.

    tested: all pairs of the models, at `level`; none without Holm's correction.
    """
    if len(tested) < FEWEST_TESTS:
        return level, ""
    return holm_level(tested, a, b, level), f"Holm's for {percent(level)} among {len(tested)} pairs"


def _area_p(rows: DerivedResults, names: list[str], a: str, b: str) -> float | None:
    """p of the difference of the areas after Holm's correction; None for a single pair."""
    if not FEWEST_TESTS < len(names) <= MAX_MODELS:
        return None
    return rows.area_tests(names)[frozenset((a, b))]


def _tangents(
    compared: Comparison, analysis: Analysis, names: tuple[str, ...]
) -> list[dict[str, Any]]:
    """Per crossover: its PC(+), and the common tangent of both hulls with its sentence."""
    first, second = (analysis.models[name].hull for name in (compared.a, compared.b))
    common = analysis.hull(names or tuple(analysis.models))
    drawn: list[dict[str, Any]] = []
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


def connect(app: Dash) -> None:
    @answers_tab(
        app,
        TAB,
        Output(ids.COMPARISON_DATA, "data"),
        Output(f"{ids.DIFFERENCE_PANEL}-note", "children"),
        Output(ids.COMPARISON_TEXT, "children"),
        Output(ids.PAIR_LEAD, "children"),
        Output(ids.PAIR_INTERVAL, "children"),
        Output(ids.PAIR_CARDS, "children"),
        Output(ids.PAIR_LABELS, "children"),
        Output(swatch_of(ids.PAIR_A), "children"),
        Output(swatch_of(ids.PAIR_B), "children"),
        Output(ids.PAIR_BODY, "hidden"),
        Output(ids.PAIR_ALONE, "hidden"),
        Input(ids.PAIR_A, "value"),
        Input(ids.PAIR_B, "value"),
        Input(ids.MARGIN, "value"),
        Input(ids.PAIR_BAND, "value"),
    )
    def update_comparison(
        question: Question, a: str, b: str, margin: Any, band: str
    ) -> tuple[Any, ...]:
        answer = comparison(question, a, b, pair_options(margin, band))
        return (*answer[:7], *answer.swatches, answer.alone, not answer.alone)
