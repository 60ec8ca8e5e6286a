"""Downloads: contents, file names, and who gets them. JSON and CSV: test_same_everywhere."""

import csv
import io

import pytest

from costdash.intake.samples import load_sample
from costdash.web.session import random_token

SAMPLE = "sample-breast-cancer"
POINT = {"prior": 0.1, "cost_fn": 10, "cost_fp": 1}
CONDITIONS = {"prior": 0.1, "cost_fn": 100, "cost_fp": 10}
VIEW = {"models": ["forest", "logistic"], "level": 0.9}
RANGES = {"prior": [0.05, 0.2], "cost_fn": [50, 200], "cost_fp": [10, 10]}
THRESHOLDS = {"token": SAMPLE, "model": "forest", "conditions": POINT}
REPORT = {"token": SAMPLE, "conditions": CONDITIONS, "view": VIEW}


def thresholds(client, **changes):
    return client.post("/export/thresholds", json=THRESHOLDS | changes)


def report(client, **changes):
    return client.post("/export/report", json=REPORT | changes)


def test_the_csv_has_a_row_for_every_threshold(client):
    answer = thresholds(client)
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    scores = load_sample("breast-cancer")[0].scores["forest"]
    assert len(rows) == len(set(scores.tolist())) + 1
    assert answer.mimetype == "text/csv"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="thresholds-forest.csv"'
    assert answer.headers["Cache-Control"] == "no-store"


def test_file_names_contain_letters_and_digits_of_model_names_only(client, add_dataset):
    token = add_dataset(client.get_cookie("costdash-session").value)
    answer = thresholds(client, token=token, model="b <i>")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="thresholds-b-i.csv"'


@pytest.mark.parametrize("download", [thresholds, report])
def test_foreign_and_unknown_tokens_get_the_same_answer(client, add_dataset, session, download):
    tokens = (add_dataset(session), random_token(), None, [])
    answers = [download(client, token=token) for token in tokens]
    assert {(a.status_code, a.text) for a in answers} == {(404, answers[0].text)}


@pytest.mark.parametrize(
    "changes",
    [
        {"model": "none"}, {"model": None}, {"model": []}, {"conditions": None},
        *({"conditions": POINT | odd} for odd in (
            {"prior": 0}, {"prior": 2}, {"prior": "x"}, {"prior": None}, {"prior": []},
            {"cost_fn": -1}, {"cost_fp": 1e999}, {"cost_fn": 10**400},
        )),
    ],
    ids=str,
)  # fmt: skip
def test_thresholds_of_invalid_requests_are_rejected(client, changes):
    assert thresholds(client, **changes).status_code == 400


def test_downloads_cannot_be_requested_by_address(client):
    assert client.get("/export/thresholds", query_string=THRESHOLDS).status_code == 404


def test_the_report_is_one_html_file_with_what_the_page_shows(client):
    more = {
        "ranges": RANGES,
        "criterion": {"kind": "fpr", "limit": 0.1},
        "scenarios": [CONDITIONS | {"name": "Rural <i>"}],
    }
    answer = report(client, conditions=CONDITIONS | more)
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="costdash-')
    for expected in (
        "the prior is anything from 5 % to 20 %",
        "flag at most 10 % of negatives",
        "Rural &lt;i&gt;",
        "90 %",
    ):
        assert expected in answer.text
    assert "neighbours" not in answer.text.split("<script")[0]


def test_the_report_has_the_title_and_the_note_that_were_typed(client):
    page = report(client, title="Which <b>?", note="From finance\n\nIn March").text
    for expected in (
        '<b class="title">Which &lt;b&gt;?</b>',
        '<p class="own-note">From finance</p><p class="own-note">In March</p>',
        "<title>Which &lt;b&gt;?: costdash report</title>",
    ):
        assert expected in page
    long = report(client, title="a" * 5000, note=["x"] * 3000).text
    assert "a" * 201 not in long.split("<main")[0]


def test_the_report_of_an_upload_is_named_after_its_file(client, add_dataset):
    token = add_dataset(client.get_cookie("costdash-session").value)
    answer = report(client, token=token, view={"models": ["a"], "level": 0.95})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="costdash-file.html"'
    assert "file.csv" in answer.text


@pytest.mark.parametrize(
    "changes",
    [
        {"conditions": None},
        {"conditions": {}},
        {"view": []},
        {"conditions": CONDITIONS | {"ranges": 7}},
        {"conditions": CONDITIONS | {"criterion": {}}},
        {"conditions": CONDITIONS | {"scenarios": [1]}},
    ],
    ids=str,
)
def test_reports_of_invalid_requests_are_rejected(client, changes):
    assert report(client, **changes).status_code == 400


def test_a_typed_currency_is_that_of_report_rule_and_json(client):
    asked = REPORT | {"conditions": CONDITIONS | {"currency": "€5"}}
    page = client.post("/export/report", json=asked).text
    assert "€100" in page
    assert "$100" not in page
    words = client.post("/export/decision", json=asked).get_json()["rule"]["words"]
    assert "€" in words
    assert "$" not in words
    assert client.post("/export/json", json=asked).get_json()["amounts"]["currency"] == "€"
