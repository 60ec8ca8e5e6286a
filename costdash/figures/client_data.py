"""The data with which the browser scripts redraw while the pointer drags, as plain lists."""

from math import isfinite
from typing import NotRequired, TypedDict, cast

import numpy as np

from costdash.core import Analysis, Bands, ModelAnalysis, threshold_text
from costdash.core.analysis.calls import rates_within, vertex_index
from costdash.core.analysis.review import ReviewDecision
from costdash.core.choose.review_zone import Zone
from costdash.core.conditions.review import Between
from costdash.core.curves.recommended_rules import RuleVertices
from costdash.core.folds.cross_fitted_curve import CrossFittedCurve
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats
from costdash.figures.traces import numbers
from costdash.figures.view import View


class CaseRates(TypedDict):
    """Rates in cases, where costs differ from case to case and the other rates are of costs."""

    fpr: float
    tpr: float


class ReviewedRates(TypedDict):
    """The reviews of a zone: their price, the shares of cases reviewed on the rows (share), on
    other rows (tuned) and if the model is chosen there too (expected), and the share of negatives
    below both thresholds (alone).
    """

    price: float
    share: float
    tuned: float
    expected: float
    alone: float


class Rates(TypedDict):
    """fpr and tpr on the rows. Where costs differ from case to case, they are shares of costs, and
    `cases` has the rates in cases. Cross-fitted: `tuned` rates on other rows, `expected` rates that
    allow for choosing among `models` too. review: of a review zone.
    """

    fpr: float
    tpr: float
    cases: NotRequired[CaseRates]
    tuned: NotRequired[CaseRates]
    expected: NotRequired[CaseRates]
    models: NotRequired[int]
    review: NotRequired[ReviewedRates]


class CaseCurve(TypedDict):
    """The points of a curve in cases, where costs differ from case to case."""

    fpr: list[float]
    tpr: list[float]


class LiveModel(TypedDict):
    """A model's drawn thresholds. i: its place in the file. hard: it only calls cases positive or
    negative. text: each threshold as it can be typed, "" for the infinite one. index: its place in
    the model's counts. hull: which of them are vertices. tie: PC(+) between neighbouring vertices.
    """

    i: int
    name: str
    hard: bool
    fpr: list[float]
    tpr: list[float]
    text: list[str]
    index: list[int]
    hull: list[int]
    tie: list[float]
    cases: NotRequired[CaseCurve]


class LiveVertices(TypedDict):
    """Rules, from call none to call all.

    owner: the place of each rule's model, -1 for the trivial classifiers at both ends. shared: for
    a rule that several models reach, their places and thresholds.
    """

    fpr: list[float]
    tpr: list[float]
    owner: list[int]
    text: list[str]
    index: list[int]
    shared: dict[int, list[tuple[int, str]]]
    cases: NotRequired[CaseCurve]


class LiveHull(LiveVertices):
    """The vertices of the common hull; `tie` has one entry per pair of neighbours.

    convex: false if the vertices were chosen on a selection part and evaluated on the other.
    """

    tie: list[float]
    convex: bool


class LiveRules(LiveVertices):
    """The recommended rules: from tie[i - 1] to tie[i] of PC(+) it is vertex[i]."""

    tie: list[float]
    vertex: list[int]


class LiveCurve(TypedDict):
    """Rates along PC(+), constant between two ties."""

    tie: list[float]
    fpr: list[float]
    tpr: list[float]


class LiveCrossFit(TypedDict):
    """Cross-fitted rates: of the recommended model, and of choosing it among the models too.

    tells_apart: whether any model tells the classes apart beyond chance.
    """

    tuned: LiveCurve
    chosen: LiveCurve
    models: int
    tells_apart: bool


class LiveBand(TypedDict):
    """A model's confidence band: limits of fpr at each recall."""

    i: int
    recall: list[float]
    low: list[float]
    high: list[float]


class LiveBetween(TypedDict):
    """Both thresholds of a review that the user sets; high is null where it is infinite."""

    low: float
    high: float | None


class LiveAllowance(TypedDict):
    """By how much rates change, and the share of cases reviewed, if the model is chosen on other
    rows too.
    """

    fpr: float
    tpr: float
    share: float


class LiveReview(TypedDict):
    """A review zone that scripts can move: the place of its model, its terms, the rates of the
    model's cheapest threshold on other rows along PC(+), and the allowance for choosing the model;
    both null if costs are of the same rows.
    """

    owner: int
    price: float
    sensitivity: float
    specificity: float
    tuned: LiveCurve | None
    choosing: LiveAllowance | None
    between: LiveBetween | None


class LiveData(TypedDict):
    """The curves, recommended rules and bands of the models shown, for any operating point.

    crossfit: null if costs are of the same rows. revision: when it changes, zoom is reset.
    """

    models: list[LiveModel]
    hull: LiveHull
    recommended_rules: LiveRules
    crossfit: LiveCrossFit | None
    bands: list[LiveBand]
    prevalence: float
    revision: str


NO_VERTICES = LiveVertices(fpr=[], tpr=[], owner=[], text=[], index=[], shared={})


def live(analysis: Analysis, view: View) -> LiveData:
    """The data for redrawing, of the models shown."""
    place = analysis.place
    shown = [(i, analysis.models[name]) for name, i in place.items() if name in view.models]
    return {
        "models": [_model(i, model) for i, model in shown],
        "hull": _hull(analysis, view, place),
        "recommended_rules": _recommended_rules(analysis, view, place),
        "crossfit": _crossfit(analysis, view),
        "bands": [
            _band(i, bands, view.level)
            for i, m in shown
            if view.level and (bands := m.bands_in_cases)
        ],
        "prevalence": analysis.file_prevalence,
        "revision": view.uirevision,
    }


def live_review(review: ReviewDecision | None, analysis: Analysis) -> LiveReview | None:
    """The zone that scripts move while a slider moves; null where only the server knows it."""
    if review is None or review.call is None or review.zone is None:
        return None
    terms, name = review.terms, review.zone.model
    if terms.column or (terms.capacity is not None and not review.is_given):
        return None
    if analysis.hold_out is not None:
        return None
    curve = None if analysis.crossfits is None else analysis.crossfits.of([name]).curve
    return {
        "owner": analysis.place[name],
        "price": terms.price,
        "sensitivity": terms.sensitivity,
        "specificity": terms.specificity,
        "tuned": None if curve is None else _part(curve, 0.0, 1.0),
        "choosing": _choosing(review.zone, review.point.prior),
        "between": _between(terms.between) if review.is_given else None,
    }


def _choosing(zone: Zone, prior: float) -> LiveAllowance | None:
    tuned, chosen = zone.elsewhere, zone.chosen
    if tuned is None or chosen is None:
        return None
    return {
        "fpr": chosen.fpr - tuned.fpr,
        "tpr": chosen.tpr - tuned.tpr,
        "share": chosen.reviewed(prior) - tuned.reviewed(prior),
    }


def _between(between: Between | None) -> LiveBetween | None:
    if between is None:
        return None
    return {"low": between.low, "high": between.high if isfinite(between.high) else None}


def _model(i: int, model: ModelAnalysis) -> LiveModel:
    drawn = model.counts.take(model.path)
    fields: LiveModel = {
        "i": i,
        "name": model.name,
        "hard": model.is_hard,
        "fpr": _finite(drawn.fpr),
        "tpr": _finite(drawn.tpr),
        "text": [_text(model, k) for k in model.path.tolist()],
        "index": model.path.tolist(),
        "hull": np.searchsorted(model.path, model.hull.index).tolist(),
        "tie": model.hull.tie.tolist(),
    }
    if model.cases is not None:
        fields["cases"] = _rates(model.cases.take(model.path))
    return fields


def _hull(analysis: Analysis, view: View, place: dict[str, int]) -> LiveHull:
    if not view.models:
        return {**NO_VERTICES, "tie": [], "convex": True}
    hull = analysis.hull(view.models)
    vertices = _vertices(analysis, RuleVertices.of(hull), place)
    return {**vertices, "tie": hull.tie.tolist(), "convex": hull.convex}


def _vertices(analysis: Analysis, vertices: RuleVertices, place: dict[str, int]) -> LiveVertices:
    owners, index = [owners[0] for owners in vertices.owner], vertices.index.tolist()
    fields: LiveVertices = {
        "fpr": vertices.fpr.tolist(),
        "tpr": vertices.tpr.tolist(),
        "owner": [-1, *(place[name] for name in owners[1:-1]), -1],
        "text": [_text(analysis.models[n], k) for n, k in zip(owners, index)],
        "index": index,
        "shared": {
            vertex: [
                (place[n], _text(analysis.models[n], vertex_index(analysis, vertices, vertex, n)))
                for n in owners
            ]
            for vertex, owners in enumerate(vertices.owner[1:-1], 1)
            if len(owners) > 1
        },
    }
    if analysis.costs is not None:
        fields["cases"] = _vertices_in_cases(analysis, owners, index)
    return fields


def _vertices_in_cases(analysis: Analysis, owners: list[str], index: list[int]) -> CaseCurve:
    """Rates of the vertices in cases, where costs differ from case to case."""
    counts = [analysis.models[name].case_counts for name in owners[1:-1]]
    inner = np.array(
        [model_counts.rates(k) for model_counts, k in zip(counts, index[1:-1])]
    ).reshape(-1, 2)
    fpr, tpr = np.vstack(((0, 0), inner, (1, 1))).T.tolist()  # the ends are trivial
    return {"fpr": fpr, "tpr": tpr}


def _rates(counts: Counts) -> CaseCurve:
    return {"fpr": _finite(counts.fpr), "tpr": _finite(counts.tpr)}


def _recommended_rules(analysis: Analysis, view: View, place: dict[str, int]) -> LiveRules:
    if not view.models:
        return {**NO_VERTICES, "tie": [], "vertex": []}
    rules = analysis.recommended_rules(view.models)
    vertices = _vertices(analysis, rules.vertices, place)
    return {**vertices, "tie": rules.tie.tolist(), "vertex": rules.vertex.tolist()}


def _crossfit(analysis: Analysis, view: View) -> LiveCrossFit | None:
    """The cross-fitted curves, as far as a model is recommended."""
    if analysis.crossfits is None or not view.models:
        return None
    rules = analysis.recommended_rules(view.models)
    edge = np.concatenate(([0.0], rules.tie, [1.0]))
    some = [place for place, v in enumerate(rules.vertex.tolist()) if rules.call(v) == "some"]
    low, high = (edge[some[0]], edge[some[-1] + 1]) if some else (0.0, 0.0)
    chosen = analysis.crossfits.of(view.models).curve
    tuned = [
        piece
        for place in some
        for piece in rates_within(
            analysis, view.models, int(rules.vertex[place]), edge[place], edge[place + 1]
        )
    ]
    return {
        "tuned": _joined(tuned),
        "chosen": _part(chosen, low, high),
        "models": len(view.models),
        "tells_apart": analysis.tells_apart(view.models),
    }


def _part(curve: CrossFittedCurve, low: float, high: float) -> LiveCurve:
    """The part of a curve between two PC(+). A rounded rate may round an amount away."""
    first, last = np.searchsorted(curve.tie, low, "right"), np.searchsorted(curve.tie, high)
    inside = slice(int(first), int(last) + 1)
    ties = curve.tie[first:last].tolist()
    return {"tie": ties, "fpr": curve.fpr[inside].tolist(), "tpr": curve.tpr[inside].tolist()}


def _joined(pieces: list[tuple[float, float, float, float]]) -> LiveCurve:
    """Pieces (low, high, fpr, tpr) in rising order as one curve; between them the rate is free."""
    fpr, tpr = ([piece[k] for piece in pieces] or [0.0] for k in (2, 3))
    return {"tie": [float(piece[0]) for piece in pieces[1:]], "fpr": fpr, "tpr": tpr}


def _finite(values: Floats) -> list[float]:
    return cast(list[float], numbers(values))


def _text(model: ModelAnalysis, index: int) -> str:
    return threshold_text(model.counts.threshold, index) or ""


def _band(i: int, bands: Bands, level: float) -> LiveBand:
    band = bands.recall(level)
    called = band.x > 0
    return {
        "i": i,
        "recall": _finite(band.x[called]),
        "low": _finite(band.low[called]),
        "high": _finite(band.high[called]),
    }
