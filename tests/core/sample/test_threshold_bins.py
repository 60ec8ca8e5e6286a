"""The strictest of some thresholds that calls each row."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from costdash.core.sample import threshold_bins as module
from costdash.core.sample.threshold_bins import threshold_bins

EXTREME = np.array([-1e308, -1.0, -5e-324, -0.0, 0.0, 5e-324, 1e-12, 1.0, 1e30, 1.7e308])


def searched_row_by_row(score, threshold):
    calls = score[:, None] >= threshold
    return np.where(calls.any(axis=1), calls.argmax(axis=1), threshold.size)


def scores(rng, kind):
    uniform = rng.random(3000)
    return {
        "uniform": uniform,
        "rare": uniform**12,
        "sure": 1 - uniform**12,
        "rounded": uniform.round(2),
        "log odds": rng.normal(size=3000) * 5,
        "crowded": 1e6 + rng.integers(0, 5, 3000) * 2.0**-30,
        "constant": np.full(3000, 0.3),
        "extreme": rng.choice(EXTREME, 3000),
    }[kind]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "kind",
    ["uniform", "rare", "sure", "rounded", "log odds", "crowded", "constant", "extreme"],
)
def test_a_table_of_cells_finds_what_a_look_at_every_threshold_finds(seed, kind, monkeypatch):
    monkeypatch.setattr(module, "MANY", 0)
    rng = np.random.default_rng(seed)
    score = scores(rng, kind)
    distinct = np.unique(score)[::-1]
    chosen = rng.random(distinct.size) < rng.choice([0.05, 0.5, 1])
    chosen[rng.integers(distinct.size)] = True
    some = distinct[chosen]
    between = np.unique(np.append(some, rng.choice(distinct, 3) * 1.0000001))[::-1]
    for threshold in (some, np.append(np.inf, some), np.append(np.inf, between)):
        found = threshold_bins(score, threshold)
        assert_array_equal(found, searched_row_by_row(score, threshold))


@pytest.mark.parametrize("threshold", [[], [np.inf]])
def test_no_threshold_calls_a_row(threshold, monkeypatch):
    monkeypatch.setattr(module, "MANY", 0)
    found = threshold_bins(np.array([0.1, 0.9]), np.array(threshold))
    assert found.tolist() == [len(threshold)] * 2


def test_many_rows_are_found_in_the_table_and_few_without_it(monkeypatch):
    rng = np.random.default_rng(0)
    score, threshold = rng.random(module.MANY), np.sort(rng.random(300))[::-1]
    table = threshold_bins(score, threshold)
    monkeypatch.setattr(module, "MANY", score.size + 1)
    assert_array_equal(table, threshold_bins(score, threshold))
