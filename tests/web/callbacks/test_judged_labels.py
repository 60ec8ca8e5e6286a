"""Labels of a judge on the page: the role in the dialog, the card, the report and the JSON."""

import json
from dataclasses import replace

import numpy as np
import pytest
from flask import g

from costdash import cli
from costdash.core import OperatingPoint
from costdash.figures import View
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.storage.predictions import load_details, load_predictions
from costdash.report.card import BY_JUDGE, CORRECTED
from costdash.report.derived import DerivedResults
from costdash.report.html.page import report_html
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
