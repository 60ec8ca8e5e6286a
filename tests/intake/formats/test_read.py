"""Numbers are read exactly, and reading raises nothing but IntakeError."""

import contextlib
import gzip
import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from costdash.intake import IntakeError, read_predictions, read_with_messages
from costdash.intake.api import to_predictions
from costdash.intake.columns.roles import Roles
from costdash.intake.formats import read
from costdash.intake.formats.read import Format, read_file, read_open
from costdash.intake.limits import Limits
from tests.support import corpus

FORMATS = {
    "csv": lambda table: corpus.text(table).encode(),
    "tsv": lambda table: corpus.text(table, delimiter="\t", decimal=",").encode(),
    "gzip": lambda table: gzip.compress(corpus.text(table).encode()),
    "parquet": lambda table: corpus.parquet(pa.table(table)),
    "feather": lambda table: corpus.feather(pa.table(table)),
    "json lines": corpus.json_lines,
}
FINITE = st.floats(allow_nan=False, allow_infinity=False)
LIMITS = Limits()


def predictions(content, roles=None):
    return to_predictions(read_open(io.BytesIO(content), LIMITS), roles or Roles(), LIMITS)[0]


@given(st.lists(FINITE, min_size=4, max_size=30))
@example([0.1, 0.1 + 2**-56, 1 / 3, 5e-324, 1.7976931348623157e308, -0.0])
@settings(max_examples=60)
def test_every_format_gives_the_same_doubles(score):
    score = [*score, 0.5]  # with decimal commas, a column of nothing but 1,125 may be thousands
    table = {"label": [i % 2 for i in range(len(score))], "score": score}
    for name, write in FORMATS.items():
        read = predictions(write(table)).scores["score"]
        np.testing.assert_array_equal(read, np.array(score), err_msg=name)


def test_a_workbook_gives_the_same_doubles():
    samples = [predictions(content) for content in (corpus.xlsx(), corpus.parquet())]
    for name in ("score_a", "score_b"):
        np.testing.assert_array_equal(*(one.scores[name] for one in samples))


def check_only_intake_errors(content):
    with contextlib.suppress(IntakeError):
        to_predictions(read_open(io.BytesIO(content), LIMITS), Roles(), LIMITS)


@given(st.binary(max_size=300))
@settings(max_examples=300)
def test_any_bytes_are_read_or_rejected(content):
    check_only_intake_errors(content)


@given(st.text("01.,;\t|\"'\n\r -+eE#%abx?\u00e9", max_size=200))
@settings(max_examples=300)
def test_any_text_is_read_or_rejected(content):
    check_only_intake_errors(content.encode())


@given(st.text('{}[]":,1.0 eE\n\\utrue', max_size=100))
@settings(max_examples=100)
def test_any_json_is_read_or_rejected(content):
    check_only_intake_errors(b'{"a": 1}\n{' + content.encode())


@given(
    st.sampled_from(["csv", "gzip", "parquet", "xlsx", "json lines"]),
    st.integers(0, 10**6),
    st.binary(min_size=1, max_size=8),
)
@settings(max_examples=200)
def test_corrupted_files_are_read_or_rejected(name, at, patch):
    """Overwrites bytes anywhere. Feather is tested in the child: it may crash the process."""
    content = bytearray(corpus.PLAIN[{"gzip": "gzipped csv"}.get(name, name)])
    at %= len(content)
    content[at : at + len(patch)] = patch
    check_only_intake_errors(bytes(content))


@given(
    st.lists(st.text(max_size=8), min_size=2, max_size=4),
    st.lists(st.lists(st.text(max_size=6), min_size=2, max_size=4), max_size=6),
)
@settings(max_examples=200)
def test_any_table_of_text_is_read_or_rejected(names, rows):
    rows = [(row * 4)[: len(names)] for row in rows]
    table = pa.table({str(i): [row[i] for row in rows] for i in range(len(names))})
    check_only_intake_errors(corpus.parquet(table.rename_columns(names)))


def test_limits_are_enforced(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(corpus.BASE)
    for limits, says in (
        (Limits(upload_bytes=10), "larger than 10 bytes"),
        (Limits(rows=5), "12 rows; at most 5"),
        (Limits(columns_read=2), "3 columns; at most 2"),
        (Limits(name_characters=3), "longer than 3 characters"),
        (Limits(line_bytes=1), "longer than 1 bytes"),
    ):
        with pytest.raises(IntakeError, match=says):
            read_file(path, limits)
    for content in (corpus.parquet(), corpus.feather(), corpus.xlsx()):
        with pytest.raises(IntakeError, match="unpacks to more than"):
            read_open(io.BytesIO(content), Limits(inflated_bytes=50))
        with pytest.raises(IntakeError, match="at most 5 are read"):
            read_open(io.BytesIO(content), Limits(rows=5))


def test_a_path_that_cannot_be_opened_is_reported(tmp_path):
    for path in (tmp_path / "nowhere.csv", tmp_path):
        with pytest.raises(IntakeError, match="cannot be opened"):
            read_predictions(path)


def test_data_frames_are_read_like_files():
    frame = pd.DataFrame(corpus.COLUMNS)
    sample, details, messages = read_with_messages(frame, positive=1, scores="score_b")
    assert sample.scores["score_b"].tolist() == corpus.B
    assert (details["label"], details["positive"], messages) == ("label", "1", [])
    frame["label"] = pd.Categorical(frame["label"].map({0: "no", 1: "yes"}))
    assert read_predictions(frame).positives == 5
    with pytest.raises(IntakeError, match="data frame"):
        read_predictions(12)
    with pytest.raises(IntakeError, match="data frame"):
        read_predictions(pd.DataFrame({"label": [1, "a", None]}))


def test_a_format_is_added_by_one_row(monkeypatch):
    def read_base_table(file, limits):
        return pa.table(corpus.COLUMNS), [f"Read {len(file.read())} bytes."]

    row = Format("Example", ".example", read_base_table, signatures=(b"EXAMPLE1",))
    monkeypatch.setattr(read, "FORMATS", (row, *read.FORMATS))
    found = read_open(io.BytesIO(b"EXAMPLE1 and more"), LIMITS)
    assert (found.columns.names, found.notes) == (list(corpus.COLUMNS), ("Read 17 bytes.",))
    with pytest.raises(
        IntakeError, match=r"an image .* CSV \(.csv, .tsv\), .* Example \(.example\)"
    ):
        read_open(io.BytesIO(b"\x89PNG"), LIMITS)


def test_an_error_of_a_reader_becomes_a_sentence_with_the_name_of_the_format(monkeypatch):
    def fail(file, limits):
        raise KeyError("anything")

    row = Format("Example", ".example", fail, signatures=(b"EXAMPLE1",))
    monkeypatch.setattr(read, "FORMATS", (row, *read.FORMATS))
    with pytest.raises(IntakeError, match="Example file is damaged"):
        read_open(io.BytesIO(b"EXAMPLE1"), LIMITS)
