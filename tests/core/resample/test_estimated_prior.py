"""Intervals with an estimated prior, against files drawn again with their prevalence."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.conditions.distributions import Beta
from costdash.core.resample.threshold_interval import cost_interval

RNG = np.random.default_rng(4)
IS_POSITIVE = np.arange(600) % 3 == 0
SCORE = (RNG.normal(size=600) + 1.6 * IS_POSITIVE).round(1)
SAMPLE = Predictions(is_positive=IS_POSITIVE, scores={"a": SCORE})
ANALYSIS = analyse(SAMPLE, n_replicates=4000)
ESTIMATED = ANALYSIS.with_estimated_prior
POINT = OperatingPoint(1 / 3, 1, 3)


def limits_of_resampled_files(threshold, n=4000):
    """5 % and 95 % limits of the cost per case if rows of both classes are resampled together."""
    rng, found = np.random.default_rng(1), []
    for _ in range(n):
        rows = rng.integers(0, 600, 600)
        positive, called = IS_POSITIVE[rows], SCORE[rows] >= threshold
        found.append(((positive & ~called).sum() + 3 * (called & ~positive).sum()) / 600)
    return np.quantile(found, [0.05, 0.95])


@pytest.mark.parametrize("off_the_hull", [False, True])
def test_the_interval_is_that_of_resampled_files(off_the_hull):
    best = ESTIMATED.decide(POINT, level=0.9).best
    index = best.index
    if off_the_hull:
        index = next(i for i in range(best.index, 60) if i not in ESTIMATED.models["a"].hull.index)
    call = ESTIMATED.call_at(POINT, "a", index, 0.9)
    alone = ANALYSIS.call_at(POINT, "a", index, 0.9)
    expected = limits_of_resampled_files(call.threshold)
    assert_allclose(
        np.array(call.interval) * POINT.scale, expected, atol=0.08 * (expected[1] - expected[0])
    )
    assert np.diff(call.interval) > 1.05 * np.diff(alone.interval)
    assert call.interval[0] <= call.nec <= call.interval[1]
    assert replace(call, interval=None) == replace(alone, interval=None)


def test_the_cost_of_a_trivial_call_is_as_uncertain_as_the_prior():
    point = OperatingPoint(1 / 3, 0.1, 1)
    decision = ESTIMATED.decide(point, [], 0.9)
    shares = np.random.default_rng(2).binomial(600, 1 / 3, 20_000) / 600
    expected = 0.1 * np.quantile(shares, [0.05, 0.95])
    assert_allclose(np.array(decision.best.interval) * point.scale, expected, rtol=0.02)
    for certain in (ANALYSIS.decide(point, [], 0.9).best, ESTIMATED.decide(point, [], 0).best):
        assert certain.interval == (certain.nec, certain.nec)


def test_an_almost_certain_prior_does_not_widen_the_interval():
    model = ANALYSIS.models["a"]
    vertex = int(model.hull.cheapest(POINT.pcf))
    rates = model.bands.vertex_fpr[:, vertex], model.bands.vertex_tpr[:, vertex]
    known = float(model.hull.fpr[vertex]), float(model.hull.tpr[vertex])
    certain = Beta(1e12, 2e12)
    nec = model.bands.vertex_interval(vertex, POINT.pcf, 0.9)
    assert_allclose(cost_interval(rates, known, POINT, certain, 0.9), nec, rtol=1e-4)
    with pytest.raises(ValueError, match=r"level must lie in \(0, 1\), got 0"):
        cost_interval(rates, known, POINT, certain, 0)


def test_weights_and_clusters_leave_the_prior_known():
    for more in ({"weight": np.full(600, 2.0)}, {"cluster": np.arange(600) // 2}):
        analysis = analyse(replace(SAMPLE, **more), n_replicates=100)
        assert analysis.with_estimated_prior is analysis
