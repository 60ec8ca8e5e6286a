"""Independent negatives that tell as much as clustered negatives."""

import numpy as np
import pytest

from costdash.core import Predictions, analyse
from costdash.core.analysis.calls import choice_by
from costdash.core.choose.criteria import NeymanPearson
from costdash.core.resample.design_effect import independent_negatives, intraclass_correlation


def clustered(seed, clusters=20, size=20, within=0.3):
    rng = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(clusters), size)
    y = rng.random(cluster.size) < 0.5
    group = within**0.5 * rng.normal(size=clusters)[cluster]
    score = group + (1 - within) ** 0.5 * rng.normal(size=cluster.size) + y
    return Predictions(is_positive=y, scores={"a": score}, cluster=cluster)


def test_the_correlation_is_that_of_two_rows_of_a_cluster():
    rng = np.random.default_rng(1)
    rate = rng.beta(2, 6, 3000)  # of beta-binomial clusters: 1 / (2 + 6 + 1)
    called = rng.random((3000, 5)) < rate[:, None]
    found = intraclass_correlation(called.ravel(), np.repeat(np.arange(3000), 5))
    assert found == pytest.approx(1 / 9, abs=0.015)
    alone = rng.random(500) < 0.2
    assert intraclass_correlation(alone, np.arange(500)) == 0
    assert intraclass_correlation(np.zeros(8, bool), np.arange(8) // 2) == 0


def test_negatives_count_once_or_as_clusters_or_between():
    rows = clustered(0)
    negatives = int((~rows.is_positive).sum())
    alone = Predictions(
        is_positive=rows.is_positive, scores=rows.scores, cluster=np.arange(rows.rows)
    )
    copies = Predictions(
        is_positive=np.arange(400) % 2 == 0,
        scores={"a": np.repeat(np.random.default_rng(0).normal(size=20), 20)},
        cluster=np.repeat(np.arange(20), 20),
    )
    plain = Predictions(is_positive=rows.is_positive, scores=rows.scores)
    assert independent_negatives(plain) is None
    assert independent_negatives(alone) == pytest.approx(negatives)
    assert independent_negatives(copies) == pytest.approx(20)
    assert 20 < independent_negatives(rows) < negatives


def test_a_safe_limit_of_clusters_flags_some_and_is_rarely_broken():
    normal, broken, flagged = np.random.default_rng(9).normal(size=10**6), 0, 0
    for seed in range(60):
        rows = clustered(seed)
        analysis = analyse(rows, n_replicates=100)
        rule = choice_by(NeymanPearson(0.1, 0.95), analysis, ["a"]).single
        flagged += rule.call == "some"
        cut = analysis.models["a"].counts.threshold[rule.index]
        broken += (normal >= cut).mean() > 0.1
    assert flagged == 60
    assert broken <= 7
