"""The data with which the browser scripts redraw while the pointer drags, as plain lists."""

from typing import NotRequired, TypedDict, cast

import numpy as np

from costdash.core import Analysis, Bands, ModelAnalysis, threshold_text
from costdash.core.analysis.calls import vertex_index
from costdash.core.choose.rounded_threshold import rounded_thresholds
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats
from costdash.figures.traces import numbers
from costdash.figures.view import View


class CaseRates(TypedDict):
    """Rates in cases, where costs differ from case to case and the other rates are of costs."""

    fpr: float
    tpr: float


class Rates(TypedDict):
    """fpr and tpr. Where costs differ from case to case, fpr and tpr are shares of costs, and
    `cases` has the rates in cases.
    """

    fpr: float
    tpr: float
    cases: NotRequired[CaseRates]


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


class LiveHull(TypedDict):
    """The common hull: one entry per vertex, `tie` one per pair of neighbours.

    owner: the place of each vertex's model, -1 for the trivial classifiers at both ends. rounded:
    each text with fewer digits, and its rates. shared: for a vertex that several models reach,
    their places and thresholds. convex: false if the vertices were chosen on a selection part and
    evaluated on the other.
    """

    fpr: list[float]
    tpr: list[float]
    tie: list[float]
    owner: list[int]
    text: list[str]
    index: list[int]
    rounded: list[list[tuple[str, float, float]]]
    convex: bool
    shared: dict[int, list[tuple[int, str]]]
    cases: NotRequired[CaseCurve]


class LiveRules(TypedDict):
    """The recommended rules: from tie[i - 1] to tie[i] of PC(+), the hull's vertex[i]."""

    tie: list[float]
    vertex: list[int]


class LiveCrossFit(TypedDict):
    """Cross-fitted rates of the recommended rule, constant between two ties."""

    tie: list[float]
    fpr: list[float]
    tpr: list[float]


class LiveBand(TypedDict):
    """A model's confidence band: limits of fpr at each recall."""

    i: int
    recall: list[float]
    low: list[float]
    high: list[float]


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


NO_HULL = LiveHull(
    fpr=[], tpr=[], tie=[], owner=[], text=[], index=[], rounded=[], convex=True, shared={}
)


def live(analysis: Analysis, view: View) -> LiveData:
    """The data for redrawing, of the models shown."""
    place = analysis.place
    shown = [(i, analysis.models[name]) for name, i in place.items() if name in view.models]
    return {
        "models": [_model(i, model) for i, model in shown],
        "hull": _hull(analysis, view, place),
        "recommended_rules": _recommended_rules(analysis, view),
        "crossfit": _crossfit(analysis, view),
        "bands": [
            _band(i, bands, view.level)
            for i, m in shown
            if view.level and (bands := m.bands_in_cases)
        ],
        "prevalence": analysis.file_prevalence,
        "revision": view.uirevision,
    }


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
        return NO_HULL
    hull = analysis.hull(view.models)
    owners = [owners[0] for owners in hull.owner]
    texts = [_text(analysis.models[n], k) for n, k in zip(owners, hull.index.tolist())]
    fields: LiveHull = {
        "fpr": hull.fpr.tolist(),
        "tpr": hull.tpr.tolist(),
        "tie": hull.tie.tolist(),
        "owner": [-1, *(place[name] for name in owners[1:-1]), -1],
        "text": texts,
        "index": hull.index.tolist(),
        "rounded": [
            [*rounded_thresholds(analysis.models[n].counts, k)]
            for n, k in zip(owners, hull.index.tolist())
        ],
        "convex": hull.convex,
        "shared": {
            vertex: [
                (place[n], _text(analysis.models[n], vertex_index(analysis, hull, vertex, n)))
                for n in owners
            ]
            for vertex, owners in enumerate(hull.owner[1:-1], 1)
            if len(owners) > 1
        },
    }
    if analysis.costs is not None:
        fields["cases"] = _hull_cases(analysis, owners, hull.index.tolist())
    return fields


def _hull_cases(analysis: Analysis, owners: list[str], index: list[int]) -> CaseCurve:
    """Rates of the vertices in cases, where costs differ from case to case."""
    counts = [analysis.models[name].case_counts for name in owners[1:-1]]
    inner = np.array(
        [model_counts.rates(k) for model_counts, k in zip(counts, index[1:-1])]
    ).reshape(-1, 2)
    fpr, tpr = np.vstack(((0, 0), inner, (1, 1))).T.tolist()  # the ends are trivial
    return {"fpr": fpr, "tpr": tpr}


def _rates(counts: Counts) -> CaseCurve:
    return {"fpr": _finite(counts.fpr), "tpr": _finite(counts.tpr)}


def _recommended_rules(analysis: Analysis, view: View) -> LiveRules:
    if not view.models:
        return {"tie": [], "vertex": []}
    rules = analysis.recommended_rules(view.models)
    return {"tie": rules.tie.tolist(), "vertex": rules.vertex.tolist()}


def _crossfit(analysis: Analysis, view: View) -> LiveCrossFit | None:
    """The cross-fitted curve, as far as a model is recommended."""
    if analysis.crossfits is None or not view.models:
        return None
    fit = analysis.crossfits.of(view.models)
    if not fit.worthwhile:
        return {"tie": [], "fpr": [0], "tpr": [0]}
    low, high = fit.worthwhile[0][0], fit.worthwhile[-1][1]
    first, last = np.searchsorted(fit.curve.tie, (low, high))
    return {
        "tie": fit.curve.tie[first:last].tolist(),  # rules begin and end at some of them
        "fpr": fit.curve.fpr[first : last + 1].tolist(),  # a rounded rate may round an amount away
        "tpr": fit.curve.tpr[first : last + 1].tolist(),
    }


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
