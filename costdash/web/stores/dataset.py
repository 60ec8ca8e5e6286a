"""The store `dataset` and the outline of a file: names and totals, never rows."""

from pathlib import Path
from typing import Any, cast

from costdash.core import Analysis
from costdash.intake.columns.levels import matching
from costdash.intake.columns.roles import Roles
from costdash.intake.columns.scores import roles_sentence
from costdash.intake.process.outcome import Outcome
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.rows.costs import totals_notes
from costdash.intake.rows.verification import open_questions
from costdash.intake.samples import SAMPLES
from costdash.intake.storage.predictions import load_details
from costdash.web import wire
from costdash.web.session import VIEW_TOKEN_FORMAT, opened_token
from costdash.web.settings import current_settings
from costdash.web.storage import quota
from costdash.web.storage.analyses import analysis_of, revision_of
from costdash.web.storage.store import SAMPLE, DatasetUnavailable, can_be_read_again, folder_of
from costdash.web.stores.combinations import combination_names
from costdash.web.stores.labels import blanks_of
from costdash.web.stores.matrices import typed_matrices
from costdash.wording import counted


def described(token: str | None, session: str | None) -> wire.Dataset:
    """The store `dataset`: token, revision, names, totals, notes. Raises DatasetUnavailable."""
    if token is None:
        raise DatasetUnavailable
    folder = folder_of(token, session)
    analysis = analysis_of(token, session, curves=True)
    rows, positives, _ = analysis.labelled or analysis.totals
    common: dict[str, Any] = {
        "token": token,
        "revision": revision_of(token, session),
        "opened": opened_token(),
        "rows": rows,
        "positives": positives,
        "prevalence": analysis.file_prevalence,
        "choose_on": analysis.hold_out and analysis.hold_out.choose_on,
        "models": [
            {"i": i, "name": model.name, "auc": model.auc, "hard": model.is_hard}
            for i, model in enumerate(analysis.models.values())
        ],
    }
    is_sample = token.startswith(SAMPLE)
    rest = (
        _of_sample(token.removeprefix(SAMPLE), analysis)
        if is_sample
        else _of_upload(token, folder, analysis)
    )
    if reviewer := rest.get("reviewer"):
        common["models"] = [each for each in common["models"] if each["name"] != reviewer]
    return cast(wire.Dataset, common | rest)


def _of_upload(token: str, folder: Path, analysis: Analysis) -> dict[str, Any]:
    details = load_details(folder / PREDICTIONS)
    roles = Roles.of(details.get("roles", {}))
    card = quota.read_metadata(folder)
    name = card.get("name") or "file"
    read_as = details.get("read_as", "")
    elsewhere = [read_as, *open_questions(details)]  # which the page asks and says by itself
    messages = [message for message in details.get("messages", []) if message not in elsewhere]
    viewer = VIEW_TOKEN_FORMAT.fullmatch(token) is not None
    return {
        "viewer": viewer,
        "until": quota.link_expiry(card) if viewer else None,
        "name": name,
        "file": name,
        "sample": False,
        "folds": roles.fold is not None,
        "trained": "trained_for" in details,
        "reviewer": roles.reviewer if roles.reviewer in analysis.models else None,
        "combinations": combination_names(roles),
        "negated": {
            name: details.get("negated", {}).get(name, analysis.models[name].is_probability)
            for name in roles.negate
            if name in analysis.models
        },
        "counted": "table" in details,
        "fileless": not can_be_read_again(folder),
        "cases": has_cases(viewer, details),
        "gold": "gold" in details,
        **_classes(details),
        **({} if viewer else blanks_of(details, roles)),
        **_mean_costs(analysis),
        "read_as": "" if viewer else read_as,
        "messages": _for_viewers(messages) if viewer else messages,
        "matrices": [] if viewer else typed_matrices(details),
    }


def has_cases(viewer: bool, details: dict[str, Any]) -> bool:
    """Whether the session may look at single cases of an upload."""
    return current_settings().cases and not viewer and bool(details.get("single_rows"))


def can_be_drawn(outcome: Outcome) -> bool:
    """Whether the file was read, with or without warnings."""
    return outcome.status in ("ok", "warning")


def outline_of(token: str | None, outcome: Outcome, asked: bool) -> wire.Outline:
    """The store `outline`, which fills the dialog of columns; `asked` opens the dialog."""
    return {
        "token": str(token),
        "asked": asked,
        "name": outcome.name,
        "rows": outcome.rows_read,
        "questions": list(outcome.questions),
        "reasons": dict(outcome.reasons),
        "roles": cast(wire.ColumnRoles, outcome.roles.as_json()),
        "columns": cast(list[wire.Column], list(outcome.columns)),
    }


def _for_viewers(messages: list[str]) -> list[str]:
    """Notes on the file may list values of its columns, which stay with the owner."""
    if not messages:
        return []
    return [f"The owner of the data sees {counted(len(messages), 'note')} on how they were read."]


def _of_sample(key: str, analysis: Analysis) -> dict[str, Any]:
    sample = SAMPLES[key]
    return {
        "name": sample.title,
        "file": sample.key,
        "sample": True,
        "cases": current_settings().cases,
        "gold": sample.roles.gold is not None,
        "description": sample.description,
        "folds": sample.roles.fold is not None,
        "read_as": roles_sentence(sample.roles),
        "messages": totals_notes(analysis.costs) if analysis.costs else [],
        "matrices": [],
        "suggested": {
            "prior": sample.prior,
            "cost_fn": sample.cost_fn,
            "cost_fp": sample.cost_fp,
        },
    }


def _mean_costs(analysis: Analysis) -> dict[str, Any]:
    """The conditions to begin with where costs differ from case to case; else none."""
    if analysis.costs is None:
        return {}
    means = {"cost_fn": analysis.costs.mean_fn, "cost_fp": analysis.costs.mean_fp}
    return {"suggested": {"prior": analysis.file_prevalence, **means}}


def _classes(details: dict[str, Any]) -> dict[str, Any]:
    """The classes and the positive class, if a multiclass label has scores of each class."""
    names = [
        entry["name"] for model in details.get("multiclass", [])[:1] for entry in model["classes"]
    ]
    return {"classes": names, "positive": matching(details["positive"], names)} if names else {}
