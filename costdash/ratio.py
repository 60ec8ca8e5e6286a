"""What a missed positive costs beside a false alarm, always with its direction."""

from costdash.core.conditions.intervals import Range
from costdash.wording import digits_apart, number


def ratio_range(ratio: Range) -> str:
    """Least and greatest of cost_fn / cost_fp in words; a single value where they are equal.

    >>> ratio_range((50, 200))
    'a missed positive costs 50 to 200 times a false alarm'
    >>> ratio_range((0.05, 0.2))
    'a false alarm costs 5 to 20 times a missed positive'
    """
    low, high = ratio
    dear, cheap = "missed positive", "false alarm"
    if low <= high <= 1 and low < 1:
        low, high, dear, cheap = 1 / high, 1 / low, cheap, dear
    if low == high == 1:
        return f"a {dear} and a {cheap} are equally costly"
    return f"a {dear} costs {span(low, high)} times a {cheap}"


def ratio_beyond(ratio: float, now: float) -> str:
    """On the far side of `ratio`, seen from `now`, as what would have to be.

    >>> ratio_beyond(34, 50)
    'if a missed positive cost less than 34 times a false alarm'
    >>> ratio_beyond(0.5, 1)
    'if a false alarm cost more than 2 times a missed positive'
    """
    more, dear, cheap = ratio >= now, "missed positive", "false alarm"
    if ratio < 1:
        ratio, now, more, dear, cheap = 1 / ratio, 1 / now, not more, cheap, dear
    times = number(ratio, digits_apart(ratio, now))
    return f"if a {dear} cost {'more' if more else 'less'} than {times} times a {cheap}"


def span(low: float, high: float, unit: str = "") -> str:
    """Two ends told apart, or one value.

    >>> span(0.3, 1, " %"), span(2, 2)
    ('0.3 % to 1 %', '2')
    """
    digits = digits_apart(low, high)
    ends = [number(low, digits) + unit, number(high, digits) + unit]
    return ends[0] if ends[0] == ends[1] else " to ".join(ends)
