"""Covariances at all thresholds together equal those of one threshold at a time."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import Predictions, RowCosts, convex_hull, count
from costdash.core.folds.condition_covariance import covariances, influences

PCF = np.linspace(0, 1, 41)
KINDS = {
    "weights": {"weight": lambda rng, n: rng.choice([0.5, 1, 3], n)},
    "costs": {"costs": lambda rng, n: RowCosts(*rng.lognormal(0, 1, (2, n)))},
    "clusters": {"cluster": lambda rng, n: rng.integers(0, n // 3, n)},
    "all": {
        "weight": lambda rng, n: rng.choice([0.5, 1, 3], n),
        "costs": lambda rng, n: RowCosts(*rng.lognormal(0, 1, (2, n))),
        "cluster": lambda rng, n: rng.integers(0, n // 3, n),
    },
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_covariances_are_products_of_the_influences_of_each_threshold(kind, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(30, 200))
    y = rng.permutation(np.arange(n) < n // 3)
    score = np.round(rng.normal(size=n) + y, int(rng.integers(0, 3)))
    more = {name: make(rng, n) for name, make in KINDS[kind].items()}
    rows = Predictions(is_positive=y, scores={"m": score}, **more)
    hull = convex_hull(count(y, score, rows.mass))
    found = covariances(rows, "m", PCF)
    for each, vertex in zip(found, hull.cheapest(PCF), strict=True):
        one = influences(rows, score >= hull.threshold[vertex])
        assert_allclose(each, one.T @ one, rtol=1e-9, atol=1e-12)


def test_without_weights_clusters_and_costs_there_are_none():
    rows = Predictions(is_positive=[True, False], scores={"m": [1.0, 0.0]})
    assert covariances(rows, "m", PCF) is None
