"""A classifier that is given only as the four counts of its confusion matrix."""

from dataclasses import dataclass
from numbers import Integral

import numpy as np

from costdash.core.sample.counts import Counts

LARGEST = 2**30  # a class of more cases could overflow the exact products of counts


@dataclass(frozen=True, slots=True)
class ConfusionMatrix:
    """The four counts of a classifier on a separate test set.

    The classifier is one point in ROC space, with a line to each trivial classifier. Nothing is
    known of single cases, so it is compared with other classifiers as an independent sample.

    Parameters
    ----------
    tp, fn, fp, tn : int
        True positives, false negatives, false positives and true negatives; not negative. Both
        classes must have a case.

    Raises
    ------
    ValueError
        If a count is negative or no whole number, or a class has no case.

    References
    ----------
    Fawcett (2004), section 2. Provost & Fawcett (1997), figure 4.

    Examples
    --------
    >>> matrix = ConfusionMatrix(tp=150, fn=40, fp=60, tn=250)
    >>> matrix.positives, matrix.negatives, matrix.counts.fpr.round(3).tolist()
    (190, 310, [0.0, 0.194, 1.0])
    """

    tp: int
    fn: int
    fp: int
    tn: int

    def __post_init__(self) -> None:
        for name in ("tp", "fn", "fp", "tn"):
            given = getattr(self, name)
            if isinstance(given, bool) or not isinstance(given, Integral):
                raise ValueError(f"{name} must be a whole number, got {given!r}")
            if given < 0:
                raise ValueError(f"{name} must not be negative, got {given}")
            object.__setattr__(self, name, int(given))
        for name, total in (("positive", self.positives), ("negative", self.negatives)):
            if not total:
                raise ValueError(f"both classes must have a case, got no {name} case")
            if total > LARGEST:
                raise ValueError(f"a class must have at most {LARGEST:,} cases, got {total:,}")

    @property
    def positives(self) -> int:
        """Number of positive cases."""
        return self.tp + self.fn

    @property
    def negatives(self) -> int:
        """Number of negative cases."""
        return self.fp + self.tn

    @property
    def counts(self) -> Counts:
        """Counts as of rows whose score is 1 if the classifier calls them positive, else 0."""
        every = Counts(
            np.array([np.inf, 1.0, 0.0]),
            tp=np.array([0, self.tp, self.positives]),
            fp=np.array([0, self.fp, self.negatives]),
        )
        reached = [
            0,
            *(i for i in (1, 2) if every.tp[i] + every.fp[i] > every.tp[i - 1] + every.fp[i - 1]),
        ]
        return every.take(np.array(reached))

    @property
    def cells(self) -> tuple[int, int, int, int]:
        """tp, fn, fp and tn."""
        return self.tp, self.fn, self.fp, self.tn
