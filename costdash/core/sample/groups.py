"""Rows that each stand for several, as an engine groups the rows of a table."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.counts import Counts


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """How many rows each row stands for, and what is known of them besides.

    Scores of grouped rows are kept thresholds: every row of a group reaches the same of them. So
    rates at these thresholds are exact, also those of two models together.

    Attributes
    ----------
    times : NDArray
        Number of rows in each group, (n,).
    counts : dict of str to Counts
        Counts of all rows, by model, at more thresholds than those of the groups.
    labelled : tuple of int, or None
        Positives and negatives with a label, if rows without a score are left out.

    Examples
    --------
    >>> groups = Groups(np.array([3, 1]))
    >>> groups.rows, groups.count("rf", np.array([True, False]), np.array([0.9, 0.2])).tp
    (4, array([0, 3, 3]))
    """

    times: NDArray[np.int64]
    counts: dict[str, Counts] = field(default_factory=dict)
    labelled: tuple[int, int] | None = None

    @property
    def rows(self) -> int:
        """Number of rows in all groups."""
        return int(self.times.sum())

    def count(self, name: str, is_positive: NDArray[np.bool_], score: NDArray) -> Counts:
        """Counts of the named model, as fine as they are known."""
        return self.counts.get(name) or self.count_groups(is_positive, score)

    def count_groups(self, is_positive: NDArray[np.bool_], score: NDArray) -> Counts:
        """Counts at the scores (n,) of the groups."""
        threshold, place = np.unique(-score, return_inverse=True)
        sides = (
            np.bincount(place[part], self.times[part], threshold.size)
            for part in (is_positive, ~is_positive)
        )
        tp, fp = (np.append(0, side.cumsum()).astype(np.int64) for side in sides)
        return Counts(np.append(np.inf, -threshold), tp, fp)


def check_groups(groups: Groups | None, size: int, *single: object) -> None:
    """Raises ValueError unless there are `size` groups, and nothing is known of single rows."""
    if groups is None:
        return
    if groups.times.shape != (size,) or groups.times.min() < 1:
        raise ValueError(f"times must hold {size} whole numbers of at least 1")
    if any(one is not None for one in single):
        raise ValueError("rows that stand for several have no weight, fold, cluster or split")
