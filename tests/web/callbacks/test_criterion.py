"""Criteria other than least cost: text, figures and tables show the choice of the criterion."""

import pytest

from costdash.core.choose import criteria
from costdash.core.choose.criteria import (
    ErrorRate,
    FewestFalseAlarms,
    FixedThreshold,
    LeastRecall,
    MostAlarms,
    MostFlagged,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.web.callbacks.boot_data import criterion_list
from costdash.web.storage.analyses import analysis_of
from costdash.web.stores import answer
from costdash.web.stores.question import Question
from costdash.web.stores.read import Unreadable, criterion_of, point_of
from tests.support.page_texts import texts

TOKEN = "sample-breast-cancer"
OWN = {"token": TOKEN, "revision": "1"}
CONDITIONS = OWN | {"prior": 0.1, "cost_fn": 100, "cost_fp": 10, "seq": 1}
POINT = OperatingPoint(0.1, 100, 10)
FIXED = {"kind": "threshold", "model": "forest", "threshold": 0.5}
CRITERIA = [
    ({"kind": "max-flagged", "limit": 0.05}, MostFlagged(POINT, 0.05)),
    ({"kind": "max-alarms", "limit": 0.01}, MostAlarms(POINT, 0.01)),
    ({"kind": "min-recall", "limit": 0.999}, LeastRecall(POINT, 0.999)),
    ({"kind": "fpr", "limit": 0.1}, NeymanPearson(0.1)),
    ({"kind": "fpr", "limit": 0.1, "sure": True}, NeymanPearson(0.1, 0.95)),
    ({"kind": "tpr", "limit": 0.9}, FewestFalseAlarms(0.9)),
    ({"kind": "capacity", "limit": 0.2}, Workforce(0.2, 0.1)),
    ({"kind": "error"}, ErrorRate(POINT)),
    ({"kind": "product"}, Product()),
    (FIXED, FixedThreshold("forest", 0.5)),
]


@pytest.fixture
def analysis(visit):
    return analysis_of(TOKEN, visit)


@pytest.fixture
def ask(analysis, settings):
    def ask(criterion, **view):
        view = OWN | {"models": list(analysis.models), "level": 0.95, "seq": 2} | view
        return answer.answer_question(
            Question.of(OWN, CONDITIONS | {"criterion": criterion}, view)
        )[0]

    return ask


def test_the_boot_data_give_each_criterion_the_start_of_its_limit():
    rows = {row["key"]: row["fields"] for row in criterion_list()}
    assert [*rows] == [*criteria.CRITERIA]
    assert next(iter(rows)) == criteria.DEFAULT_CRITERION
    assert {key: row["limit"]["start"] for key, row in rows.items() if "limit" in row} == {
        "max-flagged": 0.2,
        "max-alarms": 0.1,
        "min-recall": 0.8,
        "min-precision": 0.5,
        "fpr": 0.1,
        "tpr": 0.8,
        "capacity": 0.2,
    }


def traces(figure):
    return {trace.uid: trace for trace in figure.data}


@pytest.mark.parametrize(("given", "criterion"), CRITERIA)
def test_a_criterion_is_read_from_the_store(analysis, given, criterion):
    assert (
        criterion_of(CONDITIONS | {"criterion": given}, point_of(CONDITIONS), analysis) == criterion
    )


@pytest.mark.parametrize(("given", "criterion"), CRITERIA)
def test_all_panels_show_the_choice_instead_of_least_cost(ask, analysis, given, criterion):
    counts = {name: model.counts for name, model in analysis.models.items()}
    choice = criterion.choose(counts, analysis.hull())
    told = ask(given)
    drawn = {name: traces(figure) for name, figure in told["figures"].items()}
    for panel in ("roc", "pr", "cost"):
        assert "choice" in drawn[panel]
        assert not {"best", "iso"} & drawn[panel].keys()
    mark = drawn["roc"]["choice"]
    assert (mark.x[0], mark.y[0]) == pytest.approx((choice.fpr, choice.tpr), rel=1e-5)
    line = drawn["cost"]["choice-line"]
    assert list(line.y) == pytest.approx([choice.fpr, 1 - choice.tpr], rel=1e-5)
    assert ("choice-edge" in drawn["roc"]) == (choice.tie is not None)
    assert ("choice-vertex" in drawn["cost"]) == (choice.tie is not None)


@pytest.mark.parametrize(("given", "criterion"), CRITERIA)
def test_the_rules_include_least_cost_and_the_choice(ask, given, criterion):
    told = ask(given)
    assert "By the criterion" in str(told["rules_table"])
    assert "Least expected cost" in str(told["rules_table"])
    rule = "".join(texts(told["decision"][0]))
    assert told["spoken"].startswith(rule)
    assert told["choice"].keys() == {"kind", "limit", "fpr", "tpr", "single"}
    assert told["best"]["model"]


def test_a_mixture_is_shown_with_the_best_single_threshold(ask):
    told = ask({"kind": "fpr", "limit": 0.1})
    assert " % of cases and " in str(told["decision"])
    assert "Two thresholds by lot" in str(told["rules_table"])


def test_fixed_threshold_of_a_hidden_or_missing_model(ask, analysis):
    others = [name for name in analysis.models if name != "forest"]
    assert "when forest scores" in ask(FIXED, models=others)["spoken"]
    assert ask(FIXED | {"model": "gone"})["spoken"].startswith("Flag a case when ")
    assert "Switch a model on" in ask(FIXED, models=[])["spoken"]


@pytest.mark.parametrize(
    "given",
    [7, {}, {"kind": "any"}, {"kind": "fpr"}, {"kind": "fpr", "limit": 2}, FIXED | {"model": []}]
    + [FIXED | {"threshold": text} for text in ("", "nan", "inf", None)],
)
def test_invalid_criteria_are_unreadable(analysis, given):
    with pytest.raises(Unreadable):
        criterion_of(CONDITIONS | {"criterion": given}, point_of(CONDITIONS), analysis)


def test_least_regret_needs_ranges(ask, analysis, settings):
    regret = {"kind": "regret"}
    assert criterion_of(CONDITIONS | {"criterion": regret}, point_of(CONDITIONS), analysis) is None
    ranges = {"prior": [0.05, 0.3], "cost_fn": [2, 40], "cost_fp": [1, 1]}
    ranged = CONDITIONS | {"criterion": regret, "ranges": ranges}
    view = OWN | {"models": list(analysis.models), "level": 0.95, "seq": 2}
    told = answer.answer_question(Question.of(OWN, ranged, view))[0]
    assert told["spoken"].count("never far above the least") == 1
    said = "".join(texts(told["decision"]))
    assert "Within your ranges this rule costs at most" in said
