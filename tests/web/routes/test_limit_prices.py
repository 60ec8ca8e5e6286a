"""POST /limits: the price of each limit, as the card says it once the limit is chosen."""

import pytest

from costdash.core.choose.criteria import CRITERIA, LimitedCost
from costdash.web.stores.answer import answer_question
from costdash.web.stores.question import Question

TOKEN = "sample-breast-cancer"
CONDITIONS = {"prior": 0.1, "cost_fn": 10.0, "cost_fp": 1.0}
VIEW = {"models": ["logistic", "forest"], "level": 0.95, "evaluation": "other"}


def ask(client, view=VIEW, **conditions):
    asked = {"token": TOKEN, "conditions": CONDITIONS | conditions, "view": view}
    return client.post("/limits", json=asked)


def card_words(server, criterion):
    """What the card says with the criterion chosen."""
    own = {"token": TOKEN, "revision": "1"}
    conditions = own | CONDITIONS | {"criterion": criterion}
    with server.test_request_context():
        told, _ = answer_question(Question.of(own, conditions, own | VIEW))
    return str(told["against"]) + str(told["confusion"])


def test_every_limit_has_the_price_that_the_card_says_once_it_is_chosen(client, server):
    found = ask(client).json
    kinds = [key for key, row in CRITERIA.items() if issubclass(row.type, LimitedCost)]
    assert [each["kind"] for each in found["limits"]] == kinds
    assert found["present"] is None
    priced = 0
    for each in found["limits"]:
        said = card_words(server, {"kind": each["kind"], "limit": each["limit"]})
        if each["words"] == "costs nothing":
            assert "costs nothing" in said
        elif each["words"].endswith(" more"):
            price = each["words"].removeprefix("costs ").removesuffix(" more")
            assert f"The limit costs {price} (95 %: " in said
            priced += 1
        else:
            assert "expected to cost nothing" in said
    assert priced


def test_the_limit_in_force_has_its_typed_value(client):
    found = ask(client, criterion={"kind": "min-recall", "limit": 0.95}).json
    assert found["present"] == "min-recall"
    limits = {each["kind"]: each for each in found["limits"]}
    assert limits["min-recall"]["limit"] == 0.95
    assert limits["min-recall"]["name"] == "At least 95 % of positives found"
    assert limits["max-flagged"]["name"] == "At most 20 % of all cases flagged"


def test_a_limit_of_all_cases_is_named_a_day_where_the_month_is_known(client):
    month = {"case_unit": {"cases": 45_656, "period": "month"}}
    limit = {"kind": "max-flagged", "limit": 100 * 365.25 / 12 / 45_656}
    limits = ask(client, criterion=limit, **month).json["limits"]
    names = {each["kind"]: each["name"] for each in limits}
    assert names["max-flagged"] == "At most 6.67 % of all cases flagged (100 a day)"
    assert names["max-alarms"] == "At most 10 % of negatives flagged"


def test_without_a_model_there_is_no_price(client):
    assert ask(client, VIEW | {"models": []}).json == {"limits": [], "present": None}


@pytest.mark.parametrize("asked", [{}, {"conditions": 3, "view": {}}, {"conditions": {}}])
def test_what_the_page_never_asks_is_refused(client, asked):
    assert client.post("/limits", json={"token": TOKEN} | asked).status_code == 400
    assert ask(client, prior=7).status_code == 400
    gone = {"token": "gone", "conditions": CONDITIONS, "view": VIEW}
    assert client.post("/limits", json=gone).status_code == 404


@pytest.mark.parametrize("limit", [0.9, 0.02], ids=["costs nothing", "binds"])
def test_a_review_is_left_out_while_a_limit_is_set(server, limit):
    own = {"token": TOKEN, "revision": "1"}
    review = {"price": 0.1}
    notes = []
    for criterion in (None, {"kind": "max-flagged", "limit": limit}):
        conditions = own | CONDITIONS | {"criterion": criterion, "review": review}
        with server.test_request_context():
            answer, _ = answer_question(Question.of(own, conditions, own | VIEW))
        notes.append((answer["review_state"]["note"], "Looked at" in str(answer["confusion"])))
    assert notes == [
        ("", True),
        ("The review is left out: a limit holds for one threshold.", False),
    ]
