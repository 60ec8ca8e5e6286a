"""How the rows with a label were chosen, where labels exist only where somebody looked.

Rows of a stratum that somebody looked at stand for all rows of the stratum, as in a stratified
sample. Rows of a stratum that nobody looked at have no outcome: their share of positives is known
only as a range.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.split import Rows
from costdash.core.types import Floats, Interval

UNKNOWN: Interval = (0.0, 1.0)  # share of positives of rows that nobody looked at


@dataclass(frozen=True, slots=True)
class Stratum:
    """A part of the file: its rows, those with a label, and the positives among these.

    >>> Stratum("below 0.5", rows=200, labelled=20, positives=3).weight
    10.0
    """

    name: str
    rows: int
    labelled: int
    positives: int

    @property
    def weight(self) -> float | None:
        """How many rows each labelled row stands for; None if nobody looked at the stratum."""
        return self.rows / self.labelled if self.labelled else None


@dataclass(frozen=True, slots=True, eq=False)
class BlindRows:
    """Rows of strata that nobody looked at: their scores (b,) by model, their share of positives.

    >>> BlindRows({"rf": np.array([0.9, 0.7])}, (0.1, 0.5)).rows
    2
    """

    scores: Mapping[str, Floats]
    positives: Interval = UNKNOWN

    def __post_init__(self) -> None:
        low, high = self.positives
        if not 0 <= low <= high <= 1:
            raise ValueError(f"blind positives must be a range within 0 and 1, got {low}, {high}")

    @property
    def rows(self) -> int:
        """Number of rows, b."""
        return int(next(iter(self.scores.values())).size)


@dataclass(frozen=True, slots=True, eq=False)
class Verification:
    """The strata of labelled rows, of which the weights say how many rows each stands for.

    Parameters
    ----------
    stratum : ndarray of int, shape (n,)
        Place in `strata` of each labelled row.
    strata : tuple of Stratum
        All strata, also those without a label; empty if a column gives each row's chance.
    blind : BlindRows, optional
        The rows of the strata without a label.

    Examples
    --------
    >>> strata = Stratum("flagged", 2, 2, 1), Stratum("other", 30, 3, 0)
    >>> Verification(np.array([0, 0, 1, 1, 1]), strata).weight
    array([ 1.,  1., 10., 10., 10.])
    """

    stratum: NDArray[np.intp]
    strata: tuple[Stratum, ...] = field(default=())
    blind: BlindRows | None = None

    def __getitem__(self, rows: Rows | NDArray[np.intp]) -> "Verification":
        """The verification of some of the rows, by index as of an array."""
        return replace(self, stratum=self.stratum[rows])

    @property
    def weight(self) -> Floats:
        """Number of rows (n,) that each labelled row stands for. Raises ValueError without strata.

        Horvitz & Thompson (1952), section 3, with chances of labelled / rows in each stratum.
        """
        if not self.strata:
            raise ValueError("chances of single rows have no strata")
        of_stratum = np.array([stratum.weight or 0.0 for stratum in self.strata])
        weight: Floats = of_stratum[self.stratum]
        return weight
