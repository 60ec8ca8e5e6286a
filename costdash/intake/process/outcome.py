"""The result of an upload: its status, sentences, and the columns that the dialog shows."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from costdash.intake.columns.levels import Column, Columns, value_text
from costdash.intake.columns.positive_class import LISTED
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import shown

OUTCOME = "outcome.json"
PREVIEW = 5  # values shown of each column
ROWS = 3  # first rows of the file that the page shows
SCANNED = 100  # rows among which they are found


@dataclass(frozen=True, slots=True)
class Outcome:
    """status is ok, warning (built, with messages), choose (ask first) or error (not built).

    messages stay beside the sample, or are the one sentence of an error; questions are what the
    user should decide; reasons are {role: sentence}; columns are those of describe_columns, also
    for an error if the file could be read. rows, positives, models {name: {"auc"}} and read_as (the
    roles in a sentence) describe the sample, rows_read the file. too_large: an error because the
    content of the file is larger than what is read into memory.
    """

    status: str
    messages: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    roles: Roles = field(default_factory=Roles)
    reasons: Mapping[str, str] = field(default_factory=dict)
    columns: tuple[dict[str, Any], ...] = ()
    rows: int = 0
    rows_read: int = 0
    positives: float = 0
    models: Mapping[str, dict[str, float]] = field(default_factory=dict)
    name: str = ""
    read_as: str = ""
    too_large: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"roles": self.roles.as_json()}

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Outcome":
        """From its JSON. Raises KeyError, TypeError."""
        lists = {name: tuple(given[name]) for name in ("messages", "questions", "columns")}
        return cls(**{**given, **lists, "roles": Roles.of(given["roles"])})


def write_json(path: Path, value: object) -> None:
    """Writes a file in one step: a reader finds the old content or the new."""
    temporary = path.with_name(f"{path.name}.part")
    temporary.write_text(json.dumps(value, allow_nan=False), encoding="utf-8")
    os.replace(temporary, path)


def read_outcome(folder: Path) -> Outcome | None:
    """The last outcome in a folder; None if there is none or it cannot be read."""
    try:
        return Outcome.of(json.loads((folder / OUTCOME).read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def describe_columns(columns: Columns) -> list[dict[str, Any]]:
    """For each column: name, kind, the first few values, its cells in the first rows, and how many
    cells are missing.

    choices lists all values if they are few: the positive one is among them.
    """
    return [
        {
            "name": name,
            "kind": type_in_words(column.cells.type),
            "values": _first_values(column),
            "rows": [shown(value_text(x) or "") for x in column.cells.slice(0, ROWS).to_pylist()],
            "choices": column.texts if column.has_at_most(LISTED) else [],
            "missing": column.cells.null_count,
        }
        for name, column in columns.items()
    ]


def type_in_words(kind: pa.DataType) -> str:
    """The type of a column in plain English."""
    if pa.types.is_integer(kind):
        return "whole numbers"
    if pa.types.is_floating(kind):
        return "numbers"
    if pa.types.is_boolean(kind):
        return "true or false"
    return "text" if pa.types.is_string(kind) else "dates"


def _first_values(column: Column) -> list[str]:
    texts = map(value_text, column.cells.slice(0, SCANNED).to_pylist())
    return [shown(text) for text in dict.fromkeys(filter(None, texts))][:PREVIEW]
