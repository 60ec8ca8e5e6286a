"""What the dialog shows of each column, so that a human can choose."""

import pyarrow as pa

from costdash.intake.columns.levels import few, texts, value_text
from costdash.intake.columns.positive_class import LISTED
from costdash.intake.errors import shown

PREVIEW = 5
SCANNED = 100


def describe(table: pa.Table) -> list[dict]:
    """For each column: name, kind, the first few values, and how many cells are missing.

    choices lists all values where they are few: the positive one is among them.
    """
    return [
        {
            "name": name,
            "kind": kind(column.type),
            "values": _first_values(column),
            "choices": texts(column) if few(column, LISTED) else [],
            "missing": column.null_count,
        }
        for name, column in zip(table.column_names, table.columns, strict=True)
    ]


def kind(of: pa.DataType) -> str:
    """The kind of a column in one word of plain English."""
    if pa.types.is_integer(of):
        return "whole numbers"
    if pa.types.is_floating(of):
        return "numbers"
    if pa.types.is_boolean(of):
        return "true or false"
    return "text" if pa.types.is_string(of) else "dates"


def _first_values(column: pa.ChunkedArray) -> list[str]:
    texts = map(value_text, column.slice(0, SCANNED).to_pylist())
    return [shown(text) for text in dict.fromkeys(filter(None, texts))][:PREVIEW]
