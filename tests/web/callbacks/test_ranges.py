"""Conditions known as ranges: text, segments, highlights and the ranking of the models."""

import pytest
from dash import no_update

from costdash.core.conditions.distributions import Beta, Uniform
from costdash.report.tables.ranking import (
    FOLLOWS,
    money_weighting,
    normalized_weighting,
    rank_models,
)
from costdash.web.callbacks import ranges
from costdash.web.routes.download import report_of
from costdash.web.storage.analyses import analysis_of
from costdash.web.stores import answer
from costdash.web.stores.question import Question
from costdash.web.stores.read import Unreadable, ranges_of, weighting_of
from costdash.wording import number

TOKEN = "sample-breast-cancer"
OWN = {"token": TOKEN, "revision": "1"}
RANGES = {"prior": [0.05, 0.2], "cost_fn": [50, 200], "cost_fp": [10, 20]}
CONDITIONS = OWN | {"prior": 0.1, "cost_fn": 100, "cost_fp": 15, "ranges": RANGES, "seq": 1}


@pytest.fixture
def view(visit):
    return OWN | {"models": list(analysis_of(TOKEN, visit).models), "level": 0.95, "seq": 2}


def points(figure, uid):
    return [(trace.x, trace.y) for trace in figure.data if trace.uid == uid]


def test_ranges_are_shaded_highlighted_and_described(view, settings):
    told, _ = answer.answer_question(Question.of(OWN, CONDITIONS, view))
    ((x, _),) = points(told["figures"]["cost"], "interval")
    assert (min(x), max(x)) == pytest.approx(ranges_of(CONDITIONS).pcf, rel=1e-5)
    assert points(told["figures"]["roc"], "optimal-range")
    assert "your ranges" in str(told["decision"])
    assert told["optimal_ranges"]["title"] == "Cheapest in parts of your ranges"
    assert len(told["optimal_ranges"]["rows"]) > 1


def test_without_ranges_nothing_mentions_them(view, settings):
    told, _ = answer.answer_question(Question.of(OWN, CONDITIONS | {"ranges": None}, view))
    assert points(told["figures"]["cost"], "interval") == []
    assert points(told["figures"]["roc"], "optimal-range") == []
    assert "your ranges" not in str(told["decision"])
    assert told["optimal_ranges"] is None
    assert ranges.model_ranking(Question.of(OWN, CONDITIONS | {"ranges": None}, view)) == []


@pytest.mark.parametrize(
    ("weighting", "words"),
    [(None, "is anything from 5 % to 20 %"), (True, "is 5 % to 20 %, most likely 10 %")],
)
def test_models_are_ranked_by_expected_cost_over_the_ranges(view, visit, weighting, words):
    said = str(
        ranges.model_ranking(
            Question.of(OWN, CONDITIONS | {"weighting": weighting}, view, symbol="€")
        )
    )
    assert words in said
    assert "If its threshold follows the conditions" in said
    assert "€" in said
    assert "95 % band" in said


def test_the_ranking_equals_that_of_the_report(view, visit):
    over = (Uniform(*RANGES[key]) for key in ("prior", "cost_fn", "cost_fp"))
    first = rank_models(analysis_of(TOKEN, visit), money_weighting(*over)).models[0]
    assert f"If its threshold follows the conditions, {first.model} costs" in str(
        ranges.model_ranking(Question.of(OWN, CONDITIONS, view))
    )


def test_with_equal_unit_costs_the_ranking_is_by_normalized_cost(view):
    asked = CONDITIONS | {"ranges": RANGES | {"cost_fn": [1, 1], "cost_fp": [1, 1]}}
    assert "normalized cost" in str(ranges.model_ranking(Question.of(OWN, asked, view)))


def test_a_beta_distribution_of_pcf_ranks_by_normalized_cost(view, visit):
    """Drummond & Holte (2000), equation 11."""
    asked = CONDITIONS | {"weighting": {"a": 3, "b": 5}}
    said = str(ranges.model_ranking(Question.of(OWN, asked, view)))
    assert "normalized cost" in said
    assert "PC(+) is about 0.375, as Beta(3, 5)" in said
    first = rank_models(analysis_of(TOKEN, visit), normalized_weighting(Beta(3, 5))).models[0]
    assert f"{FOLLOWS}, {first.model} has a normalized cost of {number(first.cost)}" in said
    assert (
        report_of(Question.of({"token": TOKEN}, asked, view)).ranking.models[0].cost == first.cost
    )


@pytest.mark.parametrize("given", [7, "much", {}, {"a": 0, "b": 1}, {"a": 1, "b": "x"}])
def test_invalid_distributions_are_unreadable(given):
    with pytest.raises(Unreadable):
        weighting_of({"weighting": given})


def test_the_ranking_without_shown_models_says_so(view):
    asked = view | {"models": []}
    assert "No model is switched on" in str(
        ranges.model_ranking(Question.of(OWN, CONDITIONS, asked))
    )


@pytest.mark.parametrize("older", [{}, None, OWN | {"revision": "0"}])
def test_no_ranking_while_the_stores_belong_to_different_data_sets(view, older):
    assert ranges.model_ranking(Question.of(OWN, older, view)) is no_update
    assert ranges.model_ranking(Question.of(older, CONDITIONS, view)) is no_update


@pytest.mark.parametrize(
    "given",
    [
        7,
        {},
        {"prior": [0.2, 0.1], "cost_fn": [1, 1], "cost_fp": [1, 1]},
        {"prior": [0, 0.1], "cost_fn": [1, 1], "cost_fp": [1, 1]},
        {"prior": [0.1], "cost_fn": [1, 1], "cost_fp": [1, 1]},
        {"prior": [1e-320, 0.1], "cost_fn": [1, 1], "cost_fp": [1, 1]},
        {"prior": [0.1, 0.2], "cost_fn": [1e-300, 1e300], "cost_fp": [1, 1]},
        {"prior": [0.1, 0.2], "cost_fn": [1, None], "cost_fp": [1, 1]},
    ],
)
def test_invalid_ranges_are_unreadable(given):
    with pytest.raises(Unreadable):
        ranges_of({"ranges": given})
