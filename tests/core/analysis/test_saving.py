"""The interval of the saving over the trivial call, recomputed from the raw resamples."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, analyse, crossfit_all
from costdash.core.resample.streams import Stream, generator
from tests.support.oracles import cost_limits
from tests.support.paired_samples import correlated

POINTS = [OperatingPoint(0.3, 5, 1), OperatingPoint(0.3, 3, 1), OperatingPoint(0.3, 1, 1)]


@pytest.fixture(scope="module")
def sample():
    return correlated(np.random.default_rng(0), 60, 140, {"a": 1.5, "b": 1.2}, 0.5)


@pytest.fixture(scope="module")
def analysis(sample):
    return analyse(sample, n_replicates=400)


def cost(point, prior, fpr, tpr):
    return prior * point.cost_fn * (1 - tpr) + (1 - prior) * point.cost_fp * fpr


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("estimated", [False, True])
def test_on_the_same_rows_limits_are_percentiles_of_the_resampled_saving(
    analysis, point, estimated
):
    evaluation_part = analysis.with_estimated_prior if estimated else analysis
    decision = evaluation_part.decide(point, level=0.9)
    best, bands = decision.best, analysis.models[decision.best.model].bands
    vertex = int(np.flatnonzero(bands.hull.index == best.index)[0])
    priors = np.full(400, point.prior)
    if estimated:
        priors = evaluation_part.prior.sample(generator(analysis.seed, Stream.PRIOR), 400)
    saved = []
    for prior, fpr, tpr in zip(priors, bands.vertex_fpr[:, vertex], bands.vertex_tpr[:, vertex]):
        rate = decision.trivial.fpr
        saved.append(cost(point, prior, rate, rate) - cost(point, prior, fpr, tpr))
    assert_allclose(decision.saving_interval, np.quantile(saved, [0.05, 0.95]), rtol=0.02)


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("estimated", [False, True])
def test_cross_fitted_limits_have_the_variance_of_both_sources(sample, analysis, point, estimated):
    fitted = analysis.with_crossfits(crossfit_all(sample))
    evaluation_part = fitted.with_estimated_prior if estimated else fitted
    decision = evaluation_part.decide(point, level=0.9)
    best, rate = decision.best, decision.trivial.fpr
    error = point.scale * fitted.crossfits.together.at(point.pcf)[2]
    rng, draws = np.random.default_rng(1), 100_000
    priors = np.full(draws, point.prior)
    if estimated:
        priors = point.prior + evaluation_part.prior.sample(rng, draws) - evaluation_part.prior.mean
    saved = cost(point, priors, rate, rate) - cost(point, priors, *best.total_rates)
    low, high = cost_limits(best.expected_cost, error**2, 0.9, saved.var())
    saving = decision.trivial.expected_cost
    assert_allclose(decision.saving_interval, (saving - high, saving - low), rtol=0.02)


def test_a_trivial_best_call_and_no_level_have_no_interval(sample, analysis):
    point = POINTS[0]
    assert analysis.decide(point, level=0).saving_interval is None
    useless = replace(sample, scores={"a": np.ones(200)})
    assert analyse(useless, n_replicates=100).decide(point).saving_interval is None
