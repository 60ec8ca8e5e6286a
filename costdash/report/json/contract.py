"""The analysis as JSON: the fields that other programs rely on, in full precision.

Values as JSON knows them.

All numbers as one JSON text, for the command line and for the page.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
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
from costdash.core.compare.comparison import MAX_MODELS, Comparison
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.curves.cost import COARSE_PCF_GRID
from costdash.core.folds.crossfit import CrossFits
from costdash.core.folds.folds import Folds
from costdash.report.derived import DerivedResults
from costdash.report.json.evaluation import cross_fit_fields, prior_fields, split_fields
from costdash.report.json.folds import folds_fields, left_out_message
from costdash.report.json.pairs import pairs
from costdash.report.report import Report, Source
from costdash.report.sentences.sample import resampling_words
from costdash.report.tables.multiclass import with_classes

SCHEMA = 1
PCFS = tuple(COARSE_PCF_GRID.tolist())


def clean(value):
    """Python's own numbers, None for inf and nan, all the way down."""
    if isinstance(value, dict):
        return {key: clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean(item) for item in value]
    if hasattr(value, "item"):  # a number of numpy's
        value = value.item()
    if isinstance(value, float) and not isfinite(value):
        return None
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisRequest:
    """What is asked of an analysis beside its file.

    pcfs: where costs are reported; max_fpr and capacity (a share of cases) add their fields;
    score_prior: the prior at which the scores are probabilities, the file's prevalence if None;
    matrix: the full one that `point` comes from, told with the constant that it adds to every
    expected cost; names: the models that are told, and chosen among (default: all);
    estimated_prior: adds intervals of the cost that count how sure the file's prior is.
    """

    point: OperatingPoint
    pcfs: Sequence[float] = PCFS
    max_fpr: float | None = None
    capacity: float | None = None
    score_prior: float | None = None
    matrix: CostMatrix | None = None
    names: tuple[str, ...] | None = None
    estimated_prior: bool = False

    def shown(self, analysis: Analysis) -> list[str]:
        """Of the models named those that the analysis has; all where it has none of them."""
        wanted = self.names or ()
        return [name for name in analysis.models if name in wanted] or [*analysis.models]


def contract_fields(
    analysis: Analysis,
    request: AnalysisRequest,
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
    point, names = request.point, request.shown(analysis)
    hull = analysis.hull(names)
    everything = {
        "schema": SCHEMA,
        "data": {
            **dict(zip(("rows", "positives", "negatives"), analysis.totals)),
            "prevalence": analysis.prevalence,
            "label": label,
            "positive": positive,
            "messages": [*messages, *left_out_message(folds)],
        },
        "method": {
            "scheme": resampling_words(analysis),
            "level": analysis.level,
            "replicates": analysis.n_replicates,
            "seed": analysis.seed,
            "thresholds": "split" if analysis.parts else "same rows",
        },
        "operating_point": {
            "prior": point.prior,
            "cost_fn": point.cost_fn,
            "cost_fp": point.cost_fp,
            "pcf": point.pcf,
            "slope": point.slope,
        },
        "best": _best(analysis.decide(point, names)),
        "hull": [
            {"model": owner[0], **vertex} for owner, vertex in zip(hull.owner, _vertices(hull))
        ],
        "models": [_model(analysis, analysis.models[name], request) for name in names],
        "pairs": pairs(comparisons, request.pcfs),
        "folds": folds_fields([f for f in folds if f.name in names], request.pcfs, analysis.level),
        "multiclass": None,
    }
    if request.matrix:
        constant = request.matrix.constant(point.prior)
        everything["matrix"] = {**asdict(request.matrix), "constant": constant}
    if analysis.parts:
        everything["split"] = split_fields(analysis, request.point, names)
    if fits:
        everything = cross_fit_fields(everything, analysis, fits, point, request.pcfs)
    return clean(everything)


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


def _model(analysis: Analysis, model: ModelAnalysis, request: AnalysisRequest) -> dict:
    chosen, hull, prior = (
        (model.selection_counts, model.selection_hull),
        model.hull,
        request.point.prior,
    )
    call = analysis.call_of(request.point, model.name)
    at = _at(call)
    cost = at.pop("expected_cost")
    strict = busy = None
    if request.max_fpr is not None:
        strict = _constrained(model, neyman_pearson(*chosen, request.max_fpr))
    if request.capacity is not None:
        busy = _constrained(model, workforce(*chosen, request.capacity, prior))
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
        "cost": [_cost(model, pcf, analysis.level) for pcf in request.pcfs],
        "score_driven": _score_driven(analysis, model, request),
        "neyman_pearson": strict,
        "workforce": busy,
    }


def _cost(model: ModelAnalysis, pcf: float, level: float) -> dict:
    """nec of the envelope at pcf, with its band."""
    low, high = model.bands.cost_interval(pcf, level) if model.bands else (None, None)
    told = {"pcf": pcf, "nec": model.hull.cost(pcf), "low": low, "high": high}
    if model.choosing:
        told["optimism"] = told["nec"] - model.selection_hull.cost(pcf)
    return told


def _score_driven(
    analysis: Analysis, model: ModelAnalysis, request: AnalysisRequest
) -> list[dict] | None:
    if not model.is_probability:
        return None
    prior = analysis.prevalence if request.score_prior is None else request.score_prior
    costs = score_driven_cost(model.counts, list(request.pcfs), prior)
    return [{"pcf": pcf, "nec": nec} for pcf, nec in zip(request.pcfs, costs)]


def _constrained(model: ModelAnalysis, chosen) -> dict:
    """A mixture of hull vertices, and the best single threshold."""
    counts, mixed, one = model.counts, chosen.mixture, chosen.single
    fpr, tpr = mixed.fpr, mixed.tpr
    if model.choosing:
        at, share = list(mixed.vertex), mixed.share
        fpr, tpr = (sum(share * rate[at]) for rate in (model.hull.fpr, model.hull.tpr))
    return {
        "fpr": fpr,
        "tpr": tpr,
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


def contract_json(
    rows: DerivedResults, request: AnalysisRequest, source: Source, crossfit: bool = False
) -> str:
    """The contract of `costdash analyse` as text; crossfit: costs of choosing on other folds.

    Raises ValueError where the folds do not allow that.
    """
    told = _told(rows, request, source, crossfit)
    if source.multiclass:
        # Names and a prior that is the file's are of the class that is positive.
        every = replace(request, names=None, estimated_prior=False)
        key = repr(every), crossfit
        others = rows.one_vs_rest(key, lambda one: _told(one, every, source, crossfit))
        told = with_classes(told, others, source.multiclass)
    return json.dumps(told, allow_nan=False, indent=1) + "\n"


def _told(rows: DerivedResults, request: AnalysisRequest, source: Source, crossfit: bool) -> dict:
    names = request.shown(rows.analysis)
    compared = rows.comparisons(names, rows.analysis.level, MAX_MODELS, request.pcfs)
    fits = rows.crossfits(names) if crossfit else None
    said = source.label, source.positive, [*source.messages]
    told = contract_fields(rows.analysis, request, *said, compared, rows.folds(), fits)
    return (
        prior_fields(told, rows.analysis, request.point, names) if request.estimated_prior else told
    )


def report_json(report: Report, pcfs: Sequence[float] = PCFS) -> str:
    """The contract of what a report shows, as text. Raises ValueError as `contract_json`."""
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
    )
    return contract_json(report.derived, request, report.source, report.view.other_rows is not None)
