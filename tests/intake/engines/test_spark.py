"""Spark counts what DuckDB counts. Needs Java and the extra costdash[spark]."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from costdash.intake import read_table_with_messages
from costdash.intake.engines import reduction

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("default")]
pyspark = pytest.importorskip("pyspark.sql", reason="needs the extra costdash[spark]")
pytest.importorskip("duckdb", reason="needs the extra costdash[duckdb]")


@pytest.fixture
def session():
    try:
        builder = pyspark.SparkSession.builder.master("local[2]")
        spark = builder.config("spark.sql.shuffle.partitions", 2).getOrCreate()
    except Exception as error:  # pyspark is there, but no Java
        pytest.skip(f"needs Java: {error}")
    yield spark
    spark.stop()


def test_spark_agrees_with_duckdb(tmp_path, session, monkeypatch):
    monkeypatch.setattr(reduction, "EXACT", 300)
    monkeypatch.setattr(reduction, "BUDGET", 512)
    rng = np.random.default_rng(4)
    is_positive = rng.random(5000) < 0.2
    first = rng.normal(is_positive, 1)
    columns = {"label": is_positive * 1, "a": first, "b": (first + rng.normal(size=5000)).round(1)}
    columns["a"][7] = np.nan
    pq.write_table(pa.table(columns), file := tmp_path / "rows.parquet")
    roles = {"label": "label", "scores": ["a", "b"]}
    by_duckdb, about, _ = read_table_with_messages(file, **roles)
    frame = session.read.parquet(str(file))
    by_spark, also, _ = read_table_with_messages(frame, **roles)
    for name in ("exact", "tpr_error", "fpr_error", "strict_fpr_error", "hull_error", "passes"):
        assert also["table"][name] == about["table"][name]
    np.testing.assert_array_equal(by_spark.groups.times, by_duckdb.groups.times)
    for name, counts in by_duckdb.groups.counts.items():
        found = by_spark.groups.counts[name]
        for one in ("threshold", "tp", "fp"):
            np.testing.assert_array_equal(getattr(found, one), getattr(counts, one))
