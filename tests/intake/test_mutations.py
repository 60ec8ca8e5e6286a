"""No damage to a file loses rows, models or values without a message.

Each mutant is a good file of some format with one or more random changes: bytes, lines, quotation
marks, cells, truncation, and for workbooks and gzip also the content before it is packed. What is
read without a message must hold as many rows as there are lines (of binary files: as there were),
both models, and the values of all undamaged lines; of binary files with checksums, all values.
COSTDASH_MUTANTS sets how many mutants each format gets.
"""

import gzip
import io
import os
import random
import re
import tempfile
import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from costdash.core import Predictions
from costdash.intake import IntakeError
from costdash.intake.api import to_predictions
from costdash.intake.columns.roles import Roles
from costdash.intake.engines.columns import RESAMPLED
from costdash.intake.engines.complete_rows import ROWS_STAY_THE_SAME
from costdash.intake.engines.reduce_table import reduce_table
from costdash.intake.formats.detect import START, UnsupportedFormatError
from costdash.intake.formats.read import detect_format, read_file, read_open, write_as_parquet
from costdash.intake.limits import Limits
from costdash.intake.process.counted import open_counted, store_table
from tests.support import corpus

MUTANTS = int(os.environ.get("COSTDASH_MUTANTS", "40"))
LIMITS = Limits()
N = 60
_rng = np.random.default_rng(7)
TABLE = {
    "y": [i % 3 % 2 for i in range(N)],
    "a": [round(float(v) + i % 3 % 2 / 4, 6) for i, v in enumerate(_rng.random(N) / 2)],
    "b": [round(float(v) + i % 3 % 2 / 3, 6) for i, v in enumerate(_rng.random(N) / 2)],
}
ROWS = list(zip(map(bool, TABLE["y"]), TABLE["a"], TABLE["b"], strict=True))
CASES = [f"c{i}" for i in range(N)]  # text in which a swallowed line would pass unnoticed
STRAY = '",;\t\n\r.0-x#|\\'


TEXTS = {
    "csv": corpus.text(TABLE),
    "csv, quoted": corpus.text(TABLE, quote=True),
    "csv, CRLF": corpus.text(TABLE, end="\r\n"),
    "semicolons": corpus.text(TABLE, delimiter=";", decimal=","),
    "tsv": corpus.text(TABLE, delimiter="\t"),
    "words": corpus.text(TABLE | {"y": ["yes" if v else "no" for v in TABLE["y"]]}),
    "cases last": corpus.text(TABLE | {"case_id": CASES}),
    "cases first": corpus.text({"case_id": CASES} | TABLE),
    "remarks": corpus.text(TABLE | {"note_id": ['"two\nlines"'] * N}),
    "json lines": corpus.json_lines(TABLE).decode(),
}
BINARY = {
    "parquet": corpus.parquet(pa.table(TABLE), write_page_checksum=True),
    "feather": corpus.feather(pa.table(TABLE)),
    "xlsx": corpus.xlsx([list(TABLE), *zip(*TABLE.values(), strict=True)]),
    "gzip": gzip.compress(corpus.text(TABLE).encode(), mtime=0),
}


def with_quotes(text, places):
    for place in sorted(places, reverse=True):
        text = text[:place] + '"' + text[place:]
    return text


def damage_characters(text, rng):
    """One character inserted, removed or replaced, or the end cut off."""
    at, stray = rng.randrange(len(text)), rng.choice(STRAY)
    return rng.choice(
        (
            text[:at] + stray + text[at:],
            text[:at] + text[at + 1 :],
            text[:at] + stray + text[at + 1 :],
            text[:at],
        )
    )


def damage_lines(text, rng):
    """One line removed or written twice."""
    lines = text.splitlines(keepends=True)
    i = rng.randrange(len(lines))
    return "".join(rng.choice((lines[:i] + lines[i + 1 :], lines[: i + 1] + lines[i:])))


def damage_quotes(text, rng):
    """One or two quotation marks anywhere, or two at the beginning of cells, where they count."""
    starts = [match.end() for match in re.finditer(r"[,;\t\n]", text)] or [0]
    anywhere = rng.choices(range(len(text)), k=rng.choice((1, 2)))
    return with_quotes(text, rng.choice((anywhere, rng.choices(starts, k=2))))


def mutated_text(text, rng):
    """The text after one to three changes."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        text = rng.choice((damage_characters, damage_lines, damage_quotes))(text, rng) or "\n"
    return text


def mutated_bytes(content, rng):
    """Single bytes changed, a part removed, or the end cut off."""
    data = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(data) or 1)
        if not data:
            break
        kind = rng.choice(("flip", "flip", "set", "remove", "cut"))
        if kind == "flip":
            data[at] ^= 1 << rng.randrange(8)
        elif kind == "set":
            data[at] = rng.randrange(256)
        elif kind == "remove":
            del data[at : at + rng.choice((1, 8, 64))]
        else:
            del data[max(at, 1) :]
    return bytes(data)


def mutated_sheet(content, rng):
    """A workbook whose sheet was changed as text and packed again."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name.endswith("sheet1.xml"):
                text = part.decode()
                kind = rng.choice(("size", "number", "character"))
                if kind == "size":
                    stated = f'ref="A1:{rng.choice("ABCDZ")}{rng.randrange(1, 99)}"'
                    text = re.sub(r'ref="[^"]*"', stated, text, count=1)
                elif kind == "number":
                    one = rng.choice(list(re.finditer(r"\d+", text)))
                    text = text[: one.start()] + str(rng.randrange(99)) + text[one.end() :]
                else:
                    at = rng.randrange(len(text))
                    text = text[:at] + rng.choice('ABC019<>/"r') + text[at + 1 :]
                part = text.encode()
            new.writestr(name, part)
    return out.getvalue()


def open_as_parquet(content):
    """The table of a file too large for memory, which passes through a Parquet file."""
    with tempfile.TemporaryDirectory() as folder:
        (path := Path(folder) / "file").write_bytes(content)
        if not detect_format(content[:START]).to_parquet:
            raise IntakeError("not counted")
        notes = write_as_parquet(path, LIMITS, path.with_name("table"))
        return replace(read_file(path.with_name("table")), notes=tuple(notes))


def read(content, opened=lambda content: read_open(io.BytesIO(content), LIMITS)):
    """(predictions, messages) of a file, or None if it is rejected."""
    try:
        table = opened(content)
        sample, _, messages = to_predictions(table, Roles(), LIMITS)
    except (IntakeError, UnsupportedFormatError):
        return None
    return sample, messages


def check_rows_and_models(content, rows, *opened):
    """The sample, if a file is read without a message; it then has all rows and models."""
    found = read(content, *opened)
    if found is None or found[1]:
        return None
    sample = found[0]
    assert sample.rows == rows, f"{sample.rows} of {rows} rows"
    assert len(sample.scores) == 2, f"models {list(sample.scores)}"
    return sample


def check_values(sample, intact):
    """Each of these rows of TABLE, by its number, is in the sample with its label and scores."""
    read_rows = Counter(zip(sample.is_positive.tolist(), *map(list, sample.scores.values())))
    lost = Counter(ROWS[i] for i in intact) - read_rows
    assert not lost, f"{lost.total()} undamaged rows have other values, such as {next(iter(lost))}"


def read_by_engine(content):
    """(single rows, messages) of a file whose rows DuckDB counts, or None if it is rejected.

    So few distinct scores are all thresholds of the groups, which then are the rows.
    """
    with tempfile.TemporaryDirectory() as folder:
        (path := Path(folder) / "file").write_bytes(content)
        stored, about = path.with_name("table"), path.with_name("about.json")
        try:
            if not detect_format(content[:START]).to_parquet:
                return None
            store_table(path, stored, about, LIMITS, None)
            counted = reduce_table(open_counted(stored, about, "file", LIMITS), Roles(), LIMITS)
        except (IntakeError, UnsupportedFormatError):
            return None
    groups = counted.predictions
    if "All curves are exact" not in counted.messages[0]:
        return None
    times = groups.groups.times
    rows = Predictions(
        is_positive=np.repeat(groups.is_positive, times),
        scores={name: np.repeat(score, times) for name, score in groups.scores.items()},
    )
    assert rows.rows == groups.groups.rows
    return rows, counted.messages[1:]


def check_engine(content):
    """What an engine counts are the rows that memory holds, with the same messages.

    A file may be rejected by the engine only, never read by the engine only.
    """
    found, by_engine = read(content), read_by_engine(content)
    TALLY["read" if by_engine else "rejected by both" if found is None else "by engine"] += 1
    if by_engine is None:
        return
    assert found is not None, "memory rejects what the engine reads"
    (rows, messages), (counted, its_messages) = found, by_engine
    TALLY["with a message"] += bool(messages)
    messages = [text for text in messages if not text.endswith(RESAMPLED)]  # needs single rows
    assert messages == [text for text in its_messages if text != ROWS_STAY_THE_SAME]
    assert list(rows.scores) == list(counted.scores)
    in_memory, in_engine = (
        Counter(zip(one.is_positive.tolist(), *(s.tolist() for s in one.scores.values())))
        for one in (rows, counted)
    )
    assert in_memory == in_engine, "other rows"


def rows_of(text, original):
    """The number of rows that the lines of a mutant hold."""
    lines = [line for line in re.split(r"\r\n|\r|\n", text) if line.strip('"')]
    if original == TEXTS["remarks"]:
        return sum(line.count(",") > 2 for line in lines) - 1
    if original == TEXTS["json lines"]:  # JSON allows line ends inside an object
        return text.count("{")
    if original == TEXTS["csv, quoted"]:  # a line end at the edge of a quoted number is no row
        return text.count(",") // 2 - 1
    return len(lines) - 1


def check_text(text, original, *opened):
    """A damaged text has all rows, models and the values of undamaged lines, or a message."""
    sample = check_rows_and_models(text.encode(), rows_of(text, original), *opened)
    if sample is None or original == TEXTS["remarks"]:
        return
    header = original != TEXTS["json lines"]
    place = {line: i - header for i, line in enumerate(original.splitlines()) if i >= header}
    check_values(sample, [place[line] for line in text.splitlines() if line in place])


def check_binary(content, checksums):
    """A damaged binary file has all rows and models, or a message; with checksums all values."""
    sample = check_rows_and_models(content, N)
    if sample is not None and checksums:
        check_values(sample, range(N))


TALLY = Counter()  # of files that an engine was given
CHECKS = {
    **{
        name: lambda rng, text=text: check_text(mutated_text(text, rng), text)
        for name, text in TEXTS.items()
    },
    **{
        f"{name}, counted": lambda rng, text=text: check_text(
            mutated_text(text, rng), text, open_as_parquet
        )
        for name, text in TEXTS.items()
        if name != "json lines"
    },
    **{
        f"{name}, by an engine": lambda rng, text=text: check_engine(
            mutated_text(text, rng).encode()
        )
        for name, text in TEXTS.items()
        if name != "json lines"
    },
    "parquet, by an engine": lambda rng: check_engine(mutated_bytes(BINARY["parquet"], rng)),
    **{
        name: lambda rng, name=name: check_binary(
            mutated_bytes(BINARY[name], rng), checksums=name in ("xlsx", "gzip", "parquet")
        )
        for name in BINARY
    },
    "sheet": lambda rng: check_binary(mutated_sheet(BINARY["xlsx"], rng), checksums=False),
}


@pytest.mark.parametrize("name", [*TEXTS, *BINARY])
def test_an_undamaged_file_is_read_whole(name):
    content = BINARY[name] if name in BINARY else TEXTS[name].encode()
    check_values(check_rows_and_models(content, N), range(N))


@pytest.mark.parametrize("name", CHECKS)
def test_damage_loses_nothing_without_a_message(name):
    mutants = MUTANTS
    if "engine" in name:
        pytest.importorskip("duckdb", reason="needs the extra costdash[duckdb]")
        mutants = max(MUTANTS // 4, 1)  # which take ten times as long
    for seed in range(mutants):
        try:
            CHECKS[name](random.Random(f"{name} {seed}"))
        except AssertionError as error:
            pytest.fail(f"mutant {seed} of {name}: {error}")
