"""The review zone in the panels: both thresholds, the share between them, and its envelope."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from costdash.core.analysis.review_error import reviewed_rates
from costdash.core.choose.review_zone import (
    ReviewedRates,
    Zone,
    ZoneEnd,
    zone_costs,
    zone_envelope,
)
from costdash.core.conditions.review import ReviewTerms
from costdash.core.curves.cost import WIDE_PCF_GRID
from costdash.core.curves.precision_recall import precision_at
from costdash.core.resample.bootstrap import retained_thresholds
from costdash.core.types import Floats
from costdash.figures import traces
from costdash.figures.scene import Scene
from costdash.figures.style import COLOUR, model_colour
from costdash.figures.traces import Trace

ENDS_KEY = "flag from, look from"
ENVELOPE_KEY = "with review"
SIZE = 9  # pixels of a mark
MOST = 1000  # thresholds that are all tried at each place
FEW = 80  # places of a curve whose zones are sought one by one
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
    """The cost of the model's best zone along PC(+), on these rows, as `of_nec` places it."""
    zone, review = shown_zone(scene), scene.review
    if zone is None or review is None or not has_envelope(scene):
        return []
    pcf = WIDE_PCF_GRID[(WIDE_PCF_GRID > 0) & (WIDE_PCF_GRID < 1)]
    terms, point = review.terms, scene.point
    if _is_sum(terms):
        nec = zone_envelope(scene.analysis.models[zone.model].hull, pcf, point, terms)
    else:
        few = np.unique(np.append(pcf[:: pcf.size // FEW], pcf[-1]))
        odds = few / (1 - few) * point.cost_fp / point.cost_fn
        points = [replace(point, prior=prior) for prior in (odds / (1 + odds)).tolist()]
        scale = np.array([each.scale for each in points])
        pcf, nec = few, zone_costs(_rates(scene, zone, terms), points, _cheapest(terms)) / scale
    return [_curve(scene, zone, *of_nec(pcf, nec))]


def zone_benefit(scene: Scene, t: Floats, cases: float) -> list[Trace]:
    """Net benefit of the model's best zone along the threshold probability, on these rows.

    A missed positive and a review cost what they cost now, and a false alarm t / (1 - t) missed
    positives.
    """
    zone, review, point = shown_zone(scene), scene.review, scene.point
    if zone is None or review is None or not has_envelope(scene):
        return []
    terms, t = review.terms, t[(t > 0) & (t < 1)]
    t = t if _is_sum(terms) else t[:: -(-t.size // FEW)]
    points = [replace(point, cost_fp=point.cost_fn * x / (1 - x)) for x in t.tolist()]
    costs = zone_costs(_rates(scene, zone, terms), points, _cheapest(terms))
    return [_curve(scene, zone, t, cases * (point.prior - costs / point.cost_fn))]


def _curve(scene: Scene, zone: Zone, x: Floats, y: Floats) -> Trace:
    colour = model_colour(scene.place[zone.model])
    return traces.whole(traces.line("zone-curve", x, y, colour, "zone"))


def _rates(scene: Scene, zone: Zone, terms: ReviewTerms) -> ReviewedRates:
    """Rates among which the best zone is sought: the hull's, or of all retained thresholds."""
    model = scene.analysis.models[zone.model]
    if _is_sum(terms):
        return ReviewedRates.of(model.hull.fpr, model.hull.tpr, terms)
    rates = reviewed_rates(scene.analysis, zone.model, terms)
    if rates.fpr.size <= MOST:
        return rates
    return rates.take(retained_thresholds(model.counts, model.hull.index))


def _is_sum(terms: ReviewTerms) -> bool:
    """Whether both thresholds of the best zone are ordinary optima."""
    return not terms.column and (terms.capacity is None or terms.between is not None)


def _cheapest(terms: ReviewTerms) -> ReviewTerms:
    """Without given thresholds, which also lift the capacity."""
    capacity = None if terms.between else terms.capacity
    return replace(terms, between=None, capacity=capacity)


def has_envelope(scene: Scene) -> bool:
    """Whether zones can be drawn along PC(+): thresholds of a hold-out are chosen elsewhere."""
    return scene.analysis.hold_out is None
