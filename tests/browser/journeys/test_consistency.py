"""What one place says, another, a reload or a link says too; and no gesture moves the page."""

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

TRIAL = (
    "return (page.currentView().trial || {}).model + ' ' + (page.currentView().trial || {}).text"
)
FOUND = """
const found = page.lastServedThreshold();
return found && found.typed === arguments[0] ? found.sentences : null;
"""
MARKED = "return Number(document.querySelector('.ag-row.best-row')?.getAttribute('row-index'))"
TEXT = """
const row = document.querySelector(arguments[0]).closest('.ag-row');
return row.querySelector('[col-id=text]').textContent;
"""
HANDLE_AT_REST = """
const said = () => document.querySelector('.score-handle').getAttribute('aria-valuetext')
  + document.getElementById('threshold-sentences').textContent;
const still = (text, frames) => new Promise((resolve) => {
  const look = () => {
    if (said() !== text) resolve(false);
    else if (frames-- > 0) requestAnimationFrame(look);
    else resolve(true);
  };
  look();
});
return still(said(), 10);
"""
ROW = '#threshold-table .ag-row[row-index="%d"] .ag-cell'


@pytest.mark.same_page
def test_the_cost_panel_may_be_pointed_at_without_a_model(journey):
    with journey.asking():
        for box in journey.driver.find_elements("css selector", "#model-checkboxes input"):
            journey.run("arguments[0].click()", box)
    journey.point("cost", 0.5, 0.1)
    journey.point("cost", 0.4, 0.2)


@pytest.mark.same_page
def test_conditions_that_stay_leave_the_card_as_it_was(journey):
    card = "return document.querySelector('.decision').textContent"
    bars = "return document.querySelector('.decision [data-bars]').innerHTML"
    before = journey.run(card), journey.run(bars)
    still = "return new Promise((done) => setTimeout(done, 400))"
    journey.click("#prior-reset")  # which it is already
    journey.run(still)
    assert (journey.run(card), journey.run(bars)) == before


@pytest.mark.same_page
def test_costs_are_of_other_folds_unless_the_address_asks_for_the_same_rows(journey):
    refining = "return document.querySelector('[data-refining]')"
    assert journey.run("return page.currentView().evaluation") == "other"
    assert "choose" not in journey.driver.current_url
    assert journey.run(refining) is None
    folds = journey.decision
    with journey.asking():
        journey.click("#evaluation-same")
    assert "choose=same" in journey.driver.current_url
    assert journey.decision != folds
    same = journey.decision
    journey.driver.refresh()
    journey.settled()
    assert journey.decision == same


@pytest.mark.same_page
def test_a_row_clicked_in_thresholds_is_chosen_once(journey):
    journey.tab("Thresholds")
    journey.says("#threshold-sentences", "of the positives")
    row = ROW % (3 + journey.until(MARKED))
    with journey.asking():
        journey.click(row)
    first = journey.run(TRIAL)
    text, model = first.split()[-1], first.split()[0]
    other = journey.run(
        "return page.currentView().models.find((name) => name !== arguments[0])",
        model,
    )
    with journey.asking():
        journey.run(
            "dash_clientside.set_props('panel-choice',"
            " { data: { what: 'choose', model: arguments[0], index: 5, text: '0.5' } })",
            other,
        )
    assert journey.run(TRIAL) == f"{other} 0.5"
    with journey.asking():
        journey.type("prior-box", "3 %")
    journey.until("return document.querySelector(arguments[0])", row)
    assert journey.run(TRIAL) == f"{other} 0.5"
    text = journey.run(TEXT, row)  # rows may move where a chosen threshold is listed too
    with journey.asking():
        journey.click(row)
    assert journey.run(TRIAL) == f"{model} {text}"
    with journey.asking():
        journey.type("prior-box", "4 %")
    assert journey.run(TRIAL) == f"{model} {text}"
    journey.driver.get(journey.driver.current_url)
    journey.settled()
    assert journey.run(TRIAL) == f"{model} {text}"


def test_a_dragged_threshold_says_what_the_released_one_does(journey):
    """The sentence while dragging is the server's, which also the command line's numbers hold."""
    journey.tab("Thresholds")
    journey.says("#threshold-sentences", "of the positives")
    best = journey.text("#threshold-sentences")
    assert "than the best threshold" not in best
    handle = journey.select(".score-handle")
    assert (handle.get_attribute("role"), handle.get_attribute("tabindex")) == ("slider", "0")
    for key in (None, Keys.ARROW_LEFT, Keys.PAGE_UP, Keys.HOME, Keys.END, Keys.PAGE_DOWN):
        if key is None:
            journey.run("arguments[0].scrollIntoView({ block: 'center' })", handle)
            drag = ActionChains(journey.driver, duration=50).click_and_hold(handle)
            drag.move_by_offset(120, 0).move_by_offset(7, 0).perform()
        else:
            ActionChains(journey.driver).send_keys(key).perform()
        journey.until(HANDLE_AT_REST)
        live = journey.text("#threshold-sentences")
        assert live != best
        if key is None:
            assert journey.find("threshold-search").get_attribute("value") == ""
            ActionChains(journey.driver).release().perform()
        shown = handle.get_attribute("aria-valuetext")
        typed = shown.split()[3]
        journey.until(
            "return document.getElementById('threshold-search').value === arguments[0]", typed
        )
        said = journey.until(FOUND, typed)
        assert " ".join(said) == live == journey.text("#threshold-sentences")
        assert live.startswith(shown)
    with journey.asking():
        journey.click("#threshold-trial")
    assert journey.run(TRIAL).endswith(f" {typed}")
    with journey.asking():
        journey.click("#threshold-today")
    assert typed in journey.text("#today-note")
    journey.until("return document.querySelector('.ag-row.best-row [col-id=mark]')")


MOST_SHIFT = 0.05
WATCH_SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.shifted += value;
}).observe({ type: 'layout-shift' });
"""
# Since the last call. What shifts so late that it is not reported yet counts at the next one.
SHIFTED = """
return new Promise((done) => setTimeout(() => {
  done(window.shifted);
  window.shifted = 0;
}, arguments[0]));
"""
SOON, LATE = 50, 300  # ms in which the browser reports the shifts of the last frames
CLICK = "document.querySelector(arguments[0]).click()"


def clicked(selector):
    return lambda journey: journey.run(CLICK, selector)


def typed(name, text):
    return lambda journey: journey.type(name, text)


def dragged(selector, pixels):
    def drag(journey):
        journey.press_and_drag(journey.select(selector), pixels)
        journey.release()

    return drag


CONDITIONS = ("prior", "cost-fn", "cost-fp")
GESTURES = {
    **{f"drag {name}": dragged(f"#{name}-slider [role=slider]", 80) for name in CONDITIONS},
    **{f"drag {name} back": dragged(f"#{name}-slider [role=slider]", -160) for name in CONDITIONS},
    "drag the handle": dragged(".pcf-handle .pill", 80),
    **{f"range of {name}": clicked(f"#{name}-ranged") for name in CONDITIONS},
    **{f"no range of {name}": clicked(f"#{name}-ranged") for name in CONDITIONS},
    "type a prior": typed("prior-box", "2 %"),
    "type a large cost": typed("cost-fn-box", "1234567"),
    "type what is no cost": typed("cost-fp-box", "x"),
    "type a cost": typed("cost-fp-box", "3"),
    **{
        f"axis {axis}": clicked(f"#cost-axis input[value={axis}]")
        for axis in ("positives", "threshold", "probability-cost")
    },
    "hide a model": clicked("#model-chips .chip"),
    "show a model": clicked("#model-chips .chip"),
    "today's rule": typed("today-threshold", "0.5"),
    "no rule of today": clicked("#clear-today"),
    **{f"tab {tab}": clicked(f"#{tab}-tab") for tab in ("compare", "folds", "thresholds", "data")},
}


@pytest.mark.parametrize("width", [1440, 1024])
def test_no_gesture_moves_the_page(journey, width):
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    journey.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    journey.until("return window.innerWidth === arguments[0]", width)
    journey.settled()
    journey.run(WATCH_SHIFTS)
    jumps = {}
    for name, gesture in GESTURES.items():
        journey.run("window.scrollTo(0, 0)")
        gesture(journey)
        journey.settled()
        jumps[name] = journey.run(SHIFTED, SOON)
    jumps["in the end"] = journey.run(SHIFTED, LATE)
    assert {name: jump for name, jump in jumps.items() if jump > MOST_SHIFT} == {}
