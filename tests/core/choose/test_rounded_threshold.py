"""Rounded thresholds: their rates are those of the decimals, and rounding costs next to nothing."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, count
from costdash.core.choose.rounded_threshold import (
    TOLERANCE,
    rounded_threshold,
    rounded_thresholds,
)


def samples():
    rng = np.random.default_rng(8)
    for decimals in (0, 1, 3, 16):
        for scale in (1e-4, 1, 1e5):
            is_positive = rng.random(80) < 0.3
            score = (scale * (rng.normal(size=80) + is_positive)).round(decimals)
            yield is_positive, score, rng.integers(1, 4, 80).astype(float)


@pytest.mark.parametrize("weighted", [False, True])
def test_every_decimal_has_the_rates_of_its_calls(weighted):
    for is_positive, score, weight in samples():
        mass = weight if weighted else np.ones(80)
        counts = count(is_positive, score, weight if weighted else None)
        for index in range(1, counts.threshold.size):
            rounded = rounded_thresholds(counts, index)
            for text, fpr, tpr in rounded:
                flagged = score >= float(text)
                for of, rate in ((~is_positive, fpr), (is_positive, tpr)):
                    assert rate == pytest.approx(mass[flagged & of].sum() / mass[of].sum())
            texts = [text for text, *_ in rounded]
            assert sorted(texts, key=len) == texts
            exact = score >= float(texts[-1])
            assert np.array_equal(exact, score >= counts.threshold[index])


def test_the_infinite_threshold_has_no_text():
    assert rounded_thresholds(count([True, False], [0.3, 0.1]), 0) == ()


def test_rounding_costs_at_most_a_thousandth_and_no_shorter_decimal_does():
    rng = np.random.default_rng(9)
    for is_positive, score, _ in samples():
        counts = count(is_positive, score)
        for index in range(1, counts.threshold.size):
            point = OperatingPoint(float(rng.uniform(0.01, 0.9)), float(rng.uniform(1, 40)))
            rounded = rounded_thresholds(counts, index)
            cost = {text: point.expected_cost(*rates) for text, *rates in rounded}
            limit = (1 + TOLERANCE) * cost[rounded[-1][0]]
            text = rounded_threshold(rounded, point)
            assert cost[text] <= limit
            shorter = [other for other in cost if len(other) < len(text)]
            assert all(cost[other] > limit for other in shorter)
