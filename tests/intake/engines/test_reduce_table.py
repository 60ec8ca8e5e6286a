"""A table that an engine counts gives what its rows give when they are read as a file."""

import json
import os
import signal
import threading
import warnings

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from costdash.cli import main
from costdash.core import OperatingPoint
from costdash.core.analysis.analyse import analyse
from costdash.core.compare.comparison import compare_all
from costdash.intake import IntakeError, read_scored, read_table_with_messages
from costdash.intake.engines import reduce_table, reduction
from costdash.intake.engines.source import open_source

ibis = pytest.importorskip("ibis", reason="needs the extra costdash[duckdb]")
duckdb = pytest.importorskip("duckdb", reason="needs the extra costdash[duckdb]")

POINT = OperatingPoint(prior=0.1, cost_fn=9, cost_fp=1)


def table(size=3000, seed=0, share=0.2, gaps=False, label="text", weighted=False):
    """Two models, one with ties; optionally gaps in scores and labels, and weights."""
    rng = np.random.default_rng(seed)
    is_positive = rng.random(size) < share
    first = rng.normal(is_positive, 1)
    columns = {"score_a": first, "score_b": (first + rng.normal(size=size)).round(1)}
    values = {"text": ("fraud", "ok"), "number": (1, 0), "truth": (True, False)}[label]
    columns["label"] = [values[0] if one else values[1] for one in is_positive]
    if gaps:
        for name in ("score_a", "label"):
            missing = rng.random(size) < 0.05
            columns[name] = [None if gap else v for v, gap in zip(columns[name], missing)]
        columns["score_b"][5] = np.nan
    if weighted:
        columns["n"] = rng.integers(1, 5, size)
    return pa.table(columns)


def read_both(tmp_path, given, **roles):
    file = tmp_path / "rows.parquet"
    pq.write_table(given, file)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = read_scored(file, **roles)[0].complete()
    return rows, *read_table_with_messages(file, **roles)


@pytest.mark.parametrize(
    ("kind", "roles"),
    [
        ({}, {}),
        ({"gaps": True, "label": "number"}, {}),
        ({"label": "truth", "share": 0.01}, {"label": "label"}),
        ({"weighted": True}, {"weight": "n"}),
        ({}, {"negate": "score_b", "positive": "ok"}),
        ({}, {"confusions": {"m": (30, 10, 20, 90)}}),
    ],
)
def test_a_table_is_analysed_as_its_rows(tmp_path, kind, roles):
    rows, groups, details, _ = read_both(tmp_path, table(**kind), **roles)
    assert details["table"]["exact"]
    assert (groups.positives, groups.negatives) == (rows.positives, rows.negatives)
    one, other = analyse(rows, n_replicates=100), analyse(groups, n_replicates=100)
    assert other.totals == one.totals
    assert other.file_prevalence == one.file_prevalence
    assert other.prevalence_variance == pytest.approx(one.prevalence_variance)
    for name, model in one.models.items():
        same = other.models[name]
        np.testing.assert_array_equal(same.counts.threshold, model.counts.threshold)
        np.testing.assert_array_equal(same.counts.tp, model.counts.tp)
        np.testing.assert_array_equal(same.counts.fp, model.counts.fp)
        np.testing.assert_array_equal(same.bands.cost(0.9).low, model.bands.cost(0.9).low)
    assert other.decide(POINT).best == one.decide(POINT).best
    for of_rows, of_groups in zip(compare_all(rows, one), compare_all(groups, other)):
        np.testing.assert_allclose(of_groups.value, of_rows.value, atol=1e-12)
        areas = of_rows.auc_difference, of_groups.auc_difference
        assert areas[1].value == pytest.approx(areas[0].value)
        width = [one.high - one.low for one in areas]
        assert width[1] == pytest.approx(width[0], rel=0.02)
        band, groups_band = (c.band.limits(False) for c in (of_rows, of_groups))
        np.testing.assert_allclose(groups_band, band, atol=0.35 * np.subtract(*band[::-1]).max())


def test_more_scores_than_are_kept_stay_within_the_bound(tmp_path, monkeypatch):
    monkeypatch.setattr(reduction, "EXACT", 500)
    rows, groups, details, messages = read_both(tmp_path, table(20_000))
    summary = details["table"]
    assert not summary["exact"]
    assert 0 < summary["tpr_error"] <= reduction.ERROR
    assert summary["hull_exact"]
    assert "off by at most" in messages[0]
    one, other = analyse(rows, n_replicates=100), analyse(groups, n_replicates=100)
    for name, model in one.models.items():
        assert other.models[name].counts.threshold.size <= model.counts.threshold.size
        np.testing.assert_array_equal(other.models[name].hull.threshold, model.hull.threshold)
        assert other.models[name].auc == pytest.approx(model.auc, abs=2 * reduction.ERROR)


def test_the_messages_say_at_how_many_thresholds_models_are_compared(tmp_path):
    pq.write_table(table(), path := tmp_path / "rows.parquet")
    [first, second, *_] = read_table_with_messages(path)[2]
    assert "All curves are exact." in first
    assert second.startswith("Two models are compared at up to 80 thresholds of each, so p-values")
    one = read_table_with_messages(path, label="label", scores=["score_a"])[2]
    assert not any("Two models are compared" in message for message in one)


def test_names_are_tidied_as_those_of_a_file_and_no_cluster_is_offered(tmp_path):
    given = table(500).rename_columns([" score_a", "score_b ", " label "])
    given = given.append_column("patient_id", pa.array(np.arange(500) // 3))
    rows, groups, details, messages = read_both(tmp_path, given)
    assert list(groups.scores) == list(rows.scores) == ["score_a", "score_b"]
    assert details["label"] == "label"
    assert not any("patient_id" in message for message in messages)


def test_sources(tmp_path):
    (tmp_path / "parts").mkdir()
    pq.write_table(table(500, 1), tmp_path / "parts" / "1.parquet")
    pq.write_table(table(500, 2), tmp_path / "parts" / "2.parquet")
    given = table(1000)
    with duckdb.connect(tmp_path / "scores.duckdb") as connection:
        connection.register("given", given)
        connection.execute("create table predictions as select * from given")
    given = [tmp_path / "parts", str(tmp_path / "parts" / "*.parquet")]
    given += [f"duckdb://{tmp_path}/scores.duckdb#predictions", ibis.memtable(table(1000))]
    for source in given:
        groups, details, _ = read_table_with_messages(source)
        assert groups.groups.rows == details["rows_read"] == 1000


@pytest.mark.parametrize(
    ("given", "roles", "sentence"),
    [
        (table(0), {}, "has no rows"),
        (table(), {"scores": "score_x"}, "There is no column"),
        (table(), {"label": "score_x"}, "There is no column"),
        (table(), {"positive": "maybe"}, "has no value “maybe”"),
        (table(), {"cluster": "label"}, "needs single rows"),
        (table(share=0), {"label": "label"}, "Curves need both classes"),
        (table(), {"weight": "score_a", "scores": "score_b"}, "negative weight"),
        (
            pa.table({"label": [0, 1], "score": pa.nulls(2, pa.float64())}),
            {"label": "label", "scores": "score"},
            "No row has both a label and a usable score",
        ),
        (
            pa.table({"label": [0, 1], "score": ["a", "b"]}),
            {"scores": "score"},
            "cannot be a score",
        ),
    ],
)
def test_what_cannot_be_counted_ends_in_a_sentence(tmp_path, given, roles, sentence):
    file = tmp_path / "rows.parquet"
    pq.write_table(given, file)
    with pytest.raises(IntakeError, match=sentence):
        read_table_with_messages(file, **roles)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("none.parquet", "There is no table none.parquet"),
        ("none/*.parquet", "DuckDB could not read the table"),
        ("duckdb://", "names no table"),
        ("duckdb://#nothing", "There is no table “nothing” in duckdb://"),
        ("postgres://user:secret@host/db#t", 'install "ibis-framework|not read the table'),
        ("pyspark://#t", r'pip install "costdash\[spark\]"'),
    ],
)
def test_a_source_that_cannot_be_opened_ends_in_a_sentence(tmp_path, monkeypatch, source, sentence):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(IntakeError, match=sentence) as error:
        read_table_with_messages(source)
    assert "secret" not in str(error.value)


def test_an_engine_that_fails_while_it_counts_ends_in_a_sentence(tmp_path):
    pq.write_table(table(), file := tmp_path / "rows.parquet")
    content = bytearray(file.read_bytes())
    content[4:400] = b"\xff" * 396
    file.write_bytes(content)
    with pytest.raises(IntakeError, match="DuckDB could not read the table: ") as error:
        read_table_with_messages(file)
    assert "\n" not in str(error.value)


def test_a_slow_engine_is_stopped_by_the_keyboard(tmp_path, monkeypatch, capsys):
    def slow(rows, *_):
        every = rows.select(a=rows.score0)
        other, third = (every.view().rename({name: "a"}) for name in ("b", "c"))
        joined = every.cross_join(other).cross_join(third)
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        return joined.filter(joined.a * joined.b > joined.c).count().to_pyarrow()

    pq.write_table(table(20_000), file := tmp_path / "rows.parquet")
    monkeypatch.setattr(reduce_table, "grouped", slow)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert main(["analyse", "--table", str(file)]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err == "costdash: Stopped.\n"


def test_an_engine_prints_nothing_between_the_lines_of_the_program(tmp_path):
    pq.write_table(table(100), file := tmp_path / "rows.parquet")
    connection = open_source(str(file)).rows.get_backend()
    found = connection.raw_sql("select current_setting('enable_progress_bar')").fetchone()
    assert found == (False,)


@pytest.mark.parametrize("kind", ["int64", "uint64"])
def test_whole_numbers_that_doubles_cannot_tell_apart_are_refused_alike(tmp_path, kind):
    score = np.array([2**60 + i for i in range(600)], kind)
    columns = {"label": np.arange(600) % 3 == 0, "score": score}
    pq.write_table(pa.table(columns), path := tmp_path / "rows.parquet")
    sentence = "has whole numbers of more than 15 digits, such as 11529215046068475"
    for read in (read_scored, read_table_with_messages):
        with pytest.raises(IntakeError, match=sentence):
            read(path, label="label", scores=["score"])
    columns["score"] = score - score.min()
    pq.write_table(pa.table(columns), path)
    for read in (read_scored, read_table_with_messages):
        rows = read(path, label="label", scores=["score"])[0].complete()
        assert analyse(rows, n_replicates=100).models["score"].counts.threshold.size == 601


def test_more_rows_than_can_be_compared_exactly_are_refused(tmp_path):
    given = pa.table({"label": [0, 1], "score": [0.2, 0.7], "n": [2**32, 2**31]})
    pq.write_table(given, file := tmp_path / "rows.parquet")
    with pytest.raises(IntakeError, match="more than can be compared exactly"):
        read_table_with_messages(file, label="label", scores="score", weight="n")


def test_the_command_line_gives_the_contract_of_the_file(tmp_path, capsys):
    file = tmp_path / "rows.parquet"
    pq.write_table(table(), file)
    options = ["--replicates", "100", "--prior", "0.1", "--same-rows", "--json"]
    fields = []
    for source in (["--table", str(file)], [str(file)]):
        assert main(["analyse", *source, *options]) == 0
        fields.append(json.loads(capsys.readouterr().out))
    counted, read = fields
    assert counted["data"].pop("messages")[0].startswith("The 3,000 rows stay in rows.parquet")
    assert counted["data"]["exact"] is True
    for name in ("model", "threshold", "fpr", "tpr", "nec", "cost_interval"):
        assert counted["best"][name] == read["best"][name]
    assert [model["hull"] for model in counted["models"]] == [m["hull"] for m in read["models"]]
    assert counted["models"][0]["cost"] == read["models"][0]["cost"]


def test_the_text_and_the_report_say_where_the_rows_are(tmp_path, capsys):
    file, out = tmp_path / "rows.parquet", tmp_path / "out.html"
    pq.write_table(table(), file)
    assert main(["analyse", "--table", str(file), "--replicates", "100"]) == 0
    text = capsys.readouterr().out
    assert "The 3,000 rows stay in rows.parquet (DuckDB)" in text
    assert "cross-fitting needs single rows" in text
    assert main(["report", "--table", str(file), "--replicates", "100", "-o", str(out)]) == 0
    assert "rows stay in rows.parquet" in out.read_text()
