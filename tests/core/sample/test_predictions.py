"""`Predictions` converts valid input, and rejects invalid input with the rule and the value."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from costdash.core import Predictions

LABELS = np.array([True, False, True])


def predictions(**changed):
    fields = {"is_positive": LABELS, "scores": {"a": np.array([0.1, 0.2, 0.3])}} | changed
    return Predictions(**fields)


def test_a_sample_counts_rows_and_weights_of_its_classes():
    sample = predictions()
    assert (sample.rows, sample.positives, sample.negatives) == (3, 2, 1)
    assert sample.prevalence == 2 / 3
    sample = predictions(weight=[0.5, 1.5, 2.0], fold=["x", "y", "x"])
    assert (sample.positives, sample.negatives, sample.prevalence) == (2.5, 1.5, 0.625)


@pytest.mark.parametrize("labels", [[1, 0, 1], [1.0, 0.0, 1.0], np.array([1, 0, 1], np.uint8)])
def test_labels_may_be_zeros_and_ones(labels):
    assert_array_equal(predictions(is_positive=labels).is_positive, LABELS)


@pytest.mark.parametrize("dtype", [np.float32, np.int8, np.uint64, bool])
def test_scores_become_doubles(dtype):
    sample = predictions(scores={7: np.array([1, 0, 1], dtype)})
    assert_array_equal(sample.scores["7"], [1.0, 0.0, 1.0])
    assert sample.scores["7"].dtype == np.float64


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"is_positive": [1, 0, 2]}, "is_positive must be a flat array of true and false"),
        ({"is_positive": [[1, 0, 1]]}, "is_positive must be a flat array"),
        ({"is_positive": [1, 1, 1]}, "both classes must be present, got only positive rows"),
        ({"is_positive": [0, 0, 0]}, "both classes must be present, got only negative rows"),
        ({"scores": {}}, "scores must hold at least one model, got none"),
        ({"scores": {"a": [1, 2]}}, r"a must have 3 rows, got shape \(2,\)"),
        ({"scores": {"a": [1, np.nan, 2]}}, "a must be finite, got nan"),
        ({"scores": {"a": [1, -np.inf, 2]}}, "a must be finite, got -inf"),
        ({"scores": {"a": [1, 2, 2**53 + 1]}}, "a must hold integers within 2.*got 90071992547409"),
        ({"scores": {"a": [-(2**63), 2, 0]}}, "a must hold integers within 2.*got -92233720368547"),
        (
            {"scores": {"a": np.array([0, 1, 2**64 - 1], np.uint64)}},
            "integers within 2.*got 184467",
        ),
        ({"weight": [1, 0, 1]}, "weight must be positive, got 0.0"),
        ({"weight": [1, -2, 1]}, "weight must be positive, got -2.0"),
        ({"weight": [1, np.inf, 1]}, "weight must be finite, got inf"),
        ({"weight": [1, 1]}, r"weight must have 3 rows, got shape \(2,\)"),
        ({"weight": [1e308, 1, 1e308]}, "weight must lie within 1e-100 and 1e100, got 1.0 to"),
        ({"weight": [1, 1, 1e-300]}, "weight must lie within .* got 1e-300 to 1.0"),
        ({"fold": [1, 2]}, r"fold must have 3 rows, got shape \(2,\)"),
    ],
)
def test_invalid_input_is_rejected_with_the_rule_and_the_value(changed, rule):
    with pytest.raises(ValueError, match=rule):
        predictions(**changed)
