"""The gestures of a walk: each does something that a user can do and returns what it did.

None means that the gesture is not possible now. A drag also returns the numbers that followed the
pointer, which the release must not change (None where a sentence waits for the answer).
"""

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tests.support.journey import PATIENCE, STEP

GESTURES = {}
LIVE = """
if (document.body.classList.contains('choice-waits')) return null;
const follows = '.decision :is([data-live=rule], [data-live=outcome], [data-ledger])';
return [...document.querySelectorAll(follows)].map((one) => one.textContent).join('|');
"""
PRIORS = ("0.1 %", "1 %", "3 in 100", "20 %", "50 %", "93 %")
COSTS = ("1", "2", "7.5", "40", "1,000", "0.3")
LEVELS = ("Off", "80 %", "90 %", "95 %", "99 %")
SELECTABLE = """
return [...document.querySelectorAll('[role=option]')].filter((one) => one.checkVisibility());
"""
HANDLES = "return [...document.querySelectorAll('#conditions-bar [role=slider]')];"
CENTRE = "const { left, width } = arguments[0].getBoundingClientRect(); return left + width / 2"
POINT_OF_CURVE = """
const { models } = page.liveData();
if (!models.length) return null;
const model = models[Math.floor(arguments[0] * models.length)];
const at = model.hull[Math.floor(arguments[1] * model.hull.length)];
return [model.fpr[at], model.tpr[at]];
"""


def gesture(weight=1):
    def register(function):
        GESTURES[function.__name__] = function, weight
        return function

    return register


def visible(journey, selector):
    elements = journey.driver.find_elements("css selector", selector)
    return [one for one in elements if one.is_displayed() and one.is_enabled()]


def scroll(journey, element):
    journey.run("arguments[0].scrollIntoView({ block: 'center' })", element)
    return element


def type_into(journey, rng, boxes, texts):
    box, text = rng.choice(boxes), rng.choice(texts)
    journey.reveal(f"#{box}")
    if not journey.find(box).is_displayed():
        return None
    journey.run("arguments[0].scrollIntoView({ block: 'center' })", journey.find(box))
    journey.type(box, text)
    return f"{box} <- {text}"


def press_one(journey, rng, selector):
    """Clicks one of the elements, again if the page replaced it before the click."""
    journey.reveal(selector)
    found = visible(journey, selector)
    if not found:
        return None
    place = rng.choice(range(len(found)))

    def pressed(_):
        now = visible(journey, selector)
        if place >= len(now):
            return False
        element = scroll(journey, now[place])
        name = f"{selector} {element.text!r} {element.get_attribute('value') or ''}"
        element.click()  # may replace it
        return name

    replaced = [StaleElementReferenceException]
    return WebDriverWait(journey.driver, PATIENCE, 0.05, ignored_exceptions=replaced).until(pressed)


@gesture(3)
def type_a_prior(journey, rng):
    return type_into(journey, rng, ["prior-box"], PRIORS)


@gesture(3)
def type_a_cost(journey, rng):
    return type_into(journey, rng, ["cost-fn-box", "cost-fp-box"], COSTS)


@gesture(2)
def type_an_end_of_a_range(journey, rng):
    kind = rng.choice(["prior", "cost-fn", "cost-fp"])
    ends = [f"{kind}-low", f"{kind}-high"]
    return type_into(journey, rng, ends, PRIORS if kind == "prior" else COSTS)


@gesture(4)
def drag_a_slider(journey, rng):
    journey.reveal("#conditions-bar")
    handles = journey.run(HANDLES)
    if not handles:
        return None
    place = rng.randrange(len(handles))
    pixels = rng.choice([-60, -25, 20, 55])
    handle = scroll(journey, handles[place])
    if journey.run(CENTRE, handle) + pixels < STEP:  # outside the window
        pixels = -pixels
    journey.press_and_drag(handle, pixels)
    journey.run("return new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))")
    following = journey.run(LIVE)
    journey.release()
    return f"slider {place} by {pixels} px", following


@gesture(2)
def step_a_slider(journey, rng):
    journey.reveal("#conditions-bar")
    handles = journey.run(HANDLES)
    if not handles:
        return None
    place = rng.randrange(len(handles))
    keys = rng.choice([Keys.ARROW_LEFT, Keys.ARROW_RIGHT, Keys.PAGE_UP, Keys.HOME, Keys.END])
    handles[place].send_keys(keys)
    return f"slider {place} key {keys!r}"


@gesture(2)
def switch_a_model(journey, rng):
    return press_one(journey, rng, "#model-checkboxes input")


@gesture(2)
def click_a_chip(journey, rng):
    return press_one(journey, rng, "#model-chips .chip")


@gesture()
def switch_ranges(journey, rng):
    names = ("prior", "cost-fn", "cost-fp")
    return press_one(journey, rng, f"#{rng.choice(names)}-ranged")


@gesture()
def choose_the_level_of_bands(journey, rng):
    return press_one(journey, rng, "#level label")


@gesture(2)
def choose_on_which_rows(journey, rng):
    return press_one(journey, rng, "input[id^='evaluation-']:not([disabled])")


def pick_option(journey, rng):
    """Clicks one of the options that a select offers; returns its text, None without options."""
    options = journey.run(SELECTABLE)
    if not options:
        return None
    option = rng.choice(options)
    name = option.text
    option.click()
    return name


@gesture(2)
def choose_a_criterion(journey, rng):
    journey.click("#criterion")
    name = pick_option(journey, rng)
    return None if name is None else f"criterion {name}"


@gesture()
def type_a_limit(journey, rng):
    return type_into(journey, rng, ["criterion-limit"], ("1 %", "10 %", "3 in 10"))


@gesture()
def ask_for_confidence(journey, rng):
    return press_one(journey, rng, "#criterion-confidence")


@gesture()
def type_a_fixed_score(journey, rng):
    return type_into(journey, rng, ["fixed-threshold-score"], ("0.5", "-1", "0.123456", "9"))


@gesture(2)
def click_a_curve(journey, rng):
    journey.reveal("#roc-panel")
    place = journey.run(POINT_OF_CURVE, rng.random(), rng.random())
    if place is None:
        return None
    journey.point("roc", *place, click=True)
    return f"curve at {place}"


@gesture()
def click_the_cost_panel(journey, rng):
    journey.reveal("#cost-panel")
    place = round(rng.uniform(0.05, 0.95), 2), None
    journey.point("cost", *place, click=True)
    return f"cost panel at {place}"


@gesture(2)
def open_a_tab(journey, rng):
    return press_one(journey, rng, "#tabs [role=tab]")


@gesture()
def click_a_row_of_thresholds(journey, rng):
    scroll(journey, journey.find("thresholds-tab")).click()
    return press_one(journey, rng, "#threshold-table .ag-center-cols-container .ag-cell")


@gesture()
def set_today(journey, rng):
    return press_one(journey, rng, "#set-today")


@gesture()
def clear_today(journey, rng):
    return press_one(journey, rng, "#clear-today")


@gesture(2)
def undo(journey, rng):
    return press_one(journey, rng, "#undo")


@gesture()
def switch_an_option_of_the_view(journey, rng):
    return press_one(
        journey, rng, "#simultaneous-roc-band, #estimated-prior, #cost-lines, #score-driven"
    )


@gesture()
def reload(journey, rng):
    journey.driver.refresh()
    journey.until("return page.lastAnswer()")
    return "reload"
