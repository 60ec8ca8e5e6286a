"""The paired difference of expected cost along PC(+), with its band."""

import numpy as np
import plotly.graph_objects as go

from costdash.core import OperatingPoint
from costdash.core.compare.comparison import Comparison
from costdash.core.curves.piecewise_linear import Region
from costdash.core.resample.bootstrap import MIN_ROWS
from costdash.figures import traces as marks
from costdash.figures.axes import PCF
from costdash.figures.saved_image import saved_image
from costdash.figures.scene import chosen_words, escaped
from costdash.figures.style import COLOUR, TEMPLATES, band_colour, model_colour
from costdash.figures.traces import Trace
from costdash.figures.view import View
from costdash.wording import percent

NOTE, CLICK = "rings: crossovers", ", click one for its tangent in the ROC panel"
BARS = "bars: where the band of the whole curve excludes zero, in the better model's colour; "
CROSS_FITTED_RINGS = "rings: crossovers of the cost curves of all rows"
POINTWISE, SIMULTANEOUS = "percentile pointwise", "whole curve at once"
JEFFREYS = "; Jeffreys limits where fewer than 5 rows tell the models apart"
STRIP = [0.0, 0.05]  # of the panel's height: the bars; the curve begins above
CURVES = [0.08, 1.0]
TITLE = "Difference of expected cost (1 = every case wrong)"
LEFT = 52  # pixels, for the longest ticks
HEIGHT = 480  # pixels of a saved image, without its caption
ROOM = 1.15  # times the band's furthest reach
LEAST = 0.01  # of nec, reached at least


def difference_figure(
    comparison: Comparison,
    point: OperatingPoint,
    view: View,
    *,
    simultaneous: bool = False,
    margin: float | None = None,
    instead: str = "",
) -> go.Figure:
    """Draw nec(a) - nec(b) along PC(+): below zero, a costs less.

    simultaneous: draw the band of the whole curve; the bars and shades always follow it. margin:
    of non-inferiority, in nec. instead: in words, what a stricter level of the band replaces.
    view.level 0 hides the band.

    The uids of its traces: shade-k, band, zero, margin, bar-k, difference, pcf, crossovers, here.
    """
    banded = comparison.band is not None and view.level > 0
    regions = comparison.significant() if banded else ()
    reach = _reach(comparison, simultaneous, banded, margin)
    colour = COLOUR["ink"]
    traces = [
        *(_shade(k, region, comparison, reach) for k, region in enumerate(regions)),
        *([_band(comparison, simultaneous)] if banded else []),
        marks.line("zero", [0, 1], [0, 0], COLOUR["reference"], "reference"),
        _margin(margin),
        *(_bar(k, region, comparison) for k, region in enumerate(regions)),
        marks.line("difference", comparison.x, comparison.value, colour, "model"),
        marks.line("pcf", [point.pcf] * 2, [-reach, reach], colour, "pcf"),
        _rings("crossovers", [c.pcf for c in comparison.crossovers], COLOUR["card"]),
        _rings("here", [point.pcf], colour, [comparison.at(point.pcf)[0]]),
    ]
    note = BARS * banded + (CROSS_FITTED_RINGS if comparison.cross_fitted else NOTE)
    words = {
        "band": _band_words(comparison, simultaneous, banded, instead),
        "note": note + CLICK,
    }
    title = f"Cost of {escaped(comparison.a)} less cost of {escaped(comparison.b)}"
    layout = {
        "template": TEMPLATES["light"],
        "margin": marks.MARGIN | {"l": LEFT},
        "uirevision": f"{view.uirevision} {comparison.a} {comparison.b}",
        "meta": words | {"saved": saved_image(title, point, words | {"note": note}, HEIGHT)},
        "xaxis": marks.axis(PCF.title, 0, 1, anchor="y2"),
        "yaxis": marks.axis("", -reach, reach) | {"domain": CURVES},
        "yaxis2": marks.bar_axis(STRIP, [-1, 1]),
        "annotations": [marks.above(TITLE, LEFT), *_labels(comparison, reach)],
    }
    return go.Figure({"data": traces, "layout": layout}, _validate=False)


def _band(comparison: Comparison, simultaneous: bool) -> Trace:
    """The band, in the colour of neither model."""
    low, high = comparison.limits(simultaneous)
    x = comparison.x
    outline = marks.outline(x, low, high)
    return marks.polygon("band", *outline, COLOUR["difference"], COLOUR["clear"])


def _shade(k: int, region: Region, comparison: Comparison, reach: float) -> Trace:
    """The whole height over a range where the band excludes zero."""
    x = [region.low, region.high, region.high, region.low]
    y = [-reach, -reach, reach, reach]
    colour = band_colour(_winner(region, comparison))
    return marks.polygon(f"shade-{k}", x, y, colour, colour)


def _bar(k: int, region: Region, comparison: Comparison) -> Trace:
    colour = model_colour(_winner(region, comparison))
    return marks.line(f"bar-{k}", [region.low, region.high], [0, 0], colour, "range", yaxis="y2")


def _margin(margin: float | None) -> Trace:
    line = marks.line("margin", [0, 1], [margin or 0] * 2, COLOUR["hull"], "reference", "4px,3px")
    return line | {"opacity": 1 if margin else 0}


def _rings(uid: str, pcf: list[float], inside: str, nec: list[float] | None = None) -> Trace:
    edge = {"color": COLOUR["ink"], "width": 1.6}
    return marks.line(uid, pcf, nec or [0.0] * len(pcf), COLOUR["ink"], "rule") | {
        "mode": "markers",
        "marker": {"size": 9, "color": inside, "line": edge},
    }


def _winner(region: Region, comparison: Comparison) -> int:
    return comparison.places["ab".index(region.better)]


def _reach(comparison: Comparison, simultaneous: bool, banded: bool, margin: float | None) -> float:
    """How far the y axis reaches to both sides of zero."""
    shown = [comparison.value, np.array([margin or 0, LEAST])]
    shown += comparison.limits(simultaneous) if banded else []
    return ROOM * max(float(np.abs(part).max()) for part in shown)


def _labels(comparison: Comparison, reach: float) -> list[dict]:
    names = ((comparison.b, reach, "top"), (comparison.a, -reach, "bottom"))
    return [
        marks.veiled(f"{escaped(name)} costs less", 0.01, y, xanchor="left", yanchor=anchor)
        for name, y, anchor in names
    ]


def _band_words(comparison: Comparison, simultaneous: bool, banded: bool, instead: str) -> str:
    if comparison.band is None:
        return f"no band: fewer than {MIN_ROWS} rows or groups in a class"
    if not banded:
        return ""
    level = percent(comparison.level) + f" ({instead})" * bool(instead)
    words = f"{level}, {difference_band_words(comparison, simultaneous)}, "
    replicates = "" if comparison.cross_fitted else f"{comparison.n_replicates:,} replicates, "
    return f"{words}{replicates}seed {comparison.seed}"


def difference_band_words(comparison: Comparison, simultaneous: bool = False) -> str:
    """What the band of the difference is; "" without one."""
    if comparison.band is None:
        return ""
    units = "paired, clusters resampled, " if comparison.clustered else "paired class-stratified "
    if comparison.cross_fitted:
        units = "clusters" if comparison.clustered else "rows"
        kind = SIMULTANEOUS if simultaneous else "pointwise"
        return f"cross-fitted costs, paired by the same resamples of {units}, normal limits, {kind}"
    kind = SIMULTANEOUS if simultaneous else POINTWISE
    safe = JEFFREYS if comparison.band.safe.any() else ""
    again = simultaneous and comparison.parts is None
    chosen = "chosen again in each replicate" if again else chosen_words(comparison.parts)
    return f"{units}{kind}, thresholds {chosen}{safe}"
