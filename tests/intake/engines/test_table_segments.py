"""The cost by segment of a table that an engine counts, held against its rows read as a file."""

import warnings

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import costdash
from costdash.core.analysis.analyse import analyse
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.segments.segment_costs import SegmentRequest, segment_costs
from costdash.intake import IntakeError, read_scored, read_table_with_messages

pytest.importorskip("ibis", reason="needs the extra costdash[duckdb]")
pytest.importorskip("duckdb", reason="needs the extra costdash[duckdb]")


def table(weight=None, n=3000):
    rng = np.random.default_rng(4)
    is_positive, region = rng.random(n) < 0.2, rng.integers(0, 4, n)
    first = rng.normal(is_positive + 0.5 * (region == 2), 1)
    columns = {
        "y": is_positive.astype(int),
        "a": first,
        "b": (first + rng.normal(size=n)).round(1),
        "region": [None if k == 3 else f"r{k}" for k in region],
        "day": np.array(20_000 + rng.integers(0, 100, n), dtype="datetime64[D]"),
        "amount": rng.lognormal(size=n),
    }
    if weight == "counts":
        columns["w"] = rng.integers(1, 4, n)
    if weight == "sampling":
        columns["w"] = rng.uniform(0.5, 3, n)
    return pa.table(columns)


@pytest.mark.parametrize("weight", [None, "counts", "sampling"])
@pytest.mark.parametrize("column", ["region", "day"])
def test_the_costs_by_segment_are_those_of_the_rows(tmp_path, weight, column):
    file = tmp_path / "rows.parquet"
    pq.write_table(table(weight), file)
    roles = {"label": "y", "positive": "1", "scores": ["a", "b"], "segments": [column]}
    if weight:
        roles["weight"] = "w"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = read_scored(file, **roles)[0].complete()
        groups, *_ = read_table_with_messages(file, **roles)
    point, request = OperatingPoint(0.1, 9.0, 1.0), SegmentRequest(column)
    one, other = (
        segment_costs(x, analyse(x, n_replicates=100), point, ["a", "b"], request)
        for x in (rows, groups)
    )
    names = [*one.segments.names]
    place = [other.segments.names.index(name) for name in names]
    assert sorted(names) == sorted(other.segments.names)
    for field in ("positives", "negatives", "share", "prior", "cost", "because_of_rule", "missed"):
        got, expected = getattr(other.costs, field)[place], getattr(one.costs, field)
        if weight == "sampling" and field in ("positives", "negatives", "missed"):
            continue  # a cell stands for its rows by two weights
        assert got == pytest.approx(expected, rel=1e-9, abs=1e-12), field
    assert other.costs.total == pytest.approx(one.call.expected_cost, rel=1e-12)
    if weight != "sampling":
        assert other.costs.p[place] == pytest.approx(one.costs.p, rel=1e-9)


def queries(file, segments):
    """The queries to the engine that read the table, and the passes that are reported."""
    import ibis

    seen = []
    ibis.options.verbose, ibis.options.verbose_log = True, seen.append
    try:
        _, details, _ = read_table_with_messages(
            file, label="y", positive="1", scores=["a", "b", "c"], segments=segments
        )
    finally:
        ibis.options.verbose, ibis.options.verbose_log = False, None
    return seen, details["table"]["passes"]


def test_segments_take_one_pass_more_whatever_the_number_of_models(tmp_path):
    file = tmp_path / "rows.parquet"
    rows = table()
    pq.write_table(rows.append_column("c", rows["a"]), file)
    without, passes = queries(file, [])
    with_segments, more = queries(file, ["region"])
    assert len(without) > 0
    assert len(with_segments) == len(without) + 1
    assert more == passes + 1


def test_bands_need_single_rows(tmp_path):
    file = tmp_path / "rows.parquet"
    pq.write_table(table(), file)
    with pytest.raises(
        IntakeError, match=r"amount has .* values: choose a column with at most 200"
    ):
        costdash.read_table(file, label="y", scores=["a"], segments=["amount"])


def test_the_command_line_divides_a_table(tmp_path, capsys):
    from costdash.cli import main

    file = tmp_path / "rows.parquet"
    pq.write_table(table(), file)
    arguments = ["--table", str(file), "--label", "y", "--score", "a", "--segment", "region"]
    assert main(["analyse", *arguments, "--replicates", "100"]) == 0
    assert "Where the money goes, by region" in capsys.readouterr().out
