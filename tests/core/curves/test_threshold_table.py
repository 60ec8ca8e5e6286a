"""The threshold table against counting row by row."""

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, convex_hull, count
from costdash.core.curves.threshold_table import columns_at, find, rows, threshold_table

POINT = OperatingPoint(prior=0.03, cost_fn=40, cost_fp=2)


def sample(n, seed=0, distinct=None):
    rng = np.random.default_rng(seed)
    is_positive = np.arange(n) % 4 == 0
    score = rng.normal(size=n) + is_positive
    if distinct:
        score = np.round(score * distinct) / distinct
    return is_positive, score


def counted(is_positive, score, weight, threshold):
    """tp, fp, fn, tn of the rule score >= threshold, one row at a time."""
    cells = [0.0, 0.0, 0.0, 0.0]
    for positive, s, w in zip(is_positive, score, weight):
        called = s >= threshold
        cells[(0 if positive else 1) if called else (2 if positive else 3)] += w
    return cells


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("distinct", [None, 2])
def test_every_column_matches_counting_row_by_row(weighted, distinct):
    is_positive, score = sample(60, distinct=distinct)
    weight = np.linspace(0.5, 2, 60) if weighted else None
    counts = count(is_positive, score, weight)
    table = rows(threshold_table(counts, POINT))
    assert len(table) == counts.threshold.size
    for row in table:
        threshold = np.inf if row["threshold"] is None else row["threshold"]
        tp, fp, fn, tn = counted(
            is_positive, score, np.ones(60) if weight is None else weight, threshold
        )
        assert_allclose([row["tp"], row["fp"], row["fn"], row["tn"]], [tp, fp, fn, tn], atol=1e-9)
        found, missed = POINT.prior * tp / (tp + fn), POINT.prior * fn / (tp + fn)
        alarm, alone = (1 - POINT.prior) * fp / (fp + tn), (1 - POINT.prior) * tn / (fp + tn)
        assert_allclose(row["tpr"], tp / (tp + fn))
        assert_allclose(row["fpr"], fp / (fp + tn))
        assert_allclose(row["specificity"], tn / (fp + tn), atol=1e-12)
        assert_allclose(row["accuracy"], found + alone)
        assert_allclose(row["share_called"], found + alarm)
        assert_allclose(row["f1"], 2 * found / (2 * found + alarm + missed))
        assert_allclose(row["expected_cost"], 40 * missed + 2 * alarm)
        assert_allclose(row["nec"], row["expected_cost"] / (0.03 * 40 + 0.97 * 2))
        if tp + fp:
            assert_allclose(row["precision"], found / (found + alarm))
        else:
            assert row["precision"] is None


def test_the_text_of_a_threshold_calls_the_same_rows():
    is_positive, score = sample(300)
    for row in rows(threshold_table(count(is_positive, score), POINT))[1:]:
        assert np.array_equal(score >= float(row["text"]), score >= row["threshold"])


@pytest.mark.parametrize("limit", [2, 7, 50, 1000])
def test_a_limited_table_keeps_both_ends_and_the_hull(limit):
    is_positive, score = sample(4000, seed=1)
    counts = count(is_positive, score)
    hull = convex_hull(counts).index
    index = threshold_table(counts, POINT, limit, hull)["index"]
    assert index.size <= limit
    assert index[0] == 0
    assert index[-1] == counts.threshold.size - 1
    assert (np.diff(index) > 0).all()
    if limit >= 50:
        assert np.isin(hull, index).all()
        assert index.size > 0.9 * limit


def test_a_limit_below_two_is_rejected():
    with pytest.raises(ValueError, match="limit must be at least 2, got 1"):
        threshold_table(count(*sample(8)), POINT, limit=1)


@pytest.mark.parametrize("typed", [-99.0, -0.3, 0.0, 0.1234567, 1.0, 99.0, np.inf, -np.inf])
def test_find_matches_any_threshold_exactly(typed):
    is_positive, score = sample(500, distinct=20)
    row = find(count(is_positive, score), POINT, typed)
    tp, fp, fn, tn = counted(is_positive, score, np.ones(500), typed)
    assert [row["tp"], row["fp"], row["fn"], row["tn"]] == [tp, fp, fn, tn]


def test_find_rejects_nan():
    with pytest.raises(ValueError, match="threshold must be a number, got nan"):
        find(count(*sample(8)), POINT, float("nan"))


def test_rows_are_strict_json():
    text = json.dumps(rows(threshold_table(count(*sample(20)), POINT)), allow_nan=False)
    first = json.loads(text)[0]
    assert first["threshold"] is first["text"] is first["precision"] is None
    assert first["tp"] == 0


def test_columns_at_some_thresholds_match_the_table():
    counts = count(*sample(100))
    some, table = columns_at(counts, POINT, [3, 9]), threshold_table(counts, POINT)
    for name, column in some.items():
        assert column.tolist() == table[name][[3, 9]].tolist()
