"""The line of equal cost that touches the hulls of two models where they cost the same."""

from dataclasses import dataclass

from costdash.core.curves.hull import Hull
from costdash.core.curves.iso_performance import iso_performance_line

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tangent:
    """At pcf both models cost nec. ends: fpr and tpr of both ends in the unit square; first and
    second: (fpr, tpr) of the vertices that the line touches."""

    pcf: float
    nec: float
    slope: float
    ends: tuple[tuple[float, float], tuple[float, float]]
    first: Point
    second: Point


def tangent(first: Hull, second: Hull, pcf: float) -> Tangent:
    """At a crossover of two envelopes, 0 < pcf < 1. Drummond & Holte (2004), figures 5 and 6."""
    slope = (1 - pcf) / pcf
    touched = [_touched(hull, pcf) for hull in (first, second)]
    xs, ys = iso_performance_line(*touched[0], slope)
    return Tangent(
        pcf=pcf,
        nec=float(first.cost(pcf)),
        slope=slope,
        ends=(tuple(map(float, xs)), tuple(map(float, ys))),
        first=touched[0],
        second=touched[1],
    )


def _touched(hull: Hull, pcf: float) -> Point:
    vertex = int(hull.cheapest(pcf))
    return float(hull.fpr[vertex]), float(hull.tpr[vertex])
