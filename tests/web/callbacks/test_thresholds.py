"""The table of thresholds and the search in it."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from costdash.core import OperatingPoint
from costdash.core.curves.threshold_table import find
from costdash.web.callbacks import thresholds
from costdash.web.storage.analyses import analysis_of
from costdash.wording import number, percent

TOKEN = "sample-breast-cancer"


@pytest.fixture
def analysis(visit):
    return analysis_of(TOKEN, visit)


def conditions(prior=0.2, cost_fn=5.0, cost_fp=1.0):
    return {"prior": prior, "cost_fn": cost_fn, "cost_fp": cost_fp}


@pytest.mark.parametrize("token", [TOKEN, "sample-card-fraud"])
def test_the_table_has_at_most_1000_thresholds_and_every_hull_vertex(visit, token):
    for name, model in analysis_of(token, visit).models.items():
        rows = thresholds.threshold_rows({"token": token}, conditions(), None, name)
        indices = [row["index"] for row in rows]
        assert len(rows) <= 1000
        assert indices == sorted(set(indices))
        assert set(model.hull.index.tolist()) <= set(indices)


def test_rows_of_other_models_data_sets_and_thresholds_have_other_keys(visit, analysis):
    keys = [
        row["key"]
        for revision in ("one", "two")
        for name in analysis.models
        for row in thresholds.threshold_rows(
            {"token": TOKEN, "revision": revision}, conditions(), None, name
        )
    ]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("dataset", "given", "model"),
    [
        (None, conditions(), "a"),
        ({"token": TOKEN}, None, "a"),
        ({"token": TOKEN}, conditions(), None),
    ],
)
def test_without_data_conditions_or_model_the_table_is_empty(visit, dataset, given, model):
    assert thresholds.threshold_rows(dataset, given, None, model) == []
    assert thresholds.find_threshold(dataset, given, None, model, "0.5", "$") == ""


@given(asked=st.floats(-0.5, 1.5).map(lambda x: f"{x:.3f}"))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
def test_a_threshold_typed_with_point_or_comma_is_found(analysis, asked):
    own, name = {"token": TOKEN}, next(iter(analysis.models))
    said, comma = (
        thresholds.find_threshold(own, conditions(), None, name, text, "$")
        for text in (asked, asked.replace(".", ","))
    )
    assert said == comma.replace(asked.replace(".", ","), asked, 1)
    counts = analysis.models[name].counts
    row = next(
        row
        for row in reversed(thresholds.threshold_rows(own, conditions(), None, name))
        if row["threshold"] is None or row["threshold"] >= float(asked)
    )
    assert f"finds {percent(row['tpr'])}," in said
    assert counts.threshold.size <= 1000


def test_the_cost_of_a_typed_threshold_has_the_unit_of_the_page(analysis):
    own, name = {"token": TOKEN}, next(iter(analysis.models))
    given = conditions(prior=0.2, cost_fn=1, cost_fp=1)
    says = {}
    for key, more in {
        "mistakes": {},
        "money": {"cost_fn": 5},
        "month": {"basis": {"cases": 20_000, "period": "month"}},
    }.items():
        says[key] = thresholds.find_threshold(own, given | more, None, name, "0.5", "$")
    cost = find(analysis.models[name].counts, OperatingPoint(0.2), 0.5)["expected_cost"]
    assert f"makes {number(1000 * cost)} errors per 1,000 cases." in says["mistakes"]
    assert f"makes {number(20_000 * cost)} errors per month of 20,000 cases." in says["month"]
    assert re.search(r"costs \$[\d,.]+ per 1,000 cases\.", says["money"])


@pytest.mark.parametrize("asked", ["x", "1/2", "nan", "--1", "0.5.5", "1e"])
def test_a_text_that_is_no_number_is_asked_for_again(analysis, asked):
    name = next(iter(analysis.models))
    said = thresholds.find_threshold({"token": TOKEN}, conditions(), None, name, asked, "$")
    assert said == "Type a number, such as 0.37."


@pytest.mark.parametrize(
    ("asked", "share"), [("-1e999", "100 %"), ("1e999", "0 %"), ("inf", "0 %")]
)
def test_infinite_thresholds_call_all_or_none(analysis, asked, share):
    name = next(iter(analysis.models))
    said = thresholds.find_threshold({"token": TOKEN}, conditions(), None, name, asked, "$")
    assert f"finds {share}, raises {share}" in said
