"""The folds of a model and their averages, in ROC and in cost space."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions
from costdash.core.curves.roc import COARSE_FPR_GRID
from costdash.core.folds.averages import vertical_average
from costdash.core.folds.folds import folds_of
from costdash.figures.panels.folds import (
    AVERAGES,
    MOST_MULTIPLES,
    FoldsView,
    folds_cost_figure,
    folds_multiples,
    folds_roc_figure,
    multiples_of,
)

POINT = OperatingPoint(0.3)


@pytest.fixture(scope="module")
def folds():
    rng = np.random.default_rng(0)
    is_positive, fold = rng.random(300) < 0.4, np.arange(300) % 5
    is_positive[fold == 4] = False
    scores = {"a": rng.normal(is_positive * (0.5 + 0.3 * fold), 1)}
    return folds_of(Predictions(is_positive=is_positive, scores=scores, fold=fold), "a")


def traces(figure):
    return {trace.uid: trace for trace in figure.data}


def panels(folds, view):
    return folds_roc_figure(folds, view), folds_cost_figure(folds, POINT, view)


@pytest.mark.parametrize("average", AVERAGES)
def test_each_average_is_drawn_in_both_spaces(folds, average):
    for figure in panels(folds, FoldsView(average)):
        drawn = traces(figure)
        assert {"average", *(f"fold-{i}" for i in range(4))} <= drawn.keys()
        assert ("beside" in drawn) == (average != "cost")
        assert "left out: 4 (no positive row)" in figure.layout.meta["note"]
        figure.to_dict()


def test_the_threshold_average_has_error_bars_in_both_directions(folds):
    assert {"bars-x", "bars-y"} <= traces(folds_roc_figure(folds, FoldsView("threshold"))).keys()


def test_the_cost_average_is_the_mean_cost_at_the_thresholds_of_the_other_folds(folds):
    drawn = traces(folds_cost_figure(folds, POINT, FoldsView("cost")))["average"]
    x, y = np.array(drawn.x), np.array(drawn.y)
    starts = np.flatnonzero(np.diff(x) > 1e-9)
    pcf = (x[starts] + x[starts + 1]) / 2
    expected = np.mean([hull.cost(pcf) for hull in folds.evaluated.values()], axis=0)
    assert_allclose((y[starts] + y[starts + 1]) / 2, expected, atol=1e-5)


def test_the_papers_cost_average_is_the_mean_cost_at_each_folds_own_optimum(folds):
    drawn = traces(folds_cost_figure(folds, POINT, FoldsView("optimum")))["average"]
    x, y = np.array(drawn.x), np.array(drawn.y)
    every_line = [
        c.fpr[:, None] * (1 - x) + (1 - c.tpr[:, None]) * x for c in folds.counts.values()
    ]
    expected = np.mean([lines.min(axis=0) for lines in every_line], axis=0)
    assert_allclose(y, expected, atol=1e-5)
    evaluated = np.mean([hull.cost(x) for hull in folds.evaluated.values()], axis=0)
    assert (y <= evaluated + 1e-9).all()
    assert y.sum() < evaluated.sum() - 0.1


def test_without_a_level_or_with_merged_folds_there_is_no_interval(folds):
    for view in (FoldsView("vertical", level=0), FoldsView("merged")):
        for figure in panels(folds, view):
            assert "band" not in traces(figure)
            assert figure.layout.meta["band"] == "no interval over folds"


def test_an_unknown_average_raises(folds):
    with pytest.raises(ValueError, match="average must be one of vertical"):
        folds_roc_figure(folds, FoldsView("horizontal"))


def test_the_drawn_vertical_average_is_the_one_in_the_tables(folds):
    drawn = traces(folds_roc_figure(folds, FoldsView("vertical")))["average"]
    table = vertical_average(list(folds.counts.values()), COARSE_FPR_GRID).roc(0.95)[1].value
    assert_allclose(np.interp(COARSE_FPR_GRID, drawn.x, drawn.y), table, atol=1e-6)
    assert (drawn.x[0], drawn.y[0]) == (0, 0)


def test_each_fold_has_a_small_panel_with_the_same_axes_and_the_mean(folds):
    figure = folds_multiples(folds, POINT, 0, "{:.3f}".format)
    drawn, layout = traces(figure), figure.to_plotly_json()["layout"]
    mean = np.mean([float(hull.cost(POINT.pcf)) for hull in folds.evaluated.values()])
    for k, (label, hull) in enumerate(folds.evaluated.items(), 1):
        cost = float(hull.cost(POINT.pcf))
        assert_allclose(drawn[f"here-{k}"].y, [cost], rtol=1e-5)
        assert layout["annotations"][k - 1]["text"] == f"<b>{label}</b>  {cost:.3f}"
        assert_allclose(drawn[f"fold-{k}"].y, hull.bends[1], atol=1e-5)
        at = np.interp(POINT.pcf, drawn[f"mean-{k}"].x, drawn[f"mean-{k}"].y)
        assert_allclose(at, mean, atol=1e-5)
        name = f"axis{k if k > 1 else ''}"
        assert layout[f"y{name}"]["range"] == layout["yaxis"]["range"]
        assert (drawn[f"fold-{k}"].xaxis or "x") == (f"x{k}" if k > 1 else "x")
    assert layout["meta"]["multiples"]["count"] == 4
    assert layout["meta"]["alt"].startswith("Cost of a along PC(+) in 4 folds")


def test_of_many_folds_the_cheapest_and_the_dearest_are_drawn():
    rng = np.random.default_rng(3)
    is_positive, fold = np.tile([True, False], 200), np.arange(400) // 20
    rows = Predictions(is_positive=is_positive, scores={"a": rng.normal(is_positive, 1)}, fold=fold)
    many = folds_of(rows, "a")
    shown = multiples_of(many, POINT.pcf)
    costs = {label: float(hull.cost(POINT.pcf)) for label, hull in many.evaluated.items()}
    hidden = [costs[label] for label in costs if label not in shown]
    assert len(shown) == MOST_MULTIPLES < len(costs)
    assert costs[shown[4]] <= min(hidden)
    assert max(hidden) <= costs[shown[5]]
