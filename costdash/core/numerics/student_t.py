"""Quantiles of Student's t with whole degrees of freedom."""

from math import atan, cos, pi, sin, sqrt, tan

STEPS = 80  # halvings of a right angle: more than a double can tell apart


def t_quantile(share: float, degrees: int) -> float:
    """t below which lies `share`, in (0, 1), of Student's law with `degrees` >= 1.

    Raises ValueError otherwise.
    """
    if not 0 < share < 1:
        raise ValueError(f"share must lie in (0, 1), got {share}")
    if degrees < 1:
        raise ValueError(f"degrees must be at least 1, got {degrees}")
    if share < 0.5:
        return -t_quantile(1 - share, degrees)
    low, high = 0.0, pi / 2
    for _ in range(STEPS):
        middle = (low + high) / 2
        if _central_share(middle, degrees) < 2 * share - 1:
            low = middle
        else:
            high = middle
    return sqrt(degrees) * tan((low + high) / 2)


def t_central_share(t: float, degrees: int) -> float:
    """Probability that Student's t lies within -t and t."""
    return _central_share(atan(abs(t) / sqrt(degrees)), degrees)


def _central_share(angle: float, degrees: int) -> float:
    """Finite sums in t = sqrt(degrees) tan(angle); Abramowitz & Stegun (1964), 26.7.3 and 4."""
    square, term, total = cos(angle) ** 2, 1.0, 0.0
    start = 2 - degrees % 2
    if degrees % 2:
        term = cos(angle)
        for j in range(start + 2, degrees + 1, 2):
            total += term
            term *= square * (j - 1) / j
        return 2 / pi * (angle + sin(angle) * total)
    for j in range(start, degrees + 1, 2):
        total += term
        term *= square * (j - 1) / j
    return sin(angle) * total
