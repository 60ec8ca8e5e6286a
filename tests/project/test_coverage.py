"""The coverage benchmark: its true rates and costs, and the table that it writes."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from benchmarks import coverage
from benchmarks.binormal import Cell, Model

PCFS = (0.1, 0.3, 0.5, 0.8)


@pytest.mark.parametrize("levels", [False, True])
def test_true_rates_are_those_of_a_large_sample(levels):
    cell = Cell(200_000, 0.5, levels)
    predictions, model = cell.draw(np.random.default_rng(0)), cell.models()["b"]
    for threshold in (0, 1, 3, 4) if levels else (-1.0, 0.4, 2.0):
        hit = predictions.scores["b"] >= threshold
        seen = [hit[part].mean() for part in (~predictions.is_positive, predictions.is_positive)]
        assert_allclose(model.rates(threshold), seen, atol=0.005)


@pytest.mark.parametrize("levels", [False, True])
@pytest.mark.parametrize("pcf", PCFS)
def test_no_threshold_costs_less_than_the_best_one(levels, pcf):
    model = Model(1.0, levels)
    others = range(6) if levels else np.linspace(-5, 6, 500)
    least = min(model.cost(threshold, pcf) for threshold in others)
    assert model.cost(model.best(pcf), pcf) <= least + 1e-12


def test_the_true_roc_curve_is_binormal():
    fpr = np.array([0.05, 0.3, 0.8])
    curve = [Model(1.3, False).tpr_at(x) for x in fpr]
    assert_allclose(curve, stats.norm.sf(stats.norm.isf(fpr) - 1.3))


def test_a_small_run_writes_the_table(tmp_path, monkeypatch):
    monkeypatch.setattr(coverage, "CELLS", [Cell(60, 0.5, False), Cell(60, 0.5, False, True)])
    output = tmp_path / "coverage.md"
    coverage.main(["--sets", "2", "--processes", "1", "--output", str(output)])
    text = output.read_text()
    assert "| 60 | 0.5 | continuous, clusters of 5 |" in text
    assert "cross-fitted" in text
