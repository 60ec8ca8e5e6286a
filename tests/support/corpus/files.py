"""The base table of the corpus, written in every format and layout, and what a file should give."""

import io
import json
import zipfile
from dataclasses import dataclass, field

import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

LABEL = [1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0]
A = [0.9, 0.1, 1 / 3, 0.7, 0.6, 0.2, 0.55, 0.05, 0.35, 0.8, 1e-17, 0.1 + 0.2]
B = [1.5, -0.25, 2.0, 0.125, 0.0, -1.0, 3.5, 1.0, -2.0, 0.5, -0.5, -3.0]
N = len(LABEL)
COLUMNS = {"label": LABEL, "score_a": A, "score_b": B}
ROWS = [list(COLUMNS), *zip(LABEL, A, B)]
PADDED = ["001", "1", "01", "2", "02", "3", "4", "5", "6", "7", "8", "9"]
LONG = {
    "case": [i for i in range(N) for _ in "ab"],
    "model": ["score_a", "score_b"] * N,
    "label": [value for value in LABEL for _ in "ab"],
    "score": [value for pair in zip(A, B, strict=True) for value in pair],
}


@dataclass(frozen=True)
class Case:
    """A file, the status it gets, a part of its message, and the roles chosen for it.

    exact: the sample has exactly the base table's labels and scores A and B.
    """

    content: bytes
    status: str
    says: str = ""
    roles: dict = field(default_factory=dict)
    exact: bool = False


def text(columns=None, delimiter=",", decimal=".", end="\n", header=True, quote=False) -> str:
    """A table as delimited text."""
    columns = columns or COLUMNS
    rows = [list(columns)] * header + [list(row) for row in zip(*columns.values(), strict=True)]
    cells = [[str(cell).replace(".", decimal) for cell in row] for row in rows]
    if quote:
        cells = [[f'"{cell}"' for cell in row] for row in cells]
    return end.join(delimiter.join(row) for row in cells) + end


def csv(**changed) -> bytes:
    """The base table as CSV with columns changed or added."""
    return text(COLUMNS | changed).encode()


def cell(column: str, row: int, value) -> bytes:
    """The base table as CSV with one cell changed."""
    values = list(COLUMNS[column])
    values[row] = value
    return csv(**{column: values})


def parquet(table=None, **options) -> bytes:
    out = io.BytesIO()
    pa.parquet.write_table(pa.table(COLUMNS) if table is None else table, out, **options)
    return out.getvalue()


def feather(table=None, compression="lz4") -> bytes:
    out = io.BytesIO()
    table = pa.table(COLUMNS) if table is None else table
    pyarrow.feather.write_feather(table, out, compression=compression)
    return out.getvalue()


def arrow_stream() -> bytes:
    out = io.BytesIO()
    table = pa.table(COLUMNS)
    with pa.ipc.new_stream(out, table.schema) as writer:
        writer.write_table(table)
    return out.getvalue()


def json_lines(columns=None) -> bytes:
    columns = columns or COLUMNS
    rows = zip(*columns.values(), strict=True)
    return "\n".join(json.dumps(dict(zip(columns, row, strict=True))) for row in rows).encode()


def xlsx(*sheets, hidden=(), active=0) -> bytes:
    """A workbook of sheets of rows, by default of the base table."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for i, rows in enumerate(sheets or (ROWS,)):
        sheet = book.create_sheet(f"Sheet {i + 1}")
        for row in rows:
            sheet.append(list(row))
        sheet.sheet_state = "hidden" if i in hidden else "visible"
    book.active = active
    out = io.BytesIO()
    book.save(out)
    return with_all_digits(out.getvalue())


def with_all_digits(workbook: bytes) -> bytes:
    """openpyxl writes 16 digits; Excel itself writes the 17 that a double needs."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"<v>0.3</v>", f"<v>{A[11]!r}</v>".encode()))
    return out.getvalue()


def zipped(**files) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return out.getvalue()


def numpy_file() -> bytes:
    out = io.BytesIO()
    np.save(out, np.arange(3))
    return out.getvalue()


def parquet_with(**columns) -> bytes:
    """The base table as Parquet with columns changed or added."""
    return parquet(pa.table(COLUMNS | columns))


def long(**changed) -> bytes:
    """The base table in the long layout, as CSV; a column of None is left out."""
    return text({k: v for k, v in (LONG | changed).items() if v is not None}).encode()


def long_cell(column: str, row: int, value) -> bytes:
    """The long layout with one cell changed."""
    values = list(LONG[column])
    values[row] = value
    return long(**{column: values})


def long_by_model(cases, models=("a", "b"), label=lambda model, value: value) -> bytes:
    """The long layout, all rows of one model before those of the next."""
    lines = ["case,model,label,score"]
    for model, scores in zip(models, (A, B), strict=True):
        rows = zip(cases, LABEL, scores, strict=True)
        lines += [f"{case},{model},{label(model, y)},{score}" for case, y, score in rows]
    return ("\n".join(lines) + "\n").encode()


BASE = csv()
