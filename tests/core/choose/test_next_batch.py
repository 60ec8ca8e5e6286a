"""What the next batch may cost, against drawing batches."""

from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint
from costdash.core.choose.decision import trivial_call
from costdash.core.choose.next_batch import next_batch

POINT = OperatingPoint(0.01, 200, 5)


def call_with(fpr, tpr, error):
    """A model's rule whose nec has this standard error, at level 90 %."""
    cost = POINT.expected_cost(fpr, tpr)
    nec, half = cost / POINT.scale, 1.6448536 * error
    return replace(
        trivial_call(POINT),
        call="some",
        fpr=fpr,
        tpr=tpr,
        nec=nec,
        expected_cost=cost,
        interval=(nec - half, nec + half),
    )


@pytest.mark.parametrize("cases", [1000, 20_000])
@pytest.mark.parametrize("error", [0.0, 0.02])
def test_batches_cost_between_the_limits_as_often_as_the_level_says(cases, error):
    rng, fpr, tpr, n = np.random.default_rng(0), 0.07, 0.7, 20_000
    low, high = next_batch(call_with(fpr, tpr, error), POINT, cases, 0.9)
    missed, alarms = _drawn(rng, fpr, tpr, cases, n)
    cost = POINT.cost_fn * missed + POINT.cost_fp * alarms
    cost = cost + cases * POINT.scale * error * rng.normal(size=n)
    assert np.mean((low <= cost) & (cost <= high)) == pytest.approx(0.9, abs=0.015)


def _drawn(rng, fpr, tpr, cases, n):
    missed, alarms = POINT.prior * (1 - tpr), (1 - POINT.prior) * fpr
    both = rng.multinomial(cases, [missed, alarms, 1 - missed - alarms], size=n)
    return both[:, 0], both[:, 1]


def test_without_an_interval_and_with_costs_per_case_there_is_none():
    call = call_with(0.1, 0.8, 0.01)
    assert next_batch(replace(call, interval=None), POINT, 1000, 0.9) is None
    assert next_batch(replace(call, in_cases=(0.1, 0.8)), POINT, 1000, 0.9) is None
