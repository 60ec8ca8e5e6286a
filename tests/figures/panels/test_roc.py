"""The ROC panel: curves, hull, iso-performance line, marks and bands."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions, RowCosts, analyse
from costdash.core.choose.criteria import (
    ErrorRate,
    FewestFalseAlarms,
    MostFlagged,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.core.combine.combination import Combination, CombinationPoints
from costdash.figures import View, make_scene
from costdash.figures.panels.roc import roc_alt_text, roc_figure
from costdash.wording import percent
from tests.support.scored import at_pcf

POINT = OperatingPoint(0.2, 3, 1)


@pytest.fixture
def view(analysis):
    return View(tuple(analysis.models))


def traces(figure):
    return {trace["uid"]: trace for trace in figure.to_plotly_json()["data"]}


def band_words(analysis, view):
    return roc_figure(make_scene(analysis, POINT, view)).layout.meta["band"]


def xy(trace):
    return np.array(trace["x"], float), np.array(trace["y"], float)


def test_a_model_keeps_its_trace_when_others_are_switched_off(analysis, view):
    every = traces(roc_figure(make_scene(analysis, POINT, view)))
    last = traces(roc_figure(make_scene(analysis, POINT, View(("ties",)))))
    for part in ("x", "y", "name"):
        assert last["model-2"][part] == every["model-2"][part]
    for part in ("color", "dash"):
        assert last["model-2"]["line"][part] == every["model-2"]["line"][part]
    assert "model-0" not in last


def test_the_recommended_model_has_the_strongest_line(analysis, view):
    scene = make_scene(analysis, POINT, view)
    drawn = traces(roc_figure(scene))
    width = {name: drawn[f"model-{i}"]["line"]["width"] for name, i in scene.place.items()}
    assert [name for name in width if width[name] == max(width.values())] == [
        scene.recommended.model
    ]


def test_best_lies_on_the_hull_and_on_the_iso_performance_line(analysis, view):
    drawn = traces(roc_figure(make_scene(analysis, POINT, view)))
    (x,), (y,) = xy(drawn["best"])
    (x0, x1), (y0, y1) = xy(drawn["iso"])
    assert (x, y) in list(zip(drawn["hull"]["x"], drawn["hull"]["y"]))
    assert_allclose((y1 - y0) / (x1 - x0), POINT.slope, rtol=1e-4)
    assert_allclose(y0 + POINT.slope * (x - x0), y, atol=1e-5)


CRITERIA_AT = {
    "error": ErrorRate,
    "fpr": lambda point: NeymanPearson(0.1),
    "tpr": lambda point: FewestFalseAlarms(0.8),
    "capacity": lambda point: Workforce(0.3, point.prior),
    "product": lambda point: Product(),
}


@pytest.mark.parametrize("key", CRITERIA_AT)
def test_the_label_of_a_criterion_stays_while_prior_and_costs_are_dragged(analysis, view, key):
    def labels(point):
        scene = make_scene(analysis, point, replace(view, criterion=CRITERIA_AT[key](point)))
        return [note.text for note in roc_figure(scene).layout.annotations]

    assert labels(POINT) == labels(OperatingPoint(0.03, 7, 2))


@pytest.mark.parametrize(("pcf", "corner"), [(1e-6, (0, 0)), (1 - 1e-6, (1, 1))])
def test_best_sits_in_a_corner_where_a_trivial_classifier_is_best(analysis, pcf, corner):
    best = traces(roc_figure(make_scene(analysis, at_pcf(POINT, pcf), View(("ties",)))))["best"]
    assert (best["x"], best["y"]) == ([corner[0]], [corner[1]])
    assert best["opacity"] == 1


def test_the_recommended_and_the_pinned_model_have_bands(analysis, view):
    best = list(analysis.models).index(analysis.decide(POINT).best.model)
    drawn = traces(roc_figure(make_scene(analysis, POINT, View(view.models, today=("ties", 2)))))
    assert {uid for uid in drawn if uid.startswith("band")} == {f"band-{best}", "band-2"}


def test_where_a_trivial_classifier_is_best_the_nearest_model_has_the_band(tied):
    drawn = traces(roc_figure(make_scene(tied, at_pcf(POINT, 0.05), View(tuple(tied.models)))))
    assert drawn["best"]["x"] == [0]
    assert [uid for uid in drawn if uid.startswith("band")] == ["band-1"]


def test_a_band_encloses_its_curve(analysis):
    drawn = traces(roc_figure(make_scene(analysis, POINT, View(("good",)))))
    (x, y), (fpr, tpr) = xy(drawn["band-0"]), xy(drawn["model-0"])
    half = x.size // 2
    grid, low, high = x[:half], y[:half], y[half:][::-1]
    known = np.interp(grid, fpr, tpr)
    assert (low <= known + 0.001).all()
    assert (known <= high + 0.001).all()


def test_the_note_says_what_the_band_is_or_why_there_is_none(analysis, tiny, view):
    words = band_words(analysis, view)
    assert words.startswith("95 % pointwise, 200 bootstrap samples within each class, seed 0")
    assert "thresholds" not in words
    assert band_words(tiny, View(("a", "b"))) == "no band: fewer than 5 rows or groups in a class"
    assert band_words(analysis, View(view.models, level=0)) == ""


def test_the_simultaneous_band_is_drawn_on_request_and_named(analysis, view):
    for whole in (False, True):
        figure = roc_figure(make_scene(analysis, POINT, View(view.models, roc_whole=whole)))
        name = analysis.decide(POINT).best.model
        band = analysis.models[name].bands.roc(0.95, simultaneous=whole)
        drawn = traces(figure)[f"band-{analysis.place[name]}"]
        assert_allclose(drawn["y"][: band.x.size], band.low, atol=1e-5)
        assert ("whole curve at once" in figure.layout.meta["band"]) == whole
        assert ("pointwise" in figure.layout.meta["band"]) != whole


def test_a_combination_has_its_rectangle_and_the_expected_point(analysis, view):
    first, second = (0.2, 0.7), (0.4, 0.9)
    how = Combination("both", "and", ("a", "b"))
    points = CombinationPoints(how, (1.0, 2.0), first, second, (0.1, 0.65))
    drawn = traces(roc_figure(make_scene(analysis, POINT, replace(view, combinations=(points,)))))
    x, y = xy(drawn["bounds-0"])
    assert (x.min(), x.max(), y.min(), y.max()) == pytest.approx((0, 0.2, 0.6, 0.7))
    assert np.concatenate(xy(drawn["expected-0"])) == pytest.approx((0.08, 0.63))
    without = traces(roc_figure(make_scene(analysis, POINT, view)))
    assert drawn.keys() - without.keys() == {"bounds-0", "expected-0"}


@pytest.mark.parametrize("share", [0.05, 0.9])
def test_rules_beyond_a_limit_are_hatched_whether_or_not_it_costs_something(analysis, view, share):
    limit = MostFlagged(POINT, share)
    scene = make_scene(analysis, POINT, replace(view, criterion=limit))
    assert (scene.choice is None) == (share == 0.9)
    drawn = traces(roc_figure(scene))
    assert_allclose(xy(drawn["beyond"]), limit.forbidden(), atol=1e-5)
    assert_allclose(xy(drawn["choice-limit"]), limit.edge(), atol=1e-5)
    assert drawn["beyond"]["fillpattern"]["shape"] == "/"
    words = drawn["beyond"]["meta"]["label"]
    assert words == f"over {percent(share)} of cases flagged"
    assert f"Rules with {words} are hatched" in roc_alt_text(scene)
    assert "beyond" not in traces(roc_figure(make_scene(analysis, POINT, view)))


@pytest.mark.parametrize("share", [0.05, 0.9])
def test_with_costs_per_case_the_panel_counts_costs_and_has_no_limit_of_cases(share):
    rng = np.random.default_rng(1)
    y = rng.random(300) < 0.3
    costs = RowCosts(rng.lognormal(size=300), rng.lognormal(size=300))
    rows = Predictions(is_positive=y, scores={"m": rng.normal(size=300) + y}, costs=costs)
    view = View(("m",), criterion=MostFlagged(POINT, share))
    scene = make_scene(analyse(rows, n_replicates=100), POINT, view)
    figure = roc_figure(scene)
    assert (
        figure.plain_layout["xaxis"]["title"]["text"]
        == "Cost of negatives that are flagged (share)"
    )
    assert any(
        label["text"] == "Cost of positives that are found (share)"
        for label in figure.plain_layout["annotations"]
    )
    assert not {"beyond", "choice-limit"} & set(traces(figure))
    assert "hatched" not in roc_alt_text(scene)
