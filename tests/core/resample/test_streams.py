"""Streams of random numbers: different uses never draw from equal generators."""

import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costdash.core import (
    Combination,
    ConfusionMatrix,
    OperatingPoint,
    Predictions,
    analyse,
    compare_all,
    with_combination,
)
from costdash.core.analysis.validity import resampled_validity
from costdash.core.choose.expected_cost import normalized_weights
from costdash.core.compare.expected_advantage import advantage
from costdash.core.compare.expected_regret import regret_of_decision
from costdash.core.compare.label_value import label_value
from costdash.core.compare.paired_sample import PairedRows
from costdash.core.conditions.distributions import Uniform
from costdash.core.folds.crossfit import crossfit_all, crossfit_models
from costdash.core.probabilities.calibration import calibration
from costdash.core.probabilities.decision_curve import decision_curve, score_difference
from costdash.core.probabilities.recalibration import with_recalibrated
from costdash.core.resample import streams
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.segment_column import SegmentColumn
from costdash.core.segments.segment_costs import SegmentRequest, segment_costs

SEEDS = (0, 1, 2, 3, 7, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 3 * 2**32, 2**64, 2**64 + 1, 2**100)
PLACES = (
    *[()],
    *[(a,) for a in (0, 1, 2, 3, 4, 2**32 - 1)],
    *product((0, 1, 2, 3, 4), repeat=2),
    *product((0, 1, 2), repeat=3),
)
KEYS = st.tuples(
    st.integers(0, 2**130) | st.sampled_from(SEEDS),
    st.sampled_from(Stream),
    st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 3), max_size=4).map(tuple),
)
MODELS = "abcde"
OF_MATRICES = {Stream.MATRIX_FOLDS, Stream.MATRIX_RATES}
ELSEWHERE = {
    Stream.REVIEW,
    Stream.PRIOR_ESTIMATE,
    Stream.CARRIED_OVER,
}  # asked for by an option alone


def state(seed, stream, place):
    """The generator's whole state."""
    return tuple(generator(seed, stream, *place).bit_generator.state["state"].values())


def words(seed, stream, place):
    """The 32-bit words that numpy makes of the key, without the zeros that padding may add."""
    entropy = generator(seed, stream, *place).bit_generator.seed_seq.entropy
    found = []
    for number in entropy:
        found.append(number % 2**32)
        while number := number // 2**32:
            found.append(number % 2**32)
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def test_no_two_places_of_any_streams_and_seeds_have_equal_generators():
    keys = list(product(SEEDS, Stream, PLACES))
    assert len({state(*key) for key in keys}) == len(keys)


@given(KEYS, KEYS)
def test_different_keys_are_different_words_even_if_padded_with_zeros(one, other):
    assert (words(*one) == words(*other)) == (one == other)
    assert (state(*one) == state(*other)) == (one == other)


def test_numpy_itself_confuses_the_plain_tuples():
    same = [((0, 3), (0, 3, 0)), ((0, 1, 2), (2**32, 2)), ((1, 5), (1 + 5 * 2**32,))]
    for one, other in same:
        assert np.random.default_rng(one).random() == np.random.default_rng(other).random()


@pytest.mark.parametrize(("seed", "place"), [(-1, ()), (0, (-1,)), (0, (1, 2**32))])
def test_numbers_without_a_word_of_their_own_are_refused(seed, place):
    with pytest.raises(ValueError, match="must"):
        generator(seed, Stream.PRIOR, *place)


@pytest.fixture
def asked(monkeypatch):
    """Every (seed, stream, place) for which a generator is made, in order."""
    found = []

    def recorded(seed, stream, *place):
        found.append((seed, stream, place))
        return generator(seed, stream, *place)

    users = [
        module
        for name, module in sys.modules.items()
        if name.startswith("costdash.") and vars(module).get("generator") is generator
    ]
    assert streams in users
    for module in users:
        monkeypatch.setattr(module, "generator", recorded)
    return found


@pytest.fixture(scope="module")
def predictions():
    """Five models of 90 rows."""
    rng = np.random.default_rng(0)
    is_positive = np.arange(90) % 3 == 0
    scores = {name: (rng.normal(size=90) + is_positive).round(1) for name in MODELS}
    probabilities = {name: 1 / (1 + np.exp(-score)) for name, score in scores.items()}
    return Predictions(is_positive=is_positive, scores=probabilities)


@pytest.fixture(scope="module")
def matrices(predictions):
    """The same with two confusion matrices."""
    cells = {"m": ConfusionMatrix(20, 10, 10, 20), "n": ConfusionMatrix(25, 5, 20, 10)}
    return replace(predictions, confusions=cells)


def everything(predictions, seed=3):
    """All that draws random numbers, for each model, and for each pair in both orders."""
    analysis = analyse(predictions, n_replicates=100, seed=seed)
    point = OperatingPoint(0.2, 5, 1)
    for each in (analysis, analysis.with_estimated_prior):
        each.decide(point)
        for name in MODELS:
            hull = analysis.models[name].hull.index
            off = [i for i in range(1, hull[-1]) if i not in hull][:2]
            for index in off:
                each.call_at(point, name, index, level=0.9)
    fits = crossfit_all(predictions, seed=seed)
    list(compare_all(predictions, analysis))
    list(compare_all(predictions, analysis.with_crossfits(fits), names=MODELS[::-1]))
    regret_of_decision(predictions, analysis, analysis.decide(point), MODELS)
    value = label_value(predictions, analysis, analysis.decide(point), MODELS)
    value.of_rows(10), value.of_classes(10, 10)
    fitted = analysis.with_crossfits(fits)
    resampled_validity(fitted, fitted.call_at(point, MODELS[0], 3), MODELS, point, 0.05)
    halves = SegmentColumn(np.arange(predictions.rows) % 2, ("a", "b"))
    by_half = replace(predictions, segments={"half": halves})
    segment_costs(by_half, fitted, point, MODELS, SegmentRequest("half"))
    rows = PairedRows(predictions, analysis)
    for a, b in combinations(MODELS, 2):
        advantage(analysis, rows.cells(b, a), lambda tie: normalized_weights(tie, Uniform(0, 1)))
        score_difference(predictions, analysis, b, a, [0.5])
    with_recalibrated(predictions, MODELS[0], seed=seed)
    both = Combination("both", "and", tuple(MODELS[:2]), thresholds=None)
    with_combination(predictions, both, seed=seed)
    for name in MODELS:
        decision_curve(predictions, analysis, name, [0.5])
        calibration(predictions, analysis, name)


def test_what_must_be_independent_draws_from_different_generators(asked, predictions):
    everything(predictions)
    assert {stream for _, stream, _ in asked} == set(Stream) - OF_MATRICES - ELSEWHERE
    distinct = set(asked)
    assert len({state(*key) for key in distinct}) == len(distinct)
    places = {stream: {place for _, used, place in distinct if used == stream} for stream in Stream}
    pairs = set(combinations(range(5), 2))
    assert places[Stream.MODEL_BANDS] == {(place,) for place in range(5)}
    assert {place[0] for place in places[Stream.THRESHOLD_INTERVAL]} == set(range(5))
    assert len(places[Stream.THRESHOLD_INTERVAL]) == 10
    for stream in (Stream.ROW_GROUPS, Stream.DIFFERENCE_BAND, Stream.EXPECTED_ADVANTAGE):
        assert places[stream] == pairs
    for stream in (Stream.MEASURES, Stream.CONSISTENCY):
        assert places[stream] == {(place,) for place in range(5)}
    assert places[Stream.MEASURE_DIFFERENCE] == pairs


def test_matrices_draw_from_generators_of_their_own(asked, matrices):
    analysis = analyse(matrices, ["a"], n_replicates=100, seed=3)
    point = OperatingPoint(0.5, 1, 1)
    fits = crossfit_models(matrices, ["a", "n", "m"], seed=3)
    list(compare_all(matrices, analysis.with_crossfits(fits), names=["a", "m", "n"]))
    regret_of_decision(matrices, analysis, analysis.decide(point, ["m", "n"]), ["m", "n"])
    times = Counter((stream, place) for _, stream, place in asked)
    for place in range(2):
        assert times[Stream.MODEL_BANDS, (len(MODELS) + place,)] == 1
        assert times[Stream.MATRIX_FOLDS, (place,)] == 1
        assert times[Stream.MATRIX_RATES, (place,)] == 1
    distinct = set(asked)
    assert len({state(*key) for key in distinct}) == len(distinct)


def test_what_must_be_shared_draws_from_equal_generators(asked, predictions):
    everything(predictions)
    times = Counter((stream, place) for _, stream, place in asked)
    assert {seed for seed, _, _ in asked} == {3}
    assert times[Stream.CROSSFIT, ()] == 1  # all models together; segments take their folds
    assert times[Stream.PRIOR, ()] > 5  # every threshold: the same draws of the prior
    for pair in combinations(range(5), 2):  # one draw for both models, in either order
        assert times[Stream.DIFFERENCE_BAND, pair] == 2
        assert times[Stream.EXPECTED_ADVANTAGE, pair] == 1
    assert all(times[Stream.MODEL_BANDS, (place,)] == 1 for place in range(5))
