"""Replicates are distributed like resampled rows; bands contain the sample and cover the truth."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import beta, binom, ks_2samp, norm

from costdash.core import (
    Predictions,
    analyse,
    bootstrap_bands,
    convex_hull,
    count,
    normalized_expected_cost,
    precision_at,
)
from costdash.core.curves.cost import PCF_GRID
from costdash.core.resample import bootstrap
from costdash.core.resample.bootstrap import class_rows, replicate, retained_thresholds
from costdash.core.resample.roc_interpolation import (
    FPR_RATES,
    RATES,
    around_rates,
    fpr_at_recall,
    tpr_at_fpr,
)
from costdash.core.resample.streams import Stream, generator
from tests.support.oracles import resampled_rows
from tests.support.scored import Sample, binormal, samples, with_cells

LEVELS = (0.5, 0.8, 0.9, 0.95, 0.99)


def assert_same_distribution(found, expected):
    """Compares means, variances, correlations and the distribution at each threshold."""
    b = found.shape[0]
    spread = expected.std(axis=0) + 1e-12
    assert_allclose(found.mean(axis=0), expected.mean(axis=0), atol=5 * spread.max() / b**0.5)
    assert_allclose(found.std(axis=0), expected.std(axis=0), rtol=0.1, atol=1e-12)
    moving = spread > 1e-9
    correlation = (np.corrcoef(r[:, moving].T) for r in (found, expected))
    assert_allclose(*correlation, atol=0.1)
    for k in np.flatnonzero(moving):
        assert ks_2samp(found[:, k], expected[:, k]).pvalue > 1e-3


@pytest.fixture(scope="module")
def few_rows():
    """40 positives and 60 negatives on 12 levels, every third threshold kept."""
    rng = np.random.default_rng(5)
    sample = binormal(rng, 40, 60)
    sample = Sample(sample.is_positive, np.round(sample.score * 2), rng.gamma(1, 1, 100))
    counts = count(*sample[:2])
    index = np.unique(np.append(np.arange(0, counts.threshold.size, 3), counts.threshold.size - 1))
    return sample, counts, index


@given(samples())
def test_rates_between_the_nearest_thresholds_are_those_between_all(sample):
    counts = count(*sample)
    near = around_rates(counts, FPR_RATES, RATES)
    of_all, of_near = (tpr_at_fpr(FPR_RATES, each.fpr, each.tpr) for each in (counts, near))
    assert_array_equal(of_near, of_all)
    of_all, of_near = (fpr_at_recall(RATES, each.fpr, each.tpr) for each in (counts, near))
    assert_array_equal(of_near, of_all)


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=20)
def test_the_retained_thresholds_lie_where_the_whole_curve_says(seed, tied):
    rng = np.random.default_rng(seed)
    sample = binormal(rng, 900, 2100)
    counts = count(sample.is_positive, np.round(sample.score, 2) if tied else sample.score)
    size, bins = counts.threshold.size, bootstrap.MAX_BINS
    even = np.searchsorted(counts.fpr + counts.tpr, np.linspace(0, 2, bins)).clip(0, size - 1)
    strict = np.searchsorted(counts.fpr, np.geomspace(1e-4, 1e-2, bins // 10))
    expected = np.unique(np.concatenate((even, strict, [0, size - 1])))
    assert_array_equal(retained_thresholds(counts, np.array([0, size - 1])), expected)


@pytest.mark.parametrize("times", [1, 5], ids=["rows drawn", "bins drawn"])
def test_replicates_have_the_distribution_of_resampled_rows(few_rows, times):
    sample, _, _ = few_rows
    sample = Sample(np.repeat(sample.is_positive, times), np.repeat(sample.score, times))
    counts = count(*sample)
    index = few_rows[2]
    ones = np.ones(sample.score.size)
    found = replicate(counts, index, 3000, np.random.default_rng(1))
    rng = np.random.default_rng(2)
    fpr, tpr = resampled_rows(*sample[:2], ones, counts.threshold[index], 3000, rng)
    assert_same_distribution(found.fpr, fpr)
    assert_same_distribution(found.tpr, tpr)


@pytest.mark.parametrize("most", [10**9, 0], ids=["rows drawn", "by moments"])
def test_weighted_replicates_have_the_distribution_of_resampled_rows(few_rows, most, monkeypatch):
    sample, _, index = few_rows
    sample = Sample(*(np.repeat(part, 20) for part in sample))
    monkeypatch.setattr(bootstrap, "MAX_DRAWS", most)
    counts = count(*sample)
    rows = class_rows(*sample, counts, index)
    found = replicate(counts, index, 2000, np.random.default_rng(1), rows)
    rng = np.random.default_rng(2)
    fpr, tpr = resampled_rows(*sample, counts.threshold[index], 2000, rng)
    assert_same_distribution(found.fpr, fpr)
    assert_same_distribution(found.tpr, tpr)
    effective = sample.weight[sample.is_positive]
    assert_allclose(found.positives, effective.sum() ** 2 / (effective**2).sum())


@given(samples(weighted=True))
def test_every_row_is_in_the_bin_of_the_strictest_threshold_that_calls_it(sample):
    counts = count(*sample)
    index = np.unique([0, counts.threshold.size // 2, counts.threshold.size - 1])
    for part, rows in zip(
        (~sample.is_positive, sample.is_positive), class_rows(*sample, counts, index)
    ):
        for score, bin_ in zip(sample.score[part], rows.bin):
            called = score >= counts.threshold[index]
            assert bin_ == np.flatnonzero(called)[0]


@given(samples(), st.integers(0, 2**31))
@settings(max_examples=30)
def test_replicates_keep_the_class_totals(sample, seed):
    counts = count(*sample)
    found = replicate(counts, np.arange(counts.tp.size), 50, np.random.default_rng(seed))
    for rates, total in ((found.fpr, counts.negatives), (found.tpr, counts.positives)):
        assert (rates[:, -1] == 1).all()
        assert (np.diff(rates) >= 0).all()
        assert_allclose(rates * total, np.rint(rates * total), atol=1e-9)


def test_kept_thresholds_include_both_ends_the_hull_and_small_fpr():
    counts = count(*binormal(np.random.default_rng(0), 30_000, 300_000))
    hull = convex_hull(counts)
    index = retained_thresholds(counts, hull.index)
    assert set(hull.index) <= set(index)
    assert (index[0], index[-1]) == (0, counts.threshold.size - 1)
    assert index.size < 900
    assert np.diff(counts.fpr[index] + counts.tpr[index]).max() < 0.0081
    strict = counts.fpr[index]
    assert np.count_nonzero((strict > 1e-4) & (strict < 1e-2)) > 30


def sampled_from(sample, n_replicates=300, seed=0):
    predictions = Predictions(
        is_positive=sample.is_positive, scores={"a": sample.score}, weight=sample.weight
    )
    return analyse(predictions, n_replicates=n_replicates, seed=seed).models["a"]


@given(samples(max_rows=60, weighted=True), st.booleans())
@settings(max_examples=25)
def test_bands_contain_the_full_sample_stay_within_0_and_1_and_are_nested(sample, weighted):
    model = sampled_from(sample if weighted else sample._replace(weight=None), 100)
    if model.bands is None:
        weight = sample.weight if weighted else np.ones(sample.score.size)
        classes = (weight[sample.is_positive], weight[~sample.is_positive])
        assert min(own.sum() ** 2 / (own**2).sum() for own in classes) < 5
        return
    counts, hull = model.counts, model.hull
    full = {
        "roc": lambda x: tpr_at_fpr(x, counts.fpr, counts.tpr),
        "recall": lambda x: fpr_at_recall(x, counts.fpr, counts.tpr),
        "cost": hull.cost,
    }
    for name, curve in full.items():
        inner = None
        for level in LEVELS:
            band = getattr(model.bands, name)(level)
            assert band.level == level
            assert (band.low <= curve(band.x) + 1e-12).all()
            assert (curve(band.x) - 1e-12 <= band.high).all()
            assert (band.low >= -1e-12).all()
            assert (band.high <= 1 + 1e-12).all()
            if inner is not None:
                assert (band.low <= inner.low).all()
                assert (inner.high <= band.high).all()
            inner = band


def test_limits_are_percentiles_of_the_replicates():
    bands = sampled_from(binormal(np.random.default_rng(0), 40, 60)).bands
    for level in LEVELS:
        low, high = np.quantile(bands.tpr_at, [(1 - level) / 2, (1 + level) / 2], axis=0)
        assert_allclose(bands.roc(level).low, np.minimum(low, bands.tpr))
        assert_allclose(bands.roc(level).high, np.maximum(high, bands.tpr))


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("levels", [None, 4])
def test_the_precision_recall_band_holds_every_fpr_whose_roc_band_holds_the_recall(level, levels):
    sample = binormal(np.random.default_rng(1), 40, 400)
    score = sample.score if levels is None else np.round(sample.score * levels / 4)
    bands = sampled_from(Sample(sample.is_positive, score), 400).bands
    roc, recall = bands.roc(level), bands.recall(level)
    fpr = np.union1d(np.linspace(0, 1, 20_001), roc.x)
    rising = np.minimum.accumulate(roc.low[::-1])[::-1], np.maximum.accumulate(roc.high)
    low, high = (np.interp(fpr, roc.x, limit) for limit in rising)
    for k in np.flatnonzero(~bands.fpr_safe & (recall.x > 0)):
        least = min(fpr[high >= recall.x[k] - 1e-12][0], bands.fpr[k])
        most = max(fpr[low <= recall.x[k] + 1e-12][-1], bands.fpr[k])
        assert_allclose((recall.low[k], recall.high[k]), (least, most), atol=1e-4)


def test_few_called_negatives_leave_at_least_jeffreys_limit_of_the_fpr():
    sample = with_cells(10, 10, 1, 99)
    bands = sampled_from(sample).bands
    band = bands.recall(0.9)
    at = np.flatnonzero(np.isclose(band.x, 0.5))[0]
    assert band.safe[at]
    assert band.high[at] >= beta.ppf(0.95, 1.5, 99.5) - 1e-12
    assert not band.safe[-1]


def test_the_precision_recall_band_of_few_positives_covers_the_true_curve():
    """10 positives of 200 at nominal 90 %; resampling alone covers 63 to 86 % here."""
    rng, covered = np.random.default_rng(2), []
    recall = np.array([0.3, 0.5, 0.7, 0.9])
    truth = norm.sf(norm.isf(recall) + 1)
    for _ in range(100):
        counts = count(*binormal(rng, 10, 190))
        band = bootstrap_bands(counts, n_replicates=300, rng=rng).precision(0.1, 0.9)
        at = np.searchsorted(band.x, recall - 1e-9)
        known = precision_at(truth, recall, 0.1)
        covered.append((band.low[at] <= known) & (known <= band.high[at]))
    assert (np.mean(covered, axis=0) > 0.8).all()


def test_interpolating_between_kept_thresholds_hardly_changes_a_band(monkeypatch):
    """With 3,000 rows per class the sampling noise of a limit is about 0.002."""
    counts = count(*binormal(np.random.default_rng(0), 3000, 3000))

    def band(most):
        monkeypatch.setattr(bootstrap, "MAX_BINS", most)
        return bootstrap_bands(counts, n_replicates=1000, rng=np.random.default_rng(1)).roc(0.9)

    few, all_ = band(400), band(10**9)
    assert_allclose(few.low, all_.low, atol=0.006)
    assert_allclose(few.high, all_.high, atol=0.006)


def test_the_seed_determines_the_bands():
    sample = binormal(np.random.default_rng(0), 30, 50)
    one, same, other = (sampled_from(sample, 200, seed).bands for seed in (1, 1, 2))
    assert_array_equal(one.cost(0.9).high, same.cost(0.9).high)
    assert_array_equal(one.roc(0.9).low, same.roc(0.9).low)
    assert (one.roc(0.9).low != other.roc(0.9).low).any()


def test_the_cost_band_uses_the_thresholds_that_the_full_sample_chose():
    """It may jump at a tie, so x holds both ends of each vertex's segment."""
    model = sampled_from(binormal(np.random.default_rng(0), 40, 60))
    band = model.bands.cost(0.9)
    assert (np.diff(band.x) >= 0).all()
    assert set(PCF_GRID) <= set(band.x)
    for tie in model.hull.tie:
        assert np.count_nonzero(band.x == tie) >= 2
    for pcf in (0.2, 0.5, 0.81):
        low, high = model.bands.cost_interval(pcf, 0.9)
        at = np.flatnonzero(np.isclose(band.x, pcf))[0]
        assert_allclose((band.low[at], band.high[at]), (low, high))
        vertex = int(model.hull.cheapest(pcf))
        assert model.bands.vertex_interval(vertex, pcf, 0.9) == (low, high)


@given(st.integers(3, 17), st.integers(3, 17), st.sampled_from([0.8, 0.9, 0.95]))
@settings(max_examples=20)
def test_without_review_has_binomial_limits(tp, fp, level):
    """At PC(+) = 1 only positives matter: the limits are those of their binomial."""
    model = sampled_from(with_cells(tp, 20 - tp, fp, 20 - fp), 4000)
    vertex = np.flatnonzero(model.hull.threshold == 1)
    if vertex.size == 0:
        return
    low, high = model.bands.vertex_interval(int(vertex[0]), 1.0, level)
    around = [(1 - level) / 2 + e for e in (-0.015, 0.015)]
    lowest, highest = binom.ppf(around, 20, 1 - tp / 20) / 20
    assert lowest - 1e-9 <= low <= highest + 1e-9
    lowest, highest = binom.isf(around[::-1], 20, 1 - tp / 20) / 20
    assert lowest - 1e-9 <= high <= highest + 1e-9


@pytest.mark.parametrize(("fn", "fp"), [(0, 0), (0, 5), (5, 0), (1, 1), (2, 2)])
def test_a_threshold_without_errors_is_not_certain(fn, fp):
    model = sampled_from(with_cells(30 - fn, fn, fp, 30 - fp), 2000)
    vertex = int(np.flatnonzero(model.hull.threshold == 1)[0])
    for pcf, errors in ((0.0, fp), (1.0, fn)):
        low, high = model.bands.vertex_interval(vertex, pcf, 0.9)
        assert low <= errors / 30 < high
        if errors < 3:  # Jeffreys' upper limit, by its own quantile
            assert_allclose(high, beta.ppf(0.95, errors + 0.5, 30.5 - errors), rtol=0.1)
    assert model.bands.cost(0.9).safe.any()


def test_the_trivial_classifiers_are_certain():
    bands = sampled_from(with_cells(25, 5, 5, 25)).bands
    last = bands.hull.fpr.size - 1
    for pcf in (0.0, 0.3, 1.0):
        assert bands.vertex_interval(0, pcf, 0.99) == (pcf, pcf)
        assert bands.vertex_interval(last, pcf, 0.99) == (1 - pcf, 1 - pcf)
    assert bands.roc(0.9).low[-1] == 1
    assert bands.recall(0.9).high[0] == 0


@pytest.mark.parametrize(("rows", "drawn"), [(2, False), (4, False), (5, True)])
def test_fewer_than_5_rows_in_a_class_give_no_band(rows, drawn):
    sample = Sample(np.arange(40) < rows, np.random.default_rng(0).normal(size=40))
    assert (sampled_from(sample).bands is not None) == drawn
    rng = np.random.default_rng(0)
    if not drawn:
        with pytest.raises(ValueError, match=f"at least 5 rows in each class, got {rows}"):
            bootstrap_bands(count(*sample[:2]), rng=rng)


def test_bands_of_counts_are_those_of_the_analysis():
    sample = binormal(np.random.default_rng(0), 60, 90)
    counts, model = count(*sample), sampled_from(sample, 400)
    rng = generator(0, Stream.MODEL_BANDS, 0)
    bands = bootstrap_bands(counts, n_replicates=400, rng=rng)
    for name in ("roc", "cost"):
        band, same = (getattr(drawn, name)(0.9) for drawn in (bands, model.bands))
        assert_array_equal(band.low, same.low)
        assert_array_equal(band.high, same.high)
    band = bands.precision(0.01, 0.9)
    assert_array_equal(band.x, RATES)
    assert np.isnan(band.low[0])
    fpr = fpr_at_recall(RATES, counts.fpr, counts.tpr)
    known = precision_at(fpr, RATES, 0.01)[1:]
    assert ((band.low[1:] <= known) & (known <= band.high[1:])).all()


def test_bands_of_counts_reject_weights_and_impossible_levels():
    sample = binormal(np.random.default_rng(0), 20, 20)
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="counts must be of unweighted rows, got float64"):
        bootstrap_bands(count(*sample[:2], np.full(40, 2.0)), rng=rng)
    with pytest.raises(ValueError, match=r"level must lie in \(0, 1\), got 1.5"):
        bootstrap_bands(count(*sample), rng=rng).cost(1.5)


def test_the_cost_of_a_fixed_threshold_is_covered():
    """300 samples of 200 rows per class: nominal 90 %, within the noise of the simulation."""
    rng, covered = np.random.default_rng(8), []
    for _ in range(300):
        tp, fp = rng.binomial(200, 0.8), rng.binomial(200, 0.1)
        model_counts = count(*with_cells(tp, 200 - tp, fp, 200 - fp))
        band = bootstrap_bands(model_counts, n_replicates=400, rng=rng).cost(0.9)
        truth = normalized_expected_cost(0.1, 0.8, 0.5)
        at = np.flatnonzero(band.x == 0.5)[0]
        covered.append(band.low[at] <= truth <= band.high[at])
    assert 0.86 < np.mean(covered) < 0.94


def test_replicates_of_many_rows_have_the_distribution_of_the_multinomial():
    """Shares between the tails are drawn as normal, yet every count is close to binomial."""
    counts = count(*binormal(np.random.default_rng(3), 20_000, 60_000))
    index = retained_thresholds(counts, convex_hull(counts).index)
    found = replicate(counts, index, 4000, np.random.default_rng(4))
    for rates, cumulative in ((found.fpr, counts.fp[index]), (found.tpr, counts.tp[index])):
        assert (np.diff(rates) >= 0).all()
        assert (rates[:, [0, -1]] == (0, 1)).all()
        total = int(cumulative[-1])
        expected = np.random.default_rng(5).multinomial(
            total, np.diff(cumulative, prepend=0) / total, size=4000
        )
        some = np.unique(np.linspace(0, index.size - 1, 40).astype(int))
        assert_same_distribution(rates[:, some], expected.cumsum(axis=1)[:, some] / total)
        for k in some[1:-1]:
            exact = binom(total, cumulative[k] / total)
            spread = max(exact.std() / total, 1 / total)
            for share in (0.025, 0.975):
                limit = np.quantile(rates[:, k], share)
                assert abs(limit - exact.ppf(share) / total) < 0.25 * spread
