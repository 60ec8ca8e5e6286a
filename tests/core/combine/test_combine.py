"""Combinations of classifiers against loops over rows; choosing by the conditions of training."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import (
    ConfusionMatrix,
    Predictions,
    analyse,
    auc,
    chain_calls,
    concavities,
    conjunction,
    convex_hull,
    count,
    disjunction,
    interpolated,
    parameter_selection,
    repaired_model,
    repaired_scores,
    share_for,
    trivial_cost,
)
from costdash.core.combine.parameter_selection import usual_point
from costdash.core.sample.counts import Counts

PCF = np.linspace(0, 1, 401)
BITS = st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), min_size=4, max_size=30)


@given(BITS)
@settings(max_examples=80)
def test_rows_lie_within_the_rectangles_of_and_and_or(bits):
    label, a, b = np.array([(True, True, False), (False, False, True), *bits]).T
    rows = Predictions(is_positive=label, scores={"a": a, "b": b})
    points = [(x[~label].mean(), x[label].mean()) for x in (a, b)]
    for combined, every in ((conjunction(*points), True), (disjunction(*points), False)):
        calls = chain_calls(rows, [("a", 1), ("b", 1)], every)
        expected = [all(pair) if every else any(pair) for pair in zip(a, b, strict=True)]
        assert calls.tolist() == expected
        for (low, high), part in ((combined.fpr, ~label), (combined.tpr, label)):
            assert low - 1e-12 <= calls[part].mean() <= high + 1e-12


def test_independent_classifiers_lie_where_they_are_expected():
    rng = np.random.default_rng(0)
    a, b = rng.random(40_000) < 0.7, rng.random(40_000) < 0.4
    assert conjunction((0.7, 0.7), (0.4, 0.4)).expected == pytest.approx((0.28, 0.28))
    assert (a & b).mean() == pytest.approx(0.28, abs=0.01)
    assert disjunction((0.7, 0.7), (0.4, 0.4)).expected[1] == pytest.approx(
        (a | b).mean(), abs=0.01
    )


def test_a_chain_of_hull_classifiers_need_not_be_where_it_seems():
    """Section 7.4.4: rules that are all conservative flag more together than each by itself."""
    label = np.array([1, 1, 1, 1, 0, 0, 0, 0])
    scores = {f"m{k}": [1, *(int(i == k) for i in range(1, 8))] for k in range(4, 8)}
    rows = Predictions(is_positive=label, scores=scores)
    calls = chain_calls(rows, [(name, 1) for name in scores])
    assert calls[label == 1].mean() == 0.25
    assert calls[label == 0].mean() == 1


def test_interpolation_reaches_the_share_of_the_coil_example():
    share = share_for((0.1, 0.2), (0.25, 0.6), 3760, 240, 800)
    assert share == pytest.approx(94 / 165)
    fpr, tpr = interpolated((0.1, 0.2), (0.25, 0.6), share)
    assert 3760 * fpr + 240 * tpr == pytest.approx(800)
    with pytest.raises(ValueError, match="total must lie between 424 and 1084, got 1200"):
        share_for((0.1, 0.2), (0.25, 0.6), 3760, 240, 1200)
    with pytest.raises(ValueError, match="share must lie"):
        interpolated((0, 0), (1, 1), 1.5)


SCORED = st.lists(st.tuples(st.booleans(), st.integers(0, 8)), min_size=2, max_size=40)


@given(SCORED)
@settings(max_examples=80)
def test_a_repair_reflects_the_deepest_point_and_never_lowers_the_area(rows):
    label, score = np.array([(True, 3), (False, 4), *rows], dtype=float).T
    counts = count(label, score)
    for dip in concavities(counts):
        assert dip.depth > 0
        again = count(label, repaired_scores(score, dip))
        points = list(zip(again.fpr, again.tpr, strict=True))
        assert any(np.allclose(point, dip.repaired) for point in points)
        assert auc(again) > auc(counts)
        assert_allclose(convex_hull(again).cost(PCF).min(), convex_hull(counts).cost(PCF).min())


@given(SCORED, st.lists(st.floats(-1, 9), max_size=20))
def test_thresholds_that_no_row_has_do_not_change_concavities(rows, extra):
    label, score = np.array([(True, 3), (False, 4), *rows], dtype=float).T
    counts = count(label, score)
    every = np.unique(np.concatenate((score, extra)))[::-1]
    same = concavities(counts.at(np.append(np.inf, every)))
    lowest = {score.min(), every.min()}  # calling all rows has several thresholds
    for dip, other in zip(concavities(counts), same, strict=True):
        assert dip.end == other.end or {dip.end, other.end} == lowest
        assert replace(dip, end=0) == replace(other, end=0)


@pytest.mark.parametrize("unit", [0.1, 1 / 3, 0.07])
def test_scores_of_several_folds_that_are_repaired_tie_as_whole_numbers_do(unit):
    rng = np.random.default_rng(2)
    label = rng.random(400) < 0.4
    whole = np.round(rng.normal(4, 2, 400) + 2 * label * rng.choice([-1, 1], 400))
    fold = np.arange(400) % 7
    repaired = {
        scale: repaired_model(
            Predictions(is_positive=label, scores={"m": whole * scale}, fold=fold), "m", rng
        )
        for scale in (1, unit)
    }
    assert (repaired[1] != whole).any()
    of_whole, of_unit = (np.unique(x, return_inverse=True)[1] for x in repaired.values())
    np.testing.assert_array_equal(of_unit, of_whole)
    assert auc(count(label, repaired[unit])) == auc(count(label, repaired[1]))


def test_figure_11_of_fawcett_with_erratum_16():
    counts = Counts(
        np.array([np.inf, 3, 2, 1, 0]),
        tp=np.array([0, 6, 9, 18, 20]),
        fp=np.array([0, 2, 8, 12, 20]),
    )
    [dip] = concavities(counts)
    assert_allclose(dip.repaired, (0.3, 0.75))


@pytest.mark.parametrize("fold", [None, np.arange(300) % 5])
def test_a_cross_fitted_repair_does_not_help_where_there_is_nothing_to_repair(fold):
    rng = np.random.default_rng(1)
    label = rng.random(300) < 0.4
    rows = Predictions(is_positive=label, scores={"m": rng.normal(size=300) + label}, fold=fold)
    score = repaired_model(rows, "m", rng)
    changed = Predictions(is_positive=label, scores={"m": score})
    here = concavities(count(label, rows.scores["m"]))[0]
    same_rows = auc(count(label, repaired_scores(rows.scores["m"], here)))
    before = auc(count(label, rows.scores["m"]))
    assert same_rows > before
    assert auc(count(label, changed.scores["m"])) < same_rows


def test_a_real_concavity_is_repaired_across_folds():
    rng = np.random.default_rng(2)
    label = rng.random(2000) < 0.5
    score = rng.normal(size=2000) + 2 * label
    middle = (score > 0) & (score < 2)
    score[middle] = 2 - score[middle]
    rows = Predictions(is_positive=label, scores={"m": score})
    found = repaired_model(rows, "m", rng)
    assert auc(count(label, found)) > auc(count(label, score)) + 0.01


POINT = st.tuples(st.floats(0, 1), st.floats(0, 1))


@given(st.dictionaries(st.sampled_from("abcde"), st.tuples(POINT, st.integers(1, 99)), min_size=1))
@settings(max_examples=80)
def test_parameter_selection_takes_the_nearest_and_never_beats_the_envelope(given_points):
    trained, seen = {}, set()
    for name, (_, percent) in given_points.items():
        if percent not in seen:
            trained[name] = percent / 100
            seen.add(percent)
    points = {name: point for name, (point, _) in given_points.items()}
    found = parameter_selection(points, trained)
    for x, nec in zip(PCF, found.cost(PCF), strict=True):
        nearest = min(abs(at - x) for at in trained.values())
        costs = [
            points[name][0] * (1 - x) + (1 - points[name][1]) * x
            for name, at in trained.items()
            if abs(at - x) <= nearest + 1e-9
        ]
        assert any(abs(nec - cost) < 1e-9 for cost in costs)
    lines = [points[n][0] * (1 - PCF) + (1 - points[n][1]) * PCF for n in trained]
    envelope = np.minimum(np.min(lines, axis=0), trivial_cost(PCF))
    assert_allclose(found.hull.cost(PCF), envelope, atol=1e-9)
    assert found.extra_area >= -1e-12
    edges = np.unique(np.concatenate((found.switch, found.switch + 1e-12, PCF)))
    assert_allclose(found.area, np.trapezoid(found.cost(edges), edges), atol=1e-6)


def test_the_ratio_of_the_paper_is_a_pcf():
    """Drummond & Holte (2000), figure 18: A was trained for 11:1 and B for 5.1:1."""
    found = parameter_selection({"A": (0.1, 0.3), "B": (0.3, 0.6)}, {"A": 1 / 12, "B": 1 / 6.1})
    assert found.names == ("A", "B")
    assert_allclose(found.switch, [(1 / 12 + 1 / 6.1) / 2])


@pytest.mark.parametrize(
    ("trained", "sentence"),
    [
        ({}, "at least one classifier"),
        ({"c": 0.5}, "got none for c"),
        ({"a": 1.0}, "in .0, 1."),
        ({"a": 0.5, "b": 0.5}, "different pcf"),
    ],
)
def test_what_classifiers_were_trained_for_is_checked(trained, sentence):
    with pytest.raises(ValueError, match=sentence):
        parameter_selection({"a": (0.1, 0.5), "b": (0.2, 0.6)}, trained)


def test_the_usual_point_of_a_model():
    label = np.arange(40) % 2 == 0
    rows = Predictions(
        is_positive=label,
        scores={"p": np.linspace(0, 1, 40), "score": np.arange(40.0)},
        confusions={"m": ConfusionMatrix(15, 5, 4, 16)},
    )
    models = analyse(rows, n_replicates=100).models
    assert usual_point(models["m"]) == (0.2, 0.75)
    assert usual_point(models["p"]) == (0.5, 0.5)
    with pytest.raises(ValueError, match="no probabilities"):
        usual_point(models["score"])
