"""A figure at another operating point is drawn as Plotly.react draws it, element by element."""

from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.figures import View
from costdash.figures.panels.cost_axes import COST_AXES
from tests.support import live_page
from tests.support.scored import binormal

START = OperatingPoint(0.05, 10, 1)
AWAY = OperatingPoint(0.4, 90_000, 1)  # to which scripts move the panels meanwhile
NEAR = {"as likely": OperatingPoint(0.05, 11, 1), "more positives": OperatingPoint(0.06, 10, 1)}
FAR = {
    "other model": OperatingPoint(0.3, 40, 1),
    "call none": OperatingPoint(0.002, 1, 900),
    "call all": AWAY,
}
AXES = tuple(COST_AXES)
# Draws figures by the adapter; then all anew by Plotly.react. Both as lists of elements, without
# overlays, names that scripts move, and frames around titles, which are not painted; and the
# panels that Plotly.react drew at first.
DRAWN = """
const [figures, config, point, done] = arguments;
window.point = point;
page.movePoint(point);
page.settlePoint();
const boxes = Object.fromEntries(
  Object.keys(figures).map((name) => [name, document.getElementById(name + '-panel')]));
const elementOf = ({ tagName, attributes, children, textContent }) => [
  tagName, children.length ? '' : textContent,
  ...Array.from(attributes, ({ name, value }) =>
    `${name}: ${value.replace(/rotate\\(0,[^)]*/, '')}`).sort()];
const seen = () => Object.fromEntries(Object.entries(boxes).map(([name, box]) => {
  const copy = box.querySelector('.svg-container').cloneNode(true);
  const others = copy.querySelectorAll('[class$=-layer], .bartext, .annotation rect');
  for (const other of others) other.remove();
  return [name, Array.from(copy.querySelectorAll('*'), elementOf)];
}));
const reacted = [];
window.still(() => {
for (const [name, box] of Object.entries(boxes)) {
  box.dataset.config = JSON.stringify(config);
  box.on?.('plotly_react', () => reacted.push(name));
  page.drawFigure(box.id, figures[name], page.drawMoved);
}
window.still(() => {
  const [ours, first] = [seen(), [...reacted]];
  const all = Object.values(boxes).map((box) =>
    Plotly.react(box, structuredClone(box.data), structuredClone(box.layout), config));
  Promise.all(all).then(() => window.still(() => {
    for (const box of Object.values(boxes)) box.removeAllListeners('plotly_react');
    done([ours, seen(), first]);
  }));
});
});
"""


@pytest.fixture(scope="module")
def analysis():
    rng = np.random.default_rng(5)
    scores = {
        "narrow": binormal(rng, 150, 2850, 2.0, 0.5).score,
        "wide": binormal(rng, 150, 2850, 2.0, 2.0).score,
        "ties": np.round(binormal(rng, 150, 2850, 1.0).score),
    }
    return analyse(Predictions(is_positive=np.arange(3000) < 150, scores=scores), n_replicates=100)


@pytest.fixture
def view(analysis):
    wide = analysis.models["wide"].hull.index
    return View(tuple(analysis.models), 0.9, today=("wide", int(wide[3])), trial=("ties", 3))


def drawn(panels, analysis, point, view) -> tuple[dict[str, list], dict[str, list], list[str]]:
    """The panels as the page draws a figure, as Plotly draws it, and which Plotly drew at first."""
    config = panels.execute_script("return window.config")
    figures = live_page.figures_json(analysis, point, view)
    return tuple(panels.execute_async_script(DRAWN, figures, config, live_page.point_json(point)))


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("end", [*NEAR, *FAR])
def test_a_moved_figure_is_drawn_as_plotly_draws_it(panels, analysis, view, axis, end):
    view = replace(view, cost_axis=axis)
    live_page.show(panels, analysis, START, view)
    drawn(panels, analysis, START, view)
    live_page.move(panels, AWAY)
    ours, plotly, _ = drawn(panels, analysis, (NEAR | FAR)[end], view)
    assert ours == plotly


@pytest.mark.parametrize("mode", ["det", "gains"])
@pytest.mark.parametrize("end", NEAR)
def test_so_is_one_in_another_mode(panels, analysis, view, mode, end):
    view = replace(view, modes=frozenset({mode}))
    live_page.show(panels, analysis, START, view)
    drawn(panels, analysis, START, view)
    live_page.move(panels, AWAY)
    ours, plotly, _ = drawn(panels, analysis, NEAR[end], view)
    assert ours == plotly


@pytest.mark.parametrize("end", NEAR)
def test_a_slightly_moved_figure_needs_no_layout(panels, analysis, view, end):
    live_page.show(panels, analysis, START, view)
    drawn(panels, analysis, START, view)
    before, _, first = drawn(panels, analysis, NEAR[end], view)
    assert first == []
    after, _, first = drawn(panels, analysis, START, view)
    assert first == []
    assert {name for name, text in before.items() if text != after[name]} >= {"roc", "cost"}


def test_another_window_size_or_figure_is_laid_out(panels, analysis, view):
    live_page.show(panels, analysis, START, view)
    drawn(panels, analysis, START, view)
    panels.execute_script("Plotly.relayout('roc-panel', { 'xaxis.range': [0, 0.2] })")
    assert drawn(panels, analysis, NEAR["as likely"], view)[2] == ["roc"]
    fewer = replace(view, models=view.models[:2])
    ours, plotly, first = drawn(panels, analysis, START, fewer)
    assert set(first) == {"roc", "pr", "cost"}
    assert ours == plotly
