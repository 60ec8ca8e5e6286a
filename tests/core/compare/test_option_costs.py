"""Costs of many options and their covariances, against one dense row of calls for each option."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions
from costdash.core.compare.option_costs import option_costs
from costdash.core.folds.condition_covariance import cost_gradient, influences
from costdash.core.sample.confusion_matrix import ConfusionMatrix
from costdash.core.sample.groups import Groups
from costdash.core.sample.row_costs import RowCosts

KINDS = ("plain", "weights", "clusters", "costs", "weights and clusters")
SOME = (False, True, True), (True, False, True), (False, False, False), (True, True, True)


def sample(seed, kind, n=60):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < rng.choice([0.1, 0.5, 0.9])
    y[:4] = [True, False, True, False]
    costs = RowCosts(rng.lognormal(size=n), rng.lognormal(size=n)) if kind == "costs" else None
    return Predictions(
        is_positive=y,
        scores={name: np.round(rng.normal(size=n) + y, rng.integers(0, 3)) for name in "ab"},
        weight=rng.choice([0.5, 1.0, 7.0], n) if "weights" in kind else None,
        cluster=rng.integers(0, 15, n) if "clusters" in kind else None,
        costs=costs,
    )


def some_thresholds(predictions, rng):
    return {
        name: np.unique(rng.choice(score, 5))[::-1] for name, score in predictions.scores.items()
    }


def dense(predictions, thresholds, point, estimated):
    """One vector of calls for each option, and the influence of each row on its cost."""
    n = predictions.rows
    calls = [np.zeros(n, bool), np.ones(n, bool)]
    calls += [predictions.scores[name] >= t for name, ts in thresholds.items() for t in ts]
    mass = np.ones(n) if predictions.mass is None else predictions.mass
    cost, added = [], []
    for call in calls:
        fpr, tpr = (
            mass[call & part].sum() / mass[part].sum()
            for part in (~predictions.is_positive, predictions.is_positive)
        )
        cost.append(point.expected_cost(fpr, tpr))
        added.append(influences(predictions, call) @ cost_gradient(point, fpr, tpr, estimated))
    return np.array(cost), np.array(added) @ np.array(added).T


@settings(max_examples=60)
@given(
    st.integers(0, 10_000),
    st.sampled_from(KINDS),
    st.sampled_from(SOME),
    st.floats(0.001, 0.9),
    st.floats(0.1, 500),
)
def test_costs_and_covariances_equal_those_of_single_rows(seed, kind, estimated, prior, ratio):
    predictions, point = sample(seed, kind), OperatingPoint(prior, ratio, 1.0)
    thresholds = some_thresholds(predictions, np.random.default_rng(seed))
    found = option_costs(predictions, thresholds, point, estimated)
    cost, covariance = dense(predictions, thresholds, point, estimated)
    assert_allclose(found.cost, cost, rtol=1e-9, atol=1e-12)
    assert_allclose(found.covariance, covariance, rtol=1e-7, atol=1e-10 * covariance.max())


@pytest.mark.parametrize("weighted", [False, True])
def test_groups_of_rows_count_as_the_rows_they_stand_for(weighted):
    rng = np.random.default_rng(3)
    n, point = 40, OperatingPoint(0.05, 30, 1)
    times, y = rng.integers(1, 9, n), np.arange(n) % 3 == 0
    scores = {name: rng.integers(0, 6, n).astype(float) for name in "ab"}
    weight = rng.choice([1.0, 4.0], n) if weighted else None
    grouped = Predictions(is_positive=y, scores=scores, weight=weight, groups=Groups(times))
    single = Predictions(
        is_positive=y.repeat(times),
        scores={name: score.repeat(times) for name, score in scores.items()},
        weight=None if weight is None else weight.repeat(times),
    )
    thresholds = {"a": np.array([4.0, 2.0]), "b": np.array([5.0, 3.0, 1.0])}
    estimated = (False, False, True)
    found, wanted = (option_costs(p, thresholds, point, estimated) for p in (grouped, single))
    assert_allclose(found.cost, wanted.cost, rtol=1e-12)
    assert_allclose(found.covariance, wanted.covariance, rtol=1e-9, atol=1e-15)


def test_a_confusion_matrix_is_an_option_with_cases_of_its_own():
    predictions = sample(5, "plain")
    matrix = ConfusionMatrix(tp=30, fn=10, fp=5, tn=55)
    both = Predictions(
        is_positive=predictions.is_positive,
        scores=predictions.scores,
        confusions={"m": matrix},
    )
    point, at = OperatingPoint(0.2, 5, 1), matrix.counts.threshold[1]
    thresholds = {"m": np.array([at]), "a": np.array([1.0, 0.0])}
    found = option_costs(both, thresholds, point)
    alone = option_costs(predictions, {"a": thresholds["a"]}, point)
    assert_allclose(found.cost[[0, 1, 3, 4]], alone.cost)
    assert found.cost[2] == pytest.approx(point.expected_cost(5 / 60, 30 / 40))
    variance = 0.64 * (5 / 60) * (55 / 60) / 60 + (0.75 * 0.25) / 40  # (1-p)^2 and (p cost_fn)^2
    assert found.covariance[2, 2] == pytest.approx(variance)
    assert not found.covariance[2, [0, 1, 3, 4]].any()
