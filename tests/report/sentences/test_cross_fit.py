"""A decision with cross-fitted costs, in numbers and words."""

import re
from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.choose.switch_points import nearest_switch, switch_points
from costdash.core.folds.crossfit import crossfit_models
from costdash.report.sentences.amounts import DOLLAR, Amounts
from costdash.report.sentences.decision import decision_sentences
from costdash.report.sentences.sample import cross_fit_scheme, looks_cheaper

POINT = OperatingPoint(0.3, 10.0, 5.0)


@pytest.fixture(scope="module")
def sample():
    rng = np.random.default_rng(1)
    is_positive = np.arange(300) % 3 == 0
    scores = {name: is_positive + rng.normal(size=300) for name in ("a", "b")}
    return Predictions(is_positive=is_positive, scores=scores, fold=np.arange(300) // 60)


@pytest.fixture(scope="module")
def same_rows(sample):
    return analyse(sample, n_replicates=200)


@pytest.fixture(scope="module")
def analysis(sample, same_rows):
    return same_rows.with_crossfits(crossfit_models(sample, n_replicates=50))


@pytest.fixture(scope="module")
def fit(analysis):
    return analysis.crossfits.together


def test_the_rule_stays_and_its_rates_and_cost_are_cross_fitted(same_rows, analysis, fit):
    before, after = same_rows.decide(POINT), analysis.decide(POINT)
    assert (after.best.model, after.best.threshold) == (before.best.model, before.best.threshold)
    rates = fit.rates([POINT.pcf])
    assert after.best.rates == before.best.rates
    assert after.best.expected_rates == (float(rates.fpr[0]), float(rates.tpr[0]))
    assert after.best.nec == pytest.approx(float(fit.cost([POINT.pcf])[0]))
    assert after.best.expected_cost == pytest.approx(
        POINT.expected_cost(*after.best.expected_rates)
    )
    assert after.best.interval == pytest.approx(fit.interval(POINT.pcf, 0.95))
    assert repr(after.trivial) == repr(before.trivial)


def test_each_model_has_its_own_cross_fitted_cost(analysis):
    for name, fit in analysis.crossfits.models.items():
        call = analysis.call_of(POINT, name)
        assert call.nec == pytest.approx(float(fit.cost([POINT.pcf])[0]))


def test_an_estimated_prior_widens_the_cross_fitted_interval(same_rows, analysis):
    point = OperatingPoint(same_rows.prevalence, 10.0, 5.0)
    widths = []
    for one in (analysis, analysis.with_estimated_prior):
        low, high = one.decide(point).best.interval
        widths.append(high - low)
    assert widths[1] > widths[0] * 1.01


def test_a_model_is_best_only_where_its_cross_fitted_cost_is_lower_than_the_trivial_one(analysis):
    for pcf in np.linspace(0.01, 0.99, 99):
        point = OperatingPoint(0.5, pcf, 1 - pcf)
        decision = analysis.decide(point, level=0)
        if decision.best.call == "some":
            assert decision.best.nec < decision.trivial.nec
        else:
            assert decision.best == decision.trivial


def test_useless_scores_hardly_ever_recommend_a_model():
    recommended = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        is_positive = np.arange(200) % 4 == 0
        scores = {name: rng.normal(size=200) for name in "abc"}
        sample = Predictions(is_positive=is_positive, scores=scores)
        fits = crossfit_models(sample, n_replicates=40, seed=seed)
        analysis = analyse(sample, n_replicates=100).with_crossfits(fits)
        recommended += analysis.decide(OperatingPoint(0.25, 3.0, 1.5), level=0).best.call == "some"
    assert recommended <= 8


def test_other_models_than_the_cross_fitted_ones_are_rejected(analysis, sample):
    only_a = analysis.with_crossfits(crossfit_models(sample, ["a"], n_replicates=2))
    with pytest.raises(ValueError, match="cross-fitted for a, not for a, b"):
        only_a.decide(POINT)


def test_the_sentence_says_how_and_by_how_much(analysis, fit):
    how = cross_fit_scheme(fit, 0.95)
    sentences = decision_sentences(analysis.decide(POINT), analysis, method=how)
    assert "each of 5 folds is tested with the rule chosen on the others" in sentences.detail
    counts_aside = re.sub(r"\(\d+ on these rows\)", "", sentences.detail)
    assert "these rows" not in counts_aside


def test_allowances_lead_from_the_rows_to_the_cost_to_expect(same_rows, analysis):
    best = analysis.decide(POINT).best
    on_rows = same_rows.call_at(POINT, best.model, best.index)
    alone = analysis.call_of(POINT, best.model)
    assert best.rates == on_rows.rates
    assert best.rows_cost == pytest.approx(on_rows.expected_cost)
    assert best.model_cost == pytest.approx(alone.expected_cost)
    assert alone.allowance.choosing == 0
    chosen_among = "ab", best.model
    together, tuned = (
        POINT.scale * analysis.crossfits.of(names).cost([POINT.pcf])[0] for names in chosen_among
    )
    assert best.expected_cost == pytest.approx(together)
    assert best.allowance.tuning == pytest.approx(tuned - on_rows.expected_cost)
    assert best.allowance.choosing == pytest.approx(together - tuned)
    amounts = Amounts.at(POINT, DOLLAR)
    gap = amounts.total(amounts.cases * (best.expected_cost - best.rows_cost))
    assert looks_cheaper(best, amounts) == f"Looks {gap} cheaper than it will be."
    assert looks_cheaper(on_rows, amounts) == "Looks no cheaper than it will be."


def test_the_recommended_model_is_the_one_of_least_cost(analysis):
    seen = set()
    for pcf in np.linspace(0.01, 0.99, 99):
        point = OperatingPoint(0.5, pcf, 1 - pcf)
        decision = analysis.decide(point)
        costs = {name: analysis.call_of(point, name, 0).expected_cost for name in "ab"}
        if decision.best.model is None:
            continue
        seen.add(decision.best.model)
        assert decision.best.model_cost == pytest.approx(min(costs.values()))
        assert decision.best.model_cost == pytest.approx(costs[decision.best.model])
        assert decision.best.expected_cost < decision.trivial.expected_cost
    assert seen


def test_the_nearest_change_is_where_the_decision_changes(analysis):
    """The decision stays up to the switch and is another one beyond it."""
    for pcf in np.linspace(0.03, 0.97, 30):
        point = OperatingPoint(0.5, pcf, 1 - pcf)
        near = nearest_switch(switch_points(analysis.recommended_rules(), point))
        inside, beyond = near.pcf + (pcf - near.pcf) * 1e-6, near.pcf - (pcf - near.pcf) * 1e-6
        rules = [
            (best.call, best.model, best.index)
            for x in (pcf, inside, beyond)
            for best in [analysis.decide(OperatingPoint(0.5, x, 1 - x), level=0).best]
        ]
        assert rules[0] == rules[1] != rules[2]


def test_the_headline_says_if_the_choice_costs_more_than_a_trivial_rule(same_rows):
    decision = same_rows.decide(POINT)
    dear = replace(decision.best, expected_cost=decision.trivial.expected_cost + 1)
    sentences = decision_sentences(replace(decision, best=dear), same_rows)
    assert " more than no model (95 %: " in sentences.text
