"""The ROC panel on DET axes: every place is that of the ROC curve on normal deviates."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm

from costdash.core import OperatingPoint
from costdash.core.choose.criteria import NeymanPearson
from costdash.core.conditions.intervals import Imprecise
from costdash.core.curves.polyline import deviate_path
from costdash.figures import PANEL_MODES, View, make_scene
from costdash.figures.panels.roc import roc_alt_text, roc_figure

POINT = OperatingPoint(0.2, 3, 1)
RANGES = Imprecise((0.1, 0.6), (1, 9), (1, 1))
LEAST = 0.0005


def placed(rate):
    """The slow way: clip, then the normal quantile."""
    return np.array([norm.ppf(min(max(float(one), LEAST), 1 - LEAST)) for one in rate])


def rates_of(trace):
    """fpr and tpr of a trace on DET axes."""
    x, y = (np.array(trace[name], dtype=float) for name in ("x", "y"))
    return norm.cdf(x), 1 - norm.cdf(y)


def drawn(analysis, view, mode=None):
    asked = replace(view, modes=frozenset({mode} - {None}))
    figure = roc_figure(make_scene(analysis, POINT, asked))
    return {trace["uid"]: trace for trace in figure.to_plotly_json()["data"]}, figure.layout


@pytest.fixture
def view(analysis):
    name = next(iter(analysis.models))
    return View(tuple(analysis.models), 0.9, today=(name, 3), trial=(name, 5), ranges=RANGES)


def test_every_point_of_the_roc_panel_lies_at_its_deviates(analysis, view):
    shares, _ = drawn(analysis, view)
    deviates, _ = drawn(analysis, view, "det")
    assert set(deviates) == {*shares, "optimal-vertices"}
    for uid, trace in shares.items():
        x, y = placed(trace["x"]), placed(1 - np.array(trace["y"], dtype=float))
        there = np.column_stack([np.array(deviates[uid][name]) for name in ("x", "y")])
        for spot in np.column_stack((x, y)):
            assert np.abs(there - spot).max(axis=1).min() < 2e-5, uid


def test_lines_between_points_are_straight_in_roc_space(analysis, view):
    shares, _ = drawn(analysis, view)
    deviates, _ = drawn(analysis, view, "det")
    for uid in ("iso", "hull", "chance"):
        fpr, tpr = rates_of(deviates[uid])
        inside = (fpr > 2 * LEAST) & (fpr < 1 - 2 * LEAST) & (tpr > LEAST) & (tpr < 1 - LEAST)
        x, y = (np.array(shares[uid][name], dtype=float) for name in ("x", "y"))
        assert inside.sum() > 20, uid
        assert_allclose(tpr[inside], np.interp(fpr[inside], x, y), atol=2e-5)


def test_curved_lines_have_enough_points(analysis):
    """A chord is at most a hundredth of a deviate from the curve: less than a pixel."""
    rng = np.random.default_rng(0)
    for _ in range(200):
        ends = [np.sort(rng.choice([0, 1, *rng.random(4) ** 4], 2)) for _ in range(2)]
        x, y = deviate_path(*ends)
        share = np.linspace(0, 1, 20_001)
        fpr, tpr = (low + share * (high - low) for low, high in ends)
        exact = np.column_stack((placed_fast(fpr), placed_fast(1 - tpr)))
        away = distance_to_path(exact[::50], x, y)
        assert away.max() < 0.03


def placed_fast(rate):
    return norm.ppf(np.clip(rate, LEAST, 1 - LEAST))


def distance_to_path(points, x, y):
    corners = np.column_stack((x, y))
    start, step = corners[:-1], np.diff(corners, axis=0)
    length = np.maximum((step**2).sum(axis=1), 1e-300)
    share = np.clip(((points[:, None] - start) * step).sum(axis=2) / length, 0, 1)
    return np.hypot(*np.moveaxis(points[:, None] - start - share[..., None] * step, 2, 0)).min(1)


def test_rates_of_0_and_1_lie_at_the_ends_inside_the_axes(analysis, view):
    deviates, layout = drawn(analysis, view, "det")
    low, high = layout.xaxis.range
    for uid in ("model-0", "hull", "chance"):
        x, y = (np.array(deviates[uid][name], dtype=float) for name in ("x", "y"))
        assert_allclose([x[0], y[0]], [norm.ppf(LEAST), -norm.ppf(LEAST)], atol=1e-4)
        assert_allclose([x[-1], y[-1]], [-norm.ppf(LEAST), norm.ppf(LEAST)], atol=1e-4)
        assert (x > low).all()
        assert (y < high).all()


def test_the_axes_say_what_they_are(analysis, view):
    _, layout = drawn(analysis, view, "det")
    assert layout.meta["mode"] == {"key": "det"}
    assert PANEL_MODES["det"].table == "det"
    assert PANEL_MODES["det"].keeps_places
    titles = [layout.xaxis.title.text, *(note.text for note in layout.annotations)]
    assert any("false positive rate" in title for title in titles)
    assert any("false negative rate" in title for title in titles)
    ticks = dict(zip(layout.yaxis.ticktext, layout.yaxis.tickvals))
    assert_allclose([ticks["0.1 %"], ticks["5 %"], ticks["50 %"]], norm.ppf([0.001, 0.05, 0.5]))


def test_the_held_thresholds_tell_their_rates_on_any_axes(analysis, view):
    for mode in (None, "det"):
        marks, _ = drawn(analysis, view, mode)
        scene = make_scene(analysis, POINT, view)
        for uid, call in (("today", scene.today), ("trial", scene.trial)):
            meta = marks[uid]["meta"]
            assert (meta["fpr"], meta["tpr"]) == (call.fpr, call.tpr)


def test_the_text_for_screen_readers_names_the_axes(analysis, view):
    det = replace(view, modes=frozenset({"det"}))
    for one in (det, replace(det, criterion=NeymanPearson(0.1))):
        said = roc_alt_text(make_scene(analysis, POINT, one))
        assert said.startswith("DET curves (false positive and false negative rate on normal")
    assert roc_alt_text(make_scene(analysis, POINT, view)).startswith("ROC curves of ")


def test_gains_are_the_positives_found_by_the_share_of_cases_flagged(analysis, view):
    shares, _ = drawn(analysis, view)
    gains, layout = drawn(analysis, view, "gains")
    assert set(gains) == set(shares)
    for uid, trace in shares.items():
        fpr, tpr, x, y = (
            np.array(one[name], dtype=float) for one in (trace, gains[uid]) for name in ("x", "y")
        )
        assert_allclose(y, tpr, atol=1e-6, err_msg=uid)
        assert_allclose(x, 0.2 * tpr + 0.8 * fpr, atol=1e-5, err_msg=uid)
    assert layout.meta["mode"]["prior"] == 0.2
    assert "share called positive" in layout.xaxis.title.text


def test_the_lift_is_that_of_the_cases_flagged_one_by_one(analysis, view):
    asked = replace(view, modes=frozenset({"gains"}))
    scene = make_scene(analysis, OperatingPoint(analysis.prevalence, 3, 1), asked)
    best = scene.recommended
    share = analysis.prevalence * best.tpr + (1 - analysis.prevalence) * best.fpr
    lift = best.precision / analysis.prevalence
    assert_allclose(best.tpr / share, lift)
    titles = [note.text for note in roc_figure(scene).layout.annotations]
    assert any(f"lift {lift:.3g})" in title for title in titles)
    assert roc_alt_text(scene).startswith("Gains (positives found by share of cases flagged) of")
