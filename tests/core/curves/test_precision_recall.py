"""Precision at any prior, areas under the precision-recall curve, and iso-cost lines."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import average_precision_score, precision_recall_curve

from costdash.core import (
    average_precision,
    count,
    pr_auc,
    precision,
    precision_at,
)
from tests.support.oracles import interpolated_pr_area
from tests.support.scored import inner_rates, rates, samples

ORDINARY = ("levels", "probabilities", "last bits")


@given(samples(ORDINARY))
def test_precision_is_the_share_of_correct_positive_calls(sample):
    counts = count(*sample)
    found = precision(counts)
    assert np.isnan(found[0])
    assert_allclose(found[1:], counts.tp[1:] / (counts.tp + counts.fp)[1:])
    expected, _, threshold = precision_recall_curve(sample.is_positive, sample.score)
    assert_allclose(found[:0:-1], expected[:-1])
    assert_allclose(counts.threshold[:0:-1], threshold)


@given(rates, rates, inner_rates)
def test_precision_at_a_prior_follows_bayes(fpr, tpr, prior):
    found = precision_at(fpr, tpr, prior)
    called = prior * tpr + (1 - prior) * fpr
    assert np.isnan(found) if called == 0 else np.isclose(found, prior * tpr / called)


@given(samples(), inner_rates)
def test_another_prior_equals_reweighted_rows(sample, prior):
    is_positive, score, _ = sample
    share = is_positive.mean()
    weight = np.where(is_positive, prior / share, (1 - prior) / (1 - share))
    plain, weighted = count(is_positive, score), count(is_positive, score, weight)
    assert_allclose(weighted.prevalence, prior)
    assert_allclose(precision(plain, prior), precision(weighted), rtol=1e-9)
    assert_allclose(average_precision(plain, prior), average_precision(weighted))
    assert_allclose(pr_auc(plain, prior), pr_auc(weighted))


@given(samples(ORDINARY, weighted=True))
def test_average_precision_matches_scikit_learn(sample):
    is_positive, score, weight = sample
    plain = average_precision_score(is_positive, score)
    assert_allclose(average_precision(count(is_positive, score)), plain)
    expected = average_precision_score(is_positive, score, sample_weight=weight)
    assert_allclose(average_precision(count(*sample)), expected)


@given(samples(max_rows=12), st.booleans(), inner_rates)
def test_the_pr_area_matches_a_dense_interpolation(sample, at_prior, prior):
    counts = count(*sample)
    dense = interpolated_pr_area(
        counts.fpr, counts.tpr, prior if at_prior else float(counts.prevalence)
    )
    assert_allclose(pr_auc(counts, prior if at_prior else None), dense, atol=2e-4)


@given(samples(max_rows=12))
def test_interpolated_thresholds_do_not_change_the_area(sample):
    """The interpolation amounts to splitting every tie in proportion."""
    counts = count(*sample)
    between = np.linspace(0, 1, 4)[:-1]
    fpr, tpr = (
        np.append((r[:-1, None] + np.diff(r)[:, None] * between).ravel(), 1)
        for r in (counts.fpr, counts.tpr)
    )
    finer = type(counts)(np.arange(fpr.size, 0, -1.0), tpr * 7, fpr * 9)
    assert_allclose(pr_auc(finer, 0.3), pr_auc(counts, 0.3))


def test_areas_of_a_perfect_and_of_a_constant_model():
    is_positive = np.arange(10) > 6
    perfect, constant = count(is_positive, is_positive + 0.0), count(is_positive, np.ones(10))
    assert (average_precision(perfect), pr_auc(perfect)) == (1, 1)
    assert_allclose((average_precision(constant), pr_auc(constant)), (0.3, 0.3))


@pytest.mark.parametrize("prior", [1e-9, 1e-12, 1e-15, 1e-18, 1e-100, 1e-300])
def test_the_pr_area_of_a_tiny_prior_is_in_proportion_to_it(prior):
    counts = count([0, 1, 0, 1, 0], [1, 2, 3, 4, 5])
    assert_allclose(pr_auc(counts, prior), 0.9375 * prior, rtol=2e-9)


def test_weights_far_apart_leave_the_pr_area_finite():
    with np.errstate(all="raise", under="ignore"):
        assert_allclose(pr_auc(count([1, 0, 1], [3, 2, 1], [1e-100, 1e100, 1e-100])), 0.5)


def test_precision_is_exact_where_nearly_all_rows_are_positive():
    counts = count([1, 0, 0, 1], [4, 3, 2, 1], [1, 1, 1, 1e13])
    assert_allclose(precision(counts)[1:], [1, 1 / 2, 1 / 3, 1], rtol=1e-12)
    areas = average_precision(counts), pr_auc(counts)
    assert_allclose(areas, [1, 1], rtol=1e-11)
