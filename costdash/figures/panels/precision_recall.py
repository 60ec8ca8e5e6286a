"""Precision and recall, re-weighted to the prior of the operating point."""

from collections.abc import Iterator

from costdash.core import Band, Bands, ModelAnalysis, precision_at
from costdash.core.curves.iso_performance import iso_performance_line
from costdash.core.curves.polyline import precision_recall_path
from costdash.figures import traces
from costdash.figures.alternatives import (
    AT_LEAST,
    CurveTable,
    band_ends,
    model_names,
    recommended_rule,
)
from costdash.figures.axes import PRECISION, RECALL
from costdash.figures.panels import labels, review_zone
from costdash.figures.panels.labels import FreeArea
from costdash.figures.panels.modes import mode_of
from costdash.figures.panels.segment import segment_part, segment_precision_recall
from costdash.figures.scene import Scene
from costdash.figures.style import COLOUR
from costdash.figures.traces import PanelFigure, Trace
from costdash.wording import TRIVIAL_NAMES, number, percent

PANEL = "pr"
NOTE = "re-weighted to the prior"
IN_CASES = "precision and recall are of cases, the other panels of costs"
ISO_NOTE = "; thin curve: equal expected cost"
NO_POINT = f"{TRIVIAL_NAMES['none']}: precision is 0/0, no point here"
EXPLANATION = (
    "Of the cases flagged, the share that is positive (precision, up), against the share "
    "of positives found (recall, across).",
    "Precision depends on how common positives are, so the curves are re-weighted to your "
    "prior. Between two thresholds the way is curved, never straight.",
    "The black curve joins points of equal expected cost; the band holds at fixed recall.",
)
SOURCE = "Davis & Goadrich interpolation; slides on PR and ROC, 2013"


def precision_recall_figure(scene: Scene) -> PanelFigure:
    """Draw the PR panel, or the mode that the view asks for."""
    mode = mode_of(scene.view, PANEL)
    return mode.figure(scene) if mode and mode.figure else _curves(scene)


def _curves(scene: Scene) -> PanelFigure:
    """Draw precision against recall.

    The uids of its traces: noskill, band-i, model-i, segment, iso, trial, today, best, zone-low,
    zone-high.
    """
    bands, words = scene.bands(Bands.recall, in_cases=True)
    per_case = scene.analysis.costs is not None  # then equal costs are of shares of costs
    if per_case:
        words = "; ".join(filter(None, (words, IN_CASES)))
    best, prior = scene.recommended, scene.point.prior
    return traces.figure(
        scene,
        "Precision and recall",
        [
            *(_band(i, band, prior) for i, band in bands.items()),
            _no_skill(prior),
            *(_curve(scene, i, model) for i, model in scene.shown),
            *segment_precision_recall(scene),
            *([] if scene.choice or per_case else [_iso(scene)]),
            *traces.threshold_marks(scene, lambda call: (call.case_rates[1], call.precision)),
            traces.ring(scene, best.case_rates[1], best.precision, shown=best.call != "none"),
            *review_zone.zone_marks(scene, review_zone.precision_place(prior)),
        ],
        {"band": words, "note": _note(scene)},
        labels=lambda: _labels(scene),
        xaxis=traces.axis(RECALL.title, 0, 1),
        yaxis=traces.axis("", 0, 1),
        annotations=[
            traces.above(_title(prior)),
            _no_point(best.call == "none"),
        ],
    )


def precision_recall_alt_text(scene: Scene) -> str:
    """One or two sentences with the prior, and recall and precision of the best rule."""
    mode = mode_of(scene.view, PANEL)
    if mode and mode.alt_text:
        return mode.alt_text(scene)
    best, prior, rule = scene.recommended, scene.point.prior, recommended_rule(scene)
    recall = number(best.case_rates[1])
    start = f"Precision and recall of {model_names(scene)} at prior {percent(prior)}."
    if scene.choice:
        precision = "0/0" if best.precision != best.precision else number(best.precision)
        return f"{start} The choice, {rule}, has recall {recall} and precision {precision}."
    if best.call == "none":
        return f"{start} The best is to {rule}, where precision is 0/0: no point is marked."
    return (
        f"{start} At {rule} recall is {recall} and precision "
        f"{number(best.precision)}; without skill precision is {number(prior)}."
    )


def precision_recall_csv_curve(scene: Scene) -> CurveTable:
    """Curves at the prior, with bands of precision at fixed recall."""
    prior, level = scene.point.prior, scene.view.level
    head = ["model", "part", AT_LEAST, RECALL.column]
    head += [f"{PRECISION.column} (at prior {prior!r})", *band_ends(scene, PRECISION.short)]

    def rows() -> Iterator[tuple]:
        for model in scene.selected:
            drawn = model.case_counts.take(model.path)
            precision = precision_at(drawn.fpr, drawn.tpr, prior)
            for point in zip(drawn.threshold, drawn.tpr, precision):
                yield (model.name, "curve", *point, None, None)
            if (bands := model.bands_in_cases) and level:
                band = bands.recall(level)
                low = precision_at(band.high, band.x, prior)
                high = precision_at(band.low, band.x, prior)
                for x, *ends in zip(band.x, low, high):
                    yield (model.name, "band", None, x, None, *ends)
        if scene.segment and (counts := scene.segment.cases or scene.segment.drawn):
            precision = precision_at(counts.fpr, counts.tpr, prior)
            for point in zip(counts.threshold, counts.tpr, precision):
                yield (scene.segment.model, segment_part(scene), *point, None, None)

    return head, rows()


def _note(scene: Scene) -> str:
    if not scene.view.models:
        return ""
    return NOTE if scene.choice else NOTE + ISO_NOTE


def _title(prior: float) -> str:
    return f"{PRECISION.title[:-1]}, at {percent(prior)} positives)"


def _curve(scene: Scene, i: int, model: ModelAnalysis) -> Trace:
    drawn = model.case_counts.take(model.path)
    path = precision_recall_path(drawn.fpr, drawn.tpr, scene.point.prior)
    return traces.model_line(scene, i, model.name, *path)


def _band(i: int, band: Band, prior: float) -> Trace:
    """Precision falls as fpr rises, so the fpr band at fixed recall is the band at any prior."""
    called = band.x > 0
    recall, low, high = band.x[called], band.low[called], band.high[called]
    return traces.band(
        i, recall, precision_at(high, recall, prior), precision_at(low, recall, prior)
    )


def _iso(scene: Scene) -> Trace:
    """The image of the iso-performance line."""
    line = iso_performance_line(scene.recommended.fpr, scene.recommended.tpr, scene.point.slope)
    curve = precision_recall_path(*line, scene.point.prior)
    return traces.whole(traces.line("iso", *curve, COLOUR["ink"], "iso"))


def _no_skill(prior: float) -> Trace:
    return traces.line(
        "noskill", [0, 1], [prior, prior], COLOUR["reference"], "reference", "4px,3px"
    )


def _labels(scene: Scene) -> list[dict]:
    """Names of the curves, of the curve of equal cost and of the line of flagging at random."""
    free_area, prior = FreeArea((0, 1), (0, 1)), scene.point.prior
    place = {"xanchor": "left", "yanchor": "bottom" if prior < 0.9 else "top", "xshift": 6}
    drawn = [traces.veiled("flagging at random", 0, prior, name=labels.MOVING, **place)]
    free_area.points.append(free_area.walked([0, 1], [prior, prior]))
    curves = {}
    for i, model in scene.shown:
        counts = model.case_counts.take(model.path)
        curves[i] = precision_recall_path(counts.fpr, counts.tpr, prior)
    if not scene.choice and scene.analysis.costs is None:
        iso = _iso(scene)
        free_area.points.append(path := free_area.walked(iso["x"], iso["y"]))
        near = path[0] if len(path) else (0.0, 0.0)
        free_label = labels.free(free_area, ("same cost",), (near[0] + 50, near[1] + 20))
        drawn += [free_label] if free_label else []
    names = [label | {"name": labels.MOVING} for label in labels.names(scene, free_area, curves)]
    if today := scene.today:
        names += labels.today(scene, free_area, today.case_rates[1], today.precision)
    return drawn + names


def _no_point(shown: bool) -> dict:
    corner = {"xref": "paper", "yref": "paper", "xanchor": "right", "yanchor": "top"}
    ink = {"font": {"color": COLOUR["ink"]}, "opacity": int(shown)}
    return traces.label(NO_POINT, 0.98, 0.98, bgcolor=COLOUR["veil"], **corner, **ink)
