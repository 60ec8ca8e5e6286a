"""The cluster bootstrap against a slow one that draws whole clusters row by row."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import beta, norm, spearmanr

from costdash.core import Predictions, analyse, auc, auc_interval, count
from costdash.core.compare.paired_sample import joint_cells
from costdash.core.curves.multiclass import placement
from costdash.core.curves.roc import area_limits
from costdash.core.resample.cluster_bootstrap import (
    class_units,
    cluster_codes,
    clustered_area_error,
    clustered_variance,
    clusters_in_cell,
    effective_units,
    replicate_clusters,
)
from costdash.core.resample.small_cells import redraw_rates_of_clusters
from tests.support.oracles import delong_variance, mann_whitney, obuchowski_variance


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
        bands = analyse(sample, n_replicates=1000).models["a"].bands
        vertex = int(bands.hull.cheapest(0.5))
        low, high = bands.vertex_interval(vertex, 0.0, 0.9)  # its false positive rate
        widths.append(high - low)
    assert_allclose(widths[1], widths[0], rtol=0.15)
    assert widths[2] > 1.15 * widths[0]


@pytest.mark.parametrize("seed", range(5))
def test_cells_count_the_clusters_that_hold_a_row_on_the_rarer_side(seed):
    rng = np.random.default_rng(seed)
    cluster, bins = rng.choice(9, 25), rng.integers(0, 6, 25)  # some clusters may be absent
    expected = [min(len(set(cluster[bins <= k])), len(set(cluster[bins > k]))) for k in range(6)]
    assert clusters_in_cell(cluster, bins, 6).tolist() == expected


@pytest.mark.parametrize(("holding", "safe"), [(2, True), (3, False), (8, False)])
def test_errors_in_fewer_than_3_clusters_get_jeffreys_limits(holding, safe):
    """20 clusters of 20 rows; 12 false alarms in `holding` of them, and misses in every cluster."""
    cluster, row = np.repeat(np.arange(20), 20), np.tile(np.arange(20), 20)
    is_positive = row < 6
    wrong = (row == 0) | (~is_positive & (cluster < holding) & (row >= 20 - 12 // holding))
    predictions = Predictions(
        is_positive=is_positive, scores={"a": (is_positive != wrong) * 1.0}, cluster=cluster
    )
    bands = analyse(predictions, n_replicates=200).models["a"].bands
    vertex = int(np.flatnonzero(bands.hull.threshold == 1)[0])
    assert bool(bands.vertex_safe[vertex]) == safe


def test_redrawn_rates_keep_the_replicates_order_and_widen_their_spread():
    """The variance grows by n / (n - 3); 1/2 is added to each side of Beta's counts."""
    rng = np.random.default_rng(0)
    rates = rng.normal([0.3, 0.5, 0.9], [0.05, 0.06, 0.02], size=(20_000, 3)).clip(0, 1)
    known, cell = np.array([0.3, 0.5, 0.9]), np.array([9.0, 9, 2])
    certain = np.zeros(3, dtype=bool)
    found, small = redraw_rates_of_clusters(rates, known, 20.0, cell, certain, rng)
    assert small.tolist() == [False, False, True]
    expected = rates.std(axis=0) * (20 / 17) ** 0.5
    assert_allclose(found.std(axis=0)[:2], expected[:2], rtol=0.03)
    assert_allclose(found.std(axis=0)[2], beta(18.5, 2.5).std(), rtol=0.03)
    for drawn, before in zip(found.T, rates.T):
        assert spearmanr(drawn, before).statistic > 0.999


@pytest.mark.parametrize("pcf", [0.2, 0.8])
def test_the_cost_of_a_threshold_fixed_beforehand_is_covered_with_20_clusters(pcf):
    """20 clusters of 20 rows, nominal 90 %: 100 samples give the coverage within 3 %."""
    covered = []
    for seed in range(100):
        rng = np.random.default_rng(seed)
        cluster, is_positive = np.repeat(np.arange(20), 20), rng.random(400) < 0.3
        shift = np.sqrt(0.3) * rng.normal(size=20)[cluster]
        score = shift + np.sqrt(0.7) * rng.normal(size=400) + 1.5 * is_positive
        predictions = Predictions(
            is_positive=is_positive, scores={"a": (score >= 0.75) * 1.0}, cluster=cluster
        )
        bands = analyse(predictions, n_replicates=200).models["a"].bands
        low, high = bands.vertex_interval(1, pcf, 0.9)
        covered.append(low <= norm.cdf(-0.75) <= high)  # fpr and fnr are equal
    assert 0.8 < np.mean(covered) < 0.97


def test_the_interval_of_the_auc_has_the_spread_of_resampled_clusters():
    predictions = clustered()
    counts = count(predictions.is_positive, predictions.scores["a"])
    low, high = area_limits(*clustered_area_error(predictions, "a", counts), 0.6826894921)
    groups = [np.flatnonzero(predictions.cluster == c) for c in np.unique(predictions.cluster)]
    rng, areas = np.random.default_rng(2), []
    for _ in range(600):
        rows = np.concatenate([groups[i] for i in rng.integers(0, 60, 60)])
        areas.append(mann_whitney(predictions.is_positive[rows], predictions.scores["a"][rows]))
    assert_allclose((high - low) / 2, np.std(areas), rtol=0.15)


def deviations(predictions, name="a"):
    """Each row's placement minus the area."""
    counts = count(predictions.is_positive, predictions.scores[name], predictions.weight)
    return placement(predictions.is_positive, predictions.scores[name], counts) - auc(counts)


@pytest.mark.parametrize("seed", range(8))
def test_the_variance_is_obuchowskis_computed_cluster_by_cluster(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(20, 80))
    cluster = rng.integers(0, 12, n)
    is_positive = rng.random(n) < rng.choice([0.2, 0.5, 0.8], 12)[cluster]
    is_positive[:10], cluster[:10] = np.arange(10) < 5, np.arange(10)
    scores = {name: np.round(rng.normal(size=n) + is_positive, 1) for name in "ab"}
    predictions = Predictions(is_positive=is_positive, scores=scores, cluster=cluster)
    codes, one = cluster_codes(predictions), deviations(predictions)
    expected = obuchowski_variance(is_positive, [scores["a"]], cluster)
    assert_allclose(clustered_variance(one, is_positive, codes).value, expected)
    other, constant = deviations(predictions, "b"), np.full(n, 3.0)
    expected = obuchowski_variance(is_positive, scores.values(), cluster)
    assert_allclose(clustered_variance(one - other, is_positive, codes, constant).value, expected)


@pytest.mark.parametrize("weighted", [False, True])
def test_clusters_of_one_row_give_delongs_variance(weighted):
    predictions = clustered(groups=30, size=1, weighted=weighted)
    is_positive, weight = predictions.is_positive, predictions.weight
    expected = delong_variance(is_positive, predictions.scores["a"], weight)
    found = clustered_variance(deviations(predictions), is_positive, np.arange(30), weight)
    assert_allclose(found.value, expected)
    counts = count(is_positive, predictions.scores["a"], weight)
    squared = None if weight is None else count(is_positive, predictions.scores["a"], weight**2)
    interval = auc_interval(counts, 0.9, squared)
    assert_allclose(area_limits(*clustered_area_error(predictions, "a", counts), 0.9), interval)


@pytest.mark.parametrize(("patients", "defined"), [(1, False), (4, False), (5, True)])
def test_fewer_than_5_clusters_of_a_class_give_no_interval_and_no_test(patients, defined):
    is_positive, rng = np.arange(40) < 10, np.random.default_rng(0)
    cluster = np.where(is_positive, np.arange(40) % patients, np.arange(40))
    scores = {name: rng.normal(size=40) + is_positive for name in "ab"}
    predictions = Predictions(is_positive=is_positive, scores=scores, cluster=cluster)
    analysis = analyse(predictions, n_replicates=100)
    assert np.isfinite(analysis.models["a"].auc_interval).all() == defined
    areas = joint_cells(predictions, analysis, "a", "b").areas
    assert np.isfinite(areas.variance.value) == defined


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


def freedom_of(sizes, seed=0):
    """Degrees of freedom of clusters of these sizes, whose rows are of both classes."""
    rng = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    is_positive = np.arange(cluster.size) % 2 == 0
    shared = rng.normal(size=len(sizes))[cluster]
    deviation = shared + 0.5 * rng.normal(size=cluster.size)
    for part in (is_positive, ~is_positive):
        deviation[part] -= deviation[part].mean()
    return clustered_variance(deviation, is_positive, cluster).freedom


def test_a_few_large_clusters_have_as_few_degrees_of_freedom():
    assert freedom_of([10] * 20) == pytest.approx(20, rel=0.06)
    assert freedom_of([40] * 10 + [2] * 50) == pytest.approx(10, rel=0.06)


def test_clusters_of_one_class_have_welchs_freedom_with_the_number_of_clusters():
    rng = np.random.default_rng(5)
    cluster = np.repeat(np.arange(20), 4)
    is_positive = cluster < 8
    deviation = rng.normal(size=20)[cluster]
    for part in (is_positive, ~is_positive):
        deviation[part] -= deviation[part].mean()
    found = clustered_variance(deviation, is_positive, cluster)
    per_cluster = deviation[::4]
    parts = [own.var(ddof=1) / own.size for own in (per_cluster[:8], per_cluster[8:])]
    assert found.value == pytest.approx(sum(parts))
    welch = sum(parts) ** 2 / (parts[0] ** 2 / 7 + parts[1] ** 2 / 11)
    assert found.freedom == pytest.approx(welch)
