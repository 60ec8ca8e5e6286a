"""The cost panel as a decision curve, against the net benefit of every threshold."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, score_driven_cost
from costdash.figures import View, make_scene
from costdash.figures.panels.cost import cost_figure
from costdash.figures.panels.cost_axes.net_benefit import window
from tests.figures.conftest import MARKUP_NAME

POINT = OperatingPoint(0.1, 8, 2)
HERE = 0.2


def drawn(analysis, point=POINT, **more):
    view = View(tuple(analysis.models), cost_axis="net-benefit", **more)
    figure = cost_figure(make_scene(analysis, point, view)).to_plotly_json()
    return {trace["uid"]: trace for trace in figure["data"]}, figure["layout"]


def benefit(fpr, tpr, t, prior):
    return 100 * (tpr * prior - fpr * (1 - prior) * t / (1 - t))


def test_a_curve_is_the_largest_net_benefit_of_any_threshold(analysis):
    traces, _ = drawn(analysis)
    for i, model in enumerate(analysis.models.values()):
        x, y = (np.array(traces[f"model-{i}"][axis]) for axis in "xy")
        for t, value in list(zip(x, y))[::16]:
            most = benefit(model.counts.fpr, model.counts.tpr, t, POINT.prior).max()
            assert value == pytest.approx(most, rel=1e-4, abs=1e-6)


def test_net_benefit_is_the_prior_less_the_expected_cost_in_missed_positives(analysis):
    traces, _ = drawn(analysis, today=("good", 7))
    call = analysis.decide(POINT).best
    expected = 100 * (POINT.prior - call.expected_cost / POINT.cost_fn)
    assert_allclose([traces["best"]["x"][0], traces["best"]["y"][0]], [HERE, expected], rtol=1e-5)
    assert_allclose(traces["pcf"]["x"], [HERE, HERE])
    line = traces["today-line"]
    assert np.interp(HERE, line["x"], line["y"]) == pytest.approx(traces["today"]["y"][0], rel=1e-3)


def test_the_band_is_that_of_the_cost(analysis):
    traces, layout = drawn(analysis)
    best = analysis.decide(POINT).best.model
    place = list(analysis.models).index(best)
    x, y = (np.array(traces[f"band-{place}"][axis]) for axis in "xy")
    half = len(x) // 2
    nec = analysis.models[best].bands.cost_interval(POINT.pcf, 0.95)
    low, high = (100 * (POINT.prior - cost * POINT.scale / POINT.cost_fn) for cost in nec[::-1])
    for part, limit in ((slice(half), low), (slice(half, None), high)):
        order = np.argsort(x[part])
        assert np.interp(HERE, x[part][order], y[part][order]) == pytest.approx(limit, rel=0.02)
    [(i, words), *_] = layout["meta"]["cost_axis"]["benefits"]
    assert i == place
    assert words.endswith(f"({low:.3g} to {high:.3g})")


def test_scores_as_probabilities_give_the_net_benefit_of_their_cost_curve(analysis):
    traces, _ = drawn(analysis, score_driven=True)
    name = MARKUP_NAME  # the one model with probabilities
    i = list(analysis.models).index(name)
    assert [uid for uid in traces if uid.startswith("score-")] == [f"score-{i}"]
    x, y = (np.array(traces[f"score-{i}"][axis]) for axis in "xy")
    odds = POINT.prior * (1 - x)
    pcf = odds / (odds + (1 - POINT.prior) * x)
    nec = score_driven_cost(analysis.models[name].counts, pcf, analysis.file_prevalence)
    scale = POINT.prior + (1 - POINT.prior) * x / (1 - x)
    assert np.mean(np.isclose(y, 100 * (POINT.prior - nec * scale), rtol=1e-3, atol=1e-4)) > 0.9


def test_the_strip_is_cut_where_the_axis_ends(analysis):
    traces, layout = drawn(analysis)
    low, high = layout["xaxis"]["range"]
    bars = [trace for uid, trace in traces.items() if uid.startswith("best-")]
    assert bars
    for bar in bars:
        left, wide = bar["base"][0], bar["x"][0]
        assert wide >= 0
        assert low - 1e-4 <= left <= left + wide <= high + 1e-4


@pytest.mark.parametrize("t", [1e-9, 0.003, 0.0196, 0.2, 0.5, 0.9])
def test_the_window_holds_the_present_threshold_probability_and_hardly_moves(t):
    assert t < window(t) <= 0.99
    assert window(t * 1.01) == window(t)


@pytest.mark.parametrize("point", [OperatingPoint(0.3, 1, 900), OperatingPoint(1e-12, 9e20, 1)])
def test_extreme_conditions_are_drawn(analysis, point):
    traces, layout = drawn(analysis, replace(point))
    assert np.isfinite(np.array(traces["model-0"]["y"], float)).all()
    assert layout["xaxis"]["range"][1] > 0
