"""Uploads that are larger than memory allows: DuckDB counts their rows."""

import json
from hashlib import sha256

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

from costdash.core.analysis.analyse import analyse
from costdash.intake import read_predictions
from costdash.intake.columns.roles import Roles
from costdash.intake.limits import Limits
from costdash.intake.process import client
from costdash.intake.process.client import parse
from costdash.intake.process.counted import COUNTED
from costdash.intake.storage.predictions import load_predictions

pytest.importorskip("duckdb", reason="needs the extra costdash[duckdb]")
pytest.importorskip("ibis", reason="needs the extra costdash[duckdb]")

FEW = Limits(rows=1000)


def write(folder, kind, size=4000, **more):
    rng = np.random.default_rng(2)
    is_positive = rng.random(size) < 0.2
    table = pa.table({"label": is_positive * 1, "model": rng.normal(is_positive).round(3), **more})
    file = folder / f"upload.{kind}"
    pq.write_table(table, file) if kind == "parquet" else pyarrow.csv.write_csv(table, file)
    return file


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_a_file_with_too_many_rows_is_counted(tmp_path, kind):
    file = write(tmp_path, kind)
    (folder := tmp_path / "set").mkdir()
    arriving = file.stat().st_size if kind == "parquet" else None
    outcome = parse(file, folder, shown_name=f"scores.{kind}", limits=FEW, size=arriving)
    assert (outcome.status, outcome.rows, outcome.too_large) == ("warning", 4000, False)
    assert outcome.messages[0] == COUNTED
    assert f"rows stay in scores.{kind} (DuckDB)" in outcome.messages[1]
    found, details = load_predictions(folder / "predictions")
    rows = read_predictions(file)
    assert details["messages"] == list(outcome.messages)
    assert outcome.positives == rows.positives
    hulls = [analyse(one, n_replicates=100).models["model"].hull for one in (rows, found)]
    np.testing.assert_array_equal(hulls[0].threshold, hulls[1].threshold)


def test_columns_of_a_counted_file_are_asked_for_and_the_file_is_kept(tmp_path):
    (folder := tmp_path / "set").mkdir()
    other = np.arange(4000) % 3
    file = write(tmp_path, "parquet", other=other, y=other)
    asked = parse(file, folder, limits=FEW)
    assert asked.status == "choose"
    assert {column["name"] for column in asked.columns} == {"label", "model", "other", "y"}
    file.unlink()
    again = parse(None, folder, Roles(label="label", positive="0", scores=("model",)), limits=FEW)
    assert (again.status, again.rows) == ("warning", 4000)


def test_a_file_that_no_engine_reads_is_refused(tmp_path):
    file = tmp_path / "upload.arrow"
    pa.feather.write_feather(pa.table({"label": [0, 1] * 1000}), file)
    assert "at most 1,000 are read" in parse(file, tmp_path, limits=FEW).messages[0]


def test_what_the_footer_of_a_parquet_file_states_is_final(tmp_path, monkeypatch):
    monkeypatch.setattr(client, "_counted", lambda *_: pytest.fail("DuckDB reads the file"))
    file = write(tmp_path, "parquet")
    limits = Limits(rows=1000, counted_cells=7999)
    assert "at most 1,000 are read" in parse(file, tmp_path, limits=limits).messages[0]


def test_a_large_file_that_is_damaged_is_refused_as_a_small_one(tmp_path):
    lines = write(tmp_path, "csv", note=["text"] * 4000).read_text().splitlines()
    lines[400] = lines[400].replace("text", "open").replace('"open', '"open ""')[:-1]
    file = tmp_path / "damaged.csv"
    file.write_text("\n".join(lines) + "\n")
    (folder := tmp_path / "set").mkdir()
    small, large = (parse(file, folder, limits=limits) for limits in (Limits(), FEW))
    assert large.status == small.status == "error"
    assert large.messages == small.messages
    assert "quotation mark" in large.messages[0].lower()


def test_a_counted_file_of_an_earlier_version_is_read_again(tmp_path):
    (folder := tmp_path / "set").mkdir()
    file = write(tmp_path, "csv")
    (folder / "table.arrow").write_bytes(file.read_bytes())
    about = {"sha256": sha256(file.read_bytes()).hexdigest(), "counted": "CSV"}
    (folder / "table.json").write_text(json.dumps(about))
    roles = Roles(label="label", positive="1", scores=("model",))
    for _ in range(2):
        outcome = parse(None, folder, roles, limits=FEW)
        assert (outcome.status, outcome.rows) == ("warning", 4000)
