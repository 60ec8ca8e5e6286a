"""The prior from recent scores, against the test row by row, and in samples of known priors."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import Predictions
from costdash.core.folds import prior_estimate
from costdash.core.folds.prior_estimate import SHARES, estimate_prior


def sample(rng, positives=60, negatives=240, ties=False, weighted=False):
    y = np.arange(positives + negatives) < positives
    score = rng.normal(size=y.size) + 1.5 * y
    score = score.round(0) if ties else score
    weight = rng.choice([0.5, 1.0, 8.0], y.size) if weighted else None
    return Predictions(is_positive=y, scores={"rf": score}, weight=weight)


def recent_of(rng, rows, prior, shift=0.0, ties=False):
    y = np.arange(rows) < rng.binomial(rows, prior)
    score = rng.normal(size=rows) + np.where(y, 1.5, shift)
    return score.round(0) if ties else score


def folds_of(rows, seed=0):
    """The folds, as the estimate deals them, recorded while it runs."""
    found = {}
    original = prior_estimate._binned

    def recorded(*given):
        found["binned"] = original(*given)
        return found["binned"]

    return found, recorded


def slow_z(binned, share):
    """The score test at one share, adding up fold by fold and bin by bin."""
    folds, k = binned.positive.shape
    means, squares = [], []
    bin_weight = np.zeros((folds, k))
    for f in range(folds):
        outside = []
        for side in (binned.positive, binned.negative):
            counts = [sum(side[g][b] for g in range(folds) if g != f) + 0.5 for b in range(k)]
            outside.append([count / sum(counts) for count in counts])
        for b in range(k):
            f1, f0 = outside[0][b], outside[1][b]
            bin_weight[f, b] = (f1 - f0) / (share * f1 + (1 - share) * f0)
    for side in (binned.positive, binned.negative):
        total = side.sum()
        cells = [(f, b) for f in range(folds) for b in range(k)]
        means.append(sum(side[f, b] * bin_weight[f, b] for f, b in cells) / total)
        squares.append(sum(side[f, b] * bin_weight[f, b] ** 2 for f, b in cells) / total)
    mean_t = sum(binned.recent[b] * bin_weight[:, b].mean() for b in range(k)) / binned.recent.sum()
    mixed = share * means[0] + (1 - share) * means[1]
    spread = share * squares[0] + (1 - share) * squares[1] - mixed**2
    variance = (
        spread / binned.recent.sum()
        + share**2 * (squares[0] - means[0] ** 2) / binned.sizes[0]
        + (1 - share) ** 2 * (squares[1] - means[1] ** 2) / binned.sizes[1]
    )
    return (mean_t - mixed) / variance**0.5


@pytest.mark.parametrize(("ties", "weighted"), [(False, False), (True, False), (False, True)])
def test_limits_are_the_shares_that_the_score_test_accepts(monkeypatch, ties, weighted):
    rng = np.random.default_rng(1)
    rows = sample(rng, ties=ties, weighted=weighted)
    found, recorded = folds_of(rows)
    monkeypatch.setattr(prior_estimate, "_binned", recorded)
    (one,) = estimate_prior(rows, {"rf": recent_of(rng, 800, 0.3, ties=ties)}, level=0.9)
    binned = found["binned"]
    assert_allclose(binned.positive.sum(), rows.positives)
    for fast, share in zip(prior_estimate._score_test(binned, SHARES[::97]), SHARES[::97]):
        assert_allclose(fast, slow_z(binned, share), rtol=1e-9, atol=1e-9)
    assert one.low < one.high
    for end in (one.low, one.high):
        if 0 < end < 1:
            assert_allclose(abs(slow_z(binned, end)), 1.6449, rtol=2e-3)
        else:
            assert abs(slow_z(binned, end)) <= 1.6449
    assert abs(slow_z(binned, one.value)) < 0.01


def test_the_fit_is_the_least_chi_square_along_another_share(monkeypatch):
    rng = np.random.default_rng(2)
    rows = sample(rng)
    found, recorded = folds_of(rows)
    monkeypatch.setattr(prior_estimate, "_binned", recorded)
    (one,) = estimate_prior(rows, {"rf": recent_of(rng, 700, 0.4)})
    binned = found["binned"]
    shares = [side.sum(axis=0) / side.sum() for side in (binned.positive, binned.negative)]
    smooth = [(s.sum(axis=0) + 0.5) / (s + 0).sum() for s in (binned.positive, binned.negative)]
    smooth = [part / part.sum() for part in smooth]
    p, n = one.value, binned.recent.sum()
    mixture = p * smooth[0] + (1 - p) * smooth[1]
    covariance = sum(
        factor * (np.diag(f) - np.outer(f, f)) / size
        for factor, f, size in (
            (1, mixture, n),
            (p**2, smooth[0], binned.sizes[0]),
            ((1 - p) ** 2, smooth[1], binned.sizes[1]),
        )
    )
    inverse = np.linalg.pinv(covariance)
    gap = binned.recent / n - p * shares[0] - (1 - p) * shares[1]
    steps = np.linspace(-0.5, 0.5, 20001)
    along = gap[:, None] - steps * (shares[0] - shares[1])[:, None]
    least = (along * (inverse @ along)).sum(axis=0).min()
    assert_allclose(one.fit.chi2, least, rtol=1e-4)
    assert one.fit.df == gap.size - 2


@pytest.mark.parametrize("prior", [0.005, 0.3])
def test_limits_hold_the_prior_and_the_fit_accepts_a_mixture(prior):
    rng, covers, fits = np.random.default_rng(3), 0, 0
    for _ in range(60):
        rows = sample(rng, 200, 1800)
        (one,) = estimate_prior(rows, {"rf": recent_of(rng, 3000, prior)}, level=0.9)
        covers += one.low <= prior <= one.high
        fits += one.fits
    assert covers >= 47  # of 60 at 90 %: fewer in 1 of 500 runs
    assert fits >= 56


def test_the_fit_rejects_scores_that_are_no_mixture():
    rng, rejected = np.random.default_rng(4), 0
    for _ in range(10):
        rows = sample(rng, 200, 1800)
        (one,) = estimate_prior(rows, {"rf": recent_of(rng, 5000, 0.05, shift=0.4)})
        rejected += not one.fits
    assert rejected >= 8


def test_models_are_sorted_by_their_interval():
    rng = np.random.default_rng(5)
    rows = sample(rng, 200, 1800)
    noisy = rows.scores["rf"] + 2 * rng.normal(size=rows.rows)
    rows = replace(rows, scores={"noisy": noisy, "rf": rows.scores["rf"]})
    recent = recent_of(rng, 4000, 0.1)
    both = {"noisy": recent + 2 * rng.normal(size=4000), "rf": recent}
    assert [one.model for one in estimate_prior(rows, both)] == ["rf", "noisy"]


@pytest.mark.parametrize(
    ("positives", "recent", "why"),
    [
        (19, np.zeros(200), "only 19 positive rows: at least 20 are needed"),
        (60, np.zeros(99), "99 rows: at least 100 recent scores are needed"),
    ],
)
def test_too_few_rows_are_refused(positives, recent, why):
    rows = sample(np.random.default_rng(6), positives)
    with pytest.raises(ValueError, match=why):
        estimate_prior(rows, {"rf": recent})


def test_scores_that_tell_nothing_are_refused():
    y = np.arange(200) < 100
    rows = Predictions(is_positive=y, scores={"rf": np.tile([1.0, 2.0], 100)})
    with pytest.raises(ValueError, match="do not tell the classes apart"):
        estimate_prior(rows, {"rf": np.ones(200)})
    with pytest.raises(ValueError, match="no column is named rf"):
        estimate_prior(rows, {"other": np.ones(200)})
