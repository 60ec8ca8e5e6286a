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


def resampled_prevalences(weight, cluster, is_positive, n=4000):
    """Prevalence (n,) of files whose clusters are drawn again, each with all its rows."""
    rng, units = np.random.default_rng(3), np.unique(cluster)
    totals = np.array([weight[cluster == unit].sum() for unit in units])
    positives = np.array([(weight * is_positive)[cluster == unit].sum() for unit in units])
    drawn = rng.integers(0, units.size, (n, units.size))
    return positives[drawn].sum(axis=1) / totals[drawn].sum(axis=1)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("clustered", [False, True])
def test_the_prior_is_as_uncertain_as_in_resampled_files(weighted, clustered):
    rng = np.random.default_rng(6)
    cluster = rng.integers(0, 150, 600) if clustered else None
    is_positive = IS_POSITIVE if cluster is None else rng.random(600) < 0.2 + 0.4 * (cluster % 2)
    weight = rng.gamma(1, size=600) if weighted else None
    sample = replace(SAMPLE, is_positive=is_positive, weight=weight, cluster=cluster)
    prior = analyse(sample, n_replicates=100).with_estimated_prior.prior
    found = resampled_prevalences(
        np.ones(600) if weight is None else weight,
        np.arange(600) if cluster is None else cluster,
        is_positive,
    )
    assert prior.mean == pytest.approx(found.mean(), abs=0.003)
    assert prior.variance**0.5 == pytest.approx(found.std(), rel=0.06)


def test_equal_weights_and_clusters_of_one_row_are_as_plain_rows():
    for more in ({"weight": np.full(600, 2.0)}, {"cluster": np.arange(600)}):
        prior = analyse(replace(SAMPLE, **more), n_replicates=100).with_estimated_prior.prior
        assert_allclose((prior.a, prior.b), (200.5, 400.5), rtol=0.002)


def test_clusters_of_equal_shares_fix_the_prior():
    analysis = analyse(replace(SAMPLE, cluster=np.arange(600) // 3), n_replicates=100)
    estimated = analysis.with_estimated_prior
    assert (estimated.prior, estimated.prior_fixed) == (None, True)
    assert estimated.decide(POINT).best == analysis.decide(POINT).best
