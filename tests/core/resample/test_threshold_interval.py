"""Intervals of single thresholds, on the hull and off it."""

import numpy as np
import pytest
from scipy import stats

from costdash.core import OperatingPoint, Predictions, analyse, count
from costdash.core.resample.threshold_interval import threshold_interval

POINT = OperatingPoint(0.3, 2.0, 1.0)


def sample(weight=None):
    rng = np.random.default_rng(5)
    is_positive = np.arange(400) % 4 == 0
    scores = {"a": np.round(is_positive + rng.normal(size=400), 2)}
    return Predictions(is_positive=is_positive, scores=scores, weight=weight)


def test_with_one_kind_of_error_the_limits_are_binomial():
    counts = count(sample().is_positive, sample().scores["a"])
    index = int(np.searchsorted(counts.tp, 70))
    rng = np.random.default_rng(0)
    low, high = threshold_interval(counts, index, 1.0, 0.9, 20_000, rng)
    exact = 1 - stats.binom(100, counts.tpr[index]).ppf([0.95, 0.05]) / 100
    assert (low, high) == pytest.approx(tuple(exact), abs=0.0101)


def test_the_interval_at_a_vertex_agrees_with_the_band():
    analysis = analyse(sample(), n_replicates=4000)
    model = analysis.models["a"]
    for vertex in range(1, model.hull.index.size - 1):
        index = int(model.hull.index[vertex])
        rng = np.random.default_rng(vertex)
        own = threshold_interval(model.counts, index, POINT.pcf, 0.9, 4000, rng)
        assert own == pytest.approx(model.bands.vertex_interval(vertex, POINT.pcf, 0.9), abs=0.02)


def test_the_interval_of_every_threshold_contains_its_cost():
    analysis = analyse(sample(), n_replicates=200)
    for index in range(analysis.models["a"].counts.threshold.size):
        call = analysis.call_at(POINT, "a", index, 0.95)
        assert call.interval[0] - 1e-12 <= call.nec <= call.interval[1] + 1e-12
        assert call.interval == analysis.call_at(POINT, "a", index, 0.95).interval


def test_the_trivial_ends_are_certain():
    counts = count(sample().is_positive, sample().scores["a"])
    for index in (0, counts.threshold.size - 1):
        rng = np.random.default_rng(0)
        low, high = threshold_interval(counts, index, 0.4, 0.95, 500, rng)
        assert low == high


def test_weighted_rows_give_intervals_on_the_hull_only():
    analysis = analyse(sample(weight=np.linspace(1, 2, 400)), n_replicates=200)
    model = analysis.models["a"]
    off = np.setdiff1d(np.arange(model.counts.threshold.size), model.hull.index)[0]
    assert analysis.call_at(POINT, "a", int(off), 0.95).interval is None
    assert analysis.call_at(POINT, "a", int(model.hull.index[1]), 0.95).interval is not None
