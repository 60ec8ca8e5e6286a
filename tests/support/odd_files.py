"""More files as spreadsheets, pipelines and people write them, beside those of the corpus."""

import codecs
import datetime
import io
import json
from decimal import Decimal

import numpy as np
import openpyxl
import pyarrow as pa

from tests.support.corpus import (
    COLUMNS,
    LABEL,
    A,
    B,
    Case,
    cell,
    csv,
    json_lines,
    parquet,
    text,
    with_all_digits,
)

N = len(LABEL)
ROWS = [list(COLUMNS), *zip(LABEL, A, B)]
EXACT = [f"{a!r}" for a in A]


def workbook(*sheets, hidden=(), active=0) -> bytes:
    """An .xlsx of sheets of rows."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for i, rows in enumerate(sheets):
        sheet = book.create_sheet(f"Sheet {i + 1}")
        for row in rows:
            sheet.append(list(row))
        sheet.sheet_state = "hidden" if i in hidden else "visible"
    book.active = active
    out = io.BytesIO()
    book.save(out)
    return with_all_digits(out.getvalue())


def long(cases, models=("a", "b"), label=lambda model, value: value) -> bytes:
    """The base table in the long layout."""
    lines = ["case,model,label,score"]
    for model, scores in zip(models, (A, B), strict=True):
        rows = zip(cases, LABEL, scores, strict=True)
        lines += [f"{case},{model},{label(model, y)},{score}" for case, y, score in rows]
    return ("\n".join(lines) + "\n").encode()


def wider(**columns) -> bytes:
    return parquet(pa.table(COLUMNS | columns))


PADDED = ["001", "1", "01", "2", "02", "3", "4", "5", "6", "7", "8", "9"]
FORMULA = [list(row) for row in ROWS]
FORMULA[3][2] = "=B4*2"
FLIPPED = [["label", "score_x"], *([1 - y, b] for y, b in zip(LABEL, B))]
GERMAN = [f"{1000 * a + 9000:,.1f}".translate(str.maketrans(",.", ".,")) for a in A]

FINE = {
    "excel's line in capitals": b"SEP=;\r\n" + text(delimiter=";", decimal=",").encode(),
    "a line that names the bar": b'"sep=|"\n' + text(delimiter="|").encode(),
    "utf-32": text().encode("utf-32"),
    "two marks of byte order": codecs.BOM_UTF8 * 2 + text().encode(),
    "other delimiters inside quoted cells": csv(note=['"a;b|c\td"'] * N),
    "mixed ends of lines": text().encode().replace(b"\n", b"\r\n", 4),
    "plus signs": csv(score_a=[f"+{a!r}" for a in A]),
    "a typesetter's minus": csv(score_b=[str(b).replace("-", "\u2212") for b in B]),
    "comma and point by turns": text(
        COLUMNS | {"score_a": [a.replace(".", ",") if i % 2 else a for i, a in enumerate(EXACT)]},
        delimiter=";",
    ).encode(),
    "numbers as text in json": json_lines({k: list(map(str, v)) for k, v in COLUMNS.items()}),
    "numbers as text in parquet": wider(score_a=EXACT, score_b=list(map(str, B))),
    "numbers as text in excel": workbook(
        [ROWS[0], *([str(y), repr(a), b] for y, a, b in ROWS[1:])]
    ),
    "an empty sheet first": workbook([], ROWS),
    "labels with a hard space": csv(label=["yes\xa0" if y else "no" for y in LABEL]),
    "labels 01 and 00": csv(label=[f"0{y}" for y in LABEL]),
    "labels 1e0 and 0e0": csv(label=[f"{y}e0" for y in LABEL]),
    "labels as categories": wider(
        label=pa.array(["yes" if y else "no" for y in LABEL]).dictionary_encode()
    ),
    "scores as categories": wider(score_a=pa.array(A).dictionary_encode()),
    "timestamps beside": wider(
        when=pa.array([datetime.datetime(2024, 1, 1 + i) for i in range(N)])
    ),
    "durations beside": wider(took=[datetime.timedelta(seconds=i) for i in range(N)]),
    "days as whole numbers beside": csv(date=[20240101 + i for i in range(N)]),
    "seconds since 1970 beside": csv(timestamp=[1.7e9 + i / 2 for i in range(N)]),
    **{f"parquet with {c}": parquet(compression=c) for c in ("snappy", "gzip", "brotli", "lz4")},
    "cases 001 and 1": long(PADDED),
    "models named by numbers": long(range(N), models=(1, 2)),
    "a label in one model's rows only": long(range(N), label=lambda m, y: y if m == "a" else ""),
    "json with CRLF": json_lines().replace(b"\n", b"\r\n"),
    "half precision": wider(score_a=pa.array(np.array(A, np.float16))),
    "decimals": wider(score_a=pa.array([Decimal(str(round(a, 6))) for a in A])),
}
CHANGED = {
    "text cases 001 and 1",
    "half precision",
    "decimals",
    "cases 001 and 1",
    "models named by numbers",
}
CHANGED |= {"a label in one model's rows only"}

TOLD = {
    "three decimals and a bad cell": Case(
        csv(score_a=[f"{a:.3f}" for a in A[:-1]] + ["x"]), "warning", "taken as missing"
    ),
    "points between thousands": Case(
        text(COLUMNS | {"score_a": GERMAN}, delimiter=";").encode(), "warning", "1.234 was read as"
    ),
    "percent by turns": Case(
        csv(score_a=[f"{100 * a:.1f}%" if i % 2 else a for i, a in enumerate(A)]),
        "warning",
        "85% was read as 0.85",
    ),
    "a score in dollars": Case(csv(score_b=[f"${b}" for b in B]), "warning", "such as “$1.5”"),
    "a score in brackets": Case(csv(score_a=[f"[{a}]" for a in A]), "warning", "such as “[0.9]”"),
    "minus as brackets": Case(
        csv(score_b=[f"({-b})" if b < 0 else b for b in B]), "warning", "such as “(0.25)”"
    ),
    "an exponent of Fortran's": Case(
        csv(score_a=[f"{a:.3E}".replace("E", "D") for a in A]),
        "warning",
        "was not taken as a score",
    ),
    "days that are named as a score": Case(
        csv(score_date=[f"2024-01-{i + 1:02d}" for i in range(N)]), "warning", "“2024-01-01”"
    ),
    "minus 999 among probabilities": Case(
        cell("score_a", 0, -999), "warning", "has the score -999 in 1 row"
    ),
    "gaps in many models": Case(
        csv(**{f"score_{i}": [*A[:i], "", *A[i + 1 :]] for i in range(7)}),
        "warning",
        "7 models have no usable score in some rows: score_0 in 1, score_1 in 1,",
    ),
    "a column twice": Case(csv(score_c=B), "warning", "Models score_b and score_c give the same"),
    "a score that is the label": Case(csv(score_c=LABEL), "warning", "score_c is the label itself"),
    "whole numbers beyond 64 bits": Case(
        wider(score_a=pa.array([2**64 - 1 - i for i in range(N)], pa.uint64())),
        "warning",
        "more than 15 digits",
    ),
    "a hidden sheet first": Case(
        workbook(FLIPPED, ROWS, hidden={0}, active=1), "warning", "“Sheet 2” was read", same=True
    ),
    "a formula without a value": Case(
        workbook(FORMULA), "warning", "Formulas without a value in 1 cell"
    ),
    "an error in a cell": Case(
        workbook([ROWS[0], (1, "#NAME?", 1.5), *ROWS[2:]]), "warning", "“#NAME?” (row 1 of"
    ),
    "a structure beside": Case(
        wider(pred=pa.array([{"a": a} for a in A])), "warning", "left out: pred", same=True
    ),
    "scores in a structure": Case(
        json_lines({"label": LABEL, "scores": [{"a": a} for a in A]}), "choose", "left out: scores"
    ),
    "a note below the table": Case(
        workbook([*ROWS, [], ["Source: us"]]), "choose", "1, 0 and Source: us"
    ),
    "text cases 001 and 1, chosen": Case(
        json_lines(
            {
                "loan": PADDED * 2,
                "model": ["a"] * N + ["b"] * N,
                "label": LABEL * 2,
                "score": [*A, *B],
            }
        ),
        "ok",
        roles={"case_id": "loan"},
    ),
    "cases 001 and 1 under another name, chosen": Case(
        long(PADDED).replace(b"case,", b"loan,", 1), "ok", roles={"case_id": "loan"}
    ),
    "a header twice": Case(text().encode() * 2, "choose", "1, 0 and label"),
    "totals without a name": Case(
        text({name: [*v, sum(v)] for name, v in COLUMNS.items()}).encode(), "choose", "1, 0 and 5"
    ),
    "labels as shares": Case(csv(label=[round(a, 2) for a in A]), "choose", "Choose the one that"),
    "blanks between columns": Case(text(delimiter=" ").encode(), "error", "only one column"),
    "a remark at the end": Case(text().encode() + b"# end\n", "error", "Line 14 has 1 cell"),
    "an array of json": Case(
        json.dumps([{"label": 1, "score": 0.5}]).encode(), "error", "one JSON document"
    ),
    "numbers as lines of json": Case(b"1\n2\n3\n", "error", "only one column"),
    "svmlight": Case(b"1 1:0.5 2:1.5\n0 1:0.25 2:0\n", "error", "only one column"),
    "arff": Case(
        b"@relation x\n@attribute label {0,1}\n@attribute score numeric\n@data\n1,0.5\n0,0.25\n",
        "error",
        "only one column",
    ),
}

CASES = {name: Case(file, "ok", same=name not in CHANGED) for name, file in FINE.items()} | TOLD
REFUSED = [name for name, case in TOLD.items() if case.status == "error"]
