"""The ROC convex hull, which is also the lower envelope of the cost curve."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.curves.cost import normalized_expected_cost, trivial_cost
from costdash.core.curves.piecewise_linear import TOLERANCE, signed_ranges, snapped, upper_chain
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Hull:
    """The thresholds that are cheapest at some operating point, strictest first.

    In ROC space vertex i is the point (fpr, tpr); in cost space it is the line from
    (0, fpr) to (1, 1 - tpr). It is cheapest for pcf from tie[i - 1] to tie[i].

    Where thresholds were chosen on other rows than fpr and tpr are read on, ties stay those of the
    choosing, the vertices need not be `convex`, and the cost may jump at a tie.

    threshold, fpr, tpr (h,); tie (h - 1,) rising; owner (h,) tuples of the models that reach the
    vertex, of which the two trivial ends, call none and call all, belong to every model;
    index (h,) the vertex's place in the thresholds of its (first) owner.
    """

    threshold: Floats
    fpr: Floats
    tpr: Floats
    tie: Floats
    owner: tuple[tuple[str, ...], ...]
    index: NDArray[np.intp]
    convex: bool = True

    def cheapest(self, pcf: ArrayLike) -> NDArray[np.intp]:
        """Vertex of least normalized expected cost at pcf (any shape); at a tie the stricter."""
        return np.searchsorted(self.tie, pcf)

    def cost(self, pcf: ArrayLike) -> Floats:
        """Normalized expected cost of the cheapest vertex at pcf (any shape)."""
        vertex = self.cheapest(pcf)
        return normalized_expected_cost(self.fpr[vertex], self.tpr[vertex], np.asarray(pcf))

    @property
    def operating_range(self) -> tuple[float, float] | None:
        """Where the best threshold beats both trivial classifiers; None where none ever does."""
        if not self.convex:
            return self._longest_gain(0.0)
        if self.tie.size < 2:
            return None
        return float(self.tie[0]), float(self.tie[-1])

    @property
    def bends(self) -> tuple[Floats, Floats]:
        """The cost exactly: pcf and nec of its ends and bends, (h + 1,) each, joined straight.

        pcf is there twice where the cost may jump.
        """
        pcf = np.concatenate(([0.0], self.tie, [1.0]))
        nec = self.cost(pcf)
        if self.convex:
            return pcf, nec
        after = normalized_expected_cost(self.fpr[1:], self.tpr[1:], self.tie)
        place = np.arange(self.tie.size) + 2
        return np.insert(pcf, place, self.tie), np.insert(nec, place, after)

    @property
    def area(self) -> float:
        """Area under the envelope: mean nec if every PC(+) is equally likely.

        Drummond & Holte (2000), section 2.2.2.
        """
        pcf, nec = self.bends
        return float(np.trapezoid(nec, pcf))

    def useful_range(self, gain: float = 0.01) -> tuple[float, float] | None:
        """Where the envelope lies at least `gain` (a share) below the better trivial classifier.

        On each side of pcf 1/2 the gap nec - (1 - gain) trivial is concave and zero at the outer
        end, so the range is one interval around 1/2, and its ends are roots between two bends.
        Of thresholds chosen on other rows there may be several: the longest.
        """
        if not self.convex:
            return self._longest_gain(gain)
        pcf = np.unique(np.append(self.bends[0], 0.5))
        gap = self.cost(pcf) - (1 - gain) * np.minimum(pcf, 1 - pcf)
        inside = np.flatnonzero(gap < -TOLERANCE)
        if inside.size == 0:
            return None
        first, last = inside[0], inside[-1]
        return (
            _root(pcf[first - 1], gap[first - 1], pcf[first], gap[first]),
            _root(pcf[last], gap[last], pcf[last + 1], gap[last + 1]),
        )

    def _longest_gain(self, gain: float) -> tuple[float, float] | None:
        pcf, nec = self.bends
        half = np.searchsorted(pcf, 0.5)
        pcf, nec = np.insert(pcf, half, 0.5), np.insert(nec, half, self.cost(0.5))
        below = signed_ranges(pcf, nec - (1 - gain) * trivial_cost(pcf))
        gains = [one for one in below if one.better == "a"]
        longest = max(gains, key=lambda one: one.high - one.low, default=None)
        return longest and (longest.low, longest.high)


def convex_hull(counts: Counts, name: str = "") -> Hull:
    """Hull of one model's points; exact where `counts.exact`, else within a float tolerance.

    Collinear points are dropped. Provost & Fawcett (1997); Fawcett (2004), section 5.
    """
    outward = _outward(counts)
    near = counts.take(outward)
    x, y = (near.fp, near.tp) if counts.exact else (near.fpr, near.tpr)
    kept = upper_chain(x, y, counts.exact)
    vertices = near.take(kept)
    return Hull(
        threshold=vertices.threshold,
        fpr=vertices.fpr,
        tpr=vertices.tpr,
        tie=_ties(vertices),
        owner=((name,),) * kept.size,
        index=outward[kept],
    )


def common_hull(counts: dict[str, Counts], hulls: dict[str, Hull] | None = None) -> Hull:
    """Hull of several models' points; equal points are one vertex that all their models own.

    `hulls` saves the work where each model's own hull is already known. Models of one sample
    (equal integer totals) are compared exactly, others within a float tolerance.
    """
    hulls = hulls or {name: convex_hull(c, name) for name, c in counts.items()}
    kept = {name: c.take(hulls[name].index) for name, c in counts.items()}
    totals = {(float(c.positives), float(c.negatives)) for c in kept.values()}
    exact = len(totals) == 1 and all(c.exact for c in kept.values())
    read = (lambda c: (c.fp, c.tp)) if exact else (lambda c: (c.fpr, c.tpr))
    x, y = (np.concatenate(parts) for parts in zip(*map(read, kept.values())))
    rates = np.concatenate([(c.fpr, c.tpr) for c in kept.values()], axis=1)
    threshold = np.concatenate([c.threshold for c in kept.values()])
    place = np.concatenate([hulls[name].index for name in kept])
    names = np.repeat(np.array(list(kept), dtype=object), [c.threshold.size for c in kept.values()])

    if not exact:
        x, y = snapped(x), snapped(y)
    order = np.lexsort((y, x))
    new = np.append(True, (np.diff(x[order]) != 0) | (np.diff(y[order]) != 0))
    group = np.cumsum(new) - 1  # equal points are neighbours after the sort
    first = order[new]
    chain = upper_chain(x[first], y[first], exact)
    vertex = first[chain]
    owners = [tuple(names[order[group == g]]) for g in chain]
    fpr, tpr = rates[:, vertex]
    run, rise = (np.diff(x[vertex]), np.diff(y[vertex]))
    positives, negatives = next(iter(totals)) if exact else (1.0, 1.0)
    return Hull(
        threshold=threshold[vertex],
        fpr=fpr,
        tpr=tpr,
        tie=_tie(run, rise, positives, negatives),
        owner=tuple(owners),
        index=place[vertex],
    )


def _outward(counts: Counts) -> NDArray[np.intp]:
    """Both ends, and where the curve rises before and runs after: no other point is a vertex.

    Light rows may vanish in sums of floats, and with them what shows a vertex: all points then.
    """
    last = counts.threshold.size - 1
    if not counts.exact:
        return np.arange(last + 1)
    at = counts.rises
    at = at[: np.searchsorted(at, last)]
    return np.concatenate(([0], at[counts.fp[at + 1] > counts.fp[at]], [last]))


def _ties(vertices: Counts) -> Floats:
    run, rise = np.diff(vertices.fp), np.diff(vertices.tp)
    return _tie(run, rise, float(vertices.positives), float(vertices.negatives))


def _tie(run, rise, positives: float, negatives: float) -> Floats:
    """pcf at which two neighbouring vertices cost the same: run / (run + rise) in rates.

    Edges whose slopes differ by less than rounding must not change places.
    """
    run = run / negatives
    return np.maximum.accumulate(run / (run + rise / positives))


def _root(x0, y0, x1, y1) -> float:
    return float(x0 + (x1 - x0) * y0 / (y0 - y1)) if y0 != y1 else float(x0)
