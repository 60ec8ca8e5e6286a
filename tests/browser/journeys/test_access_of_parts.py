"""Accessibility of what a click adds to the page: review, limits, cases, segments, the question.

The rules of axe-core in each state, in both themes, and the keys of the handles.
"""

import numpy as np
import pytest
from selenium.webdriver.common.keys import Keys

from tests.support.audited import audited
from tests.support.axe import axe_faults

SEGMENT = "#segment-body [data-segment='{}']"
OPTION = """
const every = [...document.querySelectorAll('[role=option]')];
const option = every.find((each) => each.textContent === arguments[0] && each.checkVisibility());
option?.click();
return Boolean(option);
"""


class Looked:
    """What axe-core finds, by state."""

    def __init__(self, journey, script, is_narrow):
        self.journey, self.faults, self.is_narrow = journey, {}, is_narrow
        journey.driver.execute_script(script)

    def at(self, state):
        self.journey.run("window.scrollTo(0, 0)")  # no control lies half under the head of the page
        self.journey.scrolled_to_rest()
        self.journey.until("return document.getAnimations().length === 0")
        if found := axe_faults(self.journey.driver):
            self.faults[state] = found


@pytest.fixture(params=[(1440, "light"), (390, "dark")], ids=str)
def looked(journey, axe_core, request):
    width, theme = request.param
    if theme == "dark":
        journey.click("#theme-button")
        journey.until("return document.documentElement.dataset.mantineColorScheme === 'dark'")
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    journey.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    journey.until("return window.innerWidth === arguments[0]", width)
    yield Looked(journey, axe_core, width < 600)
    journey.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def press(journey, selector):
    journey.run("document.querySelector(arguments[0]).click()", selector)


@pytest.mark.same_page
def test_a_review_passes_and_its_handles_obey_the_keys(journey, looked):
    with journey.asking():
        press(journey, "#review-add")
    looked.at("review")
    if looked.is_narrow:
        press(journey, "#adjust")
    press(journey, "#review-who")
    journey.until("return document.getElementById('review-menu').checkVisibility()")
    looked.at("who looks")
    press(journey, "#review-who")
    if looked.is_narrow:
        press(journey, "#sheet-done")
    with journey.asking():
        journey.run(
            "[...document.querySelectorAll('.cost-axis input')]"
            ".find(({ value }) => value === 'threshold').click()"
        )
    looked.at("review by threshold")
    handle = journey.select(".zone-handle.zone-low")
    before = handle.get_attribute("aria-valuetext")
    handle.send_keys(Keys.ARROW_LEFT)
    journey.until("return arguments[0].ariaValueText !== arguments[1]", handle, before)
    journey.settled()
    assert journey.run("return document.activeElement === arguments[0]", handle)
    looked.at("thresholds of my own")
    assert looked.faults == {}


@pytest.mark.same_page
def test_limits_and_the_drawer_of_cases_pass(journey, looked):
    press(journey, "#settings-button")
    journey.until("return document.querySelectorAll('#limit-prices .limit-price').length === 4")
    looked.at("limits")
    with journey.asking():
        press(journey, "[data-limit-kind=min-recall] input[type=radio]")
    looked.at("a limit is chosen")
    press(journey, "#settings-button")
    looked.at("a limit in force")
    press(journey, "#cases-open")
    journey.until("return document.querySelectorAll('#cases-rows tbody tr').length > 0")
    assert journey.run("return document.activeElement.id") == "cases-title"
    looked.at("cases")
    journey.select("#cases-close").send_keys(Keys.ESCAPE)
    journey.until("return document.getElementById('cases-drawer').hidden")
    assert journey.run("return document.activeElement.id") == "cases-open"
    assert looked.faults == {}


def test_segments_pass_as_table_and_in_the_panels(journey, looked):
    if looked.is_narrow:
        press(journey, "#head-menu-button")
    press(journey, ".samples-opener")
    journey.until("return document.querySelector('[data-sample=leaving-customers]')?.offsetParent")
    with journey.asking():
        press(journey, "[data-sample=leaving-customers]")
        journey.says("#dataset-name", "Leaving customers")
    if looked.is_narrow:
        press(journey, "#what-if-tab")
    journey.until("return document.getElementById('segment-column')?.checkVisibility()")
    for column, shown in (("region", SEGMENT.format("islands")), ("day", ".segment-months")):
        with journey.asking():
            journey.click("#segment-column")
            journey.until(OPTION, column)
        journey.until("return document.querySelector(arguments[0])", shown)
        looked.at(f"segments by {column}")
        if column == "region":
            with journey.asking():
                journey.select(shown).send_keys(Keys.ENTER)
            looked.at("a segment in the panels")
    assert looked.faults == {}


def test_the_question_about_blank_labels_passes(journey, looked, tmp_path):
    _, seen, _ = audited(np.random.default_rng(3))
    seen.to_csv(tmp_path / "blanks.csv", index=False)
    journey.upload(tmp_path / "blanks.csv")
    journey.until("return !document.getElementById('labels-question').hidden")
    journey.until("return document.querySelector('.against-line')?.textContent.includes('wait')")
    journey.settled()
    looked.at("question")
    press(journey, "[data-labels=send]")
    journey.until(
        "return document.querySelector('.decision-against .chipw')"
        "?.textContent.includes('Audit counted')"
    )
    journey.settled()
    press(journey, ".decision-against .chipw")
    journey.until("return document.querySelector('#labels-account:popover-open')")
    looked.at("account of the labels")
    assert looked.faults == {}
