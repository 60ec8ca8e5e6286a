"""The review zone in the panels, against the zone of the analysis and a search of all zones."""

from dataclasses import replace

import numpy as np
import pytest

import costdash
from costdash.core import OperatingPoint, Predictions, ReviewTerms, decide_review
from costdash.core.choose.review_zone import ReviewedRates, zone_rates
from costdash.core.sample.split import Split
from costdash.figures import PANELS, View, make_scene
from costdash.figures.panels.review_zone import shown_zone

POINT = OperatingPoint(0.1, 6, 2)
TERMS = ReviewTerms(0.4, 0.95, 0.97)


def drawn(analysis, axis="probability-cost", terms=TERMS, **more):
    view = View(tuple(analysis.models), cost_axis=axis, review=terms, **more)
    scene = make_scene(analysis, POINT, view)
    figures = {panel.id: panel.figure(scene).to_plotly_json()["data"] for panel in PANELS}
    return scene, {
        name: {trace["uid"]: trace for trace in traces} for name, traces in figures.items()
    }


def test_both_thresholds_stand_on_the_curve_of_the_zone_s_model(analysis):
    scene, panels = drawn(analysis)
    zone = shown_zone(scene)
    assert zone is not None
    for uid, end in (("zone-low", zone.low), ("zone-high", zone.high)):
        roc, pr = panels["roc"][uid], panels["pr"][uid]
        assert (roc["x"][0], roc["y"][0]) == pytest.approx((end.fpr, end.tpr), rel=1e-5)
        assert pr["x"][0] == pytest.approx(end.tpr, rel=1e-5)
        called = POINT.prior * end.tpr + (1 - POINT.prior) * end.fpr
        assert pr["y"][0] == pytest.approx(POINT.prior * end.tpr / called, rel=1e-5)


@pytest.mark.parametrize("axis", ["probability-cost", "positives"])
def test_the_envelope_is_the_cost_of_the_best_zone_at_every_place(analysis, axis):
    scene, panels = drawn(analysis, axis)
    curve, model = panels["cost"]["zone-curve"], shown_zone(scene).model
    for x, y in list(zip(curve["x"], curve["y"], strict=True))[::40]:
        odds = np.exp(x) if axis == "positives" else x / (1 - x) * POINT.cost_fp / POINT.cost_fn
        there = replace(POINT, prior=float(odds / (1 + odds)))
        cost = decide_review(analysis, there, TERMS, [model], 0).zone.rows_cost
        expected = cost * scene.view.unit.cases if axis == "positives" else cost / there.scale
        assert y == pytest.approx(expected, rel=1e-4, abs=1e-6)


def test_the_area_between_both_thresholds_is_on_the_axis_of_thresholds(analysis):
    scene, panels = drawn(analysis, "threshold")
    zone, area = shown_zone(scene), panels["cost"].get("zone")
    assert (area is not None) == (zone.model == scene.recommended_model)
    if area:
        assert min(area["x"]) == pytest.approx(zone.low.threshold, rel=1e-5)
        assert max(area["x"]) == pytest.approx(zone.high.threshold, rel=1e-5)


def test_nothing_is_drawn_where_no_review_pays_or_none_is_asked_for(analysis):
    for terms in (None, ReviewTerms(5.0)):
        _, panels = drawn(analysis, terms=terms)
        assert not any(uid.startswith("zone") for traces in panels.values() for uid in traces)


@pytest.mark.parametrize("axis", ["probability-cost", "positives", "net-benefit"])
@pytest.mark.parametrize("capacity", [None, 0.05])
def test_zones_along_each_axis_are_the_best_of_all_pairs(analysis, axis, capacity):
    terms = replace(TERMS, capacity=capacity)
    scene, panels = drawn(analysis, axis, terms=terms)
    curve, name = panels["cost"]["zone-curve"], shown_zone(scene).model
    counts = analysis.models[name].counts
    rates = ReviewedRates.of(counts.fpr, counts.tpr, terms)
    for x, y in list(zip(curve["x"], curve["y"], strict=True))[5::25]:
        if axis == "net-benefit":
            there = replace(POINT, cost_fp=POINT.cost_fn * x / (1 - x))
        else:
            odds = np.exp(x) if axis == "positives" else x / (1 - x) * POINT.cost_fp / POINT.cost_fn
            there = replace(POINT, prior=float(odds / (1 + odds)))
        low, high = (index.ravel() for index in np.indices((counts.fpr.size,) * 2))
        low, high = low[high <= low], high[high <= low]
        zones = zone_rates(rates_for(rates, low.size), low, high)
        kept = zones.reviewed(there.prior) <= (1 if capacity is None else capacity) + 1e-12
        cost = zones.cost(there, terms.price)[kept].min()
        expected = {
            "probability-cost": cost / there.scale,
            "positives": cost * scene.view.unit.cases,
            "net-benefit": 100 * (there.prior - cost / there.cost_fn),
        }[axis]
        assert y == pytest.approx(expected, rel=2e-3 if capacity else 1e-4, abs=2e-5)


def rates_for(rates, size):
    """The same rates for as many zones."""
    parts = (rates.fpr, rates.tpr, rates.alarms, rates.found)
    return ReviewedRates(*(np.broadcast_to(rate, (size, rate.size)) for rate in parts))


def test_a_hold_out_has_no_envelope_along_probability_cost():
    rng = np.random.default_rng(1)
    is_positive = np.arange(400) < 100
    rows = Predictions(
        is_positive=is_positive,
        scores={"a": rng.normal(size=400) + 1.5 * is_positive},
        split=Split(rng.random(400) < 0.5, "validation", "test"),
    )
    _, panels = drawn(costdash.analyse(rows, n_replicates=100))
    assert "zone-curve" not in panels["cost"]
    assert "zone-low" in panels["roc"]
