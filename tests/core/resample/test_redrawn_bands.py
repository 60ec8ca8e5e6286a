"""Bands of many models are drawn when they are read, and equal those that are stored."""

from dataclasses import fields
from importlib import import_module

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from costdash.core import Bands, ConfusionMatrix, Predictions, RowCosts, Split, analyse
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.resample.redrawn_bands import RECENT, RedrawnBands

ARRAYS = [field.name for field in fields(Bands) if field.init and field.name != "hull"]
KINDS = ("plain", "tied", "rare", "few", "weighted", "clustered", "hold-out", "costs", "matrix")


def sample(kind, models=RECENT + 2, n=160):
    """Random rows; "few": too few positives for bands."""
    rng = np.random.default_rng(KINDS.index(kind))
    is_positive = rng.permutation(n) < {"rare": 6, "few": 3}.get(kind, 50)
    score = rng.normal(size=(models, n)) + rng.uniform(0, 2, (models, 1)) * is_positive
    more = {
        "weighted": {"weight": rng.gamma(2, 1, n)},
        "clustered": {"cluster": rng.integers(0, 30, n)},
        "hold-out": {"split": Split(rng.random(n) < 0.5)},
        "costs": {"costs": RowCosts(fn=rng.gamma(2, 1, n), fp=rng.gamma(2, 1, n))},
        "matrix": {"confusions": {"hard": ConfusionMatrix(40, 20, 10, 90)}},
    }.get(kind, {})
    scores = {f"m{i}": np.round(x, 0 if kind == "tied" else 9) for i, x in enumerate(score)}
    return Predictions(is_positive=is_positive, scores=scores, **more)


@pytest.fixture
def analyse_many(monkeypatch):
    """`analyse`, for which any number of models is many."""
    module = import_module("costdash.core.analysis.analyse")

    def analysed(rows):
        with monkeypatch.context() as patch:
            patch.setattr(module, "MOST_CURVES", 0)
            return analyse(rows, n_replicates=100, seed=3)

    return analysed


@pytest.mark.parametrize("kind", KINDS)
def test_bands_that_are_drawn_again_equal_stored_bands(analyse_many, kind):
    rows = sample(kind)
    stored = analyse(rows, n_replicates=100, seed=3).models
    many = analyse_many(rows).models
    for name in [*stored, *stored]:  # the second time after others were read
        one, other = stored[name].bands, many[name].bands
        assert (one is None) == (other is None) == (kind == "few")
        if one is None:
            continue
        assert isinstance(other, RedrawnBands) == (kind != "costs")
        assert_array_equal(other.hull.fpr, one.hull.fpr)
        for array in ARRAYS:
            assert_array_equal(getattr(other, array), getattr(one, array))
        assert other.cost_interval(0.3, 0.9) == one.cost_interval(0.3, 0.9)
        for read in (Bands.roc, Bands.recall, Bands.cost):
            a, b = read(other, 0.9), read(one, 0.9)
            assert_array_equal((a.x, a.low, a.high, a.safe), (b.x, b.low, b.high, b.safe))
        assert other.roc(0.9) is other.roc(0.9)
        assert_array_equal(other.roc(0.9, True).high, one.roc(0.9, True).high)


def test_only_the_bands_that_were_read_last_are_stored(analyse_many):
    bands = [model.bands for model in analyse_many(sample("plain")).models.values()]
    first = bands[0].tpr_at
    assert bands[0].tpr_at is first
    for others in bands[1 : RECENT + 1]:
        others.tpr_at.mean()
    assert bands[0].tpr_at is not first
    assert_array_equal(bands[0].tpr_at, first)


def test_rates_of_cross_fits_are_single_precision_of_their_counts():
    """Rounded replicate by replicate, as all of them together would be."""
    rows = sample("plain", models=2)
    fits = crossfit_models(rows, n_replicates=20)
    resampled = fits.together.resampled
    assert resampled.fpr.dtype == resampled.tpr.dtype == np.float32
    for rates, total in ((resampled.fpr, 110), (resampled.tpr, 50)):
        counts = np.rint(rates.astype(float) * total)
        assert_array_equal(rates, (counts / total).astype(np.float32))
