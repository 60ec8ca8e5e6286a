"""The alt text of each panel states the numbers that the panel shows."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.folds.crossfit import crossfit_models
from costdash.figures import View, alt_texts, make_scene
from costdash.wording import number, percent


def binormal_rows():
    rng, is_positive = np.random.default_rng(4), np.arange(200) < 60
    scores = {name: rng.normal(size=200) + 2 * is_positive for name in "ab"}
    return Predictions(is_positive=is_positive, scores=scores)


@pytest.fixture
def names(analysis):
    return tuple(analysis.models)


def test_alt_texts_state_the_numbers_of_the_best_call(analysis, names):
    point = OperatingPoint(0.1, 6, 1)
    best = analysis.decide(point).best
    said = alt_texts(make_scene(analysis, point, View(names)))
    assert f"slope {number(point.slope)}" in said["roc"]
    assert f"{best.model} at threshold {best.text}" in said["roc"]
    assert f"precision {number(best.precision)}" in said["pr"]
    assert f"PC(+) {number(point.pcf)}" in said["cost"]
    low, high = best.interval
    assert f"(95 % band {number(low)} to {number(high)})" in said["cost"]


@pytest.mark.parametrize("estimated", [False, True])
def test_the_least_cost_and_its_band_are_both_cross_fitted(estimated):
    rows, names = binormal_rows(), ("a", "b")
    crossed = analyse(rows, n_replicates=100)
    crossed = crossed.with_crossfits(crossfit_models(rows, n_replicates=20))
    point = OperatingPoint(0.1, 6, 1)
    best = crossed.decide(point).best
    scene = make_scene(crossed, point, View(names, estimated_prior=estimated))
    low, high = map(number, crossed.crossfits.of(names).interval(point.pcf, 0.95))
    assert low < number(best.nec) < high
    least = f"least normalized expected cost, cross-fitted, is {number(best.nec)}"
    assert f"{least} (95 % band {low} to {high})" in alt_texts(scene)["cost"]


def test_alt_texts_of_call_none_and_of_no_model(analysis):
    rare, ties = OperatingPoint(1e-6), View(("ties",))
    assert "precision is 0/0" in alt_texts(make_scene(analysis, rare, ties))["pr"]
    assert "that of flag none" in alt_texts(make_scene(analysis, rare, ties))["cost"]
    assert "ROC curves of no model." in alt_texts(make_scene(analysis, rare, View(())))["roc"]


@pytest.mark.parametrize(
    ("value", "text"),
    [(3.3083, "3.31"), (1e6, "1,000,000"), (1e-6, "0.000001"), (0, "0"), (55.24, "55.2")],
)
def test_numbers_have_three_digits_and_no_exponent(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.006, "0.6 %"), (1 / 3000, "0.0333 %"), (0.5, "50 %"), (0.9995, "99.95 %"), (0.95, "95 %")],
)
def test_percents_keep_their_digits_at_both_ends(share, text):
    assert percent(share) == text
