"""The review zone in the panels, against the zone of the analysis and a search of all zones."""

from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint, ReviewTerms, decide_review
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


def test_a_capacity_has_no_envelope_along_probability_cost(analysis):
    _, panels = drawn(analysis, terms=replace(TERMS, capacity=0.05))
    assert "zone-curve" not in panels["cost"]
    assert "zone-low" in panels["roc"]
