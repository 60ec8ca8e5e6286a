"""Choices under a constraint: the best threshold of all, the best mixture of any two."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import convex_hull, count, neyman_pearson, workforce
from costdash.core.curves.precision_recall import share_called
from tests.support.oracles import best_mixture, best_single
from tests.support.scored import Sample, inner_rates, rates, samples

LIMITS = rates | st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0])


def check(counts, hull, chosen, used, limit):
    """Chosen is what brute force finds, and the mixture is what its vertices and shares give."""
    fpr, tpr = counts.fpr[chosen.single], counts.tpr[chosen.single]
    assert_allclose((fpr, tpr), best_single(counts.fpr, counts.tpr, used, limit))
    mixed = chosen.mixture
    assert_allclose(mixed.tpr, best_mixture(counts.fpr, counts.tpr, used, limit), atol=1e-9)
    vertex, share = list(mixed.vertex), np.array(mixed.share)
    assert_allclose(share.sum(), 1)
    assert (share > 0).all()
    assert_allclose(mixed.fpr, share @ hull.fpr[vertex])
    assert_allclose(mixed.tpr, share @ hull.tpr[vertex])
    assert mixed.tpr >= tpr - 1e-9


@given(samples(max_rows=20), LIMITS)
def test_neyman_pearson_is_the_best_of_all_thresholds_and_mixtures(sample, max_fpr):
    counts = count(*sample)
    hull = convex_hull(counts)
    chosen = neyman_pearson(counts, hull, max_fpr)
    check(counts, hull, chosen, counts.fpr, max_fpr)
    assert chosen.mixture.fpr <= max_fpr + 1e-12


@given(samples(max_rows=20), LIMITS, inner_rates)
def test_workforce_is_the_best_of_all_thresholds_and_mixtures(sample, capacity, prior):
    counts = count(*sample)
    hull = convex_hull(counts)
    chosen = workforce(counts, hull, capacity, prior)
    check(counts, hull, chosen, share_called(counts.fpr, counts.tpr, prior), capacity)
    mixed = chosen.mixture
    assert share_called(mixed.fpr, mixed.tpr, prior) <= capacity + 1e-9


@given(samples(), inner_rates)
def test_a_full_workforce_stops_where_nothing_more_is_found(sample, prior):
    """On the level top edge of the hull the smallest fpr is taken."""
    counts = count(*sample)
    hull = convex_hull(counts)
    for chosen in (neyman_pearson(counts, hull, 1), workforce(counts, hull, 1, prior)):
        assert chosen.mixture.tpr == 1
        assert chosen.mixture.share == (1.0,)
        assert chosen.mixture.fpr == counts.fpr[chosen.single] == counts.fpr[counts.tpr == 1].min()


def test_one_threshold_may_lie_off_the_hull():
    """Provost & Fawcett's step and Drummond & Holte's mixture differ: erratum 9."""
    is_positive = np.array([1, 0, 1, 0, 0, 1, 1, 1, 1, 0], bool)
    counts = count(is_positive, np.arange(10, 0, -1.0))
    hull = convex_hull(counts)
    chosen = neyman_pearson(counts, hull, 0.5)
    assert chosen.single not in hull.index
    assert counts.tpr[chosen.single] == pytest.approx(2 / 6)
    assert chosen.mixture.tpr > counts.tpr[chosen.single]


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan")])
def test_limits_are_shares(value):
    counts = count(*Sample(np.array([True, False]), np.array([1.0, 0.0])))
    hull = convex_hull(counts)
    with pytest.raises(ValueError, match=rf"max_fpr must lie in \[0, 1\], got {value}"):
        neyman_pearson(counts, hull, value)
    with pytest.raises(ValueError, match=rf"capacity must lie in \[0, 1\], got {value}"):
        workforce(counts, hull, value, 0.5)
    with pytest.raises(ValueError, match=rf"prior must lie in \(0, 1\), got {value}"):
        workforce(counts, hull, 0.5, value)
