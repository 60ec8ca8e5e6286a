"""A hold-out split of the rows of a sample, and codes of any other division."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from costdash.core.types import Bools

Rows = Bools | slice  # rows to keep


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """A hold-out split: one part to choose model and threshold, the other to evaluate them.

    Parameters
    ----------
    in_evaluation : ndarray of bool, shape (n,)
        True for rows of the evaluation part, False for rows of the selection part.
    choose_on, judge_on : str
        Names of the selection part and of the evaluation part.

    References
    ----------
    Fawcett (2004), section 7.4.5.

    Examples
    --------
    >>> import numpy as np
    >>> split = Split(np.array([False, True, True]), judge_on="2024")
    >>> split[1:].in_evaluation, split.judge_on
    (array([ True,  True]), '2024')
    """

    in_evaluation: Bools
    choose_on: str = "validation"
    judge_on: str = "test"

    def __getitem__(self, rows: Rows) -> "Split":
        """The split of some of the rows, by index as of an array."""
        return replace(self, in_evaluation=self.in_evaluation[rows])


def codes_of(labels: NDArray) -> NDArray[np.intp]:
    """Labels of any kind (n,) as integers from 0."""
    return np.unique(labels, return_inverse=True)[1]
