"""Cross-fitted costs on the page."""

import re

import numpy as np
import pytest
from dash import html

from costdash.core import Predictions
from costdash.core.sample.groups import Groups
from costdash.intake.storage.predictions import save_predictions
from costdash.web.routes.download import report_of
from costdash.web.stores import answer
from costdash.web.stores.crossfit import FEW_ROWS, ROWS_STAY
from costdash.web.stores.question import Question
from tests.support.page_texts import texts

POINT = {"prior": 0.1, "cost_fn": 10.0, "cost_fp": 1.0}


@pytest.fixture
def one_fold(store, visit):
    """The token of a data set with all its positives in one fold."""
    is_positive = np.arange(60) % 6 == 0
    rows = Predictions(
        is_positive=is_positive,
        scores={"a": np.random.default_rng(0).normal(is_positive * 2)},
        fold=is_positive.astype(int),
    )
    token, folder = store.begin(visit, 0)
    save_predictions(folder / "predictions", rows, {})
    store.finish(folder, visit, "file.csv", 0)
    return token


def test_with_too_few_rows_costs_are_those_of_the_same_rows(one_fold, settings):
    def ask(evaluation, wait=True):
        own = {"token": one_fold, "revision": "1", "seq": 1}
        view = own | {"models": ["a"], "level": 0.95, "evaluation": evaluation}
        told, _ = answer.answer_question(Question.of(own, own | POINT, view), wait)
        return told, str(told["confusion"])

    assert ask("other", wait=False)[0]["refining"]
    (folds, said), (same, _) = ask("other"), ask("same")
    assert folds["spoken"] == same["spoken"]
    assert FEW_ROWS in said
    assert not ask("other", wait=False)[0]["refining"]


def test_over_a_table_costs_are_those_of_the_same_rows(store, visit, settings):
    rng = np.random.default_rng(0)
    groups = Predictions(
        is_positive=np.arange(40) % 2 == 0,
        scores={"a": rng.normal(size=40)},
        groups=Groups(rng.integers(1, 9, 40)),
    )
    token, folder = store.begin(visit, 0)
    save_predictions(folder / "predictions", groups, {})
    store.finish(folder, visit, "table", 0)
    own = {"token": token, "revision": "1", "seq": 1}
    view = own | {"models": ["a"], "level": 0.95, "evaluation": "other"}
    told, _ = answer.answer_question(Question.of(own, own | POINT, view))
    card = str(told["confusion"])
    assert "judged on the same rows" in card
    assert ROWS_STAY in card
    assert FEW_ROWS not in card
    assert "cross-fitted" not in str(told)


@pytest.mark.parametrize("evaluation", ["other", "same"])
def test_page_and_report_say_how_sure_the_decision_is(visit, settings, evaluation):
    own = {"token": "sample-breast-cancer", "revision": "1", "seq": 1}
    view = own | {"models": ["forest", "logistic"], "level": 0.95, "evaluation": evaluation}
    told, _ = answer.answer_question(Question.of(own, own | POINT, view))
    certainty = report_of(Question.of({"token": own["token"]}, POINT, view)).certainty
    assert re.search("may be as cheap|is clearly the cheapest model", certainty.sentence)
    assert certainty.sentence in "".join(texts(html.Div(told["against"])))
    assert certainty.regret in str(told["against"])
    looks = r"Looks \$[\d.]+ cheaper than it will be\."
    unknown = r"Looks cheaper than it will be\."
    assert re.fullmatch(looks if evaluation == "other" else unknown, told["optimism"])
