"""Small files whose values were once wrong, with the values by hand."""

import numpy as np
import pytest

from costdash import summarise
from costdash.core import (
    OperatingPoint,
    Predictions,
    Split,
    analyse,
    convex_hull,
    crossfit_all,
)
from costdash.core.compare.non_inferiority import non_inferiority
from costdash.report.sentences.comparison import gate_sentence


def test_a_hold_out_whose_part_ranks_perfectly():
    """Its hull lost the vertex (0, 1), which repeated points follow."""
    rows = Predictions(
        is_positive=[1, 1, 0, 0, 1, 0],
        scores={"m": [0.9, 0.8, 0.4, 0.1, 0.6, 0.5]},
        split=Split(np.array([1, 1, 1, 1, 0, 0], bool), "validation", "test"),
    )
    hull = convex_hull(analyse(rows, n_replicates=100).models["m"].counts)
    assert list(zip(hull.fpr, hull.tpr)) == [(0, 0), (0, 1), (1, 1)]
    (model,) = summarise(rows, n_replicates=100).fields()["models"]
    assert model["auc"] == model["readouts"]["ks"]["value"] == 1
    assert model["readouts"]["h_measure"]["value"] == 1
    brier = (0.1**2 + 0.2**2 + 0.4**2 + 0.1**2) / 4  # of the evaluation part, the first four rows
    assert model["calibration"]["brier"] == pytest.approx(brier)
    assert model["calibration"]["discrimination"] == pytest.approx(0.25)
    assert model["calibration"]["miscalibration"] == pytest.approx(brier)


def test_scores_that_equal_the_cut_up_to_rounding_are_flagged():
    """Weighted shares of positives are equal but for rounding, and so are cut and scores of .5."""
    rng, n = np.random.default_rng(2), 40
    is_positive = rng.random(n) < 0.3
    score = np.round(np.clip(0.3 * is_positive + rng.random(n) * 0.7, 0, 1), 1)
    weight = np.round(np.exp(rng.normal(size=n)), 2)
    rows = Predictions(is_positive=is_positive, scores={"p": score}, weight=weight)
    (model,) = summarise(rows, n_replicates=100).fields()["models"]
    wrong = (score >= 0.5) != is_positive
    found = model["readouts"]["as_probabilities"]
    assert found["expected_cost"] == pytest.approx(weight[wrong].sum() / weight.sum())
    assert found["expected_cost"] == pytest.approx(0.270, abs=0.0005)
    assert found["excess_cost"] == pytest.approx(0.111, abs=0.0005)


@pytest.mark.parametrize("weighted", [False, True])
def test_the_ks_of_reversed_scores_is_0_and_that_of_the_scores_themselves_their_distance(weighted):
    """The two-sided distance of the classes' distributions is the same for both."""
    rng = np.random.default_rng(5)
    is_positive = rng.random(300) < 0.3
    score = np.round(rng.normal(size=300) + 4.0 * is_positive, 1)
    weight = rng.choice([1.0, 2.0, 5.0], 300) if weighted else None
    rows = Predictions(is_positive=is_positive, scores={"up": score, "down": -score}, weight=weight)
    up, down = summarise(rows, n_replicates=100, same_rows=True).fields()["models"]
    mass = np.ones(300) if weight is None else weight
    share = [
        [mass[side & (score >= t)].sum() / mass[side].sum() for t in np.unique(score)]
        for side in (is_positive, ~is_positive)
    ]
    apart = np.subtract(*share)
    assert apart.min() >= 0  # so reversed scores have the largest tpr - fpr where none is flagged
    assert up["readouts"]["ks"]["value"] == pytest.approx(apart.max())
    assert down["readouts"]["ks"]["value"] == 0
    assert down["readouts"]["ks"]["threshold"] is None


def test_the_limit_of_the_gate_includes_the_error_of_the_margin_and_says_so():
    """Two models of equal scores cost the same in all samples, and yet the limit is above 0."""
    rng = np.random.default_rng(6)
    is_positive = rng.random(400) < 0.3
    score = rng.normal(size=400) + is_positive
    rows = Predictions(is_positive=is_positive, scores={"new": score, "old": score})
    fits = crossfit_all(rows)
    pair = fits.models["new"], fits.models["old"]
    pcf, level = OperatingPoint(0.3).pcf, 0.95
    limits = {}
    for margin in (0.0, 0.02, 0.5):
        outcome = non_inferiority(pair, [pcf], margin, level)
        said = gate_sentence("new", "old", outcome)
        assert outcome.value == 0
        assert "it costs as much as old" in said
        assert ("whose error the limit includes" in said) == (margin > 0)
        limits[margin] = outcome.upper / outcome.baseline
    assert limits[0.0] <= limits[0.02] * (1 + 1e-9) < limits[0.5]  # as few errors allow, or more
    spread = float(np.interp(pcf, pair[1].pcf, pair[1].error)) / pair[1].cost([pcf])[0]
    assert limits[0.5] == pytest.approx(1.645 * 0.5 * spread, rel=0.01)
