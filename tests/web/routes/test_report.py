"""The report leaves the server for the owner only, and says what the page says."""

import pytest

from costdash.web.session import random_token

CONDITIONS = {"prior": 0.1, "cost_fn": 100, "cost_fp": 10}
VIEW = {"models": ["forest", "logistic"], "level": 0.9}
ASKED = {"token": "sample-breast-cancer", "conditions": CONDITIONS, "view": VIEW}
RANGES = {"prior": [0.05, 0.2], "cost_fn": [50, 200], "cost_fp": [10, 10]}


def ask(client, **changes):
    return client.post("/export/report", json=ASKED | changes)


def test_one_html_file_with_what_the_page_shows(client):
    more = {
        "ranges": RANGES,
        "criterion": {"kind": "fpr", "limit": 0.1},
        "scenarios": [CONDITIONS | {"name": "Rural <i>"}],
    }
    answer = ask(client, conditions=CONDITIONS | more)
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="costdash-')
    for said in (
        "While 5 % to 20 % of cases are positive",
        "false positive rate of at most 10 %",
        "Rural &lt;i&gt;",
        "90 %",
    ):
        assert said in answer.text
    assert "neighbours" not in answer.text.split("<script")[0]


def test_an_upload_is_told_by_its_name(client, keep):
    token = keep(client.get_cookie("costdash-session").value)
    answer = ask(client, token=token, view={"models": ["a"], "level": 0.95})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="costdash-file.html"'
    assert "file.csv" in answer.text


def test_a_stranger_gets_the_answer_of_unknown_tokens(client, keep, session):
    answers = [ask(client, token=token) for token in (keep(session), random_token(), None, [])]
    assert {(a.status_code, a.text) for a in answers} == {(404, answers[0].text)}


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
def test_what_cannot_be_made_is_refused(client, changes):
    assert ask(client, **changes).status_code == 400
