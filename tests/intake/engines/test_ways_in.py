"""Each way in gives what the rows give in memory: models, counts, prior, details and messages."""

import os
import sqlite3
import warnings

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import costdash
from costdash.core.analysis.analyse import analyse
from costdash.intake import IntakeError, read_scored, read_table_with_messages
from costdash.intake.engines import columns, reduction
from costdash.intake.engines.complete_rows import ROWS_STAY_THE_SAME
from costdash.intake.engines.verification import NO_UNSEEN
from costdash.intake.process import client
from costdash.intake.process.counted import COUNTED
from tests.support.audited import audited

ibis = pytest.importorskip("ibis", reason="needs the extra costdash[duckdb]")
duckdb = pytest.importorskip("duckdb", reason="needs the extra costdash[duckdb]")

N = 3000
SQLITE = {"string": "text", "int64": "integer", "bool": "boolean"}
POSTGRES = "COSTDASH_TEST_POSTGRES"  # an address of a database that tests may write to


def rows(gaps=True, weighted=False):
    """Models with ties, a placeholder, the label itself, a copy, no score, and one turned round."""
    rng = np.random.default_rng(5)
    is_positive = rng.random(N) < 0.2
    good = 1 / (1 + np.exp(-rng.normal(is_positive, 1)))
    cells = {
        "outcome": ["fraud" if one else "ok" for one in is_positive],
        "score_good": good,
        "score_copy": good,
        "score_turned": (1 - good).round(2),
        "score_same": np.full(N, 0.5),
        "score_placeholder": np.where(rng.random(N) < 0.1, -999, good.round(3)),
    }
    if gaps:
        empty = rng.random(N) < 0.03
        cells["outcome"] = [None if i % 17 == 0 else v for i, v in enumerate(cells["outcome"])]
        cells["score_copy"] = [None if gap else v for v, gap in zip(good, empty)]
        cells["score_none"] = pa.nulls(N, pa.float64())
    if weighted:
        cells["n"] = [i % 4 for i in range(N)]
    return pa.table(cells)


def rough():
    """Scores that are not finite, of many powers of two, whole, true or false; weights."""
    rng = np.random.default_rng(6)
    is_positive = rng.random(N) < 0.3
    wide = np.exp(30 * rng.normal(is_positive, 1)) * rng.choice([1, -1], N)
    wide[[5, 50, 500]] = np.inf, -np.inf, np.nan
    return pa.table(
        {
            "outcome": is_positive * 1,
            "score_wide": wide,
            "score_whole": rng.poisson(3 + is_positive, N),
            "score_flag": rng.random(N) < np.where(is_positive, 0.7, 0.3),
            "weight": np.ceil(16 * rng.lognormal(size=N)) / 16,  # whose sums are exact
        }
    )


def looked_at():
    """Labels of flagged rows and of every eighth other row; scores with ties, gaps, infinity."""
    _, seen, _ = audited(np.random.default_rng(7), rows=N, positives=0.1, share=1 / 8, ties=True)
    group = [None if i % 50 == 0 else name for i, name in enumerate(seen["group"])]
    old = [None if i % 40 == 0 else score for i, score in enumerate(seen["old"])]
    old[3:6] = np.inf, -np.inf, np.inf
    new = pa.array(seen["new"].round(3))
    return pa.table(
        {"label": pa.array(seen["label"], pa.int64()), "old": old, "new": new, "group": group}
    )


def parquet(table, folder):
    pq.write_table(table, path := folder / "rows.parquet", row_group_size=700)
    return path


def hive(table, folder):
    for i in range(3):
        (part := folder / "parts" / f"month={i}").mkdir(parents=True)
        pq.write_table(table.slice(i * 1000, 1000), part / "0.parquet")
    return folder / "parts"


def relation(table, folder):
    duckdb.register("given_rows", table)
    return duckdb.sql("select * from given_rows")


def duckdb_file(table, folder):
    with duckdb.connect(folder / "scores.duckdb") as connection:
        connection.register("given", table)
        connection.execute("create table predictions as select * from given")
    return f"duckdb://{folder}/scores.duckdb#predictions"


def sqlite(table, folder):
    connection = sqlite3.connect(folder / "scores.sqlite")
    kinds = [SQLITE.get(str(field.type), "real") for field in table.schema]
    names = ", ".join(f'"{name}" {kind}' for name, kind in zip(table.column_names, kinds))
    connection.execute(f"create table predictions ({names})")
    marks = ", ".join("?" * table.num_columns)
    values = list(zip(*(column.to_pylist() for column in table.columns)))
    connection.executemany(f"insert into predictions values ({marks})", values)
    connection.commit()
    connection.close()
    return f"sqlite://{folder}/scores.sqlite#predictions"


def postgres(table, folder):
    pytest.importorskip("psycopg", reason="needs ibis-framework[postgres]")
    if POSTGRES not in os.environ:
        pytest.skip(f"needs a database, named by {POSTGRES}")
    connection = ibis.connect(os.environ[POSTGRES])
    connection.raw_sql("drop table if exists costdash_rows")
    connection.create_table("costdash_rows", table)
    connection.disconnect()
    return f"{os.environ[POSTGRES]}#costdash_rows"


def clickhouse(table, folder):
    pytest.importorskip("chdb", reason="needs chdb and clickhouse-connect")
    pytest.importorskip("clickhouse_connect", reason="needs chdb and clickhouse-connect")
    from tests.support import local_clickhouse

    return local_clickhouse.stored(table)


def polars(table, folder):
    return pytest.importorskip("polars").from_arrow(table)


def memtable(table, folder):
    return ibis.memtable(table)


def arrow(table, folder):
    return table


WAYS = [
    parquet,
    hive,
    relation,
    duckdb_file,
    sqlite,
    postgres,
    clickhouse,
    polars,
    memtable,
    arrow,
]
KINDS = [
    (rows(gaps=False), {}),
    (rows(), {"label": "outcome"}),
    (rows(), {"label": "outcome", "negate": ["score_turned", "score_placeholder"]}),
    (rows(weighted=True), {"label": "outcome", "weight": "n", "scores": ["score_good"]}),
    (rough(), {"label": "outcome", "scores": ["score_wide", "score_whole", "score_flag"]}),
    (
        rough(),
        {
            "label": "outcome",
            "scores": ["score_wide"],
            "weight": "weight",
            "weight_is": "sampling",
        },
    ),
    (looked_at(), {"label": "label", "scores": ["new"]}),
    (looked_at(), {"label": "label", "scores": ["new", "old"], "verified_within": "group"}),
    (looked_at(), {"label": "label", "scores": ["new"], "verified_by": ["old", 0.9, 0.5]}),
    (looked_at(), {"label": "label", "scores": ["new"], "blanks": "coming"}),
]


@pytest.fixture(scope="module")
def in_memory():
    """What read_scored gives for each kind of rows, and the analysis."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read = [read_scored(table, **roles) for table, roles in KINDS]
    return [(analyse(one[0], n_replicates=100), *one) for one in read]


def without_table(messages):
    """The messages but for those on the table: where the rows are, how pairs are compared."""
    pairs, of_tables = "Two models are compared at", (ROWS_STAY_THE_SAME, NO_UNSEEN)
    rest = [m for m in messages if " rows stay in " not in m and m not in of_tables]
    return [m for m in rest if not m.startswith(pairs)]


OF_TABLES = ("table", "read_as")


def without_keys(details):
    """The details but for those on the table, such as the partition of a folder."""
    rest = {key: value for key, value in details.items() if key not in OF_TABLES}
    if "label_columns" in rest:
        rest["label_columns"] = [each for each in rest["label_columns"] if each["name"] != "month"]
    return rest


@pytest.mark.parametrize("kind", range(len(KINDS)))
@pytest.mark.parametrize("way", WAYS)
def test_every_way_in_gives_the_same(way, kind, tmp_path, in_memory):
    table, roles = KINDS[kind]
    analysis, _, details, messages = in_memory[kind]
    found, its_details, its_messages = read_table_with_messages(way(table, tmp_path), **roles)
    other = analyse(found, n_replicates=100)
    assert without_table(its_messages) == messages
    assert without_keys(its_details) == without_keys(details)
    assert tuple(other.totals) == pytest.approx(tuple(analysis.totals), rel=1e-12)
    labelled = (tuple(each.labelled or ()) for each in (other, analysis))
    assert next(labelled) == pytest.approx(next(labelled), rel=1e-12)
    assert other.file_prevalence == pytest.approx(analysis.file_prevalence, rel=1e-12)
    assert list(other.models) == list(analysis.models)
    rounding = 1e-12 if found.verification else 0  # weights such as 7 / 3 add up to a rounded sum
    for name, model in analysis.models.items():
        counts = other.models[name].counts
        assert other.models[name].auc == pytest.approx(model.auc, rel=rounding)
        for side in ("threshold", "tp", "fp"):
            sides = getattr(counts, side), getattr(model.counts, side)
            np.testing.assert_allclose(*sides, rtol=rounding)


@pytest.mark.parametrize("kind", [1, 4, 5])
@pytest.mark.parametrize("way", [sqlite, postgres, clickhouse])
def test_every_engine_splits_cells_as_duckdb_does(way, kind, tmp_path, monkeypatch):
    """Beyond the number of scores that are all kept: by value, by power of two and by search."""
    monkeypatch.setattr(reduction, "EXACT", 300)
    monkeypatch.setattr(reduction, "BUDGET", 512)
    table, roles = KINDS[kind]
    by_duckdb, details, _ = read_table_with_messages(parquet(table, tmp_path), **roles)
    found, its_details, _ = read_table_with_messages(way(table, tmp_path), **roles)
    assert not details["table"]["exact"]
    for name in ("exact", "tpr_error", "fpr_error", "strict_fpr_error", "hull_error", "passes"):
        assert its_details["table"][name] == pytest.approx(details["table"][name], rel=1e-12)
    np.testing.assert_array_equal(found.groups.times, by_duckdb.groups.times)
    for name, counts in by_duckdb.groups.counts.items():
        its_counts = found.groups.counts[name]
        for side in ("threshold", "tp", "fp"):
            np.testing.assert_array_equal(getattr(its_counts, side), getattr(counts, side))


@pytest.mark.parametrize("way", [parquet, sqlite])
def test_many_models_are_counted(way, tmp_path):
    """More than SQLite can join, and than DuckDB could order joins of."""
    rng = np.random.default_rng(2)
    is_positive = rng.random(500) < 0.3
    scores = {f"s{i}": rng.normal(is_positive, 1).round(2) for i in range(70)}
    source = way(pa.table({"y": is_positive * 1, **scores}), tmp_path)
    predictions, *_ = read_table_with_messages(source, label="y")
    assert predictions.groups.times.sum() == 500
    for name, score in scores.items():
        reached = np.repeat(predictions.scores[name], predictions.groups.times)
        assert set(reached) <= set(score)
        assert (reached <= score.max()).all()


def test_check_of_a_counted_file_says_what_check_of_its_rows_says(tmp_path, monkeypatch):
    path = parquet(rows(gaps=False), tmp_path)
    of_rows = client.check(path)
    monkeypatch.setattr(client, "_is_too_large", lambda *_: True)
    counted = client.check(path)
    assert counted["messages"][0] == COUNTED
    assert without_table(counted["messages"][1:]) == of_rows["messages"]
    assert counted["models"] == of_rows["models"]
    assert counted | {"messages": 0} == of_rows | {"messages": 0}


def test_a_path_that_exists_is_that_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    many = rows(gaps=False)
    (tmp_path / "d[1]").mkdir()
    (tmp_path / "d1").mkdir()
    for name, size in (("a[1]", 100), ("a1", 700), ("b*", 200), ("bx", 300), ("d[1]/p", 400)):
        pq.write_table(many.slice(0, size), f"{name}.parquet")
    pq.write_table(many, "d1/p.parquet")
    found = {
        source: read_table_with_messages(source)[1]["rows_read"]
        for source in ("a[1].parquet", "b*.parquet", "d[1]", "a?.parquet")
    }
    assert found == {"a[1].parquet": 100, "b*.parquet": 200, "d[1]": 400, "a?.parquet": 700}
    for nothing in ("", " "):
        with pytest.raises(IntakeError, match="There is no table"):
            read_table_with_messages(nothing)


@pytest.mark.parametrize("scheme", ["duckdb", "sqlite"])
def test_a_mistyped_address_creates_no_database(scheme, tmp_path):
    with pytest.raises(IntakeError, match="There is no database"):
        read_table_with_messages(f"{scheme}://{tmp_path}/nothing.db#t")
    assert not any(tmp_path.iterdir())


def test_a_database_is_opened_for_reading_only(tmp_path):
    sources = [duckdb_file(rows(), tmp_path), sqlite(rows(), tmp_path)]
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for path in before:
        path.chmod(0o444)
    for source in sources:
        read_table_with_messages(source, label="outcome")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_text_among_the_numbers_of_sqlite_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(columns, "SAMPLE", 100)
    source = sqlite(rows(gaps=False), tmp_path)
    connection = sqlite3.connect(tmp_path / "scores.sqlite")
    connection.execute("update predictions set score_good = 'high' where rowid = 500")
    connection.commit()
    connection.close()
    with pytest.raises(IntakeError, match="score_good holds text in 1 row"):
        read_table_with_messages(source)


def test_a_relation_of_another_connection_ends_in_a_sentence(tmp_path):
    with duckdb.connect() as connection:
        given = connection.sql("select 1 as label, 0.5 as score")
        with pytest.raises(IntakeError, match="Make the relation with"):
            read_table_with_messages(given)


def test_reading_a_relation_leaves_the_connection_as_it_was():
    """Variables of Python can still be read as tables, as in a notebook."""
    rows = pa.table({"y": [0, 1] * 20, "s": [x + 0.5 for x in range(40)]})
    relation = duckdb.sql("SELECT * FROM rows")
    read = costdash.read_table(relation, label="y", positive="1", scores=["s"])
    assert read.rows == 40
    assert len(duckdb.sql("SELECT * FROM rows").fetchall()) == rows.num_rows
