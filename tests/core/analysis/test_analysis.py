"""An analysis contains every model's exact numbers, and its decision is the cheapest rule."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.testing import assert_allclose, assert_array_equal

from costdash.core import (
    OperatingPoint,
    Predictions,
    ScoredRows,
    Split,
    analyse,
    auc_interval,
    common_hull,
    count,
)
from costdash.core.analysis.analyse import at_level
from costdash.core.analysis.calls import choice_by
from costdash.core.choose.criteria import NeymanPearson
from tests.support.oracles import expected_costs
from tests.support.scored import at_pcf, binormal, inner_rates, samples, with_cells

POINT = OperatingPoint(0.2, cost_fn=5, cost_fp=1)


def analysed(**scores_of):
    is_positive = scores_of.pop("is_positive")
    weight = scores_of.pop("weight", None)
    sample = Predictions(is_positive=is_positive, scores=scores_of, weight=weight)
    return analyse(sample, n_replicates=100)


@pytest.fixture(scope="module")
def two_models():
    sample = binormal(np.random.default_rng(0), 60, 140, shift=1.5)
    noise = np.random.default_rng(1).normal(size=200)
    return analysed(is_positive=sample.is_positive, sharp=sample.score, dull=sample.score + noise)


@given(samples(max_rows=25), inner_rates, inner_rates)
@settings(max_examples=40)
def test_the_decision_is_the_cheapest_of_all_rules_of_all_models(sample, prior, pcf):
    scores = {"a": sample.score, "b": -sample.score, "c": np.round(sample.score / 2)}
    analysis = analysed(is_positive=sample.is_positive, **scores)
    point = at_pcf(OperatingPoint(prior), pcf)
    decision = analysis.decide(point)
    costs = [expected_costs(m.counts, [point.pcf]).min() for m in analysis.models.values()]
    assert_allclose(decision.best.nec, min(costs), atol=1e-12)
    assert decision.saving >= -1e-12
    if decision.best.call == "some":
        best = decision.best
        calls = scores[best.model] >= float(best.text)
        positive = sample.is_positive
        assert_allclose((best.fpr, best.tpr), (calls[~positive].mean(), calls[positive].mean()))
        assert best.model == best.owners[0]
    else:
        assert_allclose(min(costs), min(point.pcf, 1 - point.pcf), atol=1e-12)
        assert (decision.best.model, decision.best.threshold) == (None, None)


def test_a_call_reports_its_own_numbers(two_models):
    call = two_models.call_of(POINT, "dull")
    counts = two_models.models["dull"].counts
    assert call.threshold == counts.threshold[call.index]
    found, alarms = 0.2 * call.tpr, 0.8 * call.fpr
    assert_allclose(call.precision, found / (found + alarms))
    assert_allclose(call.expected_cost, (0.2 - found) * 5 + alarms)
    assert_allclose(call.nec, call.expected_cost / POINT.scale)
    low, high = call.interval
    assert low < call.nec < high
    assert two_models.call_of(POINT, "dull", level=0).interval is None


def test_the_first_threshold_calls_none_and_the_last_all(two_models):
    none, last = two_models.call_at(POINT, "sharp", 0), two_models.call_at(POINT, "sharp", 200)
    assert (none.call, none.threshold, none.text, none.tpr) == ("none", None, None, 0)
    assert (last.call, last.tpr, last.fpr) == ("all", 1, 1)


def test_without_models_the_trivial_call_remains(two_models):
    decision = two_models.decide(POINT, names=[])
    assert decision.best == decision.trivial
    assert decision.saving == 0


def test_the_hull_can_be_restricted_to_some_models(two_models):
    counts = {name: m.counts for name, m in two_models.models.items()}
    for names in (["dull"], ["sharp", "dull"]):
        expected = common_hull({name: counts[name] for name in names})
        assert_array_equal(two_models.hull(names).fpr, expected.fpr)
        assert two_models.hull(names).owner == expected.owner


def test_a_copied_model_owns_the_same_vertices():
    sample = binormal(np.random.default_rng(0), 30, 30)
    for weight in (None, np.random.default_rng(1).gamma(1, 1, 60)):
        scores = {"a": sample.score, "copy": sample.score * 2 + 1}
        analysis = analysed(is_positive=sample.is_positive, weight=weight, **scores)
        assert set(analysis.hull().owner) == {("a", "copy")}
        assert analysis.decide(OperatingPoint(0.5)).best.owners == ("a", "copy")


def test_the_bands_of_a_model_do_not_depend_on_other_models():
    sample = binormal(np.random.default_rng(0), 30, 30)
    both = analysed(is_positive=sample.is_positive, a=sample.score, b=-sample.score)
    alone = analysed(is_positive=sample.is_positive, a=sample.score)
    levels = [m.models["a"].bands.cost(0.9).high for m in (both, alone)]
    assert_array_equal(*levels)


def test_weights_reach_every_number():
    sample = with_cells(8, 6, 5, 9)
    weight = np.random.default_rng(0).gamma(2, 1, 28)
    analysis = analysed(is_positive=sample.is_positive, weight=weight, a=sample.score)
    model = analysis.models["a"]
    counts = count(*sample[:2], weight)
    assert_array_equal(model.counts.tp, counts.tp)
    squared = count(*sample[:2], weight**2)
    assert_allclose(model.auc_interval, auc_interval(counts, 0.95, squared))
    assert analysis.positives == pytest.approx(weight[sample.is_positive].sum())


def test_progress_is_reported_after_every_model():
    heard = []
    sample = with_cells(2, 1, 1, 2)
    predictions = Predictions(
        is_positive=sample.is_positive, scores={n: sample.score for n in "abcd"}
    )
    analyse(predictions, n_replicates=100, progress=heard.append)
    assert heard == [0.25, 0.5, 0.75, 1]


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"level": 1}, r"level must lie in \(0, 1\), got 1"),
        ({"n_replicates": 99}, "n_replicates must be at least 100, got 99"),
    ],
)
def test_impossible_settings_are_rejected(changed, rule):
    sample = with_cells(2, 1, 1, 2)
    predictions = Predictions(is_positive=sample.is_positive, scores={"a": sample.score})
    with pytest.raises(ValueError, match=rule):
        analyse(predictions, **changed)


@pytest.mark.parametrize("weight", [None, np.arange(1, 201) / 7])
def test_changing_the_level_equals_analysing_at_that_level(weight):
    sample = binormal(np.random.default_rng(2), 60, 140, shift=1.0)
    rows = Predictions(is_positive=sample.is_positive, scores={"a": sample.score}, weight=weight)
    expected = analyse(rows, level=0.8, n_replicates=100)
    found = at_level(analyse(rows, level=0.95, n_replicates=100), rows, 0.8)
    assert found.level == expected.level == 0.8
    assert found.models["a"].auc_interval == expected.models["a"].auc_interval
    assert found.decide(POINT) == expected.decide(POINT)
    divided = replace(rows, split=Split(np.arange(200) % 2 == 0))
    expected = analyse(divided, level=0.8, n_replicates=100).models["a"].auc_interval
    assert (
        at_level(analyse(divided, n_replicates=100), divided, 0.8).models["a"].auc_interval
        == expected
    )
    with pytest.raises(ValueError, match="level must lie"):
        at_level(found, rows, 1)


def test_a_confident_limit_counts_effective_negatives_of_the_rows_that_choose():
    """40 negatives may show no false alarm at 10 %; 20 clusters or 4 heavy rows prove nothing."""
    is_positive = np.repeat([True, False], 40)
    scores = {"m": np.concatenate((np.full(40, 2.0), np.arange(40) / 40))}
    heavy = np.where(np.arange(80) % 10 == 0, 1000.0, 1.0)
    given = {"weight": np.full(80, 10.0)}, {"cluster": np.arange(80) // 2}, {"weight": heavy}
    found = []
    for more in ({}, *given):
        analysis = analyse(Predictions(is_positive=is_positive, scores=scores, **more))
        choice = choice_by(NeymanPearson(0.1, level=0.95), analysis, ["m"])
        found.append((analysis.effective_negatives, choice.rules[0].call, choice.tie))
    assert [call for _, call, _ in found] == ["some", "some", "none", "none"]
    assert [n for n, _, _ in found] == pytest.approx([None, 40, 20, 4036**2 / (4e6 + 36)])
    split = Split(np.tile([True, False], 40))
    clusters = {"cluster": np.arange(80), "split": split}
    analysis = analyse(Predictions(is_positive=is_positive, scores=scores, **clusters))
    assert analysis.effective_negatives == 20


def test_a_level_that_rounds_to_certainty_is_rejected_in_a_sentence():
    with pytest.raises(ValueError, match="level is too close to 1 for an interval"):
        analyse(Predictions(is_positive=[0, 1], scores={"m": [0, 1]}), level=0.9999999999999999)


def test_weighted_rows_have_a_band_if_enough_of_them_are_effective():
    is_positive, score = np.arange(40) < 8, np.arange(40.0) % 7
    for heaviest, banded in ((1.0, True), (2.0, True), (50.0, False)):
        weight = np.where(np.arange(40) == 0, heaviest, 1.0)
        sample = Predictions(is_positive=is_positive, scores={"a": score}, weight=weight)
        analysis = analyse(sample, n_replicates=100)
        own = weight[:8]
        assert analysis.effective_positives == pytest.approx(own.sum() ** 2 / (own**2).sum())
        assert (analysis.models["a"].bands is not None) == banded


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("divided", [False, True])
def test_the_prevalence_of_the_file_counts_rows_without_a_score(weighted, divided):
    rng = np.random.default_rng(6)
    is_positive = rng.random(200) < 0.3
    gaps = rng.normal(size=200)
    gaps[is_positive & (rng.random(200) < 0.5)] = np.nan
    weight = rng.uniform(0.5, 2, 200) if weighted else np.ones(200)
    scored = ScoredRows(
        is_positive=is_positive,
        scores={"whole": rng.normal(size=200), "gaps": gaps},
        weight=weight if weighted else None,
        split=Split(np.arange(200) % 2 == 0) if divided else None,
    )
    share = weight[is_positive].sum() / weight.sum()
    few, every = (analyse(scored, names, n_replicates=100) for names in (["gaps"], ["whole"]))
    assert few.prevalence < 0.9 * share
    complete = analyse(scored.complete(), n_replicates=100)
    assert complete.prevalence == few.prevalence
    for one in (few, every, complete):
        assert one.file_prevalence == pytest.approx(share)
        variance = (weight**2 * (is_positive - share) ** 2).sum() / weight.sum() ** 2
        assert one.prevalence_variance == pytest.approx(variance)
        n, prior = share * (1 - share) / variance, one.with_estimated_prior.prior
        assert prior.mean == pytest.approx((share * n + 0.5) / (n + 1))
