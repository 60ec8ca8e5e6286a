"""Accessibility: keyboard, accessible names, both themes, narrow screens."""

from itertools import pairwise, product

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.support.axe import axe_faults

pytestmark = pytest.mark.same_page(unless_changed=True)
THEMES = (False, True)  # dark
WIDTHS_AND_THEMES = [(1440, False), (1440, True), (390, False), (390, True)]
CONTROLS = {"button", "checkbox", "combobox", "link", "radio", "searchbox", "slider", "spinbutton"}
CONTROLS |= {"switch", "tab", "textbox", "menuitem", "option"}
REACHABLE = """
const seen = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.disabled;
const kinds = 'button, input, select, textarea, a[href], [tabindex="0"]';
return [...document.querySelectorAll(kinds)].filter((node) => seen(node) && node.tabIndex >= 0
  && node.type !== 'file' && node.type !== 'radio' && !node.closest('.ag-root-wrapper'));
"""
WALKED = """
const node = document.activeElement;
if (node === document.body) return null;
return node;
"""
OPEN_DETAILS = """
const thresholds = document.getElementById('tabs-panel-thresholds');
if (thresholds?.checkVisibility())  // the grid loads when its tab is first opened
  return ['.ag-header-cell', '.ag-row .ag-cell'].every((part) => thresholds.querySelector(part));
const panels = document.querySelectorAll('#tabs-panel-compare, #tabs-panel-folds');
for (const panel of panels)
  if (panel.checkVisibility()) {
    for (const one of panel.querySelectorAll('details')) one.open = true;
    const isWaiting = panel.querySelector('[data-dash-is-loading]') !== null;
    return !isWaiting && panel.querySelector('.pair-lead:not([hidden])').textContent !== '';
  }
return true;
"""


NO_DIALOG = """
const dialogs = [...document.querySelectorAll('[aria-modal=true]')];
return !dialogs.some((box) => box.checkVisibility());
"""
AXE_INSIDE = """
const [box, done] = [arguments[0], arguments[arguments.length - 1]];
const rules = { 'landmark-unique': { enabled: false } };
axe.run(box, { resultTypes: ['violations'], rules }).then(({ violations }) =>
  done(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))));
"""
OPENERS = """
const all = document.querySelectorAll('[data-opens], button[aria-haspopup][aria-expanded]');
return [...all].filter((button) => button.checkVisibility({ visibilityProperty: true }));
"""
OPENED = """
const { opens } = arguments[0].dataset;
const id = opens || arguments[0].getAttribute('aria-controls');
const box = id && document.getElementById(id);
return arguments[0].ariaExpanded === 'true' && box?.checkVisibility() ? box : null;
"""
# Edges of controls against what lies behind them; a control without an edge has a surface.
FAINT = """
const channel = (x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = (colour) => {
  const [r, g, b] = parts(colour).map((x) => channel(x / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const solid = (colour) => (parts(colour)[3] ?? 1) > 0.99;
const behind = (node) => {
  for (let at = node.parentElement; at; at = at.parentElement)
    if (solid(getComputedStyle(at).backgroundColor)) return getComputedStyle(at).backgroundColor;
  return 'rgb(255, 255, 255)';
};
const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
const hidden = '[type=radio], [type=file], [role=switch]';
const kinds = `input:not(${hidden}), textarea, .slider-thumb, .mantine-Switch-track`;
return [...document.querySelectorAll(kinds)].filter((node) => node.checkVisibility()
  && !node.disabled && !node.closest('.ag-root-wrapper')).map((node) => {
  const drawn = node.matches('.slider-thumb') ? '::before' : null;
  const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(node, drawn);
  const edge = parseFloat(borderTopWidth) > 0 ? borderTopColor : backgroundColor;
  return [node.id || node.className, ratio(light(edge), light(behind(node)))];
}).filter(([, seen]) => seen < 3);
"""
SMALL = """
const kinds = 'button, input, select, textarea, [role=tab], [role=slider], a[href]';
const held = '.mantine-Checkbox-body, .mantine-SegmentedControl-control, div';
const apart = '.link-button, .unseen, .skip-link, #tour, .pcf-handle';
const covered = (node) => node.type === 'file' || node.closest(apart);
const target = (node) => (node.matches('.slider-thumb') ? node.closest('.slider')
  : node.matches('[type=radio], [type=checkbox]') ? node.closest(held) : node);
return [...document.querySelectorAll(kinds)].filter((node) => !covered(node)
  && node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  && !node.closest('[inert], .ag-root-wrapper'))
  .map((node) => [node, target(node).getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 2 && Math.min(width, height) < 44)
  .map(([node, { width, height }]) =>
    `${Math.round(width)} x ${Math.round(height)}: ${node.outerHTML.slice(0, 120)}`);
"""


def names_of_controls(driver):
    """(role, name) of all controls that a screen reader finds."""
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    for node in nodes:
        role = node.get("role", {}).get("value")
        if role in CONTROLS and not node["ignored"]:
            yield role, node.get("name", {}).get("value", "")


def narrow(journey, width=390):
    """A phone's width; the height is that of a page without the browser's bars."""
    size = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": False}
    journey.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    journey.until("return window.innerWidth === arguments[0]", width)


def test_the_tab_key_reaches_every_control_and_each_has_a_name(journey):
    wanted = journey.run(REACHABLE)
    assert len(wanted) > 25
    walked = []
    journey.run("document.activeElement.blur(); window.scrollTo(0, 0)")
    body = journey.select("body")
    body.send_keys(Keys.TAB)
    while (node := journey.run(WALKED)) is not None and node not in walked:
        walked.append(node)
        node.send_keys(Keys.TAB)
    missed = [node.get_attribute("outerHTML")[:150] for node in wanted if node not in walked]
    assert missed == []
    assert [
        node.get_attribute("outerHTML")[:150] for node in walked if not node.accessible_name
    ] == []


def use_theme(journey, dark):
    theme = "dark" if dark else "light"
    shown = "return document.documentElement.dataset.mantineColorScheme === arguments[0]"
    if not journey.run(shown, theme):
        journey.run("document.getElementById('theme-button').click()")
        journey.until(shown, theme)
    journey.until("return document.getAnimations().length === 0")


def test_names_edges_and_the_rules_of_axe_hold_on_every_tab(journey, axe_core):
    journey.driver.execute_script(axe_core)
    for tab in journey.driver.find_elements("css selector", "#tabs [role=tab]"):
        tab.click()
        journey.until("return arguments[0].ariaSelected === 'true'", tab)
        journey.until(OPEN_DETAILS)
        for dark in THEMES:
            use_theme(journey, dark)
            assert [role for role, name in names_of_controls(journey.driver) if not name] == []
            assert axe_faults(journey.driver) == [], tab.text
            assert journey.run(FAINT) == [], tab.text


def test_the_rules_hold_with_ranges_a_limit_and_the_matrix(journey, axe_core):
    journey.use_ranges()
    with journey.asking():
        journey.run("page.setConditions({ criterion: { kind: 'fpr', limit: 0.1 } })")
    journey.says("#ranking", "If its threshold follows the conditions")
    journey.driver.execute_script(axe_core)
    for dark, opened in product(THEMES, ("#present", "#matrix-button", "#help-button")):
        use_theme(journey, dark)
        journey.click(opened)
        journey.run("window.scrollTo(0, 0)")  # no control lies half under the head of the page
        journey.until("return document.getAnimations().length === 0")
        assert [role for role, name in names_of_controls(journey.driver) if not name] == []
        assert axe_faults(journey.driver) == [], opened
        journey.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        journey.until("return !document.body.classList.contains('presenting')")
        journey.until(NO_DIALOG)


WAITING = """
document.getElementById('compare-tab').click();
document.querySelector('.pair-lead').setAttribute('data-dash-is-loading', 'true');
document.body.classList.add(...arguments);
"""
NOT_WAITING = """
document.querySelector('.pair-lead').setAttribute('data-dash-is-loading', 'false');
document.body.classList.remove(...arguments);
"""
STATES = (
    ("refining",),
    ("waiting",),
    ("moving", "choice-waits"),
    ("with-trial",),
)


def test_the_rules_of_axe_hold_while_the_page_waits(journey, axe_core):
    """Provisional numbers, a server that does not answer, a drag, a trial, and Compare loading."""
    journey.driver.execute_script(axe_core)
    journey.run("document.getElementById('compare-tab').click()")
    journey.until(OPEN_DETAILS)
    faults = {}
    for width, dark in WIDTHS_AND_THEMES:
        narrow(journey, width)
        use_theme(journey, dark)
        for state in STATES:
            journey.run(WAITING, *state)
            journey.until("return document.getAnimations().length === 0")
            faults[width, dark, state] = axe_faults(journey.driver)
            journey.run(NOT_WAITING, *state)
    assert {state: found for state, found in faults.items() if found} == {}


@pytest.mark.parametrize("width", [1440, 390])
def test_the_rules_of_axe_hold_in_every_dialog_and_view(journey, axe_core, width):
    narrow(journey, width)
    journey.driver.execute_script(axe_core)
    faults = {}

    def look(state):
        journey.until("return document.getAnimations().length === 0")
        faults[state] = axe_faults(journey.driver)

    look("at first")
    for name in ("help-button", "matrix-button", "columns-button", "rule-as-code"):
        journey.run("document.getElementById(arguments[0]).click()", name)
        look(name)
        ActionChains(journey.driver).send_keys(Keys.ESCAPE).perform()
        journey.until(NO_DIALOG)
        journey.run("document.body.click()")
    present = {"expression": "document.getElementById('present').click()", "userGesture": True}
    journey.driver.execute_cdp_cmd("Runtime.evaluate", present)  # it asks for the whole screen
    for key in "1234":
        journey.select("body").send_keys(key)
        journey.until("return document.querySelector('#presentation h2') !== null")
        look(f"presentation, view {key}")
    journey.select("body").send_keys(Keys.ESCAPE)
    assert {state: found for state, found in faults.items() if found} == {}


def test_the_list_of_terms_opens_by_its_key_and_gives_the_focus_back(journey):
    journey.select(".dataset-chip").send_keys("?")
    journey.says(".help", "iso-performance line")
    journey.until("return document.activeElement.closest('[role=dialog]')?.querySelector('.help')")
    journey.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    journey.until("return !document.querySelector('.help')")
    focused = "return document.activeElement.className === 'dataset-chip'"
    journey.until(focused)
    journey.click("#help-button")
    journey.says(".help", "iso-performance line")
    journey.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    journey.until("return !document.querySelector('.help')")
    journey.until(focused)
    journey.find("prior-box").send_keys("?")
    assert not journey.run("return document.querySelector('.help')")


@pytest.mark.parametrize(("width", "dark"), WIDTHS_AND_THEMES)
def test_every_box_opens_by_keyboard_passes_axe_and_gives_the_focus_back(
    journey, axe_core, width, dark
):
    """The whole page passes in light colours; in dark ones, the box, as colours alone differ."""
    use_theme(journey, dark)
    narrow(journey, width)
    journey.driver.execute_script(axe_core)
    found = {}
    for button in journey.run(OPENERS):
        name = button.get_attribute("outerHTML")[:100]
        journey.run("arguments[0].scrollIntoView({ block: 'center' })", button)
        button.send_keys(Keys.ENTER)
        box = journey.until(OPENED, button)
        journey.until("return document.getAnimations().length === 0")
        if dark:
            found[name] = journey.driver.execute_async_script(AXE_INSIDE, box)
        else:
            found[name] = axe_faults(journey.driver)
        found[name] += [] if width < 900 else journey.run(FAINT)
        journey.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        journey.until("return arguments[0].ariaExpanded === 'false'", button)
        journey.until("return document.activeElement === arguments[0]", button)
    assert len(found) >= 5
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_on_a_phone_every_target_can_be_touched(journey):
    narrow(journey)
    journey.click(".head-menu")
    assert journey.run(SMALL) == []
    journey.click(".head-menu")
    for tab in journey.driver.find_elements("css selector", "#tabs [role=tab]"):
        journey.run("arguments[0].click()", tab)
        journey.until("return arguments[0].ariaExpanded === 'true'", tab)
        assert journey.run(SMALL) == [], tab.text
    journey.click("#adjust")
    assert journey.run(SMALL) == []


def test_charts_and_sliders_have_texts_for_screen_readers(journey):
    journey.use_ranges()
    sliders = journey.driver.find_elements("css selector", "[role=slider]:not(#tabs *)")
    assert len(sliders) == 1 + 6
    for slider in sliders:
        assert slider.accessible_name
        assert any(sign in slider.get_attribute("aria-valuetext") for sign in "%$.")
    labels = [
        card.get_attribute("aria-label")
        for card in journey.driver.find_elements("css selector", ".panel")
    ]
    assert len(set(labels)) == 3
    assert all(label.endswith(".") for label in labels)
    with journey.asking():
        journey.type("prior-low", "2 %")
    journey.says("#spoken-decision", journey.run("return page.lastAnswer().spoken"))


def test_the_settings_open_by_keyboard_and_give_the_focus_back(journey):
    button = journey.find("settings-button")
    button.send_keys(Keys.ENTER)
    journey.until("return document.getElementById('settings').checkVisibility()")
    assert button.get_attribute("aria-expanded") == "true"
    button.send_keys(Keys.TAB)
    inside = "return document.getElementById('settings').contains(document.activeElement)"
    assert journey.run(inside)
    journey.run("return document.activeElement").send_keys(Keys.ESCAPE)
    assert button.get_attribute("aria-expanded") == "false"
    assert journey.run("return document.activeElement.id") == "settings-button"
    button.click()
    journey.click("h1")
    assert not journey.find("settings").is_displayed()


@pytest.mark.parametrize("width", [320, 360, 390, 768, 900, 1024, 1280, 1440, 1920])
def test_no_width_scrolls_sideways_and_nothing_overlaps(journey, width):
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    journey.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    journey.until("return window.innerWidth === arguments[0]", width)
    journey.until("return document.documentElement.scrollWidth <= arguments[0]", width)
    rows = ".decision, .conditions-bar, .model-row, .panels, .key, #tabs"
    boxes = journey.run(
        "return [...document.querySelectorAll(arguments[0])]"
        ".filter((row) => row.checkVisibility()).map((row) =>"
        " [row.getBoundingClientRect().top, row.getBoundingClientRect().bottom])",
        rows,
    )
    assert all(below[0] >= above[1] for above, below in pairwise(sorted(boxes)))


def test_a_narrow_page_shows_one_panel_and_the_conditions_as_a_sheet(journey):
    narrow(journey)
    at = "return Math.round(document.querySelector(arguments[0]).getBoundingClientRect().left)"
    for panel in ("roc-panel", "pr-panel", "cost-panel"):
        journey.click(f"[data-shows-panel={panel}]")
        journey.until(at + " === 12", f".panel.{panel}")
        pressed = f"[data-shows-panel={panel}][aria-pressed=true]"
        journey.until("return document.querySelector(arguments[0]) !== null", pressed)
    assert not journey.find("prior-box").is_displayed()
    journey.click("#adjust")
    assert journey.find("prior-box").is_displayed()
    assert journey.run("return document.activeElement.role") == "dialog"
    assert journey.run("return document.querySelector('.decision').inert")
    with journey.asking():
        journey.type("prior-box", "5 %")
    assert journey.text("[data-dock=prior]") == "5 %"
    assert journey.text("[data-sheet=cost]") == journey.text(".decision .total")
    assert journey.run("return document.documentElement.scrollWidth") <= 390
    journey.find("prior-box").send_keys(Keys.ESCAPE)
    assert not journey.find("prior-box").is_displayed()
    assert journey.run("return document.activeElement.id") == "adjust"
    assert not journey.run("return document.querySelector('.decision').inert")
    journey.click("#adjust")
    journey.click("#sheet-done")
    assert not journey.find("prior-box").is_displayed()


def test_a_narrow_page_has_its_tabs_as_rows_that_open_and_close(journey):
    narrow(journey)
    panel = "tabs-panel-compare"
    rows = journey.driver.find_elements("css selector", "#tabs [role=tab]")
    assert all(row.get_attribute("data-answer") for row in rows)
    assert all(row.get_attribute("aria-expanded") == "false" for row in rows)
    shown = "return document.getElementById(arguments[0]).checkVisibility({visibilityProperty: 1})"
    journey.click("#compare-tab")
    journey.until(shown, panel)
    places = [journey.find(name).location["y"] for name in ("compare-tab", panel, "folds-tab")]
    assert places == sorted(places)
    assert journey.find("compare-tab").get_attribute("aria-expanded") == "true"
    journey.click("#compare-tab")
    journey.until(f"return !(() => {{ {shown} }})()", panel)


def test_a_narrow_bar_has_one_row_and_a_menu(journey):
    narrow(journey)
    assert journey.select(".page-head").size["height"] == 48
    assert not journey.find("present").is_displayed()
    journey.click(".head-menu")
    shown = [journey.select(name).is_displayed() for name in ("#present", ".samples-opener")]
    assert shown == [True] * 2
    journey.find("present").send_keys(Keys.ESCAPE)
    assert not journey.find("present").is_displayed()
    assert journey.run("return document.activeElement.id") == "head-menu-button"


def test_a_swipe_over_a_panel_scrolls_the_page_and_changes_nothing(journey):
    """Touches as a phone sends them; sideways they move the line."""
    driver = journey.driver
    size = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    journey.until("return window.innerWidth === 390")
    journey.settled()
    journey.select("body").send_keys(Keys.ESCAPE)  # the hint of a first visit

    def swipe(x, y, dx, dy):
        def send(kind, *points):
            touches = [{"x": left, "y": top} for left, top in points]
            event = {"type": kind, "touchPoints": touches}
            driver.execute_cdp_cmd("Input.dispatchTouchEvent", event)

        send("touchStart", (x, y))
        for k in range(1, 9):
            send("touchMove", (x + dx * k / 8, y + dy * k / 8))
        send("touchEnd")

    known = journey.conditions
    x, y = journey.place("cost", journey.pcf, 0.1)
    scrolled = journey.run("return window.scrollY")
    swipe(x, y, 30, -160)
    journey.until("return window.scrollY > arguments[0] + 40", scrolled)
    journey.scrolled_to_rest()  # a touch of a page that still moves only stops it
    assert journey.conditions == known
    with journey.asking():
        x, y = journey.place("cost", journey.pcf, 0.1)
        swipe(x, y, 60, 4)
    assert journey.conditions != known


EXPLAINS = """
const boxes = [...document.querySelectorAll('.explanation')];
return boxes.some((box) => box.checkVisibility()) === arguments[0];
"""
SOURCES_SEEN = """
return Array.from(document.querySelectorAll('.explanation-source'))
  .filter((source) => source.checkVisibility()).map((source) => source.textContent);
"""


def test_the_help_of_every_panel_opens_by_keyboard(journey):
    for button in journey.driver.find_elements("css selector", ".panel-help"):
        button.send_keys(Keys.ENTER)
        journey.until("return arguments[0].ariaExpanded === 'true'", button)
        journey.until(EXPLAINS, True)
        seen = journey.run(SOURCES_SEEN)
        assert len(seen) == 1  # of the axes of a panel those that are drawn
        assert seen[0]
        journey.run("return document.activeElement").send_keys(Keys.ESCAPE)
        journey.until("return arguments[0].ariaExpanded === 'false'", button)
        journey.until(EXPLAINS, False)


CHIP_IN_SIGHT = """
const [chip, row] = ['.chip.best', '#model-chips'].map((name) =>
  document.querySelector(name).getBoundingClientRect());
return chip.left >= row.left - 1 && chip.right <= row.right + 1;
"""


def test_on_a_small_phone_the_recommended_chip_is_whole(journey):
    narrow(journey, 320)
    journey.until(CHIP_IN_SIGHT)
    journey.run("document.getElementById('model-chips').scrollLeft = 0")
    assert not journey.run(CHIP_IN_SIGHT)
    journey.click("#adjust")
    with journey.asking():
        journey.type("prior-box", "1.1 %")
    assert not journey.run(
        CHIP_IN_SIGHT
    )  # the user has scrolled, and the model is the one of before
    with journey.asking():
        journey.type("prior-box", "0.05 %")
    journey.until(CHIP_IN_SIGHT)
