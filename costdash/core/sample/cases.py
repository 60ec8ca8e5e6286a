"""The cases behind a count: which rows a rule finds, misses, flags wrongly or leaves alone.

They are those of a printed threshold in the file, so that a plain count of rows equals them. Their
costs too are those of the rows: the prior weighs no row.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.predictions import Predictions
from costdash.core.sample.row_costs import CostTotals
from costdash.core.types import Bools, Floats

CELLS = ("found", "missed", "false-alarm", "left-alone")
REVIEWED = "looked-at"
OUTCOMES = (*CELLS, REVIEWED)
FLIPS, NEAREST = "flips", "nearest"
LISTS = (*OUTCOMES, FLIPS, NEAREST)
ORDERS = ("distance", "cost", "row")
CHANGES = ("newly found", "newly missed", "new alarm", "alarm gone")
GAINS = (CHANGES.index("newly found"), CHANGES.index("alarm gone"))
MeanCosts = tuple[float, float]  # of a missed positive and of a false alarm


@dataclass(frozen=True, slots=True)
class NamedRule:
    """Flag a case when this model scores `threshold` or more.

    low: with a review zone, cases that score from `low` up to the threshold are looked at.
    """

    model: str
    threshold: float
    low: float | None = None

    def calls(self, rows: Predictions) -> Bools:
        """The rows (n,) that it flags. Raises ValueError for a model without scores of rows."""
        return self._scores(rows) >= self.threshold

    def reviewed(self, rows: Predictions) -> Bools:
        """The rows (n,) that are looked at. Raises ValueError as `calls` does."""
        score = self._scores(rows)
        return (score >= (self.threshold if self.low is None else self.low)) & ~self.calls(rows)

    def distance(self, rows: Predictions) -> NDArray[np.intp]:
        """How many rows lie between the threshold and each row (n,), by score; ties share it."""
        score = self._scores(rows)
        ordered = np.sort(score)
        below = int(np.searchsorted(ordered, self.threshold))  # rows that are not flagged
        first = np.searchsorted(ordered, score)
        last = np.searchsorted(ordered, score, side="right")
        return np.where(score >= self.threshold, first - below, below - last)

    def _scores(self, rows: Predictions) -> Floats:
        if self.model in rows.confusions:
            raise ValueError(f"{self.model} is known by its four counts only: it has no cases")
        if self.model not in rows.scores:
            names = ", ".join(rows.scores)
            raise ValueError(f"There is no model {self.model}. The file has {names}.")
        return rows.scores[self.model]


@dataclass(frozen=True, slots=True, eq=False)
class NewLabels:
    """Corrected labels. places (k,): rows of the file, from 0, each once. is_positive (k,)."""

    places: NDArray[np.intp]
    is_positive: Bools

    @property
    def key(self) -> tuple[bytes, bytes]:
        """What differs between two sets of labels."""
        return self.places.tobytes(), self.is_positive.tobytes()


@dataclass(frozen=True, slots=True, eq=False)
class CaseList:
    """Rows behind a count, in the order that was asked for.

    rows (m,): places in the predictions. what (m,): of flips the index of each in `CHANGES`, else
    of each in `OUTCOMES`. cost (m,): of flips by how much the change makes each dearer, below 0
    for a gain; else what a mistake costs there.
    """

    rows: NDArray[np.intp]
    what: NDArray[np.intp]
    cost: Floats


def outcomes(rows: Predictions, rule: NamedRule) -> NDArray[np.intp]:
    """The index in `OUTCOMES` of each row (n,)."""
    return _outcomes(rows.is_positive, rule.calls(rows), rule.reviewed(rows))


def _outcomes(is_positive: Bools, called: Bools, reviewed: Bools) -> NDArray[np.intp]:
    cells = np.where(is_positive, np.where(called, 0, 1), np.where(called, 2, 3))
    return np.where(reviewed, OUTCOMES.index(REVIEWED), cells)


def changes(rows: Predictions, rule: NamedRule, today: NamedRule) -> NDArray[np.intp]:
    """The index in `CHANGES` of each row (n,) whose call changes from today's rule; else -1."""
    now, before = rule.calls(rows), today.calls(rows)
    of_positives, of_negatives = np.where(now, 0, 1), np.where(now, 2, 3)
    return np.where(now == before, -1, np.where(rows.is_positive, of_positives, of_negatives))


def mistake_costs(rows: Predictions, costs: MeanCosts | None = None) -> Floats:
    """What a mistake costs at each row (n,): a missed positive, or a false alarm.

    costs: mean cost_fn and cost_fp, to which costs per case are scaled; by default theirs, or 1.
    """
    y = rows.is_positive
    if rows.costs is None:
        fn, fp = costs or (1.0, 1.0)
        return np.where(y, fn, fp).astype(float)
    each = rows.costs.of_mistakes(y)
    if costs is None:
        return each
    totals = CostTotals.of(rows.costs, y, rows.weight)
    return each * np.where(y, costs[0] / totals.mean_fn, costs[1] / totals.mean_fp)


def case_counts(rows: Predictions, rule: NamedRule) -> dict[str, int]:
    """How many rows are in each of `OUTCOMES`."""
    return _named_counts(outcomes(rows, rule), OUTCOMES)


def _named_counts(what: NDArray[np.intp], names: tuple[str, ...]) -> dict[str, int]:
    return dict(zip(names, np.bincount(what, minlength=len(names)).tolist()))


def corrected_counts(
    rows: Predictions, rule: NamedRule, new: NewLabels
) -> tuple[dict[str, int], dict[str, int]]:
    """How many rows are in each of `OUTCOMES` before and after labels are corrected.

    Rows that the file has and the sample lacks, such as rows without a label, are not counted.
    """
    rows = rows.evaluation_part
    labels = rows.is_positive.copy()
    where = np.arange(rows.rows) if rows.file_row is None else rows.file_row
    order = np.argsort(new.places)
    at = np.searchsorted(new.places[order], where)
    match = order[np.minimum(at, order.size - 1)]
    listed_rows = new.places[match] == where
    labels[listed_rows] = new.is_positive[match[listed_rows]]
    after = _outcomes(labels, rule.calls(rows), rule.reviewed(rows))
    return case_counts(rows, rule), _named_counts(after, OUTCOMES)


def change_counts(rows: Predictions, rule: NamedRule, today: NamedRule) -> dict[str, int]:
    """How many rows are in each of `CHANGES`. Raises ValueError for grouped rows."""
    _check_rows(rows)
    what = changes(rows, rule, today)
    return _named_counts(what[what >= 0], CHANGES)


def listed_cases(
    rows: Predictions,
    rule: NamedRule,
    cases: str,
    today: NamedRule | None = None,
    order: str | None = None,
    costs: MeanCosts | None = None,
) -> CaseList:
    """The rows behind a count.

    Parameters
    ----------
    rows : Predictions
        n rows; with a hold-out those of the evaluation part.
    rule : NamedRule
        The rule whose calls are counted.
    cases : str
        One of `OUTCOMES`; "flips", the rows that today's rule calls otherwise; or "nearest", all
        rows.
    today : NamedRule, optional
        Today's rule, for flips.
    order : str, optional
        One of `ORDERS`: by the number of rows between each and the threshold of `rule`; by cost,
        the dearest first, of flips losses before gains, then by distance; or by their place in the
        file, which also decides ties. By default "cost" with costs per case, else "distance".
    costs : tuple of float, optional
        Mean cost_fn and cost_fp, as of `mistake_costs`.

    Returns
    -------
    CaseList
        The rows in order.

    Raises
    ------
    ValueError
        For an unknown list or order, flips without today's rule, grouped rows, and a model without
        scores.

    Examples
    --------
    >>> rows = Predictions(is_positive=[1, 0, 1, 0], scores={"rf": [0.9, 0.8, 0.3, 0.1]})
    >>> listed_cases(rows, NamedRule("rf", 0.5), "missed").rows
    array([2])
    >>> case_counts(rows, NamedRule("rf", 0.5))
    {'found': 1, 'missed': 1, 'false-alarm': 1, 'left-alone': 1, 'looked-at': 0}
    """
    _check_list(rows, cases, order)
    what = _kinds(rows, rule, cases, today)
    within = what >= 0 if cases in (FLIPS, NEAREST) else what == OUTCOMES.index(cases)
    some = np.flatnonzero(within)
    cost = mistake_costs(rows, costs)[some]
    keys: list[NDArray[Any]] = [some]  # the last decides first
    if (by := order or ("distance" if rows.costs is None else "cost")) != "row":
        keys.append(rule.distance(rows)[some])
    if by == "cost":
        keys += [np.isin(what[some], GAINS) if cases == FLIPS else what[some], -cost]
    sorting = np.lexsort(keys)
    if cases == FLIPS:
        cost = np.where(np.isin(what[some], GAINS), -cost, cost)
    return CaseList(some[sorting], what[some][sorting], cost[sorting])


def _check_rows(rows: Predictions) -> None:
    if rows.groups is not None:
        raise ValueError("rows of a table that an engine counts cannot be listed")


def _check_list(rows: Predictions, cases: str, order: str | None) -> None:
    _check_rows(rows)
    if cases not in LISTS:
        raise ValueError(f"cases must be one of {', '.join(LISTS)}, got {cases}")
    if order is not None and order not in ORDERS:
        raise ValueError(f"order must be one of {', '.join(ORDERS)}, got {order}")


def _kinds(
    rows: Predictions, rule: NamedRule, cases: str, today: NamedRule | None
) -> NDArray[np.intp]:
    """As `CaseList.what`, of every row; -1 for no change."""
    if cases != FLIPS:
        return outcomes(rows, rule)
    if today is None:
        raise ValueError("flips need the rule of today (--today)")
    return changes(rows, rule, today)


@dataclass(frozen=True, slots=True)
class Case:
    """A row of a list. place: in the file, from 0. what, cost: as in `CaseList`.

    score: of the rule's model; others: of the further models that were asked for.
    """

    place: int
    score: float
    is_positive: bool
    what: int
    cost: float = 0.0
    others: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class CasePage:
    """Some rows of a list, how many it has, and all counts of the rule and of its changes.

    difference: what the changes cost in the file, the sum of the costs of the flips.
    """

    cases: tuple[Case, ...]
    total: int
    counts: dict[str, int]
    changes: dict[str, int]
    difference: float = 0.0


@dataclass(frozen=True, slots=True)
class CaseQuestion:
    """Which rows of which list: at most `most` from a start.

    rule, cases, today, order, costs: as of `listed_cases`. others: further models whose scores are
    given.
    """

    rule: NamedRule
    cases: str
    today: NamedRule | None = None
    start: int = 0
    most: int = 100
    order: str | None = None
    costs: MeanCosts | None = None
    others: tuple[str, ...] = ()


def case_page(rows: Predictions, question: CaseQuestion) -> CasePage:
    """The rows that a question asks for. Raises ValueError as `listed_cases` does."""
    rows, rule, today = rows.evaluation_part, question.rule, question.today
    every = listed_cases(rows, rule, question.cases, today, question.order, question.costs)
    score = rows.scores[rule.model]
    others = [rows.scores[name] for name in question.others]
    part = slice(question.start, question.start + question.most)
    page = tuple(
        Case(
            place=int(row if rows.file_row is None else rows.file_row[row]),
            score=float(score[row]),
            is_positive=bool(rows.is_positive[row]),
            what=int(what),
            cost=float(cost),
            others=tuple(float(other[row]) for other in others),
        )
        for row, what, cost in zip(every.rows[part], every.what[part], every.cost[part])
    )
    changed, difference = {}, 0.0
    if today is not None:
        flips = listed_cases(rows, rule, FLIPS, today, "row", question.costs)
        changed, difference = _named_counts(flips.what, CHANGES), float(flips.cost.sum())
    return CasePage(page, every.rows.size, case_counts(rows, rule), changed, difference)
