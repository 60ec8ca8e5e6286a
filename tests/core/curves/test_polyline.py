"""Thinned curves stay within 0.0005 of the exact ones, and within 5 % of a small fpr."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from costdash.core import convex_hull, count, precision_at, thinned
from tests.support.oracles import furthest_from_polyline
from tests.support.scored import Sample, binormal, samples


def drawn(sample):
    counts = count(*sample)
    hull = convex_hull(counts)
    path = thinned(counts, hull.index)
    assert (np.diff(path) > 0).all()
    assert {*hull.index, 0, counts.threshold.size - 1} <= set(path)
    return counts, path


def check_bounds(counts, path, prior=0.001):
    fpr, tpr = counts.fpr, counts.tpr
    assert furthest_from_polyline(fpr, tpr, fpr[path], tpr[path]) <= 0.0005
    # At a tpr where the drawn curve runs level it holds a range of fpr.
    least = np.interp(-tpr, -tpr[path][::-1], fpr[path][::-1])
    most = np.interp(tpr, tpr[path], fpr[path])
    nearest = np.clip(fpr, least, most)
    strict = fpr < 0.01
    assert (np.abs(nearest - fpr)[strict] <= 0.0501 * fpr[strict]).all()
    called = strict & (tpr > 0)
    found, exact = (precision_at(f[called], tpr[called], prior) for f in (nearest, fpr))
    assert (np.abs(found - exact) <= 0.0501 * exact).all()


@given(
    st.integers(0, 2**31),
    st.integers(2, 3000),
    st.integers(2, 3000),
    st.floats(-1, 4),
    st.floats(0.2, 4),
    st.sampled_from([None, 0, 1, 2]),
)
@settings(max_examples=25)
def test_the_thinned_curve_stays_near_the_exact_one(
    seed, positives, negatives, shift, spread, decimals
):
    rng = np.random.default_rng(seed)
    sample = binormal(rng, positives, negatives, shift, spread)
    if decimals is not None:
        sample = Sample(sample.is_positive, np.round(sample.score, decimals))
    check_bounds(*drawn(sample))


@given(samples(weighted=True))
def test_thresholds_that_share_a_point_within_rounding_are_thinned(sample):
    vanishing = sample._replace(weight=np.where(sample.weight < 1, 1e-17, sample.weight))
    for weighted in (sample, vanishing):
        check_bounds(*drawn(weighted))


@pytest.mark.parametrize(
    ("positives", "negatives", "shift"),
    [
        *[(1000, 1000, shift) for shift in (0, 1, 2)],
        *[(800, 400_000, shift) for shift in (0, 0.5, 2)],
        *[(100_000, 100_000, shift) for shift in (0, 1, 4)],
        (400_000, 1000, 0.5),
        (20, 400_000, 0.5),
    ],
)
def test_a_thousand_points_suffice_for_random_curves_of_any_size(positives, negatives, shift):
    rng = np.random.default_rng(0)
    counts, path = drawn(binormal(rng, positives, negatives, shift))
    assert path.size <= 1000 + convex_hull(counts).index.size
    fpr, tpr = counts.fpr, counts.tpr
    turned = np.interp(fpr + tpr, (fpr + tpr)[path], (tpr - fpr)[path])
    assert np.abs(turned - (tpr - fpr)).max() <= 0.0005 * 2**0.5


def test_few_thresholds_are_all_kept():
    counts, path = drawn(binormal(np.random.default_rng(0), 40, 60))
    corners = np.flatnonzero(np.diff(np.sign(np.diff(counts.tp))) != 0) + 1
    assert set(corners) <= set(path)
    sample = Sample(np.array([True, False]), np.zeros(2))
    assert_array_equal(drawn(sample)[1], [0, 1])


def test_straight_parts_need_no_inner_points():
    is_positive = np.repeat([True, False], 10_000)
    _, path = drawn(Sample(is_positive, np.arange(20_000, 0, -1.0)))
    assert path.size < 100
