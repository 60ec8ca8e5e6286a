"""Models ranked by what they cost in expectation, with the bands of their leads."""

from collections.abc import Sequence

from costdash.core.distributions import Distribution, between
from costdash.core.expectations import advantage
from costdash.core.operating_point import OperatingPoint
from costdash.core.ranges import Imprecise, Range
from costdash.report.numbers import spoken_cases
from costdash.report.rows import Rows
from costdash.report.weighing import Weigh, Weighing, by_money, by_normalized_cost, weighed


def ranking(
    rows: Rows,
    known: Imprecise,
    likely: OperatingPoint | None,
    names: Sequence[str],
    level: float,
) -> Weighing:
    """The named models while prior and costs are only known as ranges.

    likely: the most likely values; without them all values of a range are equally likely. The
    rows are read once per pair of neighbours.
    """
    weigh, cases = weigh_of(known, likely)

    def limits(better: str, worse: str):
        return advantage(rows.analysis, rows.cells(better, worse), weigh, level).limits

    return weighed(rows.analysis, weigh, names, limits, level, cases)


def weigh_of(known: Imprecise, likely: OperatingPoint | None) -> tuple[Weigh, int | None]:
    """By money where costs were set, else by normalized cost; and for how many cases it is told."""
    if known.cost_fn == known.cost_fp == (1, 1):
        low, high = known.pcf
        return by_normalized_cost(_over((low, high), likely and likely.pcf)), None
    given = (likely.prior, likely.cost_fn, likely.cost_fp) if likely else (None,) * 3
    over = map(_over, (known.prior, known.cost_fn, known.cost_fp), given)
    return by_money(*over), spoken_cases(sum(known.prior) / 2)


def _over(ends: Range, mode: float | None) -> Distribution:
    """Within the range, most likely at `mode` or where that comes nearest."""
    low, high = ends
    return between(low, high, None if mode is None else min(max(mode, low), high))
