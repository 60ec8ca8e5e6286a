"""Tables leave the server for their owner only, in full, and safe to open."""

import csv
import io

import pytest

from costdash.intake.samples import load_sample

ASKED = {
    "token": "sample-breast-cancer",
    "model": "forest",
    "prior": 0.1,
    "cost_fn": 10,
    "cost_fp": 1,
}


def ask(client, **changes):
    return client.post("/export/thresholds", json=ASKED | changes)


def test_every_threshold_is_there(client):
    answer = ask(client)
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    scores = load_sample("breast-cancer")[0].scores["forest"]
    assert len(rows) == len(set(scores.tolist())) + 1
    assert answer.mimetype == "text/csv"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="thresholds-forest.csv"'
    assert answer.headers["Cache-Control"] == "no-store"


def test_names_from_data_stay_out_of_headers(client, keep):
    token = keep(client.get_cookie("costdash-session").value)
    answer = ask(client, token=token, model="b <i>")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="thresholds-b-i.csv"'


def test_a_stranger_gets_the_answer_of_unknown_tokens(app, client, keep, session):
    answers = [
        ask(client, token=keep(session)),
        ask(client, token="x" * 43),
        ask(client, token=None),
    ]
    assert {(a.status_code, a.text) for a in answers} == {(404, answers[0].text)}


@pytest.mark.parametrize(
    "changes",
    [
        {"model": "none"}, {"model": None}, {"model": []}, {"prior": 0}, {"prior": 2},
        {"prior": "x"},
        {"prior": None}, {"prior": []}, {"cost_fn": -1}, {"cost_fp": 1e999}, {"cost_fn": 10**400},
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_made_is_refused(client, changes):
    assert ask(client, **changes).status_code == 400


@pytest.mark.parametrize("body", ["", "[]", "{", "null", '"x"'])
def test_odd_bodies_are_refused(client, body):
    answer = client.post("/export/thresholds", data=body, content_type="application/json")
    assert answer.status_code == 404


def test_the_token_is_never_part_of_an_address(client):
    assert client.get("/export/thresholds", query_string=ASKED).status_code == 404
