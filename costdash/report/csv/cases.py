"""Lists of cases as CSV, to look at and to correct labels in."""

from collections.abc import Iterator, Sequence

from costdash.core.sample.cases import CHANGES, FLIPS, OUTCOMES, Case
from costdash.intake.rows.case_columns import FILE, LABEL_NEW, NEGATIVE, POSITIVE, ROW
from costdash.report.csv.writer import csv_lines

MOST_EXPORTED = 10_000  # rows
WORDS = tuple(name.replace("-", " ") for name in OUTCOMES)


def case_words(kind: str) -> Sequence[str]:
    """The words for `CaseList.what` of a list of this kind."""
    return CHANGES if kind == FLIPS else WORDS


def cases_csv(
    cases: Sequence[Case],
    kind: str,
    mark: str,
    names: Sequence[str],
    texts: Sequence[Sequence[str]],
    models: Sequence[str],
) -> Iterator[str]:
    """One line for each case of a list of this kind.

    mark: of the file, as of `file_mark`. names, texts: further columns, and the cells of
    each case. models: that of the rule, and those whose scores each case has too. Rows count from
    1, without the header of the file.
    """
    model, *others = models
    words = case_words(kind)
    head = [FILE, ROW, *names, "model", "score", "outcome", "label", *others, LABEL_NEW]
    lines = (
        [
            mark,
            case.place + 1,
            *cells,
            model,
            case.score,
            words[case.what],
            POSITIVE if case.is_positive else NEGATIVE,
            *case.others,
            "",
        ]
        for case, cells in zip(cases, texts, strict=True)
    )
    return csv_lines(head, lines)
