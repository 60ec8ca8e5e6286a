"""Reads logs of Inspect (.eval archives and .json): one row for each sample and epoch.

Each scorer is a column. Grades are numbers as in Inspect: C (correct) 1, P (partial) 0.5, I
(incorrect) and N (no answer) 0. The target and the plain values of the metadata are columns too.
"""

import json
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

import pyarrow as pa

from costdash.intake.formats.columnar import check_unpacked
from costdash.intake.formats.records import (
    begins_with,
    parsed,
    part_of,
    plain_cells,
    read_document,
    table_of,
)
from costdash.intake.limits import Limits

TOOL = "Inspect"
MEMBERS = (b"_journal/", b"samples/", b"summaries", b"start.json", b"header.json", b"results.json")
ZSTD = 93  # how current versions of Inspect compress
NAME_LENGTH, NAME = 26, 30  # places in the header of the first file of a zip archive
SUMMARIES = ("summaries.json", "summary.json")
GRADES = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
GRADED = "Grades of Inspect are numbers: C (correct) 1, P (partial) 0.5, I and N 0."
DOCUMENT = begins_with("eval", r"\{")


def starts_archive(start: bytes) -> bool:
    """Whether the first file of a zip archive is one of a log of Inspect."""
    length = int.from_bytes(start[NAME_LENGTH : NAME_LENGTH + 2], "little")
    return start[NAME : NAME + length].startswith(MEMBERS)


def starts_document(start: bytes) -> bool:
    """Whether a text begins as a log of Inspect in JSON."""
    return b'"status"' in start and DOCUMENT.match(start) is not None


def read_inspect_archive(file: BinaryIO, limits: Limits) -> tuple[pa.Table, list[str]]:
    """The samples of an .eval archive, from its summaries where it has them."""
    with zipfile.ZipFile(file) as packed:
        members = [packed.getinfo(name) for name in _members(packed)]
        check_unpacked(sum(member.file_size for member in members), limits)
        return _table(_samples(packed, file, members), limits)


def read_inspect_document(file: BinaryIO, limits: Limits) -> tuple[pa.Table, list[str]]:
    """The samples of a log in JSON."""
    log = read_document(file, TOOL)
    return _table(iter(log.get("samples") or ()), limits)


def _members(packed: zipfile.ZipFile) -> list[str]:
    """The files that hold the samples: all summaries, their parts of a run that goes on, or all."""
    names = packed.namelist()
    for name in SUMMARIES:
        if name in names:
            return [name]
    parts = [name for name in names if "summaries/" in name and name.endswith(".json")]
    return parts or [name for name in names if name.startswith("samples/")]


def _samples(
    packed: zipfile.ZipFile, file: BinaryIO, members: list[zipfile.ZipInfo]
) -> Iterator[Any]:
    for member in members:
        is_zstd = member.compress_type == ZSTD
        found = parsed(_unpacked_zstd(file, member) if is_zstd else packed.read(member))
        yield from found if isinstance(found, list) else (found,)


def _unpacked_zstd(file: BinaryIO, member: zipfile.ZipInfo) -> bytes:
    """A file of the archive that zipfile cannot unpack before Python 3.14.

    Raises zipfile.BadZipFile if its size or checksum is another one than stated.
    """
    file.seek(member.header_offset)
    name, extra = struct.unpack_from("<HH", file.read(NAME), NAME_LENGTH)
    file.seek(name + extra, os.SEEK_CUR)
    raw = pa.py_buffer(file.read(member.compress_size))
    with pa.input_stream(raw, compression="zstd") as stream:
        content: bytes = stream.read(member.file_size + 1)
    if len(content) != member.file_size or zlib.crc32(content) != member.CRC:
        raise zipfile.BadZipFile(member.filename)
    return content


def _table(samples: Iterator[Any], limits: Limits) -> tuple[pa.Table, list[str]]:
    graded = False

    def rows() -> Iterator[dict[str, Any]]:
        nonlocal graded
        for sample in samples:
            row, has_grades = _row(sample)
            graded |= has_grades
            yield row

    table = table_of(rows(), TOOL, limits)
    if set(table["epoch"].to_pylist()) <= {1, None}:
        table = table.drop_columns(["epoch"])
    return table, [GRADED] if graded else []


def _row(sample: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """The cells of a sample, and whether some score is a grade."""
    target = sample.get("target")
    if isinstance(target, list):
        target = target[0] if len(target) == 1 else json.dumps(target)
    row = {"id": str(sample.get("id")), "epoch": sample.get("epoch"), "target": target}
    values: dict[str, Any] = {}
    for scorer, score in part_of(sample, "scores").items():
        value = score.get("value") if isinstance(score, dict) else score
        parts = value if isinstance(value, dict) else {"": value}
        values |= {f"{scorer}.{part}" if part else scorer: of for part, of in parts.items()}
    graded = {name for name, value in values.items() if isinstance(value, str) and value in GRADES}
    cells = {name: GRADES[values[name]] if name in graded else values[name] for name in values}
    metadata = plain_cells(part_of(sample, "metadata"))
    return metadata | row | plain_cells(cells), bool(graded)
