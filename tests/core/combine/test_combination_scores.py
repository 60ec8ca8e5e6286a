"""Combinations as models, against loops over rows and folds."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from costdash.core import (
    Combination,
    CombinationPoints,
    ConfusionMatrix,
    OperatingPoint,
    Predictions,
    analyse,
    combination_points,
    concavities,
    count,
    repaired_scores,
    with_combination,
)
from costdash.core.combine.chains import chain_rules
from costdash.core.sample.row_costs import RowCosts
from costdash.core.sample.split import Split

GOOD = (0, 1)
RULES = {"and": all, "or": any}


def sample(seed=0, n=120, weighted=False, costs=False):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3 == 0
    scores = {name: (rng.normal(size=n) + shift * y).round(1) for name, shift in zip("ab", (1, 2))}
    return Predictions(
        is_positive=y,
        scores=scores,
        fold=rng.permutation(np.arange(n) % 4),
        weight=rng.uniform(0.5, 2, n) if weighted else None,
        costs=RowCosts(rng.uniform(1, 9, n), rng.uniform(1, 3, n)) if costs else None,
    )


def slow_threshold(rows, name, of, pcf):
    """The strictest of the thresholds of least cost, by trying each."""
    mass = np.ones(rows.rows) if rows.mass is None else rows.mass
    positive, negative = of & rows.is_positive, of & ~rows.is_positive
    best = (np.inf, np.inf)
    for threshold in [np.inf, *np.unique(rows.scores[name][of])[::-1]]:
        called = rows.scores[name] >= threshold
        fnr = mass[positive & ~called].sum() / mass[positive].sum()
        fpr = mass[negative & called].sum() / mass[negative].sum()
        cost = fpr * (1 - pcf) + fnr * pcf
        if cost < best[0] - 1e-12:
            best = cost, threshold
    return best[1]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 999), st.sampled_from([*RULES]), st.floats(0.3, 0.7), st.booleans())
def test_calls_are_those_of_thresholds_chosen_on_the_other_folds(seed, rule, pcf, heavy):
    rows = sample(seed, weighted=heavy, costs=heavy)
    how = Combination("c", rule, ("a", "b"), pcf)
    found = with_combination(rows, how).scores["c"]
    for one in range(4):
        others = rows.fold != one
        cut = {name: slow_threshold(rows, name, others, pcf) for name in "ab"}
        for i in np.flatnonzero(~others):
            calls = [rows.scores[name][i] >= cut[name] for name in "ab"]
            assert found[i] == RULES[rule](calls)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 999), st.sampled_from([*RULES]), st.booleans(), st.booleans())
def test_the_real_point_counts_rows_and_lies_within_the_bounds(seed, rule, given_cuts, weighted):
    rows = sample(seed, weighted=weighted)
    how = Combination("c", rule, ("a", "b"), 0.5, (0.8, 1.1) if given_cuts else None)
    found, model = combination_points(rows, how), with_combination(rows, how)
    calls, mass = model.scores["c"], rows.weight if weighted else np.ones(rows.rows)
    for axis, of in enumerate((~rows.is_positive, rows.is_positive)):
        rate = sum(w for w, call in zip(mass[of], calls[of]) if call) / sum(mass[of])
        assert found.real[axis] == pytest.approx(rate)
        low, high = (found.bounds.fpr, found.bounds.tpr)[axis]
        assert low - 1e-12 <= rate <= high + 1e-12
    assert found == combination_points(model, how)
    if given_cuts:
        assert found.thresholds == (0.8, 1.1)
        cut = [rows.scores[name] >= at for name, at in zip("ab", (0.8, 1.1))]
        assert_array_equal(calls, [RULES[rule](both) for both in zip(*cut)])
    else:
        every = np.ones(rows.rows, bool)
        assert found.thresholds == tuple(slow_threshold(rows, name, every, 0.5) for name in "ab")


def test_a_repaired_model_reverses_the_concavity_of_the_other_folds():
    rows = sample(3)
    found = with_combination(rows, Combination("c", "repair", ("a",))).scores["c"]
    for one in range(4):
        own, others = rows.fold == one, rows.fold != one
        dips = concavities(count(rows.is_positive[others], rows.scores["a"][others]))
        assert_allclose(found[own], repaired_scores(rows.scores["a"][own], dips[0]))


def test_a_combination_is_evaluated_like_any_other_model():
    rows = with_combination(sample(1), Combination("c", "or", ("a", "b"), 0.5))
    analysis = analyse(rows, n_replicates=100)
    counts = analysis.models["c"].counts
    assert [float(rate) for rate in counts.rates(1)] == pytest.approx(
        combination_points(rows, Combination("c", "or", ("a", "b"), 0.5)).real
    )
    assert analysis.decide(OperatingPoint(0.5, 1, 1), ["c"]).best.model == "c"


def test_with_a_hold_out_only_the_selection_part_chooses():
    rows = sample(2)
    in_evaluation = np.arange(rows.rows) % 2 == 0
    split = replace(rows, split=Split(in_evaluation))
    how = Combination("c", "and", ("a", "b"), 0.5)
    found = with_combination(split, how).scores["c"]
    cuts = [slow_threshold(rows, name, ~in_evaluation, 0.5) for name in "ab"]
    expected = np.all([rows.scores[name] >= cut for name, cut in zip("ab", cuts)], axis=0)
    assert_array_equal(found[in_evaluation], expected[in_evaluation])
    assert combination_points(split, how).thresholds == tuple(cuts)


def test_what_cannot_be_combined_is_refused():
    rows = replace(sample(), confusions={"m": ConfusionMatrix(3, 1, 1, 5)})
    for how, words in (
        (Combination("c", "and", ("a", "z"), 0.5), "no model is called 'z'"),
        (Combination("c", "and", ("a", "m"), 0.5), "m is a confusion matrix"),
        (Combination("b", "or", ("a", "b"), 0.5), "There is a model called b already"),
        (Combination("c", "or", ("a", "b"), 0), "a is cheapest where it flags no case"),
    ):
        with pytest.raises(ValueError, match=words):
            with_combination(rows, how)
    straight = Predictions(is_positive=[0, 0, 1, 1] * 5, scores={"a": [0, 0, 1, 1] * 5})
    with pytest.raises(ValueError, match="a has no dent to repair"):
        with_combination(straight, Combination("c", "repair", ("a",)))
    for wrong in (("xor", ("a", "b")), ("and", ("a", "a")), ("repair", ("a", "b"))):
        with pytest.raises(ValueError, match=r"combination is|needs"):
            Combination("c", *wrong)


def test_a_mixture_lets_the_second_decide_a_share_of_the_cases():
    rows = sample(4, n=3000)
    how = Combination("c", "mix", ("a", "b"), 0.5, (0.5, 1.0), share=0.3)
    found = combination_points(rows, how)
    first, second = (rows.scores[name] >= cut for name, cut in zip("ab", (0.5, 1.0)))
    calls = with_combination(rows, how).scores["c"] == 1
    assert ((calls == first) | (calls == second)).all()
    assert np.mean(calls[first != second] == second[first != second]) == pytest.approx(
        0.3, abs=0.05
    )
    for axis, of in enumerate((~rows.is_positive, rows.is_positive)):
        between = 0.7 * first[of].mean() + 0.3 * second[of].mean()
        assert found.bounds.expected[axis] == pytest.approx(between)
        assert found.real[axis] == pytest.approx(between, abs=0.03)
    for share, same in ((0.0, first), (1.0, second)):
        assert_array_equal(with_combination(rows, replace(how, share=share)).scores["c"] == 1, same)


def test_two_thresholds_of_one_model_can_be_mixed():
    rows = sample(5)
    with pytest.raises(ValueError, match="two different models"):
        Combination("c", "mix", ("a", "a"), share=0.5)
    how = Combination("c", "mix", ("a", "a"), thresholds=(0.5, 1.5), share=0.5)
    calls = with_combination(rows, how).scores["c"]
    assert_array_equal(calls[rows.scores["a"] >= 1.5], 1)
    assert_array_equal(calls[rows.scores["a"] < 0.5], 0)


def even(seed):
    """a is sure of half the positives, b of half the negatives, so that both reach the hull."""
    rng, rows = np.random.default_rng(seed + 50), sample(seed, n=60)
    y, noise, sure = rows.is_positive, rng.normal(size=(2, 60)), rng.random((2, 60)) < 0.5
    scores = {"a": noise[0] + 3 * (y & sure[0]), "b": noise[1] - 3 * (~y & sure[1])}
    return replace(rows, scores={name: score.round(1) for name, score in scores.items()})


def slow_chain(rows, of, pcf):
    """The classifiers that are cheapest at some PC(+) up to pcf, by trying all at many."""
    options = []
    for name in "ab":
        for threshold in np.unique(rows.scores[name][of]):
            called = rows.scores[name] >= threshold
            fnr, fpr = (
                (~called[of & rows.is_positive]).mean(),
                called[of & ~rows.is_positive].mean(),
            )
            options.append((fpr, fnr, name, threshold))
    options.sort()
    fpr, fnr = (np.array([one[k] for one in options]) for k in (0, 1))
    rules = []
    for at in np.linspace(1e-6, pcf, 4000):
        costs = fpr * (1 - at) + fnr * at
        best = int(np.flatnonzero(costs < costs.min() + 1e-12)[0])
        rule = options[best][2:]
        if costs[best] < min(at, 1 - at) - 1e-9 and rule not in rules:
            rules.append(rule)
    return rules


@pytest.mark.parametrize("seed", GOOD)
def test_a_chain_flags_what_one_classifier_of_the_other_folds_hull_flags(seed):
    rows = even(seed)
    how = Combination("c", "chain", ("a", "b"), 0.75)
    found = combination_points(rows, how)
    calls = with_combination(rows, how).scores["c"] == 1
    for one in range(4):
        rules = chain_rules(rows, how, rows.fold != one)
        for i in np.flatnonzero(rows.fold == one):
            assert calls[i] == any(rows.scores[name][i] >= at for name, at in rules)
    assert found.real == (calls[~rows.is_positive].mean(), calls[rows.is_positive].mean())
    for axis in (0, 1):
        low, high = (found.bounds.fpr, found.bounds.tpr)[axis]
        assert found.second[axis] <= found.real[axis] + 1e-12
        assert low - 1e-12 <= found.real[axis] <= high + 1e-12
    assert CombinationPoints.of(json.loads(json.dumps(asdict(found)))) == found


def test_a_chain_has_the_vertices_of_the_common_hull():
    rows = even(GOOD[0])
    of = np.ones(60, bool)
    how = Combination("c", "chain", ("a", "b"), 0.75)
    assert list(chain_rules(rows, how, of)) == slow_chain(rows, of, 0.75)


def test_a_chain_of_one_model_is_refused():
    rows = sample(1)
    worse = replace(rows, scores={"a": rows.scores["a"], "b": -rows.scores["a"]})
    with pytest.raises(ValueError, match="every classifier of the hull is a's"):
        with_combination(worse, Combination("c", "chain", ("a", "b"), 0.5))
    with pytest.raises(ValueError, match="cheapest to flag no case"):
        with_combination(rows, Combination("c", "chain", ("a", "b"), 0))


@pytest.mark.parametrize("rule", ["and", "or", "mix"])
def test_neither_row_order_nor_further_models_move_a_combination(rule):
    """The scores have ties, and folds are random."""
    rows = replace(sample(3), fold=None)
    share = {"share": 0.4} if rule == "mix" else {}
    how = Combination("c", rule, ("a", "b"), 0.5, **share)
    calls = with_combination(rows, how)
    assert combination_points(rows, how) == combination_points(calls, how)
    order = np.random.default_rng(0).permutation(rows.rows)
    scores = {name: score[order] for name, score in rows.scores.items()}
    again = with_combination(Predictions(is_positive=rows.is_positive[order], scores=scores), how)
    held = [
        sorted(zip(part.is_positive, part.scores["a"], part.scores["b"], part.scores["c"]))
        for part in (calls, again)
    ]
    assert held[0] == held[1]
