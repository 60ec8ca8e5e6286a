"""What came of an upload: a verdict, its sentences, and what the dialog needs.

What the dialog shows of each column, so that a human can choose.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pyarrow as pa

from costdash.intake.columns.levels import Column, Columns, value_text
from costdash.intake.columns.positive_class import LISTED
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import shown

OUTCOME = "outcome.json"
PREVIEW = 5
SCANNED = 100


@dataclass(frozen=True, slots=True)
class Outcome:
    """status is ok, warning (drawn, with messages), choose (ask first) or error (not drawn).

    messages are what stays beside the drawn data, or the one sentence of an error; questions
    what a human should decide; reasons {role: sentence}; columns as by describe, also with an
    error where the file could be read. rows, positives and models {name: {"auc"}} are of what
    was drawn, rows_read of the file.
    """

    status: str
    messages: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    roles: Roles = field(default_factory=Roles)
    reasons: Mapping[str, str] = field(default_factory=dict)
    columns: tuple[dict, ...] = ()
    rows: int = 0
    rows_read: int = 0
    positives: float = 0
    models: Mapping[str, dict] = field(default_factory=dict)
    name: str = ""

    def as_json(self) -> dict:
        return asdict(self) | {"roles": self.roles.as_json()}

    @classmethod
    def of(cls, given: Mapping) -> "Outcome":
        lists = {name: tuple(given[name]) for name in ("messages", "questions", "columns")}
        return cls(**given | lists | {"roles": Roles.of(given["roles"])})


def write_json(path: Path, value) -> None:
    """Into place at once: a reader finds the old or the new."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(json.dumps(value, allow_nan=False), encoding="utf-8")
    os.replace(part, path)


def read_outcome(folder: Path) -> Outcome | None:
    """The last outcome in a folder; None where there is none that can be read."""
    try:
        return Outcome.of(json.loads((folder / OUTCOME).read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def describe(columns: Columns) -> list[dict]:
    """For each column: name, kind, the first few values, and how many cells are missing.

    choices lists all values where they are few: the positive one is among them.
    """
    return [
        {
            "name": name,
            "kind": kind(column.cells.type),
            "values": _first_values(column),
            "choices": column.texts if column.has_at_most(LISTED) else [],
            "missing": column.cells.null_count,
        }
        for name, column in columns.items()
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


def _first_values(column: Column) -> list[str]:
    texts = map(value_text, column.cells.slice(0, SCANNED).to_pylist())
    return [shown(text) for text in dict.fromkeys(filter(None, texts))][:PREVIEW]
