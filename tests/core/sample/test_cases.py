"""Lists of cases, against a plain count of rows and a slow sort."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costdash.core import OperatingPoint, Predictions
from costdash.core.sample.cases import (
    CHANGES,
    LISTS,
    ORDERS,
    OUTCOMES,
    CaseQuestion,
    NamedRule,
    case_counts,
    case_page,
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


def outcome(rows, rule, row):
    """What a rule does with one row, in words."""
    score, positive = rows.scores[rule.model][row], rows.is_positive[row]
    if rule.low is not None and rule.low <= score < rule.threshold:
        return "looked-at"
    if score >= rule.threshold:
        return "found" if positive else "false-alarm"
    return "missed" if positive else "left-alone"


def change(rows, rule, today, row):
    """How one row changes its call, in words; None if it does not."""
    now, before = (rows.scores[r.model][row] >= r.threshold for r in (rule, today))
    if now == before:
        return None
    if rows.is_positive[row]:
        return "newly found" if now else "newly missed"
    return "new alarm" if now else "alarm gone"


def mistake(rows, row, prices):
    """What a mistake costs on one row; prices: mean costs, or None."""
    positive = rows.is_positive[row]
    if rows.costs is None:
        return 1.0 if prices is None else prices[0 if positive else 1]
    each = rows.costs.fn if positive else rows.costs.fp
    if prices is None:
        return each[row]
    members = [i for i in range(rows.rows) if rows.is_positive[i] == positive]
    mean = sum(each[i] for i in members) / len(members)
    return each[row] / mean * prices[0 if positive else 1]


@given(
    st.integers(0, 500),
    st.sampled_from(LISTS),
    st.booleans(),
    st.booleans(),
    st.sampled_from([None, *ORDERS]),
    st.sampled_from([None, (7.0, 2.0)]),
)
def test_lists_are_the_rows_that_a_plain_count_finds(seed, cases, costs, zone, order, prices):
    rows = sample(seed, costs=costs)
    rule, today = NamedRule("a", 0.3, low=-0.5 if zone else None), NamedRule("b", 0.0)
    found = listed_cases(rows, rule, cases, today, order, prices)
    wanted = {}
    for row in range(rows.rows):
        what = outcome(rows, rule, row)
        if cases == "flips":
            what = change(rows, rule, today, row)
        elif cases not in (what, "nearest"):
            what = None
        if what is not None:
            wanted[row] = what
    words = CHANGES if cases == "flips" else OUTCOMES
    assert dict(zip(found.rows.tolist(), [words[i] for i in found.what])) == wanted
    by = order or ("cost" if costs else "distance")

    def key(row):
        distance = between(rows, rule, row)
        if by == "row":
            return (row,)
        if by == "distance":
            return distance, row
        gains = wanted[row] in ("newly found", "alarm gone")
        kind = gains if cases == "flips" else words.index(wanted[row])
        return -mistake(rows, row, prices), kind, distance, row

    assert found.rows.tolist() == sorted(wanted, key=key)
    sign = {"newly found": -1, "alarm gone": -1}
    expected = [sign.get(wanted[row], 1) * mistake(rows, row, prices) for row in found.rows]
    assert found.cost.tolist() == pytest.approx(expected)


@given(st.integers(0, 500), st.booleans())
def test_changed_calls_add_up_to_the_difference_of_the_costs(seed, costs):
    rows = sample(seed, costs=costs)
    rule, today = NamedRule("a", 0.3), NamedRule("b", 0.0)
    flips = change_counts(rows, rule, today)
    assert list(flips) == list(CHANGES)
    total = {}
    for each in (rule, today):
        wrong = [r for r in range(rows.rows) if outcome(rows, each, r) in ("missed", "false-alarm")]
        total[each] = sum(mistake(rows, row, (7, 2)) for row in wrong)
        counts = case_counts(rows, each)
        assert sum(counts.values()) == rows.rows
        if not costs:
            assert total[each] == 7 * counts["missed"] + 2 * counts["false-alarm"]
            fpr = counts["false-alarm"] / rows.negatives
            tpr = counts["found"] / rows.positives
            point = OperatingPoint(rows.prevalence, 7, 2)
            assert point.expected_cost(fpr, tpr) * rows.rows == pytest.approx(total[each])
    page = case_page(rows, CaseQuestion(rule, "flips", today, costs=(7, 2), others=("b",)))
    assert page.changes == flips
    assert page.difference == pytest.approx(total[rule] - total[today])
    assert sum(case.cost for case in page.cases) == pytest.approx(page.difference)
    for case in page.cases:
        assert (case.score, *case.others) == tuple(rows.scores[m][case.place] for m in "ab")


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
    with pytest.raises(ValueError, match="order must be one of distance, cost, row"):
        listed_cases(rows, rule, "missed", order="score")
    with pytest.raises(ValueError, match=r"There is no model c\. The file has a, b\."):
        case_counts(rows, NamedRule("c", 1.0))
    groups = Groups(np.full(rows.rows, 2))
    grouped = Predictions(is_positive=rows.is_positive, scores=rows.scores, groups=groups)
    with pytest.raises(ValueError, match="an engine counts cannot be listed"):
        listed_cases(grouped, rule, "missed")
    with pytest.raises(ValueError, match="an engine counts cannot be listed"):
        change_counts(grouped, rule, rule)
    matrix = {"m": ConfusionMatrix(1, 1, 1, 1)}
    both = Predictions(is_positive=rows.is_positive, scores=rows.scores, confusions=matrix)
    with pytest.raises(ValueError, match="known by its four counts only"):
        listed_cases(both, NamedRule("m", 1.0), "missed")
