"""Scenarios: the table, its buttons, and the marks in the cost panel."""

import pytest

from costdash.figures import make_scene
from costdash.figures.axes import logit
from costdash.report.report import PairOptions
from costdash.web.callbacks.compare import comparison
from costdash.web.callbacks.folds import fold_averages
from costdash.web.callbacks.what_if import what_if, worth_of_labels
from costdash.web.storage.analyses import analysis_of
from costdash.web.stores import answer
from costdash.web.stores.question import Question
from costdash.web.stores.read import Unreadable, scenarios_of
from costdash.web.wire import LONGEST_NAME, MOST_SCENARIOS

TOKEN = "sample-breast-cancer"
OWN = {"token": TOKEN, "revision": "1"}
CONDITIONS = OWN | {"prior": 0.1, "cost_fn": 100, "cost_fp": 10, "seq": 1}
RURAL = {"name": "Rural", "prior": 0.003, "cost_fn": 20, "cost_fp": 1}
KEPT = CONDITIONS | {"scenarios": [RURAL, RURAL | {"name": "<b>", "prior": 0.3}]}


@pytest.fixture
def view(visit):
    return OWN | {"models": list(analysis_of(TOKEN, visit).models), "level": 0.95, "seq": 2}


def test_the_page_starts_without_scenarios():
    assert scenarios_of(CONDITIONS) == ()
    assert scenarios_of(CONDITIONS | {"scenarios": []}) == ()


@pytest.fixture
def table(view, settings):
    def table(conditions=KEPT, **changes):
        return answer.answer_question(Question.of(OWN, conditions, view | changes))[0]["scenarios"]

    return table


def test_the_present_point_is_first_and_has_no_buttons(table):
    rows = table().children[1].children
    assert [str(row.children[0]).count("scenario-number") for row in rows] == [0, 1, 1]
    assert [str(row).count("data-scenario") for row in rows] == [0, 5, 5]
    assert "0.3 %" in str(rows[1])


def test_todays_rule_adds_a_column(table):
    assert "Today" not in str(table().children[0])
    assert "Today" in str(table(today={"model": "forest", "index": 5}).children[0])


def test_each_scenario_is_marked_on_the_map(view):
    for conditions in (KEPT, KEPT | {"scenarios": []}):
        drawn, _ = what_if(Question.of(OWN, conditions, view))
        (marks,) = (trace for trace in drawn.data if trace.uid == "scenarios")
        priors = [one.point.prior for one in scenarios_of(conditions)]
        assert list(marks.x) == pytest.approx([logit(prior) for prior in priors])


def test_long_scenario_names_are_shortened():
    (one,) = scenarios_of({"scenarios": [RURAL | {"name": "x" * 999}]})
    assert one.name == "x" * LONGEST_NAME


@pytest.mark.parametrize(
    "given", [7, "ab", [7], [{}], [RURAL | {"prior": 2}], [RURAL] * (MOST_SCENARIOS + 1)]
)
def test_invalid_scenarios_are_unreadable(given):
    with pytest.raises(Unreadable):
        scenarios_of({"scenarios": given})


def test_what_if_says_why_it_has_no_answer(view):
    drawn, said = what_if(Question.of(OWN, KEPT | {"scenarios": 7}, view))
    assert drawn["data"] == []
    reason, again = said.children
    assert reason == "The scenarios could not be read: reset them. "
    assert again.children == "Try again"


def test_without_an_answer_nothing_of_another_data_set_stays(view):
    gone, asked = {"token": "nobody", "revision": "1"}, CONDITIONS | {"token": "nobody"}
    drawn, _ = what_if(Question.of(gone, asked, view | gone))
    compared = comparison(Question.of(gone, asked, view), "a", "b", PairOptions())
    folds = fold_averages(Question.of(gone, asked, view), "a", "cost", None)
    for figure in (drawn, compared.figure, folds.roc, folds.cost, folds.multiples):
        assert figure["data"] == []
    for lead in (compared.lead, folds.lead):
        assert lead[1].children == "Try again"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (None, ""),
        (0, "The number of labels could not be read"),
        (2e9, "The number of labels could not be read"),
        (5000, "5,000 more cases like these would save about $"),
        (1_000_000, "a rough guess"),
    ],
)
def test_a_number_of_further_labels_has_its_worth(view, more, says):
    said = worth_of_labels(Question.of(OWN, CONDITIONS, view | {"more_labels": more}))
    assert says in said
    assert bool(said) == bool(says)


def test_more_labels_are_worth_more_and_never_more_than_certainty(view):
    question = Question.of(OWN, CONDITIONS, view)
    analysis, _ = question.request.analysed(question.derived)
    scene = make_scene(analysis, question.request.point, question.request.shown_view)
    value = question.derived.label_value(scene.analysis, scene.decision, scene.view.models)
    few, many = value.of_rows(100), value.of_rows(5000)
    assert 0 <= few <= many <= value.evpi
    amounts = question.amounts
    said = worth_of_labels(Question.of(OWN, CONDITIONS, view | {"more_labels": 5000}))
    assert f"save about {amounts.bare(amounts.cases * many, 2)} per 1,000" in said
