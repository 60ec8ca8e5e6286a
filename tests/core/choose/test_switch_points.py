"""Segments with one best answer, and switch points, against trying every rule."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint
from costdash.core.choose.switch_points import (
    model_switch_points,
    nearest_switch,
    optimal_ranges_within,
    optimal_vertices,
    switch_points,
)
from costdash.core.curves.recommended_rules import RecommendedRules
from costdash.core.sample.counts import Counts
from tests.support.model_counts import all_rates, hulls_of, model_counts
from tests.support.oracles import expected_costs
from tests.support.scored import at_pcf

ends = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted)
inner = st.floats(0.01, 0.99)


@given(model_counts(weighted=True), ends)
def test_segments_tile_the_interval_and_their_vertex_costs_least(counts, span):
    hull, _ = hulls_of(counts)
    found = optimal_ranges_within(RecommendedRules.of(hull), *span)
    assert [found[0].low, found[-1].high] == span
    assert all(a.high == b.low for a, b in zip(found, found[1:]))
    fpr, tpr = all_rates(counts)
    every = Counts(np.zeros(fpr.size), tpr, fpr)
    for optimal_range in found:
        inside = np.linspace(optimal_range.low, optimal_range.high, 5)
        line = (
            hull.fpr[optimal_range.vertex] * (1 - inside)
            + (1 - hull.tpr[optimal_range.vertex]) * inside
        )
        least = (expected_costs(every, inside) * [1]).min(axis=1)
        assert_allclose(line, least, atol=1e-9)


@given(model_counts(), inner)
def test_an_interval_of_length_zero_has_one_segment(counts, pcf):
    hull, _ = hulls_of(counts)
    (only,) = optimal_ranges_within(RecommendedRules.of(hull), pcf, pcf)
    assert only.vertex == hull.cheapest(pcf)


def test_the_roc_segment_holds_the_best_vertices_of_the_interval():
    hull, _ = hulls_of(
        {"A": Counts(np.array([np.inf, 2, 1]), np.array([0, 8, 10]), np.array([0, 1, 10]))}
    )
    assert [x.tolist() for x in optimal_vertices(RecommendedRules.of(hull), 0.2, 0.6)] == [
        [0.1],
        [0.8],
    ]
    assert [x.tolist() for x in optimal_vertices(RecommendedRules.of(hull), 0, 1)] == [
        [0, 0.1, 1],
        [0, 0.8, 1],
    ]


@given(model_counts(weighted=True), inner)
def test_the_best_rule_switches_at_a_switch_point_and_not_before(counts, pcf):
    hull, _ = hulls_of(counts)
    point = at_pcf(OperatingPoint(0.2, 1, 1), pcf)
    below, above = switch_points(RecommendedRules.of(hull), point)
    now = int(hull.cheapest(point.pcf))
    (only,) = optimal_ranges_within(RecommendedRules.of(hull), *(2 * [point.pcf]))
    assert only.vertex == now
    low, high = (below.pcf if below else 0.0), (above.pcf if above else 1.0)
    assert low <= point.pcf <= high
    if low < high:
        assert {s.vertex for s in optimal_ranges_within(RecommendedRules.of(hull), low, high)} == {
            now
        }
    for switch, sign in ((below, -1), (above, 1)):
        if switch:
            assert switch.vertex != now
            prior = OperatingPoint(switch.prior, point.cost_fn, point.cost_fp)
            ratio = OperatingPoint(point.prior, switch.cost_ratio)
            assert (prior.pcf, ratio.pcf) == (pytest.approx(switch.pcf), pytest.approx(switch.pcf))
            assert switch.distance * sign >= -1e-9
    near = nearest_switch((below, above))
    assert (near is None) == (below is None and above is None)
    if near:
        assert abs(near.distance) == min(abs(c.distance) for c in (below, above) if c)


@given(model_counts(), inner)
def test_a_model_switch_leads_to_a_vertex_of_another_model(counts, pcf):
    hull, _ = hulls_of(counts)
    point = at_pcf(OperatingPoint(0.2, 1, 1), pcf)
    now = int(hull.cheapest(point.pcf))
    trivial = {0, hull.tie.size}
    for near, far in zip(
        switch_points(RecommendedRules.of(hull), point),
        model_switch_points(RecommendedRules.of(hull), point),
    ):
        if far is None:
            continue
        assert abs(far.distance) >= abs(near.distance) - 1e-12
        if now not in trivial and far.vertex not in trivial:
            assert not set(hull.owner[now]) & set(hull.owner[far.vertex])


@pytest.mark.parametrize(
    ("low", "high", "message"),
    [
        (0.5, 0.4, r"PC\(\+\) must run from low to high"),
        (0.5, 1.4, r"in \[0, 1\], got 0.5 to 1.4"),
    ],
)
def test_an_interval_that_runs_downwards_or_leaves_0_to_1_is_rejected(low, high, message):
    with pytest.raises(ValueError, match=message):
        optimal_ranges_within(None, low, high)
