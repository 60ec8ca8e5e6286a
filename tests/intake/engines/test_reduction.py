"""A score reduced by an engine against the counts of its rows."""

import numpy as np
import pyarrow as pa
import pytest

from costdash.core.curves.hull import convex_hull
from costdash.core.sample.counts import count
from costdash.intake.engines import reduction
from costdash.intake.engines.passes import Passes
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
    "one value": lambda rng, y: np.full(y.size, 0.25),
}


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
