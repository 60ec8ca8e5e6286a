"""Models made of others on the page: their names, and what of them the figures draw."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from costdash.core import Analysis
from costdash.core.combine.combined_models import repaired_name
from costdash.core.combine.combining import CHAIN, MIX, REPAIR, Combining
from costdash.core.combine.parameter_selection import parameter_selection, usual_point
from costdash.core.readings.recalibration import Recalibration, recalibrated_name
from costdash.figures import View
from costdash.intake.columns.roles import Roles
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.rows.combinations import points_of
from costdash.intake.storage.predictions import load_details
from costdash.report.json.handover import origins_of
from costdash.report.sentences.rules import Origins
from costdash.web.session import session_id
from costdash.web.storage.store import folder_of
from costdash.wording import number, percent


def made_names(roles: Roles) -> list[str]:
    """Names of the models that are made of others."""
    return [*map(recalibrated_name, roles.recalibrated), *(one.name for one in roles.combined)]


def without_made(roles: dict[str, Any], name: str) -> dict[str, Any]:
    """What changes of the roles, as JSON, without a made model and without those made of it."""
    combined = roles.get("combined", [])
    return {
        "recalibrated": [
            one for one in roles.get("recalibrated", []) if recalibrated_name(one) != name
        ],
        "combined": [one for one in combined if name not in (one["name"], *one["models"])],
    }


def combining(asked: Mapping[str, Any]) -> Combining:
    """What the button Combine asks for.

    asked: rule, models and pcf; of a mixture also share and thresholds.
    Raises ValueError, TypeError or KeyError for what it never asks.
    """
    rule, models = str(asked["rule"]), [str(name) for name in asked["models"]]
    if rule == REPAIR:
        return Combining(repaired_name(models[0]), rule, tuple(models[:1]))
    pcf = float(asked["pcf"])
    if rule == CHAIN:
        return Combining(f"chain up to PC(+) {number(pcf)}", rule, tuple(models), pcf)
    if rule == MIX:
        share, thresholds = float(asked["share"]), asked.get("thresholds")
        cuts = tuple(map(float, thresholds)) if thresholds else None
        ends = [f"{name} ≥ {number(at)}" for name, at in zip(models, cuts)] if cuts else models
        name = f"{percent(share)} {ends[-1]}, else {ends[0]}"
        return Combining(name, rule, tuple(models), pcf, cuts, share)
    return Combining(f" {rule} ".join(models), rule, tuple(models), pcf)


def made_roles_of(roles: dict[str, Any]) -> dict[str, Any]:
    """The roles, as JSON, that make models of others."""
    return {name: roles.get(name, []) for name in ("recalibrated", "combined")}


def made_roles(roles: dict[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the page's request changes of the roles, as JSON.

    asked: the model to recalibrate, what to combine or to remove, or, by undo, all of
    `made_roles_of`. Raises ValueError, TypeError or KeyError for what cannot be made.
    """
    if "made" in asked:
        combined = [asdict(Combining.of(one)) for one in asked["made"]["combined"]]
        return {"recalibrated": [*map(str, asked["made"]["recalibrated"])], "combined": combined}
    now = made_roles_of(roles)
    if "recalibrate" in asked:
        model = str(asked["recalibrate"])
        if model in now["recalibrated"]:
            raise ValueError(f"{recalibrated_name(model)} is there already.")
        return {"recalibrated": [*now["recalibrated"], model]}
    if "remove" in asked["combine"]:
        return without_made(roles, str(asked["combine"]["remove"]))
    new = combining(asked["combine"])
    if new.name in [one["name"] for one in now["combined"]]:
        raise ValueError(f"{new.name} is there already.")
    return {"combined": [*now["combined"], asdict(new)]}


def new_chain_sentence(
    roles: dict[str, Any], changed: dict[str, Any], dataset: dict[str, Any]
) -> str:
    """What a new chain does beside what the hull promises; "" for other changes of the roles."""
    known = [one["name"] for one in roles.get("combined", [])]
    chains = [one["name"] for one in changed.get("combined", []) if one["rule"] == CHAIN]
    new = [name for name in chains if name not in known]
    return " ".join(one for one in dataset["messages"] if any(name in one for name in new))


def with_combinations_of(view: View, dataset: dict[str, Any], analysis: Analysis) -> View:
    """`with_drawn_combinations` of the page's data set. Raises DatasetUnavailable."""
    if not dataset.get("combined") and not dataset.get("trained"):
        return view
    return with_drawn_combinations(view, folder_of(dataset["token"], session_id()), analysis)


def with_drawn_combinations(view: View, folder: Path, analysis: Analysis) -> View:
    """The view with the points of combinations whose models are all on, and of those that say
    what they were trained for, what choosing by that costs.

    folder: of the data set.
    """
    details = load_details(folder / PREDICTIONS)
    on = set(view.models)
    drawn = [one for one in points_of(details) if {one.how.name, *one.how.models} <= on]
    trained = {name: x for name, x in details.get("trained_for", {}).items() if name in on}
    by_training = None
    if trained:
        with suppress(ValueError):  # such as scores that are probabilities on some rows only
            points = {name: usual_point(analysis.models[name]) for name in trained}
            by_training = parameter_selection(points, trained)
    return replace(view, combined=tuple(drawn), by_training=by_training)


def recalibrated_models(folder: Path) -> tuple[str, ...]:
    """The models of a data set that are added again, recalibrated."""
    maps = load_details(folder / PREDICTIONS).get("recalibrated", {})
    return tuple(fit["of"] for fit in maps.values())


def rule_origins(dataset: dict[str, Any], analysis: Analysis) -> Origins:
    """What the models of the page are made of, for the rule as code. Raises DatasetUnavailable."""
    details = {}
    if dataset.get("combined") or dataset.get("viewer"):
        details = load_details(folder_of(dataset["token"], session_id()) / PREDICTIONS)
    fits = details.get("recalibrated", {}).values()
    points = {one.how.name: one for one in points_of(details)}
    combined = Roles.of(details.get("roles", {})).combined
    return origins_of(
        analysis,
        dataset.get("negated", {}),
        {fit["of"]: Recalibration.of(fit) for fit in fits},
        [(how, points.get(how.name)) for how in combined],
        [name for name, *_ in details.get("matrices") or dataset.get("matrices", ())],
    )
