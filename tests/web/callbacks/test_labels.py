"""Rows without a label on the page: the question, an answer, and what the card then says."""

import json

import numpy as np
import pytest
from flask import g
from plotly.utils import PlotlyJSONEncoder

from costdash.core import OperatingPoint
from costdash.figures import View
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.storage.predictions import load_details, load_predictions
from costdash.report.blank_labels import labels_chip
from costdash.report.derived import DerivedResults
from costdash.report.request import Request
from costdash.report.sentences.blank_labels import WAITS, labels_note
from costdash.web.callbacks import data
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.store import folder_of
from costdash.web.stores.answer import Parts
from costdash.web.stores.labels import label_details
from tests.support.audited import audited
from tests.web.callbacks.test_data import upload  # noqa: F401  (a fixture)

EVERY, SEEN, LOOKED_AT = audited(np.random.default_rng(4), rows=2000)
RULE = {"verified_by": ["old", 0.9]}


@pytest.fixture
def sent(visit, upload):  # noqa: F811
    return upload(SEEN.to_csv(index=False))


def card(dataset, can_change=True, derived=False):
    analysis = analysis_of(dataset["token"], g.session)
    point = OperatingPoint(analysis.file_prevalence, 20, 1)
    view = View(tuple(analysis.models))
    details = label_details(dataset)
    parts = Parts(
        Request(point=point, view=view, crossfit=False),
        analysis,
        view,
        label_details=details,
        can_change=can_change,
        derived=in_memory(dataset, analysis) if derived else None,
    )
    return json.dumps([each.node() for each in parts.against])


def test_a_file_with_blank_labels_asks_and_offers_the_column_that_splits_them(sent):
    dataset, _, notices = data.open_data(sent, None)
    blanks = dataset["blanks"]
    assert "under-counted" not in json.dumps(notices, cls=PlotlyJSONEncoder, default=str)
    assert (blanks["rows"], blanks["of"], blanks["open"]) == ((~LOOKED_AT).sum(), 2000, True)
    first = blanks["columns"][0]
    assert first["name"] == "old"
    flagged = EVERY["old"] >= first["split"]["low"]
    assert not (flagged & ~LOOKED_AT).any()
    assert first["split"]["above"] == flagged.sum()
    assert first["split"]["looked_at"] == (LOOKED_AT & ~flagged).sum()
    assert not any("under-counted" in message for message in dataset["messages"])
    assert {"name": "group", "numeric": False, "split": None} in blanks["columns"]


def test_an_answer_counts_the_audit_and_another_takes_it_back(sent):
    dataset, _, _ = data.open_data(sent, None)
    counted, _, _ = data.open_data(sent | {"labels": RULE}, dataset)
    assert (counted["blanks"]["answer"], counted["blanks"]["open"]) == ("looked-at", False)
    assert (counted["blanks"]["column"], counted["blanks"]["low"]) == ("old", 0.9)
    assert counted["prevalence"] < dataset["prevalence"]
    rows, _ = load_predictions(folder_of(counted["token"], g.session) / PREDICTIONS)
    assert rows.verification is not None
    assert "Who was looked at" in json.dumps(data.summary(counted), cls=PlotlyJSONEncoder)
    out, _, _ = data.open_data(sent | {"labels": {"blanks": "leave-out"}}, counted)
    assert (out["blanks"]["answer"], out["prevalence"]) == ("leave-out", dataset["prevalence"])
    roles = load_details(folder_of(out["token"], g.session) / PREDICTIONS)["roles"]
    assert "verified_by" not in roles


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"verified_by": ["old", 7]}, "puts all rows into one group"),
        ({"verified_by": ["old", "x"]}, "must be numbers"),
        ({"verified_within": "nobody"}, "There is no column"),
    ],
)
def test_an_answer_that_cannot_be_right_changes_nothing(sent, answer, why):
    dataset, _, _ = data.open_data(sent, None)
    again, _, notices = data.open_data(sent | {"labels": answer}, dataset)
    assert why in notices[0]["message"]
    assert again["blanks"] == dataset["blanks"]


def test_the_columns_dialog_keeps_the_answer(sent):
    dataset, _, _ = data.open_data(sent, None)
    _, outline, _ = data.open_data(sent | {"labels": RULE}, dataset)
    assert data._further_inputs(outline)["verified_by"] == ("old", (0.9,))


def test_the_card_waits_for_the_answer_and_then_wears_a_chip(sent):
    dataset, _, _ = data.open_data(sent, None)
    waiting = card(dataset)
    assert WAITS in waiting
    assert "chipw-warns" in waiting
    counted, _, _ = data.open_data(sent | {"labels": RULE}, dataset)
    text = card(counted)
    assert f"Audit counted: {LOOKED_AT.sum():,} stand for 2,000" in text
    assert "data-labels-change" in text
    assert "chipw-warns" not in text
    assert "data-labels-change" not in card(counted, can_change=False)


def in_memory(dataset, analysis):
    rows, _ = load_predictions(folder_of(dataset["token"], g.session) / PREDICTIONS)
    return DerivedResults.in_memory(rows.complete(), analysis)


def test_the_account_behind_the_chip_says_which_cases_to_label_next(sent):
    dataset, _, _ = data.open_data(sent, None)
    assert "more cases, drawn at random" not in card(dataset, derived=True)
    counted, _, _ = data.open_data(sent | {"labels": RULE}, dataset)
    again = int((LOOKED_AT & (EVERY["old"] < 0.9)).sum())
    assert f"Label {again} more cases, drawn at random" in card(counted, derived=True)
    assert "more cases, drawn at random" not in card(counted)  # the rows are not at hand yet


def test_a_file_with_all_labels_has_no_chip(visit, upload):  # noqa: F811
    dataset, _, _ = data.open_data(upload(EVERY.to_csv(index=False)), None)
    assert "blanks" not in dataset
    analysis = analysis_of(dataset["token"], g.session)
    point = OperatingPoint(0.1, 20, 1)
    assert labels_note({}, analysis, point, None) is None
    assert labels_chip(None, {}) == []


def test_an_answer_can_be_taken_back(sent):
    dataset, _, _ = data.open_data(sent, None)
    assert "labels_before" not in dataset
    counted, _, _ = data.open_data(sent | {"labels": RULE}, dataset)
    assert counted["labels_before"] == {}
    out, _, _ = data.open_data(sent | {"labels": {"blanks": "coming"}}, counted)
    assert out["labels_before"] == {"verified_by": ["old", [0.9]]}
    undo = {"labels": out["labels_before"], "undoes": True}
    back, _, _ = data.open_data(sent | undo, out)
    assert back["labels_before"] is None
    assert back["blanks"] == counted["blanks"]
    undo = {"labels": counted["labels_before"], "undoes": True}
    first, _, _ = data.open_data(sent | undo, back)
    assert first["blanks"] == dataset["blanks"]


def test_viewers_of_a_link_see_the_groups_without_their_names(sent):
    dataset, _, _ = data.open_data(sent, None)
    counted, _, _ = data.open_data(sent | {"labels": RULE}, dataset)
    owned, seen = label_details(counted), label_details(counted | {"viewer": True})
    names = [[each["name"] for each in x["verification"]["strata"]] for x in (owned, seen)]
    assert names == [["old below 0.9", "old from 0.9"], ["group 1", "group 2"]]
    assert seen["blanks"] == owned["blanks"]
