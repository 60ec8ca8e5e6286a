"""Models and calls as fields of the JSON."""

from dataclasses import asdict

from costdash.core import (
    Analysis,
    Call,
    Counts,
    Hull,
    ModelAnalysis,
    neyman_pearson,
    score_driven_cost,
    ties,
    workforce,
)
from costdash.core.choose.constrained import ConstrainedChoice
from costdash.core.probabilities.per_case_policy import PerCasePolicy
from costdash.report.json import Fields
from costdash.report.json.request import AnalysisRequest


def case_fields(call: Call) -> Fields:
    """Rates in cases, where costs differ from case to case."""
    if call.in_cases is None:
        return {}
    fpr, tpr = call.in_cases
    return {"cases": {"fpr": fpr, "tpr": tpr, "precision": call.precision}}


def per_case_fields(policy: PerCasePolicy | None) -> Fields:
    """What deciding case by case costs; null for scores that are no probabilities."""
    if policy is None:
        return {"per_case": None}
    low, high = policy.interval
    fpr, tpr = policy.in_cases
    return {
        "per_case": {
            "fpr": policy.fpr,
            "tpr": policy.tpr,
            "cases": {"fpr": fpr, "tpr": tpr},
            "expected_cost": policy.expected_cost,
            "saving": {"value": policy.saving, "low": low, "high": high},
        }
    }


def call_fields(call: Call) -> Fields:
    """Rates and cost of a call."""
    return {
        "threshold": call.threshold,
        "fpr": call.fpr,
        "tpr": call.tpr,
        "precision": call.precision,
        "nec": call.nec,
        "expected_cost": call.expected_cost,
    }


def allowance_fields(call: Call) -> Fields:
    """What leads from the cost on the rows to `expected_cost`; null if it is not cross-fitted."""
    allowance = call.allowance
    if allowance is None:
        return {"allowance": None}
    return {"allowance": {"tuning": allowance.tuning, "choosing": allowance.choosing}}


def vertices(hull: Hull) -> list[Fields]:
    """The vertices of a hull, strictest first."""
    rules = zip(hull.threshold, hull.fpr, hull.tpr)
    return [{"threshold": t, "fpr": fpr, "tpr": tpr} for t, fpr, tpr in rules]


def model_fields(analysis: Analysis, model: ModelAnalysis, request: AnalysisRequest) -> Fields:
    """An entry of `models`."""
    counts, selection_hull, hull = model.selection_counts, model.selection_hull, model.hull
    call = analysis.call_of(request.point, model.name)
    at = call_fields(call)
    cost = at.pop("expected_cost")
    within_fpr = within_capacity = None
    if request.max_fpr is not None:
        choice = neyman_pearson(counts, selection_hull, request.max_fpr)
        within_fpr = _constrained(model, choice)
    if request.capacity is not None:
        choice = workforce(counts, selection_hull, request.capacity, request.point.prior)
        within_capacity = _constrained(model, choice)
    return {
        "name": model.name,
        "auc": model.auc,
        "auc_interval": model.auc_interval,
        "average_precision": model.average_precision,
        "pr_auc": model.pr_auc,
        "ties": None if model.confusion else tie_fields(model.counts),
        "area_under_cost_curve": hull.area,
        "operating_range": analysis.operating_range(model.name),
        "hull": vertices(hull),
        "at": {**at, "nec_interval": call.interval, "expected_cost": cost} | allowance_fields(call),
        "cost": [_cost(model, pcf, analysis.level) for pcf in request.pcfs],
        "score_driven": _score_driven(analysis, model, request),
        "neyman_pearson": within_fpr,
        "workforce": within_capacity,
        **({"confusion": asdict(model.confusion)} if model.confusion else {}),
        **case_fields(call),
    }


def tie_fields(counts: Counts) -> Fields:
    """The largest effect of the order of cases with equal scores."""
    tied = ties(counts)
    return {
        "auc": tied.auc,
        "scores": tied.scores,
        "segments": [
            {
                "threshold": tie_edge.threshold,
                "expected": [[x, y] for x, y in zip(tie_edge.fpr, tie_edge.tpr)],
                "optimistic": [tie_edge.fpr[0], tie_edge.tpr[1]],
                "pessimistic": [tie_edge.fpr[1], tie_edge.tpr[0]],
            }
            for tie_edge in tied.edges
        ],
    }


def _cost(model: ModelAnalysis, pcf: float, level: float) -> Fields:
    """nec of the lower envelope at pcf, with its interval and, for a hold-out, its optimism."""
    low, high = model.bands.cost_interval(pcf, level) if model.bands else (None, None)
    nec = float(model.hull.cost(pcf))
    fields: Fields = {"pcf": pcf, "nec": nec, "low": low, "high": high}
    if model.selection_part_counts:
        fields["optimism"] = nec - float(model.selection_hull.cost(pcf))
    return fields


def _score_driven(
    analysis: Analysis, model: ModelAnalysis, request: AnalysisRequest
) -> list[Fields] | None:
    if not model.is_probability:
        return None
    prior = analysis.file_prevalence if request.score_prior is None else request.score_prior
    costs = score_driven_cost(model.counts, list(request.pcfs), prior)
    return [{"pcf": pcf, "nec": nec} for pcf, nec in zip(request.pcfs, costs)]


def _constrained(model: ModelAnalysis, choice: ConstrainedChoice) -> Fields:
    """A mixture of hull vertices, and the best single threshold."""
    counts, mixture, single = model.counts, choice.mixture, choice.single
    fpr, tpr = mixture.fpr, mixture.tpr
    if model.selection_part_counts:
        at, share = list(mixture.vertex), mixture.share
        fpr, tpr = (sum(share * rate[at]) for rate in (model.hull.fpr, model.hull.tpr))
    return {
        "fpr": fpr,
        "tpr": tpr,
        "mixture": [
            {"threshold": model.hull.threshold[vertex], "share": share}
            for vertex, share in zip(mixture.vertex, mixture.share)
        ],
        "single": {
            "threshold": counts.threshold[single],
            "fpr": counts.fpr[single],
            "tpr": counts.tpr[single],
        },
    }
