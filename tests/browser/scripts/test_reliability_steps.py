"""Steps of the reliability diagram light what they cost in the other panels."""

import numpy as np
import pytest
from selenium.webdriver.common.keys import Keys

from costdash.core import OperatingPoint, Predictions, analyse, convex_hull
from costdash.core.probabilities.calibration import miscalibration_cost, reliability
from costdash.figures import View
from costdash.wording import percent
from tests.support import live_page
from tests.support.panel_gestures import PanelGestures

POINT = OperatingPoint(0.2, 5, 2)
VIEW = View(("high",), modes=frozenset({"reliability"}))
# Corners of the highlighted steps, in the units of the axes, and the words beside it.
HIGHLIGHT = """
const highlight = {};
for (const name of ['roc', 'pr', 'cost']) {
  const panel = page.getPanel(name);
  const paths = panel.graph.querySelectorAll('svg.step-layer path');
  highlight[name] = Array.from(paths, (path) => Array.from(
    path.getAttribute('d').matchAll(/[ML]([-\\d.e]+),([-\\d.e]+)/g),
    ([, x, y]) => [panel.valueAt(+x), panel.valueAtY(+y)])).flat();
}
return [highlight, document.getElementById('highlight-text').textContent];
"""


@pytest.fixture(scope="module")
def analysis():
    """One model whose scores are too high for probabilities."""
    rng = np.random.default_rng(5)
    p = rng.beta(1, 3, 800)
    scores = {"high": np.round(p**0.5, 2)}
    rows = Predictions(is_positive=rng.random(p.size) < p, scores=scores)
    return analyse(rows, n_replicates=100)


@pytest.fixture
def gestures(panels, analysis):
    gestures = PanelGestures(panels)
    gestures.mouse("mouseMoved", 2, 2)
    gestures.run("page.setPlaces('pr', false); document.activeElement.blur();")
    live_page.show(panels, analysis, POINT, VIEW)
    yield gestures
    gestures.keys(".panel", Keys.ESCAPE)
    gestures.run("page.setPlaces('pr', true);")


@pytest.fixture
def steps(analysis):
    return reliability(analysis.models["high"].counts)


def drag(gestures, steps, first, last):
    """Across the steps, past the curve so that the way itself hovers over nothing."""
    (x0, y), (x1, _) = (gestures.place("pr", steps.score[step], 0.9) for step in (first, last))
    gestures.mouse("mousePressed", x0, y, True)
    for x in ((x0 + x1) / 2, x1):
        gestures.mouse("mouseMoved", x, y, True)
    gestures.mouse("mouseReleased", x1, y, True)


def test_steps_dragged_across_light_their_part_of_the_gap(gestures, analysis, steps):
    counts, first, last = analysis.models["high"].counts, 2, steps.score.size - 2
    drag(gestures, steps, first, last)
    highlight, said = gestures.run(HIGHLIGHT)
    assert [highlight["pr"][0][0], highlight["pr"][-1][0]] == pytest.approx(
        [steps.first[first], steps.last[last]], abs=0.005
    )
    hull = convex_hull(counts)
    corners = np.column_stack((hull.fpr, hull.tpr))[::-1][first : last + 2]
    assert np.allclose(highlight["roc"], corners, atol=0.005)
    pcf, nec = np.array(highlight["cost"]).T
    low, high = miscalibration_cost(
        counts, hull, first, last, np.round(pcf * 400) / 400, analysis.file_prevalence
    )
    assert (np.minimum(np.abs(nec - low), np.abs(nec - high)) < 0.005).all()
    assert (high - low).max() > 0.02
    at = miscalibration_cost(counts, hull, first, last, POINT.pcf, analysis.file_prevalence)
    part = steps.miscalibration[first : last + 1].sum() / steps.miscalibration.sum()
    assert said.startswith(f"high scores {steps.first[first]:g} to {steps.last[last]:g}: ")
    assert f"cost ${1000 * float(at[1] - at[0]) * POINT.scale:.0f} more at your conditions" in said
    assert f"make up {percent(float(part))} of the model's miscalibration" in said


def test_what_was_dragged_stays_until_it_is_clicked_again(gestures, steps):
    drag(gestures, steps, 1, 3)
    gestures.mouse("mouseMoved", 2, 2)
    highlight, said = gestures.run(HIGHLIGHT)
    assert highlight["cost"]
    assert said.startswith(f"high scores {steps.first[1]:g} to ")
    gestures.click("pr", steps.score[2], steps.observed[2])
    highlight, said = gestures.run(HIGHLIGHT)
    assert not highlight["cost"]
    assert said == ""


def test_a_step_is_lit_while_the_pointer_is_over_it(gestures, steps):
    gestures.hover("pr", steps.score[3], steps.observed[3])
    highlight, said = gestures.run(HIGHLIGHT)
    assert len(highlight["roc"]) == 2
    assert "positive. Taken as probabilities they cost" in said
    gestures.mouse("mouseMoved", 2, 2)
    highlight, said = gestures.run(HIGHLIGHT)
    assert not any(highlight.values())
    assert said == ""


def test_arrows_go_from_step_to_step_and_shift_adds_the_next(gestures, steps):
    gestures.keys(".panel:has(#pr-panel)", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    highlight, said = gestures.run(HIGHLIGHT)
    assert len(highlight["roc"]) == 2
    assert said.startswith(f"high scores {steps.first[1]:g}")
    gestures.keys(".panel:has(#pr-panel)", Keys.SHIFT + Keys.ARROW_RIGHT)
    highlight, said = gestures.run(HIGHLIGHT)
    assert len(highlight["roc"]) == 3
    assert f" to {steps.last[2]:g}: " in said
    gestures.keys(".panel:has(#pr-panel)", Keys.END)
    assert gestures.run(HIGHLIGHT)[1].startswith(f"high scores {steps.first[-1]:g}")
