"""Gestures in the tabs, in dialogs and in the browser's history."""

from selenium.webdriver.common.keys import Keys

from tests.browser.walk.gestures import (
    COSTS,
    PRIORS,
    gesture,
    pick_option,
    press_one,
    scroll,
    type_into,
    visible,
)

AMOUNTS = (("-2", "18", "1", "0"), ("0", "7.5", "2", "-0.5"), ("5", "3", "1", "0"))
IS_OPEN = "return document.getElementById('matrix-true-positive')?.checkVisibility()"
SCORES = ("0.5", "-1", "0.123456", "1e-7", "9")
WAY_BACK = """
const entries = window.navigation?.entries() ?? [];
const now = window.navigation?.currentEntry.index ?? 0;
return arguments[0] < 0 ? now > 0 : now < entries.length - 1;
"""


def open_tab(journey, key):
    tab = journey.find(f"{key}-tab")
    scroll(journey, tab).click()


def open_details(journey, panel):
    journey.run(
        "document.querySelectorAll(`${arguments[0]} details`).forEach((one) => (one.open = true))",
        panel,
    )


@gesture()
def swap_the_pair(journey, rng):
    open_tab(journey, "compare")
    return press_one(journey, rng, "#pair-swap")


@gesture()
def pick_a_pair(journey, rng):
    open_tab(journey, "compare")
    return press_one(journey, rng, "#pair-list [data-pair]")


def pick(journey, rng, select):
    """Picks one of the options of a select; returns its text."""
    journey.reveal(f"#{select}")
    if not visible(journey, f"#{select}"):
        return None
    scroll(journey, journey.find(select)).click()
    name = pick_option(journey, rng)
    return None if name is None else f"{select} <- {name}"


@gesture()
def keep_a_scenario(journey, rng):
    open_tab(journey, "what-if")
    name = rng.choice(["", "rural", "=a;b~c", "x" * 70])
    journey.type("scenario-name", name, end="")
    scroll(journey, journey.find("scenario-save")).click()
    return f"keep scenario {name[:10]!r}"


@gesture(2)
def change_a_scenario(journey, rng):
    open_tab(journey, "what-if")
    action = rng.choice(["load", "up", "down", "delete", "rename"])
    return press_one(journey, rng, f"#scenario-table [data-scenario={action}]") and action


@gesture()
def type_a_cost_matrix(journey, rng):
    if not journey.run(IS_OPEN):
        journey.reveal("#matrix-button")
        buttons = visible(journey, "#matrix-button")
        if not buttons:
            return None
        scroll(journey, buttons[0]).click()
        journey.until(IS_OPEN)
    amounts, cases = rng.choice(AMOUNTS), rng.choice(["", "3000"])
    cells = ("true-positive", "false-negative", "false-positive", "true-negative")
    journey.until("return document.getElementById('matrix-true-positive')?.checkVisibility()")
    for cell, amount in zip(cells, amounts, strict=True):
        journey.type(f"matrix-{cell}", amount)
    journey.type("matrix-cases", cases or "\ue017")
    usable = float(amounts[1]) > float(amounts[0]) and float(amounts[2]) > float(amounts[3])
    journey.until(
        "return document.getElementById('matrix-use').disabled !== arguments[0]"
        " && document.getElementById('matrix-sentence').textContent",
        usable,
    )
    close = visible(journey, ".mantine-Modal-content [aria-label=Close]")  # of the open dialog
    (journey.find("matrix-use") if usable else close[0]).click()
    journey.until(f"return !(() => {{ {IS_OPEN} }})()")
    return f"matrix {amounts}, {cases} cases a month"


@gesture()
def choose_the_number_of_cases(journey, rng):
    return press_one(journey, rng, "#case-unit label")


@gesture()
def type_cases_of_a_month(journey, rng):
    return type_into(journey, rng, ["cases-per-month"], ("20,000", "3000", "12"))


@gesture()
def weigh_the_ranges(journey, rng):
    open_tab(journey, "what-if")
    return pick(journey, rng, "weighting")


@gesture()
def type_a_beta(journey, rng):
    open_tab(journey, "what-if")
    return type_into(journey, rng, ["beta-a", "beta-b"], COSTS)


@gesture(2)
def choose_a_pair(journey, rng):
    open_tab(journey, "compare")
    return pick(journey, rng, rng.choice(["pair-a", "pair-b"]))


@gesture()
def switch_a_band_of_a_pair(journey, rng):
    open_tab(journey, "compare")
    return press_one(journey, rng, "#pair-band label")


@gesture()
def type_a_margin(journey, rng):
    open_tab(journey, "compare")
    open_details(journey, "#tabs-panel-compare")
    return type_into(journey, rng, ["margin"], ("0.01", "0.1", "\ue017"))


@gesture()
def go_to_a_crossover(journey, rng):
    open_tab(journey, "compare")
    open_details(journey, "#tabs-panel-compare")
    return press_one(journey, rng, "#comparison-text .link-button")


@gesture(2)
def choose_averages_of_folds(journey, rng):
    open_tab(journey, "folds")
    open_details(journey, "#tabs-panel-folds")
    return pick(journey, rng, rng.choice(["folds-model", "folds-average", "folds-second-average"]))


@gesture()
def choose_the_model_of_thresholds(journey, rng):
    open_tab(journey, "thresholds")
    return pick(journey, rng, "threshold-model")


@gesture()
def find_a_threshold(journey, rng):
    open_tab(journey, "thresholds")
    return type_into(journey, rng, ["threshold-search"], SCORES)


@gesture(2)
def move_the_threshold(journey, rng):
    open_tab(journey, "thresholds")
    handles = visible(journey, ".score-handle")
    if not handles:
        return None
    name = rng.choice(["ARROW_LEFT", "ARROW_RIGHT", "PAGE_UP", "PAGE_DOWN", "HOME"])
    scroll(journey, handles[0]).send_keys(getattr(Keys, name))
    return f"threshold {name}"


@gesture()
def choose_the_positive_class(journey, rng):
    return pick(journey, rng, "positive-class")


@gesture()
def type_odd_conditions(journey, rng):
    texts = ("0.0001 %", "99.9 %", "1e-3", "1 in 167", *PRIORS)
    return type_into(journey, rng, ["prior-box"], texts)


@gesture(2)
def go_back(journey, rng):
    if not journey.run(WAY_BACK, -1):
        return None
    journey.driver.back()
    return "back"


@gesture()
def go_forward(journey, rng):
    if not journey.run(WAY_BACK, 1):
        return None
    journey.driver.forward()
    return "forward"


@gesture()
def reset(journey, rng):
    return press_one(journey, rng, "#reset")
