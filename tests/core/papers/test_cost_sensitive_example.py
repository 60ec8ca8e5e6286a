"""Costs per case as in scikit-learn's example of card fraud, and as empulse has them."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, analyse
from costdash.core.sample.predictions import Predictions
from costdash.core.sample.row_costs import RowCosts

metrics = pytest.importorskip("sklearn.metrics")
empulse = pytest.importorskip("empulse.metrics")


def total_cost(y, flagged, amount, check):
    """A missed fraud costs its amount, and each check of an honest payment its fee."""
    missed = metrics.confusion_matrix(y, flagged, sample_weight=amount)[1, 0]
    return missed + check * metrics.confusion_matrix(y, flagged)[0, 1]


@pytest.mark.parametrize("seed", range(3))
def test_the_recommended_threshold_is_the_cheapest_of_all(seed):
    rng = np.random.default_rng(seed)
    y = np.arange(2000) < 60
    amount, score = rng.lognormal(4, 1.2, 2000), np.round(rng.normal(size=2000) + 1.5 * y, 2)
    costs = RowCosts(amount, np.full(2000, 5.0))
    analysis = analyse(
        Predictions(is_positive=y, scores={"m": score}, costs=costs), n_replicates=100
    )
    point = OperatingPoint(0.03, analysis.costs.mean_fn, analysis.costs.mean_fp)
    best = analysis.decide(point, ["m"], 0).best
    each = [total_cost(y, score >= t, amount, 5.0) for t in np.unique(score)]
    assert 2000 * best.expected_cost == pytest.approx(min(each), rel=1e-6)
    assert total_cost(y, score >= best.threshold, amount, 5.0) == pytest.approx(min(each))


@pytest.mark.parametrize("seed", range(3))
def test_every_threshold_costs_what_empulse_says(seed):
    rng = np.random.default_rng(seed)
    y = (rng.random(400) < 0.2).astype(int)
    fn, fp = rng.lognormal(3, 1, 400), rng.lognormal(1, 1, 400)
    score = np.round(rng.normal(size=400) + y, 1)
    analysis = analyse(
        Predictions(is_positive=y, scores={"m": score}, costs=RowCosts(fn, fp)), n_replicates=100
    )
    point = OperatingPoint(float(y.mean()), analysis.costs.mean_fn, analysis.costs.mean_fp)
    for k, threshold in enumerate(analysis.models["m"].counts.threshold):
        flagged = (score >= threshold).astype(float)
        total = empulse.cost_loss(y, flagged, fp_cost=fp, fn_cost=fn)
        assert 400 * analysis.call_at(point, "m", k, 0).expected_cost == pytest.approx(total)
    by_lot = empulse.expected_cost_loss(y, np.full(400, 0.3), fp_cost=fp, fn_cost=fn)
    assert point.expected_cost(0.3, 0.3) == pytest.approx(by_lot)
