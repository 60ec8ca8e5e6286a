"""A file whose labels are mostly blank: what the page asks, and what an answer changes."""

import numpy as np
import pytest

from tests.support.audited import audited

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
