"""Grouped rows with sampling weights give what the rows themselves give."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.compare.comparison import compare_all
from costdash.core.compare.paired_sample import joint_cells
from costdash.core.probabilities.calibration import calibration
from costdash.core.probabilities.recalibration import whole_recalibration
from costdash.core.resample import class_cells
from costdash.core.resample.cluster_bootstrap import effective_units, fewest_units
from costdash.core.sample.counts import count
from costdash.core.sample.groups import Groups, WeightSums, matching_rows

POINT = OperatingPoint(prior=0.1, cost_fn=9, cost_fp=1)


def both(share=0.3, size=3000, levels=8, seed=1, fine=True):
    """Weighted rows and the same rows grouped; fine: with counts of their own."""
    rng = np.random.default_rng(seed)
    is_positive = rng.random(size) < share
    first = (rng.beta(2 + is_positive, 3) * levels).round() / levels
    scores = {"a": first, "b": (first + rng.integers(-1, 2, size) / levels).clip(0, 1)}
    weight = rng.lognormal(0, 1, size) * (1 + 2 * first)
    rows = Predictions(is_positive=is_positive, scores=scores, weight=weight)
    kinds, cell = np.unique(np.stack((is_positive, *scores.values())), axis=1, return_inverse=True)
    n, *sums = (np.bincount(cell.ravel(), one) for one in (np.ones(size), weight, weight**2))
    index, times, each = matching_rows(n.astype(np.int64), *sums)
    counted = {}, {}
    if fine:
        for name, score in scores.items():
            counted[0][name] = count(is_positive, score, weight)
            squared = count(is_positive, score, weight**2)
            counted[1][name] = WeightSums(count(is_positive, score), squared)
    grouped = Predictions(
        is_positive=kinds[0, index] == 1,
        scores={"a": kinds[1, index], "b": kinds[2, index]},
        weight=each,
        groups=Groups(times, counted[0], sums=counted[1]),
    )
    return rows, grouped


@pytest.mark.parametrize("seed", range(4))
def test_two_weights_for_each_cell_keep_rows_weights_and_squares(seed):
    rng = np.random.default_rng(seed)
    cell = np.sort(rng.integers(0, 60, 300))
    weight = np.exp(rng.normal(0, seed * 2, 300)) if seed else np.ones(300)
    rows, *sums = (np.bincount(cell, one) for one in (np.ones(300), weight, weight**2))
    present = rows > 0
    given = rows[present].astype(np.int64), sums[0][present], sums[1][present]
    index, times, each = matching_rows(*given)
    assert (each > 0).all()
    assert (times > 0).all()
    for own, power in zip(given, (0, 1, 2)):
        np.testing.assert_allclose(np.bincount(index, times * each**power), own, rtol=1e-5)
    assert seed or index.size == present.sum()


@pytest.mark.parametrize(("share", "fine"), [(0.5, False), (0.02, True)])
def test_an_analysis_of_weighted_counts_is_that_of_the_rows(share, fine):
    rows, grouped = both(share, fine=fine)
    whole, found = (analyse(one, n_replicates=800) for one in (rows, grouped))
    assert found.rows == whole.rows
    assert (found.positives, found.negatives) == pytest.approx((whole.positives, whole.negatives))
    assert found.prevalence_variance == pytest.approx(whole.prevalence_variance)
    assert effective_units(grouped) == pytest.approx(effective_units(rows))
    assert fewest_units(grouped) == pytest.approx(fewest_units(rows))
    for name, model in whole.models.items():
        other = found.models[name]
        np.testing.assert_allclose(other.counts.tp, model.counts.tp)
        np.testing.assert_allclose(other.counts.fp, model.counts.fp)
        assert other.auc == pytest.approx(model.auc)
        assert other.auc_interval == pytest.approx(model.auc_interval)
        np.testing.assert_array_equal(other.hull.threshold, model.hull.threshold)
        one, same = model.bands.cost(0.9), other.bands.cost(0.9)
        width = (one.high - one.low).max()
        np.testing.assert_allclose(same.low, one.low, atol=0.12 * width)
        np.testing.assert_allclose(same.high, one.high, atol=0.12 * width)
    assert found.decide(POINT).best.threshold == whole.decide(POINT).best.threshold


@pytest.mark.parametrize("most", [500, 1])
def test_comparisons_of_weighted_groups_are_those_of_the_rows(monkeypatch, most):
    rows, grouped = both()
    whole, found = (analyse(one, n_replicates=800) for one in (rows, grouped))
    [one] = compare_all(rows, whole)
    monkeypatch.setattr(class_cells, "MAX_CELLS", most)
    [other] = compare_all(grouped, found)
    np.testing.assert_allclose(other.value, one.value, atol=1e-12)
    limits = one.band.limits(False)
    width = np.subtract(*limits[::-1]).max()
    np.testing.assert_allclose(other.band.limits(False), limits, atol=0.15 * width)
    cells = joint_cells(rows, whole, "a", "b"), joint_cells(grouped, found, "a", "b")
    for side in ("negatives", "positives"):
        np.testing.assert_allclose(*(getattr(each, side).both for each in cells), atol=1e-12)
    areas = [(own.value, own.low, own.p) for own in (one.auc_difference, other.auc_difference)]
    np.testing.assert_allclose(areas[1], areas[0], rtol=1e-6)


def test_measures_of_weighted_groups_equal_the_measures_of_the_rows():
    rows, grouped = both()
    whole, found = (analyse(one, n_replicates=800) for one in (rows, grouped))
    for name in whole.models:
        of_rows, of_groups = calibration(rows, whole, name), calibration(grouped, found, name)
        np.testing.assert_allclose(of_groups.band.low, of_rows.band.low, atol=0.01)
        np.testing.assert_allclose(
            whole_recalibration(grouped, name).probability,
            whole_recalibration(rows, name).probability,
        )
