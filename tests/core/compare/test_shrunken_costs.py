"""Draws of true costs whose chance differences are shrunk, against a posterior by matrices."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core.compare.shrunken_costs import shrunken_draws
from tests.support.oracles import posterior_costs

DRAWS = 20_000


def measured(seed, m):
    rng = np.random.default_rng(seed)
    mixed = rng.normal(size=(m, m + 1))
    return 0.3 + rng.normal(size=m) * rng.choice([0.1, 1, 5]), mixed @ mixed.T


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_draws_have_the_moments_of_the_posterior_costs(seed, m):
    cost, covariance = measured(seed, m)
    mean, spread = posterior_costs(cost, covariance)
    drawn = shrunken_draws(cost, covariance, DRAWS, np.random.default_rng(0))
    size = np.sqrt(np.diag(covariance)).max()
    assert_allclose(drawn.mean(axis=0), mean, atol=0.04 * size)
    assert_allclose(np.cov(drawn.T), spread, atol=0.06 * size**2)


def test_a_single_model_keeps_its_error():
    drawn = shrunken_draws(np.array([2.0]), np.array([[0.25]]), DRAWS, np.random.default_rng(0))
    assert drawn.mean() == pytest.approx(2, abs=0.02)
    assert drawn.std() == pytest.approx(0.5, rel=0.02)


def test_copies_count_once_and_are_equal_in_all_draws():
    cost, covariance = measured(4, 3)
    copied = [0, 1, 2, 1]
    rng = np.random.default_rng
    plain = shrunken_draws(cost, covariance, 50, rng(0))
    found = shrunken_draws(cost[copied], covariance[np.ix_(copied, copied)], 50, rng(0))
    assert_allclose(found, plain[:, copied])
    assert (found[:, 1] == found[:, 3]).all()


def test_models_without_errors_are_exact():
    cost = np.array([0.1, 0.2, 0.2])
    drawn = shrunken_draws(cost, np.zeros((3, 3)), 10, np.random.default_rng(0))
    assert_allclose(drawn, np.tile(cost, (10, 1)))


def test_the_cheapest_of_equal_models_is_rarely_taken_as_certain():
    rng = np.random.default_rng(1)
    sure, excess = [], []
    for _ in range(200):
        cost = rng.normal(size=5)
        drawn = shrunken_draws(cost, np.eye(5), 500, rng)
        best = cost.argmin()
        sure.append((drawn.argmin(axis=1) == best).mean())
        plain = cost + rng.normal(size=(500, 5))
        excess.append([(x[:, best] - x.min(axis=1)).mean() for x in (drawn, plain)])
    assert np.mean(sure) < 0.45  # without shrinking .54
    shrunk, unshrunk = np.mean(excess, axis=0)
    assert shrunk < 0.85 * unshrunk  # .80 give or take .01, by numpy's stream of normal numbers
