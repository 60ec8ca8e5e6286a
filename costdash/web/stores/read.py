"""The three stores of the page, read into the types of the floors below."""

from contextlib import suppress
from math import isfinite
from typing import Any

from costdash.core import Analysis, OperatingPoint
from costdash.core.choose.criteria import (
    LIMIT_CONFIDENCE,
    Criterion,
    ErrorRate,
    FixedThreshold,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.distributions import Beta
from costdash.core.conditions.intervals import Imprecise
from costdash.figures.view import View
from costdash.report.sentences.amounts import CaseUnit, Currency
from costdash.report.tables.scenarios import PROVOST_FAWCETT, Scenario
from costdash.web.ids import LONGEST_NAME, MOST_SCENARIOS, PERIOD

StoreData = dict[str, Any]  # the value of a store, as the page sends it

SAME, OTHER, SPLIT = "same", "other", "split"  # rows on which thresholds are chosen
EDGE, DEAREST, SHARPEST = 1e-15, 1e30, 1e6  # of priors, costs, a and b of a Beta; beyond: refused
LEVELS = (0.0, 0.8, 0.9, 0.95, 0.99)


class Unreadable(ValueError):
    """A store holds what the page never writes."""


def same_revision(dataset: StoreData, conditions: StoreData, view: StoreData) -> bool:
    """Whether the stores belong to one data set: after a new one they are written in turn."""
    revision = dataset.get("revision")
    return bool(dataset.get("token")) and all(
        store.get("revision") == revision for store in (conditions, view)
    )


def point_of(conditions: dict) -> OperatingPoint:
    try:
        return _sane(*(float(conditions[name]) for name in ("prior", "cost_fn", "cost_fp")))
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise Unreadable("The conditions could not be read: reset them.") from error


def _sane(prior: float, *costs: float) -> OperatingPoint:
    """Raises ValueError where products and ratios might leave the range of doubles."""
    if not (EDGE <= prior <= 1 - EDGE and 1 / DEAREST <= min(costs) <= max(costs) <= DEAREST):
        raise ValueError(prior, *costs)
    return OperatingPoint(prior, *costs)


def known_of(conditions: dict) -> Imprecise | None:
    """Prior and costs as ranges; None where they are known."""
    given = conditions.get("ranges")
    if given is None:
        return None
    try:
        ends = {name: given[name] for name in ("prior", "cost_fn", "cost_fp")}
        ends = {name: (float(low), float(high)) for name, (low, high) in ends.items()}
        _ = [_sane(*corner) for corner in zip(*ends.values())]
        known = Imprecise(**ends)
        if known.pcf[1] == 1:  # as rounded, with odds that are infinite
            raise ValueError(known)
        return known
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise Unreadable("The ranges could not be read: reset them.") from error


def likely_of(conditions: dict) -> bool | Beta:
    """Whether the values of now are likeliest in the ranges; or how PC(+) is distributed."""
    given = conditions.get("likely")
    if given is None or isinstance(given, bool):
        return bool(given)
    try:
        if not max(given["a"], given["b"]) <= SHARPEST:
            raise ValueError(given)
        return Beta(float(given["a"]), float(given["b"]))
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise Unreadable("The weighing could not be read: reset the conditions.") from error


def matrix_of(conditions: dict) -> tuple[CostMatrix | None, float | None]:
    """The full matrix that the two costs come from, if they still do, and cases in a month."""
    given = conditions.get("matrix")
    if given is None:
        return None, None
    try:
        matrix = CostMatrix(*(float(given[name]) for name in CostMatrix.__dataclass_fields__))
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise Unreadable("The cost matrix could not be read: reset the conditions.") from error
    point = point_of(conditions)
    ours = (matrix.cost_fn, matrix.cost_fp) == (point.cost_fn, point.cost_fp)
    basis = basis_of(conditions)
    return (matrix, basis.cases if basis and basis.period else None) if ours else (None, None)


def basis_of(conditions: dict) -> CaseUnit | None:
    """For how many cases amounts are told; None: as many as it takes."""
    given = conditions.get("basis")
    if given is None:
        return None
    try:
        if given.get("period") not in (None, PERIOD):
            raise ValueError(given["period"])
        return CaseUnit(float(given["cases"]), given.get("period") or "")
    except (AttributeError, KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise Unreadable("The number of cases could not be read: reset the conditions.") from error


def currency_of(conditions: dict, symbol: str) -> Currency:
    """How amounts are told."""
    return Currency(symbol, case_unit=basis_of(conditions))


def criterion_of(conditions: dict, analysis: Analysis) -> Criterion | None:
    """By which to choose; None for least expected cost, and for a model that the data lack."""
    given = conditions.get("criterion")
    if given is None:
        return None
    try:
        return _criterion(given, point_of(conditions), analysis)
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise Unreadable("The criterion could not be read: reset the conditions.") from error


def _criterion(given: dict, point: OperatingPoint, analysis: Analysis) -> Criterion | None:
    match given["kind"]:
        case "fpr":
            return NeymanPearson(
                float(given["limit"]), LIMIT_CONFIDENCE if given.get("sure") else None
            )
        case "capacity":
            return Workforce(float(given["limit"]), point.prior)
        case "error":
            return ErrorRate(point)
        case "product":
            return Product()
        case "threshold":
            model, threshold = given["model"], float(given["threshold"])
            if not isfinite(threshold):
                raise ValueError(threshold)
            return FixedThreshold(model, threshold) if model in analysis.models else None
    raise KeyError(given["kind"])


def scenarios_of(conditions: dict) -> tuple[Scenario, ...]:
    """The named conditions that are kept; Provost and Fawcett's two until somebody keeps others."""
    given = conditions.get("scenarios")
    if given is None:
        return PROVOST_FAWCETT
    try:
        if len(given) > MOST_SCENARIOS:
            raise ValueError(len(given))
        return tuple(Scenario(str(one["name"])[:LONGEST_NAME], point_of(one)) for one in given)
    except (KeyError, TypeError, ValueError) as error:
        raise Unreadable("The scenarios could not be read: reset them.") from error


def pooled(view: dict | None) -> bool:
    """Whether all rows are to be one part, though the file parts them."""
    return isinstance(view, dict) and view.get("choose", SPLIT) != SPLIT


def view_of(view: dict, analysis: Analysis, revision: str) -> View:
    """What is shown; models and thresholds that the data do not have are left out."""
    try:
        level, wanted = float(view["level"]), set(view["models"])
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise Unreadable("The view could not be read: load the page again.") from error
    return View(
        models=tuple(name for name in analysis.models if name in wanted),
        level=level if level in LEVELS else 0.0,
        pin=_threshold(view.get("pin"), analysis),
        chosen=_threshold(view.get("chosen"), analysis),
        lines=bool(view.get("lines")),
        score_driven=bool(view.get("score_driven")),
        roc_whole=bool(view.get("roc_whole")),
        uirevision=revision,
    )


def switched_of(view: dict) -> str | None:
    """The model that was switched on or off last; None for none."""
    return name if isinstance(name := view.get("switched"), str) else None


def drawn_models(view: dict | None, conditions: dict | None) -> tuple[str, ...]:
    """Names of the models that are drawn together: those on, and those of thresholds held fast."""
    view, conditions = (given if isinstance(given, dict) else {} for given in (view, conditions))
    on, held = view.get("models"), [view.get("pin"), view.get("chosen")]
    held.append(conditions.get("criterion"))
    names = [one.get("model") for one in held if isinstance(one, dict)]
    names += on if isinstance(on, list) else []
    return tuple(name for name in names if isinstance(name, str))


def _threshold(given, analysis: Analysis) -> tuple[str, int] | None:
    """(model, index into its thresholds), or None where there is no such threshold.

    What its text says counts: among the scores of other rows it has another index.
    """
    if not isinstance(given, dict):
        return None
    name, index, text = (given.get(part) for part in ("model", "index", "text"))
    if not isinstance(name, str) or type(index) is not int or name not in analysis.models:
        return None
    counts = analysis.models[name].counts
    if isinstance(text, str) and text:
        with suppress(ValueError):
            index = int(counts.index(float(text)))
    return (name, index) if 0 <= index < counts.threshold.size else None
