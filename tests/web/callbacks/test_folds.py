"""The tab of averages over folds."""

import json

import numpy as np
import pytest
from dash import html, no_update
from dash._utils import to_json

from costdash.core import OperatingPoint
from costdash.core.folds.folds import folds_of
from costdash.intake.api import read_confusions
from costdash.intake.samples import load_sample
from costdash.intake.storage.predictions import save_predictions
from costdash.report.sentences.amounts import money
from costdash.web.callbacks import folds
from costdash.web.stores.dataset import described
from costdash.web.stores.question import Question
from costdash.wording import number
from tests.support.page_texts import texts

TOKEN = "sample-breast-cancer"
CONDITIONS = {"prior": 0.1, "cost_fn": 10.0, "cost_fp": 1.0}


@pytest.fixture
def dataset(visit):
    return described(TOKEN, visit)


@pytest.fixture
def view(dataset):
    return {"models": [model["name"] for model in dataset["models"]], "level": 0.95}


@pytest.mark.parametrize(
    "average", ["vertical", "threshold", "cost", "optimum", "merged", "unheard of"]
)
def test_every_average_is_drawn_in_roc_and_cost_space(dataset, view, average):
    answer = folds.fold_averages(Question.of(dataset, CONDITIONS, view), "forest", average, "cost")
    note, table = answer.note, answer.table
    for figure in (answer.roc, answer.cost):
        uids = {trace["uid"] for trace in json.loads(to_json(figure))["data"]}
        assert {"average", "fold-0", "fold-9"} <= uids
    assert "10 folds" in " ".join(texts(html.Div(note)))
    assert len(table.children[1].children) == 10


def test_the_table_counts_the_cases_of_each_fold(dataset, view):
    rows = load_sample("breast-cancer")[0]
    table = folds.fold_averages(
        Question.of(dataset, CONDITIONS, view), "forest", "cost", None
    ).table
    for row in table.children[1].children:
        label, positive, negative, *_ = texts(row)
        here = rows.fold.astype(str) == label
        assert int(positive) == (rows.is_positive & here).sum()
        assert int(negative) == (~rows.is_positive & here).sum()


@pytest.mark.parametrize("level", [0, 0.9])
def test_the_table_ends_with_the_mean_and_its_limits(dataset, view, level):
    shown = view | {"level": level}
    answer = folds.fold_averages(
        Question.of(dataset, CONDITIONS, shown), "forest", "vertical", None
    )
    note, table = answer.note, answer.table
    found = folds_of(load_sample("breast-cancer")[0], "forest")
    pcf = OperatingPoint(*CONDITIONS.values()).pcf
    nec = [float(hull.cost(pcf)) for hull in found.evaluated.values()]
    mean, *limits, papers = [texts(row) for row in table.children[2].children]
    own = [min(c.fpr * (1 - pcf) + (1 - c.tpr) * pcf) for c in found.counts.values()]
    assert papers == ["mean at own optima", "", number(np.mean(own))]
    assert mean == ["mean", number(np.mean(found.auc)), number(np.mean(nec))]
    assert "chooses one false positive rate for all" in " ".join(texts(html.Div(note)))
    if not level:
        assert limits == []
        return
    half = 1.2 * 1.8331129 * np.std(nec, ddof=1) / np.sqrt(10)  # t of 9 degrees, from a table
    ends = [np.mean(nec) - half, np.mean(nec) + half]
    assert limits[0][0] == "90 % limits"
    assert [float(end) for end in limits[0][2].split(" to ")] == pytest.approx(ends, rel=5e-3)


def test_the_sentence_and_the_rows_give_the_costs_of_the_folds(dataset, view):
    answer = folds.fold_averages(Question.of(dataset, CONDITIONS, view), "forest", "cost", None)
    point = OperatingPoint(*CONDITIONS.values())
    found = folds_of(load_sample("breast-cancer")[0], "forest")
    costs = [1000 * point.scale * float(hull.cost(point.pcf)) for hull in found.evaluated.values()]
    said = "".join(texts(html.Div(answer.lead)))
    assert f"costs {money(min(costs))} to {money(max(costs))} per 1,000 cases" in said
    assert "is the cheapest model in " in said
    rows = [texts(row) for row in answer.costs.children[1].children]
    assert [row[1] for row in rows] == [money(cost) for cost in costs]
    limits = " ".join(texts(html.Div(answer.interval)))
    assert "10 folds of the file" in limits
    own = [1000 * point.scale * float(hull.cost(point.pcf)) for hull in found.hulls.values()]
    assert f"own optimum, as in Drummond & Holte (2004): {money(np.mean(own))}" in limits
    without = folds.fold_averages(
        Question.of(dataset, CONDITIONS, view | {"level": 0}), "forest", "cost", None
    )
    assert "%" not in " ".join(texts(html.Div(without.interval)))


def test_a_file_without_folds_is_divided_at_random(add_dataset, visit, view):
    dataset = described(add_dataset(visit), visit)
    answer = folds.fold_averages(Question.of(dataset, CONDITIONS, view), "a", "cost", None)
    assert "10 folds made at random" in " ".join(texts(html.Div(answer.interval)))
    assert len(answer.table.children[1].children) == 10


@pytest.mark.parametrize("model", ["M1", "M2"])
def test_of_a_confusion_matrix_no_case_is_known(store, visit, model):
    matrices = {"M1": (40, 20, 60, 250), "M2": (250, 45, 5, 200)}
    token, folder = store.begin(visit, 0)
    save_predictions(folder / "predictions", read_confusions(matrices), {})
    store.finish(folder, visit, "file.csv", 0)
    view = {"models": [*matrices], "level": 0.95}
    dataset = {"token": token, "revision": "1"}
    answer = folds.fold_averages(Question.of(dataset, CONDITIONS, view), model, "cost", None)
    if model == "M2":  # the cases of the first are taken as the rows
        assert answer.lead == "Folds need single cases, and M2 is a confusion matrix."
    else:
        assert len(answer.table.children[1].children) > 1


def test_without_a_model_a_sentence_asks_for_one(dataset, view):
    answer = folds.fold_averages(Question.of(dataset, CONDITIONS, view), None, "cost", None)
    assert answer.roc is answer.cost is answer.multiples is no_update
    assert answer.lead == "Choose a model."
    assert answer.table == ()
