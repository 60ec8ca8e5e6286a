"""Expressions that mean the same in every engine."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ibis.expr.types as ir


def as_whole(condition: Any) -> Any:
    """1 where a condition holds, else 0, as a 64-bit integer.

    Not by a cast: SQL Server has no values of true and false, and PostgreSQL casts them to 32-bit
    integers only.
    """
    return condition.ifelse(1, 0).cast("int64")


def as_float(column: Any) -> Any:
    """A column of numbers, or of true and false, as doubles. Missing values stay missing."""
    return (column.cast("int32") if column.type().is_boolean() else column).cast("float64")


def double(value: float) -> Any:
    """A constant with all its bits.

    As text, because engines such as Trino and SQL Server take 0.1 as a decimal number, whose
    conversion to a double may round once more.
    """
    import ibis

    return ibis.literal(repr(float(value))).cast("float64")


def is_gap(column: Any) -> Any:
    """Whether a double is missing or not finite.

    By a difference, because the statistics of Parquet files leave out nan: from them DuckDB
    concludes that nothing is nan. In SQLite the difference of infinite numbers is missing.
    """
    difference = column - column
    return column.isnull() | difference.isnull() | (difference != 0)


def is_missing(column: Any) -> Any:
    """Whether a double is missing or not a number; infinite ones are numbers."""
    gap = is_gap(column)
    return gap & (as_whole(1.0 / gap.ifelse(column, 1.0) == 0) == 0)


def single_row(aggregated: "ir.Table") -> dict[str, Any]:
    """The one row of sums over a table, by name."""
    row: dict[str, Any] = aggregated.to_pyarrow().to_pylist()[0]
    return row
