"""Costs per case: curves count money, and everything else counts cases."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import (
    OperatingPoint,
    Predictions,
    RowCosts,
    analyse,
    auc,
    average_precision,
    convex_hull,
    count,
)
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.resample.roc_interpolation import tpr_of_curves
from costdash.core.sample.split import Split
from tests.support.oracles import resampled_rows

COST = st.integers(0, 6)
ROW = st.tuples(st.booleans(), st.integers(0, 4), COST, COST)


@st.composite
def samples(draw):
    """Labels, scores with ties, and whole costs of both mistakes."""
    rows = [(True, 1, 2, 3), (False, 2, 3, 1), *draw(st.lists(ROW, max_size=12))]
    label, score, fn, fp = zip(*rows, strict=True)
    return np.array(label), np.array(score, float), np.array(fn, float), np.array(fp, float)


@given(samples())
@settings(max_examples=60)
def test_curves_are_those_of_rows_replicated_in_proportion_to_their_cost(sample):
    """The remark on algorithm 6 of Fawcett (2004)."""
    label, score, fn, fp = sample
    rows = Predictions(is_positive=label, scores={"m": score}, costs=RowCosts(fn, fp))
    times = np.where(label, fn, fp).astype(int)
    copied = count(np.repeat(label, times), np.repeat(score, times))
    weighted = count(label, score, rows.mass)
    assert_allclose(auc(weighted), auc(copied), atol=1e-12)
    prior = label.mean()
    assert_allclose(
        average_precision(weighted, prior), average_precision(copied, prior), atol=1e-12
    )
    pcf = np.linspace(0, 1, 11)
    assert_allclose(convex_hull(weighted).cost(pcf), convex_hull(copied).cost(pcf), atol=1e-9)


@given(samples(), st.floats(0.05, 0.95))
@settings(max_examples=60)
def test_the_cost_at_the_mean_costs_is_the_money_on_the_rows(sample, prior):
    label, score, fn, fp = sample
    rows = Predictions(is_positive=label, scores={"m": score}, costs=RowCosts(fn, fp))
    analysis = analyse(rows, n_replicates=100)
    costs = analysis.costs
    point = OperatingPoint(analysis.prevalence, costs.mean_fn, costs.mean_fp)
    for index, threshold in enumerate(analysis.models["m"].counts.threshold):
        call = analysis.call_at(point, "m", index)
        flagged = score >= threshold
        money = fn[label & ~flagged].sum() + fp[~label & flagged].sum()
        assert_allclose(call.expected_cost * label.size, money, atol=1e-6)
        assert_allclose(
            call.case_rates, (flagged[~label].mean(), flagged[label].mean()), atol=1e-12
        )
        if flagged.any():
            assert_allclose(call.precision, label[flagged].mean())


@given(samples())
@settings(max_examples=30)
def test_prevalence_and_average_precision_are_of_cases(sample):
    label, score, fn, fp = sample
    rows = Predictions(is_positive=label, scores={"m": score}, costs=RowCosts(fn, fp))
    plain = Predictions(is_positive=label, scores={"m": score})
    with_costs, without = analyse(rows, n_replicates=100), analyse(plain, n_replicates=100)
    assert with_costs.prevalence == without.prevalence == label.mean()
    assert with_costs.prevalence_variance == without.prevalence_variance
    one, other = with_costs.models["m"], without.models["m"]
    assert one.average_precision == other.average_precision
    assert_allclose(one.pr_auc, other.pr_auc)
    assert one.case_counts.tp.tolist() == other.counts.tp.tolist()


def test_equal_costs_are_no_costs():
    rng = np.random.default_rng(0)
    label, score = np.arange(200) < 80, rng.normal(size=200).round(1)
    plain = analyse(Predictions(is_positive=label, scores={"m": score}), n_replicates=100)
    same = RowCosts(np.full(200, 7.0), np.full(200, 2.0))
    rows = Predictions(is_positive=label, scores={"m": score}, costs=same)
    found = analyse(rows, n_replicates=100)
    assert_allclose(found.models["m"].auc, plain.models["m"].auc)
    assert (found.costs.mean_fn, found.costs.mean_fp) == (7, 2)
    assert_allclose(found.models["m"].hull.tie, plain.models["m"].hull.tie)


def test_bands_resample_rows_with_their_amounts():
    rng = np.random.default_rng(1)
    label = np.arange(300) < 100
    score = rng.normal(size=300) + 1.5 * label
    cost = rng.lognormal(0, 1.2, size=300)
    rows = Predictions(is_positive=label, scores={"m": score}, costs=RowCosts(cost, cost))
    analysis = analyse(rows, n_replicates=4000)
    bands, hull = analysis.models["m"].bands, analysis.models["m"].hull
    vertex = int(hull.cheapest(0.5))
    found, own = score[label] >= hull.threshold[vertex], cost[label]
    drawn = rng.integers(0, 100, size=(4000, 100))
    oracle = (own * found)[drawn].sum(axis=1) / own[drawn].sum(axis=1)
    assert_allclose(bands.vertex_tpr[:, vertex].std(), oracle.std(), rtol=0.06)
    assert analysis.costs.largest_fn == own.max() / own.sum()
    assert analysis.effective_positives == pytest.approx(own.sum() ** 2 / (own**2).sum())


def test_bands_in_cases_are_those_of_resampled_rows_whatever_they_cost():
    """Precision and recall count cases, so their band must not depend on the amounts."""
    rng = np.random.default_rng(4)
    label = np.arange(300) < 90
    score = (rng.normal(size=300) + 1.2 * label).round(1)  # with ties
    costs = RowCosts(*rng.lognormal(0, 1.5, size=(2, 300)))
    rows = Predictions(is_positive=label, scores={"m": score}, costs=costs)
    model = analyse(rows, n_replicates=2000).models["m"]
    thresholds = np.append(np.inf, np.unique(score)[::-1])
    fpr, tpr = resampled_rows(label, score, np.ones(300), thresholds, 400, rng)
    roc = model.case_bands.roc(0.9)
    at = np.searchsorted(roc.x, [0.1, 0.2, 0.4])
    drawn = tpr_of_curves(roc.x[at], fpr, tpr)
    assert_allclose(roc.low[at], np.quantile(drawn, 0.05, axis=0), atol=0.025)
    assert_allclose(roc.high[at], np.quantile(drawn, 0.95, axis=0), atol=0.025)
    of_costs = model.bands.roc(0.9)
    assert ((of_costs.high - of_costs.low) > 1.2 * (roc.high - roc.low))[at].all()


@pytest.mark.parametrize("kind", ["rows", "weights", "clusters", "split", "few"])
def test_bands_in_cases_are_the_bands_of_the_same_rows_without_costs(kind):
    rng = np.random.default_rng(5)
    n = 8 if kind == "few" else 240
    label = np.arange(n) % 3 == 0
    more = {
        "weights": {"weight": rng.lognormal(size=n)},
        "clusters": {"cluster": np.arange(n) // 4},
        "split": {"split": Split(rng.random(n) < 0.6, "val", "test")},
    }
    plain = Predictions(
        is_positive=label,
        scores={"m": (rng.normal(size=n) + label).round(1)},
        **more.get(kind, {}),
    )
    priced = replace(plain, costs=RowCosts(*rng.lognormal(size=(2, n))))
    one, other = (analyse(rows, n_replicates=100).models["m"] for rows in (plain, priced))
    assert one.case_bands is None
    assert (other.bands_in_cases is None) == (one.bands_in_cases is None) == (kind == "few")
    if one.bands is not None:
        for read in ("roc", "recall", "cost"):
            expected, found = (getattr(m.bands_in_cases, read)(0.9) for m in (one, other))
            for field in ("x", "low", "high", "safe"):
                np.testing.assert_array_equal(getattr(found, field), getattr(expected, field))


def test_cross_fitted_costs_are_shares_of_money():
    rng = np.random.default_rng(2)
    label = np.arange(600) < 200
    score, cost = rng.normal(size=600) + 1.5 * label, rng.gamma(2, size=600)
    rows = Predictions(is_positive=label, scores={"m": score}, costs=RowCosts(cost, cost))
    fit = crossfit_models(rows, n_replicates=20).together
    apparent = analyse(rows, n_replicates=100).models["m"].hull.cost([0.5])
    assert_allclose(fit.apparent_cost([0.5]), apparent, atol=0.005)
    assert fit.cost([0.5])[0] == pytest.approx(apparent[0], abs=0.04)


def test_rows_that_cost_nothing_stay_as_cases():
    label = np.array([True, True, False, False])
    costs = RowCosts([0.0, 5.0, 1.0, 0.0], [1.0, 1.0, 2.0, 0.0])
    rows = Predictions(is_positive=label, scores={"m": [1, 2, 3, 4]}, costs=costs)
    assert rows.positives == 2
    assert_allclose(rows.mass, [0, 2, 2, 0], atol=1e-8)


@pytest.mark.parametrize(
    ("fn", "fp", "sentence"),
    [
        ([1, -1], [1, 1], "must not be negative, got -1"),
        ([1, np.inf], [1, 1], "flat array of finite numbers"),
        ([1, 1, 1], [1, 1], "as many rows"),
        ([0, 1], [1, 1], "missed positive must have a sum above 0"),
    ],
)
def test_costs_that_are_none_are_refused(fn, fp, sentence):
    with pytest.raises(ValueError, match=sentence):
        Predictions(is_positive=[1, 0], scores={"m": [1, 0]}, costs=RowCosts(fn, fp))
