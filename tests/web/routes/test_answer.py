"""The question of the page and its answer, as they go over the wire."""

import json

import pytest

OWN = {"token": "sample-breast-cancer", "revision": "1"}
DATASET = OWN | {"name": "a", "rows": 1, "positives": 1, "prevalence": 0.5, "models": []}
GOOD = {
    "dataset": DATASET | {"messages": []},
    "conditions": OWN | {"prior": 0.1, "cost_fn": 10, "cost_fp": 1, "seq": 7},
    "view": OWN | {"models": ["forest", "logistic"], "level": 0.95, "seq": 8},
}
DEEP = json.loads("[" * 30 + "]" * 30)


def ask(client, body=GOOD, **kwargs):
    return client.post("/answer", json=body, **kwargs)


def parts(told):
    """Everything in it that stands for an element."""
    if isinstance(told, dict):
        found = [told] if told.keys() >= {"type", "namespace"} else []
        return found + [part for value in told.values() for part in parts(value)]
    return [part for value in told for part in parts(value)] if isinstance(told, list) else []


def test_the_answer_says_which_question_it_answers(client):
    answer = ask(client)
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert (answer.json["conditions_seq"], answer.json["view_seq"]) == (7, 8)
    assert answer.json["figures"].keys() == {"roc", "pr", "cost", "strip"}
    assert answer.json["live"]["revision"] == "1"


def test_a_script_can_make_all_that_is_said(client):
    """Plain elements only: whatever has behaviour of its own needs dash."""
    conditions = GOOD["conditions"] | {
        "ranges": {"prior": [0.05, 0.2], "cost_fn": [5, 20], "cost_fp": [1, 1]},
        "scenarios": [GOOD["conditions"] | {"name": "Rural"}],
    }
    told = ask(client, GOOD | {"conditions": conditions}).json
    said = [
        part
        for name in ("decision", "calls", "confusion", "notes", "pin", "scenarios")
        for part in parts(told[name])
    ]
    assert len(said) > 50
    assert {part["namespace"] for part in said} == {"dash_html_components"}
    assert not any({"id", "style", "n_clicks"} & part["props"].keys() for part in said)


def test_what_cannot_be_answered_is_said_in_a_sentence(client):
    gone = {"token": "x" * 43, "revision": "1"}
    told = ask(client, {name: store | gone for name, store in GOOD.items()}).json
    assert told.keys() == {"notices"}
    assert told["notices"][0]["message"]
    assert ask(client, GOOD | {"view": None}).json == {}


@pytest.mark.parametrize("tiny", [1e-15, 1e-16, 1e-300, 1e-320])
@pytest.mark.parametrize("cost", [1, 1e-30, 1e30, 1e-300, 1e300, 10**400])
def test_extremes_are_answered_or_said_in_a_sentence(client, tiny, cost):
    asked = GOOD["conditions"]
    point = {"prior": tiny, "cost_fn": cost, "cost_fp": 1}
    ranges = [
        {"prior": [tiny, 0.999], "cost_fn": [cost, cost], "cost_fp": [1, 1]},
        {"prior": [0.1, 1 - 1e-15], "cost_fn": [1, 1e300], "cost_fp": [1e-300, 1]},
        {"prior": [0.1, 1 - 1e-15], "cost_fn": [1, 1e30], "cost_fp": [1e-30, 1]},
    ]
    sane = tiny == 1e-15 and 1e-30 <= cost <= 1e30
    answer = ask(client, GOOD | {"conditions": asked | point})
    if cost == 10**400:
        assert answer.status_code == 400
        return
    assert ("figures" in answer.json) is sane
    for extreme in ({"ranges": given} for given in ranges):
        answer = ask(client, GOOD | {"conditions": asked | extreme})
        assert answer.status_code == 200
        assert len(answer.json["figures"] if "figures" in answer.json else answer.json["notices"])
    answer = ask(client, GOOD | {"conditions": asked | {"scenarios": [point | {"name": "far"}]}})
    assert ("figures" in answer.json) is sane


@pytest.mark.parametrize("index", [True, False])
def test_a_truth_value_is_no_index(client, index):
    held = {"model": "forest", "index": index, "text": ""}
    told = ask(client, GOOD | {"view": GOOD["view"] | {"chosen": held, "pin": held}}).json
    assert "None pinned" in str(told["pin"])


@pytest.mark.parametrize(
    "body",
    [
        GOOD | {"conditions": GOOD["conditions"] | {"prior": True}},
        None,
        [],
        {},
        GOOD | {"more": None},
        {"dataset": None, "conditions": None},
        GOOD | {"view": []},
        GOOD | {"view": {"models": [1], "level": 0.95}},
        GOOD | {"conditions": {"prior": "0.1", "cost_fn": 1, "cost_fp": 1}},
        GOOD | {"conditions": GOOD["conditions"] | {"prior": float("nan")}},
        GOOD | {"conditions": GOOD["conditions"] | {"more": DEEP}},
        GOOD | {"dataset": {"token": "sample-breast-cancer"}},
    ],
)
def test_what_the_page_would_not_ask_is_refused(client, body):
    answer = ask(client, body)
    assert answer.status_code == 400
    assert answer.json["error"]


def test_the_question_is_guarded_like_every_other(client):
    assert ask(client, headers={"Origin": "http://evil.example"}).status_code == 403
    text = json.dumps(GOOD)
    assert client.post("/answer", data=text, content_type="text/plain").status_code == 400
    assert client.get("/answer").status_code in (404, 405)
    huge = GOOD | {"view": GOOD["view"] | {"more": "x" * 2**21}}
    assert ask(client, huge).status_code == 413
