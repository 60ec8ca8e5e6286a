"""The fields of the cost by segment. Amounts are per case; NaN becomes null."""

from costdash.core.segments.segment_costs import SegmentCosts
from costdash.core.segments.segment_thresholds import ALPHA
from costdash.report.json import Fields
from costdash.report.sentences.segments import (
    day_text,
    is_protected,
    recommended_thresholds,
)


def segment_fields(found: SegmentCosts | None) -> Fields | None:
    """`segments` of the JSON; null if no column is asked for.

    cost, excess, because_of_prior and because_of_rule are per case of the segment: times `share`
    the costs add up to that of all, and the excess parts to 0. Savings are per case of all.
    """
    if found is None:
        return None
    costs, segments, request = found.costs, found.segments, found.request
    pooled, rows = segments.pooled
    until = request.labels_until
    return {
        "column": request.column,
        "kind": "periods" if segments.are_periods else "groups",
        "period": (request.by or "month") if segments.are_periods else None,
        "labels_until": None if until is None else day_text(until),
        "protected": is_protected(request.column),
        "pooled": {"segments": pooled, "rows": rows},
        "adjusted": f"Holm over {found.tested}",
        "level": found.level,
        "rule": {
            "model": found.call.model,
            "call": found.call.call,
            "threshold": found.call.threshold,
        },
        "total": {
            **{
                name: float(getattr(costs, name).sum())
                for name in ("rows", "positives", "negatives", "found", "missed", "false_alarms")
            },
            "prior": float(costs.share @ costs.prior),
            "cost": costs.total,
        },
        "rows": [_row(found, place) for place in found.order],
        "own_thresholds": _all_thresholds(found),
        "trend": _trend(found),
    }


def _row(found: SegmentCosts, place: int) -> Fields:
    costs, segments = found.costs, found.segments
    low, high = costs.limits(found.level)
    plain = ("rows", "positives", "negatives", "share", "prior", "found", "missed", "false_alarms")
    fields: Fields = {
        "name": segments.names[place],
        **{name: float(getattr(costs, name)[place]) for name in (*plain, "cost", "of_total")},
        "excess": float(costs.cost[place]) - costs.total,
        "because_of_prior": float(costs.because_of_prior[place]),
        "because_of_rule": {
            "value": float(costs.because_of_rule[place]),
            "low": float(low[place]),
            "high": float(high[place]),
            **{name: float(getattr(costs, name)[place]) for name in ("shrunken", "p", "p_holm")},
        },
        "own": _threshold(found, place),
    }
    if segments.are_periods:
        last = segments.last_day[place]
        fields["last_day"] = None if last is None else day_text(last)
        fields["labels_complete"] = not bool(found.pending[place])
        fields["cheaper"] = [
            {"model": option.model, "call": option.call, "saving": option.saving, "low": option.low}
            for option in found.cheaper[place]
        ]
    return fields


def _threshold(found: SegmentCosts, place: int) -> Fields | None:
    """The threshold of the segment's own, and its saving per case of all against the one rule."""
    if found.thresholds is None:
        return None
    rule, each = found.segment_rules[place], found.thresholds
    return {
        "call": rule.call,
        "threshold": rule.threshold,
        "candidate": rule.candidate,
        "saving": float(each.saving[place]),
        "low": float(each.low[place]),
        "p_holm": float(each.p_holm[place]),
        "recommended": place in recommended_thresholds(found),
    }


def _all_thresholds(found: SegmentCosts) -> Fields | None:
    if found.thresholds is None:
        return None
    saving, low, high = found.thresholds.all
    return {"saving": saving, "low": low, "high": high, "alpha": ALPHA}


def _trend(found: SegmentCosts) -> Fields | None:
    if found.trend is None:
        return None
    low, high = found.trend.interval
    return {
        "value": found.trend.value,
        "error": found.trend.error,
        "low": low,
        "high": high,
        "p": found.trend.p,
    }
