"""From a file of anybody's making to Predictions.

read (bytes -> table), columns (which column plays which part), table (-> Predictions), child (all
of it in a fenced process), keep (arrays <-> folder), limits, samples.
"""

from costdash.intake.api import read_predictions, read_scored, read_with_messages
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError

__all__ = ["IntakeError", "Roles", "read_predictions", "read_scored", "read_with_messages"]
