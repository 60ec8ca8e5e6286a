"""Reads an Excel workbook (.xlsx): its first visible sheet that holds a table."""

import warnings
import zipfile
from collections.abc import Iterator
from typing import Any, BinaryIO

import pyarrow as pa

from costdash.intake.errors import IntakeError, listed, shown
from costdash.intake.formats.columnar import check_shape
from costdash.intake.formats.delimited import MISSING
from costdash.intake.formats.detect import UnsupportedFormatError
from costdash.intake.limits import Limits, amount
from costdash.wording import counted

MOST_MEMBERS = 10_000  # files in the zip archive: no genuine workbook has more
MOST_ROWS = 1 << 20  # of a sheet, empty ones included, in every version of Excel
MOST_CELLS = 10_000_000  # of a sheet, empty ones included: what is read within a minute
MOST_EMPTY = 1_000_000  # cells of a sheet without a value, which take as long to read as others
CELL_TAGS, VALUE_TAGS = (b"<c ", b"<c>"), (b"<v>", b"<v ", b"<is")  # of three bytes each
FORMULA_TAGS = (b"<f>", b"<f ", b"<f/")
BLOCK = 2**20  # bytes of XML that are searched at a time
XML = (".xml", ".rels")
AS_CSV = "Save the one sheet with the table as CSV."
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
        may_have_formulas = _searched(sheets[0])
        table, above = _sheet_table(sheets[0], limits)
        has_gaps = any(column.null_count for column in table.columns)
        notes = [f"Left out before the table: {counted(above, 'row')}."] if above else []
        notes += _formulas_note(file, sheets[0].title) if has_gaps and may_have_formulas else []
    if len(filled) > 1:
        other_sheets = [sheet.title for sheet in filled if sheet is not sheets[0]]
        notes.append(
            f"The workbook has several sheets; “{shown(sheets[0].title)}” was read, "
            f"{listed(other_sheets)} left out."
        )
    return table, notes


def _formulas_note(file: BinaryIO, title: str) -> list[str]:
    """A note if cells hold formulas for which the workbook stores no value."""
    import openpyxl

    formulas, values = (
        openpyxl.load_workbook(file, read_only=True, data_only=kind)[title]
        for kind in (False, True)
    )
    empty = 0
    for (_, texts), (_, numbers) in zip(_rows(formulas), _rows(values)):
        numbers += [None] * (len(texts) - len(numbers))
        empty += sum(
            value is None and isinstance(formula, str) and formula.startswith("=")
            for formula, value in zip(texts, numbers)
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
    _check_size(members, limits.inflated_bytes)
    _check_size([part for part in members if part.filename.endswith(XML)], limits.workbook_bytes)


def _check_size(members: list[zipfile.ZipInfo], at_most: int) -> None:
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > at_most:
        raise IntakeError(f"The workbook unpacks to more than {amount(at_most)}. {AS_CSV}")


def _searched(sheet: Any) -> bool:
    """Whether the sheet may hold formulas, from a search of its XML before parsing.

    Raises IntakeError if it has so many empty cells that parsing them takes too long.
    """
    n_empty, formulas, rest = 0, False, b""
    with sheet._get_source() as source:
        while block := source.read(BLOCK):
            text = rest + block
            rest = text[-2:]  # a tag may continue in the next block
            n_empty += _count(text, CELL_TAGS) - _count(text, VALUE_TAGS)
            formulas = formulas or b"\0" in block or _count(text, FORMULA_TAGS) > 0  # \0: UTF-16
            if n_empty > MOST_EMPTY:
                raise IntakeError(
                    f"Sheet “{shown(sheet.title)}” has more than {counted(MOST_EMPTY, 'cell')} "
                    f"without a value. Copy the table alone into a new workbook, or: {AS_CSV}"
                )
    return formulas


def _count(text: bytes, tags: tuple[bytes, ...]) -> int:
    return sum(map(text.count, tags))


def _rows(sheet: Any) -> Iterator[tuple[int, list[object]]]:
    """Number and values of each row that the file holds, in its order; no cell is left out.

    openpyxl's own iter_rows ends at the <dimension> that the sheet states, which some programs
    write wrongly, and passes over rows and cells that are out of order.
    """
    from openpyxl.worksheet._reader import WorkSheetParser

    book = sheet.parent
    with sheet._get_source() as source:
        parser = WorkSheetParser(
            source,
            sheet._shared_strings,
            data_only=book.data_only,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        last = n_cells = 0
        for n_rows, (number, cells) in enumerate(parser.parse(), start=1):
            if number <= last:
                raise _order_error(sheet, f"row {number:,} comes after row {last:,}")
            last = number
            n_cells += len(cells)
            if n_rows > MOST_ROWS or n_cells > MOST_CELLS:
                raise IntakeError(
                    f"Sheet “{shown(sheet.title)}” has more than "
                    f"{counted(MOST_ROWS, 'row')} or {counted(MOST_CELLS, 'cell')}. {AS_CSV}"
                )
            yield number, _row_values(sheet, number, cells)


def _row_values(sheet: Any, number: int, cells: list[dict[str, Any]]) -> list[object]:
    values: list[object] = []
    for cell in cells:
        if cell["row"] != number:
            raise _order_error(sheet, f"row {number:,} has a cell of row {cell['row']:,}")
        if cell["column"] <= len(values):
            raise _order_error(sheet, f"the cells of row {number:,} are not in order")
        if cell["value"] is not None:
            values += [None] * (cell["column"] - 1 - len(values))
            values.append(cell["value"])
    return values


def _order_error(sheet: Any, problem: str) -> IntakeError:
    return IntakeError(
        f"Sheet “{shown(sheet.title)}” is damaged: {problem}. Open the workbook in a spreadsheet "
        "program and save it again, or save the table as CSV."
    )


def _first_row(sheet: Any) -> int | None:
    """Number of the first row with two filled cells, else of the first with one; None if empty."""
    first = None
    for read, (number, row) in enumerate(_rows(sheet), start=1):
        filled = sum(value is not None for value in row)
        if filled > 1:
            return number
        first = first or (number if filled else None)
        if read > SEARCHED_ROWS:
            break
    return first


def _sheet_table(sheet: Any, limits: Limits) -> tuple[pa.Table, int]:
    """The rows from the header on, without empty rows and columns, and the number of rows above."""
    first = _first_row(sheet)
    names: list[str] = []
    cells: list[list[object]] = []
    width = above = 0
    for number, row in _rows(sheet):
        above += bool(row) and number < (first or 0)
        if number == first:
            names = ["" if name is None else _text(name) for name in row]
        elif number > (first or 0) and row:
            cells.append(row)
        width = max(width, len(row)) if names else 0
        check_shape(len(cells), width, limits)
    if not cells:
        raise IntakeError(
            f"Sheet “{shown(sheet.title)}” has a header but no rows. "
            "Put a row for each scored case below it."
        )
    names += [""] * (width - len(names))
    columns = [[row[i] if i < len(row) else None for row in cells] for i in range(width)]
    retained = [
        i for i in range(width) if names[i] or any(value is not None for value in columns[i])
    ]
    arrays = [_array(columns[i]) for i in retained]
    return pa.Table.from_arrays(arrays, names=[names[i] for i in retained]), above


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
