"""The PR panel read as reliability of scores as probabilities."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions, analyse, score_cut, score_driven_cost
from costdash.core.probabilities.calibration import calibration
from costdash.figures import PANELS, View, make_scene
from costdash.figures.panels.precision_recall import precision_recall_figure

POINT = OperatingPoint(0.1, 8, 2)


@pytest.fixture(scope="module")
def predictions():
    rng = np.random.default_rng(4)
    p = rng.beta(1, 3, 600)
    is_positive = rng.random(600) < p
    scores = {"right": p, "high": p**0.5, "odds": p / (1 - p)}
    return Predictions(is_positive=is_positive, scores=scores)


@pytest.fixture(scope="module")
def analysis(predictions):
    return analyse(predictions, n_replicates=100)


def drawn(scene):
    figure = precision_recall_figure(scene).to_plotly_json()
    return {trace["uid"]: trace for trace in figure["data"]}, figure["layout"]


def scene_of(analysis, names=("right", "high", "odds")):
    view = View(tuple(names), modes=frozenset({"reliability"}))
    return make_scene(analysis, POINT, view)


def told(layout):
    return "\n".join(one["text"] for one in layout["annotations"])


def test_steps_are_the_pooled_shares_of_positives(predictions, analysis):
    traces, _ = drawn(scene_of(analysis))
    assert [uid for uid in traces if uid.startswith("steps-")] == ["steps-0", "steps-1"]
    for i, name in enumerate(("right", "high")):
        x, y = (np.array(traces[f"steps-{i}"][axis]) for axis in "xy")
        score = predictions.scores[name]
        for left, right, share in zip(x[::2], x[1::2], y[::2]):
            rows = (score >= left - 1e-6) & (score <= right + 1e-6)
            assert predictions.is_positive[rows].mean() == pytest.approx(share, abs=0.02)
        assert (np.diff(y) >= 0).all()


def test_scripts_are_told_what_each_step_costs(analysis):
    [_, model] = drawn(scene_of(analysis))[1]["meta"]["steps"]
    counts, hull = analysis.models["high"].counts, analysis.models["high"].hull
    assert (model["i"], model["name"], len(model["fpr"])) == (1, "high", len(model["first"]) + 1)
    gap = score_driven_cost(counts, POINT.pcf, analysis.file_prevalence) - hull.cost(POINT.pcf)
    assert sum(model["excess"]) == pytest.approx(float(gap) * POINT.scale, rel=1e-4)
    assert sum(model["excess"]) > 0
    share, rows = np.array(model["observed"]), np.array(model["rows"])
    assert (share * rows).sum() == pytest.approx(counts.tp[-1], rel=1e-4)
    rule = counts.index(score_cut(model["pcf"], analysis.file_prevalence))
    step = np.array(model["step"], int)
    for corners, rates in ((model["fpr"], counts.fpr), (model["tpr"], counts.tpr)):
        below, above = np.array(corners)[step], np.array(corners)[step + 1]
        assert (below >= rates[rule] - 1e-5).all()
        assert (above <= rates[rule] + 1e-5).all()


def test_the_text_tells_the_parts_of_the_brier_score_with_limits(predictions, analysis):
    scene = scene_of(analysis, ("high",))
    found = calibration(predictions, analysis, "high")
    traces, layout = drawn(replace(scene, calibration=found))
    said = layout["meta"]["note"]
    assert f"miscalibration {found.miscalibration:.3g} (" in said
    assert f"uncertainty {found.uncertainty:.3g}" in said
    steps = found.reliability
    most = int(np.argmax(steps.miscalibration))
    assert f" of it at scores {steps.first[most]:.3g}" in said
    assert "need not be probabilities" in said
    assert "Bayes' rule" in said  # the prior is not that of the file
    assert_allclose(max(traces["rows-1"]["y"]), 1)
    outline = np.array(traces["consistency"]["y"])
    assert outline.size == 2 * found.band.score.size


def test_scores_outside_the_unit_interval_get_a_sentence(analysis):
    scene = scene_of(analysis, ("odds",))
    assert scene.calibrated is None
    traces, layout = drawn(scene)
    assert set(traces) == {"calibrated"}
    assert "are no probabilities" in told(layout)
    assert "are no probabilities" in PANELS[1].alt_text(scene)


def test_the_recommended_model_is_told_of_if_it_can_be(analysis):
    scene = scene_of(analysis)
    assert scene.calibrated == (
        scene.recommended_model if scene.recommended_model != "odds" else "right"
    )
