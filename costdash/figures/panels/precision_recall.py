"""Precision and recall, re-weighted to the prior of the operating point."""

import plotly.graph_objects as go

from costdash.core import Analysis, Bands, OperatingPoint, precision_at
from costdash.core.curves.iso_performance import iso_performance_line
from costdash.core.curves.polyline import precision_recall_path
from costdash.figures import traces
from costdash.figures.scene import Scene, scene
from costdash.figures.style import COLOUR
from costdash.figures.view import View
from costdash.wording import TRIVIAL_NAMES, percent

NOTE = "re-weighted to the prior"
ISO_NOTE = "; thin curve: equal expected cost"
NO_POINT = f"{TRIVIAL_NAMES['none']}: precision is 0/0, no point here"


def precision_recall_figure(analysis: Analysis, point: OperatingPoint, view: View) -> go.Figure:
    """PR panel; traces carry the uids noskill, band-i, model-i, iso, chosen, pin, best."""
    seen = scene(analysis, point, view)
    bands, words = seen.bands(Bands.recall)
    best = seen.best
    return traces.figure(
        seen,
        "Precision and recall",
        [
            *(_band(i, band, point.prior) for i, band in bands.items()),
            _no_skill(point.prior),
            *(_curve(i, model, point.prior) for i, model in seen.shown),
            *([] if seen.choice else [_iso(seen)]),
            *traces.held_marks(seen, lambda call: (call.tpr, call.precision)),
            traces.ring(seen, best.tpr, best.precision, shown=best.call != "none"),
        ],
        {"band": words, "note": _note(seen)},
        xaxis=traces.axis("Recall", 0, 1),
        yaxis=traces.axis(f"Precision at prior {percent(point.prior)}", 0, 1),
        annotations=[_no_point(best.call == "none"), _no_skill_label(point.prior)],
    )


def _note(seen: Scene) -> str:
    if not seen.view.models:
        return ""
    return NOTE if seen.choice else NOTE + ISO_NOTE


def _curve(i, model, prior) -> dict:
    drawn = model.counts.take(model.path)
    return traces.model_line(i, model.name, *precision_recall_path(drawn.fpr, drawn.tpr, prior))


def _band(i, band, prior) -> dict:
    """Precision falls as fpr rises, so the fpr band at fixed recall is the band at any prior."""
    called = band.x > 0
    recall, low, high = band.x[called], band.low[called], band.high[called]
    return traces.band(
        i, recall, precision_at(high, recall, prior), precision_at(low, recall, prior)
    )


def _iso(seen: Scene) -> dict:
    """The image of the iso-performance line."""
    line = iso_performance_line(seen.best.fpr, seen.best.tpr, seen.point.slope)
    curve = precision_recall_path(*line, seen.point.prior)
    return traces.whole(traces.line("iso", *curve, COLOUR["ink"], "iso"))


def _no_skill(prior: float) -> dict:
    return traces.line(
        "noskill", [0, 1], [prior, prior], COLOUR["reference"], "reference", "4px,3px"
    )


def _no_skill_label(prior: float) -> dict:
    above = prior < 0.9
    place = {"xanchor": "left", "yanchor": "bottom" if above else "top", "xshift": 2}
    return traces.label("no skill", 0, prior, bgcolor=COLOUR["veil"], **place)


def _no_point(shown: bool) -> dict:
    corner = {"xref": "paper", "yref": "paper", "xanchor": "right", "yanchor": "top"}
    ink = {"font": {"color": COLOUR["ink"]}, "opacity": int(shown)}
    return traces.label(NO_POINT, 0.98, 0.98, bgcolor=COLOUR["veil"], **corner, **ink)
