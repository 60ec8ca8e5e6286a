"""The data with which the browser scripts redraw while the pointer drags, as plain lists."""

from typing import Any

import numpy as np

from costdash.core import Analysis, Bands, ModelAnalysis, threshold_text
from costdash.core.analysis.calls import vertex_index
from costdash.core.choose.rounded_threshold import rounded_thresholds
from costdash.core.sample.counts import Counts
from costdash.figures.traces import numbers
from costdash.figures.view import View


def live(analysis: Analysis, view: View) -> dict:
    """Curves, recommended rules and PR bands of the models shown, for any operating point.

    models, one entry each: i (place in the file), fpr, tpr, text and index of every drawn
    threshold (text: as it can be typed, "" for the infinite one; index: in the model's counts),
    hard (whether it only calls cases positive or negative),
    hull (which of them are hull vertices), tie (PC(+) between neighbouring vertices).

    cases (fpr and tpr in cases, where costs differ from case to case and the others are shares
    of costs).

    hull, the common one, also with cases: fpr, tpr, tie, text and index of its vertices; rounded:
    each text with fewer digits, see `rounded_thresholds`; owner: the place of each vertex's model,
    -1 for the trivial classifiers at both ends; shared: {vertex: [[place, text of the threshold],
    ...]} where several models reach a vertex; convex: false if the vertices were chosen on a
    selection part and evaluated on the other.

    recommended_rules: from tie[i - 1] to tie[i] of PC(+) the hull's vertex[i] is recommended.
    crossfit: its cross-fitted fpr and tpr, and their ties; null if costs are of the same rows.

    bands: limits of fpr at fixed recall. revision: when Plotly may keep the user's zoom.
    """
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


def _model(i: int, model: ModelAnalysis) -> dict:
    drawn = model.counts.take(model.path)
    return {
        "i": i,
        "name": model.name,
        "hard": model.is_hard,
        "fpr": numbers(drawn.fpr),
        "tpr": numbers(drawn.tpr),
        "text": [_text(model, k) for k in model.path.tolist()],
        "index": model.path.tolist(),
        "hull": np.searchsorted(model.path, model.hull.index).tolist(),
        "tie": model.hull.tie.tolist(),
    } | ({} if model.cases is None else {"cases": _rates(model.cases.take(model.path))})


def _hull(analysis: Analysis, view: View, place: dict[str, int]) -> dict:
    if not view.models:
        empty: dict[str, Any] = {
            key: [] for key in ("fpr", "tpr", "tie", "owner", "text", "index", "rounded")
        }
        return empty | {"shared": {}, "convex": True}
    hull = analysis.hull(view.models)
    owners = [owners[0] for owners in hull.owner]
    texts = [_text(analysis.models[n], k) for n, k in zip(owners, hull.index.tolist())]
    return {
        "fpr": hull.fpr.tolist(),
        "tpr": hull.tpr.tolist(),
        "tie": hull.tie.tolist(),
        "owner": [-1, *(place[name] for name in owners[1:-1]), -1],
        "text": texts,
        "index": hull.index.tolist(),
        "rounded": [
            rounded_thresholds(analysis.models[n].counts, k)
            for n, k in zip(owners, hull.index.tolist())
        ],
        "convex": hull.convex,
        "shared": {
            vertex: [
                [place[n], _text(analysis.models[n], vertex_index(analysis, hull, vertex, n))]
                for n in owners
            ]
            for vertex, owners in enumerate(hull.owner[1:-1], 1)
            if len(owners) > 1
        },
    } | _hull_cases(analysis, owners, hull.index.tolist())


def _hull_cases(analysis: Analysis, owners: list[str], index: list[int]) -> dict:
    """Rates of the vertices in cases, where costs differ from case to case."""
    counts = [analysis.models[name].case_counts for name in owners[1:-1]]
    if analysis.costs is None:
        return {}
    inner = np.array(
        [model_counts.rates(k) for model_counts, k in zip(counts, index[1:-1])]
    ).reshape(-1, 2)
    fpr, tpr = np.vstack(((0, 0), inner, (1, 1))).T.tolist()  # the ends are trivial
    return {"cases": {"fpr": fpr, "tpr": tpr}}


def _rates(counts: Counts) -> dict[str, list]:
    return {"fpr": numbers(counts.fpr), "tpr": numbers(counts.tpr)}


def _recommended_rules(analysis: Analysis, view: View) -> dict:
    if not view.models:
        return {"tie": [], "vertex": []}
    rules = analysis.recommended_rules(view.models)
    return {"tie": rules.tie.tolist(), "vertex": rules.vertex.tolist()}


def _crossfit(analysis: Analysis, view: View) -> dict | None:
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


def _text(model: ModelAnalysis, index: int) -> str:
    return threshold_text(model.counts.threshold, index) or ""


def _band(i: int, bands: Bands, level: float) -> dict:
    band = bands.recall(level)
    called = band.x > 0
    return {
        "i": i,
        "recall": numbers(band.x[called]),
        "low": numbers(band.low[called]),
        "high": numbers(band.high[called]),
    }
