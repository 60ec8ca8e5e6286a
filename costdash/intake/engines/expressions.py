"""Expressions that mean the same in every engine."""

from typing import Any


def as_whole(condition: Any) -> Any:
    """1 where a condition holds, else 0, as a 64-bit integer.

    PostgreSQL casts true and false to 32-bit integers only.
    """
    return condition.cast("int32").cast("int64")


def as_float(column: Any) -> Any:
    """A column of numbers, or of true and false, as doubles."""
    return (as_whole(column) if column.type().is_boolean() else column).cast("float64")


def is_gap(column: Any) -> Any:
    """Whether a double is missing or not finite.

    By a difference, because the statistics of Parquet files leave out nan: from them DuckDB
    concludes that nothing is nan.
    """
    return column.isnull() | (column - column != 0)
