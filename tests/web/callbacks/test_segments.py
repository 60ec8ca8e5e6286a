"""The card Where the money goes, as the callback answers it."""

import numpy as np
import pytest
from dash import html

from costdash.core.sample.predictions import Predictions
from costdash.core.sample.segment_column import DateColumn, SegmentColumn
from costdash.intake.storage.predictions import save_predictions
from costdash.web.callbacks.segments import segments_card
from costdash.web.stores.dataset import described
from costdash.web.stores.question import Question
from tests.support.page_texts import texts

CONDITIONS = {"prior": 0.2, "cost_fn": 10.0, "cost_fp": 1.0}
CHOICES = [
    {"name": "region", "kind": "values", "reason": ""},
    {"name": "day", "kind": "dates", "reason": ""},
    {"name": "gender", "kind": "values", "reason": ""},
    {"name": "id", "kind": "values", "reason": "id looks like an identifier (900 values)"},
]


@pytest.fixture
def dataset(store, visit):
    token, folder = store.begin(visit, 0)
    rng = np.random.default_rng(2)
    n = 900
    is_positive, codes = rng.random(n) < 0.2, rng.integers(0, 2, n)
    day = np.sort(rng.integers(20_089, 20_200, n)).astype(np.int32)
    region = SegmentColumn(codes, ("<b>north", "south"))
    rows = Predictions(
        is_positive=is_positive,
        scores={"m": rng.normal(size=n) + 1.5 * is_positive},
        segments={"region": region, "day": DateColumn(day), "gender": region},
    )
    save_predictions(folder / "predictions", rows, {"segments": CHOICES})
    store.finish(folder, visit, "rows.csv", 0)
    return described(token, visit)


@pytest.fixture
def question(dataset):
    names = [model["name"] for model in dataset["models"]]
    revision = dataset["revision"]
    view = {"models": names, "level": 0.95, "revision": revision}
    return Question.of(dataset, CONDITIONS | {"revision": revision}, view)


def words(answer):
    return " ".join(texts(html.Div(answer.body)))


def test_columns_that_do_not_fit_are_grey_with_their_reason(question):
    answer = segments_card(question, None, "month", "")
    shown = {each["value"]: each for each in answer.columns}
    assert shown["id"]["disabled"]
    assert "looks like an identifier" in shown["id"]["label"]
    assert not shown["region"]["disabled"]
    assert "Choose a column" in words(answer)
    assert answer.no_periods


def test_a_row_for_each_segment_and_the_total_of_the_decision(question):
    answer = segments_card(question, "region", "month", "")
    text = words(answer)
    assert "<b>north" in text
    assert "south" in text
    analysis, _ = question.request.analysed(question.derived)
    cost = analysis.decide(question.point).best.expected_cost
    table = (
        next(part for part in answer.body[-2].children if isinstance(part, html.Table))
        if (isinstance(answer.body[-2].children, list))
        else None
    )
    assert table is not None
    total = "".join(texts(table.children[-1]))
    assert question.amounts.bare(question.amounts.cases * cost) in total


def test_dates_are_columns_of_months_with_their_ends(question):
    answer = segments_card(question, "day", "month", "2025-01-31")
    assert not answer.no_periods
    assert answer.until[0]["value"] == ""
    assert "2025-01-31" in [each["value"] for each in answer.until]
    assert "labels still coming" in words(answer)
    assert "2025-03" in words(answer)


def test_protected_attributes_have_a_note_and_no_thresholds(question):
    text = words(segments_card(question, "gender", "month", ""))
    assert "may be unlawful" in text
    assert "Own threshold" not in text


def test_without_models_the_card_says_what_to_do(question, dataset):
    view = question.view | {"models": []}
    asked = Question.of(dataset, question.conditions, view)
    assert "Switch a model on" in words(segments_card(asked, "region", "month", ""))
