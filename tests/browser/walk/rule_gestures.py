"""Gestures that try a rule, set today's rule, move the point in a picture, and share the page."""

from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.browser.walk.gestures import (
    LIVE,
    gesture,
    press_one,
    scroll,
    type_into,
    visible,
)
from tests.browser.walk.tab_gestures import SCORES, open_details, open_tab, pick

SHARES = ("10 %", "0.3 %", "50 %", "1 in 3")
FRAME = "return new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))"
LINE_KEYS = ("ARROW_LEFT", "ARROW_RIGHT", "PAGE_UP", "PAGE_DOWN", "HOME", "END")
UNFOCUS = "document.activeElement.blur(); return !document.getElementById('undo').disabled"
NEW_LINK = """
const link = document.getElementById('share-link')?.value;
return link && link.includes('/shared/') ? link : null;
"""
IS_VIEWER = "return document.getElementById('view-only')?.hidden === false && page.lastAnswer()"
BOX = """
arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' });
const { left, top, width, height } = arguments[0].getBoundingClientRect();
return [left, top, width, height];
"""


@gesture()
def try_the_threshold(journey, rng):
    open_tab(journey, "thresholds")
    return press_one(journey, rng, "#threshold-trial")


@gesture()
def use_the_threshold_today(journey, rng):
    open_tab(journey, "thresholds")
    return press_one(journey, rng, "#threshold-today")


@gesture()
def flag_a_share(journey, rng):
    open_tab(journey, "thresholds")
    return type_into(journey, rng, ["threshold-share"], SHARES)


@gesture()
def find_a_share(journey, rng):
    open_tab(journey, "thresholds")
    return type_into(journey, rng, ["threshold-recall"], SHARES)


def click_in(journey, rng, picture):
    """Clicks somewhere in the middle half of a picture."""
    found = visible(journey, picture)
    if not found:
        return None
    left, top, width, height = journey.run(BOX, found[0])
    x, y = (round(size * rng.uniform(0.25, 0.75)) for size in (width, height))
    event = {"x": left + x, "y": top + y, "button": "left", "clickCount": 1}
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        journey.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event | {"type": kind})
    return f"{picture} at {x}, {y}"


@gesture(2)
def drag_the_threshold(journey, rng):
    open_tab(journey, "thresholds")
    return click_in(journey, rng, "#threshold-scores svg")


@gesture(2)
def back_to_the_best(journey, rng):
    return press_one(journey, rng, "[data-end-trial]")


@gesture(2)
def type_todays_threshold(journey, rng):
    return type_into(journey, rng, ["today-threshold"], SCORES)


@gesture()
def type_todays_share(journey, rng):
    return type_into(journey, rng, ["today-share"], SHARES)


@gesture()
def choose_todays_model(journey, rng):
    """With a threshold: a model alone is no rule."""
    picked = pick(journey, rng, "today-model")
    typed = picked and type_into(journey, rng, ["today-threshold"], ("0.5",))
    return typed and f"{picked}, {typed}"


@gesture()
def use_the_recommendation_today(journey, rng):
    return press_one(journey, rng, "#today-recommended")


@gesture()
def choose_the_model_of_the_fixed_rule(journey, rng):
    return pick(journey, rng, "fixed-threshold-model")


@gesture(2)
def choose_the_axis_of_costs(journey, rng):
    return press_one(journey, rng, "#cost-axis label")


@gesture()
def read_a_panel_another_way(journey, rng):
    openers = visible(journey, ".pr-panel .panel-more")
    if not openers:
        return None
    journey.run("arguments[0].click()", scroll(journey, openers[0]))  # a menu may lie over it
    journey.until("return document.querySelector('[data-mode]')?.checkVisibility()")
    return press_one(journey, rng, "[data-mode]")


@gesture()
def drag_across_the_calibration(journey, rng):
    """Lights what the steps cost; the conditions and the rule stay."""
    if not journey.run("return document.body.dataset.prPanel === 'reliability'"):
        return None
    panels = visible(journey, "#pr-panel .nsewdrag")
    if not panels:
        return None
    pixels = rng.choice([-80, -30, 40, 90])
    journey.press_and_drag(scroll(journey, panels[0]), pixels)
    journey.run(FRAME)
    journey.release()
    return f"steps by {pixels} px"


@gesture()
def choose_the_flat_zone(journey, rng):
    return press_one(journey, rng, "#flat-zone label")


@gesture()
def show_a_model_alone(journey, rng):
    chips = visible(journey, "#model-chips .chip")
    if not chips:
        return None
    chip = scroll(journey, rng.choice(chips))
    name = chip.text
    keys = ActionChains(journey.driver).key_down(Keys.ALT).click(chip).key_up(Keys.ALT)
    keys.perform()
    return f"alone: {name!r}"


@gesture(2)
def undo_by_key(journey, rng):
    if not journey.run(UNFOCUS):
        return None
    ActionChains(journey.driver).key_down(Keys.CONTROL).send_keys("z").key_up(
        Keys.CONTROL
    ).perform()
    return "Ctrl+Z"


@gesture()
def use_the_prior_of_the_file(journey, rng):
    return press_one(journey, rng, "#prior-reset")


@gesture(2)
def drag_the_line(journey, rng):
    handles = visible(journey, "#cost-panel .pcf-handle .pill")
    if not handles:
        return None
    pixels = rng.choice([-60, -25, 20, 55])
    journey.press_and_drag(scroll(journey, handles[0]), pixels)
    journey.run(FRAME)
    following = journey.run(LIVE)
    journey.release()
    return f"line by {pixels} px", following


@gesture()
def step_the_line(journey, rng):
    handles = visible(journey, "#cost-panel .pcf-handle")
    if not handles:
        return None
    name = rng.choice(LINE_KEYS)
    scroll(journey, handles[0]).send_keys(getattr(Keys, name))
    return f"line {name}"


@gesture()
def step_the_strip(journey, rng):
    strips = visible(journey, "#strip-panel")  # none along thresholds
    if not strips:
        return None
    name = rng.choice(LINE_KEYS[:2])
    scroll(journey, strips[0]).send_keys(getattr(Keys, name))
    return f"strip {name}"


@gesture()
def click_the_map(journey, rng):
    open_tab(journey, "what-if")
    return click_in(journey, rng, "#map-panel .nsewdrag")


@gesture()
def click_the_difference(journey, rng):
    open_tab(journey, "compare")
    return click_in(journey, rng, "#difference-panel .nsewdrag")


@gesture()
def open_what_is_folded(journey, rng):
    for panel in ("what-if", "compare", "folds"):
        open_details(journey, f"#tabs-panel-{panel}")
    return "details"


@gesture()
def open_the_shared_link(journey, rng):
    """As a viewer: without the cookies of the owner, who is never asked again."""
    openers = visible(journey, ".share-opener")
    if not openers:
        return None
    openers[0].click()
    journey.until("return document.querySelector('#share-make')?.offsetParent")
    journey.click("#share-make")
    link = journey.until(NEW_LINK)
    journey.driver.delete_all_cookies()
    journey.run("window.sessionStorage.clear()")
    journey.driver.get(link)
    journey.until(IS_VIEWER)
    journey.driver.execute_cdp_cmd("Page.resetNavigationHistory", {})  # no way back to the owner
    return "as a viewer"
