"""The key under the panels: the one legend of marks, lines and bands."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest
from dash import html
from plotly.io.json import to_json_plotly

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.folds.crossfit import crossfit_models
from costdash.figures import View, make_scene
from costdash.web.page.panels import BAND_OF_CHOICE, key

POINT = OperatingPoint(0.5)
ROWS = Predictions(
    is_positive=[True, False] * 30,
    scores={"b": [i % 7 for i in range(60)], "a": [i % 5 + (i % 2 == 0) for i in range(60)]},
)


@pytest.fixture(scope="module")
def analysis():
    return analyse(ROWS, n_replicates=100)


def said(analysis, view):
    parts = json.loads(to_json_plotly(html.Div(key(make_scene(analysis, POINT, view)))))
    texts, classes = [], []

    def walk(part):
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, list):
            [walk(one) for one in part]
        elif isinstance(part, dict):
            colour = (part["props"].get("style") or {}).get("color", "")
            classes.append(f"{part['props'].get('className')} {colour}".strip())
            walk(part["props"].get("children") or [])

    walk(parts)
    return " | ".join(texts), classes


def test_the_key_names_marks_and_the_band_of_the_recommended_model(analysis):
    text, classes = said(analysis, View(("b", "a"), 0.9))
    best = analysis.decide(POINT).best.model
    assert text.startswith("recommended | costs the same | ")
    assert f"90 % band of {best}, at each point by itself" in text
    assert f"key-ring var(--model-{analysis.place[best]})" in classes


def test_the_key_names_today_and_a_band_of_the_whole_curve(analysis):
    text, classes = said(analysis, View(("b", "a"), today=("b", 2), roc_whole=True))
    assert "today" in text
    assert "key-square var(--model-0)" in classes
    assert "95 % bands of b and a, whole ROC curve at once" in text


def test_the_key_says_in_which_panel_a_band_is_of_what(analysis):
    """The cost panel has one band, around the cost to expect, in the recommended model's colour."""
    fits = crossfit_models(ROWS, n_replicates=20)
    crossed = analysis.with_crossfits(fits)
    best = make_scene(crossed, POINT, View(("b", "a"))).recommended_model
    for axis in ("probability-cost", "positives"):
        text, classes = said(crossed, View(("b", "a"), cost_axis=axis))
        assert f"95 % band of {best}, at each point by itself{BAND_OF_CHOICE}" in text
        assert "cost to expect on other rows" in text
        kinds = [kind.split(" ")[0] for kind in classes if kind.startswith("key-")]
        assert kinds == ["key-ring", "key-line", "key-band", "key-dots"]
    text, _ = said(crossed, View(("b", "a"), cost_axis="threshold"))
    assert f"95 % band of {best} in ROC and PR, at each point by itself" in text
    assert BAND_OF_CHOICE not in text
    text, _ = said(crossed, View(("b", "a"), cost_axis="net-benefit"))
    assert f"95 % band of {best}, at each" in text
    assert BAND_OF_CHOICE not in text
    text, _ = said(crossed, View(("b", "a"), modes=frozenset({"reliability"})))
    assert f"95 % band of {best} in ROC and cost, at each" in text


def test_the_key_tells_the_band_of_calibrated_scores(analysis):
    scene = make_scene(analysis, POINT, View(("b", "a")))
    band = SimpleNamespace(level=0.9)
    with_band = replace(scene, calibration=SimpleNamespace(band=band))
    words = str(html.Div(key(with_band)))
    assert "90 % band round the diagonal: where calibrated scores would lie" in words
    assert "diagonal" not in str(html.Div(key(scene)))


def test_without_models_or_bands_the_key_names_neither(analysis):
    assert said(analysis, View(()))[0] == ""
    assert "band" not in said(analysis, View(("a",), level=0))[0]
