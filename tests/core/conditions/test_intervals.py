"""Answers within a range, against trying every rule at many points of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint
from costdash.core.choose.switch_points import best_within, changes, model_changes, nearest, segment
from costdash.core.conditions.intervals import Imprecise
from costdash.core.sample.counts import Counts
from tests.support.oracles import expected_costs
from tests.support.several import all_rates, hulls_of, several

ends = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted)
inner = st.floats(0.01, 0.99)


@given(several(weighted=True), ends)
def test_stretches_tile_the_interval_and_hold_the_least_cost(counts, span):
    hull, _ = hulls_of(counts)
    found = best_within(hull, *span)
    assert [found[0].low, found[-1].high] == span
    assert all(a.high == b.low for a, b in zip(found, found[1:]))
    fpr, tpr = all_rates(counts)
    every = Counts(np.zeros(fpr.size), tpr, fpr)
    for stretch in found:
        inside = np.linspace(stretch.low, stretch.high, 5)
        line = hull.fpr[stretch.vertex] * (1 - inside) + (1 - hull.tpr[stretch.vertex]) * inside
        assert_allclose(line[[0, -1]], stretch.nec, atol=1e-12)
        least = (expected_costs(every, inside) * [1]).min(axis=1)
        assert_allclose(line, least, atol=1e-9)


@given(several(), inner)
def test_a_point_has_one_answer(counts, pcf):
    hull, _ = hulls_of(counts)
    (only,) = best_within(hull, pcf, pcf)
    assert only.vertex == hull.cheapest(pcf)


def test_a_segment_is_the_lit_part_of_the_hull():
    hull, _ = hulls_of(
        {"A": Counts(np.array([np.inf, 2, 1]), np.array([0, 8, 10]), np.array([0, 1, 10]))}
    )
    assert [x.tolist() for x in segment(hull, 0.2, 0.6)] == [[0.1], [0.8]]
    assert [x.tolist() for x in segment(hull, 0, 1)] == [[0, 0.1, 1], [0, 0.8, 1]]


def test_provost_and_fawcetts_example_as_pcf():
    """$5 to $10 a false alarm, $500 to $1000 a miss, 10 : 1: slopes 1/20 to 1/5 (erratum 25)."""
    known = Imprecise((1 / 11, 1 / 11), (500, 1000), (5, 10))
    assert known.pcf == (pytest.approx(5 / 6), pytest.approx(20 / 21))
    assert known.cost_ratio == (50, 200)


@given(ends, ends, st.floats(0, 1), st.floats(0, 1))
def test_money_within_ranges_lies_between_its_limits(prior, costs, fpr, tpr):
    prior = tuple(np.clip(prior, 0.01, 0.99))
    costs = tuple(100 * x + 1 for x in costs)
    known = Imprecise(prior, costs, (1.0, 2.0))
    low, high = known.expected_cost(fpr, tpr)
    for share in (0, 0.3, 1):
        at = OperatingPoint(
            prior[0] + share * (prior[1] - prior[0]),
            costs[1] - share * (costs[1] - costs[0]),
            1 + share,
        )
        assert low - 1e-9 <= at.expected_cost(fpr, tpr) <= high + 1e-9
        assert known.pcf[0] - 1e-12 <= at.pcf <= known.pcf[1] + 1e-12


@given(ends, ends, ends, ends, st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_ranges_within_an_interval_hold_all_its_conditions(prior, fn, fp, span, a, b, c):
    known = Imprecise(
        tuple(np.clip(prior, 0.01, 0.99)), tuple(100 * x + 1 for x in fn), tuple(1 + x for x in fp)
    )
    at = [
        x[0] + share * (x[1] - x[0])
        for x, share in zip((known.prior, known.cost_fn, known.cost_fp), (a, b, c))
    ]
    pcf = OperatingPoint(*at).pcf
    low, high = min(span[0], pcf), max(min(span[1], 0.9999), pcf)
    part = known.within(low, high)
    for value, (least, most), whole in zip(
        at,
        (part.prior, part.cost_fn, part.cost_fp),
        (known.prior, known.cost_fn, known.cost_fp),
    ):
        assert least * (1 - 1e-9) <= value <= most * (1 + 1e-9)
        assert whole[0] * (1 - 1e-9) <= least <= most <= whole[1] * (1 + 1e-9)


def test_one_known_range_is_cut_exactly():
    known = Imprecise((0.01, 0.01), (200, 1000), (1, 1))
    part = known.within(OperatingPoint(0.01, 300).pcf, OperatingPoint(0.01, 400).pcf)
    assert part.cost_fn == (pytest.approx(300), pytest.approx(400))
    assert (part.prior, part.cost_fp) == ((pytest.approx(0.01),) * 2, (1, 1))


@given(several(weighted=True), inner)
def test_beyond_a_change_another_rule_is_best_and_before_it_none_is(counts, pcf):
    hull, _ = hulls_of(counts)
    point = OperatingPoint(0.2, 1, 1).moved_to(pcf)
    below, above = changes(hull, point)
    now = int(hull.cheapest(point.pcf))
    (only,) = best_within(hull, *(2 * [point.pcf]))
    assert only.vertex == now
    low, high = (below.pcf if below else 0.0), (above.pcf if above else 1.0)
    assert low <= point.pcf <= high
    if low < high:
        assert {s.vertex for s in best_within(hull, low, high)} == {now}
    for change, way in ((below, -1), (above, 1)):
        if change:
            assert change.vertex != now
            prior = OperatingPoint(change.prior, point.cost_fn, point.cost_fp)
            ratio = OperatingPoint(point.prior, change.cost_ratio)
            assert (prior.pcf, ratio.pcf) == (pytest.approx(change.pcf), pytest.approx(change.pcf))
            assert change.distance * way >= -1e-9
    close = nearest((below, above))
    assert (close is None) == (below is None and above is None)
    if close:
        assert abs(close.distance) == min(abs(c.distance) for c in (below, above) if c)


@given(several(), inner)
def test_a_model_change_brings_a_rule_that_the_present_model_does_not_have(counts, pcf):
    hull, _ = hulls_of(counts)
    point = OperatingPoint(0.2, 1, 1).moved_to(pcf)
    now = int(hull.cheapest(point.pcf))
    trivial = {0, hull.tie.size}
    for near, far in zip(changes(hull, point), model_changes(hull, point)):
        if far is None:
            continue
        assert abs(far.distance) >= abs(near.distance) - 1e-12
        if now not in trivial and far.vertex not in trivial:
            assert not set(hull.owner[now]) & set(hull.owner[far.vertex])


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (lambda: Imprecise((0.2, 0.1)), "prior must run from low to high, got 0.2 to 0.1"),
        (lambda: Imprecise((0, 0.1)), r"prior must lie in \(0, 1\), got 0"),
        (lambda: Imprecise((0.1, 0.1), (-1, 1)), "cost_fn must be positive and finite, got -1"),
        (lambda: Imprecise((0.1, 0.1), (1, 1), (2, 1)), "cost_fp must run from low to high"),
        (lambda: best_within(None, 0.5, 0.4), r"PC\(\+\) must run from low to high"),
        (lambda: best_within(None, 0.5, 1.4), r"in \[0, 1\], got 0.5 to 1.4"),
    ],
)
def test_what_is_no_range_is_refused(make, rule):
    with pytest.raises(ValueError, match=rule):
        make()
