"""Numbers as they can be typed: the shortest decimal that makes the same calls."""

from decimal import ROUND_FLOOR, Context, Decimal
from functools import lru_cache
from math import inf

DIGITS = 17  # no double needs more


@lru_cache(maxsize=20_000)  # a page asks for the same ones again and again
def shortest_between(below: float, threshold: float) -> str:
    """Shortest decimal in (below, threshold]; `below` is the next lower score, or -inf.

    Typed into the rule score >= t it calls exactly the rows that the threshold calls.
    """
    if below < 0 <= threshold:
        return "0"
    exact = Decimal(repr(threshold))
    for digits in range(1, DIGITS + 1):
        near = Context(prec=digits, rounding=ROUND_FLOOR).plus(exact)
        if below < float(near) <= threshold:
            return _plain(near)
    return repr(threshold)


def threshold_text(thresholds, index: int) -> str | None:
    """The threshold at `index` of a falling array, as it can be typed; None for the infinite one.

    thresholds (k + 1,) as in Counts.
    """
    threshold = float(thresholds[index])
    if threshold == inf:
        return None
    below = float(thresholds[index + 1]) if index + 1 < len(thresholds) else -inf
    return shortest_between(below, threshold)


def _plain(number: Decimal) -> str:
    """Without an exponent where that is readable, without trailing zeros always."""
    number = number.normalize()
    if -6 <= number.adjusted() <= 15:
        return f"{number:f}"
    return f"{number:e}".replace("e+", "e")
