"""The map of all conditions: its regions are the decisions, its lines those of constant PC(+)."""

import re
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costdash.core import OperatingPoint, Predictions
from costdash.core.analysis.analyse import analyse
from costdash.core.analysis.validity import ValidityRange
from costdash.core.conditions.intervals import Imprecise
from costdash.core.curves.envelopes import best_where
from costdash.figures import View, make_scene
from costdash.figures.axes import logit
from costdash.figures.panels.conditions_map import MapMarks, conditions_map
from costdash.figures.style import model_colour

RNG = np.random.default_rng(0)
IS_POSITIVE = np.arange(300) % 3 == 0
ANALYSIS = analyse(
    Predictions(
        is_positive=IS_POSITIVE,
        scores={
            "a": np.round(RNG.normal(size=300) + IS_POSITIVE, 1),
            "b": np.round(RNG.normal(size=300) + 0.7 * IS_POSITIVE * (RNG.random(300) < 0.8), 1),
        },
    ),
    n_replicates=100,
)
POINT = OperatingPoint(0.01, 40, 1)


NOTHING = MapMarks()


def drawn(point=POINT, marked=NOTHING, names=("a", "b")):
    scene = make_scene(ANALYSIS, point, View(models=names))
    figure = conditions_map(scene, marked)
    return scene, {trace["uid"]: trace for trace in figure.to_plotly_json()["data"]}, figure.layout


def height(corners, x):
    """Height at x of the two edges of a region, which are straight."""
    (x0, x1, _, _), (low0, low1, high1, high0) = corners
    part = (x - x0) / (x1 - x0)
    return low0 + part * (low1 - low0), high0 + part * (high1 - high0)


@given(st.floats(0.001, 0.2), st.floats(1, 1000))
def test_each_condition_lies_in_the_region_of_its_decision(prior, ratio):
    scene, traces, _ = drawn()
    best = ANALYSIS.decide(OperatingPoint(prior, ratio), level=0).best
    x, y = logit(prior), log(ratio)
    colours = set()
    for uid, trace in traces.items():
        if uid.startswith("region-"):
            low, high = height((trace["x"], trace["y"]), x)
            if low - 1e-4 <= y <= high + 1e-4:  # coordinates have six digits
                colours.add(trace["fillcolor"])
    if best.model:
        assert model_colour(scene.place[best.model]) in colours
    else:
        assert colours


@given(st.floats(0.001, 0.2), st.floats(1, 1000))
def test_what_may_be_chance_is_hatched(prior, ratio):
    ends = [(one.low, one.high) for one in best_where(ANALYSIS.recommended_rules())]
    beyond_chance = tuple((low + (high - low) / 3, high - (high - low) / 3) for low, high in ends)
    beyond_chance = tuple(pair for pair in beyond_chance if logit(pair[1]) - logit(pair[0]) > 0.5)
    assert beyond_chance
    _, traces, _ = drawn(marked=MapMarks(beyond_chance=beyond_chance))
    x, y, pcf = logit(prior), log(ratio), OperatingPoint(prior, ratio).pcf
    if min(abs(logit(pcf) - logit(end)) for pair in (*ends, *beyond_chance) for end in pair) < 1e-3:
        return  # coordinates have six digits
    [here] = [
        trace
        for uid, trace in traces.items()
        if uid.startswith("region-")
        for low, high in [height((trace["x"], trace["y"]), x)]
        if low <= y <= high
    ]
    assert ("fillpattern" in here) != any(low < pcf < high for low, high in beyond_chance)


@pytest.mark.parametrize(("away", "plain"), [(1, 1), (1.5, 0)])
def test_a_narrow_range_is_plain_where_the_present_point_lies_in_it(away, plain):
    here = POINT.pcf * away
    _, traces, _ = drawn(marked=MapMarks(beyond_chance=((here * 0.99, here * 1.01),)))
    regions = [trace for uid, trace in traces.items() if uid.startswith("region-")]
    assert sum("fillpattern" not in trace for trace in regions) == plain


def test_contours_are_lines_of_one_probability_cost():
    _, traces, _ = drawn(marked=MapMarks(contours=((0.05, (0.2, 0.4)), (1.0, (0.0, 0.7)))))
    lines = [trace for uid, trace in traces.items() if uid.startswith("contour-")]
    for trace, pcf in zip(lines, (0.2, 0.4, 0.7), strict=True):
        for x, y in zip(trace["x"], trace["y"]):
            prior = 1 / (1 + exp(-x))
            assert OperatingPoint(prior, exp(y)).pcf == pytest.approx(pcf, rel=1e-4)


@pytest.mark.parametrize("prior", [1e-9, 0.5, 1 - 1e-6])
def test_the_present_point_the_ranges_and_scenarios_are_always_in_sight(prior):
    point = OperatingPoint(prior, 1e6, 2)
    marked = MapMarks(
        validity=ValidityRange((0.0, 1.0), (0.0, 1.0), (0.0, float("inf"))),
        ranges=Imprecise((prior / 2, prior), (1e6, 2e6), (1, 2)),
        scenarios=(OperatingPoint(0.3, 1, 50),),
    )
    _, traces, layout = drawn(point, marked)
    for uid in ("here", "ranges", "scenarios", "validity-prior", "validity-ratio"):
        for axis in "xy":
            low, high = layout[f"{axis}axis"]["range"]
            values = np.array(traces[uid][axis])
            assert ((values >= low - 1e-4) & (values <= high + 1e-4)).all()
    assert 2 <= len(layout["xaxis"]["tickvals"]) <= 9


def test_without_models_there_is_a_map_without_regions():
    _, traces, _ = drawn(names=())
    assert not any(uid.startswith("region-") for uid in traces)
    assert traces["here"]["x"] == pytest.approx([logit(POINT.prior)], abs=1e-4)


def label_boxes(layout, wide, high):
    """Boxes (left, bottom, right, top) of the labels inside a plot of so many pixels."""
    axes = [layout[f"{axis}axis"]["range"] for axis in "xy"]
    boxes = {}
    for k, label in enumerate(layout["annotations"]):
        if label["xref"] == "paper":
            continue
        x, y = (
            (label[key] - low) / (end - low) * pixels
            for key, (low, end), pixels in zip("xy", axes, (wide, high))
        )
        x, y, half = (
            x + (label["xshift"] or 0),
            y + (label["yshift"] or 0),
            3 * len(re.sub("<.*?>", "", label["text"])),
        )
        x += {"left": half, "right": -half}.get(label["xanchor"], 0)
        boxes[k, label["text"]] = (x - half, y - 7, x + half, y + 7)
    return boxes


@pytest.mark.parametrize("ratio", [3, 40, 500])
@pytest.mark.parametrize("spread", [1.05, 1.4, 3])
def test_labels_of_contours_and_limits_keep_apart_and_below_the_title(ratio, spread):
    point = OperatingPoint(0.01, ratio, 1)
    odds = point.pcf / (1 - point.pcf)
    contours = tuple(
        (share, tuple(x / (1 + x) for x in (odds / spread**k, odds * spread**k)))
        for k, share in enumerate((0.05, 0.25, 1), 1)
    )
    limits = (ratio / spread, ratio * spread)
    validity = ValidityRange(contours[0][1], (0.01 / spread, 0.01 * spread), limits)
    _, _, layout = drawn(point, MapMarks(validity=validity, contours=contours))
    boxes = label_boxes(layout, 550, 335)
    contour = {key for key in boxes if key[1].startswith("+")}
    limit = {key for key in boxes if re.fullmatch(r"[\d.,]+( %)?", key[1])}
    assert contour
    assert len(limit) > 1
    for key in contour | limit:
        a, b, c, d = boxes[key]
        for other, (e, f, g, h) in boxes.items():
            assert other == key or c < e or g < a or d < f or h < b, (key, other)
    assert max(top for *_, top in boxes.values()) <= 335 + 4


def test_no_contour_crosses_the_name_of_a_wide_region():
    def named(marked):
        every = drawn(marked=marked)[2]["annotations"]
        return {one["text"]: one["x"] + one["y"] for one in every if "<b>" in one["text"]}

    before = named(NOTHING)
    assert before
    ends = tuple(1 / (1 + exp(-logit)) for logit in before.values())
    after = named(MapMarks(contours=tuple((0.05, (end, end)) for end in ends)))
    assert after.keys() == before.keys()
    assert all(abs(after[text] - cut) > 0.1 for text in after for cut in before.values())
