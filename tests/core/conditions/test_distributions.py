"""Mass, moment, mean and bins of every distribution, against scipy."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from costdash.core.conditions.distributions import (
    Beta,
    PointMass,
    Triangular,
    Uniform,
    between,
    bins,
)

ORACLES = [
    (Uniform(0.2, 0.7), stats.uniform(0.2, 0.5)),
    (Uniform(-3, 5), stats.uniform(-3, 8)),
    (Triangular(0.1, 0.3, 0.9), stats.triang(0.25, 0.1, 0.8)),
    (Triangular(0, 0, 1), stats.triang(0, 0, 1)),
    (Triangular(0, 1, 1), stats.triang(1, 0, 1)),
    (Triangular(200, 400, 1000), stats.triang(0.25, 200, 800)),
    (Beta(2, 5), stats.beta(2, 5)),
    (Beta(0.5, 0.5), stats.beta(0.5, 0.5)),
    (Beta(260.5, 10923.5), stats.beta(260.5, 10923.5)),
]
X = np.linspace(-0.1, 1.1, 25)


@pytest.mark.parametrize(("ours", "theirs"), ORACLES, ids=lambda d: str(d)[:30])
def test_mass_moment_and_mean_match_scipy(ours, theirs):
    low, high = ours.span
    x = np.unique(np.concatenate((X, np.linspace(low, high, 25))))
    assert_allclose(ours.mass(x), theirs.cdf(x), atol=1e-11)
    assert ours.mean == pytest.approx(theirs.mean())
    for at, part in zip(x[::6], ours.moment(x)[::6]):
        upto = np.clip(at, *theirs.support())
        fine = theirs.support()[0] + (upto - theirs.support()[0]) * np.linspace(0, 1, 20_001)
        cdf = theirs.cdf(fine)  # integration by parts: x F(x) minus the integral of F
        assert part == pytest.approx(upto * cdf[-1] - np.trapezoid(cdf, fine), abs=3e-5 * high)


def test_a_point_mass_jumps_at_its_value():
    assert PointMass(0.3).mass([0.2, 0.3, 0.4]).tolist() == [0, 1, 1]
    assert PointMass(0.3).moment([0.2, 0.3, 0.4]).tolist() == [0, 0.3, 0.3]


@pytest.mark.parametrize(("ours", "_theirs"), ORACLES, ids=lambda d: str(d)[:30])
def test_bins_preserve_mass_and_mean(ours, _theirs):
    values, share = bins(ours, 50)
    assert share.sum() == pytest.approx(1)
    assert share @ values == pytest.approx(ours.mean)


def test_between_picks_the_simplest_distribution():
    assert between(1, 1) == PointMass(1)
    assert between(1, 2) == Uniform(1, 2)
    assert between(1, 2, 1.5) == Triangular(1, 1.5, 2)


def test_mass_and_moment_keep_the_shape_of_x():
    for distribution, _ in ORACLES:
        for shape in ((), (3,), (2, 3)):
            assert np.shape(distribution.mass(np.full(shape, 0.3))) == shape
            assert np.shape(distribution.moment(np.full(shape, 0.3))) == shape


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (lambda: Uniform(2, 1), "low must be below high, got 2 and 1"),
        (lambda: Uniform(0, float("inf")), "low must be below high, got 0 and inf"),
        (lambda: Triangular(0, 2, 1), r"must lie in \[0, 1\], got 2"),
        (lambda: Beta(0, 1), "a must be positive and finite, got 0"),
        (lambda: Beta(1, float("nan")), "b must be positive and finite, got nan"),
    ],
)
def test_invalid_parameters_are_rejected(make, rule):
    with pytest.raises(ValueError, match=rule):
        make()


@pytest.mark.parametrize("mode", [0, 1, 3])
def test_a_triangle_takes_a_single_number(mode):
    triangle = Triangular(0, mode, 3)
    for x in (-1.0, 0.5, 2.0, 4.0):
        assert triangle.mass(x) == triangle.mass(np.array([x]))[0]
        assert triangle.moment(x) == triangle.moment(np.array([x]))[0]
