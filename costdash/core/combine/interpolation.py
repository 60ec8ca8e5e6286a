"""Points between two classifiers: each case goes to one of them at random."""

from costdash.core.types import XY


def interpolated(first: XY, second: XY, share: float) -> XY:
    """The point of using the second classifier for a share of the cases, drawn at random.

    Parameters
    ----------
    first, second : tuple of float
        fpr and tpr of each classifier.
    share : float
        Share of cases that go to the second, in [0, 1].

    Returns
    -------
    tuple of float
        Expected fpr and tpr.

    Raises
    ------
    ValueError
        If share is outside [0, 1].

    References
    ----------
    Fawcett (2004), section 7.4.1.

    Examples
    --------
    >>> [round(rate, 3) for rate in interpolated((0.1, 0.2), (0.25, 0.6), 0.5)]
    [0.175, 0.4]
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share must lie in [0, 1], got {share}")
    (x, y), (other_x, other_y) = first, second
    return x + share * (other_x - x), y + share * (other_y - y)


def share_for(first: XY, second: XY, fpr_weight: float, tpr_weight: float, total: float) -> float:
    """The share of `interpolated` at which fpr_weight fpr + tpr_weight tpr reaches a total.

    Parameters
    ----------
    first, second : tuple of float
        fpr and tpr of each classifier.
    fpr_weight, tpr_weight, total : float
        For a number of cases to flag: the expected negatives, positives and flags.

    Returns
    -------
    float
        The share, in [0, 1].

    Raises
    ------
    ValueError
        If no point between the two reaches the total.

    References
    ----------
    Fawcett (2004), section 7.4.1, with erratum 12 corrected.

    Examples
    --------
    >>> share = share_for((0.1, 0.2), (0.25, 0.6), fpr_weight=3760, tpr_weight=240, total=800)
    >>> round(share, 4), [round(x, 5) for x in interpolated((0.1, 0.2), (0.25, 0.6), share)]
    (0.5697, [0.18545, 0.42788])
    """
    start, end = (fpr_weight * x + tpr_weight * y for x, y in (first, second))
    if not min(start, end) <= total <= max(start, end):
        raise ValueError(f"total must lie between {start:g} and {end:g}, got {total:g}")
    return 0.0 if start == end else (total - start) / (end - start)
