"""The SQL that Ibis writes for engines that are not here: a test reads each query in its dialect.

Nothing is sent. What no connection can show (rights, limits, speed) these tests cannot show either.
"""

import numpy as np
import pyarrow as pa
import pytest

from costdash.intake import read_table_with_messages
from costdash.intake.engines import columns, reduction

ibis = pytest.importorskip("ibis", reason="needs the extra costdash[duckdb]")
pytest.importorskip("duckdb", reason="needs the extra costdash[duckdb]")
sqlglot = pytest.importorskip("sqlglot")
exp = sqlglot.exp

N = 3000
DIALECTS = {  # of Ibis, and what sqlglot calls it
    "bigquery": "bigquery",
    "snowflake": "snowflake",
    "databricks": "databricks",
    "trino": "trino",
    "mssql": "tsql",
}
FUNCTIONS = {
    *("ABS", "CASE", "CAST", "CEIL", "COUNT", "FLOOR", "GREATEST", "IF", "LEAST", "LN", "MAX"),
    *("MIN", "POWER", "SUM", "APPROX_DISTINCT", "AND", "OR", "IN", "COALESCE", "NOT"),
}  # of standard SQL, under the names of sqlglot
OWN_FUNCTIONS = {  # of one dialect, which Ibis writes for a division, a rounding or a count
    "bigquery": {"IEEE_DIVIDE", "TRUNC"},
    "databricks": {"SAFE_DIVIDE", "IS_NAN"},
}


def tables():
    """Tables and roles that make every query: gaps, weights, negated models, text and numbers."""
    rng = np.random.default_rng(5)
    is_positive = rng.random(N) < 0.2
    share = 1 / (1 + np.exp(-rng.normal(is_positive, 1)))
    wide = np.exp(30 * rng.normal(is_positive, 1)) * rng.choice([1, -1], N)
    missing = np.where(rng.random(N) < 0.03, np.nan, share)
    text = ["fraud" if one else "ok" for one in is_positive]
    text[7] = None
    yield pa.table({"y": is_positive, "s": share, "turned": 1 - share}), {"negate": ["turned"]}
    yield pa.table({"y": text, "s": wide, "copy": missing}), {"scores": ["s", "copy"]}
    whole = pa.array(rng.integers(0, 1 << 40, N))
    flag = rng.random(N) < 0.5
    yield pa.table({"y": text, "s": whole, "flag": flag}), {"scores": ["s", "flag"]}
    for weight in (rng.integers(0, 4, N), rng.lognormal(size=N)):
        yield pa.table({"y": is_positive * 1, "s": wide, "w": weight}), {"weight": "w"}


@pytest.fixture(scope="module")
def queries():
    """Every query that costdash sends while it reads the tables."""
    sent = []
    to_pyarrow = ibis.expr.types.Table.to_pyarrow

    def record(table, **options):
        sent.append(table.unbind())
        return to_pyarrow(table, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ibis.expr.types.Table, "to_pyarrow", record)
        patch.setattr(reduction, "EXACT", 300)  # a small table is then split, as a large one is
        patch.setattr(reduction, "BUDGET", 512)
        patch.setattr(columns, "SAMPLE", 500)
        for table, roles in tables():
            read_table_with_messages(ibis.memtable(table), label="y", **roles)
    return sent


@pytest.fixture(scope="module", params=DIALECTS)
def dialect(request):
    return request.param


@pytest.fixture(scope="module")
def trees(queries, dialect):
    """Each query in a dialect, parsed."""
    sql = [str(ibis.to_sql(query, dialect=dialect)) for query in queries]
    return [sqlglot.parse_one(text, read=DIALECTS[dialect]) for text in sql]


def test_every_kind_of_query_is_there(queries):
    """Splits by value and by rank, cuts that are looked up and searched for, and groups."""
    names = {name for query in queries for name in query.columns}
    assert {"key", "low", "high", "positives", "times", "key0", "squared", "distinct0"} <= names
    text = "".join(str(ibis.to_sql(query, dialect="duckdb")) for query in queries)
    assert all(name in text for name in ("rank_low_", "_power", "cut0_0", "POW"))
    assert len(queries) > 60


def test_each_query_only_selects(trees):
    for tree in trees:
        assert isinstance(tree, exp.Select)


def test_functions_are_those_of_standard_sql(trees, dialect):
    found = set()
    for tree in trees:
        for function in tree.find_all(exp.Func):
            anonymous = isinstance(function, exp.Anonymous)
            found.add((function.name if anonymous else function.sql_name()).upper())
    assert found - FUNCTIONS - OWN_FUNCTIONS.get(dialect, set()) == set()


def test_constants_keep_all_their_bits(trees):
    """No decimal constant: engines that take them as decimal numbers round them once more."""
    for tree in trees:
        for literal in tree.find_all(exp.Literal):
            if not literal.is_string:
                assert float(literal.this).is_integer()
                assert abs(float(literal.this)) < 2**63


@pytest.mark.parametrize("dialect", ["mssql"], indirect=True)
def test_conditions_are_no_values(trees):
    """SQL Server has no values of true and false."""
    for tree in trees:
        for condition in tree.find_all(exp.Predicate, exp.Connector, exp.Not):
            assert isinstance(
                condition.parent,
                exp.Where | exp.Connector | exp.Not | exp.Paren | exp.If | exp.Join,
            ), condition.parent.sql("tsql")


@pytest.mark.parametrize("dialect", ["mssql"], indirect=True)
def test_rows_are_counted_beyond_32_bits(trees):
    """COUNT of SQL Server ends at 2,147,483,647."""
    for tree in trees:
        for counts in tree.find_all(exp.Count):
            assert counts.args.get("big_int")


def test_conditions_are_summed_with_64_bits(trees):
    """Where a sum has the type of its column, one of 32 bits would end too early."""
    for tree in trees:
        for total in tree.find_all(exp.Sum):
            assert not isinstance(total.this, exp.If | exp.Case)
