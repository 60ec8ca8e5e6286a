"""Choosing under a constraint instead of by cost: a mixture on the hull, or one threshold."""

from dataclasses import dataclass

import numpy as np

from costdash.core.curves.hull import Hull
from costdash.core.sample.counts import Counts
from costdash.core.sample.predictions import Floats


@dataclass(frozen=True, slots=True)
class Mixed:
    """A point on the hull: vertices used for a share of the cases each; holds in expectation."""

    fpr: float
    tpr: float
    vertex: tuple[int, ...]
    share: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a constraint allows at best: mixed on the hull, and with one threshold (an index)."""

    mixture: Mixed
    single: int


def neyman_pearson(counts: Counts, hull: Hull, max_fpr: float) -> Chosen:
    """Largest tpr with fpr at most `max_fpr`, in [0, 1].

    The mixture lies on the hull (Drummond & Holte 2000, section 2.2.2); the single threshold is
    the best on the step (Provost & Fawcett 1997): erratum 9.
    """
    if not 0 <= max_fpr <= 1:
        raise ValueError(f"max_fpr must lie in [0, 1], got {max_fpr}")
    return _constrained(counts, hull, counts.fpr, hull.fpr, max_fpr)


def workforce(counts: Counts, hull: Hull, capacity: float, prior: float) -> Chosen:
    """Largest tpr while at most the share `capacity` of cases is called positive.

    Drummond & Holte (2000), equations 12 to 14; Fawcett (2004), section 7.4.1.
    """
    if not 0 <= capacity <= 1:
        raise ValueError(f"capacity must lie in [0, 1], got {capacity}")
    if not 0 < prior < 1:
        raise ValueError(f"prior must lie in (0, 1), got {prior}")
    called = share_called(counts.fpr, counts.tpr, prior)
    return _constrained(counts, hull, called, share_called(hull.fpr, hull.tpr, prior), capacity)


def share_called(fpr: Floats, tpr: Floats, prior: float) -> Floats:
    """Share of all cases that is called positive at `prior`."""
    return prior * tpr + (1 - prior) * fpr


def _constrained(counts: Counts, hull: Hull, used: Floats, hull_used: Floats, limit) -> Chosen:
    allowed = used <= limit + 1e-12
    best = np.flatnonzero(allowed & (counts.tpr == counts.tpr[allowed].max()))[0]
    return Chosen(mixture(hull, hull_used, limit), int(best))


def mixture(hull: Hull, used: Floats, limit: float) -> Mixed:
    """Walk along the hull to the edge that the limit cuts; a level top edge gains nothing.

    used (h,) is what each vertex takes of what is limited, rising from 0.
    """
    last = int(np.flatnonzero(hull.tpr < hull.tpr[-1])[-1]) + 1
    under = min(int(np.searchsorted(used, limit + 1e-12, side="right")) - 1, last)
    if under == last or used[under] >= limit - 1e-12:
        return Mixed(float(hull.fpr[under]), float(hull.tpr[under]), (under,), (1.0,))
    share = float((limit - used[under]) / (used[under + 1] - used[under]))
    fpr = hull.fpr[under] + share * (hull.fpr[under + 1] - hull.fpr[under])
    tpr = hull.tpr[under] + share * (hull.tpr[under + 1] - hull.tpr[under])
    return Mixed(float(fpr), float(tpr), (under, under + 1), (1 - share, share))
