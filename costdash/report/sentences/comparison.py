"""Sentences on the comparison of two models: where, by how much, and how certainly they differ."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isnan

from costdash.core import Analysis, Counts, Hull, OperatingPoint
from costdash.core.choose.superiority import CostBelief, lc_index
from costdash.core.compare.comparison import Comparison
from costdash.core.compare.multiple_testing import PairTests, Test
from costdash.core.compare.non_inferiority import NonInferiority
from costdash.core.curves.iso_performance import Tangent
from costdash.core.curves.piecewise_linear import DominanceRange
from costdash.core.curves.roc import dominates
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.report.sentences.rules import as_subject, call_words
from costdash.wording import TRIVIAL_NAMES, digits_apart, listed, number, percent, with_minus

ROUNDING = 1e-12  # smaller differences of nec are rounding
NO_MARGIN = "Bands are off: whether one is not worse than the other by a margin needs a band."
EQUAL_NEC = 1e-9
EVALUATIONS = {
    "cross-fitted": "both tested on other cases (cross-fitted)",
    "hold-out": "both thresholds chosen on other rows",
    "same rows": "both thresholds tuned on these rows",
}
EACH_BEST = "each at its best threshold"
MORE_THAN_CHANCE = "That is more than chance"
MAY_BE_CHANCE = "That may be chance"
HERE, EVERYWHERE = "at these conditions alone", "over all conditions"
NO_INTERVAL = "No interval: a class has too few rows"
PER_CASES = 100  # to which a net benefit refers
FEWEST_TESTS = 2  # a single test needs no correction for multiple testing
SMALLEST_P = 1e-4  # p-values below it are not printed as numbers
CROSSOVERS_LIMITS = (
    "Limits are percentiles, given where the band of the whole curve excludes zero on both sides."
)
CROSSOVERS_CHOSEN_ANEW = (
    "PC(+) at which both models cost the same; each bootstrap sample chooses the thresholds anew. "
    + CROSSOVERS_LIMITS
)
CROSSOVERS_HELD = (
    "PC(+) at which the costs change places, with the thresholds that were chosen on other rows. "
    + CROSSOVERS_LIMITS
)


@dataclass(frozen=True, slots=True)
class DifferenceWords:
    """The difference of two models at one operating point, in parts of a sentence.

    cheaper: the model that costs less, "" if both cost the same. less: by how much. per: for how
    many cases. chance: whether that is more than chance. interval: its limits; both are "" without
    bands.
    """

    cheaper: str
    verb: str
    less: str
    per: str
    chance: str = ""
    interval: str = ""

    @property
    def lead(self) -> str:
        """forest costs $1.55 less per 1,000 cases."""
        return f"{' '.join(filter(None, (self.cheaper, self.verb, self.less)))} {self.per}."

    @property
    def text(self) -> str:
        """All of it in one line."""
        interval = self.interval and f"{self.interval}."
        return " ".join(filter(None, (self.lead, self.chance, interval)))


def difference_words(
    comparison: Comparison,
    point: OperatingPoint,
    simultaneous: bool = False,
    currency: Currency = DOLLAR,
    banded: bool = True,
    tests: Sequence[PairTests] = (),
) -> DifferenceWords:
    """Which model costs less at `point`, by how much, and whether the difference is more than
    chance. simultaneous: the band of the whole curve. banded: whether to state an interval at all.
    tests: of all pairs that are compared; with several pairs, the words allow for multiple
    testing.
    """
    amounts = Amounts.at(point, currency)
    scale = amounts.cases * point.scale
    value, low, high = (
        scale * nec * (abs(nec) > ROUNDING) for nec in comparison.at(point.pcf, simultaneous)
    )
    a, b, per = comparison.a, comparison.b, amounts.case_unit.words
    if value == 0:
        words = DifferenceWords("", f"{a} and {b} cost the same", "", per)
    else:
        less = f"{amounts.less(abs(value))}{' errors' * amounts.mistakes}"
        words = DifferenceWords(a if value < 0 else b, amounts.verb, less, per)
    if not banded or value == low == high == 0:
        return words
    if comparison.band is None:
        return replace(words, interval=NO_INTERVAL)
    significant = not low <= 0 <= high
    test = _test_of(comparison, tests)
    if test is not None and test.tested == 1 and not simultaneous:
        significant = test.remains(tests[0].comparison.level)
    chance = "" if value == 0 else _chance(significant, simultaneous, _allowing(comparison, tests))
    interval = f"{percent(comparison.level)}: {_limits(value, low, high, amounts)}"
    return replace(words, chance=chance, interval=interval)


@dataclass(frozen=True, slots=True)
class _Allowing:
    """Whether a pair differs here by itself, and allowing for all comparisons (Holm)."""

    alone: bool
    remains: bool
    comparisons: str


def _allowing(comparison: Comparison, tests: Sequence[PairTests]) -> _Allowing | None:
    """The pair among several that are tested; None for one pair or without p-values."""
    test = _test_of(comparison, tests)
    if test is None or test.tested < FEWEST_TESTS:
        return None
    level = tests[0].comparison.level
    words = f"allowing for {test.tested} comparisons"
    return _Allowing(test.p <= 1 - level, test.remains(level), words)


def _test_of(comparison: Comparison, tests: Sequence[PairTests]) -> Test | None:
    """The pair's test at the operating point; None without p-values."""
    pair = {comparison.a, comparison.b}
    for each in tests:
        if {each.comparison.a, each.comparison.b} == pair and not isnan(each.here.holm):
            return each.here
    return None


def _chance(significant: bool, simultaneous: bool, among: _Allowing | None) -> str:
    """Whether the difference is more than chance, by the band and the tests that are chosen."""
    if among is None:
        if simultaneous:
            how = f"{MORE_THAN_CHANCE}, even" if significant else f"{MAY_BE_CHANCE},"
            return f"{how} {EVERYWHERE}."
        return f"{MORE_THAN_CHANCE}, {HERE}." if significant else f"{MAY_BE_CHANCE}."
    if among.remains:
        sentence = f"{MORE_THAN_CHANCE}, also {among.comparisons}"
    elif among.alone:
        sentence = f"{MORE_THAN_CHANCE} for this pair alone; {among.comparisons} it may be chance"
    else:
        return f"{MAY_BE_CHANCE}."
    if simultaneous:
        sentence += f". {'Sure' if significant else 'Not sure'} {EVERYWHERE}"
    return f"{sentence}."


def _limits(value: float, low: float, high: float, amounts: Amounts) -> str:
    """The limits of the cheaper model's saving: $2 to $9 less, or $2 less to $1 more."""
    if low <= 0 <= high:
        saved, lost = (-low, high) if value <= 0 else (high, -low)
        return f"{amounts.less(saved)} to {amounts.more(lost)}"
    least, most = sorted(abs(end) for end in (low, high))
    return f"{amounts.bare(least)} to {amounts.less(most)}"


def pair_sentences(
    comparison: Comparison,
    analysis: Analysis,
    belief: CostBelief | None,
    *,
    whole: bool,
    margin: float | None,
    banded: bool,
    adjusted: str = "",
) -> list[str]:
    """Everything about a pair besides the difference here; without bands, nothing a band shows.

    belief: about the cost ratio, where it is only known as a range. whole: non-inferiority by the
    band of the whole curve. adjusted: the p-value of the areas among several pairs, in words.
    """
    models = {name: analysis.models[name] for name in (comparison.a, comparison.b)}
    worse = non_inferiority(comparison, margin, whole) if margin and banded else NO_MARGIN
    hulls = {name: model.hull for name, model in models.items()}
    sentences = (
        significance(comparison) if banded else "",
        worse if margin else "",
        largest(comparison),
        dominance(comparison, {name: model.counts for name, model in models.items()}),
        auc_sentence(comparison, banded, adjusted),
        superiority(comparison, hulls, belief) if belief else "",
    )
    return [sentence for sentence in sentences if sentence]


def sides_words(analysis: Analysis, names: Sequence[str], point: OperatingPoint) -> str:
    """'forest and logistic (flags none), each at its best threshold'."""
    calls = [analysis.call_of(point, name, 0).call for name in names]
    sides = [
        name if call == "some" else f"{name} (flags {call})" for name, call in zip(names, calls)
    ]
    return f"{listed(sides)}, {EACH_BEST}"


def not_its_best(
    analysis: Analysis,
    today: tuple[str, int] | None,
    pair: Sequence[str],
    point: OperatingPoint,
    typed: str = "",
) -> str:
    """Where to find the saving against today's rule, if that is a worse rule of one of the pair.

    typed: its threshold, as it was typed.
    """
    if today is None or today[0] not in pair:
        return ""
    name, index = today
    if analysis.call_of(point, name, 0).index == index:
        return ""
    rule = call_words(analysis.call_at(point, name, index, 0), typed or None)
    return f"Today's rule, {rule}, is not {name}'s best: against it the saving is on the card."


def net_benefit_sentence(
    comparison: Comparison, point: OperatingPoint, simultaneous: bool = False, banded: bool = True
) -> str:
    """The difference as net benefit per 100 cases, in favour of the model that costs less.

    Net benefit is the prior less the expected cost in missed positives.
    """
    value, *limits = comparison.at(point.pcf, simultaneous)
    if abs(value) <= ROUNDING:
        return ""
    better, other = comparison.a, comparison.b
    if value > 0:
        better, other = other, better
    sign = PER_CASES * point.scale / point.cost_fn * (-1 if value < 0 else 1)
    low, high = sorted(sign * nec for nec in limits)
    ends = " to ".join(with_minus(number(end, digits_apart(low, high))) for end in (low, high))
    kind = "whole curve at once" if simultaneous else "pointwise"
    band_words = f"; {percent(comparison.level)}, {kind}: {ends}"
    band_words = band_words if banded and comparison.band is not None else ""
    chance = f" {MAY_BE_CHANCE}." if band_words and low <= 0 <= high else ""
    at = percent(point.cost_fp / (point.cost_fn + point.cost_fp))
    return (
        f"Net benefit at a threshold probability of {at}: {better} has {number(sign * value)} more "
        f"per {PER_CASES} cases than {other} ({_evaluation_words(comparison)}{band_words}).{chance}"
    )


def _evaluation_words(comparison: Comparison) -> str:
    """The rows that costs are of."""
    if comparison.cross_fitted:
        return "cross-fitted"
    return f"on {comparison.hold_out.judge_on}" if comparison.hold_out else "on these rows"


def difference_here(
    comparison: Comparison,
    point: OperatingPoint,
    simultaneous: bool = False,
    currency: Currency = DOLLAR,
    banded: bool = True,
    tests: Sequence[PairTests] = (),
) -> str:
    """`difference_words` as one line."""
    return difference_words(comparison, point, simultaneous, currency, banded, tests).text


def significance(comparison: Comparison) -> str:
    """Where the band of the whole curve of the difference excludes 0."""
    if comparison.band is None:
        return "Whether the difference is real cannot be said: a class has too few rows."
    dominance_ranges = comparison.significant()
    how = "over the whole curve at once" + ", costs cross-fitted" * comparison.cross_fitted
    if not dominance_ranges:
        return f"Nowhere beyond chance ({how})."
    return f"Beyond chance ({how}) {listed([_won(r, comparison) for r in dominance_ranges])}."


def largest(comparison: Comparison) -> str:
    """The largest difference and where it is."""
    pcf, value = comparison.largest
    if value == 0:
        return "The two cost the same everywhere."
    cheap = comparison.a if value < 0 else comparison.b
    return (
        f"They differ most at PC(+) {number(pcf)}, by {number(abs(value))} of normalized expected "
        f"cost in favour of {cheap}."
    )


def auc_sentence(comparison: Comparison, banded: bool = True, adjusted: str = "") -> str:
    """The difference of the AUCs, its test, and why it may disagree with the costs.

    adjusted: p after Holm's correction, in words; "" where the pair is the only one.
    """
    difference = comparison.auc_difference
    units, test = ("clusters", "Obuchowski") if comparison.clustered else ("rows", "DeLong")
    if isnan(difference.p):
        return f"The areas under the ROC curves cannot be tested: a class has too few {units}."
    kind = f"{test}'s paired test" if comparison.paired else f"{test}, independent samples"
    interval, also = "", f"; {adjusted}" if adjusted else ""
    if banded:
        level = percent(comparison.level)
        low, high = (with_minus(number(end)) for end in (difference.low, difference.high))
        interval = f"{level} interval {low} to {high}, "
    return (
        f"AUC of {comparison.a} minus {comparison.b}: {with_minus(number(difference.value))} "
        f"({interval}p {p_text(difference.p)}, {kind}{also}). The area averages over "
        "all thresholds, also those that no conditions of use would choose, so the two may "
        "disagree."
    )


def non_inferiority(comparison: Comparison, margin: float, simultaneous: bool = False) -> str:
    """Where the band shows that a costs at most `margin` (of nec) more than b."""
    dominance_ranges = comparison.non_inferior(margin, simultaneous)
    rule = f"{comparison.a} is not worse than {comparison.b} by more than {percent(margin)}"
    rule += " of the worst cost"
    if not dominance_ranges:
        return f"Nowhere does the band show that {rule}."
    where = listed([pcf_range(r.low, r.high) for r in dominance_ranges])
    return f"The band shows that {rule} {where}."


def dominance(comparison: Comparison, counts: dict[str, Counts]) -> str:
    """Whether one ROC curve dominates the other, so that prior and costs do not matter."""
    for first, second in ((comparison.a, comparison.b), (comparison.b, comparison.a)):
        if dominates(counts[first], counts[second]):
            return (
                f"In this sample {first} dominates {second}: it is as good or better whatever "
                "the prior and costs."
            )
    return "Neither curve dominates the other."


def superiority(comparison: Comparison, hulls: dict[str, Hull], belief: CostBelief) -> str:
    """The LC index of a against b for the assumed cost ratios. Fawcett (2004), section 7.5.3."""
    index = lc_index(hulls[comparison.a], hulls[comparison.b], belief)
    return (
        f"LC index of {comparison.a} against {comparison.b} while the cost ratio lies from "
        f"{number(belief.low)} to {number(belief.high)}, most likely {number(belief.likely)}: "
        f"{number(index)} (1: better at all of these ratios in this sample, "
        "-1: worse at all)."
    )


def _won(dominance_range: DominanceRange, comparison: Comparison) -> str:
    winner = comparison.a if dominance_range.better == "a" else comparison.b
    return f"{pcf_range(dominance_range.low, dominance_range.high)} in favour of {winner}"


def pcf_range(low: float, high: float) -> str:
    """from PC(+) 0.12 to 0.4"""
    return f"from PC(+) {number(low)} to {number(high)}"


def p_text(p: float) -> str:
    """0.013, or below 0.0001."""
    return "below 0.0001" if p < SMALLEST_P else number(p, 2)


def crossing_sentence(a: str, b: str, line: Tangent, common: Hull) -> str:
    """States that a and b cost the same, and which rule of the common hull costs less, if any."""
    here = f"{a} and {b} cost the same here, {number(line.nec)} of normalized expected cost"
    vertex, least = int(common.cheapest(line.pcf)), float(common.cost(line.pcf))
    if least >= line.nec - EQUAL_NEC:
        return f"{here}; no model that is on costs less."
    who = as_subject(TRIVIAL_NAMES["none" if vertex == 0 else "all"])
    if 0 < vertex < common.tie.size:
        who = f"a third model, {common.owner[vertex][0]},"
    return f"{here}; {who} costs less, {number(least)}."


def crossover_words(comparison: Comparison) -> str:
    """The meaning of the crossovers and their limits, with and without a hold-out split."""
    words = CROSSOVERS_CHOSEN_ANEW if comparison.hold_out is None else CROSSOVERS_HELD
    return f"Of all rows, not cross-fitted: {words}" if comparison.cross_fitted else words


def gate_sentence(candidate: str, baseline: str, test: NonInferiority, ranges: bool = False) -> str:
    """The result of the test, with the margin, the level and the rows that chose the thresholds.
    ranges: the conditions are ranges, and the numbers belong to their least certain point.

    >>> found = NonInferiority(0.2, -0.002, 0.1, 0.001, 0.02, 0.95, "cross-fitted")
    >>> gate_sentence("new", "old", found)
    'new passes: it costs 2 % less than old, and with 95 % confidence at most 1 % more (allowed: \
2 %, whose error the limit includes; thresholds cross-fitted).'
    """
    allowed = f"{percent(test.margin)} throughout the ranges" if ranges else percent(test.margin)
    if test.margin and test.thresholds == "cross-fitted":  # as `non_inferiority` tests it
        allowed = f"{allowed}, whose error the limit includes"
    rule = f"allowed: {allowed}; thresholds {test.thresholds}"
    if isnan(test.upper):
        return f"{candidate} fails: too few cases to compare it with {baseline} ({rule})."
    if not test.baseline:
        return f"{candidate} fails: {baseline} costs nothing here, so no share of it is left."
    where = "at the worst, " if ranges else ""
    verdict = "passes" if test.shown else "fails"
    cost, limit = _apart(test.value / test.baseline), _at_most(test.upper / test.baseline)
    return (
        f"{candidate} {verdict}: {where}it costs {cost} {baseline}, and with "
        f"{percent(test.level)} confidence {limit} ({rule})."
    )


def _apart(share: float) -> str:
    size = rough_percent(share)
    return "as much as" if size == "0 %" else f"{size} {'less' if share < 0 else 'more'} than"


def _at_most(share: float) -> str:
    size = rough_percent(share)
    return f"at least {size} less" if share < 0 else f"at most {size} more"


def rough_percent(share: float) -> str:
    """The size of a share of a cost to two digits: 3.1 %."""
    return f"{number(100 * abs(share), 2)} %"
