"""The difference figure draws its comparison."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, analyse
from costdash.core.compare.comparison import compare
from costdash.core.compare.crossovers import CrossoverInterval
from costdash.core.compare.paired_sample import joint_cells
from costdash.core.curves.piecewise_linear import DominanceRange
from costdash.figures import View
from costdash.figures.panels.difference import difference_figure
from costdash.figures.style import COLOUR, model_colour
from tests.support.paired_samples import correlated

POINT = OperatingPoint(0.3, 2, 1)


@pytest.fixture(scope="module")
def pair():
    rng = np.random.default_rng(12)
    predictions = correlated(rng, 150, 250, {"first": 0.2, "a <b>": 0.6, "b": 1.6}, 0.5)
    analysis = analyse(predictions, n_replicates=200)
    cells = joint_cells(predictions, analysis, "a <b>", "b")
    return analysis, compare(analysis, cells, "a <b>", "b")


def drawn(figure):
    figure = figure.to_plotly_json()
    return {trace["uid"]: trace for trace in figure["data"]}, figure["layout"]


def test_curve_band_and_marks_equal_the_comparison(pair):
    analysis, found = pair
    traces, layout = drawn(difference_figure(found, POINT, View(tuple(analysis.models))))
    grid = np.linspace(0.013, 0.987, 200)
    line = traces["difference"]
    assert_allclose(
        np.interp(grid, line["x"], line["y"]), [found.at(x)[0] for x in grid], atol=1e-4
    )
    half = len(traces["band"]["y"]) // 2
    assert_allclose(traces["band"]["y"][:half], found.band.low, atol=1e-5)
    assert_allclose(traces["band"]["y"][half:][::-1], found.band.high, atol=1e-5)
    assert_allclose(traces["crossovers"]["x"], [c.pcf for c in found.crossovers], rtol=1e-5)
    assert_allclose(traces["here"]["y"], [found.at(POINT.pcf)[0]], rtol=1e-5)
    low, high = layout["yaxis"]["range"]
    assert low < found.band.low.min()
    assert found.band.high.max() < high


@pytest.mark.parametrize("whole", [False, True])
def test_what_is_beyond_chance_has_the_colour_of_the_better_model_in_both_bands(pair, whole):
    analysis, found = pair
    dominance_ranges = found.significant(simultaneous=True)
    assert dominance_ranges[0].better == "b"
    figure = difference_figure(found, POINT, View(tuple(analysis.models)), simultaneous=whole)
    traces, _ = drawn(figure)
    assert sum(uid.startswith("bar-") for uid in traces) == len(dominance_ranges)
    for k, dominance_range in enumerate(dominance_ranges):
        ends = [dominance_range.low, dominance_range.high]
        bar, shade = traces[f"bar-{k}"], traces[f"shade-{k}"]
        assert_allclose(bar["x"], [*ends, *ends[::-1]], atol=1e-5)
        assert bar["fillcolor"] == model_colour(2)
        assert shade["fillcolor"] == COLOUR["band-2"]
        assert_allclose([min(shade["x"]), max(shade["x"])], ends, atol=1e-5)


def test_the_pointwise_band_alone_gives_no_colour(pair):
    analysis, found = pair
    wide = np.ones(found.x.size)
    unsure = replace(found, band=replace(found.band, wide_low=-wide, wide_high=wide))
    assert unsure.significant(simultaneous=False)
    traces, layout = drawn(difference_figure(unsure, POINT, View(tuple(analysis.models))))
    assert "band" in traces
    assert not [uid for uid in traces if uid.startswith(("shade-", "bar-"))]
    assert "beyond chance: nowhere" in layout["meta"]["alt"]


def test_the_strip_says_everywhere_which_model_is_cheaper(pair):
    analysis, found = pair
    traces, _ = drawn(difference_figure(found, POINT, View(tuple(analysis.models))))
    parts = [trace for uid, trace in traces.items() if uid.startswith("cheaper-")]
    assert sum(max(part["x"]) - min(part["x"]) for part in parts) == pytest.approx(1, abs=1e-5)
    for part in parts:
        middle = (max(part["x"]) + min(part["x"])) / 2
        place = found.places[0 if found.at(middle)[0] < 0 else 1]
        assert part["fillpattern"]["fgcolor"] == model_colour(place)


def test_the_sentence_for_screen_readers_names_both_models_and_what_is_sure(pair):
    analysis, found = pair
    said = difference_figure(found, POINT, View(tuple(analysis.models))).layout.meta["alt"]
    assert "a <b> minus that of b" in said
    assert "beyond chance: b cheaper from" in said
    assert said.count(".") >= 1
    assert said.endswith(".")


def test_the_note_names_the_band_that_is_drawn(pair):
    analysis, found = pair
    view = View(tuple(analysis.models))
    pointwise, wide = (
        difference_figure(found, POINT, view, simultaneous=s).layout.meta["band"]
        for s in (False, True)
    )
    assert "pointwise" in pointwise
    assert "whole curve at once" in wide
    for said in (pointwise, wide):
        assert "95 %" in said
        assert "200 replicates, seed 0" in said
    assert "thresholds chosen on these rows" in pointwise
    assert "thresholds chosen again in each replicate" in wide
    without, layout = drawn(difference_figure(found, POINT, View(view.models, level=0)))
    assert not {"band", "shade-0", "bar-0"} & without.keys()
    assert layout["meta"]["band"] == ""


def test_the_simultaneous_band_is_wider_and_a_margin_is_a_line(pair):
    analysis, found = pair
    view = View(tuple(analysis.models))
    traces, _ = drawn(difference_figure(found, POINT, view, simultaneous=True, margin=0.02))
    plain, _ = drawn(difference_figure(found, POINT, view))
    assert max(traces["band"]["y"]) >= max(plain["band"]["y"])
    assert traces["margin"]["y"] == [0.02, 0.02]
    assert (traces["margin"]["opacity"], plain["margin"]["opacity"]) == (1, 0)


def test_model_names_are_escaped(pair):
    analysis, found = pair
    _, layout = drawn(difference_figure(found, POINT, View(tuple(analysis.models))))
    texts = [note["text"] for note in layout["annotations"]]
    assert "<b>\u2191 b cheaper</b>" in texts
    assert "<b>\u2193 a &lt;b&gt; cheaper</b>" in texts


def test_the_label_of_a_crossover_lies_beside_the_curve(pair):
    analysis, found = pair
    near = CrossoverInterval(0.3, 2.0, 0.2, 0.4, 1.0, 1.0, shown_to_cross=True)
    far = CrossoverInterval(0.001, 900.0, 0.0005, 0.002, 1.0, 1.0, shown_to_cross=True)
    found = replace(found, crossovers=(far, near))
    for one in (found, found.swapped()):
        _, layout = drawn(difference_figure(one, POINT, View(tuple(analysis.models))))
        *_, note = layout["annotations"]
        assert note["text"] == "they change places at .300<br>(.200 to .400)"
        left = note["x"] > 0.5
        grid = note["x"] + np.linspace(0, 0.4, 50) * (-1 if left else 1)
        mean = np.mean([one.at(min(1, max(0, x)))[0] for x in grid])
        assert (note["ay"] < 0) == (mean <= 0)
        low, high = layout["yaxis"]["range"]
        beside_zero = high if note["ay"] < 0 else -low
        assert beside_zero > 0.24 * (high - low)


@pytest.mark.parametrize("width", [290, 420, 510, 900])
@pytest.mark.parametrize("end", [0.12, 0.4, 0.99])
def test_the_name_in_the_strip_has_room_in_its_piece(pair, monkeypatch, width, end):
    analysis, found = pair
    piece = DominanceRange(0.05, end, "b")
    monkeypatch.setattr(type(found), "significant", lambda *_: (piece,))
    named = replace(found, b="random forest")
    figure = difference_figure(named, POINT, View(tuple(analysis.models)), width=width)
    _, layout = drawn(figure)
    text = layout["annotations"][1]["text"].removeprefix("<b>").removesuffix("</b>")
    assert 6.5 * len(text) < (end - 0.05) * width
    assert bool(text) == (width >= 420 and end > 0.3)
    if width == 900 and end == 0.99:
        assert text == "random forest cheaper, beyond chance"
