"""Combinations on the page: their names, and their points in the figures."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from costdash.core import Analysis
from costdash.core.combine.combination import CHAIN, MIX, REPAIR, Combination
from costdash.core.combine.combination_scores import repaired_name
from costdash.core.combine.parameter_selection import parameter_selection, usual_point
from costdash.core.probabilities.recalibration import Recalibration, recalibrated_name
from costdash.figures import View
from costdash.intake.columns.roles import Roles
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.rows.combinations import points_of
from costdash.intake.storage.predictions import load_details
from costdash.report.json.handover import origins_of
from costdash.report.sentences.rules import Origins
from costdash.web import wire
from costdash.web.session import session_id
from costdash.web.storage.store import folder_of
from costdash.wording import number, percent


def combination_names(roles: Roles) -> list[str]:
    """Names of the combinations and recalibrated models."""
    return [
        *map(recalibrated_name, roles.recalibrated),
        *(combination.name for combination in roles.combinations),
    ]


def without_combination(roles: dict[str, Any], name: str) -> dict[str, Any]:
    """What changes in the roles without a combination and those that use it, as JSON."""
    combinations = roles.get("combinations", [])
    return {
        "recalibrated": [
            source for source in roles.get("recalibrated", []) if recalibrated_name(source) != name
        ],
        "combinations": [
            combination
            for combination in combinations
            if name not in (combination["name"], *combination["models"])
        ],
    }


def new_combination(asked: Mapping[str, Any]) -> Combination:
    """The combination requested by the button Combine.

    asked: rule, models and pcf; of a mixture also share and thresholds.
    Raises ValueError, TypeError or KeyError for requests that the button never sends.
    """
    rule, models = str(asked["rule"]), [str(name) for name in asked["models"]]
    if rule == REPAIR:
        return Combination(repaired_name(models[0]), rule, tuple(models[:1]))
    pcf = float(asked["pcf"])
    if rule == CHAIN:
        return Combination(f"chain up to PC(+) {number(pcf)}", rule, tuple(models), pcf)
    if rule == MIX:
        share, thresholds = float(asked["share"]), asked.get("thresholds")
        cuts = tuple(map(float, thresholds)) if thresholds else None
        ends = [f"{name} ≥ {number(at)}" for name, at in zip(models, cuts)] if cuts else models
        name = f"{percent(share)} {ends[-1]}, else {ends[0]}"
        return Combination(name, rule, tuple(models), pcf, cuts, share)
    return Combination(f" {rule} ".join(models), rule, tuple(models), pcf)


def combination_roles_of(roles: dict[str, Any]) -> dict[str, Any]:
    """The roles, as JSON, that make models of others."""
    return {name: roles.get(name, []) for name in ("recalibrated", "combinations")}


def combination_roles(roles: dict[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """The changes of the roles requested by the page, as JSON.

    asked: the model to recalibrate, what to combine or to remove, or, by undo, all of
    `combination_roles_of`. Raises ValueError, TypeError or KeyError for impossible combinations.
    """
    if "combinations_before" in asked:
        combinations = [
            asdict(Combination.of(combination))
            for combination in asked["combinations_before"]["combinations"]
        ]
        return {
            "recalibrated": [*map(str, asked["combinations_before"]["recalibrated"])],
            "combinations": combinations,
        }
    now = combination_roles_of(roles)
    if "recalibrate" in asked:
        model = str(asked["recalibrate"])
        if model in now["recalibrated"]:
            raise ValueError(f"{recalibrated_name(model)} is there already.")
        return {"recalibrated": [*now["recalibrated"], model]}
    if "remove" in asked["combine"]:
        return without_combination(roles, str(asked["combine"]["remove"]))
    new = new_combination(asked["combine"])
    if new.name in [combination["name"] for combination in now["combinations"]]:
        raise ValueError(f"{new.name} is there already.")
    return {"combinations": [*now["combinations"], asdict(new)]}


def new_chain_sentence(
    roles: dict[str, Any], changed: dict[str, Any], dataset: dict[str, Any]
) -> str:
    """A new chain's rates beside the rates promised by the hull; "" for other changes."""
    earlier = [combination["name"] for combination in roles.get("combinations", [])]
    chains = [
        combination["name"]
        for combination in changed.get("combinations", [])
        if combination["rule"] == CHAIN
    ]
    new = [name for name in chains if name not in earlier]
    return " ".join(
        message for message in dataset["messages"] if any(name in message for name in new)
    )


def with_combinations_of(view: View, dataset: wire.Dataset, analysis: Analysis) -> View:
    """`with_drawn_combinations` of the page's data set. Raises DatasetUnavailable."""
    if not dataset.get("combinations") and not dataset.get("trained"):
        return view
    return with_drawn_combinations(view, folder_of(dataset["token"], session_id()), analysis)


def with_drawn_combinations(view: View, folder: Path, analysis: Analysis) -> View:
    """The view with the points of combinations whose models are all on, and the cost of choosing
    models by their training, where they name its PC(+).

    folder: of the data set.
    """
    details = load_details(folder / PREDICTIONS)
    on = set(view.models)
    drawn = [point for point in points_of(details) if {point.how.name, *point.how.models} <= on]
    trained = {name: x for name, x in details.get("trained_for", {}).items() if name in on}
    by_training = None
    if trained:
        with suppress(ValueError):  # such as scores that are probabilities on some rows only
            points = {name: usual_point(analysis.models[name]) for name in trained}
            by_training = parameter_selection(points, trained)
    return replace(view, combinations=tuple(drawn), by_training=by_training)


def recalibrated_models(folder: Path) -> tuple[str, ...]:
    """The models of a data set that are added again, recalibrated."""
    maps = load_details(folder / PREDICTIONS).get("recalibrated", {})
    return tuple(fit["of"] for fit in maps.values())


def negated_models(folder: Path) -> tuple[str, ...]:
    """The models of a data set whose lower scores mean more likely positive."""
    return tuple(Roles.of(load_details(folder / PREDICTIONS).get("roles", {})).negate)


def rule_origins(dataset: wire.Dataset, analysis: Analysis) -> Origins:
    """The origins of the page's models, for the rule as code. Raises DatasetUnavailable."""
    details = {}
    if dataset.get("combinations") or dataset.get("viewer"):
        details = load_details(folder_of(dataset["token"], session_id()) / PREDICTIONS)
    fits = details.get("recalibrated", {}).values()
    points = {point.how.name: point for point in points_of(details)}
    combinations = Roles.of(details.get("roles", {})).combinations
    return origins_of(
        analysis,
        dataset.get("negated", {}),
        {fit["of"]: Recalibration.of(fit) for fit in fits},
        [(how, points.get(how.name)) for how in combinations],
        [name for name, *_ in details.get("matrices") or dataset.get("matrices", ())],
    )
