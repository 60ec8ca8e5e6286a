"""Results of random folds do not depend on the order of the rows."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from costdash.core import Predictions, RowCosts
from costdash.core.folds.crossfit import (
    FEW_ROWS,
    crossfit_models,
    deviation_from_rule,
    repeats_of,
)
from costdash.core.folds.fitting import fitted_elsewhere
from costdash.core.folds.folds import random_divisions, with_folds
from costdash.core.resample.streams import Stream
from costdash.core.sample.row_order import in_row_order, row_order

PCF = np.array([0.05, 0.2, 0.5, 0.8])
OPTIONAL = ("weight", "cluster", "fold")


def drawn(rng, rows, tied, **columns):
    is_positive = rng.permutation(rows) < rows // 3
    scores = {name: rng.normal(size=rows) + is_positive for name in ("a", "b", "c")}
    if tied:
        scores = {name: np.round(score) for name, score in scores.items()}
    return Predictions(is_positive=is_positive, scores=scores, **columns)


def resorted(predictions, order):
    """The rows in another order."""
    columns = {name: getattr(predictions, name) for name in OPTIONAL}
    return Predictions(
        is_positive=predictions.is_positive[order],
        scores={name: score[order] for name, score in predictions.scores.items()},
        costs=None if predictions.costs is None else predictions.costs[order],
        **{name: None if column is None else column[order] for name, column in columns.items()},
    )


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.booleans(), st.sets(st.sampled_from(["weight", "cluster"])))
@example(0, True, set())
@example(1, False, {"weight"})
@example(2, True, {"weight"})
@example(3, True, {"weight", "cluster"})
def test_rows_sorted_anew_have_the_same_costs_and_intervals(seed, tied, kinds):
    rng = np.random.default_rng(seed)
    columns = {"weight": rng.integers(1, 4, 90) / 7, "cluster": rng.integers(0, 30, 90)}
    predictions = drawn(rng, 90, tied, **{name: columns[name] for name in kinds})
    again = resorted(predictions, rng.permutation(90))
    first, second = (crossfit_models(rows, n_replicates=12) for rows in (predictions, again))
    for one, other in zip(
        (*first.models.values(), first.together), (*second.models.values(), second.together)
    ):
        assert_allclose(one.cost(PCF), other.cost(PCF), rtol=0, atol=1e-12)
        assert_allclose(one.band(0.95, PCF).low, other.band(0.95, PCF).low, rtol=0, atol=1e-12)
        assert_allclose(one.band(0.95, PCF).high, other.band(0.95, PCF).high, rtol=0, atol=1e-12)


def test_costs_per_case_and_many_rows_do_not_depend_on_the_order_either():
    """21,000 negatives are drawn in groups."""
    rng = np.random.default_rng(5)
    costs = RowCosts(rng.integers(1, 9, 31_500), rng.integers(1, 3, 31_500))
    predictions = drawn(rng, 31_500, tied=False, costs=costs)
    again = resorted(predictions, rng.permutation(31_500))
    one, other = (crossfit_models(rows, n_replicates=8).together for rows in (predictions, again))
    assert_allclose(one.cost(PCF), other.cost(PCF), rtol=0, atol=1e-12)
    assert_allclose(one.band(0.95, PCF).low, other.band(0.95, PCF).low, rtol=0, atol=1e-12)


def test_the_deviation_from_a_fixed_rule_does_not_depend_on_the_order():
    rng = np.random.default_rng(6)
    predictions, order = drawn(rng, 90, tied=True, weight=rng.random(90) + 0.5), rng.permutation(90)
    rule = rng.random(90) < 0.4
    one = deviation_from_rule(predictions, ["a"], rule, PCF, n_replicates=5)
    again = resorted(predictions, order)
    other = deviation_from_rule(again, ["a"], rule[order], PCF, n_replicates=5)
    assert_allclose(one, other, rtol=0, atol=1e-12)


def test_equal_rows_are_dealt_by_their_rank_so_each_fold_holds_equally_many_of_them():
    rng = np.random.default_rng(7)
    predictions = drawn(rng, 60, tied=True)
    again = resorted(predictions, rng.permutation(60))
    dealt = []
    for rows in (predictions, again):
        fold = with_folds(rows, seed=3).fold
        dealt.append(sorted(zip(rows.is_positive, *rows.scores.values(), fold)))
    assert dealt[0] == dealt[1]


def test_the_order_sorts_by_everything_that_a_row_holds():
    rng = np.random.default_rng(8)
    predictions = drawn(rng, 200, tied=True, weight=rng.integers(1, 3, 200))
    held = [*predictions.scores.values(), predictions.is_positive, predictions.weight]
    rows = [tuple(column[i] for column in held) for i in range(200)]
    assert row_order(predictions).tolist() == sorted(range(200), key=lambda i: rows[i])


def test_one_more_model_leaves_the_folds_as_they_are():
    """Unless the first model has ties."""
    rng = np.random.default_rng(9)
    predictions = drawn(rng, 100, tied=False)
    more = replace(predictions, scores=predictions.scores | {"new": rng.normal(size=100)})
    divisions = (
        random_divisions(rows, np.random.default_rng(1), 2) for rows in (predictions, more)
    )
    assert_array_equal(*divisions)


@pytest.mark.parametrize("tied", [False, True])
def test_ordered_rows_are_dealt_without_ordering_them_again(tied):
    predictions = in_row_order(drawn(np.random.default_rng(11), 100, tied=tied))
    divisions = (
        random_divisions(predictions, np.random.default_rng(1), 3, ordered=ordered)
        for ordered in (False, True)
    )
    assert_array_equal(*divisions)


def test_scores_that_are_fitted_on_other_folds_do_not_depend_on_the_order():
    rng = np.random.default_rng(10)
    predictions, order = drawn(rng, 80, tied=False), rng.permutation(80)

    def mean_of_others(rows):
        score = rows.scores["a"]
        return fitted_elsewhere(
            rows,
            np.ones(80, dtype=bool),
            lambda fitting: lambda new: np.full(np.count_nonzero(new), score[fitting].mean()),
            Stream.RECALIBRATION,
        )

    again = resorted(predictions, order)
    assert_allclose(mean_of_others(predictions)[order], mean_of_others(again), atol=1e-12)


@pytest.mark.parametrize(("rows", "repeats"), [(FEW_ROWS - 1, 20), (FEW_ROWS, 5)])
def test_folds_of_few_rows_are_dealt_more_often(rows, repeats):
    assert repeats_of(rows) == repeats
    predictions = drawn(np.random.default_rng(0), rows, tied=True)
    assert crossfit_models(predictions, n_replicates=2).together.repeats == repeats
