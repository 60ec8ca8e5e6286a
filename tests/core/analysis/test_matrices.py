"""Models of which only a confusion matrix is known, beside models with rows and by themselves."""

from math import erf

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import ConfusionMatrix, OperatingPoint, Predictions, Split, analyse, compare_all
from costdash.core.analysis.cross_fitted import analyse as analyse_cross_fitted
from costdash.core.compare.expected_regret import regret_of_decision, saving_over
from costdash.core.folds.crossfit import crossfit_models
from tests.support.paired_samples import analysed, correlated

M1 = ConfusionMatrix(tp=150, fn=40, fp=60, tn=250)
M2 = ConfusionMatrix(tp=250, fn=45, fp=5, tn=200)


def beside_rows(seed=0, **matrices):
    rows = correlated(np.random.default_rng(seed), 60, 140, {"rf": 1.5}, 0.0)
    return Predictions(is_positive=rows.is_positive, scores=rows.scores, confusions=matrices)


def as_rows(matrix):
    """The matrix as rows of hard labels."""
    cells = [(1, 1), (1, 0), (0, 1), (0, 0)]
    is_positive, calls = np.repeat(cells, (matrix.tp, matrix.fn, matrix.fp, matrix.tn), axis=0).T
    return is_positive, calls.astype(float)


def test_a_matrix_alone_is_what_its_rows_are():
    is_positive, calls = as_rows(M1)
    rows = analysed(Predictions(is_positive=is_positive, scores={"m": calls})).models["m"]
    matrix = analysed(beside_rows(m=M1)).models["m"]
    assert matrix.auc == rows.auc
    assert matrix.auc_interval == rows.auc_interval
    assert matrix.hull.tie.tolist() == rows.hull.tie.tolist()
    assert matrix.hull.owner == (("m",),) * 3
    for pcf in (0.1, 0.3, 0.6):
        assert_allclose(
            matrix.bands.cost_interval(pcf, 0.9), rows.bands.cost_interval(pcf, 0.9), atol=0.02
        )
    assert not matrix.is_probability


def test_other_models_do_not_change_when_a_matrix_is_added():
    without, beside = analysed(beside_rows()).models["rf"], analysed(beside_rows(m=M1)).models["rf"]
    assert without.auc_interval == beside.auc_interval
    assert (without.bands.vertex_fpr == beside.bands.vertex_fpr).all()


def test_matrices_of_different_test_sets_share_a_hull():
    """The slides' M1 and M2: M2 dominates, though it was measured on other cases (erratum 23)."""
    analysis = analysed(beside_rows(M1=M1, M2=M2))
    hull = analysis.hull(["M1", "M2"])
    assert hull.owner == (("M1", "M2"), ("M2",), ("M1", "M2"))
    assert_allclose((hull.fpr[1], hull.tpr[1]), (5 / 205, 250 / 295))


def binomial_error(matrix, pcf):
    """Standard error of nec at one fixed threshold."""
    fpr, tpr = matrix.fp / matrix.negatives, matrix.tp / matrix.positives
    fp, tp = fpr * (1 - fpr) / matrix.negatives, tpr * (1 - tpr) / matrix.positives
    return ((1 - pcf) ** 2 * fp + pcf**2 * tp) ** 0.5


@pytest.mark.parametrize("pcf", [0.3, 0.5])
def test_two_matrices_differ_as_independent_binomials(pcf):
    sample = beside_rows(M1=M1, M2=M2)
    [found] = compare_all(sample, analyse(sample), names=["M1", "M2"], level=0.95)
    _, low, high = found.at(pcf)
    expected = (binomial_error(M1, pcf) ** 2 + binomial_error(M2, pcf) ** 2) ** 0.5
    assert not found.paired
    assert_allclose((high - low) / 2, 1.96 * expected, rtol=0.06)
    areas = [analyse(sample).models[name].auc for name in ("M1", "M2")]
    assert found.auc_difference.value == areas[0] - areas[1]
    # The area of one point is (1 + tpr - fpr) / 2, so its error is half that of tpr - fpr.
    error = sum(
        (x * (n - x) / n**2 / (n - 1))
        for m in (M1, M2)
        for x, n in ((m.fp, m.negatives), (m.tp, m.positives))
    )
    half = (found.auc_difference.high - found.auc_difference.low) / 2
    assert_allclose(half, 1.96 * error**0.5 / 2, rtol=0.02)


def test_a_matrix_and_a_model_with_rows_differ_as_independent_samples():
    sample = beside_rows(m=M1)
    analysis = analyse(sample)
    [found] = compare_all(sample, analysis)
    hull, pcf = analysis.models["rf"].hull, 0.4
    vertex = int(hull.cheapest(pcf))
    fpr, tpr = hull.fpr[vertex], hull.tpr[vertex]
    own = ((1 - pcf) ** 2 * fpr * (1 - fpr) / 140 + pcf**2 * tpr * (1 - tpr) / 60) ** 0.5
    _, low, high = found.at(pcf)
    expected = (own**2 + binomial_error(M1, pcf) ** 2) ** 0.5
    assert not found.paired
    assert_allclose((high - low) / 2, 1.96 * expected, rtol=0.08)


def test_a_small_matrix_gets_no_band_and_an_empty_cell_a_wide_one():
    tiny, perfect = ConfusionMatrix(3, 1, 1, 30), ConfusionMatrix(20, 0, 0, 30)
    sample = beside_rows(tiny=tiny, perfect=perfect)
    analysis = analysed(sample)
    assert analysis.models["tiny"].bands is None
    found = {(one.a, one.b): one for one in compare_all(sample, analysis)}
    assert found["rf", "tiny"].band is None
    low, high = analysis.models["perfect"].bands.cost_interval(0.5, 0.95)
    assert low == 0
    assert 0.03 < high < 0.1


@pytest.mark.parametrize("seed", [0, 1])
def test_cross_fitting_a_matrix_gives_its_own_rates_and_binomial_error(seed):
    fits = crossfit_models(beside_rows(M1=M1, M2=M2), seed=seed)
    fit = fits.models["M1"]
    fpr, tpr, error = fit.at(0.45)
    assert_allclose((fpr, tpr), (60 / 310, 150 / 190))
    assert_allclose(error, binomial_error(M1, 0.45), rtol=0.15)
    assert fit.units == (310, 190)
    best = fits.together.at(0.45)
    assert_allclose(best[:2], (5 / 205, 250 / 295), rtol=1e-9)


def test_only_matrices_can_be_cross_fitted():
    alone = crossfit_models(beside_rows(M1=M1, M2=M2), ["M2", "M1"], seed=3)
    beside = crossfit_models(beside_rows(M1=M1, M2=M2), seed=3)
    pcf = np.linspace(0.05, 0.95, 19)
    for name in ("M1", "M2"):
        assert_allclose(alone.models[name].cost(pcf), beside.models[name].cost(pcf))
    assert alone.together.units == (205, 190)


def test_choosing_the_best_of_many_equal_matrices_looks_too_cheap_until_cross_fitted():
    """Twenty classifiers whose true rates are equal: the best of them is lucky."""
    rng = np.random.default_rng(5)
    matrices = {}
    for place in range(20):
        tp, fp = rng.binomial(60, 0.7), rng.binomial(60, 0.3)
        matrices[f"m{place}"] = ConfusionMatrix(int(tp), int(60 - tp), int(fp), int(60 - fp))
    fit = crossfit_models(beside_rows(**matrices), list(matrices)).together
    assert fit.apparent_cost([0.5])[0] < 0.25
    assert fit.cost([0.5])[0] > fit.apparent_cost([0.5])[0] + 0.01


def test_cross_fits_with_folds_clusters_and_weights():
    base = beside_rows(M1=M1)
    n = base.rows
    more = [
        {"fold": np.arange(n) % 4},
        {"cluster": np.arange(n) // 3},
        {"weight": np.linspace(0.5, 2, n)},
    ]
    for one in more:
        sample = Predictions(
            is_positive=base.is_positive, scores=base.scores, confusions={"M1": M1}, **one
        )
        fits = crossfit_models(sample)
        fpr, tpr, error = fits.models["M1"].at(0.45)
        assert_allclose((fpr, tpr), (60 / 310, 150 / 190))
        assert_allclose(error, binomial_error(M1, 0.45), rtol=0.2)
        assert not fits.models["M1"].clustered
        assert fits.together.clustered == ("cluster" in one)


def test_share_cheapest_of_two_close_matrices_is_that_of_independent_draws():
    close = ConfusionMatrix(tp=152, fn=38, fp=60, tn=250)
    sample, point = beside_rows(M1=M1, close=close), OperatingPoint(0.4, 1, 1)
    analysis = analyse(sample, n_replicates=4000)
    decision = analysis.decide(point, ["M1", "close"])
    regret = regret_of_decision(sample, analysis, decision, ["M1", "close"])
    gap = (152 - 150) / 190 * 0.4
    error = sum((binomial_error(one, 0.4)) ** 2 for one in (M1, close)) ** 0.5
    wins = 0.5 * (1 + erf(gap / error / 2**0.5))
    assert decision.best.model == "close"
    assert_allclose(regret.models["close"], wins, atol=0.03)


def test_saving_over_a_matrix_that_is_used_today():
    sample, point = beside_rows(M1=M1, M2=M2), OperatingPoint(0.3, 1, 1)
    expected = (binomial_error(M1, 0.3) ** 2 + binomial_error(M2, 0.3) ** 2) ** 0.5
    for analysis in (analyse(sample), analyse_cross_fitted(sample)):
        today = analysis.call_at(point, "M1", 1)
        decision = analysis.decide(point, ["M2"])
        saving = saving_over(sample, analysis, decision, today, ["M2"])
        assert_allclose(saving.value, today.expected_cost - decision.best.expected_cost)
        assert_allclose((saving.high - saving.low) / 2, 1.96 * expected, rtol=0.15)
    same = saving_over(
        sample, analyse(sample), analyse(sample).decide(point, ["M1"]), today, ["M1"]
    )
    assert (same.low, same.high) == (0, 0)


def test_a_hold_out_leaves_a_matrix_as_it_is():
    base = beside_rows()
    sample = Predictions(
        is_positive=base.is_positive,
        scores=base.scores,
        split=Split(np.arange(base.rows) % 2 == 0),
        confusions={"m": M1},
    )
    analysis = analysed(sample)
    assert analysis.models["m"].counts is analysis.models["m"].selection_part_counts
    best = analysis.decide(OperatingPoint(0.4, 1, 1), ["m"]).best
    assert_allclose((best.fpr, best.tpr), (60 / 310, 150 / 190))
