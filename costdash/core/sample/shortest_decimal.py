"""Thresholds as text: the shortest decimal that calls the same rows positive."""

from decimal import ROUND_FLOOR, Context, Decimal
from functools import lru_cache
from math import inf

from costdash.core.types import Floats

DIGITS = 17  # significant digits that identify any double


@lru_cache(maxsize=20_000)  # the page shows the same thresholds again and again
def shortest_between(below: float, threshold: float) -> str:
    """The shortest decimal in (below, threshold], without exponent unless very large or small.

    As t in the rule score >= t it calls exactly the rows that the threshold calls.
    """
    if below < 0 <= threshold:
        return "0"
    exact = Decimal(repr(threshold))
    for digits in range(1, DIGITS + 1):
        near = Context(prec=digits, rounding=ROUND_FLOOR).plus(exact)
        if below < float(near) <= threshold:
            return plain_decimal(near)
    return repr(threshold)


def threshold_text(thresholds: Floats, index: int) -> str | None:
    """Return the shortest text of a threshold that calls the same rows positive.

    Parameters
    ----------
    thresholds : ndarray, shape (k + 1,)
        Falling from +inf, as in `Counts`.
    index : int
        Place of the threshold.

    Returns
    -------
    str or None
        The decimal; None for the infinite threshold.

    Examples
    --------
    >>> from costdash.core import count
    >>> counts = count([1, 1, 0], [0.9137, 0.7361, 0.7302])
    >>> threshold_text(counts.threshold, 1), threshold_text(counts.threshold, 2)
    ('0.9', '0.736')
    """
    threshold = float(thresholds[index])
    if threshold == inf:
        return None
    below = float(thresholds[index + 1]) if index + 1 < len(thresholds) else -inf
    return shortest_between(below, threshold)


def plain_decimal(number: Decimal) -> str:
    """Without trailing zeros, and without exponent for numbers from 1e-6 to 1e16."""
    number = number.normalize()
    if -6 <= number.adjusted() <= 15:
        return f"{number:f}"
    return f"{number:e}".replace("e+", "e")
