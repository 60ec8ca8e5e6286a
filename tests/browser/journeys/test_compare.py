"""Which model is best where, comparing two models, and switching a model off."""

import time

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

LAYER = """
const { graph } = page.getPanel(arguments[0]);
return [...(graph.querySelector(`svg.${arguments[1]}`)?.firstChild.children || [])].map(
  (node) => [node.tagName, node.getAttribute('class')]);
"""
CROSSOVERS = "return [...document.querySelectorAll('#comparison-text [data-crossover]')].map(\
({ dataset }) => JSON.parse(dataset.crossover))"
PAIR = "const set = dash_clientside.set_props; set('pair-a', { value: arguments[0] });\
set('pair-b', { value: arguments[1] });"
COMPARED = "const { layout } = document.querySelector('#difference-panel.js-plotly-plot, \
#difference-panel .js-plotly-plot') || {}; return layout?.annotations?.length && \
layout.uirevision.endsWith(`${arguments[0]} ${arguments[1]}`)"
DRAWN_LINE = """
const panel = page.getPanel('roc');
const line = panel.graph.querySelector('svg.tangent-layer line');
const at = (key) => Number(line.getAttribute(key));
const [left, wide, bottom, high] = panel.linear;
return [(at('x1') - left) / wide, (at('y1') - bottom) / high,
  (at('x2') - left) / wide, (at('y2') - bottom) / high];
"""
RING = """
const plot = '.js-plotly-plot';
const found = document.querySelector(`#difference-panel${plot}, #difference-panel ${plot}`);
found.scrollIntoView({ block: 'center' });
const box = found.getBoundingClientRect();
const { xaxis, yaxis } = found._fullLayout;
const [pcf] = found._fullData.find(({ uid }) => uid === 'crossovers').x;
return [box.left + xaxis._offset + xaxis.l2p(pcf), box.top + yaxis._offset + yaxis.l2p(0)];
"""
BELOW = """
const panel = page.getPanel('cost');
panel.graph.scrollIntoView({ block: 'center' });
const below = panel.graph.data.filter(({ uid }) => uid.startsWith(arguments[0]));
const trace = below.find(({ meta }) => meta && (!meta.owners || meta.owners.length));
const box = panel.graph.getBoundingClientRect();
const axis = panel.graph._fullLayout.yaxis2;
const [low, high] = trace.meta.pcf;
const [x, y] = [panel.x((low + high) / 2), axis._offset + axis.l2p(trace.y[0])];
return [box.left + panel.left + x, box.top + y, trace.meta];
"""
HIGHLIGHT = "return document.getElementById('highlight-text').textContent"


def pointer(journey, x, y, press=False):
    chain = ActionChains(journey.driver)
    chain.w3c_actions.pointer_action.move_to_location(round(x), round(y))
    (chain.click() if press else chain).perform()


def with_a_crossover(journey):
    """A pair of models whose cost curves cross, and the data of its first crossover."""
    names = journey.run("return page.liveData().models.map(({ name }) => name)")
    for a, b in ((a, b) for a in names for b in names if a < b):
        journey.run(PAIR, a, b)
        journey.until(COMPARED, a, b)
        journey.until(
            "return document.querySelector('#comparison-text').textContent.includes("
            "`AUC of ${arguments[0]} minus ${arguments[1]}`)",
            a,
            b,
        )
        if found := journey.run(CROSSOVERS):
            return a, b, found[0]
    raise AssertionError("no two models of the sample cross")


def test_pairs_crossovers_and_their_tangent(journey):
    journey.tab("Compare")
    journey.says("#all-pairs", "Holm's p-values allow for picking the clearest of")
    a, b, carried = with_a_crossover(journey)
    assert journey.run(LAYER, "roc", "tangent-layer") == []

    journey.run("document.querySelector('#tabs-panel-compare > div details.more').open = true")
    with journey.asking():
        journey.click("#comparison-text [data-crossover]")
    journey.says("#crossover-note", f"{a} and {b} cost the same here")
    assert abs(journey.pcf - carried["pcf"]) < 0.003
    assert [tag for tag, _ in journey.run(LAYER, "roc", "tangent-layer")] == [
        "line",
        "circle",
        "circle",
        "text",
    ]
    x1, y1, x2, y2 = journey.run(DRAWN_LINE)
    assert abs((y2 - y1) / (x2 - x1) - (1 - carried["pcf"]) / carried["pcf"]) < 1e-6
    for touched in carried["touched"]:
        height = y1 + (y2 - y1) / (x2 - x1) * (touched["fpr"] - x1)
        assert abs(height - touched["tpr"]) < 1e-6

    ActionChains(journey.driver).send_keys(Keys.ESCAPE).perform()
    assert journey.text("#crossover-note") == ""
    assert journey.run(LAYER, "roc", "tangent-layer") == []

    pointer(journey, *journey.run(RING), press=True)
    journey.says("#crossover-note", "cost the same here")
    with journey.asking():
        journey.run(
            "page.dragPcf(arguments[0]); page.releaseConditions()",
            (carried["pcf"] + 0.5) % 1,
        )
    journey.until("return document.getElementById('crossover-note').textContent === ''")
    assert journey.run(LAYER, "roc", "tangent-layer") == []

    journey.click("#pair-band input[value=holm] + label")
    journey.says("#difference-panel-note", "Holm's for 95 % among")


def lights(journey, trace, words):
    """Moves the pointer there, and again if the page has moved meanwhile."""
    for _ in range(10):
        x, y, *_ = journey.run(BELOW, trace)
        pointer(journey, x - 2, y)
        pointer(journey, x, y)
        time.sleep(0.1)
        if words in journey.run(HIGHLIGHT):
            return
    raise AssertionError(journey.run(HIGHLIGHT))


@pytest.mark.same_page
def test_the_strip_and_operating_ranges_highlight_models_and_hull(journey):
    *_, meta = journey.run(BELOW, "best-")
    lights(journey, "best-", meta["sentence"])
    for panel in ("roc", "pr", "cost"):
        kinds = [kind for _, kind in journey.run(LAYER, panel, "range-layer")]
        assert kinds == ["whole"] * len(meta["owners"]) + ["range"]
    lights(journey, "range-", "costs less than flagging none and flagging all for PC(+)")
    ActionChains(journey.driver).send_keys(Keys.ESCAPE).perform()
    assert journey.run(HIGHLIGHT) == ""
    assert journey.run(LAYER, "cost", "range-layer") == []

    strip = journey.select(".strip")
    strip.send_keys(Keys.ARROW_LEFT)
    said = [journey.run(HIGHLIGHT)]
    assert "cheapest from PC(+)" in said[0]
    for _ in range(3):
        strip.send_keys(Keys.ARROW_RIGHT)
        said.append(journey.run(HIGHLIGHT))
    assert len(set(said)) > 1
    journey.run("document.activeElement.blur()")
    assert journey.run(HIGHLIGHT) == ""


@pytest.mark.same_page
def test_switching_a_model_off_shows_what_the_hull_loses(journey):
    journey.reveal("#model-checkboxes")
    boxes = journey.driver.find_elements("css selector", "#model-checkboxes input")
    name = boxes[0].get_attribute("value")
    with journey.asking():
        boxes[0].click()
    journey.says("#models-note", f"{name} is off and the hull")
    with journey.asking():
        boxes[0].click()
    journey.says("#models-note", f"{name} is on and")
    with journey.asking():
        journey.click("#simultaneous-roc-band")
    journey.says("#roc-panel-note", "whole curve at once")


def test_the_two_models_are_swapped_and_a_pair_is_picked_from_the_list(journey):
    journey.tab("Compare")
    values = "return ['pair-a', 'pair-b'].map((id) => document.getElementById(id)?.value)"
    journey.says("#pair-lead", "per 10,000 cases")
    before = journey.run(values)
    journey.click("#pair-swap")
    journey.until(f"return (() => {{ {values} }})().join() === arguments[0].join()", before[::-1])
    journey.until("return document.querySelectorAll('#pair-list [data-pair]').length === 3")
    pair = journey.run("return [...document.querySelectorAll('[data-pair]')].pop().dataset.pair")
    journey.run("[...document.querySelectorAll('[data-pair]')].pop().click()")
    same = "=== JSON.parse(arguments[0]).join()"
    journey.until(f"return (() => {{ {values} }})().join() {same}", pair)
    label = "return document.getElementById('difference-panel').getAttribute('aria-label')"
    assert "minus that of" in journey.run(label)
    journey.driver.get(journey.run("return window.location.href"))  # as a link opens it
    journey.until(f"return (() => {{ {values} }})().join() {same}", pair)
    assert journey.until("return document.querySelector('#compare-tab[aria-selected=true]')")
    journey.says("#pair-lead", "per 10,000 cases")


@pytest.mark.same_page
def test_answers_fade_while_they_are_computed(journey):
    """Dash marks what it computes; the answer fades beside it, the list with the kind of band."""
    journey.click("#compare-tab")
    journey.until("return document.querySelector('#pair-lead').textContent !== ''")
    journey.until("return !document.querySelector('#pair-body [data-dash-is-loading=true]')")
    colour = "return getComputedStyle(document.querySelector(arguments[0])).color"
    marked = """
    const [name, value] = arguments;
    document.querySelector(name).setAttribute('data-dash-is-loading', value);
    """
    for mark, faded in (("#pair-lead", "#pair-lead"), ("#pair-band", "#pair-list")):
        settled = journey.run(colour, faded)
        journey.run(marked, mark, "true")
        journey.until(f"{colour} !== arguments[1]", faded, settled)
        journey.run(marked, mark, "false")
        journey.until(f"{colour} === arguments[1]", faded, settled)


@pytest.mark.same_page
def test_a_click_in_the_picture_goes_to_its_conditions(journey):
    journey.tab("Compare")
    journey.until("return document.querySelector('#difference-panel .main-svg')")
    x, y = journey.run(
        """
        const graph = document.getElementById('difference-panel');
        graph.scrollIntoView({ block: 'center' });
        const { xaxis, yaxis } = graph._fullLayout;
        const box = graph.getBoundingClientRect();
        return [box.left + xaxis._offset + xaxis.l2p(0.6), box.top + yaxis._offset + 12];
        """
    )
    before = journey.conditions
    with journey.asking():
        pointer(journey, x, y, press=True)
    assert abs(journey.pcf - 0.6) < 0.01
    journey.says(".mantine-Notification-description", "Your click moved PC(+): missed positive $")
    with journey.asking():
        journey.select(".mantine-Notification-root .link-button").click()
    assert journey.conditions == before


@pytest.mark.same_page
def test_the_line_of_the_picture_is_dragged(journey):
    journey.tab("Compare")
    journey.until(
        "const line = document.querySelector('#difference-panel')?._fullData"
        "?.find(({ uid }) => uid === 'pcf');"
        "return line && Math.abs(line.x[0] - arguments[0]) < 1e-6",
        journey.pcf,
    )
    before, (x, y, width) = (
        journey.pcf,
        journey.run(
            """
        const graph = document.getElementById('difference-panel');
        graph.scrollIntoView({ block: 'center' });
        const { xaxis, yaxis } = graph._fullLayout;
        const box = graph.getBoundingClientRect();
        const x = box.left + xaxis._offset + xaxis.l2p(arguments[0]);
        return [x, box.top + yaxis._offset + 12, xaxis._length];
        """,
            journey.pcf,
        ),
    )
    chain = ActionChains(journey.driver, duration=0)
    hand = chain.w3c_actions.pointer_action
    with journey.asking():
        hand.move_to_location(round(x), round(y))
        hand.pointer_down()
        for share in (0.05, 0.1):
            hand.move_to_location(round(x + share * width), round(y))
        chain.perform()
        assert abs(journey.pcf - before - 0.1) < 0.01
        hand.pointer_up()
        chain.perform()
    assert abs(journey.pcf - before - 0.1) < 0.01


@pytest.mark.same_page
@pytest.mark.parametrize("width", [320, 390])
def test_compare_and_folds_fit_a_phone(journey, width):
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    journey.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        journey.until("return window.innerWidth === arguments[0]", width)
        for key, filled in (("compare", "#pair-list .pairs"), ("folds", "#folds-costs table")):
            journey.run("document.getElementById(`${arguments[0]}-tab`).click()", key)
            journey.until("return document.querySelector(arguments[0])?.checkVisibility()", filled)
            journey.run(
                "document.querySelectorAll('#tabs details').forEach((one) => (one.open = true))"
            )
            wide = "return document.documentElement.scrollWidth <= window.innerWidth"
            journey.until(wide)
    finally:
        journey.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
