"""Promises against exact binomial tests, and against new samples of a known population."""

from math import comb

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from costdash.core import OperatingPoint, Predictions, common_hull, count
from costdash.core.analysis.analyse import analyse
from costdash.core.analysis.calls import call_of_single, choice_by
from costdash.core.choose.criteria import FewestFalseAlarms, LeastPrecision, LeastRecall
from costdash.core.choose.promises import (
    Confidence,
    cases_needed,
    finds_at_least,
    flags_at_most,
    right_at_least,
)

SAMPLES = 400


def at_most(errors, n, p):
    """P(Bin(n, p) <= errors) term by term."""
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(errors + 1))


def drawn(rng, positives, negatives, shift=1.5):
    is_positive = np.arange(positives + negatives) < positives
    score = rng.normal(size=is_positive.size) + shift * is_positive
    return is_positive, np.round(score, 1)


def test_the_share_found_and_of_alarms_are_exact_tests_of_each_threshold():
    rng = np.random.default_rng(0)
    for _ in range(40):
        counts = count(*drawn(rng, int(rng.integers(5, 60)), int(rng.integers(5, 60))))
        share, models = float(rng.uniform(0.5, 0.95)), int(rng.integers(1, 4))
        confidence = Confidence(0.95, models)
        n1, n0 = int(counts.positives), int(counts.negatives)
        found = [at_most(n1 - int(tp), n1, 1 - share) <= 0.05 / models for tp in counts.tp]
        found[-1] = True
        assert_array_equal(finds_at_least(counts, share, confidence), found)
        alarms = [at_most(int(fp), n0, 1 - share) <= 0.05 / models for fp in counts.fp]
        alarms[0] = True
        assert_array_equal(flags_at_most(counts, 1 - share, confidence), alarms)


def test_precision_is_tested_from_many_flags_on_until_one_test_fails():
    rng = np.random.default_rng(1)
    kept = 0
    for _ in range(40):
        counts = count(*drawn(rng, 80, 120))
        share, confidence = float(rng.uniform(0.4, 0.9)), Confidence(0.95)
        prior = float(counts.prevalence)
        promised = right_at_least(counts, share, prior, confidence)
        flags, wanted, expected = counts.tp + counts.fp, 2 * cases_needed(share, confidence), [0]
        while wanted <= flags[-1]:
            at = int(np.argmax(flags >= wanted))
            if at_most(int(counts.fp[at]), int(flags[at]), 1 - share) > 0.05:
                break
            expected.append(at)
            wanted = max(1.1 * flags[at], flags[at] + 1)
        assert np.flatnonzero(promised).tolist() == expected
        kept += len(expected) > 1
    assert kept > 10


def test_at_another_prior_the_odds_of_a_right_flag_move():
    counts = count(*drawn(np.random.default_rng(2), 400, 400))
    here = right_at_least(counts, 0.25, 0.1, Confidence(0.95))
    there = right_at_least(counts, 0.25 * 9 / (0.25 * 9 + 0.75), 0.5, Confidence(0.95))
    assert_array_equal(here, there)
    assert here.sum() > 1


@pytest.mark.parametrize(("share", "level", "needed"), [(0.9, 0.95, 29), (0.95, 0.95, 59)])
def test_how_many_positives_a_promise_needs(share, level, needed):
    confidence = Confidence(level)
    assert cases_needed(share, confidence) == needed
    for positives, possible in ((needed - 1, False), (needed, True)):
        is_positive = np.arange(positives + 20) < positives
        counts = count(is_positive, is_positive.astype(float))
        assert finds_at_least(counts, share, confidence)[1] == possible


@pytest.mark.parametrize("kind", ["found", "precision"])
def test_new_samples_break_a_promise_in_at_most_the_stated_share(kind):
    rng = np.random.default_rng(3)
    broken = naive_broken = 0
    truth = np.sort(rng.normal(size=200_000) + 1.5), np.sort(rng.normal(size=200_000))
    for _ in range(SAMPLES):
        is_positive = np.arange(700) < 200
        score = rng.normal(size=700) + 1.5 * is_positive
        counts = count(is_positive, score)
        prior = float(counts.prevalence)
        if kind == "found":
            index = int(np.argmax(finds_at_least(counts, 0.8, Confidence(0.95))))
            naive = int(np.argmax(counts.tpr >= 0.8))
        else:
            index = int(np.flatnonzero(right_at_least(counts, 0.6, prior, Confidence(0.95)))[-1])
            precision = counts.tp[1:] / (counts.tp + counts.fp)[1:]
            naive = int(np.flatnonzero(precision >= 0.6)[-1]) + 1
        breaks = []
        for at in (index, naive):
            tpr, fpr = (
                1 - np.searchsorted(scores, counts.threshold[at]) / scores.size for scores in truth
            )
            right = prior * tpr / (prior * tpr + (1 - prior) * fpr) if tpr + fpr else 1.0
            breaks.append(tpr < 0.8 if kind == "found" else right < 0.6)
        broken, naive_broken = broken + breaks[0], naive_broken + breaks[1]
    assert broken / SAMPLES <= 0.05 + 3 * (0.05 * 0.95 / SAMPLES) ** 0.5
    assert naive_broken / SAMPLES > 0.3


def test_criteria_choose_among_the_thresholds_that_promise():
    rng = np.random.default_rng(4)
    models = {name: count(*drawn(rng, 150, 300)) for name in "ab"}
    confidence = Confidence(0.95, 2)
    choice = FewestFalseAlarms(0.8, 0.95).choose(models, common_hull(models))
    least = min(
        float(counts.fpr[finds_at_least(counts, 0.8, confidence)].min())
        for counts in models.values()
    )
    assert choice.single.fpr == least
    point = OperatingPoint(0.3, 2, 1)
    costs = {
        LeastRecall(point, 0.8, 0.95): lambda c: finds_at_least(c, 0.8, confidence),
        LeastPrecision(point, 0.6, 0.95): lambda c: right_at_least(c, 0.6, 0.3, confidence),
    }
    for criterion, promised in costs.items():
        single = criterion.choose(models, common_hull(models)).single
        least = min(
            float(point.expected_cost(c.fpr, c.tpr)[promised(c)].min()) for c in models.values()
        )
        assert float(point.expected_cost(single.fpr, single.tpr)) == pytest.approx(least)


def test_with_too_few_positives_all_are_flagged_and_clusters_count_once():
    rng = np.random.default_rng(5)
    is_positive, score = drawn(rng, 20, 200)
    analysis = analyse(Predictions(is_positive=is_positive, scores={"m": score}), n_replicates=100)
    point = OperatingPoint(0.1, 5, 1)
    criterion = FewestFalseAlarms(0.9, 0.95)
    assert call_of_single(analysis, point, choice_by(criterion, analysis, ["m"])).call == "all"
    is_positive, score = drawn(rng, 90, 200)
    rows = Predictions(is_positive=is_positive, scores={"m": score})
    twice = Predictions(
        is_positive=np.tile(is_positive, 2),
        scores={"m": np.tile(score, 2)},
        cluster=np.tile(np.arange(290), 2),
    )
    thresholds = [
        call_of_single(each, point, choice_by(criterion, each, ["m"])).threshold
        for each in (analyse(rows, n_replicates=100), analyse(twice, n_replicates=100))
    ]
    assert thresholds[0] == thresholds[1]
