"""Rounds thresholds for display: fewer digits where the extra cost is negligible."""

from collections.abc import Sequence
from decimal import Context, Decimal

import numpy as np

from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.sample.counts import Counts
from costdash.core.sample.shortest_decimal import DIGITS, plain_decimal, threshold_text

TOLERANCE = 1e-3  # share of its cost by which rounding may make a rule dearer

Rounded = tuple[str, float, float]  # a decimal, and fpr and tpr of the rule score >= decimal


def rounded_thresholds(counts: Counts, index: int) -> tuple[Rounded, ...]:
    """Return a threshold rounded to 1, 2, ... digits; the last decimal is equivalent to it.

    Parameters
    ----------
    counts : Counts
        Of the model.
    index : int
        Place of the threshold; 0, the infinite one, has none.

    Returns
    -------
    tuple of (str, float, float)
        Each decimal with the rates of the rule that it makes. Decimals that would call all or
        none are left out.
    """
    exact = threshold_text(counts.threshold, index)
    if exact is None:
        return ()
    threshold, rising = Decimal(repr(float(counts.threshold[index]))), counts.threshold[::-1]
    rounded: list[Rounded] = []
    for digits in range(1, DIGITS):
        text = plain_decimal(Context(prec=digits).plus(threshold))
        if len(text) >= len(exact):
            break
        at = rising.size - int(np.searchsorted(rising, float(text))) - 1
        if 0 < at < rising.size - 1 and all(text != other for other, *_ in rounded):
            rounded.append((text, *_rates(counts, at)))
    return (*rounded, (exact, *_rates(counts, index)))


def _rates(counts: Counts, index: int) -> tuple[float, float]:
    fpr, tpr = counts.rates(index)
    return float(fpr), float(tpr)


def rounded_threshold(rounded: Sequence[Rounded], point: OperatingPoint) -> str:
    """Return the first of the rounded thresholds that costs at most 0.1 % more than the last.

    Parameters
    ----------
    rounded : sequence of (str, float, float)
        As `rounded_thresholds` returns them.
    point : OperatingPoint
        At which the cost counts.
    """
    *_, (exact, fpr, tpr) = rounded
    most = (1 + TOLERANCE) * point.expected_cost(fpr, tpr)
    return next((text for text, *rates in rounded if point.expected_cost(*rates) <= most), exact)
