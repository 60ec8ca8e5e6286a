"""Hovering, choosing, pinning and dragging, by pointer and by keys, on the panels alone."""

import numpy as np
import pytest
from selenium.webdriver.common.keys import Keys

from costdash.core import OperatingPoint, Predictions, Split, analyse
from costdash.figures import View
from tests.support import live_page
from tests.support.panel_hand import Hand
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
def hand(panels, analysis):
    hand = Hand(panels)
    hand.mouse("mouseMoved", 2, 2)
    hand.run("document.activeElement.blur(); page.clearThreshold();")
    hand.run("window.calls = []; window.hand = [];")
    live_page.show(panels, analysis, START, View(tuple(analysis.models)))
    return hand


def rates(analysis, name, vertex):
    """(fpr, tpr, index) of a hull vertex."""
    hull = analysis.models[name].hull
    return hull.fpr[vertex], hull.tpr[vertex], int(hull.index[vertex])


def test_hover_lights_the_threshold_in_all_panels(hand, analysis):
    fpr, tpr, _ = rates(analysis, "plain", 4)
    hand.hover("roc", fpr, tpr, aside=9)
    assert hand.lit.startswith("plain at ")
    assert hand.shapes == [1, 1, 2]  # a ring, a ring, a line with its ring
    assert "precision at 5 %" in hand.lit
    hand.mouse("mouseMoved", 2, 2)
    assert (hand.lit, hand.shapes) == ("", [0, 0, 0])


def test_hover_wears_the_colour_of_the_curve(hand, analysis):
    fpr, tpr, _ = rates(analysis, "good", 3)
    hand.hover("roc", fpr, tpr)
    ring, line = hand.run(
        "return ['.lit-layer g', '#roc-panel .tracemodel-1 path.js-line'].map("
        "(found) => getComputedStyle(document.querySelector(found)).stroke);"
    )
    assert ring == line


def test_far_from_a_curve_nothing_is_lit(hand):
    hand.hover("roc", 0.8, 0.3)
    assert hand.lit == ""


def test_an_envelope_lights_its_vertex(hand, analysis):
    hull = analysis.models["plain"].hull
    pcf = (hull.tie[2] + hull.tie[3]) / 2
    hand.hover("cost", pcf, float(hull.cost(pcf)))
    assert hand.held == ["plain", int(hull.index[3])]


def test_a_cost_curve_that_jumps_lights_the_threshold_chosen_there(hand):
    sample = binormal(np.random.default_rng(6), 60, 140)
    split = Split(np.arange(200) % 2 > 0)
    rows = Predictions(is_positive=sample.is_positive, scores={"a": sample.score}, split=split)
    parted = analyse(rows, n_replicates=100)
    live_page.show(hand.driver, parted, START, View(("a",)))
    hull = parted.models["a"].hull
    widest = int(np.diff(hull.tie).argmax()) + 1
    pcf = (hull.tie[widest - 1] + hull.tie[widest]) / 2
    hand.hover("cost", pcf, float(hull.cost(pcf)))
    assert hand.held == ["a", int(hull.index[widest])]


def test_a_click_on_a_curve_chooses_and_p_pins(hand, analysis):
    fpr, tpr, index = rates(analysis, "good", 3)
    hand.click("roc", fpr, tpr)
    assert hand.sent == [["hand", "choose", "good", index]]
    hand.keys("body", "p")
    assert hand.sent[1:] == [["hand", "pin", "good", index]]


def test_p_typed_into_a_box_pins_nothing(hand, analysis):
    fpr, tpr, _ = rates(analysis, "good", 3)
    hand.hover("roc", fpr, tpr)
    hand.keys("#box", "p")
    assert hand.sent == []


def test_a_finger_lights_first_and_chooses_then(hand, analysis):
    fpr, tpr, index = rates(analysis, "good", 3)
    hand.tap("roc", fpr, tpr)
    assert (hand.lit[:4], hand.sent) == ("good", [])
    hand.tap("roc", fpr, tpr)
    assert hand.sent == [["hand", "choose", "good", index]]


def test_arrow_keys_step_through_the_hull(hand, analysis):
    best = analysis.decide(START).best
    vertices = analysis.models[best.model].hull.index.tolist()
    at = vertices.index(best.index)
    hand.keys(".panel", Keys.ARROW_RIGHT)
    assert hand.held == [best.model, best.index]
    hand.keys(".panel", Keys.ARROW_RIGHT)
    assert hand.held == [best.model, vertices[at + 1]]
    hand.keys(".panel", Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ENTER)
    assert hand.sent == [["hand", "choose", best.model, vertices[at - 1]]]
    hand.keys(".panel", Keys.ESCAPE)
    assert hand.lit == ""


def test_a_click_on_an_empty_spot_moves_the_line(hand):
    hand.click("cost", 0.75, 0.45)
    assert hand.pcf() == pytest.approx(0.75, abs=0.003)
    assert hand.calls[-1] == "release"
    assert hand.sent == []


def test_a_click_near_an_envelope_chooses(hand, analysis):
    hull = analysis.models["plain"].hull
    before = hand.pcf()
    hand.click("cost", 0.7, float(hull.cost(0.7)))
    assert hand.sent == [["hand", "choose", "plain", int(hull.index[hull.cheapest(0.7)])]]
    assert hand.pcf() == before


def test_the_line_is_grabbed_and_dragged(hand):
    left, top = hand.place("cost", hand.pcf(), 0.4)
    hand.mouse("mousePressed", left + 8, top, True)
    end, _ = hand.place("cost", 0.6, 0.4)
    hand.mouse("mouseMoved", (left + end) / 2, top, True)
    hand.mouse("mouseMoved", end + 8, top + 900, True)
    assert hand.pcf() == pytest.approx(0.6, abs=0.003)
    hand.mouse("mouseReleased", end + 8, top, True)
    assert hand.calls[-1] == "release"
    hand.mouse("mouseMoved", left, top)
    assert hand.pcf() == pytest.approx(0.6, abs=0.003)


def test_the_handle_is_a_slider(hand):
    slider = hand.driver.find_element("css selector", "#cost-panel [role=slider]")
    assert slider.get_attribute("aria-label") == "Probability cost PC(+)"
    steps = [(Keys.ARROW_RIGHT, 0.35), (Keys.SHIFT + Keys.ARROW_LEFT, 0.25)]
    for key, pcf in [*steps, (Keys.END, 1 - 1e-6), (Keys.HOME, 1e-6)]:
        hand.keys(".pcf-handle", key)
        assert hand.pcf() == pytest.approx(pcf, rel=1e-9)
        assert hand.calls[-1] == "release"
    assert slider.get_attribute("aria-valuetext").startswith("0.000001. A false alarm is ")


def test_the_handle_and_the_lit_marks_follow_zoom_and_size(hand):
    hand.keys(".panel", Keys.ARROW_RIGHT)
    hand.driver.execute_async_script(
        """
        const done = arguments[0];
        window.spoilt = true;
        document.getElementById('cost-panel').parentNode.style.width = '330px';
        Plotly.Plots.resize('cost-panel')
          .then(() => Plotly.relayout('cost-panel', { 'xaxis.range': [0.2, 0.6] }))
          .then(() => window.still(done));
        """
    )
    middle, ring, line = hand.run(
        """
        const centre = (found) => {
          const box = document.querySelector('#cost-panel ' + found).getBoundingClientRect();
          return box.left + box.width / 2;
        };
        return ['.pcf-handle', '.lit-layer circle', '.tracepcf path.js-line'].map(centre);
        """
    )
    assert middle == pytest.approx(line, abs=1)
    assert ring == pytest.approx(line, abs=1)
