"""Draws of true costs whose chance differences are shrunk, against a posterior by matrices."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.integrate import quad
from scipy.special import ndtr

from costdash.core.compare.shrunken_costs import shrunken_draws
from tests.support.oracles import posterior_costs

DRAWS = 20_000
FAR = 1e9  # a cost of flagging none or all to which no model is close


def measured(seed, m):
    rng = np.random.default_rng(seed)
    mixed = rng.normal(size=(m, m + 1))
    return 0.3 + rng.normal(size=m) * rng.choice([0.1, 1, 5]), mixed @ mixed.T


def drawn_costs(cost, covariance, trivial, draws=DRAWS, seed=0):
    return shrunken_draws(cost, covariance, trivial, draws, np.random.default_rng(seed))


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 5), st.sampled_from([-1.0, 0.3, 2.0]))
def test_draws_are_those_of_the_posterior_costs(seed, m, trivial):
    cost, covariance = measured(seed, m)
    expected = posterior_costs(cost, covariance, trivial, 2000, np.random.default_rng(1))
    drawn = drawn_costs(cost, covariance, trivial)
    size = np.sqrt(np.diag(covariance)).max()
    assert_allclose(drawn.mean(axis=0), expected.mean(axis=0), atol=0.1 * size)
    assert_allclose(np.cov(drawn.T), np.cov(expected.T), atol=0.2 * size**2)
    shares = [
        np.bincount(np.column_stack((np.full(len(x), trivial), x)).argmin(axis=1), minlength=m + 1)
        for x in (drawn, expected)
    ]
    assert_allclose(shares[0] / DRAWS, shares[1] / 2000, atol=0.04)


@pytest.mark.parametrize("z", [0.0, 0.5, 1.0, 2.0, 4.0])
def test_how_sure_a_model_is_against_none_is_an_integral(z):
    """P(saves) = E of Phi(sqrt(1 - B) z), with density of B as sqrt(B) exp(-B z^2 / 2)."""
    share, _ = quad(lambda b: ndtr((1 - b) ** 0.5 * z) * b**0.5 * np.exp(-b * z**2 / 2), 0, 1)
    whole, _ = quad(lambda b: b**0.5 * np.exp(-b * z**2 / 2), 0, 1)
    drawn = drawn_costs(np.array([0.5 - 0.1 * z]), np.array([[0.01]]), 0.5, 200_000)
    assert (drawn < 0.5).mean() == pytest.approx(share / whole, abs=0.005)


def test_where_true_differences_vary_the_choice_is_as_sure_as_it_is_right():
    """Samples from what is assumed: every share of error in the variance of differences alike."""
    rng, m, trivial = np.random.default_rng(2), 3, 1.0
    shared = 0.6 * np.ones((m, m)) + 0.4 * np.eye(m)
    sure, right = [], []
    for _ in range(3000):
        spread = (0.4 * (1 / rng.random() - 1)) ** 0.5
        cost = trivial + 3 * rng.normal() + spread * rng.normal(size=m)
        seen = rng.multivariate_normal(cost, shared)
        if seen.min() >= trivial:
            continue
        drawn = drawn_costs(seen, shared, trivial, 200, seed=int(rng.integers(1 << 30)))
        chosen = seen.argmin()
        least = np.minimum(drawn.min(axis=1), trivial)
        sure.append((drawn[:, chosen] <= least).mean())
        right.append(cost[chosen] <= min(cost.min(), trivial))
    assert np.mean(sure) == pytest.approx(np.mean(right), abs=0.04)


def test_a_model_far_from_flagging_none_keeps_its_error():
    drawn = drawn_costs(np.array([2.0]), np.array([[0.25]]), FAR)
    assert drawn.mean() == pytest.approx(2, abs=0.02)
    assert drawn.std() == pytest.approx(0.5, rel=0.02)


def test_differences_far_beyond_their_errors_are_not_shrunk():
    cost = np.array([1.0, 2.0, 5.0])
    drawn = drawn_costs(cost, 1e-8 * (np.eye(3) + 0.5), 500.0)
    assert_allclose(drawn.mean(axis=0), cost, atol=1e-5)
    assert_allclose(drawn.std(axis=0), np.sqrt(1.5e-8), rtol=0.05)


@pytest.mark.parametrize("trivial", [0.0, FAR])
def test_copies_count_once_and_are_equal_in_all_draws(trivial):
    cost, covariance = measured(4, 3)
    copied = [0, 1, 2, 1]
    plain = drawn_costs(cost, covariance, trivial, 50)
    found = drawn_costs(cost[copied], covariance[np.ix_(copied, copied)], trivial, 50)
    assert_allclose(found, plain[:, copied])
    assert (found[:, 1] == found[:, 3]).all()


def test_models_without_errors_are_exact():
    cost = np.array([0.1, 0.2, 0.2])
    drawn = drawn_costs(cost, np.zeros((3, 3)), 0.15, 10)
    assert_allclose(drawn, np.tile(cost, (10, 1)))


def test_a_certain_difference_is_not_shrunk():
    """Two models with the same errors: only their level is uncertain."""
    drawn = drawn_costs(np.array([0.1, 0.3]), np.full((2, 2), 0.04), FAR, 1000)
    assert_allclose(drawn[:, 1] - drawn[:, 0], 0.2, atol=1e-6)
    assert drawn[:, 0].std() == pytest.approx(0.2, rel=0.1)


def test_the_cheapest_of_equal_models_is_rarely_taken_as_certain():
    rng = np.random.default_rng(1)
    sure, excess = [], []
    for _ in range(200):
        cost = rng.normal(size=5)
        drawn = shrunken_draws(cost, np.eye(5), FAR, 500, rng)
        best = cost.argmin()
        sure.append((drawn.argmin(axis=1) == best).mean())
        plain = cost + rng.normal(size=(500, 5))
        excess.append([(x[:, best] - x.min(axis=1)).mean() for x in (drawn, plain)])
    assert np.mean(sure) < 0.45  # without shrinking .54
    shrunk, unshrunk = np.mean(excess, axis=0)
    assert shrunk < 0.75 * unshrunk
