"""Hovering, trying, setting today's rule and dragging in the panels, by pointer and by keyboard."""

import numpy as np
import pytest
from selenium.webdriver.common.keys import Keys

from costdash.core import OperatingPoint, Predictions, Split, analyse
from costdash.figures import View
from tests.support import live_page
from tests.support.panel_gestures import PanelGestures
from tests.support.scored import binormal

START = OperatingPoint(0.05, 10, 1)


@pytest.fixture(scope="module")
def analysis():
    rng = np.random.default_rng(5)
    is_positive = np.arange(3000) < 150
    scores = {
        "plain": binormal(rng, 150, 2850, 1.0).score,
        "good": binormal(rng, 150, 2850, 2.0).score,
    }
    return analyse(Predictions(is_positive=is_positive, scores=scores), n_replicates=100)


@pytest.fixture
def gestures(panels, analysis):
    gestures = PanelGestures(panels)
    gestures.mouse("mouseMoved", 2, 2)
    gestures.run("document.activeElement.blur(); page.clearThreshold();")
    gestures.run("window.calls = []; window.hand = [];")
    live_page.show(panels, analysis, START, View(tuple(analysis.models)))
    return gestures


def rates(analysis, name, vertex):
    """(fpr, tpr, index) of a hull vertex."""
    hull = analysis.models[name].hull
    return hull.fpr[vertex], hull.tpr[vertex], int(hull.index[vertex])


def test_hover_highlights_the_threshold_in_all_panels(gestures, analysis):
    fpr, tpr, _ = rates(analysis, "plain", 4)
    gestures.hover("roc", fpr, tpr, aside=9)
    assert gestures.announced.startswith("plain ≥ ")
    assert gestures.shapes == [1, 1, 2]  # a ring, a ring, a line with its ring
    assert "Flags that are right" in gestures.announced
    gestures.mouse("mouseMoved", 2, 2)
    assert (gestures.announced, gestures.shapes) == ("", [0, 0, 0])


def test_the_highlight_has_the_colour_of_the_curve(gestures, analysis):
    fpr, tpr, _ = rates(analysis, "good", 3)
    gestures.hover("roc", fpr, tpr)
    ring, line = gestures.run(
        "return ['.highlight-layer g', '#roc-panel .tracemodel-1 path.js-line'].map("
        "(found) => getComputedStyle(document.querySelector(found)).stroke);"
    )
    assert ring == line


def test_no_threshold_is_highlighted_far_from_a_curve(gestures):
    gestures.hover("roc", 0.8, 0.3)
    assert gestures.announced == ""


def test_a_cost_envelope_highlights_its_vertex(gestures, analysis):
    hull = analysis.models["plain"].hull
    pcf = (hull.tie[2] + hull.tie[3]) / 2
    gestures.hover("cost", pcf, float(hull.cost(pcf)))
    assert gestures.highlighted == ["plain", int(hull.index[3])]


def test_a_cost_curve_with_jumps_highlights_the_threshold_chosen_there(gestures):
    sample = binormal(np.random.default_rng(6), 60, 140)
    split = Split(np.arange(200) % 2 > 0)
    rows = Predictions(is_positive=sample.is_positive, scores={"a": sample.score}, split=split)
    hold_out = analyse(rows, n_replicates=100)
    live_page.show(gestures.driver, hold_out, START, View(("a",)))
    hull = hold_out.models["a"].hull
    widest = int(np.diff(hull.tie).argmax()) + 1
    pcf = (hull.tie[widest - 1] + hull.tie[widest]) / 2
    gestures.hover("cost", pcf, float(hull.cost(pcf)))
    assert gestures.highlighted == ["a", int(hull.index[widest])]


def test_a_click_on_a_curve_chooses_and_p_sets_todays_rule(gestures, analysis):
    fpr, tpr, index = rates(analysis, "good", 3)
    gestures.click("roc", fpr, tpr)
    assert gestures.sent == [["panel-choice", "trial", "good", index]]
    gestures.keys("body", "p")
    assert gestures.sent[1:] == [["panel-choice", "today", "good", index]]


def test_p_typed_into_a_box_does_not_set_todays_rule(gestures, analysis):
    fpr, tpr, _ = rates(analysis, "good", 3)
    gestures.hover("roc", fpr, tpr)
    gestures.keys("#box", "p")
    assert gestures.sent == []


def test_the_first_tap_highlights_and_the_second_chooses(gestures, analysis):
    fpr, tpr, index = rates(analysis, "good", 3)
    gestures.tap("roc", fpr, tpr)
    assert (gestures.announced[:4], gestures.sent) == ("good", [])
    gestures.tap("roc", fpr, tpr)
    assert gestures.sent == [["panel-choice", "trial", "good", index]]


def test_arrow_keys_step_through_the_hull(gestures, analysis):
    best = analysis.decide(START).best
    vertices = analysis.models[best.model].hull.index.tolist()
    at = vertices.index(best.index)
    gestures.keys(".panel", Keys.ARROW_RIGHT)
    assert gestures.highlighted == [best.model, best.index]
    gestures.keys(".panel", Keys.ARROW_RIGHT)
    assert gestures.highlighted == [best.model, vertices[at + 1]]
    gestures.keys(".panel", Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ENTER)
    assert gestures.sent == [["panel-choice", "trial", best.model, vertices[at - 1]]]
    gestures.keys(".panel", Keys.ESCAPE)
    assert gestures.announced == ""


def test_a_click_on_an_empty_spot_moves_the_line(gestures):
    gestures.click("cost", 0.75, 0.45)
    assert gestures.pcf() == pytest.approx(0.75, abs=0.003)
    assert gestures.calls[-1] == "release"
    assert gestures.sent == []


def test_a_click_near_an_envelope_chooses(gestures, analysis):
    hull = analysis.models["plain"].hull
    before = gestures.pcf()
    gestures.click("cost", 0.7, float(hull.cost(0.7)))
    assert gestures.sent == [
        ["panel-choice", "trial", "plain", int(hull.index[hull.cheapest(0.7)])]
    ]
    assert gestures.pcf() == before


def test_the_line_is_grabbed_and_dragged(gestures):
    left, top = gestures.place("cost", gestures.pcf(), 0.4)
    gestures.mouse("mousePressed", left + 8, top, True)
    end, _ = gestures.place("cost", 0.6, 0.4)
    gestures.mouse("mouseMoved", (left + end) / 2, top, True)
    gestures.mouse("mouseMoved", end + 8, top + 900, True)
    assert gestures.pcf() == pytest.approx(0.6, abs=0.003)
    gestures.mouse("mouseReleased", end + 8, top, True)
    assert gestures.calls[-1] == "release"
    gestures.mouse("mouseMoved", left, top)
    assert gestures.pcf() == pytest.approx(0.6, abs=0.003)


def test_the_handle_is_a_slider(gestures):
    slider = gestures.driver.find_element("css selector", "#cost-panel [role=slider]")
    assert slider.get_attribute("aria-label") == "Probability cost PC(+)"
    steps = [(Keys.ARROW_RIGHT, 0.35), (Keys.SHIFT + Keys.ARROW_LEFT, 0.25)]
    for key, pcf in [*steps, (Keys.END, 1 - 1e-6), (Keys.HOME, 1e-6)]:
        gestures.keys(".pcf-handle", key)
        assert gestures.pcf() == pytest.approx(pcf, rel=1e-9)
        assert gestures.calls[-1] == "release"
    assert slider.get_attribute("aria-valuetext").startswith("0.000001. A false alarm is ")


def test_the_handle_and_the_highlight_follow_zoom_and_resize(gestures):
    gestures.keys(".panel", Keys.ARROW_RIGHT)
    gestures.driver.execute_async_script(
        """
        const done = arguments[0];
        window.mustReload = true;
        document.getElementById('cost-panel').parentNode.style.width = '330px';
        Plotly.Plots.resize('cost-panel')
          .then(() => Plotly.relayout('cost-panel', { 'xaxis.range': [0.2, 0.6] }))
          .then(() => window.still(done));
        """
    )
    middle, ring, line = gestures.run(
        """
        const centre = (found) => {
          const box = document.querySelector('#cost-panel ' + found).getBoundingClientRect();
          return box.left + box.width / 2;
        };
        return ['.pcf-handle', '.highlight-layer circle', '.tracepcf path.js-line'].map(centre);
        """
    )
    assert middle == pytest.approx(line, abs=1)
    assert ring == pytest.approx(line, abs=1)
