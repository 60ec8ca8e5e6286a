"""The JSON of a table that an engine counts is that of its rows in memory, field by field."""

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from costdash.cli import main
from tests.intake.engines.test_ways_in import duckdb_file, parquet, postgres, sqlite
from tests.support.compared import differences

pytest.importorskip("ibis", reason="needs the extra costdash[duckdb]")
pytest.importorskip("duckdb", reason="needs the extra costdash[duckdb]")

OF_TABLES = {"source", "engine", "passes", "exact", "tpr_error", "fpr_error", "strict_fpr_error"}
OF_TABLES |= {"hull_exact", "hull_error", "messages"}
DRAWN_BY_ROWS = {"low", "high", "p", "p_holm", "share_crossing", "significant"}  # of pairs
N = 3000


def rows():
    """Two models of fewer distinct scores than the groups of pairs have thresholds."""
    rng = np.random.default_rng(3)
    is_positive = rng.random(N) < 0.2
    share = 1 / (1 + np.exp(-rng.normal(is_positive, 1)))
    other = 1 / (1 + np.exp(-rng.normal(is_positive * 0.8, 1)))
    scores = {"score_a": share.round(2).clip(0.1, 0.75), "score_b": other.round(1)}
    return pa.table({"y": is_positive * 1, **scores})


def contract(capsys, *arguments):
    """What analyse prints."""
    assert main(["analyse", *map(str, arguments), "--label", "y", "--same-rows", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("way", [parquet, duckdb_file, sqlite, postgres])
def test_every_field_is_that_of_memory(way, tmp_path, capsys):
    """Numbers of pairs that are drawn are drawn anew, from groups: near, not equal."""
    pq.write_table(rows(), file := tmp_path / "memory.parquet")
    of_rows = contract(capsys, file)
    of_table = contract(capsys, "--table", way(rows(), tmp_path))
    assert OF_TABLES == set(of_table["data"]) - set(of_rows["data"]) | {"messages"}
    for path, (mine, other) in differences(of_rows, of_table, relative=1e-9).items():
        if path[0] == "data":
            assert path[1] in OF_TABLES, path
            continue
        assert path[0] in ("pairs", "cheapest"), (path, mine, other)
        assert DRAWN_BY_ROWS & {*path}, (path, mine, other)
        if path[-1] in ("low", "high") and "significant" not in path:
            assert mine == pytest.approx(other, abs=0.01), path
