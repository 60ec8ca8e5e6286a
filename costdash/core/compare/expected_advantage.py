"""How sure it is that one model costs less than another in expectation."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.expected_cost import Weights, expected_cost
from costdash.core.compare.paired_bootstrap import paired_replicates, path_of, replicated_gaps
from costdash.core.compare.paired_sample import JointCells
from costdash.core.resample.bands import percentile_limits
from costdash.core.resample.bootstrap import MIN_ROWS
from costdash.core.resample.streams import Stream, generator
from costdash.core.types import Floats, Interval


@dataclass(frozen=True, slots=True)
class Advantage:
    """By how much the expected cost of `worse` exceeds that of `better`; limits are percentile.

    limits are None where a class has too few rows for a band.
    """

    better: str
    worse: str
    value: float
    limits: Interval | None


def advantage(
    analysis: Analysis,
    cells: JointCells,
    weigh: Callable[[Floats], Weights],
    level: float | None = None,
) -> Advantage:
    """Of the better of two models over the other, in replicates of the same rows.

    cells are those of the pair; weigh gives the weights of a hull by its ties. The same seed
    gives the same limits.
    """
    level = analysis.level if level is None else level
    names = cells.names
    hulls = tuple(analysis.models[name].hull for name in names)
    first, second = (expected_cost(hull, weigh(hull.tie)) for hull in hulls)
    better, worse = names if first <= second else names[::-1]
    if cells.smallest_class < MIN_ROWS:
        return Advantage(better, worse, abs(second - first), None)
    path = path_of(*hulls)
    places = (analysis.place[name] for name in names)
    rng = generator(analysis.seed, Stream.EXPECTED_ADVANTAGE, *places)
    replicates = paired_replicates(cells, analysis.n_replicates, rng)
    fpr, tpr, _ = replicated_gaps(cells, path, replicates, rng)
    gaps = weigh(path.edge[1:-1]).difference(fpr, tpr)
    gaps = -gaps if first <= second else gaps
    return Advantage(better, worse, abs(second - first), _limits(gaps, abs(second - first), level))


def _limits(drawn: Floats, known: float, level: float) -> Interval:
    """Percentile limits, widened to hold what is known."""
    low, high = percentile_limits(np.sort(drawn), known, level)
    return float(low), float(high)
