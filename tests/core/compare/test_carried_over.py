"""A threshold carried over to another model, against a search of all thresholds."""

import numpy as np
import pytest

from costdash.core import Predictions
from costdash.core.compare.carried_over import carried_over


def sample(rng, n=60, digits=1):
    is_positive = np.arange(n) < n // 3
    scores = {
        name: np.round(rng.normal(size=n) + shift * is_positive, digits)
        for name, shift in (("old", 1.0), ("new", 1.6))
    }
    weight = rng.choice([1.0, 2.0], n)
    return Predictions(is_positive=is_positive, scores=scores, weight=weight)


def share_of(rows, name, threshold, by, prior):
    """Share of cases flagged at the prior, or of positives found, one row after the other."""
    totals = {True: 0.0, False: 0.0}
    called = {True: 0.0, False: 0.0}
    for positive, score, weight in zip(rows.is_positive, rows.scores[name], rows.weight):
        totals[bool(positive)] += weight
        called[bool(positive)] += weight * (score >= threshold)
    tpr, fpr = called[True] / totals[True], called[False] / totals[False]
    return tpr if by == "found" else prior * tpr + (1 - prior) * fpr


@pytest.mark.parametrize("by", ["alerts", "found"])
def test_no_threshold_flags_or_finds_a_nearer_share(by):
    rng = np.random.default_rng(0)
    for _ in range(60):
        rows, prior = sample(rng), float(rng.uniform(0.02, 0.6))
        today = float(rng.choice(rows.scores["old"]))
        found = carried_over(rows, ("old", today), "new", by, prior, 0.9)
        share = share_of(rows, "old", today, by, prior)
        gaps = [
            abs(share_of(rows, "new", t, by, prior) - share)
            for t in [np.inf, *np.unique(rows.scores["new"])]
        ]
        assert found.share[0] == pytest.approx(share)
        assert found.share[1] == pytest.approx(share_of(rows, "new", found.threshold, by, prior))
        assert abs(found.share[1] - found.share[0]) == pytest.approx(min(gaps), abs=1e-9)
        assert found.interval[0] <= found.threshold <= found.interval[1]
        assert 0 <= found.both <= 1


def test_a_model_on_another_scale_keeps_all_its_alerts():
    rng = np.random.default_rng(1)
    score = rng.normal(size=300)
    rows = Predictions(is_positive=np.arange(300) < 60, scores={"old": score, "new": 1000 * score})
    found = carried_over(rows, ("old", float(np.sort(score)[250])), "new", "alerts", 0.1, 0.95)
    assert found.threshold == pytest.approx(1000 * np.sort(score)[250])
    assert found.both == 1


def test_the_interval_covers_the_threshold_of_the_population():
    """Normal scores: the threshold with as many alerts is known."""
    rng = np.random.default_rng(2)
    big = 400_000
    positive = np.arange(big) < big // 5
    whole = rng.normal(size=big) + 1.0 * positive, rng.normal(size=big) + 1.6 * positive
    alerts = float((whole[0] >= 1.2).mean())
    truth = float(np.quantile(whole[1], 1 - alerts))
    covered = 0
    for _ in range(80):
        is_positive = np.arange(400) < 80
        scores = {
            "old": rng.normal(size=400) + 1.0 * is_positive,
            "new": rng.normal(size=400) + 1.6 * is_positive,
        }
        rows = Predictions(is_positive=is_positive, scores=scores)
        low, high = carried_over(rows, ("old", 1.2), "new", "alerts", 0.2, 0.9).interval
        covered += low <= truth <= high
    assert 64 <= covered <= 80


def test_rows_that_stand_for_several_and_other_models_are_refused():
    rows = sample(np.random.default_rng(3))
    with pytest.raises(ValueError, match="scores of rows"):
        carried_over(rows, ("old", 1.0), "nobody", "alerts", 0.1, 0.9)
