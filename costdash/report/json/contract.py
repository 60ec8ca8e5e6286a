"""The analysis as JSON: the contract that other programs rely on, in full precision.

The command line and the page give identical text. Each part of the contract has a function;
`evaluation` changes the fields if costs are cross-fitted, held out, or of an estimated prior.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from math import isfinite
from typing import Any

from costdash.core import Analysis, Decision, Hull, OperatingPoint
from costdash.core.analysis.blind_bounds import BlindBounds
from costdash.core.analysis.stated_labels import StatedCost
from costdash.core.choose.superiority import belief_within
from costdash.core.compare.comparison import MAX_MODELS, Comparison
from costdash.core.curves.cost import PCF_GRID
from costdash.core.folds.folds import Folds
from costdash.core.folds.gold_labels import GoldCost
from costdash.report.derived import DerivedResults
from costdash.report.json import Fields
from costdash.report.json.certainty import carried_fields, certainty_fields, today_fields
from costdash.report.json.decision import decision_fields
from costdash.report.json.evaluation import cross_fit_fields, prior_fields, split_fields
from costdash.report.json.folds import folds_fields, left_out_message
from costdash.report.json.labels import audit_fields, more_data_fields
from costdash.report.json.measures import measure_fields, pair_curve_fields
from costdash.report.json.models import (
    allowance_fields,
    call_fields,
    case_fields,
    model_fields,
    per_case_fields,
    vertices,
)
from costdash.report.json.pairs import PairRequest, pairs
from costdash.report.json.request import PCFS, AnalysisRequest
from costdash.report.json.review import todays_zone_fields
from costdash.report.report import ALL_PAIRS, Report, Source
from costdash.report.sentences.gold import gold_fields, stated_fields
from costdash.report.sentences.sample import resampling_words
from costdash.wording import listed, same_rows_warning

__all__ = ["PCFS", "AnalysisRequest", "as_text", "contract_fields", "contract_of", "report_json"]

SCHEMA = 2


def clean(value: Any) -> Any:
    """Nested values with plain Python numbers, and None for inf and nan."""
    if isinstance(value, dict):
        return {key: clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean(item) for item in value]
    if hasattr(value, "item"):  # a NumPy number
        value = value.item()
    if isinstance(value, float) and not isfinite(value):
        return None
    return value


def contract_fields(
    analysis: Analysis,
    request: AnalysisRequest,
    label: str,
    positive: str,
    messages: list[str],
    comparisons: Iterable[Comparison] = (),
    folds: Sequence[Folds] = (),
    at_pcfs: Iterable[Comparison] | None = None,
) -> Fields:
    """The contract as plain values; null for an infinite threshold and undefined numbers.

    comparisons: exact at the point's pcf. at_pcfs: exact at the request's pcfs, by default
    `comparisons`.
    """
    point, names = request.point, request.shown(analysis)
    compared = list(comparisons)
    shown_folds = [model_folds for model_folds in folds if model_folds.name in names]
    fields: Fields = {
        "schema": SCHEMA,
        "data": {
            **dict(zip(("rows", "positives", "negatives"), analysis.totals)),
            "prevalence": analysis.prevalence,
            **({"class_rows": asdict(analysis.class_rows)} if analysis.class_rows else {}),
            "label": label,
            "positive": positive,
            "messages": [*messages, *left_out_message(folds)],
        },
        "method": _method(analysis),
        "operating_point": _point(point),
        "best": _best(analysis.decide(point, names)),
        "hull": _common_hull(analysis.hull(names)) if names else [],
        "models": [model_fields(analysis, analysis.models[name], request) for name in names],
        "pairs": pairs(
            zip(compared, compared if at_pcfs is None else at_pcfs, strict=True),
            PairRequest(
                pcfs=request.pcfs,
                here=point.pcf,
                level=analysis.level,
                margin=request.compare.margin,
                belief=belief_within(request.ranges, point),
                models=analysis.models,
            ),
        ),
        "folds": folds_fields(shown_folds, request.pcfs, analysis.level, point.pcf),
        "multiclass": None,
    }
    if request.matrix:
        constant = request.matrix.constant(point.prior)
        fields["matrix"] = {**asdict(request.matrix), "constant": constant}
    if analysis.costs:
        fields["costs_per_case"] = asdict(analysis.costs)
        fields["best"] |= case_fields(analysis.decide(point, names, 0).best)
    if analysis.hold_out:
        fields["split"] = split_fields(analysis, point, names)
    if analysis.crossfits:
        fields = cross_fit_fields(fields, analysis, point, request.pcfs)
    return clean(fields)


def with_classes(
    fields: Fields, more_classes: Iterable[Fields], multiclass: Sequence[Fields]
) -> Fields:
    """The contract of one class against the rest, extended by the areas of all classes.

    others: the contracts of the other classes, whose models and folds are added; best, hull and
    pairs remain unchanged. multiclass: the areas of each model that scores all classes; the
    first model's fields list the others as `others`.
    """
    every = [fields, *more_classes]
    first, *more = multiclass
    return fields | {
        "models": [model for part in every for model in part["models"]],
        "folds": [fold for part in every for fold in part["folds"]],
        "multiclass": first | ({"others": more} if more else {}),
    }


def _method(analysis: Analysis) -> Fields:
    return {
        "scheme": resampling_words(analysis),
        "level": analysis.level,
        "replicates": analysis.n_replicates,
        "seed": analysis.seed,
        "thresholds": "hold-out" if analysis.hold_out else "same rows",
    }


def _point(point: OperatingPoint) -> Fields:
    return {
        "prior": point.prior,
        "cost_fn": point.cost_fn,
        "cost_fp": point.cost_fp,
        "pcf": point.pcf,
        "slope": point.slope,
    }


def _best(decision: Decision) -> Fields:
    best = decision.best
    return {"model": best.model, "call": best.call, **call_fields(best), **allowance_fields(best)}


def _common_hull(hull: Hull) -> list[Fields]:
    owned = zip(hull.owner, vertices(hull), strict=True)
    return [{"model": owner[0], **vertex} for owner, vertex in owned]


def contract_of(
    derived: DerivedResults, analysis: Analysis, request: AnalysisRequest, source: Source
) -> Fields:
    """The contract; analysis: the analysis of the derived results, possibly cross-fitted. Models
    of other classes are then cross-fitted too, where their rows allow it.
    """
    fields = _fields(derived, analysis, request, source.messages, source)
    if not source.multiclass:
        return fields
    # The named models and the file's prior belong to the positive class only.
    every = replace(request, names=None, estimated_prior=False, today=None, compare=ALL_PAIRS)
    crossfit = analysis.crossfits is not None
    describe = partial(_of_class, every, crossfit, source)
    classes = derived.one_vs_rest((repr(every), crossfit), describe)
    for part in classes:
        fields["data"]["messages"] += part["data"]["messages"]
    return with_classes(fields, classes, source.multiclass)


def _of_class(
    request: AnalysisRequest, crossfit: bool, source: Source, derived: DerivedResults
) -> Fields:
    """The contract of one class as positive; cross-fitted if the rows allow it."""
    analysis, messages, names = derived.analysis, list[str](), tuple(derived.analysis.models)
    try:
        analysis = analysis.with_crossfits(derived.crossfits(names) if crossfit else None)
    except ValueError as error:
        messages.append(f"{listed(names)}: {same_rows_warning(error)}")
    fields = _fields(derived, analysis, request, messages, source)
    return fields | {"data": fields["data"] | {"messages": messages}}


def as_text(fields: Fields) -> str:
    """The contract as strict JSON."""
    return json.dumps(fields, allow_nan=False, indent=1) + "\n"


def _fields(
    derived: DerivedResults,
    analysis: Analysis,
    request: AnalysisRequest,
    messages: Sequence[str],
    source: Source,
) -> Fields:
    names, here = request.shown(analysis), (request.point.pcf,)
    compared = at_pcfs = _comparisons(derived, analysis, request, names, here)
    if not set(request.pcfs) <= set(PCF_GRID.tolist()):
        at_pcfs = _comparisons(derived, analysis, request, names, request.pcfs)
    fields = contract_fields(
        analysis,
        request,
        source.label,
        source.positive,
        [*messages],
        compared,
        derived.folds(),
        at_pcfs,
    )
    with_prior = analysis.with_estimated_prior if request.estimated_prior else analysis
    fields = certainty_fields(fields, derived, with_prior, request.point, names)
    fields = prior_fields(fields, with_prior, request.point, names)
    if request.today:
        fields["today"] = today_fields(derived, with_prior, request.point, request.today, names)
    if analysis.costs:
        results = derived.per_case_policies(names, request.point, request.score_prior)
        policies = zip(fields["models"], results, strict=True)
        fields["models"] = [model | per_case_fields(policy) for model, policy in policies]
    fields = measure_fields(fields, derived, names, request.measure_request, analysis.crossfits)
    if request.measure_options.threshold_probabilities is not None:
        fields = pair_curve_fields(fields, derived, at_pcfs, request.measure_request)
    if source.table:
        fields["data"] |= source.table
    fields["data"] |= source.labels
    fields["data"] |= blind_fields(source.labels, derived, analysis, request.point, names)
    if source.prior_estimate:
        fields["prior_estimate"] = source.prior_estimate
    if analysis.crossfits and analysis.crossfits.together.heaviest:
        fields["method"] |= {"interval": "Fay-Feuer"}
    return clean(fields)


def blind_fields(
    labels: Mapping[str, Any],
    derived: DerivedResults,
    analysis: Analysis,
    point: OperatingPoint,
    names: Sequence[str],
) -> Fields:
    """`verification` with what rows that nobody looked at leave open; {} without such rows."""
    verification = labels.get("verification", {})
    bounds = None
    if names and verification.get("blind"):
        bounds = derived.blind_bounds(analysis, point, names)
    if bounds is None:
        return {}
    return {"verification": with_bounds(labels, bounds)}


def with_bounds(labels: Mapping[str, Any], bounds: BlindBounds) -> Fields:
    """The field `verification` with the rules that rows which nobody looked at leave open."""
    fields, verification = asdict(bounds), labels["verification"]
    blind = verification["blind"] | {key: fields[key] for key in ("rules", "switch", "settled")}
    return {**verification, "blind": blind}


def _comparisons(
    derived: DerivedResults,
    analysis: Analysis,
    request: AnalysisRequest,
    names: Sequence[str],
    pcfs: Sequence[float],
) -> list[Comparison]:
    """The pairs, exact at pcfs.

    Bands and tests of a whole curve change a little with `pcfs`: the page and the report use only
    the decision's pcf.
    """
    given = request.compare.pairs
    if given is None:
        return derived.comparisons(names, analysis.level, MAX_MODELS, pcfs, analysis.crossfits)
    fits = analysis.crossfits
    return [
        derived.comparison(
            a, b, analysis.level, pcfs, fits and derived.crossfits_with(fits, (*names, a, b))
        )
        for a, b in given
    ]


def report_json(report: Report, pcfs: Sequence[float] = PCFS) -> str:
    """The contract for a report, as text. Raises ValueError without `report.derived`."""
    return as_text(report_fields(report, pcfs))


def report_fields(report: Report, pcfs: Sequence[float] = PCFS) -> Fields:
    """The contract for a report. Raises ValueError without `report.derived`."""
    if report.derived is None:
        raise ValueError("the JSON needs the rows behind the analysis")
    limits: dict[str, float] = {}
    for criterion in (*report.further_criteria, report.view.criterion):
        for name in ("max_fpr", "capacity"):
            if hasattr(criterion, name):
                limits[name] = getattr(criterion, name)
    request = AnalysisRequest(
        point=report.point,
        pcfs=pcfs,
        max_fpr=limits.get("max_fpr"),
        capacity=limits.get("capacity"),
        score_prior=report.view.score_prior,
        matrix=report.matrix,
        names=report.shown,
        estimated_prior=report.view.estimated_prior,
        today=report.view.today,
        compare=report.compare,
        ranges=report.view.ranges,
        measure_options=report.measure_options,
    )
    fields = contract_of(report.derived, report.analysis, request, report.source)
    fields |= clean(decision_fields(report))
    if report.view.today:
        fields["today"] |= clean(todays_zone_fields(report))
    if report.carried is not None:
        fields["today"] |= clean({"carried_over": carried_fields(report.carried)})
    plan = audit_fields(report).get("verification", {}).get("plan")
    if plan is not None:
        fields["data"]["verification"]["plan"] = clean(plan)
    if isinstance(report.gold_cost, GoldCost):
        tuned = report.analysis.crossfits is not None and not report.scene.choice
        thresholds = "cross-fitted" if tuned else "same rows"
        sentence = report.labels_of_judge[0]
        fields["labels"] = clean(gold_fields(report.gold_cost, sentence, thresholds))
    if isinstance(report.stated_cost, StatedCost):
        sentence = report.labels_of_judge[-1]
        fields["judge"] = clean(stated_fields(report.stated_cost, sentence))
    fields["data"]["messages"] = [*fields["data"]["messages"], *report.labels_of_judge]
    more_data = more_data_fields(report, fields["best"]["expected_regret"])
    return fields | {"more_data": clean(more_data)}
