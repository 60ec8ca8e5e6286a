"""Which doubt matters most, as rows and as a sentence."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions
from costdash.core.analysis.analyse import analyse
from costdash.core.analysis.validity import best_cost
from costdash.core.conditions.intervals import Imprecise
from costdash.report.sentences.amounts import Amounts
from costdash.report.tables.doubts import (
    DoubtRow,
    assumed_ranges,
    axis_ticks,
    doubt_rows,
    doubts_sentence,
)

IS_POSITIVE = np.arange(300) % 3 == 0
SCORES = np.round(np.random.default_rng(0).normal(size=300) + IS_POSITIVE, 1)
ANALYSIS = analyse(Predictions(is_positive=IS_POSITIVE, scores={"a": SCORES}), n_replicates=100)
POINT = OperatingPoint(0.01, 4000, 40)


def rows_of(ranges):
    best = ANALYSIS.decide(POINT).best
    return best, doubt_rows(best_cost(ANALYSIS, ["a"]), best, POINT, ranges, Amounts.at(POINT))


def test_the_largest_saving_comes_first_and_chance_last():
    best, rows = rows_of(Imprecise((0.005, 0.02), (2000, 8000), (40, 40)))
    assert {row.key for row in rows} == {"prior", "cost_fn", "chance"}
    savings = [row.saving for row in rows[:-1]]
    assert savings == sorted(savings, reverse=True)
    assert rows[-1].key == "chance"
    values = {row.key: row.values for row in rows}
    assert values["prior"] == "0.5 % to 2 %"
    assert values["cost_fn"] == "$2,000 to $8,000"
    chance = next(row for row in rows if row.key == "chance")
    assert chance.cost == tuple(POINT.scale * end for end in best.interval)


def test_every_row_holds_the_present_cost():
    best, rows = rows_of(assumed_ranges(POINT))
    assert len(rows) == 4
    for row in rows:
        assert row.cost[0] <= best.expected_cost <= row.cost[1]


def test_without_savings_the_widest_cost_comes_first():
    best, ranges = ANALYSIS.decide(POINT).best, assumed_ranges(POINT)
    rows = doubt_rows(None, best, POINT, ranges, Amounts.at(POINT))
    *conditions, chance = rows
    assert [row.saving for row in rows] == [None] * 4
    widths = [row.cost[1] - row.cost[0] for row in conditions]
    assert widths == sorted(widths, reverse=True)
    assert chance.key == "chance"
    known = {row.key: row.cost for row in rows_of(ranges)[1]}
    assert {row.key: row.cost for row in rows} == known


@pytest.mark.parametrize("prior", [1e-9, 0.4, 0.9, 1 - 1e-9])
def test_assumed_ranges_are_valid_at_any_prior(prior):
    ranges = assumed_ranges(OperatingPoint(prior))
    assert 0 < ranges.prior[0] < prior < ranges.prior[1] < 1


@pytest.mark.parametrize(
    ("savings", "start"),
    [
        ((10.0, 9.0, 1.0), "Find out how common positives are and what a miss costs first."),
        ((10.0, 8.9, 1.0), "Find out how common positives are first."),
        ((0.0, 0.0, 10.0), "Find out what a false alarm costs first."),
        ((0.1, 0.2, 0.3), "Knowing the conditions exactly saves at most 1 %"),
    ],
)
def test_the_sentence_names_the_doubts_that_are_worth_most(savings, start):
    keys = ("prior", "cost_fn", "cost_fp")
    rows = [DoubtRow(key, key, "", (90.0, 110.0), saving) for key, saving in zip(keys, savings)]
    assert doubts_sentence(rows, 100.0).startswith(start)


@pytest.mark.parametrize("size", [1e-4, 1, 37, 1e9])
@pytest.mark.parametrize("ends", [(0.0, 1.0), (0.46, 1.5), (2.0, 2.31), (-1.0, 0.2), (9.9, 10.0)])
def test_ticks_are_round_and_few(ends, size):
    low, high = (size * end for end in ends)
    ticks = np.array(axis_ticks(low, high))
    assert 1 <= ticks.size <= 5
    assert (low <= ticks + size * 1e-9).all()
    assert (ticks <= high + size * 1e-9).all()
    steps = np.diff(ticks)
    first = steps / 10.0 ** np.floor(np.log10(steps * (1 + 1e-9)))
    assert np.isclose(first[:, None], [1, 2, 5]).any(axis=1).all()
