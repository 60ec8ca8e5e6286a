"""The page's stores as a `Request`; the rules are in `costdash.report.request`.

Every function raises `Unreadable` for values that the page never writes: stores come from the
browser and may be tampered with.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from math import inf, isfinite
from typing import Any

from costdash.core import Analysis, ModelAnalysis, OperatingPoint
from costdash.core.choose.cost_axes import TOLERANCE
from costdash.core.choose.criteria import Criterion
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.intervals import Imprecise, RangeWeighting
from costdash.core.conditions.review import Between, ReviewTerms
from costdash.core.curves.precision_recall import share_called
from costdash.core.folds.gold_labels import StatedJudge
from costdash.core.types import Interval
from costdash.figures import COST_AXES, FIRST_AXIS, PANEL_MODES, View
from costdash.figures.view import FLAT_CHOICES
from costdash.report.report import PairOptions
from costdash.report.request import (
    Request,
    Threshold,
    in_file_order,
    matrix_of_point,
    operating_point,
    pcf_distribution,
    read_criterion,
    threshold_at,
    typed_ranges_of,
)
from costdash.report.sentences.amounts import TYPED_FORM, CaseUnit, Currency
from costdash.report.tables.scenarios import Scenario
from costdash.web import wire
from costdash.web.wire import CONFIDENCE_LEVELS, LONGEST_NAME, MOST_SCENARIOS, PERIOD

SAME, OTHER, SPLIT = "same", "other", "split"  # rows on which thresholds are chosen
MOST_LABELS = 1_000_000_000


class Unreadable(ValueError):
    """A store holds what the page never writes."""


@contextmanager
def _readable(sentence: str) -> Iterator[None]:
    """Turns every error of a malformed value into this sentence for the user."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise Unreadable(sentence) from error


def request_of(
    conditions: wire.Conditions,
    view: wire.View,
    analysis: Analysis,
    symbol: str = "$",
    revision: str = "",
) -> Request:
    """The request of the page; models and thresholds that the data do not have are left out.

    symbol: of the currency. revision: of the data set; a new one resets the zoom.
    """
    ranges, weighting = ranges_of(conditions), weighting_of(conditions)
    point = decision_point(conditions)
    is_typed = conditions.get("touched") or (ranges and ranges.prior[0] < ranges.prior[1])
    shown = replace(
        view_of(view, analysis, revision, point.prior),
        ranges=ranges,
        review=_reviewed_by(review_of(conditions), analysis),
        criterion=criterion_of(conditions, point, analysis),
        estimated_prior=bool(view.get("estimated_prior", True)) and not is_typed,
    )
    return Request(
        point=point,
        view=shown,
        crossfit=view.get("evaluation") == OTHER,
        fall_back=True,
        weighting=weighting,
        scenarios=scenarios_of(conditions),
        matrix=matrix_of(conditions),
        currency=currency_of(conditions, symbol),
        judge=stated_judge_of(conditions),
    )


def point_of(conditions: wire.OperatingPoint) -> OperatingPoint:
    with _readable("The conditions could not be read: reset them."):
        prior, cost_fn, cost_fp = conditions["prior"], conditions["cost_fn"], conditions["cost_fp"]
        return operating_point(float(prior), float(cost_fn), float(cost_fp))


def decision_point(conditions: wire.Conditions) -> OperatingPoint:
    """The conditions that the decision is for; over ranges their means."""
    ranges = ranges_of(conditions)
    return ranges.mean_point(weighting_of(conditions)) if ranges else point_of(conditions)


def ranges_of(conditions: wire.Conditions) -> Imprecise | None:
    """Prior and costs as ranges; None if they are known."""
    typed = conditions.get("ranges")
    if typed is None:
        return None

    def ends(pair: Interval) -> Interval:
        low, high = pair
        return float(low), float(high)

    with _readable("The ranges could not be read: reset them."):
        return typed_ranges_of(ends(typed["prior"]), ends(typed["cost_fn"]), ends(typed["cost_fp"]))


def review_of(conditions: wire.Conditions) -> ReviewTerms | None:
    """The review of cases between two thresholds; None without one."""
    given = conditions.get("review")
    if given is None:
        return None
    with _readable("The review could not be read: reset the conditions."):
        capacity = given.get("capacity")
        return ReviewTerms(
            price=float(given["price"]),
            sensitivity=float(given.get("sensitivity", 1.0)),
            specificity=float(given.get("specificity", 1.0)),
            column=str(given.get("column") or ""),
            capacity=None if capacity is None else float(capacity),
            between=_between(given.get("between")),
        )


def stated_judge_of(conditions: wire.Conditions) -> StatedJudge | None:
    """Stated error rates of the judge who gave the labels; None without."""
    given = conditions.get("judge")
    if given is None:
        return None
    with _readable("The judge's error rates could not be read: reset the conditions."):
        return StatedJudge(float(given["sensitivity"]), float(given["specificity"]))


def _reviewed_by(review: ReviewTerms | None, analysis: Analysis) -> ReviewTerms | None:
    """The review; None if it goes by a column that the data do not have."""
    if review is None or not review.column or review.column in analysis.models:
        return review
    return None


def _between(given: wire.Between | None) -> Between | None:
    """Both thresholds of a review, if the user sets them."""
    if given is None:
        return None
    high = given["high"]
    return Between(str(given["model"]), float(given["low"]), inf if high is None else float(high))


def weighting_of(conditions: wire.Conditions) -> RangeWeighting:
    """How the values within the ranges are weighted."""
    weighting = conditions.get("weighting")
    if weighting is None or isinstance(weighting, bool):
        return point_of(conditions) if weighting else None
    with _readable("The weighing could not be read: reset the conditions."):
        return pcf_distribution(float(weighting["a"]), float(weighting["b"]))


def matrix_of(conditions: wire.Conditions) -> CostMatrix | None:
    """The cost matrix, unless the costs have been changed since they were taken from it."""
    prices = conditions.get("matrix")
    if prices is None:
        return None
    with _readable("The cost matrix could not be read: reset the conditions."):
        matrix = CostMatrix(
            float(prices["found"]),
            float(prices["missed"]),
            float(prices["false_alarm"]),
            float(prices["left_alone"]),
        )
    return matrix_of_point(matrix, point_of(conditions))


def case_unit_of(conditions: wire.Conditions) -> CaseUnit | None:
    """For how many cases amounts are shown; None: chosen by the prior."""
    unit = conditions.get("case_unit")
    if unit is None:
        return None
    with _readable("The number of cases could not be read: reset the conditions."):
        if unit.get("period") not in (None, PERIOD):
            raise ValueError(f"period must be {PERIOD}, got {unit['period']}")
        return CaseUnit(float(unit["cases"]), unit.get("period") or "")


def currency_of(conditions: wire.Conditions, symbol: str) -> Currency:
    """The currency that the user typed, else that of the server, `symbol`."""
    form = conditions.get("currency")
    if form is None:
        form = symbol
    else:
        with _readable("The currency could not be read: reset the conditions."):
            if re.fullmatch(TYPED_FORM, form) is None:
                raise ValueError(f"currency must be a sign or a code with 5, got {form}")
    return Currency.of(form, case_unit_of(conditions))


def criterion_of(
    conditions: wire.Conditions, point: OperatingPoint, analysis: Analysis
) -> Criterion | None:
    """None for least expected cost, and for a model that the data do not have."""
    typed = conditions.get("criterion")
    if typed is None:
        return None
    with _readable("The criterion could not be read: reset the conditions."):
        return read_criterion(
            typed["kind"], {**typed, "ranges": ranges_of(conditions)}, point, analysis
        )


def scenarios_of(conditions: wire.Conditions) -> tuple[Scenario, ...]:
    """The scenarios that the user keeps."""
    sent = conditions.get("scenarios")
    if sent is None:
        return ()
    with _readable("The scenarios could not be read: reset them."):
        if len(sent) > MOST_SCENARIOS:
            raise ValueError(f"at most {MOST_SCENARIOS} scenarios are kept, got {len(sent)}")
        return tuple(
            Scenario(str(scenario["name"])[:LONGEST_NAME], point_of(scenario)) for scenario in sent
        )


def pair_options(margin: object, band: object) -> PairOptions:
    """The switches of the tab Compare: the margin in percent, and the kind of band."""
    share = margin / 100 if isinstance(margin, int | float) and 0 < margin < 100 else None
    return PairOptions(margin=share, whole_curve=band == "curve", holm=band == "holm")


def pooled(view: Any) -> bool:
    """Whether to use all rows as one sample although the file is split into parts."""
    return isinstance(view, dict) and view.get("evaluation", SPLIT) != SPLIT


def view_of(view: wire.View, analysis: Analysis, revision: str, prior: float = 0.5) -> View:
    """The view without the additions from the conditions.

    prior: at which today's rule flags its share of cases, if it is given by that share.
    """
    with _readable("The view could not be read: load the page again."):
        level, models = float(view["level"]), in_file_order(view["models"], analysis)
    modes = _panel_modes(view.get("modes"))
    share = _flagging(view.get("today"), analysis, prior)
    typed = _threshold(view.get("today"), analysis)
    return View(
        models=models,
        level=level if level in CONFIDENCE_LEVELS else 0.0,
        today=share or typed,
        today_text="" if share else typed_threshold_of(view),
        trial=_threshold(view.get("trial"), analysis),
        lines=bool(view.get("lines")),
        score_driven=bool(view.get("score_driven"))
        or any(PANEL_MODES[name].calibrated for name in modes),  # it lights parts of that gap
        roc_whole=bool(view.get("roc_whole")),
        uirevision=revision,
        cost_axis=_cost_axis(view.get("axis")),
        flat=flat if (flat := view.get("flat")) in FLAT_CHOICES else TOLERANCE,
        modes=modes,
    )


def _panel_modes(given: Any) -> frozenset[str]:
    """At most one mode of each panel; unknown names are left out."""
    names = given if isinstance(given, list) else []
    modes = [PANEL_MODES[name] for name in names if name in [*PANEL_MODES]]
    return frozenset({mode.panel: mode.id for mode in modes}.values())


def _cost_axis(given: Any) -> str:
    """An axis of the cost panel; the first for an unknown name."""
    is_axis = isinstance(given, str) and given in COST_AXES
    return given if is_axis else FIRST_AXIS


def switched_of(view: wire.View) -> str | None:
    """The model that was switched on or off last."""
    return name if isinstance(name := view.get("switched"), str) else None


def more_labels_of(view: wire.View) -> float | None:
    """The number of further labels to value; None without one."""
    more = view.get("more_labels")
    if more is not None and not 1 <= more <= MOST_LABELS:
        raise Unreadable("The number of labels could not be read: type it again.")
    return more


def typed_threshold_of(view: wire.View) -> str:
    """Today's threshold as the user typed it; "" if it was not typed."""
    today = view.get("today")
    text = today.get("text") if isinstance(today, dict) else None
    if not isinstance(text, str) or len(text) > LONGEST_NAME:
        return ""
    try:
        return text if isfinite(float(text)) else ""
    except ValueError:
        return ""


def drawn_models(view: Any, conditions: Any) -> tuple[str, ...]:
    """Names of the models whose rows must be complete: shown, with a threshold, or a reviewer."""
    view, conditions = (given if isinstance(given, dict) else {} for given in (view, conditions))
    on, rules = view.get("models"), [view.get("today"), view.get("trial")]
    rules.append(conditions.get("criterion"))
    names = [rule.get("model") for rule in rules if isinstance(rule, dict)]
    names += on if isinstance(on, list) else []
    review = conditions.get("review")
    names.append(review.get("column") if isinstance(review, dict) else None)
    return tuple(name for name in names if isinstance(name, str))


def _flagging(given: Any, analysis: Analysis, prior: float) -> Threshold | None:
    """The threshold of a model that flags about a given share of cases; None without a share."""
    share = given.get("share") if isinstance(given, dict) else None
    model = analysis.models.get(str(given.get("model"))) if share is not None else None
    if model is None or not isinstance(share, int | float) or not 0 <= share <= 1:
        return None
    return model.name, flagging_nearest(model, share, prior)


def flagging_nearest(model: ModelAnalysis, share: float, prior: float) -> int:
    """Index of the model's threshold whose share of flagged cases is nearest to this share."""
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
    exists = 0 <= index < analysis.models[name].counts.threshold.size
    return (name, index) if exists else None
