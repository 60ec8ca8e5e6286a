"""The PR panel: curves re-weighted to the prior, iso-cost curve, marks and bands."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, precision_at
from costdash.figures import View, make_scene
from costdash.figures.panels.precision_recall import precision_recall_figure

POINT = OperatingPoint(0.03, 20, 1)


def traces(analysis, point, view):
    figure = precision_recall_figure(make_scene(analysis, point, view)).to_plotly_json()
    return {trace["uid"]: trace for trace in figure["data"]}


@pytest.fixture
def view(analysis):
    return View(tuple(analysis.models))


def test_curves_pass_through_every_drawn_threshold(analysis, view):
    drawn = traces(analysis, POINT, view)
    for i, model in enumerate(analysis.models.values()):
        called = model.path[model.path > 0]
        fpr, tpr = model.counts.fpr[called], model.counts.tpr[called]
        on_curve = set(zip(drawn[f"model-{i}"]["x"], drawn[f"model-{i}"]["y"]))
        rounded = [
            tuple(float(f"{v:.6g}") for v in pair)
            for pair in zip(tpr, precision_at(fpr, tpr, POINT.prior))
        ]
        assert set(rounded) <= on_curve


def test_iso_curve_costs_the_same_everywhere(analysis, view):
    iso = traces(analysis, POINT, view)["iso"]
    best = analysis.decide(POINT).best
    recall, precision = np.array(iso["x"]), np.array(iso["y"])
    fpr = POINT.prior * recall * (1 - precision) / ((1 - POINT.prior) * precision)
    inside = np.isfinite(fpr)
    assert inside.sum() > 10
    assert_allclose(POINT.expected_cost(fpr, recall)[inside], best.expected_cost, rtol=1e-3)


def test_call_none_has_no_mark_but_a_label(analysis):
    none, some = OperatingPoint(1e-6), POINT
    for point, opacity in ((none, 0), (some, 1)):
        scene = make_scene(analysis, point, View(("ties",)))
        figure = precision_recall_figure(scene).to_plotly_json()
        best = next(trace for trace in figure["data"] if trace["uid"] == "best")
        assert best["opacity"] == opacity
        assert figure["layout"]["annotations"][1]["opacity"] == 1 - opacity


def test_the_no_skill_line_and_the_axis_title_state_the_prior(analysis, view):
    figure = precision_recall_figure(make_scene(analysis, POINT, view)).to_plotly_json()
    no_skill = next(trace for trace in figure["data"] if trace["uid"] == "noskill")
    assert no_skill["y"] == [0.03, 0.03]
    assert figure["layout"]["annotations"][0]["text"] == (
        "Flags that are right (precision, at 3 % positives)"
    )


def test_the_band_encloses_its_curve(analysis):
    drawn = traces(analysis, POINT, View(("good",)))
    band, curve = drawn["band-0"], drawn["model-0"]
    half = len(band["x"]) // 2
    low, high = np.array(band["y"][:half]), np.array(band["y"][half:][::-1])
    assert (low <= high).all()
    recall, precision = np.array(curve["x"]), np.array(curve["y"])
    for x, lowest, highest in list(zip(band["x"], low, high))[::7]:
        near = precision[np.abs(recall - x) < 0.02]
        assert near.size == 0 or (lowest <= near.max() + 0.01 and highest >= near.min() - 0.01)
