"""The cases behind a count: which rows a rule finds, misses, flags wrongly or leaves alone.

They are those of a printed threshold in the file, so that a plain count of rows equals them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats

CELLS = ("found", "missed", "false-alarm", "left-alone")
FLIPS, NEAREST = "flips", "nearest"
LISTS = (*CELLS, FLIPS, NEAREST)
CHANGES = ("newly found", "newly missed", "new alarm", "alarm gone")


@dataclass(frozen=True, slots=True)
class NamedRule:
    """Flag a case when this model scores `threshold` or more."""

    model: str
    threshold: float

    def calls(self, rows: Predictions) -> Bools:
        """The rows (n,) that it flags. Raises ValueError for a model without scores of rows."""
        return self._scores(rows) >= self.threshold

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
    """Rows behind a count, the nearest to the threshold first; dearest first with costs per case.

    rows (m,): places in the predictions. what (m,): of flips the index of each in `CHANGES`, else
    of each in `CELLS`.
    """

    rows: NDArray[np.intp]
    what: NDArray[np.intp]


def outcomes(rows: Predictions, rule: NamedRule) -> NDArray[np.intp]:
    """The index in `CELLS` of each row (n,)."""
    return _outcomes(rows.is_positive, rule.calls(rows))


def _outcomes(is_positive: Bools, called: Bools) -> NDArray[np.intp]:
    return np.where(is_positive, np.where(called, 0, 1), np.where(called, 2, 3))


def changes(rows: Predictions, rule: NamedRule, today: NamedRule) -> NDArray[np.intp]:
    """The index in `CHANGES` of each row (n,) whose call changes from today's rule; else -1."""
    now, before = rule.calls(rows), today.calls(rows)
    of_positives, of_negatives = np.where(now, 0, 1), np.where(now, 2, 3)
    return np.where(now == before, -1, np.where(rows.is_positive, of_positives, of_negatives))


def case_counts(rows: Predictions, rule: NamedRule) -> dict[str, int]:
    """How many rows are in each of `CELLS`."""
    counts = np.bincount(outcomes(rows, rule), minlength=len(CELLS))
    return dict(zip(CELLS, counts.tolist()))


def corrected_counts(
    rows: Predictions, rule: NamedRule, new: NewLabels
) -> tuple[dict[str, int], dict[str, int]]:
    """How many rows are in each of `CELLS` before and after labels are corrected.

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
    after = np.bincount(_outcomes(labels, rule.calls(rows)), minlength=len(CELLS))
    return case_counts(rows, rule), dict(zip(CELLS, after.tolist()))


def change_counts(rows: Predictions, rule: NamedRule, today: NamedRule) -> dict[str, int]:
    """How many rows are in each of `CHANGES`."""
    counts = np.bincount(changes(rows, rule, today) + 1, minlength=len(CHANGES) + 1)[1:]
    return dict(zip(CHANGES, counts.tolist()))


def listed_cases(
    rows: Predictions, rule: NamedRule, cases: str, today: NamedRule | None = None
) -> CaseList:
    """The rows behind a count.

    Parameters
    ----------
    rows : Predictions
        n rows; with a hold-out those of the evaluation part.
    rule : NamedRule
        The rule whose calls are counted.
    cases : str
        One of `CELLS`; "flips", the rows that today's rule calls otherwise; or "nearest", all rows.
    today : NamedRule, optional
        Today's rule, for flips.

    Returns
    -------
    CaseList
        The rows in order: the nearest to the threshold of `rule` first, by the number of rows
        between; with costs per case the dearest mistake first. Ties are in the order of the file.

    Raises
    ------
    ValueError
        For an unknown list, flips without today's rule, grouped rows, and a model without scores.

    Examples
    --------
    >>> rows = Predictions(is_positive=[1, 0, 1, 0], scores={"rf": [0.9, 0.8, 0.3, 0.1]})
    >>> listed_cases(rows, NamedRule("rf", 0.5), "missed").rows
    array([2])
    >>> case_counts(rows, NamedRule("rf", 0.5))
    {'found': 1, 'missed': 1, 'false-alarm': 1, 'left-alone': 1}
    """
    if rows.groups is not None:
        raise ValueError("rows of a table that an engine counts cannot be listed")
    if cases not in LISTS:
        raise ValueError(f"cases must be one of {', '.join(LISTS)}, got {cases}")
    if cases == FLIPS:
        if today is None:
            raise ValueError("flips need the rule of today (--today)")
        what = changes(rows, rule, today)
        some = np.flatnonzero(what >= 0)
    else:
        what = outcomes(rows, rule)
        within = what >= 0 if cases == NEAREST else what == CELLS.index(cases)
        some = np.flatnonzero(within)
    keys = [rule.distance(rows)[some]]
    if rows.costs is not None:
        keys.append(-np.where(rows.is_positive, rows.costs.fn, rows.costs.fp)[some])
    order = np.lexsort(keys)
    return CaseList(some[order], what[some[order]])


@dataclass(frozen=True, slots=True)
class Case:
    """A row of a list. place: in the file, from 0. what: as in `CaseList`."""

    place: int
    score: float
    is_positive: bool
    what: int


@dataclass(frozen=True, slots=True)
class CasePage:
    """Some rows of a list, how many it has, and all counts of the rule and of its changes."""

    cases: tuple[Case, ...]
    total: int
    counts: dict[str, int]
    changes: dict[str, int]


def case_page(
    rows: Predictions, rule: NamedRule, cases: str, today: NamedRule | None, start: int, most: int
) -> CasePage:
    """At most so many rows of `listed_cases` from a start. Raises ValueError as it does."""
    rows = rows.evaluation_part
    every = listed_cases(rows, rule, cases, today)
    score = rows.scores[rule.model]
    shown = every.rows[start : start + most], every.what[start : start + most]
    page = tuple(
        Case(
            place=int(row if rows.file_row is None else rows.file_row[row]),
            score=float(score[row]),
            is_positive=bool(rows.is_positive[row]),
            what=int(what),
        )
        for row, what in zip(*shown)
    )
    changed = {} if today is None else change_counts(rows, rule, today)
    return CasePage(page, every.rows.size, case_counts(rows, rule), changed)
