"""Reads an Excel workbook (.xlsx): its first visible sheet that holds a table."""

import warnings
import zipfile
from typing import Any, BinaryIO

import pyarrow as pa

from costdash.intake.errors import IntakeError, listed, shown
from costdash.intake.formats.columnar import check_shape
from costdash.intake.formats.delimited import MISSING
from costdash.intake.formats.detect import UnsupportedFormatError
from costdash.intake.limits import Limits, amount
from costdash.wording import counted

MOST_MEMBERS = 10_000  # files in the zip archive: no genuine workbook has more
SEARCHED_ROWS = 100  # for the first row of the table
OTHER_ZIPS = {
    "word/": "a Word document",
    "ppt/": "a PowerPoint presentation",
    "xl/workbook.bin": "a binary Excel workbook (.xlsb)",
    "content.xml": "an OpenDocument file",
    "Index/": "a Numbers or Pages document",
    "META-INF/": "a Java or other program archive",
}


def read_workbook(file: BinaryIO, limits: Limits) -> tuple[pa.Table, list[str]]:
    """The table, and notes. Cells hold values; formulas are not computed."""
    _check_archive(file, limits)
    import openpyxl

    with warnings.catch_warnings():  # openpyxl warns of styles that it does not know
        warnings.simplefilter("ignore")
        book = openpyxl.load_workbook(file, read_only=True, data_only=True)
        filled = [sheet for sheet in book.worksheets if _first_row(sheet)]
        visible = [sheet for sheet in filled if sheet.sheet_state == "visible"]
        sheets = visible or filled
        if not sheets:
            raise IntakeError("The workbook has no filled cells. Put the table on its first sheet.")
        table = _sheet_table(sheets[0], limits)
        has_gaps = any(column.null_count for column in table.columns)
        notes = _formulas_note(file, sheets[0].title) if has_gaps else []
    if len(filled) > 1:
        others = [sheet.title for sheet in filled if sheet is not sheets[0]]
        notes.append(
            f"The workbook has several sheets; “{shown(sheets[0].title)}” was read, "
            f"{listed(others)} left out."
        )
    return table, notes


def _formulas_note(file: BinaryIO, title: str) -> list[str]:
    """A note if cells hold formulas for which the workbook stores no value."""
    import openpyxl

    formulas, values = (
        openpyxl.load_workbook(file, read_only=True, data_only=kind)[title]
        for kind in (False, True)
    )
    both = zip(formulas.iter_rows(values_only=True), values.iter_rows(values_only=True))
    empty = sum(
        value is None and isinstance(formula, str) and formula.startswith("=")
        for row in both
        for formula, value in zip(*row)
    )
    if not empty:
        return []
    return [
        f"Formulas without a value in {counted(empty, 'cell')} of sheet “{shown(title)}” were "
        "taken as missing. Open the workbook in a spreadsheet program, save it and upload it again."
    ]


def _check_archive(file: BinaryIO, limits: Limits) -> None:
    """Raises an error unless the zip archive is a workbook within the limits, by its directory."""
    with zipfile.ZipFile(file) as packed:
        members = packed.infolist()
    names = [member.filename for member in members]
    if "xl/workbook.xml" not in names:
        if any(name.endswith(".npy") for name in names):
            raise UnsupportedFormatError("a NumPy archive")
        for beginning, kind in OTHER_ZIPS.items():
            if any(name.startswith(beginning) for name in names):
                raise UnsupportedFormatError(kind)
        raise UnsupportedFormatError("a zip archive")
    if any(member.flag_bits & 1 for member in members):
        raise IntakeError("The workbook is locked with a password. Save it without one.")
    unpacked = sum(member.file_size for member in members)
    if len(members) > MOST_MEMBERS or unpacked > limits.inflated_bytes:
        raise IntakeError(
            f"The workbook unpacks to more than {amount(limits.inflated_bytes)}. "
            "Save the one sheet with the table as CSV."
        )


def _first_row(sheet: Any) -> int | None:
    """Number of the first row with two filled cells, else of the first with one; None if empty."""
    first = None
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        filled = sum(value is not None for value in row)
        if filled > 1:
            return number
        first = first or (number if filled else None)
        if number > SEARCHED_ROWS:
            break
    return first


def _sheet_table(sheet: Any, limits: Limits) -> pa.Table:
    rows = sheet.iter_rows(min_row=_first_row(sheet), values_only=True)
    names = ["" if name is None else _text(name) for name in next(rows)]
    cells = []
    for row in rows:
        if any(value is not None for value in row):
            cells.append(row)
            check_shape(len(cells), len(names), limits)
    if not cells:
        raise IntakeError(
            f"Sheet “{shown(sheet.title)}” has a header but no rows. "
            "Put a row for each scored case below it."
        )
    width = max(len(names), max(map(len, cells)))
    names += [""] * (width - len(names))
    columns = [[row[i] if i < len(row) else None for row in cells] for i in range(width)]
    keep = [i for i in range(width) if names[i] or any(value is not None for value in columns[i])]
    return pa.Table.from_arrays([_array(columns[i]) for i in keep], names=[names[i] for i in keep])


def _array(values: list[object]) -> pa.Array:
    """The cells of a column as one type: booleans, whole numbers, floats, or text for the rest."""
    values = [None if _is_missing(value) else value for value in values]
    types = {type(value) for value in values} - {type(None)}
    if types <= {bool} or types == {int}:
        try:
            return pa.array(values)
        except OverflowError:
            types = {float}
    if types <= {int, float}:
        return pa.array([float(v) if isinstance(v, int | float) else None for v in values])
    return pa.array([None if value is None else _text(value) for value in values])


def _is_missing(value: object) -> bool:
    return isinstance(value, str) and value.strip() in MISSING


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
