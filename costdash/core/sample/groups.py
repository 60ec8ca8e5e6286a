"""Rows that each stand for several, as an engine groups the rows of a table."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.counts import Counts
from costdash.core.sample.segment_column import GroupingColumn
from costdash.core.types import Floats

LEAST_SHARE = 1e-6  # of the mean weight of a cell: no row that stands for others weighs less


@dataclass(frozen=True, slots=True, eq=False)
class WeightSums:
    """How unequal the weights of one model's rows are, at the thresholds of its counts.

    rows: numbers of rows. squared: sums of their squared weights.
    """

    rows: Counts
    squared: Counts


@dataclass(frozen=True, slots=True)
class LabelledTotals:
    """All rows with a label, of which some lack a score.

    rows: their number. positives and negatives: sums of their weights. squared: sums of the squared
    weights of positives and of negatives; None if the weights count equal rows.
    """

    rows: int
    positives: float
    negatives: float
    squared: tuple[float, float] | None = None

    @property
    def prevalence_variance(self) -> float:
        """Sampling variance of the share of positives, each row being one unit."""
        total = self.positives + self.negatives
        share = self.positives / total
        of_positives, of_negatives = self.squared or (self.positives, self.negatives)
        return (of_positives * (1 - share) ** 2 + of_negatives * share**2) / total**2


@dataclass(frozen=True, slots=True, eq=False)
class SegmentRows:
    """Rows of one model grouped by segment and by the vertices of its hull that they reach.

    is_positive, score, times (m,): as of groups; the scores are the thresholds of these vertices.
    weight (m,): of each of the rows, if they have sampling weights. segments: one column.
    """

    is_positive: NDArray[np.bool_]
    score: Floats
    times: NDArray[np.int64]
    weight: Floats | None
    segments: dict[str, GroupingColumn]


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """The number of equally weighted rows that each row stands for, and their finer counts.

    Scores of grouped rows are retained thresholds: every row of a group reaches the same of them.
    So rates at these thresholds are exact, also those of two models together.

    Attributes
    ----------
    times : NDArray
        Number of rows in each group, (n,).
    counts : dict of str to Counts
        Counts of all rows, by model, at more thresholds than those of the groups.
    labelled : LabelledTotals or None
        All rows with a label, if rows without a score are left out.
    sums : dict of str to WeightSums
        If rows have weights: by model, as fine as its counts.
    by_segment : dict of str to SegmentRows
        By model, if a column of segments was counted too.

    Examples
    --------
    >>> groups = Groups(np.array([3, 1]))
    >>> groups.rows, groups.count("rf", np.array([True, False]), np.array([0.9, 0.2])).tp
    (4, array([0, 3, 3]))
    """

    times: NDArray[np.int64]
    counts: dict[str, Counts] = field(default_factory=dict)
    labelled: LabelledTotals | None = None
    sums: dict[str, WeightSums] = field(default_factory=dict)
    by_segment: dict[str, SegmentRows] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """Number of rows in all groups."""
        return int(self.times.sum())

    def count(
        self,
        name: str,
        is_positive: NDArray[np.bool_],
        score: NDArray,
        weight: Floats | None = None,
    ) -> Counts:
        """The finest available counts of the named model."""
        return self.counts.get(name) or self.count_groups(is_positive, score, weight)

    def count_groups(
        self, is_positive: NDArray[np.bool_], score: NDArray, weight: Floats | None = None
    ) -> Counts:
        """Counts at the scores (n,) of the groups, whose rows have the weight (n,) each."""
        mass = self.times if weight is None else self.times * weight
        threshold, place = np.unique(-score, return_inverse=True)
        sides = (
            np.bincount(place[part], mass[part], threshold.size)
            for part in (is_positive, ~is_positive)
        )
        tp, fp = (np.append(0, side.cumsum()).astype(mass.dtype) for side in sides)
        return Counts(np.append(np.inf, -threshold), tp, fp)

    def weight_sums(
        self, name: str, is_positive: NDArray[np.bool_], score: NDArray, weight: Floats
    ) -> WeightSums:
        """Rows and squared weights of the named model, at the thresholds of `count`."""
        return self.sums.get(name) or WeightSums(
            self.count_groups(is_positive, score),
            self.count_groups(is_positive, score, weight**2),
        )


def matching_rows(
    rows: NDArray[np.int64], weight: Floats, squared: Floats
) -> tuple[NDArray[np.intp], NDArray[np.int64], Floats]:
    """Two weights for each cell, and how many rows have each, that stand for its rows.

    rows (c,): number of rows in a cell; weight and squared (c,): sums of their weights and of
    these squared. Returns the cell (m,), how many rows there are (m,) and the weight (m,) of each.
    The three sums stay as they are, and so does the variance of all sums of resampled rows. A cell
    whose rows have equal weights gets one weight.

    Examples
    --------
    >>> matching_rows(np.array([4]), np.array([8.0]), np.array([20.0]))
    (array([0, 0]), array([2, 2]), array([3., 1.]))
    """
    mean = weight / rows
    variance = (squared / rows - mean**2).clip(0)
    uneven = (rows > 1) & (variance > 1e-12 * mean**2)
    ratio = (1 - LEAST_SHARE) ** 2 * mean**2 / np.where(uneven, variance, 1)
    heavy = np.where(uneven, np.clip(rows * ratio / (1 + ratio), 1, rows // 2), 0).astype(np.int64)
    light = rows - heavy
    below = np.sqrt(variance * heavy / light).clip(0, (1 - LEAST_SHARE) * mean)
    lighter = mean - below
    heavier = (weight - light * lighter) / heavy.clip(1)
    index = np.concatenate((np.flatnonzero(uneven), np.arange(rows.size)))
    times = np.concatenate((heavy[uneven], light))
    return index, times, np.concatenate((heavier[uneven], lighter))


def check_groups(groups: Groups | None, size: int, *single: object) -> None:
    """Raises ValueError unless there are `size` groups without data on single rows."""
    if groups is None:
        return
    if groups.times.shape != (size,) or groups.times.min() < 1:
        raise ValueError(f"times must hold {size} whole numbers of at least 1")
    if any(value is not None for value in single):
        raise ValueError("rows that stand for several have no fold, cluster or split")
