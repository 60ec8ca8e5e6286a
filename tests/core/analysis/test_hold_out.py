"""Hold-out: thresholds chosen on one part and evaluated on the other, against counting by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from costdash.core import (
    OperatingPoint,
    Predictions,
    Split,
    analyse,
    average_precision,
    count,
    normalized_expected_cost,
    pr_auc,
)
from costdash.core.analysis.calls import choice_by
from costdash.core.choose.criteria import NeymanPearson, Product, Workforce
from costdash.core.choose.expected_cost import expected_cost, normalized_weights
from costdash.core.compare.comparison import compare_all
from costdash.core.conditions.distributions import Uniform
from costdash.core.curves.precision_recall import share_called
from costdash.core.resample.threshold_interval import threshold_interval
from tests.support.oracles import called, counted, mann_whitney
from tests.support.paired_samples import paired
from tests.support.scored import at_pcf, binormal, inner_rates

PCF = np.linspace(0, 1, 41)


@st.composite
def split(draw, max_rows=30, weighted=False):
    """Two samples of the same models, shuffled into one that has a split."""
    one, two = (draw(paired(max_rows=max_rows, weighted=weighted, kinds=KINDS)) for _ in range(2))
    n = one.rows + two.rows
    order = np.random.default_rng(draw(st.integers(0, 9))).permutation(n)

    def joined(get):
        return np.concatenate((get(one), get(two)))[order]

    return Predictions(
        is_positive=joined(lambda p: p.is_positive),
        scores={name: joined(lambda p, name=name: p.scores[name]) for name in one.scores},
        weight=joined(lambda p: p.weight) if weighted else None,
        split=Split(order >= one.rows),
    )


KINDS = ("levels", "probabilities", "float32", "last bits")


def parts(predictions):
    """(labels, scores, weights) of the selection part and of the evaluation part."""
    weight = np.ones(predictions.rows) if predictions.weight is None else predictions.weight
    for rows in (~predictions.split.in_evaluation, predictions.split.in_evaluation):
        scores = {name: score[rows] for name, score in predictions.scores.items()}
        yield predictions.is_positive[rows], scores, weight[rows]


def rates(labels, score, weight, threshold):
    tp, fp = called(labels, score, weight, threshold)
    return fp / weight[~labels].sum(), tp / weight[labels].sum()


def costs_of_every_threshold(labels, score, weight, pcf):
    """nec at pcf of every threshold of a part, counted by hand."""
    rules = [rates(labels, score, weight, t) for t, _, _ in counted(labels, score, weight)]
    return [normalized_expected_cost(fpr, tpr, pcf) for fpr, tpr in rules]


@given(split(), inner_rates, inner_rates)
@settings(max_examples=60)
def test_the_decision_is_cheapest_on_the_selection_part_with_costs_of_the_evaluation_part(
    sample, prior, pcf
):
    analysis = analyse(sample, n_replicates=100)
    point = at_pcf(OperatingPoint(prior), pcf)
    best = analysis.decide(point).best
    selection_part, in_evaluation = parts(sample)
    labels, scores, weight = selection_part
    least = min(
        min(costs_of_every_threshold(labels, s, weight, point.pcf)) for s in scores.values()
    )
    if best.call != "some":
        assert_allclose(least, min(point.pcf, 1 - point.pcf), atol=1e-12)
        return
    threshold = float(best.text)
    on_choosing = rates(labels, scores[best.model], weight, threshold)
    assert_allclose(normalized_expected_cost(*on_choosing, point.pcf), least, atol=1e-12)
    labels, scores, weight = in_evaluation
    here = rates(labels, scores[best.model], weight, threshold)
    assert_allclose((best.fpr, best.tpr), here)
    assert_allclose(best.nec, normalized_expected_cost(*here, point.pcf), atol=1e-12)
    assert_allclose(best.expected_cost, best.nec * point.scale)


@given(split(weighted=True))
@settings(max_examples=30)
def test_the_cost_curve_is_that_of_the_selected_thresholds_on_the_evaluation_part(sample):
    analysis = analyse(sample, n_replicates=100)
    selection_part, in_evaluation = parts(sample)
    for name, model in analysis.models.items():
        ends = np.concatenate(([0.0], model.hull.tie, [1.0]))
        inside = (ends[1:] + ends[:-1]) / 2
        at_best = [
            min(
                costs_of_every_threshold(
                    selection_part[0], selection_part[1][name], selection_part[2], x
                )
            )
            for x in inside
        ]
        assert_allclose(model.selection_hull.cost(inside), at_best, atol=1e-9)
        rules = [
            rates(in_evaluation[0], in_evaluation[1][name], in_evaluation[2], t)
            for t in model.hull.threshold
        ]
        evaluation_part = np.array(
            [normalized_expected_cost(*rule, x) for rule, x in zip(rules, inside)]
        )
        evaluation_part[-1] = 1 - inside[-1]  # call all calls all
        long = np.diff(ends) > 1e-9  # others are rounding
        assert_allclose(model.hull.cost(inside)[long], evaluation_part[long], atol=1e-9)
        assert_allclose(
            model.auc, mann_whitney(in_evaluation[0], in_evaluation[1][name], in_evaluation[2])
        )


@given(split(), inner_rates)
@settings(max_examples=40)
def test_bends_area_and_expected_cost_include_the_jumps(sample, pcf):
    hull = analyse(sample, n_replicates=100).models["a"].hull
    x, nec = hull.bends
    if pcf not in x:
        assert_allclose(np.interp(pcf, x, nec), hull.cost(pcf), atol=1e-9)
    grid = (np.arange(20_000) + 0.5) / 20_000
    assert_allclose(hull.area, hull.cost(grid).mean(), atol=1e-3)
    weights = normalized_weights(hull.tie, Uniform(0, 1))
    assert_allclose(expected_cost(hull, weights), hull.area, atol=1e-9)


@given(split())
@settings(max_examples=40)
def test_the_operating_range_is_the_longest_range_of_gain(sample):
    hull = analyse(sample, n_replicates=100).models["a"].hull
    grid = (np.arange(4000) + 0.5) / 4000
    gain = hull.cost(grid) < np.minimum(grid, 1 - grid) - 1e-9
    if hull.operating_range is None:
        assert gain.sum() <= 1
        return
    low, high = hull.operating_range
    assert gain[(grid > low + 1e-6) & (grid < high - 1e-6)].all()
    edges = np.flatnonzero(np.diff(np.concatenate(([0], gain, [0]))))
    runs = edges[1::2] - edges[::2]
    assert high - low >= runs.max(initial=0) / 4000 - 1e-3


@given(split(), st.floats(0, 1), inner_rates)
@settings(max_examples=40)
def test_other_criteria_choose_on_the_selection_part(sample, limit, prior):
    analysis = analyse(sample, n_replicates=100)
    selection_part, in_evaluation = parts(sample)

    def used(criterion, fpr, tpr):
        if isinstance(criterion, Workforce):
            return share_called(fpr, tpr, prior)
        return fpr if isinstance(criterion, NeymanPearson) else 0

    for criterion in (NeymanPearson(limit), Workforce(limit, prior), Product()):
        choice = choice_by(criterion, analysis, ["a", "b"])
        there, here = [], []
        for rule in choice.rules:
            threshold = analysis.models[rule.model].counts.threshold[rule.index]
            there.append(
                rates(
                    selection_part[0], selection_part[1][rule.model], selection_part[2], threshold
                )
            )
            here.append(
                rates(in_evaluation[0], in_evaluation[1][rule.model], in_evaluation[2], threshold)
            )
            assert_allclose((rule.fpr, rule.tpr), here[-1])
        assert_allclose((choice.fpr, choice.tpr), np.array(choice.share) @ np.array(here))
        assert used(criterion, *(np.array(choice.share) @ np.array(there))) <= limit + 1e-9
        single = choice.single
        threshold = analysis.models[single.model].counts.threshold[single.index]
        one = rates(
            selection_part[0], selection_part[1][single.model], selection_part[2], threshold
        )
        assert used(criterion, *one) <= limit + 1e-9


@pytest.fixture(scope="module")
def drawn():
    rng = np.random.default_rng(5)
    sample = binormal(rng, 120, 280)
    scores = {"a": sample.score, "b": sample.score + rng.normal(size=400)}
    in_evaluation = rng.random(400) < 0.5
    return Predictions(is_positive=sample.is_positive, scores=scores, split=Split(in_evaluation))


def test_the_interval_of_a_threshold_is_that_of_a_fixed_threshold(drawn):
    analysis = analyse(drawn, n_replicates=4000)
    point = OperatingPoint(0.3, 2)
    best = analysis.decide(point).best
    alone = analyse(drawn.evaluation_part, n_replicates=100).models[best.model].counts
    index = int(alone.index(best.threshold))
    rng = np.random.default_rng(0)
    fixed = threshold_interval(alone, index, point.pcf, 0.95, 4000, rng)
    assert_allclose(best.interval, fixed, atol=0.008)
    assert best.interval[0] < best.nec < best.interval[1]


def test_comparisons_use_the_evaluation_part(drawn):
    analysis = analyse(drawn, n_replicates=200)
    (found,) = compare_all(drawn, analysis)
    hulls = [analysis.models[name].hull for name in ("a", "b")]
    for pcf in PCF[1:-1]:
        assert_allclose(found.at(pcf)[0], hulls[0].cost(pcf) - hulls[1].cost(pcf), atol=1e-9)
    for dominance_range in found.dominance_ranges:
        middle = (dominance_range.low + dominance_range.high) / 2
        sign = np.sign(np.round(hulls[0].cost(middle) - hulls[1].cost(middle), 12))
        assert {"a": -1, "b": 1, "equal": 0}[dominance_range.better] == sign
    (same,) = compare_all(drawn.evaluation_part, analyse(drawn.evaluation_part, n_replicates=100))
    assert found.auc_difference == same.auc_difference
    assert found.hold_out == analysis.hold_out
    for crossing in found.crossovers:
        assert not crossing.shown_to_cross or crossing.low <= crossing.pcf <= crossing.high


def test_thresholds_are_those_of_both_parts_pooled(drawn):
    divided, pooled = analyse(drawn, n_replicates=100), analyse(drawn.pooled, n_replicates=100)
    for name, model in divided.models.items():
        both = model.counts.tp + model.selection_part_counts.tp
        assert_array_equal(model.counts.threshold, pooled.models[name].counts.threshold)
        assert_array_equal(both, pooled.models[name].counts.tp)
        alone = count(drawn.evaluation_part.is_positive, drawn.evaluation_part.scores[name])
        assert model.average_precision == average_precision(alone, drawn.prevalence)
        assert_allclose(model.pr_auc, pr_auc(alone, drawn.prevalence))
    assert divided.prevalence == pooled.prevalence
    assert (divided.rows, divided.rows + divided.hold_out.rows) == (drawn.evaluation_part.rows, 400)


def test_both_parts_need_both_classes():
    with pytest.raises(ValueError, match="both classes must be present in test, got only positive"):
        Predictions(is_positive=[0, 1, 1], scores={"a": [1, 2, 3]}, split=Split(np.arange(3) == 2))
    with pytest.raises(ValueError, match="in validation, got only no rows"):
        Predictions(is_positive=[0, 1], scores={"a": [1, 2]}, split=Split(np.ones(2, dtype=bool)))
