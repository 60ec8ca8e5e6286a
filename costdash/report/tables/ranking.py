"""Models ranked by what they cost in expectation, with the bands of their leads.

Models ranked by what they cost in expectation while conditions are uncertain.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from costdash.core import Analysis
from costdash.core.choose.expected_cost import (
    Weights,
    expected_cost,
    money_weights,
    normalized_weights,
    ranked,
)
from costdash.core.compare.expected_advantage import advantage
from costdash.core.conditions.distributions import (
    Beta,
    Distribution,
    Point,
    Triangular,
    Uniform,
    between,
)
from costdash.core.conditions.intervals import Imprecise, Range
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.types import Floats
from costdash.report.derived import Rows
from costdash.report.sentences.amounts import DOLLAR, SAME, Basis, Currency, money, spoken_cases
from costdash.report.tables.table import Table
from costdash.wording import DIGITS, digits_apart, listed, number, percent

Interval = tuple[float, float]
Over = tuple[tuple[str, Distribution], ...]
BEST = "Each model at its best threshold wherever the conditions come to lie."
Weigh = Callable[[Floats], Weights]  # of the ties of a hull
OVER = ("the prior", "a missed positive", "a false alarm")
Likely = OperatingPoint | Beta | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A model's expected cost, how much less than the next one's, and that advantage's limits.

    advantage is None for the last; advantage_interval where nobody computed one.
    """

    model: str
    cost: float
    advantage: float | None
    advantage_interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class Weighing:
    """Standings, cheapest first. cases: how many the costs are told for if nobody says
    otherwise, None for nec. over: what is uncertain, and how likely its values are taken to be."""

    standings: tuple[Standing, ...]
    level: float | None = None
    cases: int | None = None
    over: Over = ()


def by_normalized_cost(pcf: Distribution) -> Weigh:
    return lambda tie: normalized_weights(tie, pcf)


def by_money(prior: Distribution, cost_fn: Distribution, cost_fp: Distribution) -> Weigh:
    return lambda tie: money_weights(tie, prior, cost_fn, cost_fp)


def weighed(
    analysis: Analysis,
    weigh: Weigh,
    names: Sequence[str] | None = None,
    intervals: Callable[[str, str], Interval | None] = lambda better, worse: None,
    level: float | None = None,
    cases: int | None = None,
) -> Weighing:
    """The models ranked, each at its best threshold wherever conditions come to be known.

    intervals tells the limits, at `level`, of what the worse of two models costs more.
    """
    names = list(analysis.models if names is None else names)
    hulls = {name: analysis.models[name].hull for name in names}
    order = ranked({name: expected_cost(hull, weigh(hull.tie)) for name, hull in hulls.items()})
    after = [one.name for one in order[1:]]
    limits = [intervals(one.name, worse) for one, worse in zip(order, after)]
    return Weighing(
        tuple(
            Standing(one.name, one.cost, one.advantage, interval)
            for one, interval in zip(order, [*limits, None])
        ),
        level,
        cases,
    )


def weighing_sentence(weighing: Weighing, currency: Currency = DOLLAR) -> str:
    """The best model in expectation, and its advantage over the next."""
    if not weighing.standings:
        return "No model is switched on."
    first, *others = weighing.standings
    verb = "costs" if weighing.cases else "has a normalized cost of"
    cost = f"In expectation {first.model} {verb} {_amount(weighing, first.cost, currency)}"
    if not others:
        return f"{cost}."
    equal = [other.model for other in others if other.cost - first.cost <= SAME * other.cost]
    if equal:
        return f"{cost}, just as {listed(equal)}."
    second = others[0].model
    less = _amount(weighing, first.advantage, currency, unit=False)
    said = f"{cost}, {less} less than {second}"
    if first.advantage_interval is None:
        return f"{said}."
    low, high = first.advantage_interval
    least = _amount(weighing, low, currency, unit=False, other=high)
    most = _amount(weighing, high, currency, unit=False, other=low)
    said += f" ({percent(weighing.level)} band {least} to {most})"
    return f"{said}." if low > 0 else f"{said}. The band holds zero."


def weighing_table(weighing: Weighing, currency: Currency = DOLLAR) -> Table:
    """Every model's expected cost, and its lead over the next one with its band."""
    basis = _basis(weighing, currency)
    per = f"Cost {basis.per}" if basis else "Normalized cost"
    head = ("Model", per, "Less than the next", f"{percent(weighing.level or 0)} band")
    rows = []
    for one in weighing.standings:
        lead, band = "", ""
        if one.advantage is not None:
            lead = _amount(weighing, one.advantage, currency, unit=False)
        if one.advantage_interval is not None:
            low, high = one.advantage_interval
            ends = (low, high), (high, low)
            band = " to ".join(_amount(weighing, a, currency, False, b) for a, b in ends)
        rows.append((one.model, _amount(weighing, one.cost, currency, unit=False), lead, band))
    return Table(
        title="Ranked over the whole range",
        head=head,
        rows=tuple(rows),
        models=tuple(one.model for one in weighing.standings),
        note=" ".join([BEST, *over_words(weighing.over, currency)]),
    )


def over_words(over: Over, currency: Currency = DOLLAR) -> list[str]:
    """A sentence on how likely the values are taken to be, if that is known."""
    said = {"the prior": percent, "PC(+)": number}
    told = [
        f"{name} is {distribution_words(d, said.get(name, partial(money, currency=currency)))}"
        for name, d in over
    ]
    return [f"Taken so: {'; '.join(told)}."] if told else []


def distribution_words(over: Distribution, said: Callable[[float], str] = number) -> str:
    """How likely the values are taken to be; `said` prints one of them."""
    match over:
        case Point(at):
            return f"{said(at)} for certain"
        case Uniform(low, high):
            return f"anything from {said(low)} to {said(high)}, all equally likely"
        case Triangular(low, mode, high):
            return f"{said(low)} to {said(high)}, most likely {said(mode)}"
        case Beta(a, b):
            return f"about {said(over.mean)}, as Beta({number(a)}, {number(b)})"


def _amount(weighing, cost, currency, unit=True, other=None) -> str:
    """Money for so many cases; a bare number where the cost is normalized."""
    basis = _basis(weighing, currency)
    cases = basis.cases if basis else 1
    digits = DIGITS if other is None else digits_apart(cases * cost, cases * other)
    if basis is None:
        return number(cost, digits)
    return basis.amount(cost, currency, digits) if unit else money(cases * cost, currency, digits)


def _basis(weighing: Weighing, currency: Currency) -> Basis | None:
    """None where costs are normalized."""
    return None if weighing.cases is None else currency.basis or Basis(weighing.cases)


def ranking(
    rows: Rows,
    known: Imprecise,
    likely: Likely,
    names: Sequence[str],
    level: float,
) -> Weighing:
    """The named models while prior and costs are only known as ranges.

    likely: the most likely values, or how PC(+) is distributed; without either all values of a
    range are equally likely. The rows are read once per pair of neighbours.
    """
    weigh, cases, over = weigh_of(known, likely)

    def limits(better: str, worse: str):
        return advantage(rows.analysis, rows.cells(better, worse), weigh, level).limits

    return replace(weighed(rows.analysis, weigh, names, limits, level, cases), over=over)


def weigh_of(known: Imprecise, likely: Likely) -> tuple[Weigh, int | None, Over]:
    """By money where costs were set, else by normalized cost; for how many cases; over what.

    PC(+) alone tells no money: where it has a distribution of its own, costs are normalized.
    """
    if isinstance(likely, Beta):
        return by_normalized_cost(likely), None, (("PC(+)", likely),)
    if known.cost_fn == known.cost_fp == (1, 1):
        pcf = _over(known.pcf, likely and likely.pcf)
        return by_normalized_cost(pcf), None, (("PC(+)", pcf),)
    given = (likely.prior, likely.cost_fn, likely.cost_fp) if likely else (None,) * 3
    over = tuple(map(_over, (known.prior, known.cost_fn, known.cost_fp), given))
    return by_money(*over), spoken_cases(sum(known.prior) / 2), tuple(zip(OVER, over))


def _over(ends: Range, mode: float | None) -> Distribution:
    """Within the range, most likely at `mode` or where that comes nearest."""
    low, high = ends
    return between(low, high, None if mode is None else min(max(mode, low), high))
