"""Limits of sums of weighted events: exact for equal weights, simulated for unequal ones."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import brentq
from scipy.special import gammaln

from costdash.core.resample.weighted_poisson import WeightedEvents, difference_limits


def poisson_tail(mean, events):
    """P(X <= events), added up term by term."""
    k = np.arange(events + 1)
    return float(np.exp(k * np.log(mean) - mean - gammaln(k + 1)).sum())


@pytest.mark.parametrize("events", [0, 1, 2, 7, 40])
@pytest.mark.parametrize("weight", [1.0, 0.25, 30.0])
def test_limits_of_equal_weights_are_the_exact_limits_of_a_poisson_mean(events, weight):
    found = WeightedEvents.of(weight * events, weight**2 * events, weight).limits(0.9)
    low, high = (float(ends[0]) for ends in found)
    upper = brentq(lambda mean: poisson_tail(mean, events) - 0.05, 1e-9, 200)
    assert_allclose(high, weight * upper, rtol=1e-6)
    lower = 0.0
    if events:
        lower = brentq(lambda mean: 1 - poisson_tail(mean, events - 1) - 0.05, 1e-9, 200)
    assert_allclose(low, weight * lower, rtol=1e-6, atol=1e-12)


def test_limits_cover_a_sum_of_few_heavy_events():
    rng = np.random.default_rng(1)
    weight, rate = np.array([1.0, 50.0]), np.array([40.0, 1.5])
    events = rng.poisson(rate, size=(4000, 2))
    low, high = WeightedEvents.of(events @ weight, events @ weight**2, 50).limits(0.9)
    truth = rate @ weight
    covers = ((low <= truth) & (truth <= high)).mean()
    assert 0.9 <= covers <= 0.995
    error = 1.645 * np.sqrt(events @ weight**2)
    assert (abs(events @ weight - truth) <= error).mean() < 0.87  # normal limits do not


def test_difference_covers_where_one_sample_shows_no_loss():
    rng = np.random.default_rng(2)
    gain, loss = rng.poisson(12.0, 4000), rng.poisson(0.8, 4000)
    low, high = difference_limits(
        WeightedEvents.of(gain, gain, 1), WeightedEvents.of(10 * loss, 100 * loss, 10), 0.9
    )
    assert 0.9 <= ((low <= 4.0) & (high >= 4.0)).mean()


def test_swapping_gains_and_losses_turns_the_limits_round():
    rng = np.random.default_rng(3)
    sums = [WeightedEvents.of(*rng.random((3, 20))) for _ in range(2)]
    low, high = difference_limits(*sums, 0.95)
    turned_low, turned_high = difference_limits(*sums[::-1], 0.95)
    assert_allclose(low, -turned_high)
    assert_allclose(high, -turned_low)
