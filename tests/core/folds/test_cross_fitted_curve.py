"""The cross-fitted rates along PC(+), and where they are worth it, against trying every PC(+)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import Predictions, trivial_cost
from costdash.core.folds.cross_fitted_curve import CrossFittedCurve, cross_fitted_curves
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.folds.crossfit_counts import Grid, cross_fitted_of_each, tallied
from costdash.core.folds.crossfit_error import SLIVER, without_slivers

PCF = np.concatenate(
    (
        np.geomspace(1.3e-5, 0.4, 60),
        np.linspace(0.0037, 0.997, 140),
        1 - np.geomspace(1e-5, 0.3, 40),
    )
)


@st.composite
def predictions(draw):
    """Random rows of 1 to 3 models: tied, weighted, hardly any positives, folds of the file."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n = draw(st.integers(12, 160))
    is_positive = rng.random(n) < draw(st.sampled_from([0.03, 0.3, 0.9]))
    is_positive[:4] = True, True, False, False
    digits = draw(st.sampled_from([0, 1, 9]))
    scores = {
        f"m{i}": np.round(
            rng.normal(size=n) + draw(st.sampled_from([0, 1, 3])) * is_positive, digits
        )
        for i in range(draw(st.integers(1, 3)))
    }
    fold, weight = None, None
    if draw(st.booleans()):
        fold = rng.integers(0, 4, n)
        fold[:4] = 0, 1, 0, 1
    if draw(st.booleans()):
        weight = rng.choice([0.5, 1, 2.25], n)
    return Predictions(is_positive=is_positive, scores=scores, fold=fold, weight=weight)


def rates_by_trying(fit, pcf):
    """fpr and tpr at one pcf: on each fold the cheapest threshold of the other folds."""
    found = []
    for tallies in fit.folds:
        fp = tp = 0.0
        for fold in range(len(tallies.fp)):
            other = [np.delete(part, fold, axis=0).sum(axis=0) for part in (tallies.fp, tallies.tp)]
            n, p = (
                np.delete(total, fold, axis=0).sum()
                for total in (tallies.negatives, tallies.positives)
            )
            costs = np.round(other[0] / n * (1 - pcf) + (1 - other[1] / p) * pcf, 13)
            fp += tallies.fp[fold, costs.argmin()]
            tp += tallies.tp[fold, costs.argmin()]
        found.append((fp / tallies.negatives.sum(), tp / tallies.positives.sum()))
    return np.mean(found, axis=0)


@settings(max_examples=40)
@given(predictions(), st.integers(0, 10**6))
def test_every_piece_holds_the_rates_of_the_thresholds_of_other_folds(sample, seed):
    fits = crossfit_models(sample, n_replicates=2)
    pcf = np.random.default_rng(seed).choice(PCF, 25)
    for fit in fits.models.values():  # of the choice: tests/core/folds/test_crossfit.py
        known = fit.rates(pcf)
        slow = [rates_by_trying(fit, x) for x in pcf]
        assert_allclose(np.transpose([known.fpr, known.tpr]), slow, atol=1e-12)


def test_a_tie_belongs_to_the_piece_below_it():
    curve = CrossFittedCurve(
        np.array([0.1, 0.4]),
        np.array([0.0, 0.2, 1.0]),
        np.array([0.5, 0.8, 1.0]),
        np.zeros(3, bool),
    )
    up = np.nextafter(0.1, 1)
    assert curve.rates(np.array([0.0, 0.1, up, 0.11, 0.4, 0.5])).fpr.tolist() == [
        0,
        0,
        0,
        0.2,
        0.2,
        1,
    ]


def cheaper(fit, pcf, gain=0.0):
    """Whether the cost is below the trivial one by more than the share `gain`, up to rounding."""
    return fit.cost(pcf) < (1 - gain) * trivial_cost(pcf) - 1e-12


def runs(flags):
    """(first, last) of every run of True."""
    turns = np.flatnonzero(np.diff(flags, prepend=False, append=False)).reshape(-1, 2)
    return [(a, b - 1) for a, b in turns.tolist()]


def width(low, high):
    return np.log(high / (1 - high)) - np.log(low / (1 - low))


@settings(max_examples=40)
@given(predictions())
def test_the_choice_is_worthwhile_where_it_costs_less_than_the_trivial_call(sample):
    fit = crossfit_models(sample, n_replicates=20).together
    x = np.unique(np.concatenate((PCF, np.linspace(0.0005, 0.9995, 4000))))
    x = x[np.abs(x[:, None] - np.ravel(fit.worthwhile)).min(axis=1, initial=1) > 1e-9]
    inside = np.searchsorted(np.ravel(fit.worthwhile), x) % 2 == 1
    assert (inside == cheaper(fit, x)).all()


@settings(max_examples=40)
@given(predictions())
def test_the_ends_of_the_worthwhile_ranges_are_exact(sample):
    fit = crossfit_models(sample, n_replicates=20).together
    for ends in fit.worthwhile:
        for end, inward in zip(ends, (1, -1)):
            near, far = end * (1 + inward * 1e-9), end * (1 - inward * 1e-9)
            least = fit.cost([near])[0] - trivial_cost(near)
            assert least < 1e-8
            assert not cheaper(fit, np.array([far]))[0]


@settings(max_examples=25)
@given(predictions(), st.sampled_from([0.01, 0.2]))
def test_the_useful_range_is_the_longest_with_the_gain_apart_from_slivers(sample, gain):
    fit = crossfit_models(sample, n_replicates=20).together
    low, high = fit.useful_range(gain) or (0.5, 0.5)
    x = np.unique(np.concatenate((PCF, np.linspace(0.0005, 0.9995, 4000))))
    reached, inside = cheaper(fit, x, gain), (x > low) & (x < high)
    for first, last in runs(inside & ~reached):
        assert width(x[first], x[last]) < SLIVER
    for first, last in runs(reached & ~inside):
        assert x[last] - x[first] <= high - low or width(x[first], x[last]) < SLIVER


@pytest.mark.parametrize(("gap", "n_ranges"), [(0.395, 1), (0.36, 2)])
def test_slivers_are_joined_and_left_out(gap, n_ranges):
    ranges = ((0.1, gap), (0.4, 0.5), (0.9, 0.901))
    assert len(without_slivers(ranges)) == n_ranges


def test_the_choice_in_bootstrap_samples_is_that_of_the_exact_curve():
    rng = np.random.default_rng(0)
    is_positive = np.arange(200) % 4 == 0
    scores = {str(i): rng.normal(size=200) + is_positive for i in range(3)}
    rows = Predictions(is_positive=is_positive, scores=scores, fold=np.arange(200) % 5)
    grid = Grid.of(rows, rows.names)
    (whole,) = tallied(is_positive, [rows.fold], grid, None)
    curves = cross_fitted_curves([whole], grid)
    pcf = np.array([0.13, 0.37, 0.61, 0.83])
    trial = cross_fitted_of_each(whole, grid.columns, pcf)
    for curve, nec in zip(curves, trial.nec, strict=True):
        assert_allclose(curve.rates(pcf).nec, nec)


def test_certain_costs_are_never_worthwhile():
    sample = Predictions(is_positive=np.arange(40) < 20, scores={"a": np.zeros(40)})
    fit = crossfit_models(sample, n_replicates=20).together
    assert fit.worthwhile == ()
