"""The cost panel along the share of positives: money, against the cost of each threshold."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.choose.cost_axes import cost_by_threshold
from costdash.core.folds.crossfit import crossfit_models
from costdash.figures import View, make_scene
from costdash.figures.panels.cost import cost_figure
from costdash.figures.panels.cost_axes.by_prior import window
from costdash.figures.style import band_colour
from costdash.figures.view import Unit

POINT = OperatingPoint(0.1, 6, 2)
UNIT = Unit(1000, "per 1,000 cases")


def drawn(analysis, point=POINT, **more):
    view = View(tuple(analysis.models), cost_axis="positives", unit=UNIT, **more)
    figure = cost_figure(make_scene(analysis, point, view)).to_plotly_json()
    return {trace["uid"]: trace for trace in figure["data"]}, figure["layout"]


def test_a_curve_is_the_cheapest_threshold_at_every_share(analysis):
    traces, _ = drawn(analysis)
    for i, model in enumerate(analysis.models.values()):
        x, y = (np.array(traces[f"model-{i}"][axis]) for axis in "xy")
        for place, amount in list(zip(x, y))[::20]:
            there = replace(POINT, prior=float(1 / (1 + np.exp(-place))))
            least = cost_by_threshold(model.counts, there).min()
            assert amount == pytest.approx(1000 * least, rel=1e-4, abs=1e-6)


def test_the_marks_stand_at_the_present_share(analysis):
    traces, layout = drawn(analysis, today=("good", 7))
    here = np.log(POINT.prior / (1 - POINT.prior))
    call = analysis.decide(POINT).best
    assert_allclose(traces["pcf"]["x"], [here] * 2, rtol=1e-5)
    assert_allclose(
        [traces["best"]["x"][0], traces["best"]["y"][0]],
        [here, 1000 * call.expected_cost],
        rtol=1e-5,
    )
    assert np.interp(here, traces["today-line"]["x"], traces["today-line"]["y"]) == pytest.approx(
        traces["today"]["y"][0], rel=1e-2
    )
    assert (
        layout["xaxis"]["title"]["text"] == "Cases that are positive, at $6 a miss and $2 an alarm"
    )
    assert layout["annotations"][0]["text"] == "Cost per 1,000 cases"


def test_the_strip_is_cut_where_the_axis_ends(analysis):
    traces, layout = drawn(analysis)
    low, high = layout["xaxis"]["range"]
    bars = [trace for uid, trace in traces.items() if uid.startswith("best-") and uid != "best"]
    assert bars
    for bar in bars:
        assert low - 1e-4 <= bar["base"][0] <= bar["base"][0] + bar["x"][0] <= high + 1e-4


@pytest.mark.parametrize("point", [POINT, OperatingPoint(0.9, 19, 1), OperatingPoint(1e-4, 2, 9)])
def test_a_band_reaches_over_the_window_with_the_limits_at_each_share(point):
    rng, is_positive = np.random.default_rng(4), np.arange(400) < 60
    scores = {name: rng.normal(size=400) + 2 * is_positive for name in "abc"}
    rows = Predictions(is_positive=is_positive, scores=scores)
    fits, plain = crossfit_models(rows, n_replicates=20), analyse(rows, n_replicates=100)
    for one in (plain, plain.with_crossfits(fits)):
        traces, layout = drawn(one, point)
        place = next(i for i in range(3) if f"band-{i}" in traces)
        band = traces[f"band-{place}"]
        corners = np.column_stack([np.array(band[axis]) for axis in "xy"])
        low, high = np.split(corners, 2)
        left, right = layout["xaxis"]["range"]
        assert low[0, 0] <= left
        assert low[-1, 0] >= right
        assert np.diff(low[:, 0]).max() < 0.2  # so that straight pieces pass for the curve
        assert band["fillcolor"] == band_colour(place)
        assert ("other-rows" in traces) == (one is not plain)
        if one is plain:
            continue
        for x, bottom, top in zip(low[::9, 0], low[::9, 1], high[::-1][::9, 1]):
            there = replace(point, prior=float(1 / (1 + np.exp(-x))))
            limits = fits.together.interval(there.pcf, 0.95)
            assert_allclose([bottom, top], 1000 * there.scale * np.array(limits), rtol=1e-3, atol=1)


@pytest.mark.parametrize("prior", [1e-9, 0.003, 0.006, 0.029, 0.5, 0.97])
def test_the_window_holds_the_present_share_and_hardly_moves(prior):
    low, high = window(prior)
    assert 0 < low < prior < high < 1
    assert window(prior * 1.01) == (low, high)
