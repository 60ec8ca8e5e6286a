"""A file whose labels are mostly blank: what the page asks, and what an answer changes."""

import numpy as np
import pytest

from tests.support.audited import audited
from tests.support.judged import judged

CHIP = ".decision-against .chipw"
SHOWN = "return !document.getElementById('labels-question').hidden"


@pytest.fixture
def blanks(tmp_path):
    _, seen, _ = audited(np.random.default_rng(3))
    path = tmp_path / "blanks.csv"
    seen.to_csv(path, index=False)
    return path


def test_the_question_is_answered_and_asked_again(journey, blanks):
    journey.upload(blanks)
    journey.until(SHOWN)
    assert "cases have no label" in journey.text("#labels-question")
    assert journey.run("return document.querySelector('[data-labels=low]').value").startswith("0.9")
    journey.until("return document.querySelector('.against-line')?.textContent.includes('wait')")
    assert journey.run("return document.querySelector('.decision-actions').inert")
    journey.settled()
    journey.select("[data-labels=send]").click()
    journey.until(f"return document.querySelector('{CHIP}')?.textContent.includes('Audit counted')")
    assert not journey.run(SHOWN)
    journey.settled()
    journey.select(CHIP).click()
    journey.until("return document.querySelector('#labels-account:popover-open')")
    assert "old below" in journey.text("#labels-account")
    journey.select("[data-labels-change]").click()
    journey.until(SHOWN)
    journey.run("document.querySelector('[name=labels][value=leave-out]').click()")
    assert journey.text("[data-labels=send]") == "Leave them out"
    journey.select("[data-labels=send]").click()
    journey.until(f"return document.querySelector('{CHIP}')?.textContent.includes('left out')")
    journey.settled()


def test_an_open_question_holds_report_link_and_presentation_and_undo_asks_again(journey, blanks):
    journey.upload(blanks)
    journey.until(SHOWN)
    journey.settled()
    for opener in (".report-place > button", ".page-head .share-opener", "#present"):
        journey.run(f"document.querySelector('{opener}').click()")
        journey.until("return document.body.textContent.includes('presentation wait for that')")
    assert not journey.run("return document.body.classList.contains('presenting')")
    assert journey.run("return document.getElementById('report-box').hidden")
    journey.select("[data-labels=send]").click()
    journey.until("return location.search.includes('labels=looked-at')")
    journey.settled()
    journey.until("return document.getElementById('undo').title === 'Undo: answer on blank labels'")
    journey.select("#undo").click()
    journey.until(SHOWN)
    journey.until("return document.querySelector('.against-line')?.textContent.includes('wait')")
    journey.settled()


STATED = "If the judge finds 95 % of positives and clears 90 % of negatives"
ANSWER = """const form = document.getElementById('labels-question');
form.querySelector('[name=labels][value=looked-at]').click();
const column = form.querySelector('[data-labels=column]');
column.value = arguments[0];
column.dispatchEvent(new Event('input', { bubbles: true }));
const low = form.querySelector('[data-labels=low]');
low.value = arguments[1];
low.dispatchEvent(new Event('input', { bubbles: true }));
form.querySelector('[data-labels=send]').click();"""
LINE = "document.querySelector('.against-line')?.textContent"
TYPE = """const [finds, clears] = document.querySelectorAll('#stated-judge input');
[finds.value, clears.value] = arguments;
document.querySelector('#stated-judge [type=submit]').click();"""


def test_stated_error_rates_of_a_judge_from_the_tab_to_the_address_and_back(journey, tmp_path):
    table, _ = judged(np.random.default_rng(3), follows=False)
    path = tmp_path / "judged.csv"
    table.drop(columns="person").rename(columns={"judge": "label"}).to_csv(path, index=False)
    journey.upload(path)
    journey.until("return location.search.includes('file=judged.csv')")
    journey.settled()
    journey.tab("Data")
    journey.until("return document.querySelectorAll('#stated-judge input').length === 2")
    assert not journey.run("return document.getElementById('stated-judge').hidden")
    journey.run(TYPE, "50", "50")
    journey.until("return document.querySelector('#stated-judge [role=alert]').textContent !== ''")
    assert "no more often than chance" in journey.text("#stated-judge [role=alert]")
    journey.run(TYPE, "95", "90")
    journey.until(f"return {LINE} === '{STATED}'")
    journey.until("return location.search.includes('judge=0.95_0.9')")
    journey.settled()
    assert journey.stored["judge"] == {"sensitivity": 0.95, "specificity": 0.9}
    journey.run(f"document.querySelector('{CHIP}').click()")
    journey.until("return document.querySelector('#labels-account:popover-open')")
    assert "Cheapest then" in journey.text("#labels-account")
    journey.run("document.querySelector('#labels-account [data-stated-judge-remove]').click()")
    journey.until("return !location.search.includes('judge=')")
    journey.until("return document.querySelector('.decision-against .chipw') === null")
    journey.settled()
    assert "error rates" in journey.run("return document.getElementById('undo').title")
    journey.click("#undo")
    journey.until(f"return {LINE} === '{STATED}'")
    journey.settled()


def test_a_presentation_says_that_blind_rows_leave_the_rule_open(journey, tmp_path):
    every, seen, _ = audited(np.random.default_rng(6), rows=1500, positives=0.1, share=0.3)
    path = tmp_path / "blocked.csv"
    seen.assign(label=seen["label"].where(every["old"] < 0.9)).to_csv(path, index=False)
    journey.upload(path)
    journey.until(SHOWN)
    journey.settled()
    journey.run(ANSWER, "old", "0.9")
    journey.until("return document.querySelector('.decision .headline.waits') !== null")
    journey.settled()
    headline, line = journey.text(".decision .headline"), journey.text(".decision .against-line")
    total = journey.text(".decision .total")
    journey.select("#present").click()
    journey.until("return document.querySelector('#presentation .present-words h2') !== null")
    journey.run("document.querySelector('[data-view-key=icons]').click()")
    shown = "return document.querySelector('#presentation .present-words h2')?.textContent"
    journey.until(f"{shown} === arguments[0]", headline)
    assert journey.text("#presentation .present-against") == line
    assert journey.text("#presentation .present-bounds") == total
    assert "never looked at" in journey.text("#presentation .present-file")
    assert journey.run("return document.querySelector('.present-validity').hidden")
    journey.run("document.querySelector('#presentation .present-leave').click()")
