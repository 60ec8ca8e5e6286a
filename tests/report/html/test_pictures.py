"""Pictures for readers without scripts: what they draw lies where the figure's numbers say."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from costdash.core import (
    Analysis,
    Combination,
    OperatingPoint,
    Predictions,
    analyse,
    combination_points,
)
from costdash.core.folds.crossfit import crossfit_models
from costdash.figures import COST_AXES, PANELS, View
from costdash.report.derived import DerivedResults
from costdash.report.html.page import report_html
from costdash.report.html.panels import drawn
from costdash.report.html.pictures import SIZE, picture, tick_values
from costdash.report.report import Report, Source

NAMES = ("rf", "a<b&c")
RNG = np.random.default_rng(5)
IS_POSITIVE = np.arange(300) % 4 == 0
ROWS = Predictions(
    is_positive=IS_POSITIVE,
    scores={name: RNG.normal(size=300).round(1) + 2 * IS_POSITIVE for name in NAMES},
)
ANALYSIS: Analysis = analyse(ROWS, n_replicates=100)
VIEW = View(models=NAMES, today=("rf", 20))
REPORT = Report(
    analysis=ANALYSIS, point=OperatingPoint(0.02, 50), source=Source("a.csv"), view=VIEW
)


def parsed(report, panel):
    return ElementTree.fromstring(str(picture(drawn(report)[panel], 'It\'s "x" < y')))


def points(path):
    return [tuple(map(float, one.split())) for one in re.findall(r"[ML]([\d. -]+)", path.get("d"))]


def same_places(one, other):
    """Whether each point lies on one of the other, to a tenth of a pixel, in the same order."""
    gap = np.abs(one[:, None] - other).max(axis=-1)
    nearest = gap.argmin(axis=1)
    ordered = np.allclose(other[nearest], other[np.maximum.accumulate(nearest)], atol=0.11)
    return ordered and gap.min(axis=1).max() < 0.11 and gap.min(axis=0).max() < 0.11


@pytest.mark.parametrize("panel", [panel.id for panel in PANELS])
def test_every_line_lies_where_its_numbers_are(panel):
    figure, root = drawn(REPORT)[panel], parsed(REPORT, panel)
    layout = figure["layout"]
    margin, (low, high) = layout["margin"], layout["yaxis"]["range"]
    share = layout["yaxis"].get("domain", (0, 1))[0]
    lowest = SIZE - margin["b"] - share * (SIZE - margin["b"] - margin["t"])
    lines = [points(path) for path in root.iter("path")]
    for trace in figure["data"]:
        if trace.get("name") in NAMES:
            x, y = np.array(trace["x"], float), np.array(trace["y"], float)
            across = margin["l"] + x * (SIZE - margin["l"] - margin["r"])
            up = lowest - (y - low) / (high - low) * (lowest - margin["t"])
            expected = np.column_stack([across, up])
            assert any(same_places(expected, np.array(line)) for line in lines)


def centre(shape):
    """The middle of a circle, a square or a path around a point."""
    if shape.tag == "circle":
        return float(shape.get("cx")), float(shape.get("cy"))
    if shape.tag == "rect":
        left, top, width = (float(shape.get(name)) for name in ("x", "y", "width"))
        return left + width / 2, top + width / 2
    return points(shape)[0]


@pytest.mark.parametrize("rule", ["and", "or", "mix", "chain"])
def test_every_marker_of_a_combination_lies_where_its_numbers_are(rule):
    share = 0.4 if rule == "mix" else None
    how = Combination("both", rule, NAMES, pcf=None if share else 0.3, share=share)
    made = combination_points(ROWS, how)
    report = replace(REPORT, view=replace(VIEW, combinations=(made,)))
    figure, root = drawn(report)["roc"], parsed(report, "roc")
    margin = figure["layout"]["margin"]
    width, height = SIZE - margin["l"] - margin["r"], SIZE - margin["t"] - margin["b"]
    background, *shapes = (part for part in root if part.tag in ("circle", "rect", "path"))
    assert background.get("width") == str(SIZE)
    places = np.array([centre(shape) for shape in shapes])
    for trace in figure["data"]:
        if "markers" not in trace.get("mode", "") or trace.get("opacity") == 0:
            continue
        sizes = np.broadcast_to(trace["marker"]["size"], len(trace["x"]))
        for x, y, size in zip(trace["x"], trace["y"], sizes):
            place = margin["l"] + x * width, SIZE - margin["b"] - y * height
            assert not size or np.abs(places - place).max(axis=1).min() < 0.11
    [cross] = [path for path in root.findall("path") if path.get("fill") == "none"]
    assert cross.get("stroke")
    assert cross.get("d").count("l") == 2
    assert all(shape.get("fill") and shape.get("fill") != "None" for shape in shapes)


@pytest.mark.parametrize("axis", COST_AXES)
def test_each_axis_of_the_cost_panel_has_a_picture_with_its_title(axis):
    report = replace(REPORT, view=replace(VIEW, cost_axis=axis))
    root, layout = parsed(report, "cost"), drawn(report)["cost"]["layout"]
    words = [" ".join(text.itertext()) for text in root.iter("text")]
    assert layout["xaxis"]["title"]["text"] in words
    for place in root.iter("path"):
        assert np.isfinite(points(place)).all()


def test_ticks_are_round_and_few():
    for low, high in ((0, 0.28), (0, 1), (-0.1, 0.06), (0, 123_456), (0.3, 0.31)):
        ticks = np.array(tick_values(low, high))
        assert 3 <= len(ticks) <= 7
        assert low <= ticks[0] < ticks[-1] <= high
        np.testing.assert_allclose(np.diff(ticks), ticks[1] - ticks[0])


def test_the_pictures_are_small_and_only_for_those_without_scripts():
    text = report_html(REPORT)
    pictures = re.findall(r"<noscript><svg.*?</svg></noscript>", text)
    assert len(pictures) == len(PANELS)
    assert sum(map(len, pictures)) < 100_000
    assert "a<b&c" not in "".join(pictures)


def test_upright_bars_stand_on_zero():
    scores = {"p": RNG.random(300) * 0.5 + IS_POSITIVE / 2}
    rows = Predictions(is_positive=IS_POSITIVE, scores=scores)
    analysis = analyse(rows, n_replicates=100)
    derived = DerivedResults.in_memory(rows, analysis)
    report = replace(REPORT, analysis=analysis, derived=derived, view=View(models=("p",)))
    figure = drawn(report)["reliability"]
    [bars] = [trace for trace in figure["data"] if trace["type"] == "bar"]
    root = parsed(report, "reliability")
    found = [one for one in root.iter("rect") if one.get("opacity")]
    heights = np.array([float(one.get("height")) for one in found])
    assert len({one.get("y") for one in found}) <= 2
    high = np.array(bars["y"], float)
    assert np.allclose(heights, high / high.max() * heights.max(), atol=0.11)


def test_hatching_lies_in_its_bar_and_names_lie_above_it():
    fits = crossfit_models(ROWS, n_replicates=50)
    derived = DerivedResults.in_memory(ROWS, ANALYSIS)
    analysis = ANALYSIS.with_crossfits(fits)
    report = replace(REPORT, analysis=analysis, derived=derived, view=View(models=NAMES))
    figure = drawn(report)["cost"]
    hatched = [trace for trace in figure["data"] if "pattern" in trace.get("marker", {})]
    root = parsed(report, "cost")
    everything = list(root.iter())
    bars = [one for one in everything if one.tag.endswith("rect")]
    strokes = [
        one
        for one in everything
        if one.get("stroke") in {trace["marker"]["pattern"]["fgcolor"] for trace in hatched}
        and one.get("stroke-width") == "1.8"
    ]
    assert len(strokes) == len(hatched) > 0
    names = [one for one in everything if one.get("font-weight") == "600"]
    assert names
    assert max(map(everything.index, strokes)) < min(map(everything.index, names))
    for stroke in strokes:
        x, y = np.array(points(stroke)).T
        boxes = [[float(b.get(k) or 0) for k in ("x", "y", "width", "height")] for b in bars]
        assert any(
            left - 0.1 <= x.min()
            and x.max() <= left + width + 0.1
            and top - 0.1 <= y.min()
            and y.max() <= top + high + 0.1
            for left, top, width, high in boxes
            if high < 30
        )
