"""Deciding case by case: the cheapest policy for known probabilities, and its limits."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions, RowCosts, analyse
from costdash.core.probabilities.per_case_policy import per_case_policy


def sample(seed=0, n=400):
    rng = np.random.default_rng(seed)
    chance = rng.beta(1, 2, size=n)
    label = rng.random(n) < chance
    costs = RowCosts(rng.gamma(1, 50, size=n), rng.gamma(2, 10, size=n))
    return Predictions(is_positive=label, scores={"p": chance}, costs=costs)


def at_means(rows, analysis, multiply=1.0):
    totals = analysis.costs
    return OperatingPoint(analysis.file_prevalence, multiply * totals.mean_fn, totals.mean_fp)


@pytest.mark.parametrize("multiply", [1.0, 3.0])
def test_its_cost_is_the_money_on_the_rows(multiply):
    rows = sample()
    analysis = analyse(rows, n_replicates=100)
    found = per_case_policy(rows, analysis, "p", at_means(rows, analysis, multiply))
    fn, fp, chance, label = (
        multiply * rows.costs.fn,
        rows.costs.fp,
        rows.scores["p"],
        rows.is_positive,
    )
    flagged = np.array([p * a > (1 - p) * b for p, a, b in zip(chance, fn, fp, strict=True)])
    money = fn[label & ~flagged].sum() + fp[~label & flagged].sum()
    assert_allclose(found.expected_cost, money / rows.rows)
    assert_allclose(found.in_cases, (flagged[~label].mean(), flagged[label].mean()))


def test_with_true_probabilities_it_beats_the_best_threshold():
    rows = sample(n=4000)
    analysis = analyse(rows, n_replicates=100)
    found = per_case_policy(rows, analysis, "p", at_means(rows, analysis))
    best = analysis.call_of(at_means(rows, analysis), "p").expected_cost
    assert_allclose(best - found.expected_cost, found.saving)
    assert found.interval[0] > 0


def test_limits_are_those_of_resampled_rows():
    rows, rng = sample(seed=3), np.random.default_rng(9)
    analysis = analyse(rows, n_replicates=100)
    point = at_means(rows, analysis)
    found = per_case_policy(rows, analysis, "p", point)
    label, mass, chance = rows.is_positive, rows.mass, rows.scores["p"]
    flagged = chance * rows.costs.fn > (1 - chance) * rows.costs.fp
    hull = analysis.models["p"].hull
    by_one = chance >= hull.threshold[int(hull.cheapest(point.pcf))]
    parts = []
    for part in (~label, label):
        at = np.flatnonzero(part)
        drawn = at[rng.integers(0, at.size, size=(4000, at.size))]
        gap = (by_one.astype(float) - flagged)[drawn] * mass[drawn]
        parts.append(gap.sum(axis=1) / mass[drawn].sum(axis=1))
    cost = (1 - point.prior) * point.cost_fp * parts[0] - point.prior * point.cost_fn * parts[1]
    width = (found.interval[1] - found.interval[0]) / 2
    assert_allclose(width, 1.96 * cost.std(), rtol=0.08)


def test_there_is_none_without_costs_or_probabilities():
    rows = sample()
    analysis = analyse(rows, n_replicates=100)
    point = at_means(rows, analysis)
    scaled = Predictions(
        is_positive=rows.is_positive, scores={"p": 9 * rows.scores["p"]}, costs=rows.costs
    )
    assert per_case_policy(scaled, analyse(scaled, n_replicates=100), "p", point) is None
    plain = Predictions(is_positive=rows.is_positive, scores=rows.scores)
    assert per_case_policy(plain, analyse(plain, n_replicates=100), "p", point) is None
