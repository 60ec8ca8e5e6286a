"""Measures at thresholds that other folds choose, against rules applied fold by fold."""

from statistics import NormalDist

import numpy as np
import pytest
from scipy.special import expit, logit

from costdash.core import OperatingPoint, Predictions
from costdash.core.analysis.analyse import analyse
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.measures.cross_fitted import with_cross_fitted
from costdash.core.measures.model_measures import MeasureRequest, measure_models

POINT = OperatingPoint(0.3, 2, 1)


def sample(rows=600, fold=True):
    rng = np.random.default_rng(3)
    y = rng.random(rows) < 0.3
    score = rng.beta(1 + 2 * y, 3)
    folds = np.arange(rows) % 5 if fold else None
    return Predictions(is_positive=y, scores={"a": score}, fold=folds)


def measured(rows):
    analysis, fits = analyse(rows, n_replicates=100), crossfit_models(rows)
    [plain] = measure_models(rows, analysis, ["a"], MeasureRequest(point=POINT))
    return plain, with_cross_fitted(plain, analysis.models["a"], fits.models["a"], POINT, 0.9)


def rates_by_hand(rows, pcf):
    """Rates of all folds together at the thresholds that are cheapest on the other folds."""
    y, score, called = rows.is_positive, rows.scores["a"], np.zeros(rows.rows, bool)
    for fold in range(5):
        here = rows.fold == fold
        cuts = np.append(np.unique(score), np.inf)
        calls = score[~here][:, None] >= cuts
        fpr, tpr = calls[~y[~here]].mean(axis=0), calls[y[~here]].mean(axis=0)
        called[here] = score[here] >= cuts[(fpr * (1 - pcf) + (1 - tpr) * pcf).argmin()]
    return called[~y].mean(), called[y].mean()


def test_predictive_values_and_ratios_are_of_rules_chosen_on_other_folds():
    rows = sample()
    _, found = measured(rows)
    fpr, tpr = rates_by_hand(rows, POINT.pcf)
    values = found.measures
    assert values["ppv"].value == pytest.approx(0.3 * tpr / (0.3 * tpr + 0.7 * fpr))
    assert values["npv"].value == pytest.approx(
        0.7 * (1 - fpr) / (0.7 * (1 - fpr) + 0.3 * (1 - tpr))
    )
    assert values["likelihood_ratios"]["positive"].value == pytest.approx(tpr / fpr)
    assert values["likelihood_ratios"]["negative"].value == pytest.approx((1 - tpr) / (1 - fpr))


def test_limits_include_the_choice_of_the_threshold():
    rows = sample()
    _, found = measured(rows)
    fpr, tpr = rates_by_hand(rows, POINT.pcf)
    positives, negatives = rows.is_positive.sum(), (~rows.is_positive).sum()
    binomial = ((1 - tpr) / tpr / positives + (1 - fpr) / fpr / negatives) ** 0.5
    low, high = np.log(found.measures["likelihood_ratios"]["positive"].interval)
    assert (low + high) / 2 == pytest.approx(np.log(tpr / fpr))
    error = (high - low) / 2 / NormalDist().inv_cdf(0.95)
    assert binomial < error < 2.5 * binomial
    ppv = found.measures["ppv"]
    odds = logit(ppv.value) - np.log(tpr / fpr)
    assert ppv.interval == pytest.approx(expit(odds + np.array([low, high])).tolist())


def test_limits_hold_the_values_of_the_rule_that_all_rows_choose():
    held, normal = [], NormalDist()
    for seed in range(40):
        rng = np.random.default_rng(seed)
        y = np.arange(300) < 100
        rows = Predictions(is_positive=y, scores={"a": rng.normal(size=300) + 1.2 * y})
        plain, found = measured(rows)
        t = plain.measures["likelihood_ratios"]["threshold"]
        true = (1 - normal.cdf(t - 1.2)) / (1 - normal.cdf(t))
        low, high = found.measures["likelihood_ratios"]["positive"].interval
        held.append(low <= true <= high)
    assert np.mean(held) >= 0.8  # of 90 %


def test_the_values_beside_ks_j_h_and_discrimination_are_cross_fitted():
    rows = sample()
    plain, found = measured(rows)
    fpr, tpr = rates_by_hand(rows, 0.5)
    assert found.measures["ks"]["cross_fitted"] == pytest.approx(tpr - fpr)
    assert found.measures["youden"]["cross_fitted"] == pytest.approx(tpr - fpr)
    assert plain.measures["ks"]["cross_fitted"] is None
    share, edges = rows.is_positive.mean(), np.linspace(0, 1, 401)
    t = (edges[1:] + edges[:-1]) / 2
    pcf = share * (1 - t) / (share * (1 - t) + (1 - share) * t)
    rates = np.array([rates_by_hand(rows, x) for x in pcf])
    loss = 2 * ((1 - share) * rates[:, 0] * t + share * (1 - rates[:, 1]) * (1 - t))
    discrimination = share * (1 - share) - loss.mean()
    assert found.calibration.discrimination_cross_fitted == pytest.approx(discrimination, abs=1e-3)
    beta = 1 + (1 - share) / share
    density = t * (1 - t) ** (beta - 1)
    trivial = 2 * np.minimum((1 - share) * t, share * (1 - t))
    h = 1 - (density * loss).sum() / (density * trivial).sum()
    assert found.measures["h_measure"]["cross_fitted"] == pytest.approx(h, abs=5e-3)
    assert found.measures["h_measure"]["cross_fitted"] < plain.measures["h_measure"]["value"].value


def test_a_rule_that_flags_none_has_no_predictive_value_and_perfect_rates_have_limits():
    y = np.arange(60) % 3 == 0
    perfect = Predictions(is_positive=y, scores={"a": y * 0.5 + 0.25})
    _, found = measured(perfect)
    ppv = found.measures["ppv"]
    assert ppv.value == 1
    assert 0.4 < ppv.interval[0] < 0.98
    assert ppv.interval[1] == 1
    useless = Predictions(is_positive=y, scores={"a": np.full(60, 0.5)})
    analysis, fits = analyse(useless, n_replicates=100), crossfit_models(useless)
    rare = OperatingPoint(0.001)
    [plain] = measure_models(useless, analysis, ["a"], MeasureRequest(point=rare))
    found = with_cross_fitted(plain, analysis.models["a"], fits.models["a"], rare, 0.9)
    assert np.isnan(found.measures["ppv"].value)
    assert np.isnan(found.measures["ppv"].interval).all()
