"""Limits of the rates of the recommended rule, by cross-fitting and with a hold-out."""

import numpy as np
import pytest
from scipy.stats import beta

from costdash.core import OperatingPoint, Predictions, RowCosts, Split
from costdash.core.analysis.analyse import analyse
from costdash.core.analysis.rate_limits import rate_limits
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.resample.small_cells import few_clusters_factor

N = 300
PCF = (0.2, 0.35, 0.5)
KINDS = {
    "plain": {},
    "weights": {"weight": lambda rng: rng.choice([0.5, 1, 3], N)},
    "clusters": {"cluster": lambda _: np.arange(N) // 4},
}


def drawn(**more):
    rng = np.random.default_rng(0)
    is_positive = np.arange(N) % 4 == 0
    scores = {name: rng.normal(size=N) + x * is_positive for name, x in (("a", 1.8), ("b", 1.4))}
    scores["b"] = np.round(scores["b"])
    return Predictions(
        is_positive=is_positive,
        scores=scores,
        **{name: make(rng) for name, make in more.items()},
    )


@pytest.fixture(params=KINDS, scope="module")
def analysis(request):
    rows = drawn(**KINDS[request.param])
    return analyse(rows, n_replicates=100).with_crossfits(crossfit_models(rows, n_replicates=100))


@pytest.mark.parametrize("pcf", PCF)
def test_cross_fitted_limits_have_the_spread_of_the_rule_that_other_samples_choose(analysis, pcf):
    best = analysis.decide(OperatingPoint(pcf)).best
    fit = analysis.crossfits.of([best.model])
    found = rate_limits(analysis, best, pcf, 0.9)
    rates = fit.at(pcf)[:2]
    for rate, printed, deviation, n, limits in zip(
        rates, best.rates, fit.rate_deviations(pcf), fit.units, (found.fpr, found.tpr)
    ):
        variance = deviation.var()
        if fit.clustered:
            variance *= few_clusters_factor(min(fit.units)) ** 2
        else:
            a, b = rate * n + 0.5, (1 - rate) * n + 0.5
            variance = max(variance, a * b / ((a + b) ** 2 * (a + b + 1)))
        size = rate * (1 - rate) / variance
        low, high = beta(rate * size + 0.5, (1 - rate) * size + 0.5).interval(0.9)
        assert limits == pytest.approx((min(low, printed), max(high, printed)), rel=1e-6)


def test_limits_hold_the_printed_rates_and_widen_with_the_level(analysis):
    for pcf in PCF:
        best = analysis.decide(OperatingPoint(pcf)).best
        wide, narrow = (rate_limits(analysis, best, pcf, level) for level in (0.95, 0.8))
        for outer, inner, rate in zip((wide.fpr, wide.tpr), (narrow.fpr, narrow.tpr), best.rates):
            assert 0 <= outer[0] <= inner[0] <= rate <= inner[1] <= outer[1] <= 1
            assert outer[0] < outer[1]


def test_with_a_hold_out_they_are_percentiles_on_the_evaluation_part():
    rows = drawn(split=lambda rng: Split(rng.random(N) < 0.5, "dev", "test"))
    analysis = analyse(rows, n_replicates=400)
    best = analysis.decide(OperatingPoint(0.35)).best
    found = rate_limits(analysis, best, 0.35, 0.9)
    part = rows.evaluation_part
    called = part.scores[best.model] >= best.threshold
    for limits, side in ((found.fpr, ~part.is_positive), (found.tpr, part.is_positive)):
        n, x = side.sum(), (called & side).sum()
        assert limits == pytest.approx(beta(x + 0.5, n - x + 0.5).interval(0.9), abs=0.04)


def test_none_where_no_other_rows_tell_or_rates_are_not_of_cases():
    rows = drawn()
    same_rows = analyse(rows, n_replicates=100)
    best = same_rows.decide(OperatingPoint(0.35)).best
    assert rate_limits(same_rows, best, 0.35, 0.95) is None
    crossed = same_rows.with_crossfits(crossfit_models(rows, n_replicates=20))
    trivial = crossed.decide(OperatingPoint(0.001), []).best
    assert trivial.call == "none"
    assert rate_limits(crossed, trivial, 0.001, 0.95) is None
    costs = drawn(costs=lambda rng: RowCosts(*rng.lognormal(0, 0.7, (2, N))))
    priced = analyse(costs, n_replicates=100)
    priced = priced.with_crossfits(crossfit_models(costs, n_replicates=20))
    best = priced.decide(OperatingPoint(0.35)).best
    assert best.call == "some"
    assert rate_limits(priced, best, 0.35, 0.95) is None
