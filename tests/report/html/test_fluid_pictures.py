"""Pictures as large as their box: they have the figure's numbers, and the page's colours."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.figures import COST_AXES, PANELS, View, make_scene
from costdash.figures.style import COLOUR
from costdash.report.html.fluid_pictures import UNITS, fluid_picture

RNG = np.random.default_rng(3)
IS_POSITIVE = np.arange(400) % 5 == 0
SCORES = {name: (RNG.normal(size=400) + IS_POSITIVE).round(1) for name in ("a<b", "rf")}
ANALYSIS = analyse(Predictions(is_positive=IS_POSITIVE, scores=SCORES), n_replicates=100)


def drawn(axis, panel):
    view = View(models=("a<b", "rf"), cost_axis=axis)
    return panel.figure(make_scene(ANALYSIS, OperatingPoint(0.1, 20), view)).to_plotly_json()


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.id)
@pytest.mark.parametrize("axis", COST_AXES)
def test_each_curve_lies_where_the_numbers_of_the_figure_say(axis, panel):
    figure = drawn(axis, panel)
    picture = ElementTree.fromstring(str(fluid_picture(figure)))
    ranges = [figure["layout"][name]["range"] for name in ("xaxis", "yaxis")]
    paths = {}
    for path in picture.iter("path"):  # the first of a colour, the others belong to the strip
        paths.setdefault(path.get("stroke"), path.get("d"))
    curves = [trace for trace in figure["data"] if str(trace["uid"]).startswith("model-")]
    assert curves
    for trace in curves:
        name = next(name for name, value in COLOUR.items() if value == trace["line"]["color"])
        place = [
            [(u - low) / (high - low) * UNITS for u in trace[side]]
            for side, (low, high) in zip("xy", ranges)
        ]
        seen = np.array(re.findall(r"[ML](\S+) ([\d.-]+)", paths[f"var(--{name})"]), dtype=float)
        whole = np.column_stack([place[0], UNITS - np.array(place[1])])
        gap = np.abs(seen[:, None] - whole).max(axis=-1)
        assert gap.min(axis=1).max() <= 0.051  # every point is one of the figure's
        assert gap.min(axis=0).max() <= 0.051  # and none is left out


def test_no_colour_of_one_theme_is_left():
    for panel in PANELS:
        text = str(fluid_picture(drawn(None, panel)))
        assert not re.search(r'(?:fill|stroke)="(?:#|rgb)', text)
        assert "var(--model-0)" in text


def test_the_ring_keeps_its_place_and_shape():
    (roc,) = (panel for panel in PANELS if panel.id == "roc")
    figure = drawn(None, roc)
    best = next(trace for trace in figure["data"] if trace["uid"] == "best")
    picture = ElementTree.fromstring(str(fluid_picture(figure)))
    (ring,) = (svg for svg in picture.iter("svg") if svg.find("circle") is not None)
    place = [float(ring.get(side).rstrip("%")) / 100 for side in ("x", "y")]
    np.testing.assert_allclose([place[0], 1 - place[1]], [best["x"][0], best["y"][0]], atol=1e-4)
