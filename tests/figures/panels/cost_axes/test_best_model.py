"""The strip below the cost curves: the owners of the common hull along PC(+)."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import costdash
from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.choose.criteria import LeastRecall, MostFlagged, NeymanPearson
from costdash.core.curves.envelopes import ModelRange, best_where
from costdash.figures import View, make_scene
from costdash.figures.panels.cost_axes.best_model import MOST_RANGES, height, range_name, strip
from costdash.figures.style import model_colour
from costdash.wording import shortened
from tests.support.scored import binormal

POINT = OperatingPoint(0.1, 6, 1)


@pytest.fixture(scope="module")
def crossing():
    """Seven models, one of them the copy of another."""
    rng = np.random.default_rng(3)
    scores = {f"m{k}": binormal(rng, 60, 240, 1.5, 0.5 + k / 3).score for k in range(6)}
    scores["copy"] = scores["m2"]
    return analyse(Predictions(is_positive=np.arange(300) < 60, scores=scores), n_replicates=100)


def strips(analysis, view, point=POINT):
    return {trace["uid"]: trace for trace in strip(make_scene(analysis, point, view))}


@pytest.mark.parametrize("models", [1, 3, 7])
def test_segments_tile_the_axis_with_the_owners_of_the_common_hull(crossing, models):
    names = tuple(crossing.models)[:models]
    drawn = strips(crossing, View(names))
    place = crossing.place
    model_ranges = best_where(crossing.hull(names))
    for k, model_range in enumerate(model_ranges):
        bars = [drawn[f"best-{k}-{j}"] for j in range(max(len(model_range.owners), 1))]
        for bar in bars:
            (left,), (wide,) = bar["base"], bar["x"]
            assert_allclose([left, left + wide], [model_range.low, model_range.high], atol=2e-5)
            assert bar["meta"]["owners"] == [place[name] for name in model_range.owners]
            assert bar["meta"]["vertices"] == [model_range.first, model_range.last]
        assert sum(bar["width"][0] for bar in bars) == pytest.approx(20)
    assert model_ranges[0].low == 0
    assert model_ranges[-1].high == 1


def test_names_stand_in_segments_that_have_room_and_the_widest_says_what_it_is(crossing):
    drawn = strips(crossing, View(("m0", "m5")))
    texts = {}
    for uid, bar in drawn.items():
        if uid.startswith("name-"):
            below = drawn[uid.replace("name", "best") + "-0"]
            assert (bar["base"], bar["x"]) == (below["base"], below["x"])
            texts[below["meta"]["owners"][0]] = bar["text"][0]
    assert texts == {5: "m5", 0: "m0 is cheapest"}
    long = "forest" * 9
    model_range = ModelRange(0.0, 1.0, "some", (long,), 0, 1)
    named = [range_name(model_range, pixels, True, [long, "m0"]) for pixels in (100, 200, 400)]
    assert named == ["", shortened(long), f"{shortened(long)} is cheapest"]


def test_beside_costs_on_other_cases_the_strip_names_what_is_recommended():
    rng = np.random.default_rng(4)
    scores = {"m": binormal(rng, 60, 240, 2, 1).score}
    rows = Predictions(is_positive=np.arange(300) < 60, scores=scores)
    for same_rows, criterion, word in (
        (True, None, "cheapest"),
        (False, None, "recommended"),
        (False, NeymanPearson(0.1), "cheapest"),
    ):
        found = costdash.analyse(rows, n_replicates=100, same_rows=same_rows)
        drawn = strips(found, View(("m",), criterion=criterion))
        assert f"m is {word}" in [bar["text"][0] for u, bar in drawn.items() if "name" in u]


def test_where_another_model_may_be_as_cheap_the_strip_is_hatched_in_its_colour():
    rng = np.random.default_rng(4)
    scores = {name: binormal(rng, 60, 240, d, 1).score for name, d in zip("abc", (1.4, 1.5, 0.4))}
    rows = Predictions(is_positive=np.arange(300) < 60, scores=scores)
    report = costdash.summarise(rows, prior=0.2, cost_fn=4, cost_fp=1, n_replicates=100).report
    scene = report.scene
    drawn = {trace["uid"]: trace for trace in strip(scene)}
    hatched = [trace for uid, trace in drawn.items() if uid.startswith("rival-")]
    assert [bar["meta"]["pcf"] for bar in hatched] == [[r.low, r.high] for r in scene.rivals]
    assert len(hatched) > 1
    order = [uid.split("-")[0] for uid in drawn]
    assert order == sorted(order, key=("best", "rival", "name", "range", "pcf").index)
    for bar, rival in zip(hatched, scene.rivals):
        (left,), (wide,) = bar["base"], bar["x"]
        assert_allclose([left, left + wide], [rival.low, rival.high], atol=2e-5)
        assert bar["marker"]["pattern"]["fgcolor"] == model_colour(scene.place[rival.model])
        below = [
            best["meta"]
            for uid, best in drawn.items()
            if uid.startswith("best-")
            and best["meta"]["pcf"][0] <= rival.low < rival.high <= best["meta"]["pcf"][1]
        ]
        assert below
        assert scene.place[rival.model] not in below[0]["owners"]
        assert "may be as cheap where hatched" in below[0]["sentence"]
        assert rival.model in below[0]["sentence"].split(";")[1]
    conditions = {"prior": 0.2, "cost_fn": 4, "cost_fp": 1, "n_replicates": 100}
    limited = costdash.summarise(rows, **conditions, criterion="max-flagged", max_flagged=0.05)
    assert limited.report.scene.choice is not None
    assert limited.report.scene.rivals == scene.rivals  # the strip is of the cheapest all the same
    same_rows = costdash.summarise(rows, prior=0.2, n_replicates=100, same_rows=True).report.scene
    assert not same_rows.rivals
    assert not any(trace["uid"].startswith("rival-") for trace in strip(same_rows))


def test_the_line_runs_on_through_the_strip(crossing):
    drawn = strips(crossing, View(("m1",)))
    assert_allclose(drawn["pcf-foot"]["x"], [POINT.pcf] * 2, rtol=1e-5)
    assert drawn["pcf-foot"]["yaxis"] == "y2"


def test_of_many_models_only_the_ranges_of_the_recommended_and_of_todays_are_drawn(crossing):
    scene = make_scene(crossing, POINT, View(tuple(crossing.models), today=("m0", 4)))
    assert len(scene.shown) > MOST_RANGES
    drawn = [uid for uid in strips(crossing, scene.view) if uid.startswith("range-")]
    assert set(drawn) == {f"range-{scene.place[m]}" for m in ("m0", scene.recommended.model)}


def test_without_models_there_is_no_strip(crossing):
    assert set(strips(crossing, View(()))) == {"pcf-foot"}
    assert height(make_scene(crossing, POINT, View(()))) == 52


def test_flagging_all_is_hatched_and_has_no_name_where_a_limit_forbids_it(crossing):
    names = ("m0", "m5")
    for limit, forbidden in ((MostFlagged(POINT, 0.1), "all"), (LeastRecall(POINT, 0.9), "none")):
        drawn = strips(crossing, View(names, criterion=limit))
        for k, model_range in enumerate(best_where(crossing.hull(names))):
            bar = drawn[f"best-{k}-0"]
            breaks = model_range.call == forbidden
            assert ("pattern" in bar["marker"]) == breaks
            assert bar["meta"]["sentence"].endswith(", beyond the limit") == breaks
            assert not (breaks and f"name-{k}" in drawn)
