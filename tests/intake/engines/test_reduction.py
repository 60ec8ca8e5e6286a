"""A score reduced by an engine against the counts of its rows."""

import numpy as np
import pyarrow as pa
import pytest
from scipy.special import expit

from costdash.core.curves.hull import convex_hull
from costdash.core.sample.counts import count
from costdash.intake.engines import reduction
from costdash.intake.engines.cells import float_rank
from costdash.intake.engines.passes import Passes, _with_ranks
from costdash.intake.engines.reduction import reduced

ibis = pytest.importorskip("ibis")


def passes_of(is_positive, score, weight=None):
    columns = {"score": np.asarray(score, float), "positive": np.asarray(is_positive, np.int64)}
    if weight is not None:
        columns["weight"] = np.asarray(weight, float)
    return Passes(ibis.memtable(pa.table(columns)))


def agrees(found, counts):
    """Kept thresholds have exact counts, and the curve in between stays within the bound."""
    kept = found.counts
    exact = counts.at(kept.threshold)
    np.testing.assert_allclose(kept.tp, exact.tp, rtol=1e-12)
    np.testing.assert_allclose(kept.fp, exact.fp, rtol=1e-12)
    at = kept.index(counts.threshold).clip(0, kept.threshold.size - 2)
    width, rise = np.diff(kept.fpr)[at], np.diff(kept.tpr)[at]
    share = (counts.fpr - kept.fpr[at]) / np.where(width > 0, width, 1)
    line = np.where(width > 0, kept.tpr[at] + share * rise, counts.tpr)
    assert (np.abs(line - counts.tpr) <= found.tpr_error + 1e-9).all()


SHAPES = {
    "normal": lambda rng, y: rng.normal(y, 1),
    "ties": lambda rng, y: rng.normal(y, 1).round(2),
    "tiny probabilities": lambda rng, y: np.exp(-30 * rng.random(y.size) + 3 * y),
    "near one": lambda rng, y: 1 - np.exp(-20 * rng.random(y.size) - 2 * y),
    "an outlier": lambda rng, y: np.where(np.arange(y.size) == 7, 1e12, rng.normal(y, 1)),
    "whole numbers": lambda rng, y: rng.integers(-50, 50, y.size) + 10 * y,
    "sure of itself": lambda rng, y: expit(150 * rng.normal(1.2 * y - 0.6, 1)),
    "powers of ten": lambda rng, y: 10 ** -(300 * rng.random(y.size)) * np.where(y, 1e20, 1),
    "both signs": lambda rng, y: rng.choice([-1, 1], y.size) * 10 ** -(300 * rng.random(y.size)),
    "denormals": lambda rng, y: 5e-324 * np.floor(1e6 * rng.random(y.size) + 1e5 * y),
    "beyond the largest range": lambda rng, y: np.where(
        rng.random(y.size) < 0.5, rng.normal(y, 1), rng.choice([-1.7e308, 1.7e308], y.size)
    ),
    "near several values": lambda rng, y: (
        rng.choice([0.0, 1.0, -3.0, 1e10, 1e-200], y.size)
        + rng.choice([1, -1, 1e-9], y.size) * 10 ** -(18 * rng.random(y.size))
        + 0.001 * y * (rng.random(y.size) < 0.5)
    ),
    "one value": lambda rng, y: np.full(y.size, 0.25),
}


def test_ranks_rise_with_doubles_and_are_those_of_the_engine():
    rng = np.random.default_rng(0)
    powers = np.ldexp(1.0, np.arange(-1074, 1024))
    around = np.concatenate([np.nextafter(powers, 0), powers, np.nextafter(powers, np.inf)])
    score = np.concatenate((around, -around, [0.0, np.finfo(float).max], rng.normal(size=99)))
    score = np.unique(score[np.isfinite(score)])
    rank = float_rank(score)
    assert (np.diff(rank) >= 0).all()
    wide_apart = score[1:] - score[:-1] > 1e-9 * np.abs(score[1:])
    assert (np.diff(rank)[wide_apart] > 0).all()
    found = _with_ranks(ibis.memtable(pa.table({"score": score}))).to_pyarrow()
    order = np.argsort(found["score"].to_numpy())
    np.testing.assert_array_equal(found["rank"].to_numpy()[order], rank)


MANY = ["sure of itself", "powers of ten", "both signs", "denormals", "near several values"]


@pytest.mark.parametrize("shape", MANY)
def test_any_distribution_is_within_the_promised_error_in_a_few_passes(shape):
    rng = np.random.default_rng(7)
    is_positive = rng.random(400_000) < 0.3
    score = SHAPES[shape](rng, is_positive)
    found = reduced(passes_of(is_positive, score))
    assert not found.exact
    assert max(found.tpr_error, found.fpr_error) <= reduction.ERROR
    assert found.passes <= 12
    agrees(found, count(is_positive, score))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("share", "weighted"), [(0.5, True), (0.01, False)])
def test_a_reduced_score_has_the_counts_of_its_rows(monkeypatch, shape, share, weighted):
    monkeypatch.setattr(reduction, "EXACT", 50)  # so that small tables are binned too
    monkeypatch.setattr(reduction, "BUDGET", 512)
    rng = np.random.default_rng(3)
    is_positive = rng.random(3000) < share
    score = SHAPES[shape](rng, is_positive)
    weight = rng.gamma(2, size=3000) if weighted else None
    found = reduced(passes_of(is_positive, score, weight))
    counts = count(is_positive, score, weight)
    agrees(found, counts)
    if found.passes < reduction.MAX_PASSES:
        assert max(found.tpr_error, found.fpr_error) <= reduction.ERROR
        assert found.strict_error <= reduction.STRICT_STEP
        assert found.hull_is_exact
    if found.hull_is_exact:
        whole, kept = convex_hull(counts, ""), convex_hull(found.counts, "")
        np.testing.assert_allclose(kept.threshold, whole.threshold)


def test_a_hull_that_is_not_exact_is_off_by_no_more_than_it_states(monkeypatch):
    monkeypatch.setattr(reduction, "EXACT", 50)
    monkeypatch.setattr(reduction, "EXACT_HULL", 1000)
    monkeypatch.setattr(reduction, "HULL_ERROR", 0.002)
    rng = np.random.default_rng(5)
    is_positive = rng.random(20_000) < 0.1
    score = rng.normal(is_positive, 1)
    found = reduced(passes_of(is_positive, score))
    whole, kept = convex_hull(count(is_positive, score), ""), convex_hull(found.counts, "")
    gap = (whole.tpr - np.interp(whole.fpr, kept.fpr, kept.tpr)).max()
    assert 0 < gap <= found.hull_error <= 0.002
    assert not found.hull_is_exact
