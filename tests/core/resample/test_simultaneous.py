"""Simultaneous bands contain whole replicates as often as their level says."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from costdash.core import Predictions, analyse, bootstrap_bands, count
from costdash.core.resample import percentiles
from costdash.core.resample.percentiles import percentile_limits, percentile_limits_of_rows
from costdash.core.resample.simultaneous import NO_WIDTH, simultaneous_limits
from costdash.core.resample.small_cells import in_rank_order_of
from costdash.core.resample.streams import Stream, generator
from tests.support.scored import binormal, with_cells


@pytest.mark.parametrize("level", [0.8, 0.9, 0.95])
def test_the_share_of_replicates_inside_everywhere_is_the_level(level):
    rng = np.random.default_rng(0)
    drawn = rng.normal(size=(30, 1)) * rng.normal(size=(30, 1000)).cumsum(axis=0)
    value = drawn.mean(axis=1)
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=1)
    whole = simultaneous_limits(drawn, value, low, high, level)
    inside = (drawn >= whole.low[:, None]) & (drawn <= whole.high[:, None])
    assert abs(inside.all(axis=0).mean() - level) <= 0.001
    assert (whole.low <= low).all()
    assert (whole.high >= high).all()


def test_constant_replicates_get_no_width():
    drawn = np.full((3, 100), 0.25)
    value = np.full(3, 0.25)
    whole = simultaneous_limits(drawn, value, value, value, 0.9)
    assert_array_equal(whole.low, value)
    assert_array_equal(whole.high, value)
    assert_array_equal(whole.deviation, np.zeros(100))


def test_limits_by_blocks_of_rows_are_those_of_the_whole_matrix(monkeypatch):
    rng = np.random.default_rng(4)
    drawn = rng.integers(-9, 9, size=(53, 300)) * rng.integers(0, 2, size=(53, 1)) / 8
    value = drawn[:, 7].copy()
    low, high = percentile_limits(np.sort(drawn, axis=1).T, value, 0.9)
    deviation = largest_deviation(drawn, value, low, high)
    for most in (1, 900, 1 << 30):
        monkeypatch.setattr(percentiles, "MOST_NUMBERS", most)
        assert_array_equal(percentile_limits_of_rows(drawn, value, 0.9), (low, high))
        whole = simultaneous_limits(drawn, value, low, high, 0.9)
        assert_allclose(whole.deviation, deviation, rtol=1e-12)


def largest_deviation(drawn, value, low, high):
    """The oracle: one replicate after the other, one place after the other."""
    largest = []
    for replicate in drawn.T:
        widths = [0.0]
        for at, moved in enumerate(replicate - value):
            spread = np.std(drawn[at])
            width = max(high[at] - value[at] if moved > 0 else value[at] - low[at], spread)
            widths.append(abs(moved) / width if width > NO_WIDTH else 0.0)
        largest.append(max(widths))
    return largest


@pytest.mark.parametrize("clusters", [False, True])
def test_the_simultaneous_roc_band_contains_whole_replicates(clusters):
    sample = binormal(np.random.default_rng(0), 150, 200)
    cluster = np.arange(350) // 2 if clusters else None
    predictions = Predictions(
        is_positive=sample.is_positive, scores={"a": sample.score}, cluster=cluster
    )
    bands = analyse(predictions, n_replicates=1000).models["a"].bands
    for level in (0.8, 0.95):
        whole, each = bands.roc(level, simultaneous=True), bands.roc(level)
        inside = (bands.tpr_at >= whole.low - 1e-12) & (bands.tpr_at <= whole.high + 1e-12)
        assert abs(inside.all(axis=1).mean() - level) <= 0.005  # replicates tie
        assert (whole.low <= each.low).all()
        assert (each.high <= whole.high).all()
        assert (whole.high - whole.low).mean() > 1.2 * (each.high - each.low).mean()
        assert whole.simultaneous
        assert not each.simultaneous
        assert bands.roc(level, simultaneous=True) is whole


def test_the_band_of_counts_is_that_of_the_analysis():
    sample = binormal(np.random.default_rng(0), 60, 90)
    predictions = Predictions(is_positive=sample.is_positive, scores={"a": sample.score})
    bands = analyse(predictions, n_replicates=400).models["a"].bands
    rng = generator(0, Stream.MODEL_BANDS, 0)
    one = bootstrap_bands(count(*sample[:2]), n_replicates=400, rng=rng).roc(0.9, simultaneous=True)
    assert_array_equal(one.low, bands.roc(0.9, simultaneous=True).low)


def test_the_end_of_the_curve_stays_certain():
    counts = count(*with_cells(25, 5, 5, 25))
    band = bootstrap_bands(counts, rng=np.random.default_rng(0)).roc(0.95, simultaneous=True)
    assert band.low[-1] == band.high[-1] == 1
    assert band.low.min() >= 0
    assert band.high.max() <= 1


def test_redrawn_columns_keep_the_rank_order_of_the_replicates():
    """Ties, which are frequent with few rows, are broken the same way in all columns."""
    rng = np.random.default_rng(3)
    rates = np.sort(rng.integers(0, 3, size=(200, 4)) / 10, axis=1)
    drawn = rng.random((200, 4))
    columns = np.array([True, True, False, True])
    ordered = in_rank_order_of(rates, drawn, columns, rng)
    assert_allclose(np.sort(ordered, axis=0), np.sort(drawn, axis=0))
    assert_array_equal(ordered[:, 2], drawn[:, 2])
    for k in np.flatnonzero(columns):
        by_rate = np.argsort(ordered[:, k])
        assert (np.diff(rates[by_rate, k]) >= 0).all()
    tied = (rates[:, 0] == rates[0, 0]) & (rates[:, 1] == rates[0, 1])
    ranks = [np.argsort(np.argsort(ordered[tied, k])) for k in (0, 1)]
    assert_array_equal(*ranks)
