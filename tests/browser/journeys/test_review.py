"""A review of doubtful cases: added, dragged, taken away, and in the address."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

pytestmark = pytest.mark.same_page


def keys(journey, text):
    """Types where the focus is, and presses Enter."""
    ActionChains(journey.driver).send_keys(text, Keys.ENTER).perform()


FOCUS = "return document.activeElement?.closest(arguments[0]) != null"
DAYS_OF_A_MONTH = 365.25 / 12
WHOLE = """
const part = document.querySelector(arguments[0]);
const seen = part.closest('.summary-line').getBoundingClientRect();
const range = document.createRange();
range.selectNodeContents(part);
const line = document.getElementById('summary-line');
return part.scrollWidth <= part.clientWidth + 1 && line.scrollHeight <= line.clientHeight + 1
  && [...range.getClientRects()].every(
    ({ right, bottom }) => right <= seen.right && bottom <= seen.bottom + 1);
"""


def test_a_hundred_a_day_as_a_limit_takes_two_gestures(journey):
    box = "#capacity-box"
    journey.click(box)
    keys(journey, "100 a day")
    journey.until(FOCUS, ".case-rate")
    with journey.asking():
        keys(journey, "10,000")
    cases = round(10_000 * DAYS_OF_A_MONTH)
    assert journey.stored["case_unit"] == {"cases": cases, "period": "month"}
    assert journey.stored["criterion"]["kind"] == "max-flagged"
    assert journey.stored["criterion"]["limit"] == pytest.approx(100 * DAYS_OF_A_MONTH / cases)
    journey.says("#summary-line", "at most 100 a day")
    journey.says(".limit-chip", "Limit: 100 a day")
    for width in (1440, 1280, 1024, 900):
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        journey.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        assert journey.run(WHOLE, ".limit-in-words"), width
    journey.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert journey.run(FOCUS, box)
    assert journey.find("capacity-box").get_attribute("value") == "100 a day"
    with journey.asking():
        keys(journey, "50 a day")  # the cases of a month are known now
    journey.says("#summary-line", "at most 50 a day")
    with journey.asking():
        journey.click("#undo")
    with journey.asking():
        journey.click("#undo")
    assert not journey.stored["criterion"]
    assert not journey.stored["case_unit"].get("period")


def test_a_number_of_cases_stays_a_number(journey):
    journey.click("#capacity-box")
    keys(journey, "50")
    journey.until(FOCUS, ".case-rate")
    with journey.asking():
        journey.type("cases-per-month", "600")  # also answers of how many
    assert journey.stored["criterion"]["limit"] == pytest.approx(50 / 600)
    assert journey.run("return document.querySelector('.case-rate')") is None
    with journey.asking():
        journey.type("cases-per-month", "1,200")
    assert journey.stored["criterion"]["limit"] == pytest.approx(50 / 1200)
    assert journey.find("capacity-box").get_attribute("value") == "50 a month"
    with journey.asking():
        journey.type("capacity-box", "20")
    assert journey.stored["criterion"]["limit"] == pytest.approx(20 / 1200)
    with journey.asking():
        journey.type("cases-per-month", "15")  # all of them
    assert not journey.stored["criterion"]


def test_the_price_of_a_review_takes_one_gesture_and_its_capacity_two(journey):
    journey.click("#review-add")
    keys(journey, "1.5")
    journey.until("return location.href.includes('review=1.5')")
    journey.settled()
    journey.says("#confusion", "Looked at")
    journey.click("#review-who")
    journey.until(FOCUS, ".review-menu input")
    keys(journey, "100 a day")
    journey.until(FOCUS, ".case-rate")
    with journey.asking():
        keys(journey, "10000")
    journey.says("#review-who", "At most 100 a day")
    assert journey.stored["review"]["price"] == 1.5


def test_a_review_from_the_door_to_the_address_and_away_again(journey):
    before = journey.decision
    assert not journey.find("review-condition").is_displayed()
    with journey.asking():
        journey.click("#review-add")
    box = journey.select(".review-field input")
    with journey.asking():
        journey.run(
            "arguments[0].value = '$1'; arguments[0].dispatchEvent(new Event('change'))", box
        )
    assert journey.stored["review"] == {"price": 1}
    journey.says(".headline", "look from")
    journey.says("#confusion", "Looked at")
    assert "review=1" in journey.driver.current_url
    settled = journey.text("#confusion .total")
    thumb = journey.select("#cost-fp-slider [role=slider]")
    journey.press_and_drag(thumb, -40)
    journey.until("return document.querySelector('[data-ledger=reviewed-count]') !== null")
    moved = journey.text("#confusion .total")
    assert moved != settled
    with journey.asking():
        journey.release()
    journey.says("#confusion", "Looked at")
    with journey.asking():
        journey.click("#undo")
    with journey.asking():
        journey.click("#review-remove")
    assert journey.decision == before


PLACES = """
const numbers = (text) => (text || '').match(/-?[\\d.]+/g)?.map(Number) ?? [];
const of = (name, uid, kind, attribute) => numbers(
  page.traceElement(page.getPanel(name), uid)?.querySelector(kind)?.getAttribute(attribute));
const curve = of('cost', 'zone-curve', 'path.js-line', 'd');
const middle = curve.findIndex((x, k) => k % 2 === 0 && x > 150);
const cut = (curve[middle + 1] - curve[middle - 1]) / (curve[middle] - curve[middle - 2]);
const height = curve[middle - 1] + cut * (150 - curve[middle - 2]);
return [...['roc', 'pr'].flatMap((name) => ['zone-low', 'zone-high'].flatMap(
  (uid) => of(name, uid, 'path.point', 'transform'))), height];
"""


def test_both_thresholds_and_the_envelope_move_as_python_draws_them(journey):
    with journey.asking():
        journey.click("#review-add")
    thumb = journey.select("#cost-fp-slider [role=slider]")
    before = journey.run(PLACES)
    assert len(before) == 9
    journey.press_and_drag(thumb, 60)
    journey.until("return document.body.classList.contains('moving')")
    journey.until(f"return JSON.stringify((() => {{ {PLACES} }})()) !== arguments[0]", str(before))
    rest = "return document.querySelector('[data-zone=rule]')?.textContent"
    dragged, rule = journey.run(PLACES), journey.run(rest)
    with journey.asking():
        journey.release()
    settled = journey.run(PLACES)
    assert journey.run(rest) == rule
    assert max(abs(a - b) for a, b in zip(dragged, settled, strict=True)) < 1.5
    assert max(abs(a - b) for a, b in zip(before, settled, strict=True)) > 3


HANDLE = "return document.querySelector('.zone-handle.zone-low .pill')?.textContent"


def test_a_threshold_of_the_review_is_dragged_and_returns_to_the_best(journey):
    with journey.asking():
        journey.click("#review-add")
    with journey.asking():
        journey.run(
            "[...document.querySelectorAll('.cost-axis input')]"
            ".find(({ value }) => value === 'threshold').click()"
        )
    cheapest = journey.text("#decision .headline")
    handle = journey.select(".zone-handle.zone-low")
    journey.press_and_drag(handle, -60)
    journey.until(f"return (() => {{ {HANDLE} }})() !== arguments[0]", "look from 0.4")
    dragged = journey.run(HANDLE)
    journey.says("#decision .headline", dragged)
    total = journey.text("#confusion .total")
    with journey.asking():
        journey.release()
    journey.says("#decision .headline", dragged)
    assert journey.text("#confusion .total") == total  # of the scripts, and of Python
    assert journey.stored["review"]["between"]["model"]
    assert "review=" in journey.driver.current_url
    with journey.asking():
        journey.click("#review-best")
    assert journey.text("#decision .headline") == cheapest


IN_HISTOGRAM = "document.querySelector('#threshold-scores .zone-low:not([hidden])')"


def test_thresholds_of_the_review_are_moved_on_the_histogram_of_scores_too(journey):
    with journey.asking():
        journey.click("#review-add")
    journey.click("#thresholds-tab")
    journey.until(f"return {IN_HISTOGRAM}")
    low = f"return {IN_HISTOGRAM}?.textContent"
    cheapest = journey.run(low)
    with journey.asking():
        journey.select("#threshold-scores .zone-low").send_keys(Keys.PAGE_DOWN)
    journey.until(f"return (() => {{ {low} }})() !== arguments[0]", cheapest)
    journey.says("#decision .headline", journey.run(low))
    assert journey.stored["review"]["between"]["model"]


def test_the_presentation_shows_both_thresholds_and_what_reviews_cost(journey):
    stage = "document.getElementById('presentation')"
    with journey.asking():
        journey.click("#review-add")
    journey.says("#confusion", "Looked at")
    journey.click("#present")
    journey.until(f"return {stage}?.dataset.view")
    press = ActionChains(journey.driver)
    press.send_keys("3").perform()
    journey.until(f"return {stage}.querySelector('.first')?.textContent.includes(', look from ')")
    journey.says(".bar-keys", "looked at")
    width = f"return parseFloat({stage}.querySelector('.first .bar-reviewed').style.width)"
    assert journey.run(width) > 0
    journey.says(".present-side", "Against one threshold 95 %: ")
    press.reset_actions()
    press.send_keys("4").perform()
    journey.until(f"return {stage}.querySelector('.first')?.textContent.includes(', look from ')")
    journey.click(".present-leave")
