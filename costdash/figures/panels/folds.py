"""Curves of the folds of a model and an average of them, in ROC and in cost space."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from costdash.core import OperatingPoint
from costdash.core.curves.cost import AVERAGE_PCF_GRID
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.curves.polyline import thinned
from costdash.core.curves.roc import FPR_GRID
from costdash.core.folds.averages import (
    Average,
    Mean,
    cost_average,
    evaluated_average,
    threshold_average,
    vertical_average,
    vertical_steps,
)
from costdash.core.folds.folds import Folds
from costdash.core.types import Floats
from costdash.figures import traces as marks
from costdash.figures.axes import FPR, NEC, PCF, TPR
from costdash.figures.scene import escaped
from costdash.figures.style import COLOUR, TEMPLATES, band_colour, model_colour
from costdash.figures.traces import Trace
from costdash.wording import number, percent, shortened

Line = tuple[Floats, Floats]  # x and y of its points

AVERAGES = ("vertical", "threshold", "cost", "optimum", "merged")
NAMES = {
    "vertical": "vertical average",
    "threshold": "threshold average",
    "cost": "cost average",
    "optimum": "cost average at own optima",
    "merged": "folds merged",
}
RULE_OF_AVERAGE = {
    "vertical": "is read again as one ROC curve and chooses one false positive rate for all",
    "threshold": "chooses one threshold for all",
    "merged": "chooses one threshold for all rows together",
}
CAVEAT = "folds share training rows, so the interval is a rough one"
BARS = 24  # at most, of the threshold average, so that they do not run together
FOLD_WIDTH = 0.9
TOP = 0.5  # nec of flagging at random
Money = Callable[[float], str]
MULTIPLES, MOST_MULTIPLES = 5, 10  # small panels in a row, and in all
SHARE = 0.84  # of its cell that a small panel fills
MULTIPLE_HEIGHT = 150  # pixels of a cell
MULTIPLES_MARGIN = {"l": 30, "r": 4, "t": 2, "b": 24, "pad": 0}
MULTIPLES_NOTE = "solid: one fold, at the threshold chosen on the others; dashed: mean of the folds"
HALVES = (0.0, 0.5, 1.0)
LONGEST_LABEL = 10  # characters of a fold's label
HEADROOM = 1.05  # times the highest cost


@dataclass(frozen=True, slots=True)
class FoldsView:
    """The settings of the folds' figures.

    average: drawn as a strong line. beside: a second average for comparison, None for none.
    level: of the intervals over folds, 0 for none. place: of the model in the file, for its colour.
    """

    average: str = "vertical"
    beside: str | None = "cost"
    level: float = 0.95
    place: int = 0
    uirevision: str = ""


def folds_words(folds: Folds, view: FoldsView) -> dict[str, str]:
    """The text under the panel: the meaning of the lines and of the interval."""
    n = len(folds.counts)
    note = f"thin: {n} folds; strong: {NAMES[view.average]}"
    if view.beside not in (None, view.average):
        note += f"; dotted: {NAMES[view.beside]}"
    if view.average == "cost":
        note += "; each fold at the threshold chosen on the others"
    if view.average == "optimum":
        note += "; each fold at the threshold that is cheapest on its own rows, as in the papers"
    if folds.left_out:
        missing = ", ".join(f"{fold} (no {lacks} row)" for fold, lacks in folds.left_out.items())
        note += f"; left out: {missing}"
    band = "no interval over folds"
    if view.level and view.average != "merged" and n > 1:
        band = f"{percent(view.level)} over {n} folds, Student's t with {n - 1} degrees; {CAVEAT}"
    return {"band": band, "note": note}


def strong_line_words(view: FoldsView) -> str:
    """Explain why the strong line is, or is not, the mean of the folds' costs.

    Drummond & Holte (2004), section 7.
    """
    if view.average == "cost":
        return (
            "The mean in the table is the strong line: each fold is judged at the threshold chosen "
            "on the other folds. The thin lines are each fold at its own best threshold."
        )
    if view.average == "optimum":
        return (
            "The strong line is the mean of the thin lines, the cost average of Drummond & Holte "
            "(2004), section 7: each fold at its own best threshold, which looks cheaper than any "
            "threshold is. The first mean in the table judges each fold at the threshold chosen on "
            "the other folds."
        )
    return (
        "The mean in the table judges each fold at the threshold chosen on the other folds, as the "
        f"cost average does; the strong line, {NAMES[view.average]}, "
        f"{RULE_OF_AVERAGE[view.average]}, and so they differ "
        "(Drummond & Holte 2004, section 7)."
    )


def folds_roc_figure(folds: Folds, view: FoldsView) -> go.Figure:
    """Draw the folds in ROC space; uids chance, fold-i, band, bars-x, bars-y, beside, average."""
    strong = _average(folds, view.average)
    return _figure(
        folds,
        view,
        "ROC",
        [
            marks.chance(),
            *(_fold_roc(i, folds, label, view) for i, label in enumerate(folds.counts)),
            *_roc_interval(folds, strong, view),
            *_beside(view, lambda kind: _roc_points(folds, _average(folds, kind))),
            _strong(view, _roc_points(folds, strong)),
        ],
        xaxis=marks.axis(FPR.title, 0, 1),
        yaxis=marks.axis("", 0, 1),
        annotations=[marks.above(TPR.title)],
    )


def folds_cost_figure(folds: Folds, point: OperatingPoint, view: FoldsView) -> go.Figure:
    """Draw the folds in cost space; uids trivial, fold-i, band, beside, average, pcf."""
    strong = _average(folds, view.average)
    return _figure(
        folds,
        view,
        "cost",
        [
            marks.trivial_cost(TOP),
            *(_faint(i, hull.bends, view) for i, hull in enumerate(folds.hulls.values())),
            *_cost_interval(folds, strong, view),
            *_beside(view, lambda kind: _hull(folds, _average(folds, kind)).bends),
            _strong(view, _hull(folds, strong).bends),
            marks.line("pcf", [point.pcf, point.pcf], [TOP, 0], COLOUR["ink"], "pcf"),
        ],
        xaxis=marks.axis(PCF.title, 0, 1),
        yaxis=marks.axis("", 0, TOP),
        annotations=[marks.above(NEC.title)],
    )


def folds_multiples(folds: Folds, point: OperatingPoint, place: int, money: Money) -> go.Figure:
    """Draw one small panel per fold: its cost along PC(+), over the mean of all folds.

    Each fold is evaluated at the threshold chosen on the other folds. Of more than MOST_MULTIPLES
    folds, only the cheapest and the most expensive are drawn. money: prints a nec as an amount.
    The uids of panel k:
    mean-k, fold-k, pcf-k, here-k.
    """
    labels = multiples_of(folds, point.pcf)
    mean = evaluated_average(folds).hull.bends
    curves = [folds.evaluated[label].bends for label in labels]
    top = HEADROOM * max(float(nec.max()) for _, nec in (mean, *curves))
    traces, layout = [], {}
    for k, (label, curve) in enumerate(zip(labels, curves), 1):
        here = float(folds.evaluated[label].cost(point.pcf))
        subplot = {"xaxis": f"x{k}", "yaxis": f"y{k}"} if k > 1 else {}
        traces += [
            marks.line(f"mean-{k}", *mean, COLOUR["reference"], "model", "4px,3px", **subplot),
            marks.line(f"fold-{k}", *curve, model_colour(place), "model", **subplot),
            marks.line(
                f"pcf-{k}", [point.pcf] * 2, [0, top], COLOUR["ink"], "reference", **subplot
            ),
            _dot(f"here-{k}", point.pcf, here, place) | subplot,
        ]
        axis = f"axis{k if k > 1 else ''}"
        layout[f"x{axis}"] = marks.axis(
            "", 0, 1, **_ticks(HALVES), anchor=subplot.get("yaxis", "y")
        )
        layout[f"y{axis}"] = marks.axis("", 0, top, nticks=4, anchor=subplot.get("xaxis", "x"))
    titles = [
        _multiple_title(k, label, folds, point.pcf, money) for k, label in enumerate(labels, 1)
    ]
    words = {"band": "", "note": MULTIPLES_NOTE}
    meta = words | {
        "multiples": {"count": len(labels), "height": MULTIPLE_HEIGHT},
        "alt": _multiples_alt(folds, point.pcf, money),
        "title": f"{escaped(folds.name)}: cost in each fold",
    }
    layout |= {"template": TEMPLATES["light"], "margin": MULTIPLES_MARGIN, "meta": meta}
    return go.Figure({"data": traces, "layout": layout | _grid(layout, titles)}, _validate=False)


def multiples_of(folds: Folds, pcf: float) -> list[str]:
    """The folds that are drawn: all, or the cheapest and the dearest of many, by their cost."""
    labels = list(folds.evaluated)
    if len(labels) <= MOST_MULTIPLES:
        return labels
    labels.sort(key=lambda label: float(folds.evaluated[label].cost(pcf)))
    half = MOST_MULTIPLES // 2
    return labels[:half] + labels[-half:]


def _grid(axes: dict, titles: list[dict]) -> dict:
    """The panels in rows of MULTIPLES; a script arranges them by the width of the page."""
    rows, placed = ceil(len(titles) / MULTIPLES), {}
    for k in range(len(titles)):
        row, column = divmod(k, MULTIPLES)
        name = f"axis{k + 1 if k else ''}"
        left, bottom = column / MULTIPLES, 1 - (row + 1) / rows
        placed[f"x{name}"] = axes[f"x{name}"] | {"domain": [left, left + SHARE / MULTIPLES]}
        placed[f"y{name}"] = axes[f"y{name}"] | {"domain": [bottom, bottom + SHARE / rows]}
    return placed | {"annotations": titles}


def _multiple_title(k: int, label: str, folds: Folds, pcf: float, money: Money) -> dict:
    amount = money(float(folds.evaluated[label].cost(pcf)))
    axis = k if k > 1 else ""
    return {
        "text": f"<b>{escaped(shortened(label, LONGEST_LABEL))}</b>  {amount}",
        "xref": f"x{axis} domain",
        "yref": f"y{axis} domain",
        "x": 0,
        "y": 1,
        "xanchor": "left",
        "yanchor": "bottom",
        "borderpad": 0,
        "font": {"color": COLOUR["ink"]},
    }


def _ticks(values: tuple[float, ...]) -> dict:
    return {"tickvals": list(values), "ticktext": [f"{x:g}".replace("0.", ".") for x in values]}


def _dot(uid: str, x: float, y: float, place: int) -> Trace:
    edge = {"color": model_colour(place), "width": 2.5}
    return marks.mark(uid, x, y, {"size": 9, "color": COLOUR["card"], "line": edge})


def _multiples_alt(folds: Folds, pcf: float, money: Money) -> str:
    costs = [float(hull.cost(pcf)) for hull in folds.evaluated.values()]
    return (
        f"Cost of {folds.name} along PC(+) in {len(costs)} folds, one small panel each, over their "
        f"mean: {money(min(costs))} to {money(max(costs))} at PC(+) {number(pcf)}."
    )


def _average(folds: Folds, kind: str) -> Average | None:
    """The average of a kind; None for the merged curve, which is no average of curves."""
    counts = list(folds.counts.values())
    if kind == "vertical":
        return vertical_average(counts)
    if kind == "threshold":
        return threshold_average(counts)
    if kind == "cost":
        return evaluated_average(folds)
    if kind == "optimum":
        return cost_average(list(folds.hulls.values()))
    if kind == "merged":
        return None
    raise ValueError(f"average must be one of {', '.join(AVERAGES)}, got {kind}")


def _hull(folds: Folds, average: Average | None) -> Hull:
    return average.hull if average else convex_hull(folds.merged)


def _roc_points(folds: Folds, average: Average | None) -> Line:
    if average is None:
        drawn = folds.merged.take(thinned(folds.merged, convex_hull(folds.merged).index))
        return drawn.fpr, drawn.tpr
    if average.kind == "vertical":
        return vertical_steps(list(folds.counts.values()), average)
    return np.append(0, average.fpr.mean(axis=0)), np.append(0, average.tpr.mean(axis=0))


def _fold_roc(i: int, folds: Folds, label: str, view: FoldsView) -> Trace:
    counts = folds.counts[label]
    drawn = counts.take(thinned(counts, folds.hulls[label].index))
    return _faint(i, (drawn.fpr, drawn.tpr), view)


def _faint(i: int, points: Line, view: FoldsView) -> Trace:
    """The line of one fold."""
    colour = model_colour(view.place)
    trace = marks.line(f"fold-{i}", *points, colour=colour, width="faint", opacity=0.35)
    trace["line"]["width"] = FOLD_WIDTH
    return trace


def _strong(view: FoldsView, points: Line) -> Trace:
    name, colour = NAMES[view.average], model_colour(view.place)
    return marks.line("average", *points, colour=colour, width="model", name=name)


def _beside(view: FoldsView, points: Callable[[str], Line]) -> list[Trace]:
    if view.beside is None or view.beside == view.average:
        return []
    style = {"colour": COLOUR["ink"], "width": "iso", "dash": "2px,3px"}
    return [marks.line("beside", *points(view.beside), name=NAMES[view.beside], **style)]


def _roc_interval(folds: Folds, average: Average | None, view: FoldsView) -> list[Trace]:
    """A band where all folds share the fpr, else bars in both directions."""
    if average is None or not _has_interval(folds, view):
        return []
    if average.kind == "vertical":
        at = vertical_average(list(folds.counts.values()), FPR_GRID)
        return [_band(view, FPR_GRID, at.roc(view.level)[1])]
    fpr, tpr = average.roc(view.level)
    some = np.unique(np.linspace(0, fpr.value.size - 1, BARS).round().astype(int))
    low_to_high, height = _bars(fpr, tpr.value, some)
    across = marks.line(
        "bars-x", low_to_high, height, model_colour(view.place), "reference", opacity=0.6
    )
    low_to_high, place = _bars(tpr, fpr.value, some)
    along = marks.line(
        "bars-y", place, low_to_high, model_colour(view.place), "reference", opacity=0.6
    )
    return [across, along]


def _bars(mean: Mean, other: Floats, some: NDArray[np.int_]) -> Line:
    """Limits of `mean` and the other coordinate, as one line with a gap after every bar."""
    gap = np.full(some.size, np.nan)
    ends = np.column_stack((mean.low[some], mean.high[some], gap)).ravel()
    return ends, np.column_stack((other[some], other[some], gap)).ravel()


def _cost_interval(folds: Folds, average: Average | None, view: FoldsView) -> list[Trace]:
    if average is None or not _has_interval(folds, view):
        return []
    x = np.unique(np.concatenate((AVERAGE_PCF_GRID, average.hull.tie)))
    return [_band(view, x, average.cost(x, view.level))]


def _has_interval(folds: Folds, view: FoldsView) -> bool:
    return view.level > 0 and len(folds.counts) > 1


def _band(view: FoldsView, x: Floats, mean: Mean) -> Trace:
    colour = band_colour(view.place)
    return marks.polygon("band", *marks.outline(x, mean.low, mean.high), colour, colour)


def _figure(
    folds: Folds, view: FoldsView, space: str, traces: list[Trace], **axes: object
) -> go.Figure:
    words, title = folds_words(folds, view), f"{escaped(folds.name)}: folds in {space} space"
    layout = {
        "template": TEMPLATES["light"],
        "margin": marks.MARGIN,
        "uirevision": view.uirevision,
        "meta": words | {"title": title},
        **axes,
    }
    return go.Figure({"data": traces, "layout": layout}, _validate=False)
