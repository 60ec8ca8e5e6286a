"""Without scripts, no label of a picture lies on a line, a mark or another label."""

import itertools

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.folds.crossfit import crossfit_models
from costdash.figures import COST_AXES, PANELS, View, make_scene
from costdash.figures.offline import standalone
from costdash.figures.panels.labels import HEIGHT, LETTER
from costdash.figures.panels.still_labels import placed

WIDE, HIGH = 400, 330
POINTS = list(itertools.product((0.003, 0.05, 0.4), (1, 12, 300)))


def analysis_of(seed):
    rng = np.random.default_rng(seed)
    label = np.arange(400) % 5 == 0
    scores = {f"m{k}": rng.normal(label * k, 1).round(2 - k) for k in range(3)}
    predictions = Predictions(is_positive=label, scores=scores)
    return analyse(predictions, n_replicates=100).with_crossfits(crossfit_models(predictions))


@pytest.fixture(scope="module")
def analysis():
    return analysis_of(4)


def pixels(figure, x, y):
    (left, right), (low, high) = (figure["layout"][f"{axis}axis"]["range"] for axis in "xy")
    across = (np.asarray(x, float) - left) / (right - left) * WIDE
    return across, (high - np.asarray(y, float)) / (high - low) * HIGH


def dots(figure):
    """Points one pixel apart on every line that is seen, by the slow way."""
    for trace in figure["data"]:
        line = trace.get("line", {})
        seen = trace["type"] == "scatter" and trace.get("opacity", 1) and "yaxis" not in trace
        if not seen or "lines" not in trace["mode"] or not line["width"] or "fill" in trace:
            continue
        x, y = pixels(figure, trace["x"], trace["y"])
        for k in range(len(x) - 1):
            length = np.hypot(x[k + 1] - x[k], y[k + 1] - y[k])
            if np.isfinite(length):
                share = np.linspace(0, 1, 2 + int(min(length, 5000)))
                yield np.column_stack(
                    (x[k] + share * (x[k + 1] - x[k]), y[k] + share * (y[k + 1] - y[k]))
                )


def boxes(figure):
    """Left, top, right and bottom of the letters of each label."""
    for label in placed(figure, WIDE, HIGH):
        rows = label["text"].split("<br>")
        wide, high = LETTER * max(map(len, rows)), HEIGHT * len(rows)
        x, y = pixels(figure, [label["x"]], [label["y"]])
        x, y = float(x[0]), float(y[0])
        if label["xref"] == "paper":
            x = label["x"] * WIDE
        if label["yref"] == "paper":
            y = (1 - label["y"]) * HIGH
        x += (
            label.get("xshift", 0)
            + {"left": 0.5, "right": -0.5}.get(label.get("xanchor"), 0) * wide
        )
        rise = {"top": 0.5, "bottom": -0.5}.get(label.get("yanchor"), 0)
        y += rise * high - label.get("yshift", 0)
        yield label["text"], (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


@pytest.mark.parametrize("axis", list(COST_AXES))
def test_no_label_lies_on_a_line_or_on_another(analysis, axis):
    shown = 0
    for (prior, ratio), today in zip(POINTS, itertools.cycle((("m1", 9), None))):
        view = View(tuple(analysis.models), cost_axis=axis, today=today)
        scene = make_scene(analysis, OperatingPoint(prior, ratio), view)
        for panel in PANELS:
            figure = standalone(panel.figure(scene), analysis, panel)
            points, seen = np.vstack(list(dots(figure))), []
            for text, (left, top, right, bottom) in boxes(figure):
                x, y = points.T
                inside = (x > left) & (x < right) & (y > top + 1) & (y < bottom - 1)
                assert not inside.any(), (panel.id, prior, ratio, text)
                for a, b, c, d in seen:
                    assert left >= c or right <= a or top >= d or bottom <= b, text
                seen.append((left, top, right, bottom))
            shown += len(seen)
    assert shown > 5 * len(POINTS)
