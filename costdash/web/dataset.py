"""What the page knows of a data set: names and totals, never rows."""

from costdash.intake.outcome import Outcome, read_outcome
from costdash.intake.samples import SAMPLES
from costdash.web import quota
from costdash.web.analyses import analysis_of, revision_of
from costdash.web.session import VIEW, opened_token
from costdash.web.store import SAMPLE, folder_of

NO_DATA: dict = {"token": None, "models": []}


def described(token: str, session: str | None) -> dict:
    """The `dataset` store: token, revision, names, totals, notes. Raises Gone."""
    folder = folder_of(token, session)
    analysis = analysis_of(token, session)
    common = {
        "token": token,
        "revision": revision_of(token, session),
        "opened": opened_token(),
        "rows": analysis.totals[0],
        "positives": analysis.totals[1],
        "prevalence": analysis.prevalence,
        "choose_on": analysis.parts and analysis.parts.choose_on,
        "models": [
            {"i": i, "name": model.name, "auc": model.auc}
            for i, model in enumerate(analysis.models.values())
        ],
    }
    if token.startswith(SAMPLE):
        return common | _of_sample(token.removeprefix(SAMPLE))
    outcome = read_outcome(folder) or Outcome("ok")
    card = quota.read_card(folder)
    name = card.get("name") or outcome.name
    viewer = VIEW.fullmatch(token) is not None
    return common | {
        "viewer": viewer,
        "until": quota.lent_until(card) if viewer else None,
        "name": name,
        "file": name,
        "sample": False,
        "folds": outcome.roles.fold is not None,
        "read_as": _read_as(outcome),
        "messages": list(outcome.messages),
    }


def drawn(outcome: Outcome) -> bool:
    return outcome.status in ("ok", "warning")


def outline_of(token: str, outcome: Outcome, asked: bool) -> dict:
    """What the dialog needs; `asked` opens it."""
    return {
        "token": token,
        "asked": asked,
        "name": outcome.name,
        "rows": outcome.rows_read,
        "questions": list(outcome.questions),
        "reasons": dict(outcome.reasons),
        "roles": outcome.roles.as_json(),
        "columns": list(outcome.columns),
    }


def _of_sample(key: str) -> dict:
    sample = SAMPLES[key]
    return {
        "name": sample.title,
        "file": sample.key,
        "sample": True,
        "description": sample.description,
        "folds": sample.roles.fold is not None,
        "read_as": "",
        "messages": [],
        "suggested": {
            "prior": sample.prior,
            "cost_fn": sample.cost_fn,
            "cost_fp": sample.cost_fp,
        },
    }


def _read_as(outcome: Outcome) -> str:
    """One sentence that shows the roles, guessed or chosen."""
    roles = outcome.roles
    said = [f"The label is {roles.label}, positive where it says {roles.positive}"]
    said.append(f"scores {', '.join(roles.scores)}")
    for part in ("weight", "fold", "model", "case_id", "cluster", "split"):
        if getattr(roles, part):
            said.append(f"{part.replace('_id', '')} {getattr(roles, part)}")
    return "; ".join(said) + "."
