"""Small files whose values were once wrong, with the values by hand."""

import numpy as np
import pytest

from costdash import summarise
from costdash.core import Predictions, Split, analyse, convex_hull


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
