"""All cells of a sheet are read, whatever it states about its size; disorder is an error."""

import io
import re
import zipfile

import openpyxl
import pytest

from costdash.intake import IntakeError, read_predictions
from costdash.intake.formats import excel
from costdash.intake.formats.read import read_open
from costdash.intake.limits import Limits
from tests.support import corpus


def changed(*replacements):
    """The base workbook with texts of its sheet replaced: pairs of pattern and new text."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(corpus.xlsx())) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name.endswith("sheet1.xml"):
                for pattern, replacement in replacements:
                    text, found = re.subn(pattern, replacement, text)
                    assert found
            new.writestr(name, text)
    return io.BytesIO(out.getvalue())


@pytest.mark.parametrize(
    "stated", [b"A1", b"A1:B4", b"A1:B13", b"A1:C2", b"A1:XFD1048576", b"B2:C3"]
)
def test_a_wrong_dimension_loses_no_cell(stated):
    read = read_open(
        changed((b'<dimension ref="[^"]*"', b'<dimension ref="%s"' % stated)), Limits()
    )
    assert read.columns.rows == corpus.files.N
    assert list(read.columns) == ["label", "score_a", "score_b"]
    assert read.columns["score_b"].floats().tolist() == corpus.B


@pytest.mark.parametrize(
    "replacement",
    [
        (b'<row r="5"', b'<row r="900000000"'),
        (b'<row r="5"', b'<row r="4"'),
        (b' r="C5"', b' r="B5"'),
        (b' r="A5"', b' r="C5"'),
        (b' r="A5"', b' r="A6"'),
    ],
)
def test_rows_and_cells_out_of_order_are_an_error(replacement):
    with pytest.raises(IntakeError, match="is damaged: "):
        read_open(changed(replacement), Limits())


def test_a_first_row_of_numbers_is_named():
    read = read_open(io.BytesIO(corpus.xlsx(corpus.ROWS[1:])), Limits())
    assert "Columns are named by numbers (1, 0.9 and 1.5)." in " ".join(read.notes)


def test_a_sheet_of_empty_cells_is_refused_before_it_is_parsed(monkeypatch):
    cells = "".join(
        f'<row r="{i}"><c r="C{i}" s="0"/><c r="D{i}"></c></row>' for i in range(50, 99)
    )
    empty = changed((b"</sheetData>", f"{cells}</sheetData>".encode()))
    assert read_open(empty, Limits()).columns.rows == corpus.files.N
    monkeypatch.setattr(excel, "MOST_EMPTY", 97)
    monkeypatch.setattr(excel, "BLOCK", 100)  # tags lie across the ends of blocks
    monkeypatch.setattr(excel, "_sheet_table", None)
    with pytest.raises(IntakeError, match=r"more than 97 cells without a value\. Copy the table"):
        read_open(empty, Limits())


def test_a_table_without_scores_names_the_sheets_that_were_left_out(tmp_path):
    book = openpyxl.Workbook()
    for row in (["Report", "Year"], ["May", "x"], ["June", "y"]):
        book.active.append(row)
    data = book.create_sheet("Data")
    for i in range(10):
        data.append([i % 2, i / 10])
    book.save(path := tmp_path / "book.xlsx")
    with pytest.raises(IntakeError, match=r"“Sheet” was read, Data left out"):
        read_predictions(path)
