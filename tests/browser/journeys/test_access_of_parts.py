"""Accessibility of what a click adds to the page: review, limits, cases, segments, the question.

The rules of axe-core in each state, in both themes, and the keys of the handles.
"""

import numpy as np
import pytest
from selenium.webdriver.common.keys import Keys

from tests.support.audited import audited
from tests.support.axe import axe_faults

ACCOUNT = "return document.querySelector('#labels-account:popover-open') !== null"
SEGMENT = "#segment-body [data-segment='{}']"
OPTION = """
const every = [...document.querySelectorAll('[role=option]')];
const option = every.find((each) => each.textContent === arguments[0] && each.checkVisibility());
option?.click();
return Boolean(option);
"""


PAGES = [(1440, "light"), (390, "dark")]


class Looked:
    """What axe-core finds, by state."""

    def __init__(self, journey, script):
        self.journey, self.faults, self.is_narrow = journey, {}, False
        journey.driver.execute_script(script)

    def use(self, width, theme):
        """Switches the loaded page."""
        scheme = "return document.documentElement.dataset.mantineColorScheme === arguments[0]"
        if not self.journey.run(scheme, theme):
            press(self.journey, "#theme-button")
            self.journey.until(scheme, theme)
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.journey.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.journey.until("return window.innerWidth === arguments[0]", width)
        self.is_narrow = width < 600

    def at(self, state):
        self.journey.run("window.scrollTo(0, 0)")  # no control lies half under the head of the page
        self.journey.scrolled_to_rest()
        self.journey.until("return document.getAnimations().length === 0")
        if found := axe_faults(self.journey.driver):
            self.faults[state, self.is_narrow] = found


@pytest.fixture
def switched(journey, axe_core):
    """A wide light page that can be switched to a narrow dark one."""
    yield Looked(journey, axe_core)
    journey.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.fixture(params=PAGES, ids=str)
def looked(switched, request):
    switched.use(*request.param)
    return switched


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


def test_segments_pass_as_table_and_in_the_panels(journey, switched):
    press(journey, ".samples-opener")
    journey.until("return document.querySelector('[data-sample=leaving-customers]')?.offsetParent")
    with journey.asking():
        press(journey, "[data-sample=leaving-customers]")
        journey.says("#dataset-name", "Leaving customers")
    for page in PAGES:
        switched.use(*page)
        if switched.is_narrow:
            press(journey, "#what-if-tab")
        journey.until("return document.getElementById('segment-column')?.checkVisibility()")
        for column, shown in (("region", SEGMENT.format("islands")), ("day", ".segment-months")):
            with journey.asking():
                journey.click("#segment-column")
                journey.until(OPTION, column)
            journey.until("return document.querySelector(arguments[0])", shown)
            switched.at(f"segments by {column}")
            if column == "region":
                with journey.asking():
                    journey.select(shown).send_keys(Keys.ENTER)
                switched.at("a segment in the panels")
    assert switched.faults == {}


def test_the_question_about_blank_labels_passes(journey, switched, tmp_path):
    _, seen, _ = audited(np.random.default_rng(3))
    seen.to_csv(tmp_path / "blanks.csv", index=False)
    journey.upload(tmp_path / "blanks.csv")
    journey.until("return !document.getElementById('labels-question').hidden")
    journey.until("return document.querySelector('.against-line')?.textContent.includes('wait')")
    journey.settled()
    for page in PAGES:
        switched.use(*page)
        switched.at("question")
    press(journey, "[data-labels=send]")
    journey.until(
        "return document.querySelector('.decision-against .chipw')"
        "?.textContent.includes('Audit counted')"
    )
    journey.settled()
    for page in reversed(PAGES):
        switched.use(*page)
        if not journey.run(ACCOUNT):
            press(journey, ".decision-against .chipw")
        journey.until(ACCOUNT)
        switched.at("account of the labels")
    assert switched.faults == {}
