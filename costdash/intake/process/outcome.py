"""What came of an upload: a verdict, its sentences, and what the dialog needs."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from costdash.intake.columns.roles import Roles

OUTCOME = "outcome.json"


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
