"""Reliability steps, the parts of a Brier score and the consistency band, against slow oracles."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from numpy.testing import assert_allclose
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss

from costdash import summarise
from costdash.core import Predictions, analyse, convex_hull, count, score_driven_cost
from costdash.core.probabilities.calibration import calibration, miscalibration_cost, reliability
from costdash.core.probabilities.scores import moved
from costdash.core.sample.split import Split
from tests.support.oracles import pool_adjacent_violators
from tests.support.scored import inner_rates, samples


def isotonic(score, is_positive, weight=None):
    rank = np.unique(score, return_inverse=True)[1]
    fit = IsotonicRegression(y_min=0, y_max=1).fit(rank, is_positive, weight)
    return fit.predict(rank)


def calibrated(rng, n=500, levels=30, power=1.0):
    """Labels drawn from probabilities, and scores that are a power of them."""
    p = (rng.beta(1, 2, n) * levels).round() / levels
    is_positive = rng.random(n) < p
    is_positive[:12] = np.arange(12) < 6
    return Predictions(is_positive=is_positive, scores={"a": p**power})


@given(samples(kinds=("probabilities", "levels")))
def test_steps_are_those_of_pooled_adjacent_violators(sample):
    score = (
        np.abs(sample.score) / 3
        if sample.score.max() > 1 or sample.score.min() < 0
        else sample.score
    )
    y = sample.is_positive
    found = reliability(count(y, score))
    levels = np.unique(score)[::-1]
    ends = pool_adjacent_violators(
        [(y & (score == s)).sum() for s in levels], [(~y & (score == s)).sum() for s in levels]
    )
    shares = [Fraction(p1 - p0, n1 - n0 + p1 - p0) for (n0, p0), (n1, p1) in zip(ends, ends[1:])]
    assert_allclose(found.observed, [float(share) for share in shares[::-1]])
    for first, last, mean, rows in zip(found.first, found.last, found.score, found.rows):
        inside = (first <= score) & (score <= last)
        assert inside.sum() == rows
        assert mean == pytest.approx(score[inside].mean())
    assert (np.diff(found.observed) > 0).all()


@given(samples(kinds=("probabilities",), weighted=True), inner_rates)
def test_steps_at_another_prior_are_moved_by_bayes_rule(sample, prior):
    counts = count(*sample)
    here, there = reliability(counts), reliability(counts, prior)
    share = float(counts.prevalence)
    assert_allclose(there.observed, moved(here.observed, share, prior), atol=1e-9)
    assert_allclose(there.first, moved(here.first, share, prior), atol=1e-9)


@given(samples(kinds=("probabilities",), weighted=True), inner_rates)
def test_each_step_adds_its_own_rows_to_the_miscalibration(sample, prior):
    counts = count(*sample)
    share = float(counts.prevalence)
    y, score, weight = sample.is_positive, sample.score, sample.weight
    row = np.where(y, prior / share, (1 - prior) / (1 - share)) * weight / weight.sum()
    taken, steps = moved(score, share, prior), reliability(counts, prior)
    step = step_of(score, reliability(counts))
    wrong = row * ((taken - y) ** 2 - (steps.observed[step] - y) ** 2)
    parts = np.bincount(step, wrong, steps.score.size)
    assert_allclose(steps.miscalibration, parts, atol=1e-12)
    assert (steps.miscalibration >= 0).all()


def step_of(score, steps):
    """The step of each row, by its score as it is."""
    return np.array([np.flatnonzero((steps.first <= s) & (s <= steps.last))[0] for s in score])


@given(samples(kinds=("probabilities",), weighted=True), inner_rates, inner_rates)
def test_the_loss_of_steps_is_that_of_their_rows(sample, pcf, made):
    counts = count(*sample)
    hull, steps = convex_hull(counts), reliability(counts)
    y, weight, share = sample.is_positive, sample.weight, float(counts.prevalence)
    t = share * (1 - pcf) / (share * (1 - pcf) + (1 - share) * pcf)
    cut = made * (1 - pcf) / (made * (1 - pcf) + (1 - made) * pcf)
    apart = np.concatenate((np.abs(steps.observed - t), np.abs(sample.score - cut)))
    assume(apart.min() > 1e-9)
    step = step_of(sample.score, steps)
    price = np.where(y, -pcf / weight[y].sum(), (1 - pcf) / weight[~y].sum()) * weight
    each = price * ((sample.score >= cut) * 1.0 - (steps.observed[step] > t))
    last = steps.score.size - 1
    for i, j in {(0, last), (0, last // 2), (last // 2, last), (last // 3, 2 * last // 3)}:
        low, high = miscalibration_cost(counts, hull, i, j, pcf, made)
        assert high - low == pytest.approx(each[(step >= i) & (step <= j)].sum(), abs=1e-12)
        assert high >= low >= hull.cost(pcf) - 1e-12


@given(samples(kinds=("probabilities",), weighted=True))
def test_the_losses_of_all_steps_fill_the_gap_and_the_miscalibration(sample):
    counts = count(*sample)
    hull, steps, prior = convex_hull(counts), reliability(counts), float(counts.prevalence)
    ends = np.unique(np.concatenate(([0.0, 1.0], sample.score, steps.observed)))
    t, wide = (ends[1:] + ends[:-1]) / 2, np.diff(ends)
    stake = prior * (1 - t) + (1 - prior) * t
    pcf, every = prior * (1 - t) / stake, np.arange(steps.score.size)
    low, high = miscalibration_cost(counts, hull, every, every, pcf[:, None], prior)
    gap = score_driven_cost(counts, pcf, prior) - hull.cost(pcf)
    assert_allclose((high - low).sum(axis=1), gap, atol=1e-12)
    areas = (2 * stake * wide) @ (high - low)
    assert_allclose(areas, steps.miscalibration, atol=1e-12)


@pytest.mark.parametrize("power", [1.0, 2.0])
def test_the_parts_are_those_of_isotonic_regression(power):
    predictions = calibrated(np.random.default_rng(1), power=power)
    y, score = predictions.is_positive, predictions.scores["a"]
    found = calibration(predictions, analyse(predictions, n_replicates=200), "a")
    fit, share = isotonic(score, y), y.mean()
    brier, pooled = brier_score_loss(y, score), brier_score_loss(y, fit)
    assert_allclose(found.brier, brier, atol=1e-12)
    assert_allclose(found.miscalibration, brier - pooled, atol=1e-12)
    assert_allclose(found.discrimination, share * (1 - share) - pooled, atol=1e-12)
    assert_allclose(found.uncertainty, share * (1 - share), atol=1e-12)
    assert found.brier == pytest.approx(
        found.miscalibration - found.discrimination + found.uncertainty
    )


@pytest.mark.parametrize("weighted", [False, True])
def test_intervals_are_those_of_rows_resampled_with_the_fitted_steps(weighted):
    rng = np.random.default_rng(2)
    predictions = calibrated(rng, power=1.5)
    y, score = predictions.is_positive, predictions.scores["a"]
    weight = rng.choice([1.0, 2.0], y.size) if weighted else np.ones(y.size)
    if weighted:
        predictions = Predictions(is_positive=y, scores={"a": score}, weight=weight)
    found = calibration(predictions, analyse(predictions, n_replicates=4000, level=0.9), "a")
    fit, share = isotonic(score, y, weight), weight[y].sum() / weight.sum()
    drawn = []
    for _ in range(2000):
        losses = np.zeros(2)
        for part, of_class in ((y, share), (~y, 1 - share)):
            rows = rng.choice(np.flatnonzero(part), part.sum())
            for i, p in enumerate((score, fit)):
                squared = (p[rows] - y[rows]) ** 2
                losses[i] += of_class * (weight[rows] * squared).sum() / weight[rows].sum()
        drawn.append((losses[0], losses[0] - losses[1], share * (1 - share) - losses[1]))
    expected = np.quantile(drawn, [0.05, 0.95], axis=0).T
    got = found.brier_interval, found.miscalibration_interval, found.discrimination_interval
    for ends, other in zip(got, expected, strict=True):
        assert_allclose(ends, other, atol=0.08 * (other[1] - other[0]))


def test_the_consistency_band_is_that_of_labels_drawn_row_by_row():
    rng = np.random.default_rng(3)
    predictions = calibrated(rng, n=300, levels=12)
    score = predictions.scores["a"]
    found = calibration(predictions, analyse(predictions, n_replicates=1000, level=0.9), "a")
    steps = [isotonic(score, rng.random(300) < score) for _ in range(600)]
    low, high = np.quantile(steps, [0.05, 0.95], axis=0)
    ends = found.band.at(score)
    assert_allclose(ends[0], np.minimum(low, score), atol=0.03)
    assert_allclose(ends[1], np.maximum(high, score), atol=0.03)


def test_p_is_that_of_labels_drawn_row_by_row():
    rng = np.random.default_rng(3)
    predictions = calibrated(rng, n=300, levels=12)
    y, score = predictions.is_positive, predictions.scores["a"]
    found = calibration(predictions, analyse(predictions, n_replicates=1000), "a")

    def excess(labels):
        pooled = isotonic(score, labels)
        return brier_score_loss(labels, score) - brier_score_loss(labels, pooled)

    drawn = np.array([excess(rng.random(300) < score) for _ in range(600)])
    assert found.p == pytest.approx((drawn >= excess(y)).mean(), abs=0.08)


def test_calibrated_scores_of_many_rows_get_any_p():
    rng = np.random.default_rng(8)
    p = []
    for _ in range(15):
        score = rng.beta(0.5, 10, 5000)
        rows = Predictions(is_positive=rng.random(5000) < score, scores={"a": score})
        p.append(calibration(rows, analyse(rows, n_replicates=200), "a").p)
    assert np.count_nonzero(np.array(p) < 0.05) <= 3
    assert 0.3 < np.mean(p) < 0.7


def test_the_band_is_as_fine_as_the_steps_at_both_ends():
    rng = np.random.default_rng(9)
    score = rng.beta(0.5, 10, 5000)
    rows = Predictions(is_positive=rng.random(5000) < score, scores={"a": score})
    band = calibration(rows, analyse(rows, n_replicates=200), "a").band
    assert_allclose(band.score[:10], np.sort(score)[:10])
    assert_allclose(band.score[-10:], np.sort(score)[-10:])
    assert band.score.size < 500


def test_the_band_tells_calibrated_scores_from_others():
    rng = np.random.default_rng(4)
    inside, p = [], []
    for _ in range(20):
        predictions = calibrated(rng, n=400, levels=1000)
        found = calibration(predictions, analyse(predictions, n_replicates=200, level=0.9), "a")
        low, high = found.band.at(found.reliability.score)
        observed = found.reliability.observed
        inside.append(((low <= observed) & (observed <= high)).mean())
        p.append(found.p)
    assert np.mean(inside) > 0.8
    assert 0.2 < np.mean(p) < 0.8
    squared = calibrated(rng, n=400, levels=1000, power=2)
    found = calibration(squared, analyse(squared, n_replicates=200), "a")
    low, high = found.band.at(found.reliability.score)
    assert (found.reliability.observed > high).any()
    assert found.p < 0.02


def test_bands_and_steps_at_another_prior_agree():
    predictions = calibrated(np.random.default_rng(5))
    analysis = analyse(predictions, n_replicates=200)
    here = calibration(predictions, analysis, "a")
    there = calibration(predictions, analysis, "a", prior=0.05)
    assert_allclose(there.band.low, moved(here.band.low, here.prior, 0.05), atol=1e-12)
    assert_allclose(there.uncertainty, 0.05 * 0.95)
    assert there.p == here.p
    score = moved(predictions.scores["a"], here.prior, 0.05)
    y = predictions.is_positive
    expected = 0.05 * ((1 - score[y]) ** 2).mean() + 0.95 * (score[~y] ** 2).mean()
    assert there.brier == pytest.approx(expected)


def test_clusters_and_few_rows_have_no_limits():
    rng = np.random.default_rng(6)
    plain = calibrated(rng)
    grouped = Predictions(
        is_positive=plain.is_positive, scores=plain.scores, cluster=rng.integers(0, 60, 500)
    )
    found = calibration(grouped, analyse(grouped, n_replicates=200), "a")
    assert found.band is None
    assert np.isnan(found.p)
    assert found.brier_interval[0] < found.brier < found.brier_interval[1]
    few = Predictions(is_positive=[1, 0, 1], scores={"a": [0.9, 0.2, 0.1]})
    assert np.isnan(calibration(few, analyse(few), "a").miscalibration_interval).all()


def test_a_hold_out_is_pooled_on_the_rows_that_evaluate():
    plain = calibrated(np.random.default_rng(7))
    in_evaluation = np.arange(500) % 2 == 0
    held = Predictions(
        is_positive=plain.is_positive,
        scores=plain.scores,
        split=Split(in_evaluation, "dev", "test"),
    )
    found = calibration(held, analyse(held, n_replicates=200), "a")
    y, score = plain.is_positive[in_evaluation], plain.scores["a"][in_evaluation]
    assert found.brier == pytest.approx(brier_score_loss(y, score))
    pooled = brier_score_loss(y, isotonic(score, y))
    assert found.miscalibration == pytest.approx(found.brier - pooled)
    assert found.reliability.rows.sum() == in_evaluation.sum()


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_measures_of_a_hold_out_are_those_of_its_evaluation_part_alone(seed, weighted):
    rng = np.random.default_rng(seed)
    n, digits = int(rng.integers(12, 120)), int(rng.integers(1, 6))
    y = np.arange(n) % int(rng.choice([2, 3, 5])) == 0
    score = np.clip(0.3 * y + 0.7 * rng.random(n), 0, 1).round(digits)
    weight = np.exp(rng.normal(size=n)) if weighted else None
    rows = Predictions(
        is_positive=y, scores={"m": score}, weight=weight, split=Split(rng.random(n) < 0.5)
    )
    options = {"score_prior": 0.3, "prior": 0.2, "n_replicates": 100}
    held, alone = (summarise(p, **options).fields() for p in (rows, rows.evaluation_part))
    held, alone = held["models"][0], alone["models"][0]
    assert held["readouts"]["h_measure"]["value"] == pytest.approx(
        alone["readouts"]["h_measure"]["value"]
    )
    there, here = held["calibration"], alone["calibration"]
    assert len(there["reliability"]) == len(here["reliability"])
    for name in ("brier", "miscalibration", "discrimination", "uncertainty"):
        assert there[name] == pytest.approx(here[name], abs=1e-12)
    for name in ("score", "observed", "rows", "first_score", "last_score", "excess_cost"):
        found, right = ([step[name] for step in c["reliability"]] for c in (there, here))
        assert_allclose(found, right, atol=1e-12)


def test_the_hull_of_six_rows_of_a_hold_out():
    rows = Predictions(
        is_positive=[1, 1, 0, 0, 1, 0],
        scores={"m": [0.9, 0.8, 0.4, 0.1, 0.6, 0.5]},
        split=Split(np.array([1, 1, 1, 1, 0, 0], bool), "validation", "test"),
    )
    model = summarise(rows, n_replicates=100).fields()["models"][0]
    assert model["readouts"]["h_measure"]["value"] == 1
    parts = (model["calibration"][name] for name in ("miscalibration", "discrimination"))
    assert tuple(parts) == pytest.approx((0.055, 0.25))


def test_other_scores_are_refused():
    rows = Predictions(is_positive=[1, 0, 1], scores={"a": [9.0, 0.2, 0.1]})
    with pytest.raises(ValueError, match=r"scores must lie in \[0, 1\]"):
        calibration(rows, analyse(rows), "a")
