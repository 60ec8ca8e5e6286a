"""Intervals of prior and costs against the operating points inside them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, count
from costdash.core.conditions.distributions import Beta
from costdash.core.conditions.intervals import Imprecise

ends = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted)


def test_provost_and_fawcetts_example_as_an_interval_of_pcf():
    """$5 to $10 a false alarm, $500 to $1000 a miss, 10 : 1: slopes 1/20 to 1/5 (erratum 25)."""
    known = Imprecise((1 / 11, 1 / 11), (500, 1000), (5, 10))
    assert known.pcf == (pytest.approx(5 / 6), pytest.approx(20 / 21))
    assert known.cost_ratio == (50, 200)


@given(ends, ends, st.floats(0, 1), st.floats(0, 1))
def test_every_point_inside_costs_between_the_smallest_and_the_largest_cost(prior, costs, fpr, tpr):
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
def test_narrowed_intervals_hold_every_point_of_their_pcf(prior, fn, fp, span, a, b, c):
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


@given(
    st.tuples(st.floats(0.0001, 0.99), st.floats(1.1, 50)),
    st.tuples(st.floats(0.01, 1e4), st.floats(1, 50)),
    st.tuples(st.floats(0.01, 1e4), st.sampled_from((1.0, 1.0001, 3.0))),
    st.floats(0, 1),
)
@settings(max_examples=50)
def test_the_share_below_a_pcf_is_that_of_random_conditions(prior, fn, fp, place):
    odds = prior[0] / (1 - prior[0])
    top = odds * prior[1] / (1 + odds * prior[1])
    costs = [(low, low * factor) for low, factor in (fn, fp)]
    known = Imprecise((prior[0], max(prior[0], top)), *costs)
    ends = (known.prior, known.cost_fn, known.cost_fp)
    pcf = known.pcf[0] + place * (known.pcf[1] - known.pcf[0])
    rng = np.random.default_rng(0)
    even = [rng.uniform(*each, 40_000) for each in ends]
    likely = OperatingPoint(*(low + 0.8 * (high - low) for low, high in ends))
    modes = (likely.prior, likely.cost_fn, likely.cost_fp)
    peaked = [
        rng.triangular(low, mode, high, 40_000) if low < high else np.full(40_000, low)
        for (low, high), mode in zip(ends, modes)
    ]
    for (p, miss, alarm), modes in ((even, None), (peaked, likely)):
        found = p * miss / (p * miss + (1 - p) * alarm)
        assert known.share_below(pcf, modes) == pytest.approx((found <= pcf).mean(), abs=0.015)
        assert known.share_below(known.pcf[1], modes) == 1
        assert known.share_below(0, modes) == 0


@pytest.mark.parametrize("seed", range(6))
def test_the_rule_at_the_mean_point_costs_least_on_average(seed):
    """Against averages over draws, of every threshold of every model; with ties and weights."""
    rng = np.random.default_rng(seed)
    positive = np.arange(400) < (20, 200)[seed % 2]
    score = {n: np.round(rng.normal(size=400) + s * positive, 1) for n, s in (("a", 1), ("b", 1.5))}
    weight = rng.integers(1, 5, 400).astype(float) if seed % 3 else None
    models = {name: count(positive, values, weight) for name, values in score.items()}
    ranges = Imprecise(
        tuple(np.sort(10 ** rng.uniform(-3, -0.1, 2)).tolist()),
        tuple(np.sort(10 ** rng.uniform(0, 3, 2)).tolist()),
        tuple(np.sort(10 ** rng.uniform(0, 1, 2)).tolist()),
    )
    ends = ranges.prior, ranges.cost_fn, ranges.cost_fp
    likely = OperatingPoint(*(low + 0.2 * (high - low) for low, high in ends))
    n = 200_000
    modes = (likely.prior, likely.cost_fn, likely.cost_fp)
    even = [rng.uniform(*each, n) for each in ends]
    peaked = [rng.triangular(low, mode, high, n) for (low, high), mode in zip(ends, modes)]
    for (prior, fn, fp), weighting in ((even, None), (peaked, likely)):
        point = ranges.mean_point(weighting)
        alarm, missed = float(((1 - prior) * fp).mean()), float((prior * fn).mean())
        for name, counts in models.items():
            average = alarm * counts.fpr + missed * (1 - counts.tpr)
            assert_allclose(point.expected_cost(counts.fpr, counts.tpr), average, rtol=0.02)
            some = rng.integers(0, counts.fpr.size, 5)
            fpr, tpr = counts.fpr[some, None], counts.tpr[some, None]
            each = prior * fn * (1 - tpr) + (1 - prior) * fp * fpr
            assert_allclose(each.mean(axis=1), average[some])
            best = int(np.argmin(point.expected_cost(counts.fpr, counts.tpr)))
            assert average[best] <= average.min() * 1.02, name


def test_a_beta_of_pcf_has_its_mean_at_the_mean_prior_and_false_alarm():
    ranges, beta = Imprecise((0.01, 0.03), (100, 900), (4, 6)), Beta(2, 6)
    point = ranges.mean_point(beta)
    assert (point.prior, point.cost_fp) == (0.02, 5)
    assert point.pcf == pytest.approx(0.25)


def test_the_share_below_is_exact_for_one_range():
    known = Imprecise((0.5, 0.5), (1, 100), (1, 1))
    assert known.share_below(10 / 11) == pytest.approx(9 / 99)
    assert known.share_below(10 / 11, OperatingPoint(0.5, 100)) == pytest.approx((9 / 99) ** 2)
    known = Imprecise((0.2, 0.4), (1, 1), (1, 1))
    assert known.share_below(0.35) == pytest.approx(0.75)


def test_a_single_uncertain_cost_is_narrowed_exactly():
    known = Imprecise((0.01, 0.01), (200, 1000), (1, 1))
    part = known.within(OperatingPoint(0.01, 300).pcf, OperatingPoint(0.01, 400).pcf)
    assert part.cost_fn == (pytest.approx(300), pytest.approx(400))
    assert (part.prior, part.cost_fp) == ((pytest.approx(0.01),) * 2, (1, 1))


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (lambda: Imprecise((0.2, 0.1)), "prior must run from low to high, got 0.2 to 0.1"),
        (lambda: Imprecise((0, 0.1)), r"prior must lie in \(0, 1\), got 0"),
        (lambda: Imprecise((0.1, 0.1), (-1, 1)), "cost_fn must be positive and finite, got -1"),
        (lambda: Imprecise((0.1, 0.1), (1, 1), (2, 1)), "cost_fp must run from low to high"),
    ],
)
def test_invalid_intervals_are_rejected(make, rule):
    with pytest.raises(ValueError, match=rule):
        make()
