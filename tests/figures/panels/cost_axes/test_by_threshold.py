"""The cost panel along the threshold: the amount of each, and the run that costs hardly more."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.choose.cost_axes import cost_by_threshold, flat_zone
from costdash.core.choose.criteria import LeastRecall, MostFlagged
from costdash.figures import View, make_scene
from costdash.figures.panels.cost import cost_alt_text, cost_figure
from costdash.figures.panels.cost_axes.by_threshold import flat_words, limit_zone_of
from costdash.figures.panels.cost_axes.score_driven import gap_here
from costdash.figures.view import Unit
from tests.support.scored import binormal

POINT = OperatingPoint(0.1, 6, 2)
UNIT = Unit(1000, "per 1,000 cases")


def scene_of(analysis, point=POINT, names=None, **more):
    names = tuple(analysis.models) if names is None else names
    return make_scene(analysis, point, View(names, cost_axis="threshold", unit=UNIT, **more))


def drawn(scene):
    figure = cost_figure(scene).to_plotly_json()
    return {trace["uid"]: trace for trace in figure["data"]}, figure["layout"]


def test_the_curve_is_what_each_threshold_of_the_recommended_model_costs(analysis):
    scene = scene_of(analysis)
    model = analysis.models[scene.recommended.model]
    traces, layout = drawn(scene)
    cost = 1000 * cost_by_threshold(model.counts, POINT)
    line = traces[f"model-{model.place}"]
    path = [k for k in model.path if np.isfinite(model.counts.threshold[k])]
    assert_allclose(line["y"], cost[path], rtol=1e-5)
    assert traces["best"]["y"][0] == pytest.approx(cost[scene.recommended.index], rel=1e-5)
    assert layout["xaxis"]["title"]["text"] == f"Threshold of {model.name}"


def test_the_shaded_run_holds_the_best_and_says_its_ends(analysis):
    scene = scene_of(analysis, flat=0.1)
    model = analysis.models[scene.recommended.model]
    cost = cost_by_threshold(model.counts, POINT)
    first, last = flat_zone(cost, 0.1)
    traces, layout = drawn(scene)
    left, right = min(traces["flat"]["x"]), max(traces["flat"]["x"])
    assert left <= traces["best"]["x"][0] <= right
    assert cost[first : last + 1].max() <= 1.1 * cost.min()
    words = flat_words(model, scene)
    assert words[1] == "costs at most 10 % more on these rows"
    assert list(words) == layout["meta"]["cost_axis"]["zone"]
    assert words[0] in cost_alt_text(scene)


@pytest.mark.parametrize(
    "limit", [MostFlagged(POINT, 0.03), MostFlagged(POINT, 0.2), LeastRecall(POINT, 0.9)]
)
def test_the_zone_of_a_limit_holds_the_thresholds_that_keep_it(analysis, limit):
    scene = scene_of(analysis, criterion=limit)
    zone = limit_zone_of(scene)
    assert zone is not None
    counts = analysis.models[zone.model].counts
    kept = [bool(limit.keeps(fpr, tpr)) for fpr, tpr in zip(counts.fpr, counts.tpr)]
    inside = (counts.threshold >= zone.low) & (counts.threshold <= zone.high)
    assert inside[1:].tolist() == kept[1:]


def test_a_limit_that_every_threshold_keeps_has_no_zone(analysis):
    assert limit_zone_of(scene_of(analysis, criterion=LeastRecall(POINT, 1e-9))) is None
    assert limit_zone_of(scene_of(analysis)) is None


@pytest.mark.parametrize("kind", ["probabilities", "wide", "one level"])
def test_ticks_lie_on_the_axis_and_say_how_many_cases_are_flagged(kind):
    score = binormal(np.random.default_rng(3), 60, 240, 1.0).score
    scores = {
        "probabilities": 1 / (1 + np.exp(-score)),
        "wide": np.exp(4 * score),
        "one level": score * 0,
    }
    rows = Predictions(is_positive=np.arange(300) < 60, scores={"a": scores[kind]})
    scene = scene_of(analyse(rows, n_replicates=100))
    _, layout = drawn(scene)
    low, high = layout["xaxis"]["range"]
    values, texts = layout["xaxis"]["tickvals"], layout["xaxis"]["ticktext"]
    assert all(low <= value <= high for value in values)
    flags = [float(text.split("<br>")[1].replace(",", "")) for text in texts]
    assert flags == sorted(flags, reverse=True)


def test_without_a_model_the_axes_stay(analysis):
    traces, layout = drawn(scene_of(analysis, names=()))
    assert traces == {}
    assert layout["xaxis"]["title"]["text"] == "Threshold of no model"


def test_what_scores_cost_as_probabilities_is_marked_on_the_curve(analysis):
    rng = np.random.default_rng(4)
    y = rng.random(400) < 0.3
    rows = Predictions(is_positive=y, scores={"p": rng.beta(1 + 2 * y, 3)})
    analysis = analyse(rows, n_replicates=100)
    scene = scene_of(analysis, score_driven=True)
    model = analysis.models["p"]
    traces, layout = drawn(scene)
    [x], [cost] = traces["taken"]["x"], traces["taken"]["y"]
    excess = 1000 * gap_here(model, scene) * POINT.scale
    assert cost == pytest.approx(traces["best"]["y"][0] + excess, rel=1e-4)
    odds = POINT.cost_fp / POINT.cost_fn * (1 - POINT.prior) / POINT.prior
    odds *= y.mean() / (1 - y.mean())
    score = odds / (1 + odds)
    assert x == pytest.approx(np.log10(score) if layout["meta"]["cost_axis"]["log"] else score)
    assert any(note["text"] == "scores as probabilities" for note in layout["annotations"])
    assert "taken" not in drawn(scene_of(analysis))[0]


def test_tiny_scores_of_cases_that_all_rules_flag_do_not_widen_the_axis():
    rng = np.random.default_rng(5)
    y = rng.random(600) < 0.3
    tiny = rng.random(600) < 0.04
    power = np.where(y, rng.uniform(-2, 0, 600), rng.uniform(-2.5, -0.2, 600))
    score = 10.0 ** np.where(tiny & ~y, rng.uniform(-40, -2.5, 600), power)
    analysis = analyse(Predictions(is_positive=y, scores={"p": score}), n_replicates=100)
    point = OperatingPoint(0.3, 60, 2)
    _, layout = drawn(scene_of(analysis, point))
    cost = cost_by_threshold(analysis.models["p"].counts, point)
    none = min(point.expected_cost(0.0, 0.0), point.expected_cost(1.0, 1.0))
    better = np.log10(analysis.models["p"].counts.threshold[cost <= 0.95 * none])
    low, high = layout["xaxis"]["range"]
    assert low < better.min() < better.max() < high
    assert high - low < better.max() - better.min() + 2.5 < 8
    assert len(layout["xaxis"]["tickvals"]) <= 9
