"""Geometry of piecewise linear curves: the upper convex chain, and ranges of equal sign."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.cost import trivial_cost
from costdash.core.types import Floats

PASSES = 20  # vectorised passes before a stack scan finishes the chain
MANY = 20_000  # points, of which most are dropped at once
COARSE = 1000  # points of the chain below which they are dropped
TOLERANCE = 1e-12  # rates closer together than this count as equal; integers are compared exactly
BETTER = {-1: "a", 0: "equal", 1: "b"}  # by the sign of nec(a) - nec(b)


def upper_chain(x: NDArray, y: NDArray, exact: bool) -> NDArray[np.intp]:
    """Indices of the strictly convex upper chain of points sorted by x, then y.

    With `exact`, x and y are integers whose products do not overflow. Then every point on or
    below the chord of its neighbours is no vertex, so all such points can be dropped at once, and
    a pass that drops nothing proves the chain. Otherwise x and y are rates, and points within
    TOLERANCE of a chord count as on it.
    """
    retained = _above_coarse_chain(x, y) if exact and x.size > MANY else np.arange(x.size)
    for number in range(PASSES):
        if retained.size < 3:
            return retained
        above = _turns(x[retained], y[retained]) > 0
        if not exact:
            # Rounding may drop both of two points that nearly coincide; drop every second only.
            above[number % 2 :: 2] = True
        elif above.all():
            return retained
        retained = retained[np.concatenate(([True], above, [True]))]
    return retained[
        _stack_scan(x[retained].tolist(), y[retained].tolist(), 0 if exact else TOLERANCE)
    ]


def _above_coarse_chain(x: NDArray, y: NDArray) -> NDArray[np.intp]:
    """Indices of the points above the chain of some of the points, and of that chain.

    Nearly all points of a large sample lie below it, where no vertex is.
    """
    some = np.linspace(0, x.size - 1, COARSE).astype(np.intp)
    chain = some[upper_chain(x[some], y[some], True)]
    parts = []
    for start, end in zip(chain[:-1].tolist(), chain[1:].tolist()):
        run, rise = x[end] - x[start], y[end] - y[start]
        turn = (y[start + 1 : end] - y[start]) * run - (x[start + 1 : end] - x[start]) * rise
        parts += [[start], np.flatnonzero(turn > 0) + start + 1]
    return np.concatenate([*parts, chain[-1:]])


def snapped(values: NDArray) -> NDArray:
    """The values, with those closer together than TOLERANCE made equal."""
    order = np.argsort(values)
    rising = values[order]
    new = np.append(True, np.diff(rising) > TOLERANCE)
    equal = np.empty_like(values)
    equal[order] = rising[new][np.cumsum(new) - 1]
    return equal


def _turns(x: NDArray, y: NDArray) -> NDArray:
    """For each inner point: positive if it lies above the chord of its neighbours."""
    run, rise = x[2:] - x[:-2], y[2:] - y[:-2]
    return (y[1:-1] - y[:-2]) * run - (x[1:-1] - x[:-2]) * rise


def _stack_scan(x: list[float], y: list[float], tolerance: float) -> list[int]:
    """Andrew's monotone chain, which is slow but always complete."""
    chain: list[int] = []
    for p in range(len(x)):
        while len(chain) > 1:
            a, b = chain[-2], chain[-1]
            run, rise = x[p] - x[a], y[p] - y[a]
            turn = (y[b] - y[a]) * run - (x[b] - x[a]) * rise
            if turn > tolerance * (run + abs(rise)):
                break
            chain.pop()
        chain.append(p)
    return chain


@dataclass(frozen=True, slots=True)
class DominanceRange:
    """A range of PC(+) in which one of two models costs less, or both cost the same.

    Parameters
    ----------
    low, high : float
        Ends of the range of PC(+).
    better : str
        "a", "b", or "equal".

    Examples
    --------
    >>> DominanceRange(low=0.2, high=0.5, better="a").better
    'a'
    """

    low: float
    high: float
    better: str


def ranges_of_equal_sign(pcf: Floats, difference: Floats) -> tuple[DominanceRange, ...]:
    """Ranges of equal sign of the polyline (pcf, difference), (m,) each.

    A repeated pcf is a jump. Values within rounding of zero count as zero. Ranges whose length
    is zero or rounding are left out: two ties of one value may differ in their last bit.
    """
    d = np.where(np.abs(difference) <= TOLERANCE * trivial_cost(pcf), 0.0, difference)
    cross = np.flatnonzero(np.sign(d[:-1]) * np.sign(d[1:]) < 0)
    share = d[cross] / (d[cross] - d[cross + 1])
    root = pcf[cross] + share * (pcf[cross + 1] - pcf[cross])
    edge, d = np.insert(pcf, cross + 1, root), np.insert(d, cross + 1, 0.0)
    rounding = np.maximum(TOLERANCE * trivial_cost(edge[1:]), 4 * np.spacing(edge[1:]))
    long = np.diff(edge) > rounding
    low, sign = edge[:-1][long], np.sign(d[:-1] + d[1:])[long]
    start = np.flatnonzero(np.append(True, sign[1:] != sign[:-1])[: sign.size])
    ends = [float(edge[0]), *low[start[1:]].tolist(), float(edge[-1])]
    return tuple(
        DominanceRange(a, b, BETTER[int(sign[i])]) for i, a, b in zip(start, ends, ends[1:])
    )
