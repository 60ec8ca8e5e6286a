"""Files as people and machines write them: honest, odd and hostile, with what becomes of each."""

import gzip
import io
import json
import pickle
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
COLUMNS = {"label": LABEL, "score_a": A, "score_b": B}


@dataclass(frozen=True)
class Case:
    """A file, the status it gets, a part of its sentence, and the roles chosen for it.

    same is whether exactly the scores A and B are drawn from it.
    """

    content: bytes
    status: str
    says: str = ""
    roles: dict = field(default_factory=dict)
    same: bool = False


def text(columns=None, delimiter=",", decimal=".", end="\n", header=True, quote=False) -> str:
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


def xlsx(*sheets, columns=None) -> bytes:
    """A workbook of sheets of rows; of the base table where none are given."""
    columns = columns or COLUMNS
    rows = [list(columns), *zip(*columns.values(), strict=True)]
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, sheet in enumerate(sheets or (rows,), start=1):
        page = book.create_sheet(f"Sheet{number}")
        for row in sheet:
            page.append(list(row))
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


BASE = csv()
SAME = {
    "csv": BASE,
    "csv with CRLF": text(end="\r\n").encode(),
    "csv with CR": text(end="\r").encode(),
    "csv without an end of line": BASE.rstrip(b"\n"),
    "csv with blank lines": BASE.replace(b"\n", b"\n\n"),
    "csv all quoted": text(quote=True).encode(),
    "tsv": text(delimiter="\t").encode(),
    "semicolons": text(delimiter=";").encode(),
    "bars": text(delimiter="|").encode(),
    "decimal comma and semicolons": text(delimiter=";", decimal=",").encode(),
    "decimal comma and tabs": text(delimiter="\t", decimal=",").encode(),
    "decimal comma, quoted, between commas": text(decimal=",", quote=True).encode(),
    "utf-8 with mark": b"\xef\xbb\xbf" + BASE,
    "utf-16 with mark": text().encode("utf-16"),
    "utf-16 little endian without mark": text().encode("utf-16-le"),
    "utf-16 big endian without mark": text().encode("utf-16-be"),
    "a delimiter at the end of each row": BASE.replace(b"\n", b",\n"),
    "gzipped csv": gzip.compress(BASE),
    "gzipped tsv with decimal comma": gzip.compress(text(delimiter="\t", decimal=",").encode()),
    "gzipped parquet": gzip.compress(parquet()),
    "parquet": parquet(),
    "parquet with zstd": parquet(compression="zstd"),
    "parquet in many groups": parquet(row_group_size=2),
    "parquet of dictionaries": parquet(
        pa.table(COLUMNS | {"label": pa.array(map(str, LABEL)).dictionary_encode()})
    ),
    "feather": feather(),
    "feather uncompressed": feather(compression="uncompressed"),
    "feather of large strings": feather(
        pa.table(COLUMNS | {"label": pa.array(map(str, LABEL), pa.large_string())})
    ),
    "arrow stream": arrow_stream(),
    "json lines": json_lines(),
    "json lines with mark": b"\xef\xbb\xbf" + json_lines(),
    "xlsx": xlsx(),
    "excel's line that names the delimiter": b"sep=;\n" + text(delimiter=";").encode(),
    "names of rows as R writes them": b"\n".join(
        b",".join([str(i).encode()] * (i > 0) + [line]) for i, line in enumerate(BASE.splitlines())
    ),
    "an index as pandas writes it": csv() and text({"": range(12), **COLUMNS}).encode(),
    "labels -1 and 1": csv(label=[2 * value - 1 for value in LABEL]),
    "labels 1.0 and 0.0": csv(label=[float(value) for value in LABEL]),
    "labels true and false": csv(label=[str(value == 1).lower() for value in LABEL]),
    "labels True and False": csv(label=[value == 1 for value in LABEL]),
    "labels yes and no": csv(label=["yes" if value else "no" for value in LABEL]),
    "labels + and -": csv(label=["+" if value else "-" for value in LABEL]),
    "labels pos and neg": csv(label=["pos" if value else "neg" for value in LABEL]),
    "labels with blanks around": csv(label=[f" {value} " for value in LABEL]),
    "a label by its values": text({"group1": LABEL, "a": A, "score_b": B}).encode(),
    "an identifier": csv(customer_id=[f"c{i}" for i in range(12)]),
    "an amount and a date": csv(amount=[9.5] * 12, date=["2024-02-29"] * 12),
    "text between quotes with line ends": csv(remark=['"one\ntwo, ""three"""'] * 12),
}

LONG = {
    "case": [i for i in range(12) for _ in "ab"],
    "model": ["score_a", "score_b"] * 12,
    "label": [value for value in LABEL for _ in "ab"],
    "score": [value for pair in zip(A, B, strict=True) for value in pair],
}


def long(**changed) -> bytes:
    return text({k: v for k, v in (LONG | changed).items() if v is not None}).encode()


def long_cell(column: str, row: int, value) -> bytes:
    values = list(LONG[column])
    values[row] = value
    return long(**{column: values})


TELLS = {
    "latin-1": Case(
        csv(remark=["Käse"] * 12).decode().encode("latin-1"), "warning", "latin-1", same=True
    ),
    "a title above": Case(b"Scores of May\n\n" + BASE, "warning", "table: 1 line.", same=True),
    "comments above": Case(b"# a\n# b\n" + BASE, "warning", "table: 2 lines", same=True),
    "a row of totals": Case(BASE + b"Total,6,1.5\n", "warning", "row of totals", same=True),
    "a name twice": Case(BASE.replace(b"score_b", b"score_a"), "warning", "more than one column"),
    "an empty name": Case(BASE.replace(b"score_b", b""), "choose", "without a name"),
    "percent signs": Case(csv(score_a=[f"{100 * a:.1f}%" for a in A]), "warning", "percent"),
    "thousands": Case(
        csv(score_b=[f'"{1000 * b + 9000:,.0f}"' for b in B]), "warning", "1,234 was read as 1234"
    ),
    "a missing label": Case(cell("label", 3, ""), "warning", "1 row without a label"),
    "a label of NaN": Case(
        parquet(pa.table(COLUMNS | {"label": [None, *map(float, LABEL[1:])]})),
        "warning",
        "1 row without a label",
    ),
    "a missing score": Case(
        cell("score_b", 0, ""), "warning", "Model score_b has no usable score in 1 row (1 missing)"
    ),
    "a score of NaN": Case(cell("score_a", 0, "NaN"), "warning", "the 11 rows of 12"),
    "an infinite score": Case(cell("score_a", 0, "inf"), "warning", "1 infinite"),
    "a score of -Infinity": Case(cell("score_a", 0, "-Infinity"), "warning", "1 infinite"),
    "an overflow": Case(cell("score_a", 0, "1e999"), "warning", "1 infinite"),
    "scores marked missing in other ways": Case(
        csv(score_a=["NA", "?", "None", "null", *A[4:]]), "warning", "4 missing"
    ),
    "a bad cell among numbers": Case(
        csv(score_a=[*A[:10], 0.4, "oops"], label=LABEL),
        "warning",
        "1 cell that is not a number, “oops” (row 12 of the data)",
    ),
    "a model without scores": Case(csv(score_b=[""] * 12), "warning", "is left out"),
    "a constant score": Case(csv(score_b=[0.5] * 12), "warning", "the same score"),
    "a flipped score": Case(csv(score_b=[-b for b in B]), "warning", "below 0.5"),
    "three classes, one chosen": Case(
        csv(label=["a", "b", "c"] * 4),
        "warning",
        "all others (b and c)",
        {"label": "label", "positive": "a", "scores": ["score_a"]},
    ),
    "labels in several cases": Case(
        csv(label=["Yes" if v else ("no", "No")[i % 2] for i, v in enumerate(LABEL)]),
        "warning",
        "differ only in case",
        same=True,
    ),
    "weights not chosen": Case(csv(weight=[2] * 12), "warning", "looks like weights", same=True),
    "zero weights": Case(
        csv(weight=[0, *[1.5] * 11]),
        "warning",
        "whose weight is zero",
        {"label": "label", "positive": "1", "scores": ["score_a"], "weight": "weight"},
    ),
    "folds with gaps": Case(csv(fold=["", *[1] * 11]), "warning", "no folds", same=True),
    "whole numbers beyond doubles": Case(
        parquet(pa.table(COLUMNS | {"score_b": [2**60 + i for i in range(12)]})),
        "warning",
        "more than 15 digits",
    ),
    "no names": Case(text(header=False).encode(), "choose", "column 1"),
    "lists in a column": Case(
        parquet(pa.table(COLUMNS | {"history": [[1, 2]] * 12})),
        "warning",
        "neither numbers nor text",
        same=True,
    ),
    "two sheets": Case(
        xlsx([["label", "score"], *zip(LABEL, A, strict=True)], [["note", 1]]),
        "warning",
        "“Sheet1” was read",
    ),
    "a sheet with a title": Case(
        xlsx([["Scores of May"], [], list(COLUMNS), *zip(*COLUMNS.values(), strict=True)]),
        "ok",
        same=True,
    ),
    "long": Case(long(), "ok", same=True),
    "long, shuffled": Case(
        text({name: values[::-1] for name, values in LONG.items()}).encode(), "ok"
    ),
    "long without a case": Case(long(case=None), "warning", "paired by their order", same=True),
    "long with a lacking row": Case(
        long().replace(b"5,score_b,0,-1.0\n", b""), "warning", "no row for 1 case (5)"
    ),
    "long with a double": Case(
        long() + b"3,score_b,1,0.125\n",
        "warning",
        "1 repeated row of the same case and model (3)",
        same=True,
    ),
    "calls of two words": Case(
        csv(label=["pos" if v else "neg" for v in LABEL], rule=["pos", "neg"] * 6), "ok"
    ),
}

ASKS = {
    "good and bad": Case(
        csv(label=["good" if v else "bad" for v in LABEL]), "choose", "taken as positive"
    ),
    "labels 1 and 2": Case(csv(label=[v + 1 for v in LABEL]), "choose", "greater of two numbers"),
    "three classes": Case(csv(label=["a", "b", "c"] * 4), "choose", "Which one is positive?"),
    "no label": Case(text({"score_a": A, "score_b": B}).encode(), "choose", "Choose the one"),
    "two labels": Case(
        text({"u": LABEL, "v": LABEL[::-1], "score": A}).encode(),
        "choose",
        "could be the label: u and v",
    ),
    "no score": Case(
        text({"label": LABEL, "city": ["Bern", "Rome", "Oslo"] * 4}).encode(),
        "choose",
        "No column of scores",
    ),
    "scores or features": Case(csv(height=[170.5 + a for a in A]), "choose", "outside 0 to 1"),
    "whole numbers beside scores": Case(csv(visits=[3, 5] * 6), "choose", "not taken as scores"),
    "300 columns": Case(
        csv(**{f"s{i}": A for i in range(300)}), "choose", "303 columns, more than 200"
    ),
    "two scores in the long layout": Case(
        long(prob=LONG["score"]), "choose", "could hold the models' scores"
    ),
}

ROLES = {"label": "label", "positive": "1", "scores": ["score_a"]}
REFUSED = {
    "empty": Case(b"", "error", "file is empty"),
    "only line ends": Case(b"\n\n\n", "error", ""),
    "only a header": Case(b"label,score\n", "error", "no rows"),
    "one column": Case(b"score\n0.1\n0.2\n", "error", "only one column"),
    "prose": Case(b"It was a dark night. " * 100, "error", "only one column"),
    "a short row": Case(BASE + b"1,0.5\n", "error", "Line 14 has 2 cells, but the header has 3"),
    "a long row": Case(BASE + b"1,0.5,1,2\n", "error", "Line 14 has 4 cells"),
    "a short row after lines in quotes": Case(
        csv(remark=['"one\ntwo"'] * 12) + b"1,0.5\n", "error", "Line 26 has 2 cells"
    ),
    "an open quotation mark": Case(BASE + b'1,"0.5,2\n' + b"1,2,3\n" * 20, "error", "cells"),
    "a line of 2 MB": Case(csv(remark=["x" * 2_000_000] + ["y"] * 11), "error", "longer than 1 MB"),
    "a first line of 2 MB": Case(b"x" * 2_000_000, "error", "longer than 1 MB"),
    "a long name": Case(BASE.replace(b"score_b", b"b" * 1001), "error", "1,000 characters"),
    "one class": Case(csv(label=[1] * 12), "error", "Curves need both classes"),
    "labels all missing": Case(csv(label=[""] * 12), "choose", "No column could be recognised"),
    "negative weights": Case(
        csv(weight=[1, -2, *[1] * 10]),
        "error",
        "1 negative weight, the first in row 2",
        ROLES | {"weight": "weight"},
    ),
    "weights of text": Case(
        csv(weight=["heavy"] * 12), "error", "cannot be the weight", ROLES | {"weight": "weight"}
    ),
    "a column that is not there": Case(
        BASE, "error", "no column “nowhere”", {"label": "nowhere", "scores": ["score_a"]}
    ),
    "a value that is not there": Case(BASE, "error", "no value “2”", ROLES | {"positive": "2"}),
    "a column in two parts": Case(
        BASE, "error", "chosen for two roles", ROLES | {"weight": "score_a"}
    ),
    "scores of text": Case(
        csv(city=["Bern", "Rome"] * 6),
        "error",
        "holds text such as “Bern”",
        ROLES | {"scores": ["city"]},
    ),
    "no complete row": Case(
        csv(score_a=[*A[:6], *[""] * 6], score_b=[*[""] * 6, *B[6:]]), "error", "No row is complete"
    ),
    "long with labels in conflict": Case(
        long_cell("label", 1, 0), "error", "The label differs between the rows of 1 case (0)"
    ),
    "long with different scores": Case(
        long() + b"3,score_b,1,0.5\n", "error", "more than one score by the same model"
    ),
    "long without a case and of unequal length": Case(
        long(case=None).rsplit(b"score_b", 1)[0], "error", "different numbers of rows"
    ),
    "pickle": Case(pickle.dumps(COLUMNS), "error", "Python pickle"),
    "pickle of protocol 0": Case(pickle.dumps([1, 2], protocol=0), "error", "Python pickle"),
    "gzipped pickle": Case(gzip.compress(pickle.dumps(COLUMNS)), "error", "Python pickle"),
    "zip": Case(zipped(scores=BASE), "error", "a zip archive"),
    "word": Case(zipped(word__document="x"), "error", "a Word document"),
    "opendocument": Case(zipped(**{"content.xml": "x"}), "error", "an OpenDocument file"),
    "npz": Case(zipped(**{"a.npy": numpy_file()}), "error", "a NumPy archive"),
    "npy": Case(numpy_file(), "error", "a NumPy file"),
    "hdf5": Case(b"\x89HDF\r\n\x1a\n" + bytes(100), "error", "an HDF5 file"),
    "pdf": Case(b"%PDF-1.7\n%\xe2\xe3", "error", "a PDF document"),
    "png": Case(b"\x89PNG\r\n\x1a\n" + bytes(50), "error", "an image"),
    "jpeg": Case(b"\xff\xd8\xff\xe0" + bytes(50), "error", "an image"),
    "old excel": Case(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "error", "old Excel"),
    "sqlite": Case(b"SQLite format 3\x00" + bytes(100), "error", "an SQLite database"),
    "bzip2": Case(b"BZh91AY&SY\x00\x01", "error", "a bzip2 archive"),
    "xz": Case(b"\xfd7zXZ\x00\x00\x04", "error", "an xz archive"),
    "zstd": Case(b"\x28\xb5\x2f\xfd\x04\x00", "error", "a zstd archive"),
    "tar": Case(bytes(257) + b"ustar\x0000" + bytes(300), "error", "a tar archive"),
    "elf": Case(b"\x7fELF\x02\x01\x01" + bytes(60), "error", "a program"),
    "html": Case(b"<!DOCTYPE html><table><tr><td>1</td></table>", "error", "an HTML or XML"),
    "xml": Case(b"<?xml version='1.0'?><a/>", "error", "an HTML or XML document"),
    "one json document": Case(json.dumps([{"label": 1, "score": 0.5}]).encode(), "error", "JSON"),
    "bytes of no kind": Case(bytes(range(256)) * 8, "error", "unknown kind"),
    "text with NULs further on": Case(BASE * 100 + b"\x00\x00", "error", "binary data"),
    "half of a utf-16 letter": Case(text().encode("utf-16")[:-1], "error", "UTF-16"),
    "gzip cut off": Case(gzip.compress(BASE)[:-12], "error", "cut off"),
    "gzip with a wrong byte": Case(
        gzip.compress(BASE)[:40] + b"\x00" + gzip.compress(BASE)[41:], "error", "damaged"
    ),
    "gzip in gzip": Case(gzip.compress(gzip.compress(BASE)), "error", "gzip inside gzip"),
    "gzip of nothing": Case(gzip.compress(b""), "error", "file is empty"),
    "parquet cut off": Case(parquet()[:-20], "error", "damaged"),
    "parquet without a footer": Case(b"PAR1" + bytes(100) + b"PAR1", "error", "damaged"),
    "parquet without rows": Case(parquet(pa.table(COLUMNS).slice(0, 0)), "error", "no rows"),
    "parquet of lists only": Case(parquet(pa.table({"a": [[1]]})), "error", "no columns of"),
    "encrypted parquet": Case(b"PARE" + bytes(100) + b"PARE", "error", "encrypted Parquet"),
    "feather cut off": Case(feather()[:-30], "error", "damaged"),
    "feather of version 1": Case(b"FEA1" + bytes(80) + b"FEA1", "error", "old version 1"),
    "json with a broken line": Case(json_lines() + b'\n{"label": 1,', "error", "JSON lines"),
    "json with a key twice": Case(b'{"a": 1, "a": 2}\n', "error", "same key twice"),
    "json of mixed kinds": Case(b'{"a": 1}\n{"a": "x"}\n', "error", "text or a list"),
    "xlsx cut off": Case(xlsx()[:-100], "error", "damaged"),
    "an empty workbook": Case(xlsx([]), "error", "no filled cells"),
    "a workbook with only a header": Case(xlsx([["label", "score"]]), "error", "no rows"),
    "a workbook that is no workbook": Case(
        zipped(xl__workbook="x", **{"xl/workbook.xml": "<a>"}), "error", "damaged"
    ),
}

CASES = {name: Case(content, "ok", same=True) for name, content in SAME.items()}
CASES |= TELLS | ASKS | REFUSED
