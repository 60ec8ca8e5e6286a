"""The cluster bootstrap against a slow one that draws whole clusters row by row."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import Predictions, analyse, count
from costdash.core.resample.cluster_bootstrap import (
    class_units,
    clustered_auc_interval,
    effective_units,
    replicate_clusters,
)
from tests.support.oracles import mann_whitney


def clustered(seed=0, groups=60, size=5, within=0.5, weighted=False):
    rng = np.random.default_rng(seed)
    n = groups * size
    cluster = np.repeat(rng.permutation(groups), size)
    shift = np.sqrt(within) * rng.normal(size=groups)[cluster]
    is_positive = rng.random(n) < 1 / (1 + np.exp(-2 * shift))
    score = np.round(shift + np.sqrt(1 - within) * rng.normal(size=n) + is_positive, 1)
    weight = rng.uniform(0.5, 2, n) if weighted else None
    return Predictions(is_positive=is_positive, scores={"a": score}, weight=weight, cluster=cluster)


def resampled_clusters(predictions, thresholds, n, rng):
    """fpr and tpr, (n, k) each, of samples of whole clusters."""
    groups = [np.flatnonzero(predictions.cluster == c) for c in np.unique(predictions.cluster)]
    weight = np.ones(predictions.rows) if predictions.weight is None else predictions.weight
    rates = np.empty((2, n, len(thresholds)))
    for b in range(n):
        rows = np.concatenate([groups[i] for i in rng.integers(0, len(groups), len(groups))])
        y, s, w = predictions.is_positive[rows], predictions.scores["a"][rows], weight[rows]
        for k, threshold in enumerate(thresholds):
            for which, part in enumerate((~y, y)):
                rates[which, b, k] = w[part & (s >= threshold)].sum() / w[part].sum()
    return rates


@pytest.mark.parametrize("weighted", [False, True])
def test_replicates_are_those_of_resampled_clusters(weighted):
    predictions = clustered(weighted=weighted)
    counts = count(predictions.is_positive, predictions.scores["a"], predictions.weight)
    index = np.linspace(0, counts.threshold.size - 1, 5).astype(int)
    rng = np.random.default_rng(1)
    fast = replicate_clusters(predictions, "a", counts, index, 4000, rng)
    slow = resampled_clusters(predictions, counts.threshold[index], 800, rng)
    for ours, theirs in zip((fast.fpr, fast.tpr), slow):
        assert_allclose(ours.mean(axis=0), theirs.mean(axis=0), atol=0.008)
        assert_allclose(ours.std(axis=0), theirs.std(axis=0), rtol=0.12, atol=1e-9)


def test_clusters_widen_bands_and_clusters_of_one_row_do_not():
    predictions = clustered()
    scores, is_positive = predictions.scores, predictions.is_positive
    alone = Predictions(is_positive=is_positive, scores=scores, cluster=np.arange(300))
    widths = []
    for sample in (Predictions(is_positive=is_positive, scores=scores), alone, predictions):
        low, high = analyse(sample, n_replicates=1000).models["a"].bands.cost_interval(0.5, 0.9)
        widths.append(high - low)
    assert_allclose(widths[1], widths[0], rtol=0.15)
    assert widths[2] > 1.15 * widths[0]


def test_the_interval_of_the_auc_has_the_spread_of_resampled_clusters():
    predictions = clustered()
    counts = count(predictions.is_positive, predictions.scores["a"])
    low, high = clustered_auc_interval(predictions, "a", counts, 0.6826894921)
    groups = [np.flatnonzero(predictions.cluster == c) for c in np.unique(predictions.cluster)]
    rng, areas = np.random.default_rng(2), []
    for _ in range(600):
        rows = np.concatenate([groups[i] for i in rng.integers(0, 60, 60)])
        areas.append(mann_whitney(predictions.is_positive[rows], predictions.scores["a"][rows]))
    assert_allclose((high - low) / 2, np.std(areas), rtol=0.15)


def test_units_are_the_clusters_that_hold_a_class():
    predictions = Predictions(
        is_positive=[1, 1, 0, 0, 0, 0], scores={"a": np.arange(6)}, cluster=list("aabbcd")
    )
    assert class_units(predictions) == (3, 1)
    assert effective_units(predictions) == (16 / 6, 1)


def test_too_few_clusters_give_no_band():
    predictions = clustered(groups=4, size=50)
    analysis = analyse(predictions, n_replicates=100)
    assert analysis.models["a"].bands is None
    assert analysis.clusters == 4


def test_every_row_needs_a_cluster():
    with pytest.raises(ValueError, match="cluster must have 2 rows"):
        Predictions(is_positive=[0, 1], scores={"a": [0.0, 1]}, cluster=[1])
