"""The comparison of two models, as functions inside a request."""

import json

import pytest
from dash import html, no_update
from dash._utils import to_json

from costdash.core.regions import cost_difference
from costdash.web.analyses import analysis_of
from costdash.web.dataset import described
from costdash.web.handlers import compare
from costdash.web.recent import lately
from costdash.web.rows import rows_of
from tests.web.test_words import texts

TOKEN = "sample-breast-cancer"
CONDITIONS = {"prior": 0.1, "cost_fn": 10.0, "cost_fp": 1.0}


@pytest.fixture
def dataset(visit):
    return described(TOKEN, visit)


@pytest.fixture
def view(dataset):
    return {"models": [model["name"] for model in dataset["models"]], "level": 0.95}


def compared(dataset, view, a, b, margin=None, simultaneous=False):
    return compare.compared(dataset, CONDITIONS, view, a, b, margin, simultaneous, "$")


def test_the_two_cheapest_models_are_compared_at_first(visit, dataset):
    names, a, again, b = compare.pair(dataset, CONDITIONS, None, None)
    analysis = analysis_of(TOKEN, visit)
    assert names == again == list(analysis.models)
    costs = analysis.models
    pcf = 0.1 * 10 / (0.1 * 10 + 0.9)
    order = sorted(names, key=lambda name: float(costs[name].hull.cost(pcf)))
    assert [a, b] == order[:2]


def test_a_pair_that_the_data_have_is_kept(dataset):
    assert compare.pair(dataset, CONDITIONS, "forest", "logistic")[1::2] == ("forest", "logistic")


def test_one_model_is_no_pair():
    one = {"token": TOKEN, "models": [{"name": "only"}]}
    assert compare.pair(one, CONDITIONS, None, None) == (["only"], None, ["only"], None)


def test_the_curve_is_the_difference_of_the_envelopes(visit, dataset, view):
    figure, _, _ = compared(dataset, view, "forest", "logistic")
    drawn = next(t for t in json.loads(to_json(figure))["data"] if t["uid"] == "difference")
    models = analysis_of(TOKEN, visit).models
    exact = cost_difference(models["forest"].hull, models["logistic"].hull, drawn["x"])
    assert drawn["y"] == pytest.approx(exact, abs=1e-5)


def test_what_is_said_names_both_models_and_who_is_best_where(dataset, view):
    _, note, said = compared(dataset, view, "forest", "logistic", margin=0.05)
    words = " ".join(texts(html.Div(said)))
    for part in ("forest", "logistic", "DeLong", "PC(+)", "by more than 0.05", "Holm"):
        assert part in words
    assert "2,000" in " ".join(texts(html.Div(note))) or "100" in " ".join(texts(html.Div(note)))


def test_ranges_of_costs_bring_the_lc_index_and_models_that_are_off_are_judged(dataset, view):
    ranges = {"prior": [0.05, 0.2], "cost_fn": [5.0, 20.0], "cost_fp": [1.0, 1.0]}
    view = view | {"models": ["forest", "logistic"]}
    given = CONDITIONS | {"ranges": ranges}
    _, _, said = compare.compared(dataset, given, view, "forest", "logistic", None, False, "$")
    told = " ".join(texts(html.Div(said)))
    assert "LC index of forest against logistic" in told
    assert "Switching neighbours on would" in told
    assert "dominates" in told


@pytest.mark.parametrize(("a", "b"), [("forest", "forest"), ("forest", "nobody"), (None, None)])
def test_without_a_pair_nothing_is_drawn(dataset, view, a, b):
    figure, _, said = compared(dataset, view, a, b)
    assert figure is no_update
    assert "Choose two models" in said


def test_swapping_the_models_mirrors_the_comparison(visit):
    one = rows_of(TOKEN, visit).comparison("forest", "logistic", 0.9)
    two = rows_of(TOKEN, visit).comparison("logistic", "forest", 0.9)
    assert two.value == pytest.approx(-one.value)
    assert two.low == pytest.approx(-one.high)


def test_rows_are_read_once_for_a_pair(visit):
    calls, analysis = [], analysis_of(TOKEN, visit)

    def make(rows):
        calls.append(rows)
        return 7

    for _ in range(2):
        assert lately("tests", TOKEN, visit, analysis, ("key",), make) == 7
    assert len(calls) == 1
