"""The scripts' data: the drawn curves, and the common hull exactly."""

import json

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.figures import View, live, make_scene
from costdash.figures.panels.roc import roc_figure


@pytest.fixture
def view(analysis):
    return View(tuple(analysis.models), uirevision="r1")


def test_curves_equal_those_of_the_roc_panel(analysis, view):
    figure = roc_figure(make_scene(analysis, OperatingPoint(0.1), view)).to_plotly_json()
    drawn = {trace["uid"]: trace for trace in figure["data"]}
    for model in live(analysis, view)["models"]:
        curve = drawn[f"model-{model['i']}"]
        assert (model["fpr"], model["tpr"]) == (curve["x"], curve["y"])
        assert len(model["text"]) == len(model["index"]) == len(model["fpr"])


def test_threshold_texts_read_back_as_the_same_threshold(analysis, view):
    for model in live(analysis, view)["models"]:
        counts = analysis.models[model["name"]].counts
        assert model["text"][0] == ""
        typed = [float(text) for text in model["text"][1:]]
        assert counts.index(typed).tolist() == model["index"][1:]


def test_hull_vertices_name_their_owner_and_its_threshold(analysis, view):
    hull = live(analysis, view)["hull"]
    names = list(analysis.models)
    assert (hull["owner"][0], hull["owner"][-1]) == (-1, -1)
    assert hull["tie"] == sorted(hull["tie"])
    for owner, index, fpr, tpr in list(zip(*(hull[k] for k in ("owner", "index", "fpr", "tpr"))))[
        1:-1
    ]:
        counts = analysis.models[names[owner]].counts
        assert (counts.fpr[index], counts.tpr[index]) == (fpr, tpr)


def test_shared_vertices_name_every_model_that_reaches_them_and_its_own_threshold():
    is_positive, score = [True, True, False, False], np.array([4.0, 2, 3, 1])
    twins = Predictions(is_positive=is_positive, scores={"one": score, "twice": 2 * score})
    hull = live(analyse(twins, n_replicates=100), View(("one", "twice")))["hull"]
    assert hull["shared"] == {1: [(0, "4"), (1, "8")], 2: [(0, "2"), (1, "4")]}


def test_a_models_hull_vertices_are_among_its_drawn_thresholds(analysis, view):
    for model in live(analysis, view)["models"]:
        hull = analysis.models[model["name"]].hull
        assert [model["index"][place] for place in model["hull"]] == hull.index.tolist()


def test_bands_need_a_level_and_enough_rows(analysis, tiny, view):
    assert len(live(analysis, view)["bands"]) == 3
    assert live(analysis, View(view.models, level=0))["bands"] == []
    assert live(tiny, View(("a", "b")))["bands"] == []


def test_live_is_strict_json_even_without_models(analysis, view):
    for shown in (view, View(())):
        json.dumps(live(analysis, shown), allow_nan=False)
    assert live(analysis, view)["revision"] == "r1"
