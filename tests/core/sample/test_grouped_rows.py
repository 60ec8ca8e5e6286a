"""Rows that each stand for several equal rows give what those rows give."""

from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.analysis.analyse import at_level
from costdash.core.compare.comparison import compare_all
from costdash.core.compare.expected_regret import regret_of_decision, saving_over
from costdash.core.compare.paired_sample import joint_cells
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.measures.model_measures import MeasureRequest, measure_models
from costdash.core.probabilities.calibration import calibration
from costdash.core.probabilities.recalibration import whole_recalibration, with_recalibrated
from costdash.core.resample import class_cells
from costdash.core.sample.groups import Groups

POINT = OperatingPoint(prior=0.1, cost_fn=9, cost_fp=1)


def both(share=0.3, size=2000, levels=8, seed=1):
    """Rows, the same rows grouped, and the analyses of both."""
    rng = np.random.default_rng(seed)
    is_positive = rng.random(size) < share
    first = (rng.beta(2 + is_positive, 3) * levels).round() / levels
    scores = {"a": first, "b": (first + rng.integers(-1, 2, size) / levels).clip(0, 1)}
    rows = Predictions(is_positive=is_positive, scores=scores)
    kinds, times = np.unique(np.stack((is_positive, *scores.values())), axis=1, return_counts=True)
    analysis = analyse(rows, n_replicates=300)
    counts = {name: model.counts for name, model in analysis.models.items()}
    grouped = Predictions(
        is_positive=kinds[0] == 1,
        scores={"a": kinds[1], "b": kinds[2]},
        groups=Groups(times, counts),
    )
    return rows, grouped, analysis, analyse(grouped, n_replicates=300)


def same_interval(one, other):
    np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("share", [0.5, 0.02])
def test_an_analysis_of_counts_is_that_of_the_rows(share):
    rows, grouped, whole, found = both(share)
    assert (found.rows, found.positives, found.negatives) == whole.totals
    assert (grouped.positives, grouped.negatives) == (rows.positives, rows.negatives)
    assert found.prevalence_variance == pytest.approx(whole.prevalence_variance)
    for name, model in whole.models.items():
        other = found.models[name]
        assert (other.auc, other.average_precision, other.pr_auc) == (
            pytest.approx(model.auc),
            pytest.approx(model.average_precision),
            pytest.approx(model.pr_auc),
        )
        same_interval(other.auc_interval, model.auc_interval)
        np.testing.assert_array_equal(other.hull.threshold, model.hull.threshold)
        np.testing.assert_array_equal(other.bands.roc(0.9).low, model.bands.roc(0.9).low)
        np.testing.assert_array_equal(other.path, model.path)
    one, other = whole.decide(POINT), found.decide(POINT)
    assert one.best == other.best
    wider = at_level(found, grouped, 0.99)
    for name, model in at_level(whole, rows, 0.99).models.items():
        same_interval(wider.models[name].auc_interval, model.auc_interval)


def test_grouped_rows_are_analysed_alike():
    _, grouped, whole, _ = both()
    again = analyse(replace(grouped, groups=Groups(grouped.times)), n_replicates=300)
    for name, model in whole.models.items():
        np.testing.assert_array_equal(again.models[name].counts.tp, model.counts.tp)
        assert again.models[name].counts.tp.dtype.kind == "i"


@pytest.mark.parametrize("share", [0.5, 0.02])
def test_comparisons_are_those_of_the_rows(share):
    rows, grouped, whole, found = both(share)
    [one] = compare_all(rows, whole)
    [other] = compare_all(grouped, found)
    np.testing.assert_allclose(other.value, one.value, atol=1e-12)
    for simultaneous in (False, True):
        limits = one.band.limits(simultaneous)
        width = np.subtract(*limits[::-1]).max()
        np.testing.assert_allclose(other.band.limits(simultaneous), limits, atol=0.25 * width)
    cells = joint_cells(rows, whole, "a", "b"), joint_cells(grouped, found, "a", "b")
    for side in ("negatives", "positives"):
        np.testing.assert_allclose(*(getattr(each, side).both for each in cells), atol=1e-12)
    same_interval(
        (other.auc_difference.low, other.auc_difference.p),
        (one.auc_difference.low, one.auc_difference.p),
    )


def test_many_cells_are_resampled_as_groups_of_rows(monkeypatch):
    rows, grouped, whole, found = both(size=30_000, levels=40)
    [exact] = compare_all(rows, whole)
    monkeypatch.setattr(class_cells, "MAX_CELLS", 1)
    for most in (10, 10**6):
        monkeypatch.setattr(class_cells, "MOST_ROWS_DRAWN", most)
        [other] = compare_all(grouped, found)
        width = np.subtract(*exact.band.limits(False)[::-1])
        np.testing.assert_allclose(
            np.subtract(*other.band.limits(False)[::-1]), width, atol=0.25 * width.max()
        )


def test_regret_and_measures_are_those_of_the_rows():
    rows, grouped, whole, found = both()
    decision, names = whole.decide(POINT), tuple(whole.models)
    one = regret_of_decision(rows, whole, decision, names)
    assert regret_of_decision(grouped, found, found.decide(POINT), names) == one
    today = whole.call_at(POINT, "a", 3)
    assert saving_over(grouped, found, decision, today, names) == saving_over(
        rows, whole, decision, today, names
    )
    request = MeasureRequest(point=POINT)
    for of_rows, of_groups in zip(
        measure_models(rows, whole, names, request), measure_models(grouped, found, names, request)
    ):
        np.testing.assert_array_equal(
            of_groups.decision_curve.scores.low, of_rows.decision_curve.scores.low
        )
        assert of_groups.calibration.brier == pytest.approx(of_rows.calibration.brier)
    for name in names:
        of_rows, of_groups = calibration(rows, whole, name), calibration(grouped, found, name)
        np.testing.assert_allclose(of_groups.band.low, of_rows.band.low)
        assert of_groups.p == of_rows.p
        np.testing.assert_array_equal(
            whole_recalibration(grouped, name).probability,
            whole_recalibration(rows, name).probability,
        )


def test_what_needs_single_rows_says_so():
    _, grouped, _, _ = both()
    with pytest.raises(ValueError, match="cross-fitting needs single rows"):
        crossfit_models(grouped)
    with pytest.raises(ValueError, match="needs single rows"):
        with_recalibrated(grouped, "a")


@pytest.mark.parametrize(
    "wrong",
    [
        {"groups": Groups(np.array([1, 0]))},
        {"groups": Groups(np.array([1, 1])), "fold": [1, 2]},
    ],
)
def test_times_are_checked(wrong):
    rows = Predictions(is_positive=[1, 0], scores={"a": [1, 0]})
    with pytest.raises(ValueError, match=r"times must|stand for several"):
        replace(rows, **wrong)
