"""The table of thresholds and the search in it."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from costdash.core import OperatingPoint
from costdash.core.curves.threshold_table import find
from costdash.web.callbacks import thresholds
from costdash.web.storage.analyses import analysis_of
from costdash.web.stores.question import Question
from costdash.wording import number, percent

TOKEN = "sample-breast-cancer"
VIEW = {"models": [], "level": 0}


@pytest.fixture
def analysis(visit):
    return analysis_of(TOKEN, visit)


def conditions(prior=0.2, cost_fn=5.0, cost_fp=1.0):
    return {"prior": prior, "cost_fn": cost_fn, "cost_fp": cost_fp}


@pytest.mark.parametrize("token", [TOKEN, "sample-card-fraud"])
def test_the_table_has_at_most_1000_thresholds_and_every_hull_vertex(visit, token):
    for name, model in analysis_of(token, visit).models.items():
        rows = thresholds.threshold_rows(Question.of({"token": token}, conditions(), VIEW), name)
        indices = [row["index"] for row in rows]
        assert len(rows) <= 1000
        assert indices == sorted(set(indices))
        assert set(model.hull.index.tolist()) <= set(indices)


@pytest.mark.parametrize("place", [0.1, 0.37, 0.8, 0.999])
def test_the_table_holds_the_row_of_a_typed_threshold(visit, place):
    own = {"token": "sample-card-fraud", "revision": "one"}
    model = next(iter(analysis_of(own["token"], visit).models.values()))
    known = {
        row["index"]
        for row in thresholds.threshold_rows(Question.of(own, conditions(), VIEW), model.name)
    }
    assert len(known) < model.counts.threshold.size
    cut = int(place * model.counts.threshold.size)
    index = next(i for i in range(cut, 0, -1) if i not in known)
    typed = str(model.counts.threshold[index])
    found = thresholds.find_threshold(Question.of(own, conditions(), VIEW), model.name, typed)
    rows = thresholds.threshold_rows(Question.of(own, conditions(), VIEW), model.name, typed)
    assert found["row"]["index"] == index
    assert found["row"] in rows
    assert len(rows) <= 1000


def test_rows_of_other_models_data_sets_and_thresholds_have_other_keys(visit, analysis):
    keys = [
        row["key"]
        for revision in ("one", "two")
        for name in analysis.models
        for row in thresholds.threshold_rows(
            Question.of({"token": TOKEN, "revision": revision}, conditions(), VIEW), name
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
    assert thresholds.threshold_rows(Question.of(dataset, given, VIEW), model) == []
    assert thresholds.find_threshold(Question.of(dataset, given, VIEW), model, "0.5") == {}
    assert thresholds.threshold_of_share(Question.of(dataset, given, VIEW), model, "5 %") == {}
    assert thresholds.threshold_of_recall(Question.of(dataset, given, VIEW), model, "80 %") == {}
    assert thresholds.score_bins(Question.of(dataset, None, None), model) is None


def test_the_best_threshold_and_that_of_today_are_marked(visit, analysis):
    name, model = next(iter(analysis.models.items()))
    own, view = {"token": TOKEN}, {"models": [name], "level": 0}
    at = OperatingPoint(0.2, 5, 1)
    cost = at.expected_cost(model.counts.fpr, model.counts.tpr)
    for today, by in ((None, None), ({"model": name, "index": 7, "text": None}, None),
                    ({"model": "b", "index": 7, "text": None}, {"kind": "error"})):  # fmt: skip
        given = conditions() | ({"criterion": by} if by else {})
        rows = thresholds.threshold_rows(Question.of(own, given, view | {"today": today}), name)
        marks = {row["mark"]: row["index"] for row in rows if row["mark"]}
        best = marks.pop("least cost" if by else "best")
        assert cost[best] == pytest.approx(cost.min())
        if by:
            errors = 0.2 * (1 - model.counts.tpr) + 0.8 * model.counts.fpr
            (index,) = marks.values()
            assert errors[index] == pytest.approx(errors.min())
            assert [*marks] == ["by your criterion"]
        else:
            assert marks == ({"today": 7} if today else {})


def test_the_histogram_is_that_of_the_scores(visit, analysis):
    for name, model in analysis.models.items():
        found = thresholds.score_bins(Question.of({"token": TOKEN}, conditions(), VIEW), name)
        assert found["model"] == name
        assert sum(found["positives"]) == pytest.approx(1)
        assert sum(found["negatives"]) == pytest.approx(1)
        assert len(found["edges"]) == len(found["positives"]) + 1
        assert found["edges"][-1] <= model.counts.threshold[1]


@given(asked=st.floats(-0.5, 1.5).map(lambda x: f"{x:.3f}"))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
def test_a_threshold_typed_with_point_or_comma_is_found(analysis, asked):
    own, name = {"token": TOKEN}, next(iter(analysis.models))
    found, comma = (
        thresholds.find_threshold(Question.of(own, conditions(), VIEW), name, text)
        for text in (asked, asked.replace(".", ","))
    )
    assert found["index"] == comma["index"]
    assert asked in found["sentences"][0]
    counts = analysis.models[name].counts
    row = next(
        row
        for row in reversed(thresholds.threshold_rows(Question.of(own, conditions(), VIEW), name))
        if row["threshold"] is None or row["threshold"] >= float(asked)
    )
    assert (found["fpr"], found["tpr"]) == (row["fpr"], row["tpr"])
    assert f"finds {percent(row['tpr'])} of the positives." in found["sentences"][0]
    assert counts.threshold.size <= 1000


@given(share=st.floats(0, 1))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
def test_a_share_of_all_cases_has_the_nearest_threshold(analysis, share):
    own, name = {"token": TOKEN}, next(iter(analysis.models))
    text = f"{100 * share:.4f} %"
    found = thresholds.threshold_of_share(Question.of(own, conditions(), VIEW), name, text)["text"]
    called = [
        row["share_called"]
        for row in thresholds.threshold_rows(Question.of(own, conditions(), VIEW), name)
    ]
    got = find(analysis.models[name].counts, OperatingPoint(0.2, 5, 1), float(found))
    nearest = min(abs(one - share) for one in called)
    assert abs(got["share_called"] - share) == pytest.approx(nearest, abs=1e-5)


@given(share=st.floats(0, 1))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
def test_a_share_of_positives_has_the_threshold_with_the_fewest_false_alarms(analysis, share):
    own, (name, model) = {"token": TOKEN}, next(iter(analysis.models.items()))
    share = round(share, 6)
    found = thresholds.threshold_of_recall(
        Question.of(own, conditions(), VIEW), name, f"{100 * share:.4f} %"
    )
    got = find(model.counts, OperatingPoint(0.2, 5, 1), float(found["text"]))
    enough = [
        (fpr, -tpr) for fpr, tpr in zip(model.counts.fpr, model.counts.tpr) if tpr >= share - 1e-12
    ]
    assert (got["fpr"], -got["tpr"]) == pytest.approx(min(enough))


def test_a_failed_answer_says_why_and_offers_to_ask_again(analysis):
    name = next(iter(analysis.models))
    question = Question.of({"token": TOKEN}, conditions(), VIEW)
    assert thresholds.why_unanswered(question, name) == []
    assert thresholds.why_unanswered(question, "gone") == []
    for own, asked in (({"token": "gone"}, conditions()), ({"token": TOKEN}, {"prior": 7})):
        reason, button = thresholds.why_unanswered(Question.of(own, asked, VIEW), name)
        assert reason.strip()
        assert (button.children, button.to_plotly_json()["props"]["data-again"]) == (
            "Try again",
            "thresholds",
        )


@pytest.mark.parametrize("of", [thresholds.threshold_of_share, thresholds.threshold_of_recall])
@pytest.mark.parametrize("typed", ["x", "120 %", "-1"])
def test_what_is_no_share_is_asked_for_again(analysis, typed, of):
    name = next(iter(analysis.models))
    found = of(Question.of({"token": TOKEN}, conditions(), VIEW), name, typed)
    assert found == {"error": "A share, such as 5 %."}


def test_the_cost_of_a_typed_threshold_has_the_unit_of_the_page(analysis):
    own, name = {"token": TOKEN}, next(iter(analysis.models))
    given = conditions(prior=0.2, cost_fn=1, cost_fp=1)
    says = {}
    for key, more in {
        "mistakes": {},
        "money": {"cost_fn": 5},
        "month": {"case_unit": {"cases": 20_000, "period": "month"}},
    }.items():
        found = thresholds.find_threshold(Question.of(own, given | more, VIEW), name, "0.5")
        says[key] = found["sentences"][1]
    model = analysis.models[name]
    cost = find(model.counts, OperatingPoint(0.2), 0.5)["expected_cost"]
    assert says["mistakes"].endswith(f": {number(1000 * cost)} errors per 1,000 cases.")
    assert says["month"].endswith(f": {number(20_000 * cost)} errors per month of 20,000 cases.")
    assert re.search(r"on these rows: \$[\d,.]+ per 1,000 cases\.$", says["money"])
    least = float(model.hull.cost(0.2))
    more = number(1000 * (cost - least))
    assert f" It makes {more} more than the best threshold on these rows: " in says["mistakes"]


@pytest.mark.parametrize("asked", ["x", "1/2", "nan", "--1", "0.5.5", "1e"])
def test_a_text_that_is_no_number_is_asked_for_again(analysis, asked):
    name = next(iter(analysis.models))
    said = thresholds.find_threshold(Question.of({"token": TOKEN}, conditions(), VIEW), name, asked)
    assert said == {"error": "A number, such as 0.37."}


@pytest.mark.parametrize(
    ("asked", "share"), [("-1e999", "100 %"), ("1e999", "0 %"), ("inf", "0 %")]
)
def test_infinite_thresholds_call_all_or_none(analysis, asked, share):
    name = next(iter(analysis.models))
    said = thresholds.find_threshold(Question.of({"token": TOKEN}, conditions(), VIEW), name, asked)
    assert f"flags {share} of all cases and finds {share} of the positives" in said["sentences"][0]
    assert f"flags {share} of the negatives" in said["sentences"][1]


@pytest.mark.parametrize("field", ["screening", "credit", "ranking", "summary"])
def test_the_measures_by_field_are_those_of_the_models_shown(visit, analysis, field):
    names = list(analysis.models)[:2]
    view = {"models": names, "level": 0.95}
    table, note = thresholds.measures_by_field(
        Question.of({"token": TOKEN}, conditions(), view), field
    )
    head = [cell.children for cell in table.children[0].children.children]
    assert head[1:] == names
    assert " to " in str(table)
    assert note.children


@pytest.mark.parametrize(("token", "models"), [(TOKEN, []), ("gone", ["a"])])
def test_without_models_or_data_a_sentence_stands_for_the_numbers(visit, token, models):
    view = {"models": models, "level": 0.95}
    [said] = thresholds.measures_by_field(
        Question.of({"token": token}, conditions(), view), "credit"
    )
    assert said.children.endswith(".")


def test_over_ranges_every_threshold_has_its_cost_at_the_means(visit, analysis):
    name, model = next(iter(analysis.models.items()))
    ranges = {"prior": [0.1, 0.5], "cost_fn": [2, 10], "cost_fp": [1, 1]}
    question = Question.of({"token": TOKEN}, conditions() | {"ranges": ranges}, VIEW)
    mean = OperatingPoint(0.3, 6, 1)
    assert question.point == mean
    for row in thresholds.threshold_rows(question, name):
        rates = model.counts.fpr[row["index"]], model.counts.tpr[row["index"]]
        assert row["expected_cost"] == pytest.approx(float(mean.expected_cost(*rates)))
