"""Models made of others on the page: their names, and what of them the figures draw."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from costdash.core.combine.combined_models import REPAIR, Combining, repaired_name
from costdash.figures import View
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.rows.combinations import points_of
from costdash.intake.storage.predictions import load_details
from costdash.web.session import session_id
from costdash.web.storage.store import folder_of


def combining(rule: str, models: Sequence[str], pcf: Any) -> Combining:
    """What the button Combine asks for. Raises ValueError or TypeError for what it never asks."""
    if rule == REPAIR:
        return Combining(repaired_name(models[0]), rule, tuple(models[:1]))
    return Combining(f" {rule} ".join(models), rule, tuple(models), float(pcf))


def with_drawn_combinations(view: View, dataset: dict[str, Any]) -> View:
    """The view with the points of AND and OR whose three models are all on.

    Raises DatasetUnavailable.
    """
    if not dataset.get("combined"):
        return view
    details = load_details(folder_of(dataset["token"], session_id()) / PREDICTIONS)
    on = set(view.models)
    drawn = [one for one in points_of(details) if {one.how.name, *one.how.models} <= on]
    return replace(view, combined=tuple(drawn))
