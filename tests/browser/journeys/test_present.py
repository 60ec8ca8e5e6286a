"""The presentation: its views, keys and sliders; and the printed page."""

import re
from base64 import b64decode

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from costdash.figures.style import BREAKPOINTS

STAGE = "document.getElementById('presentation')"
TOTAL = f"return {STAGE}.querySelector('.present-total b, .present-money > b').textContent"
MARKS = f"""
const marks = [...{STAGE}.querySelectorAll('.icon-field use')];
return ['found', 'alarm', 'missed', 'alone'].map(
  (kind) => marks.filter((mark) => mark.getAttribute('href') === '#icon-' + kind).length);
"""
SEE_PRINTING = """
window.addEventListener('beforeprint', () => {
  const { style } = document.documentElement;
  const theme = document.documentElement.getAttribute('data-mantine-color-scheme');
  const zoom = Number(style.getPropertyValue('--print-zoom'));
  window.printed = [theme, style.getPropertyValue('--print-width'), zoom];
});
"""


def press(journey, *keys):
    ActionChains(journey.driver).send_keys(*keys).perform()


AMOUNT = f"""
const amount = {STAGE}.querySelector('.present-money p b');
if (!amount) return null;
const probe = document.createElement('i');
probe.style.color = 'var(--cd-good)';
amount.after(probe);
const [green, color] = [probe, amount].map((node) => getComputedStyle(node).color);
probe.remove();
return [amount.parentElement.textContent, color === green];
"""


def test_the_amount_is_green_where_the_rule_saves_it_only(journey):
    with journey.asking():
        journey.click("#today-recommended")
    limit = "page.setConditions({ criterion: { kind: 'max-flagged', limit: 0.001, sure: false } })"
    with journey.asking():
        journey.run(limit)
    journey.click("#present")
    journey.until(f"return {STAGE}?.dataset.view")
    press(journey, "1")
    said, is_green = journey.until(AMOUNT)
    assert " more than today's rule" in said
    assert not is_green
    press(journey, Keys.ESCAPE)
    with journey.asking():
        journey.run("page.setConditions({ criterion: null })")
    with journey.asking():
        journey.run("document.getElementById('clear-today').click()")
    journey.click("#present")
    journey.until(f"return {STAGE}?.dataset.view")
    press(journey, "1")
    said, is_green = journey.until(AMOUNT)
    assert " against no model" in said
    assert is_green


@pytest.mark.same_page
def test_four_views_show_the_decision_of_the_page(presenting):
    journey = presenting
    headline = journey.text("#decision .headline")
    total = journey.run("return document.querySelector('.ledger .total').textContent")
    for key, name in enumerate(("sentence", "icons", "bars", "table"), 1):
        press(journey, str(key))
        journey.until(f"return {STAGE}.dataset.view === arguments[0]", name)
        journey.until(f"return {STAGE}.querySelector('h2')?.textContent === arguments[0]", headline)
        assert journey.run(TOTAL) == total
        width = f"return [{STAGE}.scrollWidth, {STAGE}.clientWidth]"
        assert len(set(journey.run(width))) == 1
    first = f"return {STAGE}.querySelector('.first td:last-child').textContent"
    assert journey.run(first) == total, "no allowance for choosing the model"
    lines = "[...document.querySelectorAll('{} tbody tr:not([hidden])')].map((line) => {})"
    cells = "[line.querySelector('th').innerText, line.lastElementChild.textContent]"
    ledger = [
        [word.replace("?", "").strip(), amount]
        for word, amount in journey.run(f"return {lines.format('.ledger', cells)}")
    ]
    shown = journey.run(f"return {lines.format('.present-ledger', cells)}")
    assert [line for line in shown if "Allowance" in line[0]] == ledger[4:]
    assert [amount for _, amount in shown] == [amount or "\u2013" for _, amount in ledger]
    press(journey, "2")
    journey.until(f"return {STAGE}.querySelectorAll('.icon-field use').length === 1000")
    assert sum(journey.run(MARKS)) == 1000
    lead = journey.run("return page.lastAnswer().validity[0].props.children")
    said = journey.run(f"return {STAGE}.querySelector('.present-validity').textContent")
    assert lead.startswith("Keep this rule")
    assert said.startswith(lead)


@pytest.mark.same_page
def test_keys_step_through_the_scenarios_and_leaving_brings_the_conditions_back(presenting):
    journey = presenting
    press(journey, "1", Keys.ARROW_RIGHT)
    journey.until(f"return {STAGE}.dataset.view === 'icons'")
    spring = {"name": "Spring", "prior": 0.2, "cost_fn": 9, "cost_fp": 3}
    journey.run("page.setConditions({ scenarios: [arguments[0]] })", spring)
    journey.settled()
    prior = "return page.currentConditions().prior"
    opening = journey.run(prior)
    for forth, back in ((Keys.PAGE_DOWN, Keys.PAGE_UP), (Keys.ARROW_RIGHT, Keys.ARROW_LEFT)):
        with journey.asking():
            press(journey, forth)
        assert journey.run(prior) == 0.2
        assert "1 of 1: Spring" in journey.run(f"return {STAGE}.textContent")
        with journey.asking():
            press(journey, back)
        assert journey.run(prior) == opening
    with journey.asking():
        press(journey, Keys.ARROW_RIGHT)
    journey.run(f"{STAGE}.querySelector('input[type=range]').focus()")
    with journey.asking():
        press(journey, Keys.ARROW_RIGHT)
    assert journey.run(prior) > 0.2
    with journey.asking():
        press(journey, Keys.ESCAPE)
    assert journey.run(prior) == opening
    journey.until("return document.body.textContent.includes('from before presenting are back')")
    journey.run("page.setConditions({ scenarios: null })")
    journey.settled()


@pytest.mark.same_page
def test_escape_leads_back_and_what_lies_behind_is_out_of_reach(presenting):
    journey = presenting
    others = "[...document.body.children].filter(({ id }) => id !== 'presentation')"
    assert journey.run(f"return {others}.every((one) => one.hasAttribute('inert'))")
    press(journey, Keys.ESCAPE)
    journey.until(f"return !{STAGE}")
    journey.until("return document.activeElement.id === 'present'")
    assert not journey.run("return document.querySelector('[inert]')")


@pytest.mark.same_page
def test_the_page_prints_on_one_sheet_in_light_colours(journey):
    if journey.run("return document.documentElement.dataset.mantineColorScheme") != "dark":
        journey.click("#theme-button")
    journey.until("return document.documentElement.dataset.mantineColorScheme === 'dark'")
    try:
        journey.run(SEE_PRINTING)
        options = {"preferCSSPageSize": True, "printBackground": True}
        pdf = journey.driver.execute_cdp_cmd("Page.printToPDF", options)["data"]
        assert len(re.findall(rb"/Type\s*/Page\b", b64decode(pdf))) == 1
        theme, width, zoom = journey.run("return window.printed")
        assert theme == "light"
        assert int(width.removesuffix("px")) >= BREAKPOINTS["middle"][0], "with three columns"
        assert 0.5 < zoom <= 1
        journey.until("return document.documentElement.dataset.mantineColorScheme === 'dark'")
    finally:
        journey.click("#theme-button")
