"""The ROC convex hull, which is also the lower envelope of the cost curve."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.curves.cost import BELOW, normalized_expected_cost, trivial_cost
from costdash.core.curves.piecewise_linear import (
    TOLERANCE,
    ranges_of_equal_sign,
    snapped,
    upper_chain,
)
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats, Interval


@dataclass(frozen=True, slots=True, eq=False)
class Hull:
    """The thresholds that are cheapest at some operating point, strictest first.

    Vertex i is the point (fpr, tpr) in ROC space and the line from (0, fpr) to (1, 1 - tpr) in
    cost space. It is cheapest for pcf from tie[i - 1] to tie[i].

    With hold-out rows, ties are those of the selection part and rates those of the evaluation
    part. Then the vertices need not be convex, and the cost may jump at a tie.

    Parameters
    ----------
    threshold, fpr, tpr : ndarray, shape (h,)
        Threshold and rates of each vertex.
    tie : ndarray, shape (h - 1,)
        PC(+) at which neighbouring vertices cost the same, rising.
    owner : tuple of tuple of str, length h
        Models that reach each vertex. The two ends are the trivial classifiers "call none" and
        "call all", which every model has.
    index : ndarray of int, shape (h,)
        Place of each vertex in the `Counts` of its first owner.
    convex : bool
        Whether the vertices are convex.

    References
    ----------
    Provost & Fawcett (1997). Drummond & Holte (2000), section 2.2.

    Examples
    --------
    >>> from costdash.core import convex_hull, count
    >>> hull = convex_hull(count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1]))
    >>> hull.threshold
    array([inf, 0.8, 0.3, 0.1])
    >>> hull.tie.round(3)
    array([0.   , 0.667, 1.   ])
    >>> hull.cheapest(0.5).item(), round(hull.cost(0.5).item(), 3), round(hull.area, 3)
    (1, 0.167, 0.111)
    """

    threshold: Floats
    fpr: Floats
    tpr: Floats
    tie: Floats
    owner: tuple[tuple[str, ...], ...]
    index: NDArray[np.intp]
    convex: bool = True

    def cheapest(self, pcf: ArrayLike) -> NDArray[np.intp]:
        """Vertex of least nec at pcf (any shape); at a tie, up to rounding, the stricter."""
        return np.searchsorted(self.tie, np.asarray(pcf) * BELOW)

    def cost(self, pcf: ArrayLike) -> Floats:
        """nec of the cheapest vertex at pcf (any shape)."""
        vertex = self.cheapest(pcf)
        return normalized_expected_cost(self.fpr[vertex], self.tpr[vertex], np.asarray(pcf))

    @property
    def operating_range(self) -> Interval | None:
        """The PC(+) in which the best threshold beats both trivial classifiers; None if nowhere."""
        if not self.convex:
            return self._longest_gain(0.0)
        if self.tie.size < 2:
            return None
        return float(self.tie[0]), float(self.tie[-1])

    @property
    def bends(self) -> tuple[Floats, Floats]:
        """pcf and nec of the ends and bends of the envelope, which is linear in between.

        (h + 1,) each; on hold-out rows pcf is repeated at each tie, where the cost may jump.
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
        """Area under the envelope: the mean nec if all PC(+) are equally likely.

        Drummond & Holte (2000), section 2.2.2.
        """
        pcf, nec = self.bends
        return float(np.trapezoid(nec, pcf))

    def useful_range(self, gain: float = 0.01) -> Interval | None:
        """The PC(+) in which the cost is at least the share `gain` below the trivial classifiers'.

        On each side of pcf 1/2 the difference nec - (1 - gain) trivial is concave and zero at the
        outer end, so the range is one interval around 1/2, and its ends are roots between two
        bends. On hold-out rows there may be several ranges; the longest is returned.
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

    def _longest_gain(self, gain: float) -> Interval | None:
        """The longest range with at least this gain, for vertices that are not convex."""
        pcf, nec = self.bends
        half = np.searchsorted(pcf, 0.5)
        pcf, nec = np.insert(pcf, half, 0.5), np.insert(nec, half, self.cost(0.5))
        ranges = ranges_of_equal_sign(pcf, nec - (1 - gain) * trivial_cost(pcf))
        gains = [
            (sign_range.low, sign_range.high) for sign_range in ranges if sign_range.better == "a"
        ]
        return max(gains, key=lambda ends: ends[1] - ends[0], default=None)


def convex_hull(counts: Counts, name: str = "") -> Hull:
    """Return the convex hull of one model's ROC points.

    It is exact if `counts.exact`, else within a tolerance of 1e-12. Collinear points are dropped.
    Of thresholds that call equal rows the strictest is the vertex; the last vertex calls all.

    Parameters
    ----------
    counts : Counts
        Counts of one model, k thresholds.
    name : str
        The model's name, for `Hull.owner`.

    Returns
    -------
    Hull
        The h <= k + 1 vertices, the two trivial classifiers included.

    References
    ----------
    Provost & Fawcett (1997). Fawcett (2004), section 5.

    Examples
    --------
    >>> from costdash.core import count
    >>> hull = convex_hull(count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1]), "rf")
    >>> hull.fpr.round(3), hull.tpr.round(3)
    (array([0.   , 0.   , 0.667, 1.   ]), array([0.   , 0.667, 1.   , 1.   ]))
    """
    candidates = _candidates(counts)
    near = counts.take(candidates)
    x, y = (near.fp, near.tp) if counts.exact else (near.fpr, near.tpr)
    retained = upper_chain(x, y, counts.exact)
    vertices = near.take(retained)
    return Hull(
        threshold=vertices.threshold,
        fpr=vertices.fpr,
        tpr=vertices.tpr,
        tie=_ties(vertices),
        owner=((name,),) * retained.size,
        index=candidates[retained],
    )


def common_hull(counts: dict[str, Counts], hulls: dict[str, Hull] | None = None) -> Hull:
    """Return the convex hull of several models' ROC points.

    Equal points are one vertex, owned by all models that reach it. Models of one sample (equal
    integer totals) are compared exactly, others within a tolerance of 1e-12.

    Parameters
    ----------
    counts : dict of str to Counts
        Counts by model.
    hulls : dict of str to Hull, optional
        Each model's own hull, if already known, to save time.

    Returns
    -------
    Hull
        The common hull. `owner` names the models of each vertex.

    References
    ----------
    Provost & Fawcett (1997), figure 3.

    Examples
    --------
    >>> from costdash.core import count
    >>> rf = count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])
    >>> nb = count([1, 1, 1, 0, 0, 0], [0.9, 0.6, 0.5, 0.8, 0.3, 0.2])
    >>> common_hull({"rf": rf, "nb": nb}).owner
    (('rf', 'nb'), ('rf',), ('nb',), ('rf', 'nb'))
    """
    hulls = hulls or {name: convex_hull(c, name) for name, c in counts.items()}
    retained = {name: c.take(hulls[name].index) for name, c in counts.items()}
    totals = {(float(c.positives), float(c.negatives)) for c in retained.values()}
    exact = len(totals) == 1 and all(c.exact for c in retained.values())
    points = [(c.fp, c.tp) if exact else (c.fpr, c.tpr) for c in retained.values()]
    x, y = (np.concatenate(columns) for columns in zip(*points))
    rates = np.concatenate([(c.fpr, c.tpr) for c in retained.values()], axis=1)
    threshold = np.concatenate([c.threshold for c in retained.values()])
    place = np.concatenate([hulls[name].index for name in retained])
    names = np.repeat(
        np.array(list(retained), dtype=object), [c.threshold.size for c in retained.values()]
    )

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


def rules_as_hull(counts: Counts, name: str, index: NDArray[np.intp]) -> Hull:
    """Thresholds of a model in the form that a paired sample reads: strictest first, with ends."""
    retained = np.unique(np.concatenate(([0], index, [counts.threshold.size - 1])))
    fpr, tpr = counts.rates(retained)
    threshold = counts.threshold[retained]
    return Hull(
        threshold, fpr, tpr, np.empty(0), ((name,),) * retained.size, retained, convex=False
    )


def _candidates(counts: Counts) -> NDArray[np.intp]:
    """Indices that may be vertices: both ends, and where the curve rises before and runs after.

    Of thresholds with equal counts it is the strictest; the last, "call all", is always there.
    """
    last = counts.threshold.size - 1
    at = counts.rises
    fp = counts.fp[at]
    runs = np.append(fp[1:], counts.fp[last]) > fp
    return np.concatenate(([0], at[runs], [last]))


def _ties(vertices: Counts) -> Floats:
    run, rise = np.diff(vertices.fp), np.diff(vertices.tp)
    return _tie(run, rise, float(vertices.positives), float(vertices.negatives))


def _tie(run: NDArray, rise: NDArray, positives: float, negatives: float) -> Floats:
    """pcf at which two neighbouring vertices cost the same: run / (run + rise) in rates.

    The running maximum keeps ties in order where slopes differ by less than rounding.
    """
    run = run / negatives
    return np.maximum.accumulate(run / (run + rise / positives))


def _root(x0: float, y0: float, x1: float, y1: float) -> float:
    """Where the line through two points crosses zero."""
    return float(x0 + (x1 - x0) * y0 / (y0 - y1)) if y0 != y1 else float(x0)
