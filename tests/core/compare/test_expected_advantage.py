"""Limits of a difference of expected costs, against resampling the rows."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import Predictions, analyse
from costdash.core.choose.expected_cost import expected_cost, money_weights, normalized_weights
from costdash.core.compare.expected_advantage import advantage, cross_fitted_advantage
from costdash.core.compare.paired_sample import joint_cells
from costdash.core.conditions.distributions import PointMass, Uniform
from costdash.core.folds.crossfit import crossfit_models
from tests.support.oracles import resampled_rows

RNG = np.random.default_rng(4)
IS_POSITIVE = np.arange(600) % 3 == 0
BASE = RNG.normal(size=600)
SCORES = {
    "good": (BASE + 1.6 * IS_POSITIVE).round(1),
    "poor": (BASE + RNG.normal(size=600) + IS_POSITIVE).round(1),
}
PREDICTIONS = Predictions(is_positive=IS_POSITIVE, scores=SCORES)
ANALYSIS = analyse(PREDICTIONS, n_replicates=2000)
CELLS = joint_cells(PREDICTIONS, ANALYSIS, "good", "poor")


def by_area(tie):
    return normalized_weights(tie, Uniform(0, 1))


def by_money(tie):
    return money_weights(tie, Uniform(0.05, 0.2), Uniform(5, 50), PointMass(1))


def resampled(name, weigh, seed):
    """Expected cost of one model in bootstrap samples of the rows of each class."""
    hull = ANALYSIS.models[name].hull
    fpr, tpr = resampled_rows(
        IS_POSITIVE,
        SCORES[name],
        np.ones(600),
        hull.threshold,
        1500,
        np.random.default_rng(seed),
    )
    return weigh(hull.tie).cost(fpr, tpr)


@pytest.mark.parametrize("weigh", [by_area, by_money])
def test_the_limits_are_those_of_paired_resampling(weigh):
    """The oracle draws the same rows for both models, because the seed is the same."""
    found = advantage(ANALYSIS, CELLS, weigh, 0.9)
    costs = {n: expected_cost(m.hull, weigh(m.hull.tie)) for n, m in ANALYSIS.models.items()}
    assert (found.better, found.worse) == ("good", "poor")
    assert found.value == pytest.approx(costs["poor"] - costs["good"])
    differences = resampled("poor", weigh, 1) - resampled("good", weigh, 1)
    expected = np.quantile(differences, [0.05, 0.95])
    width = expected[1] - expected[0]
    assert_allclose(found.limits, expected, atol=0.12 * width)
    assert advantage(ANALYSIS, CELLS, weigh, 0.9) == found


def test_without_enough_rows_there_are_no_limits():
    few = Predictions(is_positive=[1, 0, 1, 0], scores={"a": [4, 3, 2, 1], "b": [1, 2, 3, 4]})
    analysis = analyse(few, n_replicates=100)
    found = advantage(analysis, joint_cells(few, analysis, "a", "b"), by_area)
    assert (found.better, found.limits) == ("a", None)


@pytest.mark.parametrize("weigh", [by_area, by_money])
def test_cross_fitted_limits_are_those_of_the_deviations_at_random_conditions(weigh):
    """The oracle draws conditions, and averages each bootstrap sample's deviation over them."""
    fits = crossfit_models(PREDICTIONS, n_replicates=80)
    good, poor = fits.models["good"], fits.models["poor"]
    low, high = cross_fitted_advantage(good, poor, weigh, 0.9)
    rng = np.random.default_rng(0)
    pcf, scale = rng.random(100_000), np.ones(100_000)
    if weigh is by_money:
        prior, missed = rng.uniform(0.05, 0.2, 100_000), rng.uniform(5, 50, 100_000)
        scale = prior * missed + 1 - prior
        pcf = prior * missed / scale
    value = float(np.mean(scale * (poor.cost(pcf) - good.cost(pcf))))
    drawn = [
        np.mean(scale * np.interp(pcf, good.pcf, deviation))
        for deviation in poor.deviation - good.deviation
    ]
    half = 1.6448536 * np.std(drawn)
    assert_allclose([low, high], [value - half, value + half], atol=0.05 * half)


def test_equal_models_have_no_advantage():
    same = Predictions(is_positive=IS_POSITIVE, scores={n: SCORES["good"] for n in "ab"})
    fits = crossfit_models(same, n_replicates=20)
    limits = cross_fitted_advantage(fits.models["a"], fits.models["b"], by_area, 0.9)
    assert_allclose(limits, 0, atol=1e-12)
