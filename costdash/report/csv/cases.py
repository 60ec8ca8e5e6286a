"""Lists of cases as CSV, to look at and to correct labels in."""

from collections.abc import Iterator, Sequence

from costdash.core.sample.cases import CELLS, CHANGES, FLIPS, CaseList, NamedRule
from costdash.core.sample.predictions import Predictions
from costdash.report.csv.writer import csv_lines

LABEL_NEW = "label_new"  # an empty column for corrected labels
MOST_EXPORTED = 10_000  # rows
WORDS = dict(zip(CELLS, ("found", "missed", "false alarm", "left alone")))


def case_words(kind: str) -> Sequence[str]:
    """The words for `CaseList.what` of a list of this kind."""
    return CHANGES if kind == FLIPS else tuple(WORDS.values())


def cases_csv(
    rows: Predictions,
    rule: NamedRule,
    kind: str,
    cases: CaseList,
    file: tuple[str, Sequence[int]],
    columns: tuple[Sequence[str], Sequence[Sequence[str]]],
) -> Iterator[str]:
    """One line for each case of a list.

    file: the first digits of its SHA-256, and the row in it, from 1. columns: further columns,
    their names and the cells of each case.
    """
    words, score = case_words(kind), rows.scores[rule.model]
    digest, places = file
    names, texts = columns
    head = ["file", "row", *names, "score", "outcome", "label", LABEL_NEW]
    lines = (
        [
            digest,
            place,
            *cells,
            float(score[row]),
            words[what],
            "positive" if rows.is_positive[row] else "negative",
            "",
        ]
        for row, what, place, cells in zip(
            cases.rows.tolist(), cases.what.tolist(), places, texts, strict=True
        )
    )
    return csv_lines(head, lines)
