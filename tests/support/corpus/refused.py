"""Files that are rejected with a message."""

import gzip
import json
import pickle

import pyarrow as pa

from tests.support.corpus.files import (
    BASE,
    COLUMNS,
    A,
    B,
    Case,
    N,
    csv,
    feather,
    json_lines,
    long,
    long_cell,
    numpy_file,
    parquet,
    parquet_with,
    text,
    xlsx,
    zipped,
)

ROLES = {"label": "label", "positive": "1", "scores": ["score_a"]}
REFUSED = {
    "whole numbers beyond doubles": Case(
        parquet(pa.table(COLUMNS | {"score_b": [2**60 + i for i in range(12)]})),
        "error",
        "more than 15 digits",
    ),
    "whole numbers beyond 64 bits": Case(
        parquet_with(score_a=pa.array([2**64 - 1 - i for i in range(N)], pa.uint64())),
        "error",
        "more than 15 digits",
    ),
    "empty": Case(b"", "error", "file is empty"),
    "only line ends": Case(b"\n\n\n", "error", ""),
    "only a header": Case(b"label,score\n", "error", "no rows"),
    "one column": Case(b"score\n0.1\n0.2\n", "error", "only one column"),
    "prose": Case(b"It was a dark night. " * 100, "error", "only one column"),
    "prose with commas": Case(
        b"Dear all, hello\n" + b"we met.\nI, too\nso, then\nhe, she, it\na, b, c, d\n" * 20,
        "error",
        "This is no table of scores",
    ),
    "a header of more cells than all rows": Case(
        b"label,a,b\n" + b"1,0.5\n0,0.4\n" * 5, "error", "Line 2 has 2 cells"
    ),
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
    "negative weights": Case(
        csv(weight=[1, -2, *[1] * 10]),
        "error",
        "1 negative weight, the first in row 2",
        ROLES | {"weight": "weight"},
    ),
    "weights that are all zero": Case(
        csv(weight=[0] * 12), "error", "no weight above zero", ROLES | {"weight": "weight"}
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
    "blanks between columns": Case(text(delimiter=" ").encode(), "error", "separated by spaces"),
    "several blanks between columns": Case(
        text(delimiter="   ").encode(), "error", "separated by spaces"
    ),
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
