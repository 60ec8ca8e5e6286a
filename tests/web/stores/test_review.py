"""The review zone on the page: its answer, and what its store may hold."""

import pytest
from dash import no_update

from costdash.core import OperatingPoint, ReviewTerms, decide_review
from costdash.web.storage.analyses import analysis_of
from costdash.web.stores import answer
from costdash.web.stores.question import Question
from costdash.web.stores.read import Unreadable, review_of
from tests.support.page_texts import texts

TOKEN = "sample-breast-cancer"
OWN = {"token": TOKEN, "revision": "1"}


@pytest.fixture
def analysis(visit):
    return analysis_of(TOKEN, visit)


@pytest.fixture
def ask(analysis, settings):
    def ask(review=None, **others):
        conditions = {"prior": 0.2, "cost_fn": 20.0, "cost_fp": 4.0, "review": review, **others}
        view = {"models": list(analysis.models), "level": 0.95, "evaluation": "other"}
        asked = OWN | conditions | {"seq": 3}, OWN | view | {"seq": 4}
        told, said = answer.answer_question(Question.of(OWN, *asked))
        assert said is no_update
        return told

    return ask


def words(element):
    return "".join(texts(element))


def test_the_card_is_that_of_the_zone_and_the_chips_add_up(ask):
    told = ask({"price": 0.5})
    assert told["review_state"]["pays"]
    assert told["review_state"]["limit_price"] == pytest.approx(20 * 4 / 24)
    assert "look from" in words(told["decision"])
    assert "Looked at" in words(told["confusion"])
    assert "against one threshold" in words(told["against"])
    assert "A review pays up to $3.33." in words(told["against"])
    assert told["code"].startswith("numpy.where(")
    assert told["zone"]["price"] == 0.5
    assert told["bars"]["review"]["price"] == pytest.approx(0.5)
    best = min(told["models"], key=lambda model: model["nec"])
    assert best["more"] == ""
    assert best["name"] == told["best"]["model"]


def test_without_a_review_nothing_changes_and_a_dear_review_says_why(ask):
    plain, dear = ask(), ask({"price": 9.0})
    assert plain["review_state"] is plain["zone"] is None
    assert dear["review_state"]["note"] == "A review at $9 does not pay: up to $3.33."
    assert texts(dear["confusion"]) == texts(plain["confusion"])
    assert dear["models"] == plain["models"]


def test_scripts_wait_for_the_server_under_a_capacity(ask):
    limited = ask({"price": 0.5, "capacity": 0.05})
    assert limited["zone"] is None
    assert "look from" in words(limited["decision"])


def test_the_zone_of_the_page_is_that_of_python(ask, analysis):
    told = ask({"price": 0.5, "sensitivity": 0.95, "specificity": 0.9}, touched=True)
    rates = told["bars"]
    review = decide_review(analysis, OperatingPoint(0.2, 20, 4), ReviewTerms(0.5, 0.95, 0.9))
    if review.zone.model == told["best"]["model"]:
        assert rates["fpr"] == pytest.approx(review.zone.rates.fpr)
        assert rates["review"]["share"] == pytest.approx(review.zone.rates.reviewed(0.2))


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"price": -1},
        {"price": "x"},
        {"price": 1, "sensitivity": 2},
        {"price": 1, "sensitivity": 0.5, "specificity": 0.5},
        {"price": 1, "capacity": 3},
        {"price": float("inf")},
    ],
)
def test_a_review_that_the_page_never_writes_is_unreadable(given):
    with pytest.raises(Unreadable):
        review_of({"review": given})
    assert review_of({}) is None


def test_thresholds_that_the_user_sets_are_those_of_the_card_and_of_the_scripts(ask):
    model = ask({"price": 0.5})["best"]["model"]
    between = {"model": model, "low": 0.1, "high": 0.7}
    answer = ask({"price": 0.5, "between": between})
    assert answer["zone"]["between"] == {"low": 0.1, "high": 0.7}
    assert answer["zone"]["tuned"]["tie"]
    assert set(answer["zone"]["choosing"]) == {"fpr", "tpr", "share"}
    assert answer["review_state"]["note"] == ""
    open_ended = ask({"price": 0.5, "between": {**between, "high": None}})
    assert open_ended["zone"]["between"]["high"] is None
    assert (
        ask({"price": 0.5, "between": {**between, "model": "no such"}})["zone"]["between"] is None
    )


@pytest.mark.parametrize(
    "between", [{"model": "a", "low": 2, "high": 1}, {"model": "a"}, {"model": "a", "low": "x"}, 3]
)
def test_thresholds_that_the_page_never_sets_are_unreadable(between):
    with pytest.raises(Unreadable):
        review_of({"review": {"price": 1, "between": between}})


def test_the_presentation_names_both_thresholds_and_what_its_limits_are_of(ask):
    told = ask({"price": 0.5})
    zone, *others = told["rules"]
    assert float(zone["look_from"]) < float(zone["text"])
    assert [rule["look_from"] for rule in others] == [None] * len(others)
    assert told["bars"]["saving_limits"].startswith("Against one threshold 95 %: ")
    assert ask()["bars"]["saving_limits"].startswith("95 %: ")
