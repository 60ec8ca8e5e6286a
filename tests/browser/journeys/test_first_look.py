"""The first look: decision and panels before any script, and only where the tab asks for them."""

import pytest

from tests.support.journey import Journey

SEEN = """
new MutationObserver(() => {
  const headline = document.querySelector('.skeleton .first-look .headline');
  const hidden = document.documentElement.matches('.asks-else');
  if (headline && !hidden) window.seen = headline.textContent;
  const box = document.getElementById('settings');
  if (box) window.controlsAtFirst ??= box.querySelectorAll('input').length;
}).observe(document, { childList: true, subtree: true });
"""
ASKED_BEFORE = """
return performance.getEntriesByType('resource').filter(({ name }) => /answer$/.test(name)).length;
"""
LEFT = "return document.querySelectorAll('.first-look, .look-picture, #first-answer').length"
REFINED = "return !page.isAnswerPending() && !page.lastAnswer().refining"


@pytest.fixture
def watched(journey):
    """The page, which has been shown once; what it shows first is noted from now on."""
    driver = journey.driver
    journey.until(REFINED)
    source = {"source": SEEN}
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", source)
    yield journey
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def opened(watched, address):
    """The page at the address, drawn; and the headline that it showed before, if it did."""
    watched.driver.get(address)
    journey = Journey(watched.driver)
    return journey, journey.run("return window.seen ?? null")


def headline(journey):
    return journey.run("return document.querySelector('#decision .headline').textContent")


def test_the_decision_is_seen_before_the_page_is_built_and_its_answer_is_not_asked_for(
    watched, served
):
    journey, seen = opened(watched, served)
    assert seen == headline(journey)
    assert journey.run(ASKED_BEFORE) == 0
    assert journey.run(LEFT) == 0


CHOSEN = "return document.querySelector('#level input:checked')?.value === arguments[0]"
LOOKS = """
const looks = [...document.querySelectorAll('#model-chips .swatch')].map((one) => one.outerHTML);
return looks.length === 3 && new Set(looks).size === 3;
"""
ALL_BUILT = """
const filled = [...document.querySelectorAll('[role=tabpanel], .mantine-Modal-body')];
return filled.length === 10 && filled.every((place) => place.childElementCount > 0);
"""


def test_closed_boxes_are_built_after_the_first_drawing_and_have_their_values(watched, served):
    address = f"{served}/?prior=0.3&missed=90&alarm=10&own=1&per=1000&level=0.9"
    journey, _ = opened(watched, address)
    assert journey.run("return window.controlsAtFirst") == 0
    journey.until(CHOSEN, "0.9")
    journey.until(ALL_BUILT)
    journey.until(LOOKS)  # taken from the list of models, which is not late


def test_an_address_with_conditions_is_seen_and_answered_alike(watched, served):
    before = headline(watched)
    address = f"{served}/?prior=0.3&missed=90&alarm=10&own=1&per=1000&level=0.9"
    journey, seen = opened(watched, address)
    assert seen == headline(journey) != before
    assert journey.run("return page.currentView().level") == 0.9
    assert journey.run(LEFT) == 0


def test_a_tab_with_conditions_of_its_own_shows_no_other_decision(watched, served):
    before = headline(watched)
    with watched.asking():
        watched.run("page.setConditions({ prior: 0.3, touched: true })")
    watched.until(REFINED)
    own = headline(watched)
    assert own != before
    journey, seen = opened(watched, served)
    assert seen is None
    assert headline(journey) == own
    assert journey.run(LEFT) == 0


LEFT_OTHERWISE = """
const { token, revision, name, rows } = page.currentDataset();
const view = { ...page.currentView(), lines: true };
const entry = { token, revision, name, rows, at: 0, conditions: page.settledConditions(), view };
localStorage.setItem('costdash-recent', JSON.stringify([entry]));
sessionStorage.clear();
"""


def test_a_new_tab_shows_no_decision_where_the_file_was_left_with_another_view(watched, served):
    watched.run(LEFT_OTHERWISE)
    journey, seen = opened(watched, served)
    assert seen is None
    assert journey.run("return page.currentView().lines") is True
    assert journey.run(LEFT) == 0
    journey.run("localStorage.removeItem('costdash-recent')")
