"""Labels of a judge on the page: the role in the dialog, the card, the report and the JSON."""

import json
from dataclasses import replace
from html import unescape

import numpy as np
import pytest
from flask import g

from costdash import cli
from costdash.core import OperatingPoint
from costdash.core.folds.gold_labels import StatedJudge
from costdash.figures import View
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.storage.predictions import load_details, load_predictions
from costdash.report.card import BY_JUDGE, CORRECTED
from costdash.report.derived import DerivedResults
from costdash.report.html.page import report_html
from costdash.report.json.contract import report_fields
from costdash.report.report import Source
from costdash.report.request import Request
from costdash.web.callbacks import data
from costdash.web.page.dialogs import ROLES, filled, roles_of
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.store import folder_of
from costdash.web.stores.answer import Parts
from costdash.web.stores.labels import label_details
from tests.support.judged import judged
from tests.web.callbacks.test_data import upload  # noqa: F401  (a fixture)

COLUMNS = {"label": "judge", "positive": "1", "scores": ["rf", "nb"], "gold": "person"}


@pytest.fixture
def dataset(visit, upload):  # noqa: F811
    table, _ = judged(np.random.default_rng(3))
    sent = upload(table.to_csv(index=False))
    data.open_data(sent, None)
    found, _, sentence = data.reread(sent["token"], COLUMNS)
    assert not sentence
    return found


def parts_of(dataset, costs=(10, 2)):
    analysis = analysis_of(dataset["token"], g.session)
    rows, _ = load_predictions(folder_of(dataset["token"], g.session) / PREDICTIONS)
    derived = DerivedResults.in_memory(rows.complete(), analysis)
    analysis = analysis.with_crossfits(derived.crossfits(tuple(analysis.models)))
    point, view = OperatingPoint(analysis.file_prevalence, *costs), View(tuple(analysis.models))
    request = Request(point=point, view=view)
    return Parts(request, analysis, view, derived=derived, label_details=label_details(dataset))


def test_the_card_says_what_checked_labels_say(dataset, tmp_path, capsys):
    parts = parts_of(dataset)
    found = parts.gold_cost
    against, ledger = (
        json.dumps(x, default=lambda e: e.node()) for x in (parts.against, parts.confusion)
    )
    assert CORRECTED in against
    assert f"Labels by a judge, {found.gold_rows} checked" in against
    assert "chipw-warns" not in against
    assert [label in against for label in ("Corrected", "Judge alone", "Checked alone")] == [
        True
    ] * 3
    assert BY_JUDGE in ledger
    table, _ = judged(np.random.default_rng(3))
    path = tmp_path / "judged.csv"
    table.to_csv(path, index=False)
    words = ["--label", "judge", "--score", "rf", "--score", "nb", "--gold", "person"]
    assert (
        cli.main(["analyse", str(path), *words, "--cost-fn", "10", "--cost-fp", "2", "--json"]) == 0
    )
    labels = json.loads(capsys.readouterr().out)["labels"]
    assert (labels["cost"], labels["low"], labels["high"]) == (found.cost, found.low, found.high)


def test_too_few_checked_cases_are_a_warning(dataset):
    parts = parts_of(dataset)
    rows = parts.derived._cached("none", (), lambda rows: rows)
    few = replace(rows, gold=np.where(np.arange(rows.rows) < 60, rows.gold, np.nan))
    text = json.dumps(
        [
            e.node()
            for e in replace(parts, derived=DerivedResults.in_memory(few, parts.analysis)).against
        ]
    )
    assert "Judge's labels, not corrected" in text
    assert "at least 20 are needed" in text
    assert "chipw-warns" in text


def test_the_dialog_of_columns_has_the_role(dataset):
    outline = data.stored_outline(dataset)
    boxes = filled(outline)
    values = boxes[3 : 3 + 2 * len(ROLES) : 2]
    assert dict(zip(ROLES, values))["gold"] == "person"
    assert roles_of(values)["gold"] == "person"


def test_the_report_has_the_bars_and_the_sentence(dataset):
    parts = parts_of(dataset)
    details = load_details(folder_of(dataset["token"], g.session) / PREDICTIONS)
    report = parts.request.report(parts.derived, Source.of_details("judged", details))
    page = report_html(report)
    assert "corrected by checked ones" in page
    assert f"with {parts.gold_cost.gold_rows} checked cases it is" in page


def test_the_sample_of_judged_answers_has_a_chip(visit):
    dataset, _, _ = data.open_data({"token": "sample-judged-answers"}, None)
    assert label_details(dataset) == {"gold": {"rows": 500, "of": 5000}}
    audited, _, _ = data.open_data({"token": "sample-card-fraud-audited"}, None)
    strata = label_details(audited)["verification"]["strata"]
    assert sum(each["rows"] for each in strata) == 30_000


@pytest.fixture
def unchecked(visit, upload):  # noqa: F811
    """A judge's labels that nobody checked."""
    table, _ = judged(np.random.default_rng(3), follows=False)
    sent = upload(table.drop(columns="person").to_csv(index=False))
    data.open_data(sent, None)
    found, _, sentence = data.reread(sent["token"], COLUMNS | {"gold": None})
    assert not sentence
    return found, table.drop(columns="person")


def stated_parts(dataset, judge, costs=(10, 2)):
    parts = parts_of(dataset, costs)
    request = replace(parts.request, judge=StatedJudge(*judge))
    return replace(parts, request=request)


def words_of(element):
    return json.dumps(element, default=lambda e: e.node())


def test_stated_error_rates_are_those_of_the_command_line(unchecked, tmp_path, capsys):
    dataset, table = unchecked
    parts, path = stated_parts(dataset, (0.95, 0.9)), tmp_path / "judged.csv"
    table.to_csv(path, index=False)
    words = ["--label", "judge", "--score", "rf", "--score", "nb", "--judge", "0.95", "0.9"]
    assert (
        cli.main(["analyse", str(path), *words, "--cost-fn", "10", "--cost-fp", "2", "--json"]) == 0
    )
    judge = json.loads(capsys.readouterr().out)["judge"]
    found = parts.stated_cost
    assert (judge["cost"], judge["share"], judge["rule"]) == (
        found.cheapest.cost,
        found.share,
        found.cheapest.words,
    )
    assert judge["recommended"]["cost"] == found.recommended.cost
    against = words_of(parts.against)
    assert "If the judge finds 95 % of positives and clears 90 % of negatives" in against
    assert found.cheapest.words.removeprefix("rf >= ") in against
    assert BY_JUDGE in words_of(parts.confusion)
    roc = {trace["uid"]: trace for trace in parts.figures["roc"].data}
    assert roc["segment"]["name"] == "true labels"
    details = load_details(folder_of(dataset["token"], g.session) / PREDICTIONS)
    report = parts.request.report(parts.derived, Source.of_details("judged", details))
    assert judge["sentence"] in unescape(report_html(report))
    assert report_fields(report)["judge"] == judge


def test_error_rates_that_cannot_be_are_said_in_one_sentence(unchecked):
    parts = stated_parts(unchecked[0], (0.9, 0.3))
    text = words_of(parts.against)
    assert "chipw-warns" in text
    assert "The stated error rates of the judge are not used: these error rates cannot be" in text
    assert "segment" not in {trace["uid"] for trace in parts.figures["roc"].data}
    assert words_of(parts.confusion) == words_of(parts_of(unchecked[0]).confusion)


def test_checked_cases_need_no_stated_error_rates(dataset):
    assert dataset["gold"]
    parts = stated_parts(dataset, (0.95, 0.9))
    assert parts.stated_cost is None
    assert CORRECTED in words_of(parts.against)
