"""Prior and costs: sliders, boxes and the PC(+) line agree, and no value drifts."""

from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.support.journey import BOXES

THUMBS = {
    "prior-slider": "#prior-slider [role=slider]",
    "cost-fn-slider": "#cost-fn-slider [role=slider]",
    "cost-fp-slider": "#cost-fp-slider [role=slider]",
    "pcf-handle": ".pcf-handle",
}


def thumb(journey, name):
    return journey.driver.find_element(By.CSS_SELECTOR, THUMBS[name])


@pytest.mark.same_page
def test_all_panels_follow_the_pointer_and_settle_on_release(journey):
    for name in THUMBS:
        before, said = journey.shapes, journey.decision
        table, stored = journey.text("#rules"), journey.stored
        journey.press_and_drag(thumb(journey, name), -30 if name != "pcf-handle" else 90)
        journey.until("return document.body.classList.contains('moving')")
        held = journey.shapes
        assert all(held[panel] != before[panel] for panel in before), name
        assert journey.decision != said, name
        assert journey.stored == stored, "the store is written on release"
        journey.release()
        journey.settled()
        assert journey.text("#rules") != table, name
        assert journey.stored["seq"] > stored["seq"]
        assert (
            tuple(journey.stored[key] for key in ("prior", "cost_fn", "cost_fp"))
            == journey.conditions
        )


@pytest.mark.same_page
def test_typed_values_stay_as_typed(journey):
    with journey.asking():
        journey.type("prior-box", "1 in 3,000")
    with journey.asking():
        journey.type("cost-fn-box", "0.013", Keys.TAB)
    typed = (1 / 3000, 0.013, journey.conditions[2])
    assert journey.conditions == typed
    boxes, pcf = journey.boxes, journey.pcf

    for target in (0.999, pcf):
        with journey.asking():
            journey.point("cost", target, None, click=True)
        assert journey.pcf == pytest.approx(target, abs=0.005)
        assert journey.conditions[::2] == typed[::2]
    with journey.asking():
        journey.type("cost-fn-box", "0.013")
    assert journey.conditions == typed
    assert journey.boxes == boxes

    journey.driver.refresh()
    journey.until("return page.lastAnswer()")
    journey.settled()
    assert journey.conditions == typed
    assert journey.boxes == boxes

    with journey.asking():
        journey.type("prior-box", "5 %")
    for move, prior in (("back", typed[0]), ("forward", 0.05), ("back", typed[0])):
        with journey.asking():
            getattr(journey.driver, move)()
        assert journey.conditions == (prior, *typed[1:])
    assert journey.boxes == boxes

    with journey.asking():
        journey.type("prior-box", "0.05")
    assert journey.conditions == (0.0005, *typed[1:]), "beside 0.0333 % it is in percent"
    assert "Read 0.05 as 0.05 %" in journey.text("#prior-meaning")
    with journey.asking():
        journey.click("#prior-meaning button")
    assert journey.conditions == (0.05, *typed[1:]), "5 % was meant"


@pytest.mark.same_page
def test_a_click_in_the_cost_panel_moves_the_ratio_and_leaves_the_prior(journey):
    prior, _, cost_fp = journey.conditions
    for asked in (0.2, 0.75):
        with journey.asking():
            journey.point("cost", asked, None, click=True)
        assert journey.pcf == pytest.approx(asked, abs=0.01)
        assert journey.conditions[::2] == (prior, cost_fp)
        said = thumb(journey, "cost-fn-slider").get_attribute("aria-valuetext")
        assert said == journey.boxes[1]


@pytest.mark.same_page
def test_keys_move_sliders_whose_values_are_readable(journey):
    for name in THUMBS:
        before = journey.conditions
        with journey.asking():
            thumb(journey, name).send_keys(Keys.ARROW_LEFT)
        assert journey.conditions != before, name
    said = thumb(journey, "prior-slider").get_attribute("aria-valuetext")
    assert said == journey.boxes[0]
    assert said.endswith(" %")
    for k, name in enumerate(("cost-fn-slider", "cost-fp-slider"), 1):
        assert thumb(journey, name).get_attribute("aria-valuetext") == journey.boxes[k]
        places = []
        for key in (Keys.HOME, Keys.ARROW_RIGHT, Keys.PAGE_UP, Keys.END):
            with journey.asking():
                thumb(journey, name).send_keys(key)
            places.append(journey.conditions[k])
        assert places == sorted(places)
        assert places[-1] == pytest.approx(10_000 * places[0])
    with journey.asking():
        journey.type("cost-fn-box", "9e9")
    assert journey.conditions[1] == 9e9
    assert journey.text("#cost-fn-end-1") == "$1,000,000,000,000"


TOUCH = """
const slider = document.querySelector('#prior-slider');
const box = slider.getBoundingClientRect();
const [x, y] = [box.left + box.width * 0.7, box.top + box.height / 2];
for (const [kind, dx, dy] of arguments[0])
  slider.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType: 'touch', button: 0,
    isPrimary: true, clientX: x + dx, clientY: y + dy }));
return page.currentConditions().prior;
"""
CAPTURE = """
window.capture ??= Element.prototype.setPointerCapture;
// A pointer that is none cannot be captured.
Element.prototype.setPointerCapture = arguments[0] ? () => {} : window.capture;
"""


@pytest.mark.same_page
def test_a_touch_that_scrolls_the_page_changes_nothing(journey):
    journey.run(CAPTURE, True)
    prior = journey.conditions[0]
    down, up = ["pointerdown", 0, 0], ["pointercancel", 0, 0]
    assert journey.run(TOUCH, [down, ["pointermove", 3, 20], ["pointermove", 60, 40], up]) == prior
    moved = journey.run(TOUCH, [down, ["pointermove", 20, 3]])
    assert moved != prior
    assert journey.run(TOUCH, [up]) == prior, "the browser took the gesture for scrolling"
    assert journey.run(TOUCH, [down, ["pointerup", 0, 0]]) != prior, "a tap"
    journey.run(CAPTURE, False)


@pytest.mark.same_page
def test_the_number_of_cases_stays_while_the_prior_moves(journey):
    unit = "document.querySelector('.ledger-label').textContent"
    journey.until(f"return {unit} === 'Cost per 10,000 cases'")
    with journey.asking():
        journey.type("prior-box", "0.2 %")
    assert journey.run(f"return {unit}") == "Cost per 10,000 cases"
    assert "Of 10,000 cases, " in journey.decision
    journey.until("return new URLSearchParams(location.search).get('per') === '10000'")
    tables = "return document.getElementById('scenarios-section')?.textContent"
    assert "per 100,000" not in (journey.run(tables) or "")
    address = journey.run("return location.href")
    journey.driver.get(address.replace("&per=10000", ""))
    journey.until(f"return page.lastAnswer() && {unit} === 'Cost per 100,000 cases'")
    journey.driver.get(address)
    journey.until(f"return page.lastAnswer() && {unit} === 'Cost per 10,000 cases'")
    assert journey.run("return document.querySelectorAll('#case-unit label').length") == 6


@pytest.mark.same_page
def test_a_typed_currency_is_that_of_the_page(journey):
    before, first = journey.boxes, journey.conditions
    with journey.asking():
        journey.type("cost-fn-box", "€60000")
    assert journey.conditions == (first[0], 60_000, first[2])
    assert journey.boxes[1] == "€60,000"
    assert journey.boxes[2] == before[2].replace("$", "€")
    journey.says(".decision .total", "€")
    journey.says("#cost-fn-slider + .slider-ends", "€")
    journey.until("return new URLSearchParams(location.search).get('currency') === '€5'")
    with journey.asking():
        journey.click("#undo")
    assert journey.boxes == before
    journey.says(".decision .total", "$")
    with journey.asking():
        journey.type("cost-fp-box", "30 CHF")
    assert journey.boxes[2] == "30 CHF"
    with journey.asking():
        journey.type("cost-fp-box", "$30")
    assert journey.boxes[2] == "$30"
    assert journey.stored["currency"] is None


@pytest.mark.same_page
def test_undo_and_reset(journey):
    """Undo, reset and the file's own prior; unreadable input leaves the conditions unchanged."""
    first, boxes = journey.conditions, journey.boxes
    refused = "return document.getElementById(arguments[0]).getAttribute('aria-invalid') === 'true'"
    for box, text in (("prior-box", "100 %"), ("prior-box", "half"), ("cost-fn-box", "-1")):
        journey.type(box, text)
        journey.until(refused, box)
        journey.says(f"div:has(> div > #{box})", f"Still in use: {boxes[BOXES.index(box)]}.")
        journey.type(box, boxes[BOXES.index(box)])
    assert journey.conditions == first
    with journey.asking():
        journey.type("prior-box", "6 %")
    with journey.asking():
        journey.type("cost-fp-box", "2,50 $")
    assert journey.conditions == (0.06, first[1], 2.5)
    assert journey.text("#prior-note") == "yours"
    with journey.asking():
        journey.click("#undo")
    assert journey.conditions == (0.06, *first[1:])
    journey.until("return document.getElementById('undo').title === 'Undo: prior 6 %'")
    with journey.asking():
        journey.run("document.activeElement.blur()")
        keys = ActionChains(journey.driver).key_down(Keys.CONTROL).send_keys("z")
        keys.key_up(Keys.CONTROL).perform()
    assert journey.notice() == "Undone: prior 6 %."
    assert journey.conditions == first
    with journey.asking():
        journey.type("prior-box", "6 %")
    with journey.asking():
        journey.click("#prior-reset")
    assert journey.text("#prior-note") == "from the file"
    assert journey.conditions[0] == journey.run("return page.currentDataset().prevalence")
    with journey.asking():
        journey.type("cost-fn-box", "5000")
    keys = ActionChains(journey.driver).key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL)
    with journey.asking():
        keys.perform()
    assert journey.conditions == first, "undone though the box has the focus, as it was taken over"
    with journey.asking():
        journey.type("cost-fn-box", "5000")
    level = journey.run("return page.currentView().level")
    with journey.asking():
        journey.run("document.querySelector('#level input[value=\"0.8\"]').click()")
    journey.until("return page.currentView().level === 0.8")
    with journey.asking():
        journey.run("document.getElementById('reset').click()")
    assert journey.conditions == (first[0], 5000, first[2]), "options only"
    journey.until("return page.currentView().level === arguments[0]", level)
    with journey.asking():
        journey.type("cost-fn-box", boxes[1])
    assert journey.boxes == boxes


def test_a_refusal_stays_when_the_conditions_before_it_are_shown_late(journey):
    """The store is written after the answer; by then the next text may have been refused."""
    journey.run("window.answered = window.fetch; window.fetch = () => new Promise(() => {})")
    journey.type("cost-fn-box", "5000")
    journey.until("return page.currentConditions().cost_fn === 5000")
    journey.type("prior-box", "half")
    refused = "document.getElementById('prior-box').getAttribute('aria-invalid') === 'true'"
    journey.until(f"return {refused}")
    journey.until("return JSON.parse(sessionStorage.getItem('conditions')).cost_fn === 5000")
    assert journey.run(f"return {refused}")
    assert journey.boxes[0] == "half"


@pytest.mark.same_page
def test_conditions_beyond_the_limits_are_refused_with_a_sentence(journey):
    known = journey.conditions
    journey.type("cost-fn-box", "1e31")
    journey.until(
        "return document.body.textContent.includes('between 1e-30 and 1e30. Still in use: ')"
    )
    assert journey.conditions == known
    journey.driver.get(journey.driver.current_url.split("?")[0] + "?missed=1e300&alarm=7")
    journey.until("return page.lastAnswer()")
    journey.settled()
    assert "default is shown instead" in journey.notice()
    assert journey.conditions[2] == 7
    assert journey.conditions[1] <= 1e30
    assert journey.decision


@pytest.mark.same_page
def test_an_address_made_for_other_data_says_so_and_changes_nothing(journey):
    known = journey.conditions
    page, _, query = journey.driver.current_url.partition("?")
    own = dict(parse_qsl(query))
    other = own | {"prior": "0.31", "file": "churn.csv", "data": "0" * 8}
    journey.driver.get(f"{page}?{urlencode(other)}")
    journey.until("return page.lastAnswer()")
    journey.settled()
    assert (
        "This address was made for churn.csv, and these are other data: Card fraud"
        in journey.notice()
    )
    journey.click(".mantine-Notification-closeButton")
    journey.until("return !document.querySelector('.mantine-Notification-root')")
    assert journey.conditions == known
    assert dict(parse_qsl(urlsplit(journey.driver.current_url).query)) == own
    journey.driver.get(f"{page}?{urlencode(own | {'prior': '0.31'})}")
    journey.until("return page.lastAnswer()")
    journey.settled()
    assert journey.conditions[0] == 0.31


STILL_WORKING = """
const fetched = window.fetch;
window.asked = 0;
window.sawLostData = false;
const note = () => { window.sawLostData ||= !document.getElementById('lost-data').hidden; };
window.fetch = async (address, ...rest) => {
  note();
  if (address !== 'answer' || ++window.asked > 2) return fetched(address, ...rest);
  return new Response('{"working": true}', { headers: { 'Content-Type': 'application/json' } });
};
"""


@pytest.mark.same_page
def test_while_the_server_is_working_the_page_asks_again(journey):
    journey.run(STILL_WORKING)
    table = journey.text("#rules")
    journey.type("cost-fn-box", "77")
    journey.until("return window.asked > 2")
    journey.settled()
    assert journey.text("#rules") != table
    assert journey.run("return window.sawLostData") is False


# The timers of the page run ten times as fast.
SLOW = """
const later = window.setTimeout;
window.setTimeout = (call, delay, ...given) => later(call, delay / 10, ...given);
const answered = window.fetch;
const unanswered = ({ signal }) => new Promise((_, failed) => {
  if (window.unreachable) failed(new TypeError());
  else signal.addEventListener('abort', () => failed(new DOMException('', 'AbortError')));
});
window.fetch = (address, asked) =>
  address === 'answer' ? unanswered(asked) : answered(address, asked);
"""


def test_a_slow_server_is_not_a_lost_one(journey):
    said = (
        "const line = document.getElementById('lost-data');"
        " return line.hidden ? '' : line.textContent"
    )
    journey.run(SLOW)
    journey.type("cost-fn-box", "78")
    journey.until(f"return (() => {{ {said} }})() === 'Still computing …'")
    journey.run("window.unreachable = true")
    journey.until(f"return (() => {{ {said} }})().startsWith('Connection lost')")


@pytest.mark.same_page
def test_the_box_of_todays_rule_stays_while_it_is_filled_in(journey):
    journey.reveal("#today-threshold")
    with journey.asking():
        journey.type("today-threshold", "0.5")
    journey.settled()
    on_top = """
        const box = document.getElementById('today-model').getBoundingClientRect();
        const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return seen?.closest('#today-box') !== null;
    """
    assert journey.run(on_top)


@pytest.mark.same_page
def test_escape_in_a_box_brings_back_what_was_in_use(journey):
    """Before it closes or ends anything else."""
    trial = "return page.currentView().trial"
    before = journey.conditions
    with journey.asking():
        threshold = "{ what: 'trial', model: page.lastAnswer().best.model, index: 9, text: null }"
        journey.run(f"page.setProps('panel-choice', {{ data: {threshold} }})")
    for name in ("prior-box", "cost-fn-box"):
        escaped_from(journey, name)
        assert journey.run(trial), "Escape undoes the typing first"
    assert journey.conditions == before
    journey.reveal("#today-threshold")
    journey.type("today-threshold", "0.4", end=Keys.ESCAPE)
    assert journey.run(VALUE, "today-threshold") == ""
    assert journey.find("today-box").is_displayed()
    journey.find("today-threshold").send_keys(Keys.ESCAPE)
    assert not journey.find("today-box").is_displayed()
    assert journey.run("return page.currentView().today") is None
    with journey.asking():
        journey.run("document.activeElement.blur()")
        ActionChains(journey.driver).send_keys(Keys.ESCAPE).perform()
    assert not journey.run(trial)
    escaped_from(journey, "more-labels")
    with journey.asking():
        journey.type("capacity-box", "20 %")
    journey.type("capacity-box", "5", end=Keys.ESCAPE)
    assert journey.run(VALUE, "capacity-box") == "20 %"


VALUE = "return document.getElementById(arguments[0]).value"


def escaped_from(journey, name):
    """Escape after typing, and after a text that was refused with the reason."""
    text = journey.run(VALUE, name)
    journey.type(name, "3", end=Keys.ESCAPE)
    assert journey.run(VALUE, name) == text
    journey.type(name, "nonsense")
    invalid = "document.getElementById(arguments[0]).ariaInvalid === 'true'"
    journey.until(f"return {invalid}", name)
    journey.find(name).send_keys(Keys.ESCAPE)
    journey.until(f"return (() => {{ {VALUE} }})() === arguments[1]", name, text)
    journey.until(f"return !({invalid})", name)
