"""`count` against applying every rule to the rows, and thresholds as text."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from costdash.core import Counts, count, threshold_text
from costdash.core.sample import counts as counts_module
from costdash.core.sample.counts import THREADED_SIZE, places_in
from costdash.core.sample.shortest_decimal import shortest_between
from tests.support.oracles import called, counted, fewest_digits
from tests.support.scored import EXTREME, LAST_BITS, Sample, samples


@given(samples())
def test_counts_equal_every_rule_applied_row_by_row(sample):
    counts = count(*sample)
    threshold, tp, fp = zip(*counted(*sample))
    assert_array_equal(counts.threshold, threshold)
    assert_array_equal(counts.tp, tp)
    assert_array_equal(counts.fp, fp)
    assert counts.tp.dtype == counts.fp.dtype == np.int64


@given(
    st.lists(st.integers(0, 9)), st.lists(st.integers(-1, 10)), st.sampled_from(("left", "right"))
)
def test_places_in_a_sequence_are_those_of_searchsorted(sequence, values, side):
    rising, asked = np.sort(np.array(sequence, float)), np.array(values, float)
    found = places_in(rising.__getitem__, rising.size, asked, side)
    assert_array_equal(found, np.searchsorted(rising, asked, side))


@given(samples(), st.integers(1, 5))
def test_rises_are_found_part_by_part(sample, part):
    tp = count(*sample).tp
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counts_module, "PART", part)
        assert_array_equal(count(*sample).rises, np.flatnonzero(np.diff(tp)) + 1)


@given(samples(weighted=True))
def test_weighted_counts_are_sums_of_weights(sample):
    counts = count(*sample)
    threshold, tp, fp = zip(*counted(*sample))
    assert_array_equal(counts.threshold, threshold)
    assert_allclose(counts.tp, tp, rtol=1e-12)
    assert_allclose(counts.fp, fp, rtol=1e-12)


@given(samples())
def test_weights_of_one_give_the_unweighted_counts(sample):
    plain, weighted = count(*sample), count(*sample[:2], np.ones(sample.score.size))
    for name in ("threshold", "tp", "fp"):
        assert_array_equal(getattr(plain, name), getattr(weighted, name))


@given(samples(), st.randoms(use_true_random=False))
def test_counts_do_not_depend_on_the_order_of_rows(sample, random):
    order = list(range(sample.score.size))
    random.shuffle(order)
    plain, shuffled = count(*sample), count(sample.is_positive[order], sample.score[order])
    assert_array_equal(plain.tp, shuffled.tp)
    assert_array_equal(plain.fp, shuffled.fp)


@given(samples(), st.sampled_from([np.float32, np.int64, np.float64]))
def test_counts_do_not_depend_on_the_number_type(sample, dtype):
    score = np.clip(sample.score, -(2**53), 2**53).astype(dtype)
    same = count(sample.is_positive, score.astype(float))
    assert_array_equal(count(sample.is_positive, score).tp, same.tp)
    strided = np.repeat(score, 2)[::2]
    assert_array_equal(count(sample.is_positive, strided).tp, same.tp)


@pytest.mark.parametrize("prevalence", [0.4, 1e-5, 1 - 1e-5])
@pytest.mark.parametrize("kind", ["all", "tied", "positive", "negative", "extreme"])
@pytest.mark.parametrize("n", [THREADED_SIZE - 2, THREADED_SIZE - 1, 2 * THREADED_SIZE + 3])
def test_rows_counted_in_two_threads_are_those_of_each_distinct_score(n, kind, prevalence):
    """The parts are cut where one score may end and another begin, or within ties."""
    rng = np.random.default_rng(n)
    is_positive, score = rng.random(n) < prevalence, rng.normal(size=n)
    if kind == "tied":
        score = np.round(score) * np.where(rng.random(n) < 0.5, 1, -1)  # -0.0 as well
    elif kind == "extreme":
        score = np.where(rng.random(n) < 0.01, rng.choice([1e308, -1e308, 5e-324, -0.0], n), score)
    elif kind != "all":
        score = np.abs(score) * (1 if kind == "positive" else -1)
    counts = count(is_positive, score)
    distinct, place = np.unique(score + 0.0, return_inverse=True)
    assert_array_equal(counts.threshold, np.append(np.inf, distinct[::-1]))
    for found, rows in ((counts.tp, is_positive), (counts.fp, ~is_positive)):
        each = np.bincount(place[rows], minlength=distinct.size)[::-1]
        assert_array_equal(found, np.append(0, each.cumsum()))


def test_minus_zero_ties_with_zero_but_the_smallest_doubles_do_not():
    counts = count(np.array([1, 0, 1, 0], bool), np.array([0.0, -0.0, 5e-324, -5e-324]))
    assert_array_equal(counts.threshold, [np.inf, 5e-324, 0.0, -5e-324])
    assert_array_equal(counts.tp, [0, 1, 2, 2])
    assert_array_equal(counts.fp, [0, 0, 1, 2])


@given(samples(), st.floats(allow_nan=False) | st.sampled_from(EXTREME + LAST_BITS))
def test_index_finds_the_counts_of_any_threshold(sample, threshold):
    counts = count(*sample)
    weight = np.ones(sample.score.size, dtype=int)
    at = counts.index(threshold)
    assert (counts.tp[at], counts.fp[at]) == called(
        sample.is_positive, sample.score, weight, threshold
    )
    assert_array_equal(counts.index(counts.threshold), np.arange(counts.threshold.size))


@given(samples())
def test_rates_are_counts_divided_by_class_totals(sample):
    counts = count(*sample)
    assert_allclose(counts.tpr * counts.positives, counts.tp)
    assert_allclose(counts.fnr, 1 - counts.tpr)
    assert_allclose(counts.tnr, 1 - counts.fpr)
    assert counts.prevalence == sample.is_positive.mean()


@given(samples())
@example(Sample(np.array([1, 0], bool), np.array([-0.0, -5e-324])))
@example(Sample(np.array([1, 0], bool), np.array([0.30000000000000004, 0.3])))
@example(Sample(np.array([1, 0], bool), np.array([1.7976931348623157e308, 9e307])))
def test_the_text_of_a_threshold_calls_the_same_rows(sample):
    counts = count(*sample)
    assert threshold_text(counts.threshold, 0) is None
    for i in range(1, counts.threshold.size):
        typed = float(threshold_text(counts.threshold, i))
        assert_array_equal(sample.score >= typed, sample.score >= counts.threshold[i])


NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(EXTREME + LAST_BITS)


@given(st.lists(NUMBERS, min_size=2, max_size=2, unique=True).map(sorted))
def test_the_text_of_a_threshold_has_the_fewest_digits(pair):
    below, threshold = pair
    text = shortest_between(below, threshold)
    digits = text.split("e")[0].replace(".", "").lstrip("-0").rstrip("0")
    if below < 0 <= threshold:
        assert text == "0"
    else:
        assert max(len(digits), 1) == fewest_digits(below, threshold)


@pytest.mark.parametrize(
    ("below", "threshold", "text"),
    [
        (0.5, 0.54, "0.54"),
        (0.512, 0.5437, "0.54"),
        (0.0, 0.0004321, "0.0004"),
        (-1.0, -0.25, "-0.3"),
        (-1.0, 3.0, "0"),
        (-np.inf, -0.25, "-0.3"),
        (1e20, 2.5e22, "2e22"),
        (0.0, 5e-324, "5e-324"),
        (1233.0, 1234.5, "1234"),
    ],
)
def test_threshold_texts_are_readable(below, threshold, text):
    assert shortest_between(below, threshold) == text


def test_a_single_error_among_very_many_rows_is_exact():
    many = 10**9
    counts = Counts(np.array([np.inf, 1, 0]), np.array([0, many - 1, many]), np.array([0, 1, many]))
    assert counts.fnr[1] == 1 / many
    assert counts.tnr[1] == (many - 1) / many
