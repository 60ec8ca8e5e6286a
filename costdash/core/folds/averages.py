"""Averages of the folds' curves (vertical, by threshold, by cost), and means over folds.

The averages differ in which points of the folds' curves they put into correspondence.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.folds.folds import Folds
from costdash.core.resample.roc_interpolation import tpr_at_fpr
from costdash.core.sample.counts import Counts, pooled_thresholds
from costdash.core.types import Floats

THRESHOLDS = 200  # pooled distinct scores at which threshold averages are taken
# The thresholds of all folds are chosen on nearly the same rows, so their costs are dependent. The
# error of the mean, simulated with 3 to 20 folds, is 1.0 to 1.4 times Student's. With this factor
# 90 % limits cover 85 to 95 %, and without it 80 to 91 %.
SHARED = 1.2
FPRS = 1000  # values of fpr, at most, at which vertical averages are taken


@dataclass(frozen=True, slots=True, eq=False)
class Mean:
    """Mean over folds and its limits, (m,) each; limits are nan for a single fold."""

    value: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Average:
    """Corresponding points of the folds: each column of fpr, tpr (f, m) is averaged.

    kind is "vertical", "threshold" or "cost". at (m,) is what the points of a column share: the
    fpr, the threshold, or (cost) the pcf up to which they are each fold's cheapest. hull is that
    of the mean points: in cost space, the cost of the average with one choice among the columns.
    Drummond & Holte (2004), section 7.
    """

    kind: str
    at: Floats
    fpr: Floats
    tpr: Floats
    hull: Hull

    def roc(self, level: float) -> tuple[Mean, Mean]:
        """Mean fpr and mean tpr (m,) of every column, each with Student's limits."""
        return mean_over_folds(self.fpr, level), mean_over_folds(self.tpr, level)

    def cost(self, pcf: ArrayLike, level: float) -> Mean:
        """Mean nec (m,) over folds at pcf (m,), of the column that is cheapest on average."""
        pcf = np.asarray(pcf, dtype=float)
        column = self.hull.index[self.hull.cheapest(pcf)]
        nec = normalized_expected_cost(self.fpr[:, column], self.tpr[:, column], pcf)
        return mean_over_folds(nec, level, 1.0 if self.hull.convex else SHARED)


def vertical_average(counts: Sequence[Counts], fpr: ArrayLike | None = None) -> Average:
    """Vertical average of ROC curves: mean tpr at fixed fpr.

    Parameters
    ----------
    counts : sequence of Counts
        Counts of the f folds.
    fpr : array_like, optional
        Values of fpr (m,), from 0 to 1; by default every fpr of the folds, or FPRS of them evenly
        by rank.

    Returns
    -------
    Average
        Points fpr, tpr (f, m). On a vertical step the top is taken.

    References
    ----------
    Fawcett (2004), algorithm 4.

    Examples
    --------
    >>> from costdash.core import Predictions, by_fold, vertical_average
    >>> sample = Predictions(
    ...     is_positive=[0, 1, 0, 1], scores={"rf": [0.1, 0.9, 0.4, 0.3]}, fold=[1, 1, 2, 2]
    ... )
    >>> average = vertical_average(list(by_fold(sample, "rf").values()), fpr=[0, 0.5, 1])
    >>> average.roc(level=0.95)[1].value.tolist()  # mean tpr of a perfect and a reversed fold
    [0.5, 0.5, 1.0]
    """
    given = np.concatenate([c.fpr for c in counts]) if fpr is None else fpr
    at = np.unique(np.asarray(given, dtype=float))
    if fpr is None and at.size > FPRS:
        at = at[np.linspace(0, at.size - 1, FPRS).round().astype(np.intp)]
    tpr = np.stack([tpr_at_fpr(at, c.fpr, c.tpr) for c in counts])
    return _average("vertical", at, np.broadcast_to(at, tpr.shape), tpr)


def vertical_steps(counts: Sequence[Counts], average: Average) -> tuple[Floats, Floats]:
    """fpr and mean tpr (2m,) of the vertical average as a line: foot and top of every step."""
    foot = np.stack([-np.interp(-average.at, -c.fpr[::-1], -c.tpr[::-1]) for c in counts])
    heights = foot.mean(axis=0), average.tpr.mean(axis=0)
    return np.repeat(average.at, 2), np.column_stack(heights).ravel()


def threshold_average(counts: Sequence[Counts], threshold: ArrayLike | None = None) -> Average:
    """Threshold average of ROC curves: mean point of the rule score >= threshold.

    Parameters
    ----------
    counts : sequence of Counts
        Counts of the f folds.
    threshold : array_like, optional
        Thresholds (m,), from +inf to the lowest pooled score; by default +inf and THRESHOLDS of
        the pooled scores.

    Returns
    -------
    Average
        Points fpr, tpr (f, m).

    References
    ----------
    Fawcett (2004), algorithm 5, with erratum 14 corrected (docs/numbers/errata.md).

    Examples
    --------
    >>> import numpy as np
    >>> from costdash.core import Predictions, by_fold, threshold_average
    >>> sample = Predictions(
    ...     is_positive=[0, 1, 0, 1], scores={"rf": [0.1, 0.9, 0.4, 0.3]}, fold=[1, 1, 2, 2]
    ... )
    >>> average = threshold_average(list(by_fold(sample, "rf").values()), [np.inf, 0.4, 0.1])
    >>> [mean.value.tolist() for mean in average.roc(level=0.95)]
    [[0.0, 0.5, 1.0], [0.0, 0.5, 1.0]]
    """
    at = sampled_thresholds(counts) if threshold is None else np.asarray(threshold, dtype=float)
    index = [c.index(at) for c in counts]
    fpr = np.stack([c.fpr[i] for c, i in zip(counts, index)])
    return _average("threshold", at, fpr, np.stack([c.tpr[i] for c, i in zip(counts, index)]))


def cost_average(hulls: Sequence[Hull]) -> Average:
    """Cost average: mean nec of the folds' lower envelopes, each fold at its own optimum.

    Parameters
    ----------
    hulls : sequence of Hull
        Hulls of the f folds.

    Returns
    -------
    Average
        Points fpr, tpr (f, m), one column for each interval of pcf between two ties of any fold.
        There the cheapest vertices do not change, so their mean is one vertex of the average.

    References
    ----------
    Drummond & Holte (2004), section 7; (2000), section 2.2.3.

    Examples
    --------
    >>> from costdash.core import Predictions, cost_average, folds_of
    >>> sample = Predictions(
    ...     is_positive=[0, 1, 0, 1], scores={"rf": [0.1, 0.9, 0.4, 0.3]}, fold=[1, 1, 2, 2]
    ... )
    >>> hulls = list(folds_of(sample, "rf").hulls.values())
    >>> cost_average(hulls).cost([0.5], level=0.95).value.tolist()  # mean of 0 and 0.5
    [0.25]
    """
    ends = np.append(np.unique(np.concatenate([hull.tie for hull in hulls])), 1.0)
    vertex = [np.append(hull.cheapest(ends[:-1]), hull.fpr.size - 1) for hull in hulls]
    fpr = np.stack([hull.fpr[v] for hull, v in zip(hulls, vertex)])
    return _average("cost", ends, fpr, np.stack([h.tpr[v] for h, v in zip(hulls, vertex)]))


def evaluated_average(folds: Folds) -> Average:
    """As `cost_average`, with each fold at the thresholds that the other folds choose.

    Its limits are for the cost of a threshold that is chosen by these rows and used on new ones. At
    their own optima the folds look cheaper than any threshold is.
    """
    average = cost_average(list(folds.evaluated.values()))
    fpr, tpr = average.fpr.mean(axis=0), average.tpr.mean(axis=0)
    column = np.arange(fpr.size)
    owner = ((folds.name,),) * fpr.size
    ends = average.at
    hull = Hull(ends, fpr, tpr, tie=ends[:-1], owner=owner, index=column, convex=False)
    return replace(average, hull=hull)


def sampled_thresholds(counts: Sequence[Counts], n: int = THRESHOLDS) -> Floats:
    """+inf and n of the pooled distinct scores, evenly by rank, with both ends."""
    pooled = pooled_thresholds(counts)
    retained = np.linspace(1, pooled.size - 1, min(n, pooled.size - 1)).round().astype(np.intp)
    return pooled[np.append(0, retained)]


def mean_over_folds(values: Floats, level: float, factor: float = 1.0) -> Mean:
    """Mean over folds of values (f, m), and Student's interval within [0, 1].

    It has f - 1 degrees of freedom. Folds share training rows, so their values are not
    independent and the interval is rough. factor: widens it.
    Raises ValueError unless 0 < level < 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    folds, mean = values.shape[0], values.mean(axis=0)
    if folds < 2:
        unknown = np.full(mean.shape, np.nan)
        return Mean(mean, unknown, unknown)
    half = (
        factor * stdtrit(folds - 1, (1 + level) / 2) * values.std(axis=0, ddof=1) / np.sqrt(folds)
    )
    return Mean(mean, (mean - half).clip(0, 1), (mean + half).clip(0, 1))


def _average(kind: str, at: NDArray, fpr: Floats, tpr: Floats) -> Average:
    mean = Counts(at, tpr.mean(axis=0), fpr.mean(axis=0))
    return Average(kind, at, fpr, tpr, convex_hull(mean))


@dataclass(frozen=True, slots=True, eq=False)
class FoldMeans:
    """Means over folds, (1,) each, of the AUC and of nec at the other folds' optimum."""

    auc: Mean
    nec: Mean


def fold_means(folds: Folds, pcf: float, level: float) -> FoldMeans:
    """Means over folds at one pcf, each fold judged at the threshold chosen on the others.

    Raises ValueError unless 0 < level < 1.
    """
    return FoldMeans(
        auc=mean_over_folds(np.array(folds.auc)[:, None], level),
        nec=evaluated_average(folds).cost([pcf], level),
    )
