"""Models of a data set ranked by what they cost in expectation, with the bands of the leads."""

from costdash.core.distributions import Distribution, between
from costdash.core.expectations import advantage
from costdash.core.joint_cells import joint_cells
from costdash.core.operating_point import OperatingPoint
from costdash.core.ranges import Imprecise, Range
from costdash.report.numbers import spoken_cases
from costdash.report.weighing import Weigh, Weighing, by_money, by_normalized_cost, weighed
from costdash.web.analyses import analysis_of
from costdash.web.recent import lately


def weighing_of(
    token, session: str | None, names, weigh: Weigh, level: float, cases: int | None
) -> Weighing:
    """The models in `names` ranked; rows are read once per pair of neighbours. Raises Gone."""
    analysis = analysis_of(token, session)

    def limits(better: str, worse: str):
        pair = tuple(sorted((better, worse)))
        cells = lately(
            "cells", token, session, pair, lambda rows: joint_cells(rows, analysis, *pair)
        )
        return advantage(analysis, cells, weigh, level).limits

    return weighed(analysis, weigh, names, limits, level, cases)


def weigh_of(known: Imprecise, likely: OperatingPoint | None) -> tuple[Weigh, int | None]:
    """By money where costs were set, else by normalized cost; and for how many cases it is told.

    likely: the most likely values; without them all values of a range are equally likely.
    """
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
