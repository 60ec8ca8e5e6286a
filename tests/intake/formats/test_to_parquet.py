"""A file written as Parquet for an engine is what the file gives in memory: cells, types, notes."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from costdash.intake.errors import IntakeError
from costdash.intake.formats.detect import START, UnsupportedFormatError
from costdash.intake.formats.read import detect_format, read_file, write_as_parquet
from costdash.intake.limits import Limits
from tests.support import corpus

COUNTED = ("CSV", "Parquet")
DEFAULT = Limits()
BLOCKS = Limits(line_bytes=500)  # blocks of so many bytes


def format_of(content):
    try:
        return detect_format(content[:START]).name
    except (IntakeError, UnsupportedFormatError):
        return None


CASES = {name: case for name, case in corpus.CASES.items() if format_of(case.content) in COUNTED}


def in_memory(path, limits):
    """(columns of the file, notes), or the sentence of the error."""
    try:
        read = read_file(path, limits)
    except IntakeError as error:
        return str(error)
    return read.columns.table, list(read.notes)


def through_parquet(path, limits):
    """As in_memory, by the Parquet file that an engine counts."""
    out = path.with_name("table")
    try:
        notes = write_as_parquet(path, limits, out)
        read = read_file(path if notes is None else out, limits)
    except IntakeError as error:
        return str(error)
    finally:
        assert not list(path.parent.glob("*.raw.part")) or not out.exists()
    of_names = [note for note in read.notes if note not in (notes or [])]
    return read.columns.table, [*(notes or []), *of_names]


def check_same(path, limits=DEFAULT):
    memory, parquet = in_memory(path, limits), through_parquet(path, limits)
    if isinstance(memory, str) or isinstance(parquet, str):
        assert parquet == memory
        return
    assert parquet[0].column_names == memory[0].column_names
    assert [column.to_pylist() for column in parquet[0].columns] == [
        pytest.approx(column.to_pylist(), nan_ok=True, abs=0)
        if pa.types.is_floating(column.type)
        else column.to_pylist()
        for column in memory[0].columns
    ]
    assert sorted(parquet[1]) == sorted(memory[1])


@pytest.mark.parametrize("name", CASES)
def test_every_file_of_the_corpus(name, tmp_path):
    (path := tmp_path / "file").write_bytes(CASES[name].content)
    check_same(path)


LATE = 400  # rows before the cell that changes the type of a column
LINES = {
    "a fraction": ["label,a,b", *["1,3,0.5", "0,4,0.25"] * LATE, "1,0.5,1"],
    "a word": ["label,a,b", *["1,3,0.5", "0,4,0.25"] * LATE, "1,3,high"],
    "true after 0 and 1": ["label,a,b", *["1,1,0.5", "0,0,0.25"] * LATE, "true,1,0.5"],
    "a number after true": ["label,a,b", *["true,1,0.5", "false,0,0.25"] * LATE, "5,1,0.5"],
    "a date after numbers": ["label,a,b", *["1,3,0.5", "0,4,0.25"] * LATE, "1,2024-05-01,1"],
    "times of day": ["label,a,b", *["1,0.5,2024-05-01 10:00", "0,1,2024-05-01"] * LATE],
    "late values": ["label,a,b", *["1,,0.5", "0,,0.25"] * LATE, "1,0.75,1"],
    "never a value": ["label,a,", *["1,0.5,", "0,0.25,"] * LATE],
    "percent": ["label,a,b", *["1,50%,0.5", "0,25 %,0.25"] * LATE, "1,7.5%,1"],
    "late percent": ["label,a,b", *["1,0.5,0.5", "0,0.25,1"] * LATE, "1,75%,1"],
    "decimal comma": ["label;a;b", *["1;0,5;0,25", "0;0,75;1"] * LATE, "1;,5;1"],
    "cells that are no numbers": ["label,a,b"]
    + [f"{i % 2},{i / 1000 if i % 50 else 'oops'},{i}" for i in range(2 * LATE)],
    "underscores": ["label,a,b", *["1,0.5,1_000", "0,0.25,2_000"] * LATE],
    "identifiers": ["label,a,case", *[f"{i % 2},0.{i},{i:05}" for i in range(2 * LATE)]],
    "words for missing": ["label,a,b", *["1,NA,0.5", "0,0.25,null", "NaN,0.1,0.2"] * LATE],
    "totals": ["label,a,b", *["1,0.5,1", "0,0.25,2"] * LATE, "Total,200,300"],
    "totals that are a class": ["label,a,b", *["total,0.5,1", "part,0.2,2"] * LATE, "total,1,3"],
    "no header": ["1,0.5,1", "0,0.25,2"] * LATE,
    "lines above the header": ["Report of May", "", "label,a,b", *["1,0.5,1", "0,1,2"] * LATE],
    "two of one name": ["label,a,a", *["1,0.5,1", "0,0.25,2"] * LATE],
    "blank lines": ["label,a,b", *["1,0.5,1", "", "0,0.25,2"] * LATE],
    "an uneven line": ["label,a,b", *["1,0.5,1", "0,0.25,2"] * LATE, "1,0.5", "0,1,1"],
    "quoted cells": ["label,a,note", *['1,0.5,"two\nlines"', '0,0.25,"a ""word"", too"'] * LATE],
    "a stray quotation mark": ["label,a,note", *["1,0.5,x", "0,0.25,y"] * LATE, '1,1,"open']
    + ["0,0.5,z"] * LATE,
    "swallowed lines": ["label,a,note", *["1,0.5,x"] * 9, '1,1,"open', *["0,0.5,z"] * 9, '1,0.5,z"']
    + ["0,0.5,y"] * LATE,
}


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("limits", [Limits(), BLOCKS], ids=["one block", "many blocks"])
def test_cells_that_change_what_a_column_is(name, limits, tmp_path):
    (path := tmp_path / "file").write_text("\n".join(LINES[name]) + "\n")
    check_same(path, limits)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_encodings(encoding, tmp_path):
    lines = ["größe,a,b", *["ja,0.5,1", "nein,0.25,2"] * LATE]
    (path := tmp_path / "file").write_bytes("\n".join(lines).encode(encoding))
    check_same(path)


def test_text_in_a_parquet_file_is_read_as_numbers(tmp_path):
    rng = np.random.default_rng(1)
    share = [f"{100 * x:.2f}%" for x in rng.random(3000)]
    table = pa.table({"label": ["0", "1"] * 1500, "share": share, "city": ["Rome"] * 3000})
    pq.write_table(table, path := tmp_path / "file", row_group_size=400)
    check_same(path)
    assert write_as_parquet(path, Limits(), out := tmp_path / "out")
    assert pq.read_schema(out).types == [pa.int64(), pa.float64(), pa.string()]


def test_a_parquet_file_of_numbers_needs_no_copy(tmp_path):
    table = pa.table({"label": ["no", "yes"], "score": [0.1, 0.2]})
    pq.write_table(table, path := tmp_path / "file")
    assert write_as_parquet(path, Limits(), tmp_path / "out") is None
    assert not (tmp_path / "out").exists()
