"""Groups that nobody looked at, on the card: bounds, and both rules where the decision depends."""

import json
from dataclasses import replace

import numpy as np
import pytest
from flask import g

from costdash.core import OperatingPoint, ReviewTerms
from costdash.core.choose.criteria import FixedThreshold, LeastRecall
from costdash.figures import View
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.storage.predictions import load_predictions
from costdash.report.derived import DerivedResults
from costdash.report.json.handover import decision_file
from costdash.report.report import Source
from costdash.report.request import Request
from costdash.report.sentences.amounts import Amounts, ledger
from costdash.report.sentences.blank_labels import blind_sentence, blind_words
from costdash.web.callbacks import data
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.store import folder_of
from costdash.web.stores.answer import Parts
from costdash.web.stores.labels import label_details
from tests.support.audited import audited
from tests.web.callbacks.test_data import upload  # noqa: F401  (a fixture)

EVERY, SEEN, _ = audited(np.random.default_rng(6), rows=1500, positives=0.1, share=0.3)
BLOCKED = (EVERY["old"] >= 0.9).to_numpy()


@pytest.fixture
def parts(visit, upload):  # noqa: F811
    table = SEEN.assign(label=SEEN["label"].where(~BLOCKED))
    sent = upload(table.to_csv(index=False))
    data.open_data(sent, None)

    def of(*positives, costs=(20, 1), chosen=None, criterion=None, review=None):
        labels = {"verified_by": ["old", 0.9], "blind_positives": list(positives)}
        dataset, _, _ = data.open_data(sent | {"labels": labels}, None)
        assert dataset["blanks"]["given"]["blind_positives"] == positives
        analysis = analysis_of(dataset["token"], g.session)
        rows, _ = load_predictions(folder_of(dataset["token"], g.session) / PREDICTIONS)
        point, view = (
            OperatingPoint(chosen or analysis.file_prevalence, *costs),
            View(tuple(analysis.models), criterion=criterion, review=review),
        )
        return Parts(
            Request(point=point, view=view, crossfit=False),
            analysis,
            view,
            derived=DerivedResults.in_memory(rows.complete(), analysis),
            label_details=label_details(dataset),
            can_change=True,
        )

    return of


def text_of(elements):
    return json.dumps([each.node() for each in elements])


@pytest.mark.parametrize("chosen", [None, 0.05])
def test_bounds_stand_on_the_card_and_add_up(parts, chosen):
    found = parts(0.0, 1.0, chosen=chosen)
    bounds, amounts = found.blind_bounds, Amounts.at(found.request.point)
    assert bounds.rows == BLOCKED.sum()
    printed = ledger(found.scene.decision.best, found.request.point).total
    words = blind_words(bounds, printed, amounts)
    table = json.dumps(found.confusion.node())
    assert words.total in table
    assert words.amount in table

    def numbers(text):
        cleaned = text.replace("$", "").replace(",", "").replace("\N{MINUS SIGN}", "-")
        return [float(part) for part in cleaned.split(" to ")]

    sums = [numbers(printed)[0] + more for more in numbers(words.amount)]
    assert sums == pytest.approx(numbers(words.total))
    for end, text in zip((bounds.shown.low, bounds.shown.high), numbers(words.total)):
        assert text == pytest.approx(amounts.cases * end, rel=0.006)
    assert f"{bounds.rows} never looked at" in text_of(found.against)


def test_a_decision_that_depends_on_them_names_both_rules(parts):
    found = parts(0.0, 1.0)
    bounds = found.blind_bounds
    assert not bounds.settled
    headline = text_of(found.decision)
    assert len(bounds.either) > 1
    for rule in bounds.either:
        assert (rule.text or rule.call) in headline
    assert "that nobody looked at. Ledger: " in headline
    assert "chipw-warns" in text_of(found.against)
    assert "data-labels-blind" in text_of(found.against)


def test_a_settled_decision_is_an_ordinary_sentence(parts):
    found = parts(0.0, 0.0, chosen=0.1)  # all of them are negative
    assert found.blind_bounds.settled
    headline, against = text_of(found.decision), text_of(found.against)
    assert "Ledger: " not in headline
    assert "data-live" in headline
    assert "chipw-warns" not in against
    assert "The rule is the same whether" in against


def decision_json(found):
    labels = {"labels": found.label_details}
    report = found.request.report(found.derived, replace(Source("blind"), **labels))
    return decision_file(report)


@pytest.mark.parametrize("by", [None, FixedThreshold("new", 0.3)])
def test_the_rule_as_code_is_given_only_if_it_is_the_same_with_them(parts, by):
    found = parts(0.0, 0.0, chosen=0.1, criterion=by)
    assert found.blind_bounds.settled
    given = decision_json(found)
    assert given["rule"]["python"] == found.code
    assert "unsettled" not in given["rule"]
    assert given["data"]["verification"]["blind"]["settled"]


def test_an_open_rule_is_not_given_as_code(parts):
    found = parts(0.0, 1.0)
    given = decision_json(found)
    sentence = blind_sentence(found.blind_bounds, Amounts.at(found.request.point))
    assert found.code == f"# {sentence}"
    assert given["rule"]["unsettled"] == given["rule"]["words"] == sentence
    for name in ("python", "sql", "model", "threshold"):
        assert given["rule"][name] is None
    assert given["per_case"]["expected_cost"] is None
    blind = given["data"]["verification"]["blind"]
    assert [rule["low"] for rule in blind["rules"]] == [b.low for b in found.blind_bounds.rules]
    assert not blind["settled"]


@pytest.mark.parametrize("find", [0.5, 0.9])
def test_a_rule_of_a_limit_has_bounds_on_the_card(parts, find):
    found = parts(0.0, 1.0, criterion=LeastRecall(OperatingPoint(0.1, 20, 1), find))
    bounds = found.blind_bounds
    assert bounds.by_criterion is (found.scene.choice is not None)
    rule = found.summary.recommended
    assert (bounds.shown.model, bounds.shown.threshold) == (rule.model, rule.threshold)
    words = blind_words(
        bounds, ledger(rule, found.request.point).total, Amounts.at(found.request.point)
    )
    assert words.total in json.dumps(found.confusion.node())
    assert "bar-range" in text_of(found.against)


def test_a_review_zone_has_no_bounds_and_says_why(parts):
    found = parts(0.0, 1.0, review=ReviewTerms(0.1))
    assert found.summary.recommended.zone is not None
    assert found.blind_bounds is None
    why = "Bounds are given for one threshold, not for a review zone."
    assert why in text_of(found.against)
    rule = decision_json(found)["rule"]
    assert rule["python"] is None
    assert why in rule["unsettled"]
