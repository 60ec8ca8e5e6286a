"""The paired difference of expected cost along PC(+), with its band."""

from math import ceil, floor, isnan, log, log10

import numpy as np
import plotly.graph_objects as go

from costdash.core import OperatingPoint
from costdash.core.compare.comparison import Comparison
from costdash.core.compare.crossovers import CrossoverInterval
from costdash.core.curves.piecewise_linear import DominanceRange, ranges_of_equal_sign
from costdash.core.resample.bootstrap import MIN_ROWS
from costdash.core.types import Floats
from costdash.figures import traces as marks
from costdash.figures.scene import escaped, selection_words
from costdash.figures.style import COLOUR, TEMPLATES, band_colour, model_colour
from costdash.figures.traces import Trace
from costdash.figures.view import View
from costdash.wording import MINUS, listed, number, percent, short_names

TINY = 1e-12  # keeps log odds finite
MAY_BE_CHANCE = "may be chance"
UP, DOWN = "\u2191", "\u2193"
NOTE, CLICK = (
    "rings: where both cost the same",
    "; click one to draw that line of equal cost in ROC",
)
SHADED = "colour and solid bars: beyond chance, by the band for all points; "
CROSS_FITTED_RINGS = "rings: where the costs of all rows, not cross-fitted, are the same"
INDEPENDENT = "independent samples (no shared rows)"
POINTWISE, SIMULTANEOUS = "percentile pointwise", "whole curve at once"
JEFFREYS = "; Jeffreys (small-sample) limits where fewer than 5 rows tell the models apart"
FOOT = 26  # pixels below the curves: the strip and a gap above it
STRIP = (0.0, 0.7)  # of the foot's height
TITLE = "as a share of the worst cost"
LONG_TITLE = "Difference, as a share of the worst cost"  # in place of long names
MOST_LETTERS = 22  # of two names in the title, which also has to fit on a phone
LONGEST_NAME = 18  # characters of a name in the labels
AXIS = "Probability cost, PC(+)"
LEFT = 44  # pixels, for the longest ticks
HEIGHT = 480  # pixels of a saved image, without its caption
HEADROOM = 0.14  # of the reach, left above and below the band for the labels
LEAST = 0.01  # of nec, reached at least
TICKS = 7  # at most
STEPS = (1, 2, 5)  # first digits of the distance of two ticks
WIDTH = 510  # pixels of the x axis: the style sheet hides the strip's name in narrower pictures
LETTER, CLEAR = 6.9, 8  # pixels of a letter in the strip, and around a name
LABEL_HEIGHT = 0.25  # of the plot, on the side of zero where the label of a ring stands
NARROW = 400  # pixels: a narrower picture breaks its labels into shorter lines
MIDDLE = 0.5
REACH = 0.2  # of PC(+): half as wide as a label


def difference_figure(
    comparison: Comparison,
    point: OperatingPoint,
    view: View,
    *,
    simultaneous: bool = False,
    margin: float | None = None,
    instead: str = "",
    here: str = "",
    width: int = WIDTH,
) -> go.Figure:
    """Draw nec(a) - nec(b) along PC(+): below zero, a costs less.

    simultaneous: draw the band of the whole curve. It always decides what is beyond chance.
    margin: of non-inferiority, in nec. instead: in words, what a stricter level of the band
    replaces. here: the difference at `point` as an amount. view.level 0 hides the band. width: of
    the x axis, in pixels; labels have space there.

    The uids of its traces: band, shade-k, zero, margin, cheaper-k, bar-k, difference, pcf,
    pcf-foot, crossovers, here.
    """
    banded = comparison.band is not None and view.level > 0
    significant = comparison.significant() if banded else ()
    ends = _ends(comparison, simultaneous, banded, margin)
    colour = COLOUR["ink"]
    cheaper = ranges_of_equal_sign(comparison.x, comparison.value)
    traces = [
        *([_band(comparison, simultaneous)] if banded else []),
        *(
            _shade(k, dominance_range, comparison, simultaneous)
            for k, dominance_range in enumerate(significant)
        ),
        marks.line("zero", [0, 1], [0, 0], COLOUR["reference"], "reference"),
        _margin(margin),
        *(_hatched(k, dominance_range, comparison) for k, dominance_range in enumerate(cheaper)),
        *(_solid(k, dominance_range, comparison) for k, dominance_range in enumerate(significant)),
        marks.line("difference", comparison.x, comparison.value, colour, "recommended"),
        marks.line("pcf", [point.pcf] * 2, list(ends), colour, "pcf"),
        marks.line("pcf-foot", [point.pcf] * 2, [0, 1], colour, "pcf", yaxis="y2"),
        _rings("crossovers", [c.pcf for c in comparison.crossovers]),
        _rings("here", [point.pcf], [comparison.at(point.pcf)[0]], size=12, edge=3),
    ]
    note = SHADED * banded + (CROSS_FITTED_RINGS if comparison.cross_fitted else NOTE)
    words = {
        "band": _band_words(comparison, simultaneous, banded, instead),
        "note": note + CLICK,
    }
    title = f"Cost of {escaped(comparison.a)} less cost of {escaped(comparison.b)}"
    layout = {
        "template": TEMPLATES["light"],
        "margin": marks.MARGIN | {"l": LEFT},
        "uirevision": f"{view.uirevision} {comparison.a} {comparison.b}",
        "meta": words
        | {
            "title": title,
            "foot": FOOT,
            "alt": _alt_text(comparison, point, significant, simultaneous),
        },
        "xaxis": marks.axis(AXIS, 0, 1, anchor="y2"),
        "yaxis": marks.axis("", *ends, **_ticks(*ends)) | {"domain": [0.07, 1.0]},
        "yaxis2": marks.bar_axis([0.0, 0.07], [0, 1]),
        "annotations": _labels(comparison, point, ends, significant, here, width),
    }
    return go.Figure({"data": traces, "layout": layout}, _validate=False)


def _band(comparison: Comparison, simultaneous: bool) -> Trace:
    """The band, in the colour of neither model."""
    low, high = comparison.limits(simultaneous)
    outline = marks.outline(comparison.x, low, high)
    return marks.polygon("band", *outline, COLOUR["difference"], COLOUR["clear"])


def _shade(
    k: int, dominance_range: DominanceRange, comparison: Comparison, simultaneous: bool
) -> Trace:
    """The part of the band where one model costs less beyond chance."""
    low, high = comparison.limits(simultaneous)
    x, ends = comparison.x, np.array([dominance_range.low, dominance_range.high])
    inside = (x > dominance_range.low) & (x < dominance_range.high)

    def part(curve: Floats) -> Floats:
        first, last = np.interp(ends, x, curve)
        return np.concatenate(([first], curve[inside], [last]))

    outline = marks.outline(part(x), part(low), part(high))
    colour = band_colour(_winner(dominance_range, comparison))
    return marks.polygon(f"shade-{k}", *outline, colour, COLOUR["clear"])


def _hatched(k: int, dominance_range: DominanceRange, comparison: Comparison) -> Trace:
    """Which model costs less, be it by chance."""
    bar = _bar(f"cheaper-{k}", dominance_range, COLOUR["clear"])
    if dominance_range.better == "equal":
        return bar
    place = _winner(dominance_range, comparison)
    pattern = {"shape": "/", "size": 6, "solidity": 0.35}
    pattern |= {"fgcolor": model_colour(place), "bgcolor": band_colour(place), "fgopacity": 0.5}
    return bar | {"fillpattern": pattern, "fillcolor": band_colour(place)}


def _solid(k: int, dominance_range: DominanceRange, comparison: Comparison) -> Trace:
    return _bar(f"bar-{k}", dominance_range, model_colour(_winner(dominance_range, comparison)))


def _bar(uid: str, dominance_range: DominanceRange, colour: str) -> Trace:
    """A part of the strip."""
    x = [dominance_range.low, dominance_range.high, dominance_range.high, dominance_range.low]
    y = [STRIP[0]] * 2 + [STRIP[1]] * 2
    return marks.polygon(uid, x, y, colour, COLOUR["clear"]) | {"yaxis": "y2"}


def _margin(margin: float | None) -> Trace:
    line = marks.line("margin", [0, 1], [margin or 0] * 2, COLOUR["hull"], "reference", "4px,3px")
    return line | {"opacity": 1 if margin else 0}


def _rings(
    uid: str, pcf: list[float], nec: list[float] | None = None, size: int = 9, edge: float = 1.75
) -> Trace:
    outline = {"color": COLOUR["ink"], "width": edge}
    return marks.line(uid, pcf, nec or [0.0] * len(pcf), COLOUR["ink"], "rule") | {
        "mode": "markers",
        "marker": {"size": size, "color": COLOUR["card"], "line": outline},
    }


def _winner(dominance_range: DominanceRange, comparison: Comparison) -> int:
    return comparison.places["ab".index(dominance_range.better)]


def _ends(
    comparison: Comparison, simultaneous: bool, banded: bool, margin: float | None
) -> tuple[float, float]:
    """The ends of the y axis, with headroom for the labels."""
    shown = [comparison.value, np.array([margin or 0, -LEAST, LEAST])]
    shown += comparison.limits(simultaneous) if banded else []
    low = min(float(part.min()) for part in shown)
    high = max(float(part.max()) for part in shown)
    for crossover in comparison.crossovers:  # whose label may stand there
        if _is_above(comparison, crossover):
            high = max(high, -low * LABEL_HEIGHT / (1 - LABEL_HEIGHT))
        else:
            low = min(low, -high * LABEL_HEIGHT / (1 - LABEL_HEIGHT))
    headroom = HEADROOM * (high - low)
    return low - headroom, high + headroom


def _ticks(low: float, high: float) -> dict:
    """Round ticks with their sign and without a leading zero: -.02, 0, +.02."""
    size = 10.0 ** floor(log10((high - low) / TICKS))
    step = next(k * size for k in (*STEPS, 10) if (high - low) / (k * size) <= TICKS)
    places = range(ceil(low / step), floor(high / step) + 1)
    texts = [f"{k * step:+.10f}".rstrip("0").replace("0.", ".").replace("-", MINUS) for k in places]
    shown = ["0" if k == 0 else text for k, text in zip(places, texts)]
    return {"tickvals": [k * step for k in places], "ticktext": shown}


def _labels(
    comparison: Comparison,
    point: OperatingPoint,
    ends: tuple[float, float],
    significant: tuple[DominanceRange, ...],
    here: str,
    width: int,
) -> list[dict]:
    """All annotations: the title, the directions, the bar's name, the handle, and the labels.

    The style sheet knows the first four by their order, and hides them where a figure is too
    narrow.
    """
    a, b = map(escaped, short_names((comparison.a, comparison.b), LONGEST_NAME))
    value = comparison.at(point.pcf)[0]
    texts = (f"{UP} {b} cheaper", f"{DOWN} {a} cheaper")
    nearest = _nearest(comparison, point)
    crowded = nearest if width < NARROW and nearest and nearest.pcf > MIDDLE else None
    directions = []
    for k, (text, y, anchor) in enumerate(zip(texts, ends[::-1], ("top", "bottom"))):
        aside = crowded is not None and _is_above(comparison, crowded) == (k == 0)
        place = {"xanchor": "left" if aside else "right", "yanchor": anchor}
        font = {"color": model_colour(comparison.places[1 - k])}
        x = 0.01 if aside else 0.99
        directions.append(marks.veiled(f"<b>{text}</b>", x, y, **place, font=font))
    left = point.pcf > MIDDLE
    amount = marks.veiled(
        f"<b>{here}</b>",
        point.pcf,
        value,
        xanchor="right" if left else "left",
        yanchor="top" if value < 0 else "bottom",
        xshift=-10 if left else 10,
        yshift=-8 if value < 0 else 8,
        font={"color": COLOUR["ink"]},
    )
    return [
        marks.above(f"{a} minus {b}, {TITLE}" if len(a + b) <= MOST_LETTERS else LONG_TITLE, LEFT),
        _bar_name(comparison, significant, width),
        _handle(point),
        *directions,
        *([amount] if here else []),
        *([_changing_places(comparison, nearest, width)] if nearest else []),
    ]


def _bar_name(comparison: Comparison, significant: tuple[DominanceRange, ...], width: int) -> dict:
    """The name of the widest solid bar: the longest that fits in it."""
    widest = max(
        significant,
        key=lambda dominance_range: dominance_range.high - dominance_range.low,
        default=None,
    )
    where = {"xref": "x", "yref": "y2", "y": sum(STRIP) / 2, "yanchor": "middle"}
    if widest is None or width < NARROW:
        return {"text": "", "x": 0} | where
    short = short_names((comparison.a, comparison.b), LONGEST_NAME)
    name = short["ab".index(widest.better)]
    space = width * (widest.high - widest.low) - 2 * CLEAR
    texts = (f"{name} cheaper, beyond chance", f"{name} cheaper", name)
    text = next((text for text in texts if LETTER * len(text) <= space), "")
    middle = (widest.low + widest.high) / 2
    shown = f"<b>{escaped(text)}</b>" if text else ""
    return {"text": shown, "x": middle, "font": {"color": COLOUR["card"]}} | where


def _handle(point: OperatingPoint) -> dict:
    """PC(+) now, over the ticks of the axis."""
    return {
        "text": f"<b>\u2039 PC(+) {number(point.pcf)} \u203a</b>",
        "x": min(max(point.pcf, 0.08), 0.92),
        "y": 0,
        "xref": "x",
        "yref": "paper",
        "yanchor": "top",
        "yshift": -2,
        "bgcolor": COLOUR["ink"],
        "borderpad": 4,
        "font": {"color": COLOUR["card"]},
    }


def _nearest(comparison: Comparison, point: OperatingPoint) -> CrossoverInterval | None:
    """The crossover that is nearest to the present conditions, in log odds of PC(+)."""
    here = _log_odds(point.pcf)
    return min(comparison.crossovers, key=lambda c: abs(_log_odds(c.pcf) - here), default=None)


def _changing_places(comparison: Comparison, crossover: CrossoverInterval, width: int) -> dict:
    """The label of the ring at a crossover."""
    rows = ", all rows" * comparison.cross_fitted
    limits = (
        MAY_BE_CHANCE
        if isnan(crossover.low)
        else f"{_share(crossover.low)} to {_share(crossover.high)}"
    )
    lines = [f"they change places at {_share(crossover.pcf)}", f"({limits}{rows})"]
    if width < NARROW:
        lines = ["they change", f"places at {_share(crossover.pcf)}", f"({limits})"]
    left = crossover.pcf > MIDDLE
    above = _is_above(comparison, crossover)
    return marks.veiled(
        "<br>".join(lines),
        crossover.pcf,
        0,
        showarrow=True,
        arrowhead=0,
        arrowwidth=1,
        arrowcolor=COLOUR["tick"],
        standoff=6,
        ax=-10 if left else 10,
        ay=-44 if above else 44,
        align="right" if left else "left",
        xanchor="right" if left else "left",
    )


def _is_above(comparison: Comparison, crossover: CrossoverInterval) -> bool:
    """Whether the label of a ring stands above zero: the side that the curve leaves free."""
    beside = (
        np.abs(comparison.x - crossover.pcf + (REACH if crossover.pcf > MIDDLE else -REACH)) < REACH
    )
    return float(comparison.value[beside].sum()) <= 0


def _log_odds(pcf: float) -> float:
    inside = min(max(pcf, TINY), 1 - TINY)
    return log(inside / (1 - inside))


def _share(x: float) -> str:
    """.880"""
    return f"{x:.3f}".removeprefix("0")


def _alt_text(
    comparison: Comparison,
    point: OperatingPoint,
    significant: tuple[DominanceRange, ...],
    simultaneous: bool,
) -> str:
    """A sentence that describes the figure."""
    value, low, high = comparison.at(point.pcf, simultaneous)
    limits = "" if isnan(low) else f" ({number(low)} to {number(high)})"
    parts = [
        f"{(comparison.a, comparison.b)['ab'.index(dominance_range.better)]} cheaper from "
        f"{number(dominance_range.low)} to {number(dominance_range.high)}"
        for dominance_range in significant
    ]
    return (
        f"Expected cost of {comparison.a} minus that of {comparison.b} along PC(+): "
        f"{number(value)}{limits} at {number(point.pcf)}; beyond chance: "
        f"{listed(parts, at_most=4) if parts else 'nowhere'}."
    )


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
    """The description of the band of the difference; "" without a band."""
    if comparison.band is None:
        return ""
    units = "paired, clusters resampled, " if comparison.clustered else "paired class-stratified "
    if not comparison.paired:
        units = units.replace("paired", INDEPENDENT)
    if comparison.cross_fitted:
        units = "clusters" if comparison.clustered else "rows"
        kind = SIMULTANEOUS if simultaneous else "pointwise"
        if not comparison.paired:
            return f"cross-fitted costs, {INDEPENDENT}, normal limits, {kind}"
        return f"cross-fitted costs, paired by the same resamples of {units}, normal limits, {kind}"
    kind = SIMULTANEOUS if simultaneous else POINTWISE
    safe = JEFFREYS if comparison.band.safe.any() else ""
    again = simultaneous and comparison.hold_out is None
    chosen = "chosen again in each replicate" if again else selection_words(comparison.hold_out)
    return f"{units}{kind}, thresholds {chosen}{safe}"
