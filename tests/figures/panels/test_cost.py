"""The cost panel: lower envelopes, threshold lines, operating ranges and marks."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import (
    OperatingPoint,
    Predictions,
    analyse,
    normalized_expected_cost,
    parameter_selection,
)
from costdash.figures import COST_AXES, View, make_scene
from costdash.figures.panels.cost import cost_figure

POINT = OperatingPoint(0.1, 6, 1)


def traces(analysis, view, point=POINT):
    figure = cost_figure(make_scene(analysis, point, view))
    return {trace["uid"]: trace for trace in figure.to_plotly_json()["data"]}


@pytest.fixture
def names(analysis):
    return tuple(analysis.models)


def test_lower_envelopes_are_drawn_exactly(analysis, names):
    drawn = traces(analysis, View(names))
    pcf = np.linspace(0, 1, 333)
    for i, model in enumerate(analysis.models.values()):
        line = drawn[f"model-{i}"]
        assert_allclose(np.interp(pcf, line["x"], line["y"]), model.hull.cost(pcf), atol=2e-6)


def test_the_best_call_is_marked_at_pcf_and_todays_on_its_cost_line(analysis, names):
    drawn = traces(analysis, View(names, today=("good", 11)))
    (x,), (y,) = drawn["best"]["x"], drawn["best"]["y"]
    assert_allclose(x, POINT.pcf, rtol=1e-5)
    assert_allclose(y, analysis.decide(POINT, names).best.nec, rtol=1e-5)
    left, right = drawn["today-line"]["y"]
    assert_allclose(drawn["today"]["y"][0], left + (right - left) * x, atol=1e-5)
    assert_allclose(drawn["pcf"]["x"], [x, x])


def test_no_threshold_line_lies_below_the_envelope(analysis, names):
    drawn = traces(analysis, View(names, lines=True))
    for i, model in enumerate(analysis.models.values()):
        y = drawn[f"lines-{i}"]["y"]
        assert y[2::3] == [None] * (len(y) // 3)
        fpr, fnr = np.array(y[::3], float), np.array(y[1::3], float)
        assert fpr.size <= model.hull.tie.size + 1 + 60
        for pcf in (0.1, 0.5, 0.8):
            nec = normalized_expected_cost(fpr, 1 - fnr, pcf)
            assert_allclose(nec.min(), model.hull.cost(pcf), atol=1e-5)


def test_only_probabilities_have_a_score_driven_cost_curve(analysis, names):
    drawn = traces(analysis, View(names, score_driven=True))
    assert [uid for uid in drawn if uid.startswith("score-")] == ["score-1"]
    envelope = analysis.models[names[1]].hull.cost(drawn["score-1"]["x"])
    assert (np.array(drawn["score-1"]["y"]) >= envelope - 1e-5).all()
    figure = cost_figure(make_scene(analysis, POINT, View(names, score_driven=True)))
    assert "if the scores are probabilities" in figure.to_plotly_json()["layout"]["meta"]["note"]


def test_thin_lines_are_operating_ranges(analysis, names):
    drawn = traces(analysis, View(names))
    for i, model in enumerate(analysis.models.values()):
        assert_allclose(drawn[f"range-{i}"]["x"], model.hull.operating_range, atol=1e-5)
        assert_allclose(drawn[f"range-{i}"]["meta"]["useful"], model.hull.useful_range())
        assert drawn[f"range-{i}"]["yaxis"] == "y2"
        assert drawn[f"range-{i}"]["line"]["dash"] == drawn[f"model-{i}"]["line"]["dash"]


def test_a_pinned_threshold_is_drawn_as_its_cost_line(analysis, names):
    line = traces(analysis, View(names, today=("good", 11)))["today-line"]
    counts = analysis.models["good"].counts
    assert_allclose(line["y"], [counts.fpr[11], counts.fnr[11]], atol=1e-6)
    assert line["opacity"] == 1


@pytest.mark.parametrize("axis", COST_AXES)
def test_a_model_without_errors_leaves_room_on_the_axis(axis):
    perfect = Predictions(is_positive=[0, 1] * 30, scores={"perfect": [0.0, 1.0] * 30})
    scene = make_scene(
        analyse(perfect, n_replicates=100), POINT, View(("perfect",), cost_axis=axis)
    )
    low, high = cost_figure(scene).layout.yaxis.range
    assert low < high


@pytest.mark.parametrize("axis", COST_AXES)
def test_the_gap_of_the_recommended_model_lies_between_its_scores_and_its_envelope(analysis, axis):
    name = next(name for name, model in analysis.models.items() if model.is_probability)
    place, model = analysis.place[name], analysis.models[name]
    drawn = traces(analysis, View((name,), score_driven=True, cost_axis=axis))
    if axis == "threshold":
        assert f"gap-{place}" not in drawn
        return
    gap, curve = drawn[f"gap-{place}"], drawn[f"score-{place}"]
    half = len(gap["x"]) // 2
    assert gap["y"][half:][::-1] == curve["y"]
    pcf, nec = np.array(curve["x"]), np.array(gap["y"][:half])
    if axis != "probability-cost":
        pcf, low, high = (np.array(gap["meta"][key]) for key in ("pcf", "low", "high"))
        assert (low <= high + 1e-6).all()
        assert drawn[f"score-{place}"]["meta"]["nec"] == gap["meta"]["high"]
        nec = low
    assert_allclose(nec, model.hull.cost(pcf), atol=2e-5)


def test_scores_by_the_share_of_positives_cost_what_their_thresholds_do(analysis):
    name = next(name for name, model in analysis.models.items() if model.is_probability)
    view = View((name,), score_driven=True, cost_axis="positives")
    curve = traces(analysis, view)[f"score-{analysis.place[name]}"]
    counts, base = analysis.models[name].counts, analysis.file_prevalence
    for x, y in list(zip(curve["x"], curve["y"]))[::5]:
        prior = 1 / (1 + np.exp(-x))
        odds = POINT.cost_fp / POINT.cost_fn * (1 - prior) / prior * base / (1 - base)
        fpr, tpr = counts.rates(counts.index(odds / (1 + odds)))
        paid = prior * POINT.cost_fn * (1 - tpr) + (1 - prior) * POINT.cost_fp * fpr
        near = counts.threshold[1:-1]
        if np.abs(near - odds / (1 + odds)).min() > 1e-4:  # where no rounding decides
            assert y == pytest.approx(paid, rel=1e-3)


def test_no_gap_is_drawn_of_scores_that_are_no_probabilities(analysis):
    names = tuple(name for name, model in analysis.models.items() if not model.is_probability)
    drawn = traces(analysis, View(names, score_driven=True))
    assert not [uid for uid in drawn if uid.startswith(("gap-", "score-"))]


def test_choosing_by_training_is_drawn_with_its_extra_cost(analysis):
    found = parameter_selection({"A": (0.1, 0.6), "B": (0.4, 0.9)}, {"A": 0.2, "B": 0.6})
    view = View(tuple(analysis.models))
    scene, plain = (
        make_scene(analysis, OperatingPoint(0.2, 3, 1), replace(view, by_training=selection))
        for selection in (found, None)
    )
    drawn = {trace["uid"]: trace for trace in cost_figure(scene).to_plotly_json()["data"]}
    x, y = (np.array(drawn["training"][part], float) for part in "xy")
    for at, cost in zip(x, y):
        if abs(at - 0.4) > 1e-5:
            fpr, tpr = (0.1, 0.6) if at < 0.4 else (0.4, 0.9)
            assert cost == pytest.approx(fpr * (1 - at) + (1 - tpr) * at, abs=1e-5)
    around = [np.array(drawn["training-extra"][part], float) for part in "xy"]
    area = abs(np.dot(around[0], np.roll(around[1], 1)) - np.dot(around[1], np.roll(around[0], 1)))
    assert area / 2 == pytest.approx(found.extra_area, abs=1e-4)
    figure = cost_figure(scene)
    labels = [label["text"] for label in figure.layout.meta["labels"]]
    assert "choosing by training<br>costs 0.017 more" in labels
    assert "training" not in {trace["uid"] for trace in cost_figure(plain).to_plotly_json()["data"]}
