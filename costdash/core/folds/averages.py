"""Averages of several folds' curves: what corresponds to what makes the difference.

A model's area and cost, averaged over the folds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.folds.folds import Folds
from costdash.core.resample.bands import tpr_at_fpr
from costdash.core.sample.counts import Counts, pooled_thresholds
from costdash.core.types import Floats

THRESHOLDS = 200  # of the pooled distinct scores, at which threshold averages are taken
FPRS = 1000  # at most, at which vertical averages are taken


@dataclass(frozen=True, slots=True, eq=False)
class Mean:
    """Mean over folds (m,) and its limits; nan limits where there is one fold."""

    value: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Average:
    """Points of the folds, put into correspondence: column j of fpr, tpr (f, m) is averaged.

    at (m,) is what the points of a column share: the fpr (vertical), the threshold, or, for the
    cost average, the pcf up to which they are each fold's cheapest. hull is that of the mean
    points: in cost space it is what the average costs with one choice among the columns.
    Drummond & Holte (2004), section 7.
    """

    kind: str
    at: Floats
    fpr: Floats
    tpr: Floats
    hull: Hull

    def roc(self, level: float) -> tuple[Mean, Mean]:
        """Mean fpr and mean tpr (m,) of every column, each with Student's limits over folds."""
        return mean_over_folds(self.fpr, level), mean_over_folds(self.tpr, level)

    def cost(self, pcf: ArrayLike, level: float) -> Mean:
        """Mean nec (m,) of the folds at pcf (m,), at the column that is cheapest on average."""
        pcf = np.asarray(pcf, dtype=float)
        column = self.hull.index[self.hull.cheapest(pcf)]
        nec = normalized_expected_cost(self.fpr[:, column], self.tpr[:, column], pcf)
        return mean_over_folds(nec, level)


def vertical_average(counts: Sequence[Counts], fpr: ArrayLike | None = None) -> Average:
    """Mean tpr at fixed fpr (m,), from 0 to 1. Fawcett (2004), algorithm 4.

    By default at every fpr of the folds, or at FPRS of them evenly by rank. Where a curve rises
    vertically its top is taken.
    """
    given = np.concatenate([c.fpr for c in counts]) if fpr is None else fpr
    at = np.unique(np.asarray(given, dtype=float))
    if fpr is None and at.size > FPRS:
        at = at[np.linspace(0, at.size - 1, FPRS).round().astype(np.intp)]
    tpr = np.stack([tpr_at_fpr(at, c.fpr, c.tpr) for c in counts])
    return _average("vertical", at, np.broadcast_to(at, tpr.shape), tpr)


def threshold_average(counts: Sequence[Counts], threshold: ArrayLike | None = None) -> Average:
    """Mean point at fixed thresholds, by default at +inf and THRESHOLDS of the pooled scores.

    Each fold gives the point of its rule score >= threshold: Fawcett (2004), algorithm 5, with
    erratum 14 mended. threshold (m,) must begin at +inf and end at the lowest pooled score.
    """
    at = sampled_thresholds(counts) if threshold is None else np.asarray(threshold, dtype=float)
    index = [c.index(at) for c in counts]
    fpr = np.stack([c.fpr[i] for c, i in zip(counts, index)])
    return _average("threshold", at, fpr, np.stack([c.tpr[i] for c, i in zip(counts, index)]))


def cost_average(hulls: Sequence[Hull]) -> Average:
    """Mean nec of the folds' envelopes, each fold at its own optimum for every pcf.

    Between two ties of any fold the cheapest vertices stay the same, so that their mean is one
    vertex of the average. Drummond & Holte (2004), section 7; (2000), section 2.2.3.
    """
    ends = np.append(np.unique(np.concatenate([hull.tie for hull in hulls])), 1.0)
    vertex = [np.append(hull.cheapest(ends[:-1]), hull.fpr.size - 1) for hull in hulls]
    fpr = np.stack([hull.fpr[v] for hull, v in zip(hulls, vertex)])
    return _average("cost", ends, fpr, np.stack([h.tpr[v] for h, v in zip(hulls, vertex)]))


def sampled_thresholds(counts: Sequence[Counts], n: int = THRESHOLDS) -> Floats:
    """+inf, and n of the pooled distinct scores evenly by rank, both ends among them."""
    pooled = pooled_thresholds(counts)
    kept = np.linspace(1, pooled.size - 1, min(n, pooled.size - 1)).round().astype(np.intp)
    return pooled[np.append(0, kept)]


def mean_over_folds(values: Floats, level: float) -> Mean:
    """Mean of values (f, m) and Student's interval with f - 1 degrees of freedom, in [0, 1].

    Folds share training rows, so that their values are not independent and the interval is a
    rough one. Raises ValueError unless 0 < level < 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    folds, mean = values.shape[0], values.mean(axis=0)
    if folds < 2:
        nothing = np.full(mean.shape, np.nan)
        return Mean(mean, nothing, nothing)
    half = stdtrit(folds - 1, (1 + level) / 2) * values.std(axis=0, ddof=1) / np.sqrt(folds)
    return Mean(mean, (mean - half).clip(0, 1), (mean + half).clip(0, 1))


def _average(kind: str, at: NDArray, fpr: Floats, tpr: Floats) -> Average:
    mean = Counts(at, tpr.mean(axis=0), fpr.mean(axis=0))
    return Average(kind, at, fpr, tpr, convex_hull(mean))


@dataclass(frozen=True, slots=True, eq=False)
class FoldMeans:
    """Means (1,) over folds with Student's limits: of auc, and of nec at each fold's optimum."""

    auc: Mean
    nec: Mean


def fold_means(folds: Folds, pcf: float, level: float) -> FoldMeans:
    """At one PC(+). Drummond & Holte (2004), section 7. Raises ValueError unless 0 < level < 1."""
    return FoldMeans(
        auc=mean_over_folds(np.array(folds.auc)[:, None], level),
        nec=cost_average(list(folds.hulls.values())).cost([pcf], level),
    )
