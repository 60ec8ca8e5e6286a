"""What the page knows of rows without a label: the question, the answer and the strata."""

from collections.abc import Mapping
from typing import Any

from costdash.intake.columns.roles import Roles
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.storage.predictions import load_details
from costdash.web import wire
from costdash.web.session import session_id
from costdash.web.storage.store import folder_of

KEYS = ("blanks", "verification")
ANSWERS = ("verified_within", "verified_by", "chance", "blind_positives", "blanks")


def label_details(dataset: wire.Dataset) -> dict[str, Any]:
    """The fields of the JSON about rows without a label. Raises DatasetUnavailable."""
    if "blanks" not in dataset and "verification" not in dataset:
        return {}
    details = load_details(folder_of(dataset["token"], session_id()) / PREDICTIONS)
    return {key: details[key] for key in KEYS if key in details}


def blanks_of(details: Mapping[str, Any], roles: Roles) -> dict[str, Any]:
    """The field `blanks` of the store `dataset`; {} where every row has a label."""
    if "blanks" not in details:
        return {}
    blanks = details["blanks"] | {"columns": details.get("label_columns", [])}
    if roles.verified_by is not None:
        name, edges = roles.verified_by
        blanks |= {"column": name, "low": edges[-1]}
    elif roles.verified_within is not None:
        blanks |= {"column": roles.verified_within}
    return {"blanks": blanks}


def answered(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The roles after an answer about rows without a label; other answers are taken back.

    Raises IntakeError for numbers that are none, as Roles does.
    """
    return dict.fromkeys(ANSWERS) | {key: answer[key] for key in ANSWERS if key in answer}
