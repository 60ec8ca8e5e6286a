"""What the page knows of rows without a label: the question, the answer and the strata."""

from collections.abc import Mapping
from typing import Any

from costdash.intake.columns.roles import Roles
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.storage.predictions import load_details
from costdash.report.report import LABEL_DETAILS, labels_of_rows
from costdash.web import wire
from costdash.web.session import session_id
from costdash.web.storage.analyses import current_analyses
from costdash.web.storage.store import SAMPLE, folder_of

ANSWERS = ("verified_within", "verified_by", "chance", "blind_positives", "blanks")


def label_details(dataset: wire.Dataset) -> dict[str, Any]:
    """The fields of the JSON about rows without a label. Raises DatasetUnavailable."""
    token = str(dataset["token"])
    folder = folder_of(token, session_id())
    if token.startswith(SAMPLE):
        return labels_of_rows(current_analyses().rows(folder))
    details = load_details(folder / PREDICTIONS)
    found = {key: details[key] for key in LABEL_DETAILS if key in details}
    return _for_viewers(found) if dataset.get("viewer") else found


def _for_viewers(labels: dict[str, Any]) -> dict[str, Any]:
    """Without the names of groups, which are values of a column: they stay with the owner."""
    verification = labels.get("verification")
    if not verification:
        return labels
    strata = [
        stratum | {"name": f"group {k}"} for k, stratum in enumerate(verification["strata"], 1)
    ]
    return labels | {"verification": verification | {"strata": strata}}


def blanks_of(details: Mapping[str, Any], roles: Roles) -> dict[str, Any]:
    """The field `blanks` of the store `dataset`; {} where every row has a label."""
    if "blanks" not in details:
        return {}
    given = roles.as_json()
    blanks = details["blanks"] | {
        "columns": details.get("label_columns", []),
        "given": {key: given[key] for key in ANSWERS if key in given},
    }
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
