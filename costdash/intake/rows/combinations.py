"""Models made of others: by AND or OR of two, by repairing the curve of one or recalibrating it."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from costdash.core.combine.combination import (
    AND,
    CHAIN,
    MIX,
    REPAIR,
    Combination,
    CombinationPoints,
)
from costdash.core.combine.combination_scores import combination_points, with_combination
from costdash.core.probabilities.recalibration import (
    recalibrated_name,
    whole_recalibration,
    with_recalibrated,
)
from costdash.core.sample.predictions import ScoredRows
from costdash.core.types import XY
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, shown
from costdash.wording import listed, number, percent

ELSEWHERE = "chosen on other rows than those that judge it"


def with_recalibrations(
    scored: ScoredRows, roles: Roles
) -> tuple[ScoredRows, dict[str, Any], list[str]]:
    """The rows with recalibrated models, of each the map that new cases get, and notes.

    A map is JSON: the model that it is of, and the points between which it is straight. Raises
    IntakeError for what cannot be recalibrated.
    """
    maps: dict[str, Any] = {}
    notes = []
    for name in dict.fromkeys(roles.recalibrated):
        new = recalibrated_name(name)
        if new in scored.scores:
            raise IntakeError(f"A column is called {shown(new)} already. Rename it.")
        try:
            scored = with_recalibrated(scored, name)
        except ValueError as error:
            words = str(error)
            raise IntakeError(shown(f"{words[:1].upper()}{words[1:]}.", 300)) from None
        fit = whole_recalibration(scored, name)
        points = {"scores": fit.score.tolist(), "probabilities": fit.probability.tolist()}
        maps[new] = {"of": name, **points}
        notes.append(
            f"Model {shown(new)} has the scores of {shown(name)} made probabilities: shares of "
            "positives around each score, fitted on other rows than those that judge it."
        )
    return scored, maps, notes


def with_combinations(
    scored: ScoredRows, roles: Roles
) -> tuple[ScoredRows, list[CombinationPoints], list[str]]:
    """The rows with the models made of others, where AND and OR lie, and notes.

    Raises IntakeError for what cannot be combined.
    """
    points, notes = [], []
    for how in roles.combinations:
        try:
            scored = with_combination(scored, how)
            if how.rule != REPAIR:
                points.append(combination_points(scored, how))
        except ValueError as error:
            raise IntakeError(shown(str(error), 300)) from None
        notes.append(_chain_note(points[-1]) if how.rule == CHAIN else _note(how))
    return scored, points, notes


def _note(how: Combination) -> str:
    names = [shown(name) for name in how.models]
    if how.rule == REPAIR:
        return (
            f"Model {shown(how.name)} is {names[0]} with the order of its scores reversed inside "
            f"the deepest dent of its ROC curve, {ELSEWHERE}."
        )
    if how.rule == MIX:
        share = percent(how.share or 0)
        return (
            f"Model {shown(how.name)} lets {names[1]} decide {share} of the cases, drawn at "
            f"random, and {names[0]} the others, {_where(how)}."
        )
    flagged = "both flag" if how.rule == AND else "one of them flags"
    return (
        f"Model {shown(how.name)} flags what {flagged}: {names[0]} and {names[1]}, {_where(how)}."
    )


def _where(how: Combination) -> str:
    return "at the given thresholds" if how.thresholds else f"at thresholds {ELSEWHERE}"


def _chain_note(points: CombinationPoints) -> str:
    """The caveat of Fawcett (2004), section 7.4.4, by what happens on the rows."""
    rules = [f"{shown(name)} from {number(at)} up" for name, at in points.rules]

    def does(point: XY) -> str:
        return f"flags {percent(point[0])} of negatives and finds {percent(point[1])} of positives"

    return (
        f"Model {shown(points.how.name)} flags a case as soon as one of these does, "
        f"{ELSEWHERE}: {listed(rules, at_most=4)}. The chain {does(points.real)}; the last of them "
        f"alone, which the hull promises, {does(points.second)}."
    )


def as_details(points: Sequence[CombinationPoints]) -> list[dict[str, Any]]:
    """As JSON, of which `points_of` makes the points again."""
    return [asdict(point) for point in points]


def points_of(details: dict[str, Any]) -> list[CombinationPoints]:
    """Where AND and OR lie, as the details of a sample have it."""
    return [CombinationPoints.of(entry) for entry in details.get("combinations", [])]
