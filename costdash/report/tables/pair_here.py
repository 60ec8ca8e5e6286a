"""The content of the tab Compare for pairs of models at an operating point, before any wording."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isnan

from costdash.core import Analysis, ModelAnalysis, OperatingPoint
from costdash.core.compare.comparison import Comparison
from costdash.core.compare.multiple_testing import PairTests
from costdash.core.compare.paired_sample import JointCells
from costdash.core.types import Floats
from costdash.report.sentences.amounts import Amounts, Currency, Savings, savings
from costdash.report.sentences.comparison import p_text

AGREES = "The area under ROC (AUC) agrees with the costs"
DIFFERS = "The area under ROC (AUC) would not have told you"
UNDECIDED = "The area under ROC (AUC) does not settle it either"
Cells = tuple[float, float, float, float]
NO_VERDICT = "Area under ROC (AUC), over all thresholds"


@dataclass(frozen=True, slots=True)
class Disagreement:
    """How often two rules agree: the cases that both, one or neither of them flags.

    positives, negatives: (both, only the first, only the second, neither), among `cases` cases.
    """

    positives: Cells
    negatives: Cells
    cases: float

    @property
    def total(self) -> float:
        """Cases that only one of the two flags."""
        return sum(self.positives[1:3]) + sum(self.negatives[1:3])


@dataclass(frozen=True, slots=True)
class PairRow:
    """One pair at the operating point: nec(a) - nec(b) with its limits as amounts, and its test.

    Limits and p-values are nan without a band. better: the model that is cheaper beyond chance
    among the `tested` comparisons, "" for neither. alone: whether the pair by itself differs beyond
    chance.
    """

    a: str
    b: str
    value: float
    low: float
    high: float
    p: float
    holm: float
    better: str
    alone: bool
    tested: int = 1


def disagreement(
    cells: JointCells, analysis: Analysis, a: str, b: str, point: OperatingPoint, cases: float
) -> Disagreement:
    """Of both models' cheapest thresholds at `point`, on all rows (or the evaluation part)."""
    at = {name: int(analysis.models[name].hull.cheapest(point.pcf)) for name in (a, b)}
    first, second = cells.names

    rates_a, other = (_vertex_rates(analysis.models[name]) for name in (a, b))

    def of_class(both: Floats, rates: tuple[Floats, Floats], total: float) -> Cells:
        share = float(both[at[first], at[second]])
        x, y = float(rates[0][at[a]]), float(rates[1][at[b]])
        return (
            total * share,
            total * max(0.0, x - share),
            total * max(0.0, y - share),
            total * max(0.0, 1 - x - y + share),
        )

    return Disagreement(
        of_class(cells.positives.both, (rates_a[1], other[1]), cases * point.prior),
        of_class(cells.negatives.both, (rates_a[0], other[0]), cases * (1 - point.prior)),
        cases,
    )


def _vertex_rates(model: ModelAnalysis) -> tuple[Floats, Floats]:
    """fpr and tpr of the hull's vertices, in cases."""
    if model.cases is None:
        return model.hull.fpr, model.hull.tpr
    fpr, tpr = model.cases.fpr, model.cases.tpr
    return fpr[model.hull.index], tpr[model.hull.index]


def saved_by_cheaper(
    comparison: Comparison, analysis: Analysis, point: OperatingPoint, currency: Currency
) -> Savings | None:
    """Where the difference comes from; None if both cost the same.

    The analysis has the cross-fits that the comparison is of, if it is cross-fitted.
    """
    value = comparison.at(point.pcf)[0]
    if value == 0:
        return None
    names = (comparison.a, comparison.b) if value < 0 else (comparison.b, comparison.a)
    rates = [_rates(analysis, name, point.pcf) for name in names]
    cases = None
    if analysis.costs is not None:
        cases = tuple(_case_rates(analysis, name, point.pcf) for name in names)
    return savings(rates[0], rates[1], point, currency, cases)


def _rates(analysis: Analysis, name: str, pcf: float) -> tuple[float, float]:
    """fpr and tpr of the model's cheapest threshold."""
    if analysis.crossfits is not None:
        rates = analysis.crossfits.of([name]).rates([pcf])
        return float(rates.fpr[0]), float(rates.tpr[0])
    hull = analysis.models[name].hull
    vertex = int(hull.cheapest(pcf))
    return float(hull.fpr[vertex]), float(hull.tpr[vertex])


def _case_rates(analysis: Analysis, name: str, pcf: float) -> tuple[float, float]:
    """Rates in cases, where costs differ from case to case: of the threshold on all rows."""
    model = analysis.models[name]
    fpr, tpr = model.case_counts.rates(int(model.hull.index[model.hull.cheapest(pcf)]))
    return float(fpr), float(tpr)


def auc_verdict(
    comparison: Comparison,
    pcf: float,
    level: float,
    simultaneous: bool = False,
    tested: float | None = None,
) -> tuple[str, str]:
    """Whether the AUC shows which model costs less, and its p-value; level 0: no verdict.
    simultaneous: the kind of band that decides which model costs less. tested: the p-value after
    Holm's correction where several pairs are tested, which then replaces the pair's p-value.
    """
    area = comparison.auc_difference
    test = area.p if tested is None else tested
    p = "" if isnan(test) else f"equal areas: p = {p_text(test)}".replace("= below", "below")
    p += ", Holm" if p and tested is not None else ""
    value, low, high = comparison.at(pcf, simultaneous)
    if not level or isnan(test) or isnan(low):
        return NO_VERDICT, p
    here = 0 if low <= 0 <= high else -1 if value < 0 else 1
    larger = 0 if test > 1 - level else 1 if area.value < 0 else -1
    if here == larger == 0:
        return UNDECIDED, p
    return (AGREES if here == larger else DIFFERS), p


def holm_words(p: float | None) -> str:
    """p 0.098 after Holm's correction; "" for a single pair."""
    return "" if p is None or isnan(p) else f"p {p_text(p)} after Holm's correction"


def pair_rows(
    tests: Sequence[PairTests],
    recommended: str | None,
    point: OperatingPoint,
    amounts: Amounts,
    level: float,
) -> tuple[list[PairRow], int]:
    """The pairs, the recommended model's pairs first, and the number of these. The first model of
    a pair is the recommended model, else the cheaper; models come in the order of
    their costs. level: at which a difference remains after Holm's correction; 0: none does.
    """
    scale = amounts.cases * point.scale
    rows = [_row(pair, scale, point.pcf, level) for pair in tests]
    names = list(dict.fromkeys(name for row in rows for name in (row.a, row.b)))
    wins = {
        name: sum((row.value < 0) == (row.a == name) for row in rows if name in (row.a, row.b))
        for name in names
    }
    order = sorted(names, key=lambda name: (name != recommended, -wins[name]))
    place = {name: k for k, name in enumerate(order)}
    turned = [row if place[row.a] < place[row.b] else _turned(row) for row in rows]
    sorted_rows = sorted(turned, key=lambda row: (place[row.a], place[row.b]))
    first = sum(row.a == recommended for row in sorted_rows)
    return sorted_rows, first or len(sorted_rows)


def _row(tests: PairTests, scale: float, pcf: float, level: float) -> PairRow:
    comparison = tests.comparison
    value, low, high = (scale * nec for nec in comparison.at(pcf))
    better, test = "", tests.here
    if level and not isnan(test.holm) and test.remains(level):
        better = comparison.a if value < 0 else comparison.b
    alone = bool(level and test.p <= 1 - level)
    names = comparison.a, comparison.b
    return PairRow(*names, value, low, high, test.p, test.holm, better, alone, test.tested)


def _turned(row: PairRow) -> PairRow:
    return replace(row, a=row.b, b=row.a, value=-row.value, low=-row.high, high=-row.low)
