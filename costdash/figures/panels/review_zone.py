"""The review zone in the panels: both thresholds, the share between them, and its envelope."""

from collections.abc import Callable

import numpy as np

from costdash.core import ReviewDecision
from costdash.core.choose.review_zone import Zone, ZoneEnd, zone_envelope
from costdash.core.curves.cost import WIDE_PCF_GRID
from costdash.core.curves.precision_recall import precision_at
from costdash.core.types import Floats
from costdash.figures import traces
from costdash.figures.scene import Scene
from costdash.figures.style import COLOUR, model_colour
from costdash.figures.traces import Trace

ENDS_KEY = "flag from, look from"
ENVELOPE_KEY = "with review"
SIZE = 9  # pixels of a mark
Place = Callable[[ZoneEnd], tuple[float, float]]


def shown_zone(scene: Scene) -> Zone | None:
    """The zone that the page recommends; None where one threshold is."""
    review = scene.review
    return None if review is None or review.call is None or scene.choice else review.zone


def zone_marks(scene: Scene, place: Place) -> list[Trace]:
    """A dot for each threshold of the zone at `place(end)`; transparent where that is no number."""
    zone = shown_zone(scene)
    if zone is None:
        return []
    marks = []
    for uid, end in (("zone-low", zone.low), ("zone-high", zone.high)):
        x, y = place(end)
        marker = {"size": SIZE, "color": model_colour(scene.place[zone.model])}
        marker |= {"line": {"color": COLOUR["card"], "width": 1.5}}
        marks.append(traces.mark(uid, x, y, marker, shown=bool(np.isfinite([x, y]).all())))
    return marks


def roc_place(end: ZoneEnd) -> tuple[float, float]:
    """In ROC space."""
    return end.fpr, end.tpr


def precision_place(prior: float) -> Place:
    """In the precision-recall panel, where a threshold that flags none has no place."""
    return lambda end: (end.tpr, float(precision_at(end.fpr, end.tpr, prior)))


def zone_area(scene: Scene, place: Callable[[float], float], top: float) -> list[Trace]:
    """The thresholds between which cases are looked at; x: the score of the zone's model."""
    zone = shown_zone(scene)
    if zone is None or zone.model != scene.recommended_model:
        return []
    ends = [np.inf if end.threshold is None else end.threshold for end in (zone.low, zone.high)]
    low, high = map(place, ends)
    x, y = [low, low, high, high], [0, top, top, 0]
    return [traces.polygon("zone", x, y, COLOUR["difference"], COLOUR["tick"])]


def zone_curve(
    scene: Scene, of_nec: Callable[[Floats, Floats], tuple[Floats, Floats]]
) -> list[Trace]:
    """The cost of the model's best zone along PC(+), on these rows, as `of_nec` places it.

    Not for a column of verdicts, a capacity or a hold-out, whose zones are no sum of two envelopes.
    """
    zone, review = shown_zone(scene), scene.review
    if zone is None or review is None or not has_envelope(scene, review):
        return []
    pcf = WIDE_PCF_GRID[(WIDE_PCF_GRID > 0) & (WIDE_PCF_GRID < 1)]
    hull = scene.analysis.models[zone.model].hull
    nec = zone_envelope(hull, pcf, scene.point, review.terms)
    colour = model_colour(scene.place[zone.model])
    return [traces.whole(traces.line("zone-curve", *of_nec(pcf, nec), colour, "zone"))]


def has_envelope(scene: Scene, review: ReviewDecision) -> bool:
    """Whether the zones along PC(+) are sums of two envelopes on these rows."""
    terms = review.terms
    return not terms.column and terms.capacity is None and scene.analysis.hold_out is None
