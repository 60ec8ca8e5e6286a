"""Labels that somebody corrected in a list of cases, put into the file that the list is of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet

from costdash.core.sample.cases import NewLabels
from costdash.intake.columns.levels import Columns, matching
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, listed, shown
from costdash.intake.formats.read import read_open
from costdash.intake.limits import Limits
from costdash.intake.rows.case_columns import (
    FILE,
    LABEL_NEW,
    NEGATIVE,
    POSITIVE,
    ROW,
    file_mark,
)

NEEDED = (FILE, ROW, LABEL_NEW)
LISTED = 10  # values of a label that a sentence names


@dataclass(frozen=True, slots=True)
class Corrections:
    """New labels of rows of a file.

    table: the whole file with them. to_positive, to_negative, filled: how many labels become
    positive, become negative, and were blank before. unchanged: how many say what the file says.
    """

    labels: NewLabels
    table: pa.Table
    to_positive: int
    to_negative: int
    filled: int
    unchanged: int

    @property
    def changed(self) -> int:
        """How many labels differ from those of the file."""
        return self.to_positive + self.to_negative


def read_corrections(
    content: bytes, columns: Columns, roles: Roles, fingerprint: str, limits: Limits
) -> Corrections:
    """The labels of a list of cases whose column label_new was filled in.

    content: the list, in any format that is read. columns, roles, fingerprint: of the file that it
    is of, the last in hexadecimal. Raises IntakeError for a list of another file, for a row that
    the file lacks, for two labels of a row and for what is no label.
    """
    given = read_open(BytesIO(content), limits).columns
    if missing := [name for name in NEEDED if name not in given]:
        raise IntakeError(
            f"The list has no column {listed(missing)}. Fill in {LABEL_NEW} of a list that was "
            "exported here, and keep its other columns."
        )
    filled = [*_filled(given, columns.rows, file_mark(fingerprint))]
    if not filled:
        raise IntakeError(f"No cell of {LABEL_NEW} is filled in.")
    places = _by_place(filled)
    label, positive = roles.label or "", roles.positive or ""
    code_of = _codes(columns, label, positive)
    codes = {place: code_of(line, text) for place, (line, text) in places.items()}
    return _corrected(columns, label, positive, codes)


def stored_corrections(
    path: Path, content: bytes, roles: Roles, fingerprint: str, limits: Limits
) -> Corrections:
    """As `read_corrections`, of a stored table."""
    with pa.memory_map(str(path)) as file:
        columns = Columns(pa.ipc.open_file(file).read_all())
        return read_corrections(content, columns, roles, fingerprint, limits)


def as_feather(table: pa.Table) -> bytes:
    """The table as the bytes of a file, with the types of its columns."""
    sink = BytesIO()
    pa.feather.write_feather(table, sink)
    return sink.getvalue()


def write_table(table: pa.Table, path: str) -> None:
    """Writes a table as Parquet where the name says so, else as CSV. Raises OSError."""
    if path.endswith(".parquet"):
        pa.parquet.write_table(table, path)
    else:
        pa.csv.write_csv(table, path, pa.csv.WriteOptions(quoting_style="needed"))


def _filled(given: Columns, rows: int, mark: str) -> Sequence[tuple[int, int, str]]:
    """(line of the list from 1, place in the file from 0, text) of the labels that are filled in.

    mark: of the file in lists. Raises IntakeError for a line of another file or row.
    """
    files, numbers, labels = (given[name].levels for name in NEEDED)
    lines = []
    for line in np.flatnonzero(labels.codes >= 0).tolist():
        file = files.texts[files.codes[line]] if files.codes[line] >= 0 else ""
        if file != mark:
            raise IntakeError(
                f"Row {line + 1:,} of the list belongs to another file ({shown(file)}), not to "
                f"this file ({mark}). Open the file that the list was exported from."
            )
        number = numbers.texts[numbers.codes[line]] if numbers.codes[line] >= 0 else ""
        if not (number.isdecimal() and 1 <= int(number) <= rows):
            raise IntakeError(
                f"Row {line + 1:,} of the list: “{shown(number)}” is no row of the file, which has "
                f"{rows:,}. Leave the column {ROW} as it was exported."
            )
        lines.append((line + 1, int(number) - 1, labels.texts[labels.codes[line]]))
    return lines


def _by_place(filled: Sequence[tuple[int, int, str]]) -> dict[int, tuple[int, str]]:
    """(line, text) by place. Raises IntakeError where a row has two labels."""
    places: dict[int, tuple[int, str]] = {}
    for line, place, text in filled:
        before = places.setdefault(place, (line, text))
        if before[1].casefold() != text.casefold():
            raise IntakeError(
                f"Row {line:,} of the list gives row {place + 1:,} of the file another label than "
                f"row {before[0]:,} of the list. Keep one of them."
            )
    return places


def _codes(columns: Columns, label: str, positive: str) -> Callable[[int, str], int]:
    """A function from a line and its text to the code of the label, among the file's classes."""
    texts = columns[label].class_levels.texts
    others = [text for text in texts if text != positive]
    words = {POSITIVE: positive} | ({NEGATIVE: others[0]} if len(others) == 1 else {})

    def code(line: int, text: str) -> int:
        value = matching(text, texts)
        if value is None:
            value = words.get(text.casefold())
        if value is None:
            choices = listed([*words, *texts][:LISTED])
            raise IntakeError(
                f"Row {line:,} of the list: “{shown(text)}” is no label. Write one of {choices}."
            )
        return texts.index(value)

    return code


def _corrected(columns: Columns, label: str, positive: str, codes: dict[int, int]) -> Corrections:
    """The file with these labels; codes: of the label's classes, by place."""
    levels = columns[label].class_levels
    rows = np.fromiter(codes.keys(), np.intp, len(codes))
    new, old = np.fromiter(codes.values(), np.intp, len(codes)), levels.codes[rows]
    source = np.arange(columns.rows)
    first = {code: int(np.argmax(levels.codes == code)) for code in {*codes.values()}}
    source[rows] = [first[code] for code in codes.values()]
    cells = columns.table.column(label).take(pa.array(source))
    at = columns.table.column_names.index(label)
    is_positive = new == levels.texts.index(positive)
    was_positive = old == levels.texts.index(positive)
    differs = (old < 0) | (is_positive != was_positive)
    return Corrections(
        NewLabels(rows, is_positive),
        columns.table.set_column(at, columns.table.schema.field(label), cells),
        to_positive=int((differs & is_positive).sum()),
        to_negative=int((differs & ~is_positive).sum()),
        filled=int((old < 0).sum()),
        unchanged=int((~differs).sum()),
    )
