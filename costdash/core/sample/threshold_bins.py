"""The strictest of some thresholds that calls each row."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from costdash.core.types import Floats

Bins = NDArray[np.int32]  # of rows; half the memory of indices
MANY = 50_000  # rows from which on a table of cells is quicker than a search for every row
DOUBLINGS = 24  # of the distance from the least threshold that cells tell apart
SHIFT = 10  # bits of a float32's fraction, which has 23, that cells ignore
CELLS = DOUBLINGS << (23 - SHIFT)


def threshold_bins(score: Floats, threshold: Floats) -> Bins:
    """Index (n,) of the strictest threshold (k,) that calls each row (n,); k for none.

    threshold: falling, possibly from +inf. -0.0 ties with 0.0.

    Examples
    --------
    >>> import numpy as np
    >>> threshold_bins(np.array([0.9, 0.5, 0.1]), np.array([np.inf, 0.5, 0.2])).tolist()
    [1, 1, 3]
    """
    rising = threshold[::-1]
    finite = rising[np.isfinite(rising)]
    if score.size < MANY or not finite.size:
        return _searched(score, rising)
    cells = _Cells.between(finite[0], finite[-1])
    held = np.bincount(cells.of(rising), minlength=CELLS + 2)
    stricter = (rising.size - held.cumsum()).astype(np.int32)
    cell = cells.of(score)
    bins: Bins = stricter[cell]
    unsure = np.flatnonzero((held > 0)[cell])  # a threshold lies in the cell
    bins[unsure] = _searched(score[unsure], rising)
    return bins


def _searched(score: Floats, rising: Floats) -> Bins:
    return (rising.size - np.searchsorted(rising, score, side="right")).astype(np.int32)


@dataclass(frozen=True, slots=True)
class _Cells:
    """Cells of scores, in the order of the scores: the first bits of the distance from `least`.

    Equally many cells tell the scores of each doubling of the distance apart, so that cells are
    narrow near the least threshold, where scores of rare positives crowd. offset: the first cell.
    """

    least: float
    offset: int

    @classmethod
    def between(cls, least: float, most: float) -> Self:
        with np.errstate(over="ignore"):
            span = np.array([most - least], dtype=np.float32)
        return cls(least, int(span.view(np.int32)[0] >> SHIFT) - CELLS)

    def of(self, score: Floats) -> NDArray[np.int32]:
        """From 0 to CELLS + 1."""
        with np.errstate(over="ignore"):
            distance = np.subtract(score, self.least).astype(np.float32)
        cell = distance.view(np.int32)  # rises with the distance, and is negative below 0
        cell >>= SHIFT
        cell -= self.offset
        return cell.clip(0, CELLS + 1, out=cell)
