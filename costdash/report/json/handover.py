"""decision.json: the rule to put to use, where it comes from, and how far it holds."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, replace
from datetime import date

from costdash import __version__
from costdash.core import Analysis
from costdash.core.choose.criteria import DEFAULT_CRITERION
from costdash.core.combine.combination import CHAIN, MIX, REPAIR, Combination, CombinationPoints
from costdash.core.probabilities.recalibration import Recalibration, recalibrated_name
from costdash.report.json import Fields
from costdash.report.json.contract import clean, with_bounds
from costdash.report.json.decision import criterion_values, validity_fields
from costdash.report.json.models import allowance_fields, case_fields
from costdash.report.report import Report
from costdash.report.sentences.rules import (
    DRAWS_LOTS,
    ONLY_COUNTS,
    REVERSED,
    Origins,
    rule_conditions,
)
from costdash.report.sentences.segment_rules import segment_rules

SCHEMA = 2


def decision_file(report: Report, negated: tuple[str, ...] = (), day: date | None = None) -> Fields:
    """The fields of decision.json, for the rule of the headline.

    negated: models whose lower scores mean more likely positive, so that their rule flags low
    scores. day: when the decision was made.
    """
    call, point, typed_ranges = report.summary.recommended, report.point, report.view.ranges
    code = rule_conditions(call, origins(report, negated))
    source, analysis = report.source, report.analysis
    ranges = {
        "prior_range": typed_ranges and typed_ranges.prior,
        "cost_fn_range": typed_ranges and typed_ranges.cost_fn,
        "cost_fp_range": typed_ranges and typed_ranges.cost_fp,
    }
    criterion = report.view.criterion
    fields: Fields = {
        "schema": SCHEMA,
        "costdash": __version__,
        "day": day and day.isoformat(),
        "data": {
            "name": source.name,
            "sha256": source.fingerprint,
            **dict(zip(("rows", "positives", "negatives"), analysis.totals)),
            "label": source.label,
            "positive": source.positive,
            **source.labels,
        },
        "rule": {
            "model": call.model,
            "call": call.call,
            "threshold": call.threshold,
            **({"look_from": call.zone.low.threshold} if call.zone else {}),
            "python": code.python,
            "sql": code.sql,
            "columns": code.columns,
            "words": " ".join(filter(None, (report.summary.text, code.note))),
            **({"by_segment": _by_segment(report, negated)} if report.segment else {}),
        },
        "conditions": {
            "prior": point.prior,
            "cost_fn": point.cost_fn,
            "cost_fp": point.cost_fp,
            **ranges,
            "criterion": criterion.key if criterion else DEFAULT_CRITERION,
            **(criterion_values(criterion) if criterion else {}),
        },
        "per_case": _per_case(report),
        "holds": validity_fields(report),
        "holds_in_words": " ".join(report.summary.changes),
    }
    if report.unsettled:
        fields = _without_rule(fields, report)
    if report.blind_bounds is not None:
        fields["data"] |= {"verification": with_bounds(source.labels, report.blind_bounds)}
    return clean(fields)


def _without_rule(fields: Fields, report: Report) -> Fields:
    """No rule, and why: rows that nobody looked at leave it open. The bounds stand in `data`."""
    sentence, rule = report.unsettled, fields["rule"]
    per_case = fields["per_case"]
    return fields | {
        "rule": dict.fromkeys(rule) | {"columns": [], "words": sentence, "unsettled": sentence},
        "per_case": dict.fromkeys(per_case) | {"level": per_case["level"]},
        "holds": dict.fromkeys(fields["holds"]) if fields["holds"] else None,
        "holds_in_words": sentence,
    }


def _by_segment(report: Report, negated: tuple[str, ...]) -> Fields | None:
    """The rule with a case for each threshold of a segment's own; null if none is shown to save."""
    found = report.segment_costs
    rules = found and segment_rules(found, origins(report, negated))
    return asdict(rules) if rules else None


def decision_text(report: Report, negated: tuple[str, ...], day: date) -> str:
    """decision.json as text, which the command line and the page give out."""
    return json.dumps(decision_file(report, negated, day), allow_nan=False, indent=1) + "\n"


def _per_case(report: Report) -> Fields:
    """The cost of the rule per case, its rates, and which rows they are of."""
    call, scale = report.summary.recommended, report.point.scale
    low, high = call.interval or (None, None)
    return {
        "expected_cost": call.expected_cost,
        **allowance_fields(call),
        "low": low and low * scale,
        "high": high and high * scale,
        "level": report.level,
        "thresholds": _chosen_on(report),
        "fpr": call.fpr,
        "tpr": call.tpr,
        **case_fields(call),
    }


def origins(report: Report, negated: Collection[str] = ()) -> Origins:
    """The origins of a report's models; negated: models with the sign turned."""
    models, derived = report.analysis.models, report.derived
    maps = {
        name: derived.recalibration(name) if derived and name in models else None
        for name in report.measure_options.recalibrated
    }
    placed = [
        (
            how,
            derived.combination_points(how) if derived and _has_drawn_points(how, models) else None,
        )
        for how in report.combinations
    ]
    negated_scores = report.source.negated
    turned = {
        name: negated_scores.get(name, models[name].is_probability)
        for name in negated
        if name in models
    }
    return origins_of(report.analysis, turned, maps, placed, report.source.matrices)


def origins_of(
    analysis: Analysis,
    negated: Mapping[str, bool],
    maps: Mapping[str, Recalibration | None],
    placed: Iterable[tuple[Combination, CombinationPoints | None]],
    matrices: Collection[str] = (),
) -> Origins:
    """The origins of models; negated as in `Origins`.

    maps: recalibration maps, by source model. placed: combinations and their points; None:
    unknown. matrices: models for which the file holds four counts and no scores.
    """
    counts = [name for name, model in analysis.models.items() if model.confusion]
    without = {name: ONLY_COUNTS.format(name) for name in (*counts, *matrices)}
    recalibrated, combinations = {}, {}
    for name, fit in maps.items():
        new = recalibrated_name(name)
        if fit is None:
            without[new] = f"{new} is no column of the data; show {name} too for its map."
        else:
            recalibrated[new] = (name, fit)
    for how, points in placed:
        if how.rule == REPAIR:
            without[how.name] = REVERSED.format(how.name, how.models[0])
        elif how.rule == MIX:
            without[how.name] = DRAWS_LOTS.format(how.name)
        elif points is None:
            without[how.name] = f"{how.name} is no column of the data; show its parts too."
        else:
            combinations[how.name] = combination_thresholds(points)
    return Origins(
        negated=negated, recalibrated=recalibrated, combinations=combinations, without_code=without
    )


def _has_drawn_points(how: Combination, models: Collection[str]) -> bool:
    return how.rule not in (MIX, REPAIR) and {*how.models} <= {*models}


def combination_thresholds(points: CombinationPoints) -> tuple[Combination, tuple[float, ...]]:
    """A combination and its thresholds; for a chain, each model at its lowest threshold."""
    if points.how.rule != CHAIN:
        return points.how, points.thresholds
    laxest = dict(points.rules)  # strictest first, so that the last threshold stays
    return replace(points.how, models=tuple(laxest)), tuple(laxest.values())


def _chosen_on(report: Report) -> str:
    """The rows that chose the threshold evaluated by these numbers."""
    if report.analysis.hold_out:
        return "hold-out"
    return "cross-fitted" if report.summary.cross_fitted else "same rows"
