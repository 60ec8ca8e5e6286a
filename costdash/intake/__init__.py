"""Turns a file in any supported format, or a data frame, into a labelled sample.

formats: bytes to a table. columns: the role of each column. rows: a table and roles to scored rows.
engines: a table that an engine counts.
api: these steps in this process. process: the same in a child process with limits, for uploads.
storage: samples and analyses in a folder. samples: data sets to try out. errors, limits.
"""

from costdash.intake.api import (
    read_confusions,
    read_predictions,
    read_scored,
    read_table,
    read_table_with_messages,
    read_with_messages,
)
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError

__all__ = [
    "IntakeError",
    "Roles",
    "read_confusions",
    "read_predictions",
    "read_scored",
    "read_table",
    "read_table_with_messages",
    "read_with_messages",
]
