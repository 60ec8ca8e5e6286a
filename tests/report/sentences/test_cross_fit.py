"""The decision with cross-fitted costs, in numbers and words."""

from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.folds.crossfit import crossfit, with_cross_fitted_cost
from costdash.report.sentences.decision import decision_sentences
from costdash.report.sentences.sample import cross_fit_optimism, cross_fit_scheme

POINT = OperatingPoint(0.3, 10.0, 5.0)


@pytest.fixture(scope="module")
def sample():
    rng = np.random.default_rng(1)
    is_positive = np.arange(300) % 3 == 0
    scores = {name: is_positive + rng.normal(size=300) for name in ("a", "b")}
    return Predictions(is_positive=is_positive, scores=scores, fold=np.arange(300) // 60)


@pytest.fixture(scope="module")
def fit(sample):
    return crossfit(sample, n_replicates=50)


@pytest.fixture(scope="module")
def decision(sample):
    return analyse(sample, n_replicates=200).decide(POINT)


def test_the_rule_remains_and_its_cost_becomes_the_cross_fitted_one(decision, fit):
    moved = with_cross_fitted_cost(decision, fit)
    assert (moved.best.model, moved.best.threshold) == (
        decision.best.model,
        decision.best.threshold,
    )
    assert moved.best.nec == pytest.approx(float(fit.cost([POINT.pcf])[0]))
    assert moved.best.expected_cost == pytest.approx(moved.best.nec * POINT.scale)
    assert moved.best.interval == fit.interval(POINT.pcf, 0.95)
    assert moved.trivial == decision.trivial


def test_the_cost_of_a_trivial_decision_remains(sample, fit):
    none = analyse(sample, n_replicates=200).decide(OperatingPoint(1e-5))
    if none.best.call == "none":
        assert with_cross_fitted_cost(none, fit) == none


def test_detail_states_the_scheme_and_the_optimism(sample, decision, fit):
    analysis = analyse(sample, n_replicates=200)
    how = cross_fit_scheme(fit, 0.95)
    sentences = decision_sentences(with_cross_fitted_cost(decision, fit), analysis, method=how)
    assert "chosen on all but one of 5 folds" in sentences.detail
    assert "these rows" not in sentences.detail
    gap = float(fit.optimism([POINT.pcf])[0])
    assert ("optimism" in cross_fit_optimism(fit, POINT)) == (gap > 1e-9)


def test_headline_states_that_a_choice_is_worse_than_a_trivial_rule(sample, decision):
    dear = replace(decision.best, expected_cost=decision.trivial.expected_cost + 1)
    sentences = decision_sentences(replace(decision, best=dear), analyse(sample, n_replicates=200))
    assert " more than calling " in sentences.text
