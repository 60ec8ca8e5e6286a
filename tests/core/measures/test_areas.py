"""Three areas along the threshold probability are the parts of a Brier score."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss

from costdash.core import OperatingPoint, convex_hull, count
from costdash.core.probabilities.net_benefit import net_benefit, pcf_of_threshold_probability
from costdash.core.probabilities.scores import moved
from tests.support.scored import brier_score, envelope_loss, inner_rates, rates, samples

probabilities = samples(kinds=("probabilities",))
weighted = samples(kinds=("probabilities",), weighted=True)


def pooled(sample):
    """Scikit-learn's isotonic regression of the labels on the ranks of the scores."""
    rank = np.unique(sample.score, return_inverse=True)[1]
    model = IsotonicRegression(y_min=0, y_max=1)
    return model.fit(rank, sample.is_positive, sample.weight).predict(rank)


def with_levels(draw_seed, prevalence, levels, n=400):
    """Random scores on a few levels, both classes present."""
    rng = np.random.default_rng(draw_seed)
    is_positive = rng.random(n) < prevalence
    is_positive[:2] = True, False
    score = (rng.beta(1 + is_positive, 2) * levels).round() / levels
    return is_positive, score


@given(
    st.integers(0, 2**32), st.sampled_from([0.01, 0.14, 0.5, 0.97]), st.sampled_from([3, 20, 9999])
)
def test_the_areas_are_uncertainty_pooled_brier_score_and_brier_score(seed, prevalence, levels):
    is_positive, score = with_levels(seed, prevalence, levels)
    counts = count(is_positive, score)
    share = is_positive.mean()
    fit = IsotonicRegression(y_min=0, y_max=1).fit_transform(score, is_positive)
    nothing = convex_hull(count(is_positive, np.zeros(score.size)))
    assert_allclose(envelope_loss(nothing, share), share * (1 - share), atol=1e-9)
    assert_allclose(
        envelope_loss(convex_hull(counts), share), brier_score_loss(is_positive, fit), atol=1e-9
    )
    assert_allclose(brier_score(counts), brier_score_loss(is_positive, score), atol=1e-9)


def test_the_uncertainty_of_a_prevalence_of_14_percent_is_1204():
    hull = convex_hull(count(np.arange(750) < 105, np.zeros(750)))
    assert envelope_loss(hull, 0.14) == pytest.approx(0.12040, abs=1e-12)


@given(weighted)
def test_the_brier_score_is_the_weighted_mean_of_squared_errors(sample):
    counts = count(*sample)
    error = (sample.score - sample.is_positive) ** 2
    expected = (sample.weight * error).sum() / sample.weight.sum()
    assert_allclose(brier_score(counts), expected, rtol=1e-9, atol=1e-9)
    fit_error = (pooled(sample) - sample.is_positive) ** 2
    assert_allclose(
        envelope_loss(convex_hull(counts), float(counts.prevalence)),
        (sample.weight * fit_error).sum() / sample.weight.sum(),
        atol=1e-9,
    )


@given(probabilities, inner_rates, inner_rates)
def test_at_another_prior_scores_are_moved_and_classes_weighted(sample, prior, score_prior):
    counts = count(*sample)
    p = np.array([odds_moved(s, score_prior, prior) for s in sample.score])
    of_class = [((p - y) ** 2)[sample.is_positive == y].mean() for y in (1, 0)]
    expected = prior * of_class[0] + (1 - prior) * of_class[1]
    assert_allclose(brier_score(counts, prior, score_prior), expected, atol=1e-9)


def odds_moved(p, before, after):
    """Bayes' rule, by the likelihood ratio that p stands for."""
    if p in (0, 1):
        return p
    ratio = (p / (1 - p)) / (before / (1 - before))
    odds = ratio * after / (1 - after)
    return 1.0 if odds == np.inf else odds / (1 + odds)


@given(rates, inner_rates, inner_rates)
def test_probabilities_are_moved_there_and_back(p, before, after):
    there = moved(p, before, after)
    assert_allclose(there, odds_moved(p, before, after), atol=1e-9)
    assert_allclose(moved(p, before, before), p, rtol=0)


@given(probabilities | weighted, st.floats(0, 0.999), inner_rates)
def test_net_benefit_is_the_prior_less_the_cost_in_missed_positives(sample, t, prior):
    counts = count(*sample)
    odds = t / (1 - t)
    found = net_benefit(counts.fpr, counts.tpr, t, prior)
    for fpr, tpr, value in zip(counts.fpr, counts.tpr, found):
        cost = prior * (1 - tpr) + (1 - prior) * odds * fpr
        assert value == pytest.approx(prior - cost, abs=1e-9 * (1 + odds))
    if odds > 1e-9:
        point = OperatingPoint(prior, 1, odds)
        assert pcf_of_threshold_probability(t, prior) == pytest.approx(point.pcf)


@pytest.mark.parametrize("t", [-0.1, 1.0, 1.2, np.nan])
def test_a_threshold_probability_outside_its_range_is_an_error(t):
    with pytest.raises(ValueError, match="threshold probability must"):
        net_benefit(0.1, 0.2, t, 0.3)
