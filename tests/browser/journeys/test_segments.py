"""The card Where the money goes: a click on a segment draws it in the panels."""

import pytest
from selenium.webdriver.common.keys import Keys

pytestmark = pytest.mark.same_page
SAMPLE = "leaving-customers"
UIDS = """
return Object.fromEntries(page.panelNames().map((name) =>
  [name, page.getPanel(name).graph.data.map(({ uid }) => uid)]));
"""
BUTTON = "#segment-body [data-segment='{}']"
OPTION = """
const every = [...document.querySelectorAll('[role=option]')];
const option = every.find((each) => each.textContent === arguments[0] && each.checkVisibility());
option?.click();
return Boolean(option);
"""
ESCAPE = """
document.activeElement?.blur();
document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
"""


@pytest.fixture(scope="module")
def prepare():
    """Opens the sample of leaving customers."""

    def prepare(journey):
        journey.select(".samples-opener").send_keys(Keys.ENTER)
        journey.until("return document.querySelector('[role=menuitem]')?.offsetParent")
        with journey.asking():
            journey.select(f"[data-sample={SAMPLE}]").send_keys(Keys.ENTER)
            journey.says("#dataset-name", "Leaving customers")

    return prepare


@pytest.fixture
def divided(journey):
    """The sample divided by region; an earlier test may have left it so."""
    chosen = "return document.getElementById('segment-column')?.value"
    if journey.run(chosen) != "region":
        choose(journey, "region")
    return journey


def pick(journey, name, text):
    """Picks an option of a select."""
    with journey.asking():
        journey.click(f"#{name}")
        journey.until(OPTION, text)


def choose(journey, column):
    journey.until("return document.getElementById('segment-column')?.checkVisibility()")
    pick(journey, "segment-column", column)
    journey.until("return document.querySelector('#segment-body [data-segment]')")


def is_drawn(journey):
    return {name: "segment" in uids for name, uids in journey.run(UIDS).items()}


def pressed(journey):
    return journey.run(
        "return [...document.querySelectorAll('#segment-body [aria-pressed=true]')]"
        ".map((button) => button.dataset.segment)"
    )


def test_a_click_on_a_row_draws_the_segment_and_a_second_ends_it(divided):
    journey, headline = divided, divided.text(".headline")
    assert not any(is_drawn(journey).values())
    with journey.asking():
        journey.click(BUTTON.format("islands"))
    assert all(is_drawn(journey).values())
    assert pressed(journey) == ["islands"]
    assert journey.text("#segment-chip").startswith("islands, 604 cases, 17.2 % positive")
    assert journey.text(".headline") == headline
    journey.says("#summary-line", "The panels show this segment")
    assert journey.run("return location.search.includes('islands')")
    with journey.asking():  # the whole row, not only its name
        journey.click("#segment-body tr:has([data-segment='north']) .segment-cost")
    assert pressed(journey) == ["north"]
    assert journey.text("#segment-chip").startswith("north")
    with journey.asking():
        journey.click(BUTTON.format("north"))
    assert not any(is_drawn(journey).values())
    assert pressed(journey) == []
    assert not journey.find("segment-chip").is_displayed()


def test_keys_show_and_end_a_segment_and_the_address_restores_it(divided):
    journey = divided
    with journey.asking():
        journey.press_key(BUTTON.format("coast"), Keys.ENTER)
    assert all(is_drawn(journey).values())
    journey.driver.refresh()
    journey.settled()
    assert all(is_drawn(journey).values())
    journey.until("return document.querySelector('#segment-body [aria-pressed=true]')")
    assert pressed(journey) == ["coast"]
    with journey.asking():
        journey.run(ESCAPE)
    assert not any(is_drawn(journey).values())
    with journey.asking():
        journey.driver.back()
    assert all(is_drawn(journey).values())
    with journey.asking():
        journey.click("#segment-chip")
    assert not any(is_drawn(journey).values())


def test_a_month_is_drawn_and_another_period_shows_everybody(divided):
    journey = divided
    choose(journey, "day")
    journey.until("return document.querySelector('.segment-months [data-segment]')")
    with journey.asking():
        journey.run("document.querySelector('.segment-months [data-segment]').click()")
    assert all(is_drawn(journey).values())
    pick(journey, "segment-period", "Quarters")
    assert not any(is_drawn(journey).values())


def test_escape_leaves_a_trial_before_the_segment(divided):
    journey = divided
    with journey.asking():
        journey.click(BUTTON.format("islands"))
    index = journey.run("return page.liveData().models[0].index[5]")
    with journey.asking():
        journey.run(
            "window.dash_clientside.set_props('panel-choice', { data: { what: 'trial', "
            "model: page.liveData().models[0].name, index: arguments[0], text: null, at: 1 } })",
            index,
        )
    with journey.asking():
        journey.run(ESCAPE)
    assert journey.run("return page.currentView().trial") is None
    assert all(is_drawn(journey).values())
    with journey.asking():
        journey.run(ESCAPE)
    assert not any(is_drawn(journey).values())


def test_a_click_in_the_presentation_draws_the_segment_in_the_panels(divided):
    journey = divided
    journey.click("#present")
    journey.until("return document.getElementById('presentation')?.dataset.view")
    journey.click("#presentation [data-view-key=segments]")
    journey.until("return document.querySelector('#present-segments [data-segment=islands]')")
    shown = (
        "return [...document.querySelectorAll('#present-segments [aria-pressed=true]')]"
        ".map((button) => button.dataset.segment).join()"
    )
    with journey.asking():
        journey.click("#present-segments [data-segment=islands]")
    journey.until(f"{shown} === 'islands'")
    with journey.asking():
        journey.click("#present-segments tr:has([data-segment=north]) .segment-cost")
    journey.until(f"{shown} === 'north'")
    journey.click("#presentation .present-leave")
    journey.until("return !document.getElementById('presentation')")
    assert all(is_drawn(journey).values())
    assert pressed(journey) == ["north"]
    assert journey.text("#segment-chip").startswith("north")


def test_where_the_cost_is_highest_is_two_gestures_away(journey):
    journey.run("document.querySelector('.dataset-chip').click()")
    journey.run("document.getElementById('segment-door').click()")
    journey.until("return document.querySelector('#segment-body .segments-lead')?.textContent")
    assert journey.find("segment-column").get_attribute("value")
    journey.until("return window.scrollY > 0")
