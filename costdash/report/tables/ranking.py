"""Models ranked by what they cost in expectation, with the bands of their leads."""

from collections.abc import Sequence
from dataclasses import replace

from costdash.core.compare.expected_advantage import advantage
from costdash.core.conditions.distributions import Beta, Distribution, between
from costdash.core.conditions.intervals import Imprecise, Range
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.report.derived import Rows
from costdash.report.tables.weighing import (
    Over,
    Weigh,
    Weighing,
    by_money,
    by_normalized_cost,
    weighed,
)
from costdash.wording import spoken_cases

OVER = ("the prior", "a missed positive", "a false alarm")
Likely = OperatingPoint | Beta | None


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
