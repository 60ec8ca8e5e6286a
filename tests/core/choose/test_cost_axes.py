"""Cost along the share of positives and along the threshold, against oracles row by row."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, convex_hull, count
from costdash.core.choose import cost_axes
from costdash.core.choose.cost_axes import (
    cost_by_prior,
    cost_by_threshold,
    flat_thresholds,
    flat_zone,
)
from tests.support.oracles import flat_run, paid_by_rows
from tests.support.scored import samples

POINTS = [
    OperatingPoint(0.1, 5, 2),
    OperatingPoint(1e-9, 1e6, 0.1),
    OperatingPoint(1 - 1e-9, 0.01, 4000),
    OperatingPoint(0.5),
]


@given(samples(weighted=True), st.sampled_from(POINTS))
def test_each_threshold_costs_what_its_rows_cost(sample, point):
    assume(0 < np.sum(sample.is_positive) < len(sample.is_positive))
    counts = count(*sample)
    cost = cost_by_threshold(counts, point)
    expected = [paid_by_rows(*sample, threshold, point) for threshold in counts.threshold]
    assert_allclose(cost, expected, rtol=1e-9, atol=1e-12 * max(point.cost_fn, point.cost_fp))


@given(samples(weighted=True), st.sampled_from(POINTS))
def test_at_a_prior_a_model_costs_what_its_cheapest_threshold_costs(sample, point):
    assume(0 < np.sum(sample.is_positive) < len(sample.is_positive))
    counts = count(*sample)
    (found,) = cost_by_prior(convex_hull(counts), [point.prior], point.cost_fn, point.cost_fp)
    assert_allclose(found, cost_by_threshold(counts, point).min(), rtol=1e-6, atol=1e-12)


@given(
    st.lists(st.integers(0, 12).map(float), min_size=1, max_size=30),
    st.sampled_from([0.0, 0.02, 0.05, 0.1, 3.0]),
)
def test_the_flat_zone_is_the_run_round_the_strictest_cheapest(cost, tolerance):
    assert flat_zone(cost, tolerance) == flat_run(cost, tolerance)


def test_a_tolerance_is_not_negative():
    with pytest.raises(ValueError, match=r"tolerance must be at least 0, got -0\.1"):
        flat_zone([1.0], -0.1)


@given(
    samples(weighted=True),
    st.sampled_from(POINTS),
    st.sampled_from([0.0, 0.05, 3.0]),
    st.sampled_from([1, 2, 1024]),
)
def test_looking_only_next_to_the_cheapest_threshold_finds_the_same_zone(
    sample, point, tolerance, beside
):
    assume(0 < np.sum(sample.is_positive) < len(sample.is_positive))
    counts = count(*sample)
    cost = cost_by_threshold(counts, point)
    assume(np.sum(cost <= cost.min() * (1 + 1e-9)) == 1)  # else rounding chooses the cheapest
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cost_axes, "NEXT_TO", beside)
        found = flat_thresholds(counts, convex_hull(counts), point, tolerance)
    assert found == flat_run(cost.tolist(), tolerance)
