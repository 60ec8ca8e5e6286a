"""The panels that the script redraws during a drag equal those of the server, to a pixel."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.sample.segment_column import SegmentColumn
from costdash.core.segments.segment_costs import SegmentRequest
from costdash.core.segments.segment_curve import segment_curve
from costdash.figures import View, make_scene
from costdash.figures.view import Unit
from costdash.report.sentences.decision import decision_sentences
from costdash.report.sentences.phrases import text_of
from tests.support import live_page
from tests.support.scored import binormal

START = OperatingPoint(0.05, 10, 1)
ENDS = {
    "other model": OperatingPoint(0.3, 40, 1),
    "low prior": OperatingPoint(0.001, 300, 2),
    "call none": OperatingPoint(0.002, 1, 900),
    "call all": OperatingPoint(0.4, 90_000, 1),
}
WINDOWS = {
    "roc": [[0, 0.2], [0.5, 1]],
    "pr": [[0.4, 1], [0, 0.6]],
    "cost": [[0.2, 0.95], [0, 0.3]],
}
# The lines of the cost panel in the units of its axes, and its highest amount.
CURVES = """
const panel = page.getPanel('cost');
const read = (path) => Array.from(
  path.getAttribute('d').matchAll(/[ML]([-\\d.e]+),([-\\d.e]+)/g),
  ([, x, y]) => [panel.valueAt(Number(x)), panel.valueAtY(Number(y))]);
const found = {};
const uids = panel.graph.data.map(({ uid }) => uid);
for (const uid of uids.filter((uid) => /^(model-\\d|score-\\d|trivial|today-line)$/.test(uid))) {
  found[uid] = read(panel.graph.querySelector(`.scatterlayer .trace${uid} path.js-line`));
}
return [found, panel.valueAtY(0)];
"""
# The ends of the bars of the strip and of the operating ranges, in pixels.
STRIP = """
const panel = page.getPanel('cost');
const read = (path) => path.getAttribute('d').match(/-?[\\d.]+/g).map(Number);
const found = {};
for (const [uid, bar] of Object.entries(page.barElements(panel))) {
  const [from, , , to] = read(bar.querySelector('path'));
  found[uid] = [from, to];
}
for (const { uid } of panel.graph.data.filter(({ uid }) => uid.startsWith('range-'))) {
  const [from, , to] = read(page.traceElement(panel, uid).querySelector('path.js-line'));
  found[uid] = [from, to];
}
return found;
"""
# The curves of the ROC panel in pixels: as scripts walk along them, and as Plotly has drawn them.
WALKED = """
const panel = page.getPanel('roc');
const [walked, drawn] = [{}, {}];
for (const model of page.liveData().models) {
  walked[model.i] = [];
  page.walkCurve(panel, model, window.point, (x, y) => walked[model.i].push([x, y]));
  const line = panel.graph.querySelector(`.scatterlayer .tracemodel-${model.i} path.js-line`);
  drawn[model.i] = Array.from(
    line.getAttribute('d').matchAll(/[ML]([-\\d.e]+),([-\\d.e]+)/g), ([, x, y]) => [+x, +y]);
}
return [walked, drawn];
"""
GAINS = """
const panel = page.getPanel('roc');
const places = {};
for (const { uid, mode, opacity } of panel.graph.data) {
  if (mode !== 'lines' || opacity === 0 || uid.startsWith('band')) continue;
  const line = panel.graph.querySelector(`.scatterlayer .trace${uid} path.js-line`);
  if (line) places[uid] = Array.from(
    line.getAttribute('d').matchAll(/[ML]([-\\d.e]+),([-\\d.e]+)/g), ([, x, y]) => [+x, +y]);
}
const title = panel.graph.querySelector('g.annotation[data-index="0"] text').textContent;
return [places, title];
"""
# The curves of a segment and the line at its conditions, in the units of the axes, and their tops.
SEGMENT = """
const found = {};
for (const name of page.panelNames()) {
  const panel = page.getPanel(name);
  for (const uid of ['segment', 'segment-point']) {
    const line = panel.graph.querySelector(`.scatterlayer .trace${uid} path.js-line`);
    if (line) found[`${name} ${uid}`] = [Array.from(
      line.getAttribute('d').matchAll(/[ML]([-\\d.e]+),([-\\d.e]+)/g),
      ([, x, y]) => [panel.valueAt(Number(x)), panel.valueAtY(Number(y))]), panel.valueAtY(0)];
  }
}
return found;
"""
DIFFERENT = """
const [first, second, done] = arguments;
const pixels = async (base64) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + base64;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
};
Promise.all([pixels(first), pixels(second)]).then(([a, b]) => {
  let count = 0;
  for (let k = 0; k < a.length; k += 4) {
    if ([0, 1, 2].some((c) => Math.abs(a[k + c] - b[k + c]) > 64)) count += 1;
  }
  done(count);
});
"""


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(5)
    is_positive = np.arange(3000) < 150
    scores = {
        "narrow": binormal(rng, 150, 2850, 2.0, 0.5).score,
        "wide": binormal(rng, 150, 2850, 2.0, 2.0).score,
        "ties": np.round(binormal(rng, 150, 2850, 1.0).score),
    }
    half = SegmentColumn(
        (rng.random(3000) < np.where(is_positive, 0.6, 0.3)) * 1, ("early", "late")
    )
    return Predictions(is_positive=is_positive, scores=scores, segments={"half": half})


@pytest.fixture(scope="module")
def analysis(rows):
    return analyse(rows, n_replicates=100)


@pytest.fixture
def view(analysis):
    wide = analysis.models["wide"].hull.index
    return View(tuple(analysis.models), 0.9, today=("wide", int(wide[3])), trial=("ties", 3))


def picture(driver):
    """The drawn panels, with their texts and dash patterns."""
    driver.execute_script("document.documentElement.classList.add('plain');")
    shot = driver.get_screenshot_as_base64()
    driver.execute_script("document.documentElement.classList.remove('plain');")
    return shot


def hide(driver, bands):
    """Leaves out bands: those of another recommended model come only with the answer."""
    rule = ".plain :is(p, .label-layer) { visibility: hidden }"
    rule += " .plain [class*=traceband] { display: none }" * (not bands)
    driver.execute_script(
        """
        const style = document.getElementById('plain') || document.createElement('style');
        document.head.append(Object.assign(style, { id: 'plain', textContent: arguments[0] }));
        """,
        rule,
    )


def zoom(driver):
    driver.execute_async_script(
        """
        const [windows, done] = arguments;
        const zoom = ([name, [x, y]]) =>
          Plotly.relayout(name + '-panel', { 'xaxis.range': x, 'yaxis.range': y });
        Promise.all(Object.entries(windows).map(zoom)).then(() => window.still(done));
        """,
        WINDOWS,
    )


@pytest.mark.parametrize(("end", "zoomed"), list(itertools.product(ENDS, [False, True])))
def test_marks_moved_by_the_script_are_where_the_answer_draws_them(
    panels, analysis, view, end, zoomed
):
    same_band = analysis.decide(START).best.model == analysis.decide(ENDS[end]).best.model
    hide(panels, same_band)
    live_page.show(panels, analysis, START, view)
    if zoomed:
        zoom(panels)
    before = picture(panels)
    live_page.move(panels, ENDS[end])
    moved = picture(panels)
    assert panels.execute_async_script(DIFFERENT, before, moved) > 100
    live_page.show(panels, analysis, ENDS[end], view)
    if zoomed:
        zoom(panels)
    assert panels.execute_async_script(DIFFERENT, moved, picture(panels)) <= 3


@pytest.mark.parametrize("end", ["other model", "low prior", "call none"])
def test_marks_moved_on_det_axes_are_where_the_answer_draws_them(panels, analysis, view, end):
    view = replace(view, modes=frozenset({"det"}))
    hide(panels, analysis.decide(START).best.model == analysis.decide(ENDS[end]).best.model)
    live_page.show(panels, analysis, START, view)
    before = picture(panels)
    live_page.move(panels, ENDS[end])
    moved = picture(panels)
    assert panels.execute_async_script(DIFFERENT, before, moved) > 100
    live_page.show(panels, analysis, ENDS[end], view)
    assert panels.execute_async_script(DIFFERENT, moved, picture(panels)) <= 3


def test_gains_moved_by_the_script_are_where_the_answer_draws_them(panels, analysis, view):
    """At another prior the curves run elsewhere, and the title has another lift."""
    view = replace(view, modes=frozenset({"gains"}))
    live_page.show(panels, analysis, START, view)
    live_page.move(panels, ENDS["low prior"])
    moved, title = panels.execute_script(GAINS)
    live_page.show(panels, analysis, ENDS["low prior"], view)
    drawn, other = panels.execute_script(GAINS)
    assert title == other
    assert set(moved) == set(drawn)
    assert len(drawn) > 5
    for uid, path in drawn.items():
        assert np.allclose(moved[uid], path, atol=0.2), uid


@pytest.mark.parametrize("axes", ["det", "gains"])
def test_thresholds_are_found_where_other_axes_draw_them(panels, analysis, view, axes):
    """What the scripts walk along is what Plotly has drawn, to a pixel."""
    live_page.show(panels, analysis, START, replace(view, modes=frozenset({axes})))
    walked, drawn = panels.execute_script(WALKED)
    assert set(walked) == set(drawn) == {"0", "1", "2"}
    for i, path in drawn.items():
        assert np.allclose(walked[i], path, atol=0.05)


@pytest.mark.parametrize("axis", ["positives", "threshold", "net-benefit"])
@pytest.mark.parametrize("end", [OperatingPoint(0.03, 12, 1), OperatingPoint(0.06, 9, 1.2)])
def test_amounts_moved_by_the_script_are_those_that_the_answer_draws(
    panels, analysis, view, axis, end
):
    view = replace(view, cost_axis=axis, unit=Unit(1000, "per 1,000 cases"))
    live_page.show(panels, analysis, START, view)
    live_page.move(panels, end)
    moved, top = panels.execute_script(CURVES)
    live_page.show(panels, analysis, end, view)
    drawn, other_top = panels.execute_script(CURVES)
    assert set(moved) == set(drawn)
    lines = 2 if axis == "threshold" else 5  # of three models, trivial, today's
    assert len(drawn) == lines
    seen = min(top, other_top)
    if axis == "threshold":
        drawn.pop("trivial")  # beyond the highest amount
    for uid, points in drawn.items():
        x, y = np.array(points).T
        order = np.argsort(moved_x := np.array(moved[uid])[:, 0])
        there = np.interp(x, moved_x[order], np.array(moved[uid])[order, 1], np.nan, np.nan)
        inside = np.isfinite(there) & (np.maximum(there, y) < seen)
        assert inside.any(), uid
        assert np.abs(there - y)[inside].max() < 0.01 * seen, uid


@pytest.mark.parametrize("axis", ["probability-cost", "positives", "threshold", "net-benefit"])
@pytest.mark.parametrize("end", [OperatingPoint(0.03, 12, 1), OperatingPoint(0.06, 9, 1.2)])
def test_a_segment_moved_by_the_script_is_where_the_answer_draws_it(
    panels, rows, analysis, view, axis, end
):
    """Its curves in all panels, and the line at its own conditions."""
    view = replace(view, cost_axis=axis, unit=Unit(1000, "per 1,000 cases"))
    model = make_scene(analysis, START, view).recommended_model
    segment = segment_curve(rows, model, SegmentRequest("half"), "late")
    live_page.show(panels, analysis, START, view, segment)
    first = panels.execute_script(SEGMENT)
    live_page.move(panels, end)
    moved = panels.execute_script(SEGMENT)
    live_page.show(panels, analysis, end, view, segment)
    drawn = panels.execute_script(SEGMENT)
    with_point = axis in ("probability-cost", "positives")  # whose x depends on the prior
    point = {"cost segment-point"} if with_point else set()
    assert set(drawn) == {"roc segment", "pr segment", "cost segment"} | point
    assert first["pr segment"] != drawn["pr segment"]
    assert all(first[name] != drawn[name] for name in point)
    for name, (path, top) in drawn.items():
        there, here = np.array(moved[name][0]), np.array(path)
        seen = min(top, moved[name][1])
        if name == "cost segment" and axis != "threshold":  # each is drawn as far as it is seen
            order = np.argsort(there[:, 0])
            y = np.interp(here[:, 0], *there[order].T, np.nan, np.nan)
            there = np.column_stack((here[:, 0], y))
        inside = (np.maximum(there, here)[:, 1] < seen) & np.isfinite(there).all(axis=1)
        assert inside.any(), name
        assert np.abs(there - here)[inside].max() < 0.01 * max(seen, 1), name


def test_the_numbers_of_the_decision_follow_the_pointer(panels, analysis, view):
    live_page.show(panels, analysis, START, view)
    live_page.move(panels, OperatingPoint(0.05, 40, 2))
    moved = analysis.decide(OperatingPoint(0.05, 40, 2), view.models, level=0)
    sentences = decision_sentences(moved, analysis, view.models)
    said = panels.execute_script(
        """
        const roles = [...document.querySelectorAll('[data-live]')];
        return Object.fromEntries(roles.map((e) => [e.dataset.live, e.textContent]));
        """
    )
    for part in ("rule", "outcome", "against"):
        assert said[part] == text_of(getattr(sentences, part))
    assert said["prior"] == "5 %"
    assert said["ratio-words"] == "A missed positive is 20 times as costly as a false alarm"


def test_the_page_is_marked_as_moving_until_the_answer_settles_it(panels, analysis, view):
    moving = "return document.body.classList.contains('moving');"
    live_page.show(panels, analysis, START, view)
    assert not panels.execute_script(moving)
    live_page.move(panels, ENDS["low prior"])
    assert panels.execute_script(moving)
    panels.execute_script("page.settlePoint();")
    assert not panels.execute_script(moving)


def test_a_figure_redrawn_during_a_drag_follows_the_pointer(panels, analysis, view):
    place = (
        "return document.querySelector('#cost-panel .tracebest .point').getAttribute('transform');"
    )
    live_page.show(panels, analysis, START, view)
    live_page.move(panels, ENDS["low prior"])
    moved = panels.execute_script(place)
    panels.execute_async_script(
        "const done = arguments[0]; Plotly.redraw('cost-panel').then(() => window.still(done));"
    )
    assert panels.execute_script(place) == moved


def test_missing_panels_cause_no_errors(panels, analysis, view):
    """Before the data, before the figures, without models: the console stays clean."""
    panels.refresh()
    live_page.move(panels, START)
    panels.execute_script("page.setLiveData(null); page.settlePoint();")
    live_page.move(panels, ENDS["low prior"])
    panels.execute_script("page.setLiveData(arguments[0]);", live_page.live_json(analysis, view))
    live_page.move(panels, START)
    live_page.show(panels, analysis, START, View(()))
    live_page.move(panels, ENDS["call all"])
    panels.execute_script("window.mustReload = true;")
    panels.execute_script("document.getElementById('pr-panel').style.display = 'none';")
    live_page.move(panels, START)
    panels.execute_script("document.getElementById('roc-panel').remove();")
    live_page.move(panels, ENDS["low prior"])


@pytest.mark.parametrize(
    ("axis", "end"),
    [
        ("positives", OperatingPoint(0.05, 25, 1)),
        ("positives", OperatingPoint(0.06, 9, 1.2)),
        ("net-benefit", OperatingPoint(0.06, 9, 1.2)),
    ],
)
def test_the_strip_moves_with_the_conditions(panels, analysis, view, axis, end):
    view = replace(view, cost_axis=axis, unit=Unit(1000, "per 1,000 cases"))
    live_page.show(panels, analysis, START, view)
    before = panels.execute_script(STRIP)
    live_page.move(panels, end)
    moved = panels.execute_script(STRIP)
    assert moved != before
    live_page.show(panels, analysis, end, view)
    drawn = panels.execute_script(STRIP)
    differ = set(moved) ^ set(drawn)
    assert all(uid.startswith("name-") for uid in differ)  # a name is drawn only where it fits
    for uid in set(moved) & set(drawn):
        assert np.allclose(moved[uid], drawn[uid], atol=0.3), uid


BENEFITS = """
return [...document.querySelectorAll('#cost-panel .label-layer text')].map((e) => e.textContent);
"""


def test_the_net_benefit_of_the_models_and_its_limits_follow_the_pointer(panels, analysis, view):
    view = replace(view, cost_axis="net-benefit", today=None, trial=None)
    live_page.show(panels, analysis, START, view)
    end = OperatingPoint(0.05, 19, 1)  # PC(+) 0.5 is a value of the grid, so limits are exact
    live_page.move(panels, end)
    moved = panels.execute_script(BENEFITS)
    live_page.show(panels, analysis, end, view)
    drawn = panels.execute_script(BENEFITS)
    said = [text for text in drawn if " to " in text or text.startswith("At ")]
    assert len(said) == 4
    assert [text for text in moved if text in said] == said


ZOOM_BUTTONS = """
for (const id of ['zoom-here', 'zoom-reset']) {
  if (!document.getElementById(id)) document.body.append(
    Object.assign(document.createElement('button'), { id, textContent: id }));
}
"""


@pytest.mark.parametrize("axis", ["positives", "threshold"])
def test_zoom_to_decision_holds_the_recommendation_and_comes_back(panels, analysis, view, axis):
    view = replace(view, cost_axis=axis, unit=Unit(1000, "per 1,000 cases"))
    live_page.show(panels, analysis, START, view)
    where = "return page.axisRanges(page.getPanel('cost'))"
    panels.execute_script(ZOOM_BUTTONS)
    panels.execute_script("page.inWindow('cost', page.getPanel('cost').graph)")  # as the page draws
    (low, high), (_, top) = panels.execute_script(where)

    def press(name):
        panels.execute_async_script(
            "document.getElementById(arguments[0]).click(); window.still(arguments[1]);", name
        )
        return panels.execute_script(where)

    (left, right), (bottom, highest) = press("zoom-here")
    assert low <= left < right <= high
    assert right - left < 0.75 * (high - low)
    assert bottom == 0
    assert 0 < highest <= top
    x, y = panels.execute_script("""
      const { x, y } = page.getPanel('cost').graph.data.find(({ uid }) => uid === 'best');
      return [x[0], y[0]];
    """)
    assert left <= x <= right
    assert y <= highest
    assert np.allclose(press("zoom-reset"), [[low, high], [0, top]])


@pytest.mark.parametrize("axis", ["positives", "net-benefit"])
def test_the_cost_of_scores_as_probabilities_follows_the_pointer(panels, axis):
    rng = np.random.default_rng(7)
    is_positive = np.arange(2000) < 100
    scores = {"p": np.round(0.4 * rng.random(2000) + 0.2 * is_positive, 2)}
    analysis = analyse(Predictions(is_positive=is_positive, scores=scores), n_replicates=100)
    view = View(("p",), 0.9, score_driven=True, cost_axis=axis, unit=Unit(1000, "per 1,000 cases"))
    gap = "return document.querySelector('#cost-panel .tracegap-0 path.js-fill').getAttribute('d');"
    live_page.show(panels, analysis, START, view)
    before = panels.execute_script(gap)
    live_page.move(panels, OperatingPoint(0.06, 9, 1.2))
    assert panels.execute_script(gap) != before
    moved, top = panels.execute_script(CURVES)
    live_page.show(panels, analysis, OperatingPoint(0.06, 9, 1.2), view)
    drawn, _ = panels.execute_script(CURVES)
    x, y = np.array(drawn["score-0"]).T
    other = np.array(moved["score-0"])
    near = np.abs(other[None, :, 0] - x[:, None]) < 1e-6 * (1 + np.abs(x[:, None]))
    assert near.any(axis=1).mean() > 0.5
    at, where = np.nonzero(near)
    assert np.abs(other[where, 1] - y[at]).max() < 0.01 * top
