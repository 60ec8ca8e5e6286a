"""The analysis as JSON: the fields that other programs rely on, in full precision."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import isfinite

from costdash.core import (
    Analysis,
    Call,
    Decision,
    ModelAnalysis,
    OperatingPoint,
    neyman_pearson,
    score_driven_cost,
    workforce,
)
from costdash.core.bands import SCHEME
from costdash.core.clusters import SCHEME as CLUSTERED
from costdash.core.comparison import Comparison
from costdash.core.crossfit import CrossFits
from costdash.core.folds import Folds
from costdash.core.matrix import CostMatrix
from costdash.report.crossfitted import cross_fit_fields
from costdash.report.folds import folds_fields, left_out_message
from costdash.report.pairs import pairs

SCHEMA = 1
PCFS = tuple(i / 20 for i in range(21))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What is asked of an analysis beside its file.

    pcfs: where costs are reported; max_fpr and capacity (a share of cases) add their fields;
    score_prior: the prior at which the scores are probabilities, the file's prevalence if None;
    matrix: the full one that `point` comes from, told with the constant that it adds to every
    expected cost.
    """

    point: OperatingPoint
    pcfs: Sequence[float] = PCFS
    max_fpr: float | None = None
    capacity: float | None = None
    score_prior: float | None = None
    matrix: CostMatrix | None = None


def as_json(
    analysis: Analysis,
    ask: Ask,
    label: str,
    positive: str,
    messages: list[str],
    comparisons: Iterable[Comparison] = (),
    folds: Sequence[Folds] = (),
    fits: CrossFits | None = None,
) -> dict:
    """The whole contract as plain values: null for an infinite threshold or what is undefined.

    fits: costs are cross-fitted.
    """
    point = ask.point
    hull = analysis.hull()
    everything = {
        "schema": SCHEMA,
        "data": {
            "rows": analysis.rows,
            "positives": analysis.positives,
            "negatives": analysis.negatives,
            "prevalence": analysis.prevalence,
            "label": label,
            "positive": positive,
            "messages": [*messages, *left_out_message(folds)],
        },
        "method": {
            "scheme": SCHEME if analysis.clusters is None else CLUSTERED,
            "level": analysis.level,
            "replicates": analysis.n_replicates,
            "seed": analysis.seed,
            "thresholds": "same rows",
        },
        "operating_point": {
            "prior": point.prior,
            "cost_fn": point.cost_fn,
            "cost_fp": point.cost_fp,
            "pcf": point.pcf,
            "slope": point.slope,
        },
        "best": _best(analysis.decide(point)),
        "hull": [
            {"model": owner[0], **vertex} for owner, vertex in zip(hull.owner, _vertices(hull))
        ],
        "models": [_model(analysis, model, ask) for model in analysis.models.values()],
        "pairs": pairs(comparisons, ask.pcfs),
        "folds": folds_fields(folds, ask.pcfs, analysis.level),
        "multiclass": None,
    }
    if ask.matrix:
        constant = ask.matrix.constant(point.prior)
        everything["matrix"] = {**asdict(ask.matrix), "constant": constant}
    if fits:
        everything = cross_fit_fields(everything, analysis, fits, point, ask.pcfs)
    return _clean(everything)


def _best(decision: Decision) -> dict:
    best = decision.best
    return {"model": best.model, "call": best.call, **_at(best)}


def _at(call: Call) -> dict:
    return {
        "threshold": call.threshold,
        "fpr": call.fpr,
        "tpr": call.tpr,
        "precision": call.precision,
        "nec": call.nec,
        "expected_cost": call.expected_cost,
    }


def _vertices(hull) -> list[dict]:
    vertices = zip(hull.threshold, hull.fpr, hull.tpr)
    return [{"threshold": t, "fpr": fpr, "tpr": tpr} for t, fpr, tpr in vertices]


def _model(analysis: Analysis, model: ModelAnalysis, ask: Ask) -> dict:
    counts, hull, prior = model.counts, model.hull, ask.point.prior
    call = analysis.call_of(ask.point, model.name)
    at = _at(call)
    cost = at.pop("expected_cost")
    strict = busy = None
    if ask.max_fpr is not None:
        strict = _constrained(model, neyman_pearson(counts, hull, ask.max_fpr))
    if ask.capacity is not None:
        busy = _constrained(model, workforce(counts, hull, ask.capacity, prior))
    return {
        "name": model.name,
        "auc": model.auc,
        "auc_interval": model.auc_interval,
        "average_precision": model.average_precision,
        "pr_auc": model.pr_auc,
        "area_under_cost_curve": hull.area,
        "operating_range": hull.operating_range,
        "hull": _vertices(hull),
        "at": {**at, "nec_interval": call.interval, "expected_cost": cost},
        "cost": [_cost(model, pcf, analysis.level) for pcf in ask.pcfs],
        "score_driven": _score_driven(analysis, model, ask),
        "neyman_pearson": strict,
        "workforce": busy,
    }


def _cost(model: ModelAnalysis, pcf: float, level: float) -> dict:
    """nec of the envelope at pcf, with its band."""
    low, high = model.bands.cost_interval(pcf, level) if model.bands else (None, None)
    return {"pcf": pcf, "nec": model.hull.cost(pcf), "low": low, "high": high}


def _score_driven(analysis: Analysis, model: ModelAnalysis, ask: Ask) -> list[dict] | None:
    if not model.is_probability:
        return None
    prior = analysis.prevalence if ask.score_prior is None else ask.score_prior
    costs = score_driven_cost(model.counts, list(ask.pcfs), prior)
    return [{"pcf": pcf, "nec": nec} for pcf, nec in zip(ask.pcfs, costs)]


def _constrained(model: ModelAnalysis, chosen) -> dict:
    """A mixture of hull vertices, and the best single threshold."""
    counts, mixed, one = model.counts, chosen.mixture, chosen.single
    return {
        "fpr": mixed.fpr,
        "tpr": mixed.tpr,
        "mixture": [
            {"threshold": model.hull.threshold[vertex], "share": share}
            for vertex, share in zip(mixed.vertex, mixed.share)
        ],
        "single": {
            "threshold": counts.threshold[one],
            "fpr": counts.fpr[one],
            "tpr": counts.tpr[one],
        },
    }


def _clean(value):
    """Python's own numbers, None for inf and nan, all the way down."""
    if isinstance(value, dict):
        return {key: _clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(item) for item in value]
    if hasattr(value, "item"):  # a number of numpy's
        value = value.item()
    if isinstance(value, float) and not isfinite(value):
        return None
    return value
