"""POST /answer: what it returns, and which requests it rejects."""

import json

import pytest

from costdash.figures import PANELS
from costdash.web.security.schemas import matches_type
from costdash.web.wire import Answer

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


def parts(answer):
    """The attributes of all elements and components inside an answer, with their namespaces."""
    if isinstance(answer, dict):
        found = [(answer["namespace"], answer["props"])] if "namespace" in answer else []
        return found + [part for value in answer.values() for part in parts(value)]
    if not isinstance(answer, list):
        return []
    inner = [part for value in answer for part in parts(value)]
    is_element = [type(part) for part in answer] == [str, dict, list]
    return [("element", answer[1]), *inner] if is_element else inner


def test_the_answer_repeats_the_sequence_numbers_of_the_request(client):
    answer = ask(client)
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert (answer.json["conditions_seq"], answer.json["view_seq"]) == (7, 8)
    assert answer.json["figures"].keys() == {panel.id for panel in PANELS}
    assert answer.json["live"]["revision"] == "1"


def test_curves_that_the_page_has_are_not_sent_again(client):
    first = ask(client).json
    moved = GOOD | {"conditions": GOOD["conditions"] | {"prior": 0.2}}
    whole, changes = (
        ask(client, moved).json,
        ask(client, moved | {"live_key": first["live_key"]}).json,
    )
    assert changes == {name: part for name, part in whole.items() if name != "live"}
    fewer = GOOD | {"view": GOOD["view"] | {"models": ["forest"]}}
    assert "live" in ask(client, fewer | {"live_key": first["live_key"]}).json
    assert ask(client, GOOD | {"live_key": 1}).status_code == 400


def test_the_answer_is_of_the_type_that_the_scripts_are_told(client):
    held = {"model": "forest", "index": 3, "text": None}
    ranges = {"prior": [0.05, 0.2], "cost_fn": [5, 20], "cost_fp": [1, 1]}
    criterion = {"kind": "fpr", "limit": 0.1, "sure": False}
    for view, conditions in (
        ({}, {}),
        ({"models": []}, {}),
        ({"today": held, "trial": held, "axis": "threshold"}, {"ranges": ranges}),
        ({"evaluation": "other"}, {"criterion": criterion}),
    ):
        stores = {"view": GOOD["view"] | view, "conditions": GOOD["conditions"] | conditions}
        answer = ask(client, GOOD | stores | {"wait": True}).json
        assert matches_type(answer, Answer)
        assert answer.keys() == Answer.__annotations__.keys()


def test_cross_fitted_costs_come_in_a_second_answer_that_waits_for_them(client):
    folds = GOOD | {"view": GOOD["view"] | {"evaluation": "other"}}
    same = ask(client, GOOD | {"view": GOOD["view"] | {"evaluation": "same"}}).json
    first = ask(client, folds).json
    assert (first["refining"], same["refining"]) == (True, False)
    assert first["spoken"] == same["spoken"]
    assert "data-refining" in str(first["confusion"])
    second = ask(client, folds | {"wait": True}).json
    assert not second["refining"]
    assert "data-refining" not in str(second["confusion"])
    assert second["spoken"] != same["spoken"]
    moved = GOOD["conditions"] | {"cost_fn": 12}
    third = ask(client, folds | {"conditions": moved}).json
    assert not third["refining"]
    assert third == ask(client, folds | {"conditions": moved, "wait": True}).json


def test_the_answer_holds_plain_html_elements_only(client):
    """A script creates them; components with behaviour of their own would need dash."""
    conditions = GOOD["conditions"] | {
        "ranges": {"prior": [0.05, 0.2], "cost_fn": [5, 20], "cost_fp": [1, 1]},
        "scenarios": [GOOD["conditions"] | {"name": "Rural"}],
    }
    answer = ask(client, GOOD | {"conditions": conditions}).json
    components = [
        part
        for name in (
            "decision",
            "against",
            "rules_table",
            "confusion",
            "notes",
            "today_note",
            "scenarios",
        )
        for part in parts(answer[name])
    ]
    assert len(components) > 50
    assert {namespace for namespace, _ in components} == {"dash_html_components", "element"}
    ids = {attributes["id"] for _, attributes in components if "id" in attributes}
    assert all(name.startswith("ask-") for name in ids)  # what the questions of the ledger open
    assert not any("n_clicks" in attributes for _, attributes in components)
    assert not any(name.startswith("on") for _, attributes in components for name in attributes)


def test_an_unknown_data_set_gets_a_notice(client):
    unknown = {"token": "x" * 43, "revision": "1"}
    answer = ask(client, {name: store | unknown for name, store in GOOD.items()}).json
    assert answer.keys() == {"notices"}
    assert answer["notices"][0]["message"]
    assert ask(client, GOOD | {"view": None}).json == {}


@pytest.mark.parametrize("tiny", [1e-15, 1e-16, 1e-300, 1e-320])
@pytest.mark.parametrize("cost", [1, 1e-30, 1e30, 1e-300, 1e300, 10**400])
def test_extreme_numbers_get_an_answer_or_a_notice(client, tiny, cost):
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
def test_a_boolean_is_not_accepted_as_an_index(client, index):
    held = {"model": "forest", "index": index, "text": ""}
    for name in ("trial", "today"):
        assert ask(client, GOOD | {"view": GOOD["view"] | {name: held}}).status_code == 400


@pytest.mark.parametrize(
    "body",
    [
        GOOD | {"conditions": GOOD["conditions"] | {"prior": True}},
        None,
        [],
        {},
        GOOD | {"more": None},
        GOOD | {"wait": 1},
        {"dataset": None, "conditions": None},
        GOOD | {"view": []},
        GOOD | {"view": {"models": [1], "level": 0.95}},
        GOOD | {"conditions": {"prior": "0.1", "cost_fn": 1, "cost_fp": 1}},
        GOOD | {"conditions": GOOD["conditions"] | {"prior": float("nan")}},
        GOOD | {"conditions": GOOD["conditions"] | {"more": DEEP}},
        GOOD | {"dataset": {"token": "sample-breast-cancer"}},
        GOOD | {"conditions": GOOD["conditions"] | {"ranges": {"prior": [0.1, 0.2]}}},
        GOOD | {"conditions": GOOD["conditions"] | {"scenarios": [{"name": "Rural"}]}},
        GOOD | {"conditions": GOOD["conditions"] | {"weighting": {"a": "2", "b": 5}}},
        GOOD | {"conditions": GOOD["conditions"] | {"case_unit": [100]}},
        GOOD | {"view": GOOD["view"] | {"modes": "gains"}},
        GOOD | {"view": GOOD["view"] | {"today": {"model": "forest", "index": "3"}}},
    ],
)
def test_invalid_stores_are_rejected(client, body):
    answer = ask(client, body)
    assert answer.status_code == 400
    assert answer.json["error"]


def test_the_request_guard_applies(client):
    assert ask(client, headers={"Origin": "http://evil.example"}).status_code == 403
    text = json.dumps(GOOD)
    assert client.post("/answer", data=text, content_type="text/plain").status_code == 400
    assert client.get("/answer").status_code in (404, 405)
    huge = GOOD | {"view": GOOD["view"] | {"more": "x" * 2**21}}
    assert ask(client, huge).status_code == 413
