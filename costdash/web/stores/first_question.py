"""The question that a new tab asks first, written as its scripts write it.

With it the server answers before the scripts of the page run. It knows addresses with prior, costs,
case unit and level, which each visit begins with; about others the tab asks by itself. The scripts
use the answer only if they come to the same question (`assets/state/first-answer.js`).
"""

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from costdash.core import OperatingPoint
from costdash.core.choose.cost_axes import TOLERANCE
from costdash.figures import FIRST_AXIS
from costdash.report.sentences.amounts import readable_cases
from costdash.web import wire
from costdash.web.stores.read import OTHER, SPLIT

COSTS = {"prior": "prior", "missed": "cost_fn", "alarm": "cost_fp"}  # name in the address: field
READABLE = {*COSTS, "own", "per", "level", "file", "data"}
CASES = re.compile(r"(\d{1,9})(?:-(month))?")
FIXED_CASE_UNITS = (1, 1_000, 10_000, 100_000, 1_000_000)
MOST_MODELS = 10  # that are on at once
PRIME, OFFSET = 0x01000193, 0x811C9DC5  # of FNV-1a in 32 bits


class OtherQuestion(ValueError):
    """The address asks for something else."""


def first_question(
    dataset: wire.Dataset, query: Mapping[str, str]
) -> tuple[wire.Conditions, wire.View] | None:
    """(conditions, view) of the first question; None if only the scripts know it.

    query: of the address.
    """
    if not query.keys() <= READABLE or query.get("data", fingerprint(dataset)) != fingerprint(
        dataset
    ):
        return None
    if len(dataset["models"]) > MOST_MODELS or dataset.get("blanks"):
        return None
    try:
        return _conditions(dataset, query), _view(dataset, query)
    except (ValueError, TypeError):
        return None


def _conditions(dataset: wire.Dataset, query: Mapping[str, str]) -> wire.Conditions:
    point: dict[str, float] = {"prior": dataset["prevalence"], "cost_fn": 1, "cost_fp": 1}
    suggested: Mapping[str, Any] = dataset.get("suggested") or {}
    point |= {name: suggested[name] for name in point if suggested.get(name)}
    touched = bool(suggested.get("prior")) and suggested["prior"] != dataset["prevalence"]
    point |= {field: float(query[name]) for name, field in COSTS.items() if name in query}
    OperatingPoint(**point)  # raises ValueError for what no address may give
    costs = None
    if suggested and not dataset.get("sample"):
        costs = {"cost_fn": suggested.get("cost_fn"), "cost_fp": suggested.get("cost_fp")}
    unset: dict[str, Any] = dict.fromkeys(
        ("ranges", "weighting", "criterion", "matrix", "scenarios", "review", "judge", "currency")
    )
    conditions: Any = unset | point
    conditions |= {
        "token": dataset["token"],
        "revision": dataset["revision"],
        "touched": query.get("own") != "0" if "prior" in query else touched,
        "means": costs,
        "case_unit": _case_unit(query.get("per"), point["prior"]),
    }
    stored: wire.Conditions = conditions
    return stored


def _case_unit(text: str | None, prior: float) -> dict[str, Any]:
    if text is None:
        return {"cases": min(readable_cases(prior), FIXED_CASE_UNITS[-1])}
    found = CASES.fullmatch(text)
    if found is None:
        raise OtherQuestion(text)
    cases, period = int(found[1]), found[2]
    if period and cases:
        return {"cases": cases, "period": period}
    if cases not in FIXED_CASE_UNITS:
        raise OtherQuestion(text)
    return {"cases": cases}


def _view(dataset: wire.Dataset, query: Mapping[str, str]) -> wire.View:
    level = float(query.get("level", wire.DEFAULT_CONFIDENCE))
    if level not in (0, *wire.CONFIDENCE_LEVELS):
        raise OtherQuestion(query["level"])
    return {
        "revision": dataset["revision"],
        "token": dataset["token"],
        "data": fingerprint(dataset),
        "models": [model["name"] for model in dataset["models"]],
        "level": level,
        "lines": False,
        "score_driven": False,
        "roc_whole": False,
        "estimated_prior": True,
        "switched": None,
        "evaluation": SPLIT if dataset.get("choose_on") else OTHER,
        "axis": FIRST_AXIS,
        "modes": [],
        "flat": TOLERANCE,
        "today": None,
        "trial": None,
        "segment": None,
        "more_labels": None,
    }


def fingerprint(dataset: wire.Dataset) -> str:
    """Eight digits that differ for other data, as `fingerprint` in `assets/text/address.js`."""
    models = [[model["name"], _precise(model["auc"] or 0)] for model in dataset["models"]]
    parts = [dataset["rows"], _shortest(dataset["positives"]), models]
    text = json.dumps(parts, separators=(",", ":"), ensure_ascii=False)
    digits = OFFSET
    for letter in text:
        digits = ((digits ^ ord(letter)) * PRIME) & 0xFFFFFFFF
    return f"{digits:08x}"


def _precise(value: float) -> str:
    """Six digits, as toPrecision(6)."""
    places = 5 - math.floor(math.log10(abs(value))) if value else 5
    return f"{value:.{places}f}" if 0 <= places <= 11 else f"{value:#.6g}"


def _shortest(value: float) -> float:
    """A whole number without its decimal point, as JSON.stringify writes it."""
    return int(value) if float(value).is_integer() else value
