"""Nested JSON records, as evaluation tools write them, as a table of plain cells."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, BinaryIO

import pyarrow as pa

from costdash.intake.errors import IntakeError
from costdash.intake.formats.columnar import check_shape
from costdash.intake.limits import Limits

PLAIN = (str, int, float, bool)
LARGEST = 2**63 - 1
PAIR = rb'\s*"[^"\\]*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|null|true|false|[-+.\deE]+)\s*,'


def begins_with(key: str, value: str) -> re.Pattern[bytes]:
    """Matches a JSON object that begins with this key, perhaps after keys of plain values."""
    return re.compile(
        rb"(?:\xef\xbb\xbf)?\s*\{(?:%s)*?\s*\"%s\"\s*:\s*%s"
        % (
            PAIR,
            key.encode(),
            value.encode(),
        )
    )


def parsed(text: bytes | str) -> Any:
    """A JSON text. Raises ValueError, also for a key that an object has twice."""
    return json.loads(text, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key twice")
    return found


def read_document(file: BinaryIO, tool: str) -> Any:
    """The one JSON document of a file. Raises IntakeError if it is cut off or damaged."""
    try:
        return parsed(file.read())
    except (ValueError, RecursionError):
        raise IntakeError(
            f"The results of {tool} are cut off or no JSON document. Write them again."
        ) from None


def part_of(given: Any, key: str) -> dict[str, Any]:
    """The object under a key of an object; {} if there is none."""
    found = given.get(key) if isinstance(given, dict) else None
    return found if isinstance(found, dict) else {}


def plain_cells(given: Mapping[str, Any], within: str = "") -> dict[str, Any]:
    """The plain values of an object, and those of the objects in it as `outer.inner`."""
    cells = {}
    for key, value in given.items():
        if isinstance(value, PLAIN):
            cells[within + key] = value
        elif isinstance(value, dict) and not within:
            cells |= plain_cells(value, f"{key}.")
    return cells


def table_of(records: Iterable[Mapping[str, Any]], tool: str, limits: Limits) -> pa.Table:
    """One row for each record; a key that a record lacks is a missing cell.

    Columns of numbers and text are text. Raises IntakeError without records.
    """
    columns: dict[str, list[Any]] = {}
    rows = 0
    for record in records:
        for key, value in record.items():
            cells = columns.setdefault(key, [])
            cells += [None] * (rows - len(cells))
            cells.append(value)
        rows += 1
        check_shape(rows, len(columns), limits)
    if not rows:
        raise IntakeError(
            f"The results of {tool} hold no evaluated case. Write them after a whole run, with the "
            "samples."
        )
    return pa.table({key: _array(cells, rows) for key, cells in columns.items()})


def _array(cells: list[Any], rows: int) -> pa.Array:
    cells += [None] * (rows - len(cells))
    kinds = {type(cell) for cell in cells if cell is not None}
    if kinds <= {bool}:
        return pa.array(cells, pa.bool_())
    if kinds <= {int} and all(cell is None or abs(cell) <= LARGEST for cell in cells):
        return pa.array(cells, pa.int64())
    if kinds <= {int, float, bool}:
        return pa.array([None if c is None else float(c) for c in cells], pa.float64())
    texts = [c if c is None or isinstance(c, str) else json.dumps(c) for c in cells]
    return pa.array(texts, pa.string())
