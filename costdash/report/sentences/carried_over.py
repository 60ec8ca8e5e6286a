"""Today's rule, carried over to another model, in a sentence."""

from math import isinf

from costdash.core import OperatingPoint
from costdash.core.compare.carried_over import CarriedOver
from costdash.wording import number, percent


def carried_words(carried: CarriedOver, point: OperatingPoint, level: float) -> str:
    """As many alerts as today: network ≥ 0.94 (95 %: 0.93 to 0.95), 5.5 % of cases."""
    if isinf(carried.threshold):
        return f"No threshold of {carried.model} does as little as today's rule."
    what, of = "As many alerts as today", "cases"
    if carried.by == "found":
        what, of = "As many positives found as today", "positives"
    low, high = (number(end, 4) for end in carried.interval)
    rule = f"{carried.model} ≥ {number(carried.threshold, 4)} ({percent(level)}: {low} to {high})"
    today, now = carried.share
    shares = f"{percent(now)} of {of}"
    if percent(now) != percent(today):
        shares += f", today {percent(today)}"
    same = f"{percent(carried.both)} of the cases that one of the two flags are flagged by both"
    return f"{what}: {rule}, {shares}. {same}."
