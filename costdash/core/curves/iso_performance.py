"""Iso-performance lines: the points of ROC space with equal expected cost."""

from dataclasses import dataclass

import numpy as np

from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.curves.hull import Hull
from costdash.core.types import XY, Floats


def iso_performance_line(fpr: float, tpr: float, slope: float) -> tuple[Floats, Floats]:
    """Ends, (2,) fpr and (2,) tpr, of the line through a point, clipped to the unit square.

    Provost & Fawcett (1997); Drummond & Holte (2000), section 2.1. Raises ValueError unless the
    slope is positive.
    """
    if not slope > 0:
        raise ValueError(f"slope must be positive, got {slope}")
    bottom, left = tpr - slope * fpr, fpr - tpr / slope
    top, right = tpr + slope * (1 - fpr), fpr + (1 - tpr) / slope
    return (
        np.array((max(left, 0.0), min(right, 1.0))),
        np.array((max(bottom, 0.0), min(top, 1.0))),
    )


def nearest_to_trivial(hulls: dict[str, Hull], pcf: float) -> str:
    """The model whose best threshold at pcf costs least, without "call none" and "call all"."""

    def least_cost(name: str) -> float:
        fpr, tpr = hulls[name].fpr[1:-1], hulls[name].tpr[1:-1]
        return float(np.min(normalized_expected_cost(fpr, tpr, pcf), initial=np.inf))

    return min(hulls, key=least_cost)


@dataclass(frozen=True, slots=True)
class Tangent:
    """The iso-performance line that touches two hulls at a crossover.

    Both models cost `nec` at `pcf`. `ends` are the fpr and the tpr of the line's ends in the unit
    square; `first` and `second` are the touched vertices (fpr, tpr).
    """

    pcf: float
    nec: float
    slope: float
    ends: tuple[XY, XY]
    first: XY
    second: XY


def tangent(first: Hull, second: Hull, pcf: float) -> Tangent:
    """The common tangent at a crossover of two envelopes, 0 < pcf < 1.

    Drummond & Holte (2004), figures 5 and 6.
    """
    slope = (1 - pcf) / pcf
    touched = _best_vertex(first, pcf)
    fpr, tpr = iso_performance_line(*touched, slope)
    return Tangent(
        pcf=pcf,
        nec=float(first.cost(pcf)),
        slope=slope,
        ends=((float(fpr[0]), float(fpr[1])), (float(tpr[0]), float(tpr[1]))),
        first=touched,
        second=_best_vertex(second, pcf),
    )


def _best_vertex(hull: Hull, pcf: float) -> XY:
    vertex = int(hull.cheapest(pcf))
    return float(hull.fpr[vertex]), float(hull.tpr[vertex])
