"""What the ROC panel draws over its curves: the order of ties, and concavities."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, auc, concavities
from costdash.figures import PANEL_MODES, View, make_scene
from costdash.figures.panels.roc import roc_alt_text, roc_figure

POINT = OperatingPoint(0.2, 3, 1)


def drawn(analysis, mode, models=None):
    view = View(tuple(models or analysis.models), 0.9, modes=frozenset({mode}))
    scene = make_scene(analysis, POINT, view)
    figure = roc_figure(scene)
    return {trace["uid"]: trace for trace in figure.to_plotly_json()["data"]}, figure.layout, scene


def area(trace):
    x, y = (np.array(trace[name], dtype=float) for name in ("x", "y"))
    return float(np.sum(np.diff(x) * (y[1:] + y[:-1]) / 2))


def test_the_two_orders_of_ties_hold_the_curve_between_them(analysis):
    traces, layout, scene = drawn(analysis, "ties")
    [i] = [i for i, model in scene.shown if model.name == "ties"]
    low, high = area(traces[f"pessimistic-{i}"]), area(traces[f"optimistic-{i}"])
    assert high - low > 0.05
    assert_allclose((low + high) / 2, auc(analysis.models["ties"].counts), atol=1e-5)
    assert layout.meta["mode"] == {"key": "ties"}
    assert PANEL_MODES["ties"].title == "ROC: order of ties"
    assert f"area of ties {low:.3g} to {high:.3g}" in layout.meta["note"]


def test_curves_without_ties_have_one_line(analysis):
    traces, layout, _ = drawn(analysis, "ties", ["good"])
    assert not [uid for uid in traces if uid.startswith(("optimistic", "pessimistic"))]
    assert "order changes nothing" in layout.meta["note"]


def test_a_concavity_is_shaded_and_its_deepest_point_reflected(analysis):
    traces, layout, scene = drawn(analysis, "dents")
    for i, model in scene.shown:
        dips = concavities(model.counts)
        if not dips or dips[0].depth < 0.01:
            continue
        marked = traces[f"repaired-{i}"]
        assert_allclose([marked["x"][0], marked["y"][0]], dips[0].repaired, rtol=1e-5)
        x, y = (np.array(traces[f"concavities-{i}"][name], dtype=float) for name in ("x", "y"))
        first = int(np.flatnonzero(np.isnan(x))[0])
        ends = model.counts.index([dips[0].start, dips[0].end])
        corners = {(round(a, 5), round(b, 5)) for a, b in zip(x[:first], y[:first])}
        for at in ends:
            assert (round(model.counts.fpr[at], 5), round(model.counts.tpr[at], 5)) in corners
        assert f"{dips[0].depth:.3g}" in layout.meta["note"]
    assert any(uid.startswith("concavities-") for uid in traces)


def test_a_convex_curve_has_no_concavity(tied):
    traces, layout, _ = drawn(tied, "dents")
    assert not [uid for uid in traces if uid.startswith(("concavities", "repaired"))]
    assert layout.meta["note"] == "no curve has a dent that can be seen"


@pytest.mark.parametrize("mode", ["ties", "dents"])
def test_a_mode_adds_traces_and_changes_none(analysis, mode):
    plain = drawn(analysis, "curves")[0]
    read, _, scene = drawn(analysis, mode)
    assert {uid: read[uid] for uid in plain} == plain
    assert f"On the curves: {roc_figure(scene).layout.meta['note']}." in roc_alt_text(scene)


def test_many_thresholds_make_few_points(large):
    traces, *_ = drawn(large, "dents")
    assert (
        max(len(trace["x"]) for uid, trace in traces.items() if uid.startswith("concavities"))
        < 2000
    )
