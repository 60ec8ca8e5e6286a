"""The page's stores as a `Request`; the rules are in `costdash.report.request`.

Every function raises `Unreadable` for values that the page never writes: stores come from the
browser and may be tampered with.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from math import isfinite
from typing import Any

from costdash.core import Analysis, ModelAnalysis, OperatingPoint
from costdash.core.choose.cost_readings import TOLERANCE
from costdash.core.choose.criteria import Criterion
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.distributions import Beta
from costdash.core.conditions.intervals import Imprecise
from costdash.core.curves.precision_recall import share_called
from costdash.core.types import Interval
from costdash.figures import View
from costdash.figures.axes import COST_READINGS, PANEL_READINGS
from costdash.figures.panels.reliability import RELIABILITY
from costdash.figures.view import FLAT_CHOICES
from costdash.report.request import (
    Request,
    Threshold,
    in_file_order,
    known_ranges,
    matrix_of_point,
    operating_point,
    pcf_distribution,
    read_criterion,
    threshold_at,
)
from costdash.report.sentences.amounts import CaseUnit, Currency
from costdash.report.tables.scenarios import Scenario
from costdash.web.ids import CONFIDENCE_LEVELS, LONGEST_NAME, MOST_SCENARIOS, PERIOD

StoreData = dict[str, Any]  # the value of a store, as the page sends it

SAME, OTHER, SPLIT = "same", "other", "split"  # rows on which thresholds are chosen


class Unreadable(ValueError):
    """A store holds what the page never writes."""


@contextmanager
def _readable(sentence: str) -> Iterator[None]:
    """Turns every error of a malformed value into this sentence for the user."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise Unreadable(sentence) from error


def same_revision(dataset: StoreData, conditions: StoreData, view: StoreData) -> bool:
    """Whether the stores belong to one data set: after a new one they are written in turn."""
    revision = dataset.get("revision")
    return bool(dataset.get("token")) and all(
        store.get("revision") == revision for store in (conditions, view)
    )


def request_of(
    conditions: StoreData,
    view: StoreData,
    analysis: Analysis,
    symbol: str = "$",
    revision: str = "",
) -> Request:
    """The request of the page; models and thresholds that the data do not have are left out.

    symbol: of the currency. revision: of the data set; a new one resets the zoom.
    """
    point = point_of(conditions)
    shown = replace(
        view_of(view, analysis, revision, point.prior),
        known=ranges_of(conditions),
        criterion=criterion_of(conditions, analysis),
        estimated_prior=bool(view.get("estimated_prior", True)) and not conditions.get("touched"),
    )
    return Request(
        point=point,
        view=shown,
        crossfit=view.get("choose") == OTHER,
        fall_back=True,
        likely=likely_of(conditions),
        scenarios=scenarios_of(conditions),
        matrix=matrix_of(conditions),
        currency=currency_of(conditions, symbol),
    )


def point_of(conditions: StoreData) -> OperatingPoint:
    with _readable("The conditions could not be read: reset them."):
        return operating_point(
            *(float(conditions[name]) for name in ("prior", "cost_fn", "cost_fp"))
        )


def ranges_of(conditions: StoreData) -> Imprecise | None:
    """Prior and costs as ranges; None if they are known."""
    given = conditions.get("ranges")
    if given is None:
        return None

    def ends(name: str) -> Interval:
        low, high = given[name]
        return float(low), float(high)

    with _readable("The ranges could not be read: reset them."):
        return known_ranges(*map(ends, ("prior", "cost_fn", "cost_fp")))


def likely_of(conditions: StoreData) -> bool | Beta:
    """Whether the point is the most likely value in the ranges, or the distribution of PC(+)."""
    given = conditions.get("likely")
    if given is None or isinstance(given, bool):
        return bool(given)
    with _readable("The weighing could not be read: reset the conditions."):
        return pcf_distribution(float(given["a"]), float(given["b"]))


def matrix_of(conditions: StoreData) -> CostMatrix | None:
    """The cost matrix, unless the costs have been changed since they were taken from it."""
    given = conditions.get("matrix")
    if given is None:
        return None
    with _readable("The cost matrix could not be read: reset the conditions."):
        matrix = CostMatrix(*(float(given[name]) for name in CostMatrix.__dataclass_fields__))
    return matrix_of_point(matrix, point_of(conditions))


def case_unit_of(conditions: StoreData) -> CaseUnit | None:
    """For how many cases amounts are shown; None: chosen by the prior."""
    given = conditions.get("basis")
    if given is None:
        return None
    with _readable("The number of cases could not be read: reset the conditions."):
        if given.get("period") not in (None, PERIOD):
            raise ValueError(f"period must be {PERIOD}, got {given['period']}")
        return CaseUnit(float(given["cases"]), given.get("period") or "")


def currency_of(conditions: StoreData, symbol: str) -> Currency:
    return Currency(symbol, case_unit=case_unit_of(conditions))


def criterion_of(conditions: StoreData, analysis: Analysis) -> Criterion | None:
    """None for least expected cost, and for a model that the data do not have."""
    given = conditions.get("criterion")
    if given is None:
        return None
    with _readable("The criterion could not be read: reset the conditions."):
        return read_criterion(given["kind"], given, point_of(conditions), analysis)


def scenarios_of(conditions: StoreData) -> tuple[Scenario, ...]:
    """The scenarios that the user keeps."""
    given = conditions.get("scenarios")
    if given is None:
        return ()
    with _readable("The scenarios could not be read: reset them."):
        if len(given) > MOST_SCENARIOS:
            raise ValueError(f"at most {MOST_SCENARIOS} scenarios are kept, got {len(given)}")
        return tuple(Scenario(str(one["name"])[:LONGEST_NAME], point_of(one)) for one in given)


def pooled(view: Any) -> bool:
    """Whether to use all rows as one sample although the file is split into parts."""
    return isinstance(view, dict) and view.get("choose", SPLIT) != SPLIT


def view_of(view: StoreData, analysis: Analysis, revision: str, prior: float = 0.5) -> View:
    """What is shown, without what the conditions add to it.

    prior: at which today's rule flags its share of cases, if it is given by that share.
    """
    with _readable("The view could not be read: load the page again."):
        level, models = float(view["level"]), in_file_order(view["models"], analysis)
    readings = _panel_readings(view.get("readings"))
    return View(
        models=models,
        level=level if level in CONFIDENCE_LEVELS else 0.0,
        pin=_flagging(view.get("pin"), analysis, prior) or _threshold(view.get("pin"), analysis),
        chosen=_threshold(view.get("chosen"), analysis),
        lines=bool(view.get("lines")),
        score_driven=bool(view.get("score_driven"))
        or RELIABILITY in readings,  # it lights parts of that gap
        roc_whole=bool(view.get("roc_whole")),
        uirevision=revision,
        cost_axis=_cost_axis(view.get("axis")),
        flat=flat if (flat := view.get("flat")) in FLAT_CHOICES else TOLERANCE,
        readings=readings,
    )


def _panel_readings(given: Any) -> frozenset[str]:
    """At most one reading of each panel; names that there are not are left out."""
    names = given if isinstance(given, list) else []
    known = [PANEL_READINGS[name] for name in names if name in [*PANEL_READINGS]]
    return frozenset({reading.panel: reading.id for reading in known}.values())


def _cost_axis(given: Any) -> str:
    """A reading of the cost panel; the first for a name that there is not."""
    known = isinstance(given, str) and given in COST_READINGS
    return given if known else next(iter(COST_READINGS))


def switched_of(view: StoreData) -> str | None:
    """The model that was switched on or off last."""
    return name if isinstance(name := view.get("switched"), str) else None


def typed_threshold_of(view: StoreData) -> str:
    """Today's threshold as the user typed it; "" if it was not typed."""
    pin = view.get("pin")
    text = pin.get("text") if isinstance(pin, dict) else None
    if not isinstance(text, str) or len(text) > LONGEST_NAME:
        return ""
    try:
        return text if isfinite(float(text)) else ""
    except ValueError:
        return ""


def drawn_models(view: Any, conditions: Any) -> tuple[str, ...]:
    """Names of the models whose rows must be complete: those shown and those of kept thresholds."""
    view, conditions = (given if isinstance(given, dict) else {} for given in (view, conditions))
    on, kept = view.get("models"), [view.get("pin"), view.get("chosen")]
    kept.append(conditions.get("criterion"))
    names = [one.get("model") for one in kept if isinstance(one, dict)]
    names += on if isinstance(on, list) else []
    return tuple(name for name in names if isinstance(name, str))


def _flagging(given: Any, analysis: Analysis, prior: float) -> Threshold | None:
    """The threshold of a model that flags about a given share of cases; None without a share."""
    share = given.get("share") if isinstance(given, dict) else None
    model = analysis.models.get(str(given.get("model"))) if share is not None else None
    if model is None or not isinstance(share, int | float) or not 0 <= share <= 1:
        return None
    return model.name, flagging_nearest(model, share, prior)


def flagging_nearest(model: ModelAnalysis, share: float, prior: float) -> int:
    """Index of the model's threshold that flags the share of all cases nearest to this one."""
    counts = model.case_counts
    return int(abs(share_called(counts.fpr, counts.tpr, prior) - share).argmin())


def _threshold(given: Any, analysis: Analysis) -> Threshold | None:
    """None if the data do not have the threshold.

    The text of the score counts, not the index: with other models shown, rows may be left out.
    """
    if not isinstance(given, dict):
        return None
    name, index, text = (given.get(part) for part in ("model", "index", "text"))
    if not isinstance(name, str) or type(index) is not int or name not in analysis.models:
        return None
    if isinstance(text, str) and text:
        with suppress(ValueError):
            name, index = threshold_at(name, float(text), analysis)
    known = 0 <= index < analysis.models[name].counts.threshold.size
    return (name, index) if known else None
