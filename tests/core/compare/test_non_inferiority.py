"""Whether a candidate costs at most a share more: held against the definition, by hand."""

import numpy as np
import pytest

from costdash.core import Predictions, analyse
from costdash.core.compare.comparison import compare_all
from costdash.core.compare.non_inferiority import non_inferiority, non_inferiority_by_band
from costdash.core.folds.crossfit import crossfit_models

Z95 = 1.6448536269514722


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(1)
    is_positive = np.arange(600) < 200
    scores = {
        "good": rng.normal(size=600) + 1.6 * is_positive,
        "poor": rng.normal(size=600) + 0.8 * is_positive,
    }
    return Predictions(is_positive=is_positive, scores=scores | {"twin": scores["good"]})


@pytest.fixture(scope="module")
def fits(rows):
    return crossfit_models(rows, ("good", "poor", "twin"), seed=0)


@pytest.mark.parametrize("margin", [0, 0.02, 0.5])
def test_the_limit_is_that_of_the_difference_of_the_candidate_and_the_dearer_baseline(fits, margin):
    good, poor = fits.of(["good"]), fits.of(["poor"])
    at = good.pcf[5]
    found = non_inferiority((poor, good), [at], margin, 0.95)
    costs = [fit.cost([at])[0] for fit in (poor, good)]
    spread = (poor.deviation[:, 5] - (1 + margin) * good.deviation[:, 5]).std()
    assert found.value == pytest.approx(costs[0] - costs[1])
    assert found.baseline == pytest.approx(costs[1])
    assert found.upper == pytest.approx(costs[0] - costs[1] + Z95 * spread)
    assert found.shown == (costs[0] - (1 + margin) * costs[1] + Z95 * spread <= 0)


def test_a_better_model_passes_and_a_worse_one_fails(fits):
    good, poor = fits.of(["good"]), fits.of(["poor"])
    assert non_inferiority((good, poor), [0.5], 0.02, 0.95).shown
    assert not non_inferiority((poor, good), [0.5], 0.02, 0.95).shown


def test_no_margin_asks_for_less_cost_beyond_chance(fits):
    twins = fits.of(["good"]), fits.of(["twin"])
    assert not non_inferiority(twins, [0.5], 0, 0.95).shown
    assert non_inferiority(twins, [0.5], 0.3, 0.95).shown


def test_of_many_conditions_the_least_sure_decides(fits):
    pair = fits.of(["good"]), fits.of(["poor"])
    pcfs = [0.02, 0.1, 0.5, 0.9]
    alone = [non_inferiority(pair, [pcf], 0.02, 0.95) for pcf in pcfs]
    assert non_inferiority(pair, pcfs, 0.02, 0.95) == max(alone, key=lambda one: one.excess)


def test_a_band_gives_the_same_form_of_answer(rows):
    analysis = analyse(rows, ("good", "poor"), n_replicates=200, level=0.9)
    (pair,) = compare_all(rows, analysis, names=("good", "poor"))
    found = non_inferiority_by_band(pair, [0.3], [0.5], 0.1)
    assert (found.value, found.upper) == (pair.at(0.5)[0], pair.at(0.5)[2])
    assert found.level == pytest.approx(0.95)
    assert found.allowed == pytest.approx(0.03)
    assert found.thresholds == "same rows"


@pytest.mark.parametrize(
    ("pcfs", "margin", "level", "said"),
    [([], 0, 0.9, "pcfs"), ([0.5], -0.1, 0.9, "margin"), ([0.5], 0, 1, "level")],
)
def test_what_cannot_be_asked(fits, pcfs, margin, level, said):
    with pytest.raises(ValueError, match=said):
        non_inferiority((fits.of(["good"]), fits.of(["poor"])), pcfs, margin, level)
