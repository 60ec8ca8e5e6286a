"""What is recommended along PC(+) is what `decide` recommends at each PC(+)."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, best_where
from costdash.core.analysis.analyse import analyse
from costdash.core.analysis.calls import rates_within
from costdash.core.choose.switch_points import optimal_ranges_within
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.folds.crossfit_error import longest, without_slivers
from costdash.core.sample.predictions import Split


def sample(seed, shift=1.0, split=False):
    rng = np.random.default_rng(seed)
    is_positive = rng.random(400) < 0.2
    scores = {
        name: np.round(rng.normal(size=400) + shift * is_positive, digits)
        for name, digits in (("a", 1), ("b", 3), ("c", 0))
    }
    more = {"split": Split(np.arange(400) % 2 == 0, "one", "two")} if split else {}
    return Predictions(is_positive=is_positive, scores=scores, **more)


def analyses():
    """Cross-fitted with good, poor and useless scores; on the same rows; on a hold-out."""
    for seed, shift in enumerate((2.0, 0.5, 0.3, 0.0)):
        rows = sample(seed, shift)
        one = analyse(rows, n_replicates=100)
        yield f"shift {shift}", one.with_crossfits(crossfit_models(rows, n_replicates=30))
    yield "same rows", analyse(sample(4), n_replicates=100)
    yield "hold-out", analyse(sample(5, split=True), n_replicates=100)


ANALYSES = dict(analyses())


def decided(analysis, pcf):
    best = analysis.decide(OperatingPoint(0.5, pcf, 1 - pcf), level=0).best
    return best.call, best.owners, best


@pytest.fixture(params=ANALYSES, scope="module")
def analysis(request):
    return ANALYSES[request.param]


def points(analysis):
    """Random PC(+), and those just beside a change of the answer."""
    rng = np.random.default_rng(0)
    tie = analysis.recommended_rules().tie
    tie = tie[(tie > 1e-6) & (tie < 1 - 1e-6)]
    beside = rng.choice(tie, min(tie.size, 30), replace=False) if tie.size else tie
    return np.concatenate((rng.random(80), beside * (1 - 1e-9), beside * (1 + 1e-9))).tolist()


def test_the_strip_names_what_the_decision_names(analysis):
    model_ranges = best_where(analysis.recommended_rules())
    assert [model_ranges[0].low, model_ranges[-1].high] == [0, 1]
    for pcf in points(analysis):
        (there,) = [one for one in model_ranges if one.low < pcf <= one.high]
        assert (there.call, there.owners) == decided(analysis, pcf)[:2]


def test_the_segments_hold_the_rates_of_the_decision(analysis):
    optimal_ranges = optimal_ranges_within(analysis.recommended_rules(), 0, 1)
    for pcf in points(analysis):
        (optimal_range,) = [one for one in optimal_ranges if one.low < pcf <= one.high]
        paid = rates_within(
            analysis, [*"abc"], optimal_range.vertex, optimal_range.low, optimal_range.high
        )
        assert [paid[0][0], paid[-1][1]] == [optimal_range.low, optimal_range.high]
        ((fpr, tpr),) = [rates for low, high, *rates in paid if low < pcf <= high]
        best = decided(analysis, pcf)[-1]
        assert (fpr, tpr) == best.model_rates


def test_constant_scores_are_recommended_nowhere():
    rows = Predictions(is_positive=np.arange(60) < 20, scores={"a": np.zeros(60)})
    one = analyse(rows, n_replicates=100).with_crossfits(crossfit_models(rows, n_replicates=30))
    assert [model_range.call for model_range in best_where(one.recommended_rules())] == [
        "none",
        "all",
    ]


def test_some_models_have_answers_of_their_own():
    rows = sample(0, 2.0)
    fits = crossfit_models(rows, ["a"], n_replicates=30)
    recommended_rules = (
        analyse(rows, n_replicates=100).with_crossfits(fits).recommended_rules(["a"])
    )
    assert {owner for one in best_where(recommended_rules) for owner in one.owners} == {"a"}


def test_the_operating_range_is_that_of_the_strip_of_one_model():
    rows = sample(0, 2.0)
    fits = crossfit_models(rows, n_replicates=30)
    analysis = analyse(rows, n_replicates=100).with_crossfits(fits)
    for name in rows.scores:
        fits_alone = crossfit_models(rows, [name], n_replicates=30)
        recommended_rules = analysis.with_crossfits(fits_alone).recommended_rules([name])
        model_ranges = [one for one in best_where(recommended_rules) if one.call == "some"]
        without = without_slivers([(one.low, one.high) for one in model_ranges])
        assert fits_alone.together.operating_range == longest(without)
        low, high = analysis.operating_range(name)
        start, end = analysis.useful_range(name)
        assert low <= start < end <= high
        assert analysis.with_crossfits(None).operating_range(name)[0] <= low


def test_on_the_same_rows_the_operating_range_is_that_of_the_hull():
    analysis = ANALYSES["same rows"]
    for name, model in analysis.models.items():
        assert analysis.operating_range(name) == model.hull.operating_range
        assert analysis.useful_range(name) == model.hull.useful_range()
