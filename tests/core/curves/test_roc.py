"""AUC against counting pairs of rows, and DeLong's interval against its definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.special import expit, logit
from scipy.stats import mannwhitneyu, norm, t
from sklearn.metrics import roc_auc_score

from costdash.core import Counts, auc, auc_interval, convex_hull, count
from costdash.core.curves import roc
from costdash.core.curves.multiclass import placement
from tests.support.oracles import delong_variance, mann_whitney
from tests.support.scored import binormal, samples, with_cells

ORDINARY = ("levels", "probabilities", "last bits")


@given(samples())
def test_auc_is_the_share_of_ordered_pairs(sample):
    counts = count(*sample)
    assert_allclose(auc(counts), mann_whitney(*sample))
    p, s = sample.is_positive, sample.score
    u = mannwhitneyu(s[p], s[~p], method="asymptotic", use_continuity=False).statistic
    assert_allclose(auc(counts), u / p.sum() / (~p).sum())


@given(samples(weighted=True))
def test_the_weighted_auc_is_the_weighted_share_of_ordered_pairs(sample):
    assert_allclose(auc(count(*sample)), mann_whitney(*sample), atol=1e-12)


@given(samples(ORDINARY, weighted=True))
def test_auc_matches_scikit_learn(sample):
    is_positive, score, weight = sample
    assert_allclose(auc(count(is_positive, score)), roc_auc_score(is_positive, score))
    expected = roc_auc_score(is_positive, score, sample_weight=weight)
    assert_allclose(auc(count(*sample)), expected, atol=1e-12)


@given(samples())
def test_negated_scores_give_one_minus_the_area(sample):
    turned = count(sample.is_positive, -sample.score)
    assert_allclose(auc(count(*sample)) + auc(turned), 1)


@given(samples(), st.booleans())
def test_the_variance_is_delongs_computed_row_by_row(sample, weighted):
    is_positive = np.append(sample.is_positive, [True, True, False, False])
    score = np.append(sample.score, sample.score[[0, -1, 0, -1]])
    weight = np.linspace(0.5, 3, score.size) if weighted else None
    squared = count(is_positive, score, weight**2) if weighted else None
    found = roc.auc_variance(count(is_positive, score, weight), squared).value
    assert_allclose(found, delong_variance(is_positive, score, weight), atol=1e-15)


@given(samples())
def test_scaling_all_weights_does_not_change_the_interval(sample):
    def limits(factor):
        weight = np.linspace(0.5, 3, sample.score.size) * factor
        return auc_interval(count(*sample[:2], weight), 0.9, count(*sample[:2], weight**2))

    assert_allclose(limits(1.0), limits(250.0), atol=1e-9)


@given(samples(), st.floats(0.5, 0.98))
def test_intervals_contain_the_area_and_grow_with_the_level(sample, level):
    counts = count(*sample)
    low, high = auc_interval(counts, level)
    if 1 in (counts.positives, counts.negatives):
        assert np.isnan([low, high]).all()
        return
    wide_low, wide_high = auc_interval(counts, level + 0.01)
    assert 0 <= wide_low <= low <= auc(counts) + 1e-15
    assert auc(counts) - 1e-15 <= high <= wide_high <= 1


@pytest.mark.parametrize(("area", "least", "most"), [(0.76, 0.93, 0.98), (0.95, 0.88, 0.96)])
def test_the_interval_of_few_positives_covers_a_high_area(area, least, most):
    """10 positives and 100 negatives at nominal 95 %; Wald limits cover 91 % and 79 %."""
    rng, shift, covered = np.random.default_rng(4), 2**0.5 * norm.ppf(area), []
    for _ in range(400):
        low, high = auc_interval(count(*binormal(rng, 10, 100, shift)), 0.95)
        covered.append(low <= area <= high)
    assert least < np.mean(covered) < most


def test_the_interval_covers_the_true_area_at_its_level():
    """N(1, 1) against N(0, 1) with 60 rows per class; 600 samples give the coverage within 3 %."""
    rng, truth = np.random.default_rng(3), 0.7602499389065233
    limits = [auc_interval(count(*binormal(rng, 60, 60)), 0.9) for _ in range(600)]
    covered = np.mean([low <= truth <= high for low, high in limits])
    assert 0.87 < covered < 0.93


@pytest.mark.parametrize(("rows", "weight"), [(5, None), (40, None), (5, 0.1), (5, 100.0)])
def test_perfect_separation_has_an_interval_of_positive_length(rows, weight):
    sample = with_cells(rows, 0, 0, 60)
    given_weight = None if weight is None else np.full(rows + 60, weight)
    squared = None if weight is None else count(*sample[:2], given_weight**2)
    low, high = auc_interval(count(*sample[:2], given_weight), 0.9, squared)
    assert high == 1
    assert_allclose(low, 0.05 ** (1 / rows))
    turned = count(sample.is_positive, -sample.score, given_weight)
    assert_allclose(auc_interval(turned, 0.9, squared), (0, 1 - low))


def test_constant_scores_have_an_area_of_one_half_that_is_not_certain():
    low, high = auc_interval(count(np.arange(9) > 4, np.ones(9)), 0.9)
    assert_allclose(((low + high) / 2, high - low), (0.5, 1 - 0.05 ** (1 / 4)))


@given(samples(), st.floats(0.5, 0.98))
def test_limits_are_students_on_the_logit_scale(sample, level):
    """With the degrees of freedom of Welch's test of the placements of both classes."""
    counts, p = count(*sample), sample.is_positive
    area, placed = auc(counts), placement(p, sample.score, counts)
    parts = [placed[p], placed[~p]]
    if min(area, 1 - area) < 1e-9 or min(map(len, parts)) < 2 or np.ptp(placed) == 0:
        return
    shares = np.array([part.var(ddof=1) / part.size for part in parts])
    if shares.sum() < 1e-20:
        return
    freedom = shares.sum() ** 2 / sum(v**2 / (part.size - 1) for v, part in zip(shares, parts))
    expected = t.interval(level, freedom, logit(area), shares.sum() ** 0.5 / area / (1 - area))
    assert_allclose(auc_interval(counts, level), expit(expected), atol=1e-9)


@pytest.mark.parametrize("level", [0, 1, -0.5, 95])
def test_the_level_must_lie_between_0_and_1(level):
    with pytest.raises(ValueError, match=rf"level must lie in \(0, 1\), got {level}"):
        auc_interval(count([1, 1, 0, 0], [3, 1, 2, 0]), level)


def test_a_level_next_to_1_has_limits():
    low, high = auc_interval(count([1, 1, 0, 0], [3, 1, 2, 0]), 0.9999999999999999)
    assert 0 <= low < 0.01
    assert 0.99 < high <= 1


def test_the_area_of_counts_whose_products_exceed_64_bits():
    n = 10**10
    many, few = (
        Counts(np.array([np.inf, 3, 2, 1]), k * np.array([0, 1, 2, 3]), k * np.array([0, 1, 2, 4]))
        for k in (n, 1)
    )
    assert_allclose(auc(many), auc(few), rtol=1e-15)
    assert_allclose(convex_hull(many).tie, convex_hull(few).tie, rtol=1e-15)
