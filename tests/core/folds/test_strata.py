"""Rows that stand for their stratum: folds within strata, and limits that count unseen mistakes."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

import costdash
from costdash.core import OperatingPoint
from costdash.core.folds.crossfit import crossfit_all
from costdash.core.folds.folds import FOLDS, with_folds
from costdash.core.resample.weighted_poisson import WeightedEvents, difference_limits
from costdash.intake.api import read_with_messages
from costdash.intake.storage.crossfits import load_crossfits, save_crossfits
from tests.support.audited import audited

ROLES = {"label": "label", "positive": 1, "scores": ["old", "new"], "verified_within": "group"}


@pytest.fixture(scope="module")
def rows():
    _, seen, _ = audited(np.random.default_rng(1), rows=8000)
    return read_with_messages(seen, **ROLES)[0]


def test_folds_spread_each_class_evenly_within_each_stratum(rows):
    fold = with_folds(rows).fold
    strata = rows.verification.stratum
    for is_positive in (False, True):
        for stratum in np.unique(strata):
            part = (rows.is_positive == is_positive) & (strata == stratum)
            held = np.bincount(fold[part], minlength=FOLDS + 1)[1:]
            assert held.max() - held.min() <= 1


def test_limits_of_a_cost_are_those_of_weighted_events(rows):
    fit, x = crossfit_all(rows).models["new"], np.array([0.1, 0.4, 0.8])
    cost, error = fit.cost_with_error(x)
    weight, y = rows.weight, rows.is_positive
    heaviest = np.maximum(
        x * weight.max() / weight[y].sum(), (1 - x) * weight.max() / weight[~y].sum()
    )
    low, high = WeightedEvents.of(cost, error**2, heaviest).limits(0.9)
    band = fit.band(0.9, x)
    assert_allclose((band.low, band.high), (low, high.clip(0, 1)))
    plain = crossfit_all(replace(rows, verification=None)).models["new"]
    assert plain.heaviest is None
    assert (band.high > plain.band(0.9, x).high).all()  # a miss that was not seen counts


@pytest.mark.parametrize(("conditions", "trivial"), [((0.01, 20, 3), "none"), ((0.9, 1, 8), "all")])
def test_the_saving_over_no_model_joins_gains_and_losses(rows, conditions, trivial):
    analysis = costdash.analyse(rows, n_replicates=100)
    point = OperatingPoint(*conditions)
    decision = analysis.decide(point)
    fit, best = analysis.crossfits.of([decision.best.model]), decision.best
    alarm, miss = (side * share for side, share in zip((1 - point.pcf, point.pcf), fit.heaviest))
    fpr, tpr = best.expected_rates
    of_fpr, of_tpr = fit.rates_with_variance(point.pcf)[1]
    seen = {
        "found": WeightedEvents.of(point.pcf * tpr, point.pcf**2 * of_tpr, miss),
        "missed": WeightedEvents.of(point.pcf * (1 - tpr), point.pcf**2 * of_tpr, miss),
        "alarms": WeightedEvents.of((1 - point.pcf) * fpr, (1 - point.pcf) ** 2 * of_fpr, alarm),
        "alone": WeightedEvents.of(
            (1 - point.pcf) * (1 - fpr), (1 - point.pcf) ** 2 * of_fpr, alarm
        ),
    }
    assert decision.trivial.call == trivial
    gains, losses = ("found", "alarms") if trivial == "none" else ("alone", "missed")
    low, high = difference_limits(seen[gains], seen[losses], analysis.level)
    expected = point.scale * low[0], min(point.scale * high[0], decision.trivial.expected_cost)
    assert_allclose(decision.saving_interval, expected, rtol=1e-9)


def test_cross_fits_are_stored_with_their_heaviest_share(rows, tmp_path):
    fits = crossfit_all(rows)
    save_crossfits(tmp_path, fits, "key")
    assert load_crossfits(tmp_path, "key").together.heaviest == fits.together.heaviest


def test_rows_with_strata_need_weights(rows):
    with pytest.raises(ValueError, match="need weights"):
        replace(rows, weight=None)
    with pytest.raises(ValueError, match="strata must have"):
        replace(rows, verification=rows.verification[:5])
