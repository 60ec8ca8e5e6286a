"""Lists of cases, against a plain count of rows and a slow sort."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costdash.core import OperatingPoint, Predictions
from costdash.core.sample.cases import (
    CELLS,
    CHANGES,
    LISTS,
    NamedRule,
    case_counts,
    change_counts,
    listed_cases,
)
from costdash.core.sample.confusion_matrix import ConfusionMatrix
from costdash.core.sample.groups import Groups
from costdash.core.sample.predictions import ScoredRows
from costdash.core.sample.row_costs import RowCosts
from costdash.core.sample.split import Split


def sample(seed, n=40, costs=False):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.4
    y[:2] = True, False
    scores = {name: rng.normal(size=n).round(rng.integers(0, 2)) for name in "ab"}
    of_rows = RowCosts(rng.integers(1, 4, n) * 1.0, rng.integers(1, 4, n) * 1.0) if costs else None
    return Predictions(is_positive=y, scores=scores, costs=of_rows)


def between(rows, rule, row):
    """How many rows lie between a row and the threshold, one by one."""
    score, t = rows.scores[rule.model], rule.threshold
    at = score[row]
    return sum(t <= other < at for other in score) if at >= t else sum(at < o < t for o in score)


@given(st.integers(0, 500), st.sampled_from(LISTS), st.booleans())
def test_lists_are_the_rows_that_a_plain_count_finds(seed, cases, costs):
    rows = sample(seed, costs=costs)
    rule, today = NamedRule("a", 0.3), NamedRule("b", 0.0)
    found = listed_cases(rows, rule, cases, today)
    wanted = []
    for row in range(rows.rows):
        now, before = rows.scores["a"][row] >= 0.3, rows.scores["b"][row] >= 0.0
        positive = rows.is_positive[row]
        cell = CELLS[(0 if now else 1) if positive else (2 if now else 3)]
        kind = {
            (True, True): "newly found",
            (True, False): "newly missed",
            (False, True): "new alarm",
            (False, False): "alarm gone",
        }[bool(positive), bool(now)]
        if cases == "flips" and now != before:
            wanted.append((row, kind))
        elif cases in (cell, "nearest"):
            wanted.append((row, cell))
    words = CHANGES if cases == "flips" else CELLS
    assert sorted(zip(found.rows.tolist(), [words[i] for i in found.what])) == sorted(wanted)

    def key(row):
        own = (rows.costs.fn if rows.is_positive[row] else rows.costs.fp)[row] if costs else 0
        return -own, between(rows, rule, row), row

    assert found.rows.tolist() == sorted((row for row, _ in wanted), key=key)


@given(st.integers(0, 500))
def test_changed_calls_add_up_to_the_difference_of_the_costs(seed):
    rows = sample(seed)
    rule, today = NamedRule("a", 0.3), NamedRule("b", 0.0)
    flips = change_counts(rows, rule, today)
    assert list(flips) == list(CHANGES)
    costs = []
    for each in (rule, today):
        counts = case_counts(rows, each)
        costs.append(7 * counts["missed"] + 2 * counts["false-alarm"])
        fpr = counts["false-alarm"] / rows.negatives
        tpr = counts["found"] / rows.positives
        point = OperatingPoint(rows.prevalence, 7, 2)
        assert point.expected_cost(fpr, tpr) * rows.rows == pytest.approx(costs[-1])
    more = 7 * (flips["newly missed"] - flips["newly found"])
    assert more + 2 * (flips["new alarm"] - flips["alarm gone"]) == costs[0] - costs[1]


def test_rows_know_their_place_in_the_file():
    y, score = np.array([True, False, True, False]), np.array([0.9, 0.8, np.nan, 0.1])
    scored = ScoredRows(is_positive=y, scores={"a": score})
    assert scored.complete().file_row.tolist() == [0, 1, 3]
    further = ScoredRows(is_positive=y, scores={"a": score}, file_row=np.array([4, 6, 7, 9]))
    assert further.complete().file_row.tolist() == [4, 6, 9]
    split = Split(np.array([False, False, True, True]))
    held = Predictions(is_positive=y, scores={"a": [1, 2, 3, 4]}, split=split)
    assert held.evaluation_part.file_row.tolist() == [2, 3]
    assert Predictions(is_positive=y, scores={"a": [1, 2, 3, 4]}).file_row is None


def test_what_cannot_be_listed_says_why():
    rows = sample(1)
    rule = NamedRule("a", 0.3)
    with pytest.raises(ValueError, match=r"flips need the rule of today"):
        listed_cases(rows, rule, "flips")
    with pytest.raises(ValueError, match="cases must be one of found, missed"):
        listed_cases(rows, rule, "wrong")
    with pytest.raises(ValueError, match=r"There is no model c\. The file has a, b\."):
        case_counts(rows, NamedRule("c", 1.0))
    groups = Groups(np.full(rows.rows, 2))
    grouped = Predictions(is_positive=rows.is_positive, scores=rows.scores, groups=groups)
    with pytest.raises(ValueError, match="an engine counts cannot be listed"):
        listed_cases(grouped, rule, "missed")
    matrix = {"m": ConfusionMatrix(1, 1, 1, 1)}
    both = Predictions(is_positive=rows.is_positive, scores=rows.scores, confusions=matrix)
    with pytest.raises(ValueError, match="known by its four counts only"):
        listed_cases(both, NamedRule("m", 1.0), "missed")
