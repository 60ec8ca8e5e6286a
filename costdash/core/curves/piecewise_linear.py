"""The strictly convex upper chain of points: a convex hull seen from the north-west."""

import numpy as np
from numpy.typing import NDArray

PASSES = 20  # vectorised passes before a stack scan finishes the chain
TOLERANCE = 1e-12  # rates closer together than this are not told apart; whole counts always are


def upper_chain(x: NDArray, y: NDArray, exact: bool) -> NDArray[np.intp]:
    """Indices of the strictly convex upper chain of points sorted by x, then y.

    exact: x and y are whole numbers whose products fit. Then every point on or under the chord
    of its neighbours can be dropped at once, since it is no vertex, and a pass that drops nothing
    proves the chain. Otherwise x and y are rates, and points within TOLERANCE of a chord are on it.
    """
    kept = np.arange(x.size)
    for number in range(PASSES):
        if kept.size < 3:
            return kept
        above = _turns(x[kept], y[kept]) > 0
        if not exact:
            # Rounding may call both of two points that nearly coincide superfluous.
            above[number % 2 :: 2] = True
        elif above.all():
            return kept
        kept = kept[np.concatenate(([True], above, [True]))]
    return kept[_stack_scan(x[kept].tolist(), y[kept].tolist(), 0 if exact else TOLERANCE)]


def snapped(values: NDArray) -> NDArray:
    """The same values, those closer together than TOLERANCE made equal."""
    order = np.argsort(values)
    rising = values[order]
    new = np.append(True, np.diff(rising) > TOLERANCE)
    equal = np.empty_like(values)
    equal[order] = rising[new][np.cumsum(new) - 1]
    return equal


def _turns(x: NDArray, y: NDArray) -> NDArray:
    """For each point between two others: positive where it lies above their chord."""
    run, rise = x[2:] - x[:-2], y[2:] - y[:-2]
    return (y[1:-1] - y[:-2]) * run - (x[1:-1] - x[:-2]) * rise


def _stack_scan(x: list, y: list, tolerance: float) -> list[int]:
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
