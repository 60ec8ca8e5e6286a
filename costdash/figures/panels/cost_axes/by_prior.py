"""The cost panel read along the share of positives: money at the present prices."""

from functools import partial
from math import floor, log, log10

import numpy as np

from costdash.core import Band, Call, ModelAnalysis, OperatingPoint
from costdash.core.choose.cost_axes import cost_by_prior
from costdash.core.curves.cost import FINE_PCF_GRID, WIDE_PCF_GRID
from costdash.core.types import Floats
from costdash.figures import traces
from costdash.figures.axes import MONEY, PRIOR, logit
from costdash.figures.panels import labels, review_zone
from costdash.figures.panels.cost_axes import best_model
from costdash.figures.panels.cost_axes.bands import EXPECTED_DASH, cost_bands, expected_colour
from costdash.figures.panels.cost_axes.best_model import HEIGHT, WIDTH
from costdash.figures.panels.cost_axes.by_pcf import pcf_alt_text
from costdash.figures.panels.cost_axes.score_driven import score_traces
from costdash.figures.panels.labels import FreeArea
from costdash.figures.panels.rows import CostAxis
from costdash.figures.panels.segment import segment_cost
from costdash.figures.scene import Scene
from costdash.figures.style import COLOUR
from costdash.figures.traces import PanelFigure, Trace
from costdash.wording import number, percent

HELP = (
    "Across: the share of positives among the cases. Up: cost at your prices, for the number of "
    "cases of the page.",
    "Each curve is a model at its best threshold for that share. The thin lines are flagging none "
    "and flagging all.",
    "Drag the vertical line to change the share of positives.",
)
POINTS = 161  # of a curve
HEADROOM = 2.3  # times the least cost: the highest amount that is drawn
WIDE = 50  # times the lowest share: the highest that is drawn
TICKS = (*(m * 10.0**e for e in range(-15, 0) for m in (1, 2, 5)), 0.8, 0.9, 0.95, 0.99)


def prior_figure(scene: Scene) -> PanelFigure:
    """Draw cost against the share of positives.

    The x axis is the log-odds of the share, along which a change of prices is a shift. The uids of
    its traces: interval, band-i, trivial, gap-i, score-i, other-rows, model-i, zone-curve, segment,
    segment-point, best-k-j, range-i, pcf, pcf-foot, today-line, trial-line, trial, today, best.
    """
    view, bars, (bands, _) = scene.view, best_model.axes(scene), cost_bands(scene, WIDE_PCF_GRID)
    low, high = ends = window(scene.point.prior)
    top, cases = _top(scene), view.unit.cases
    prior = 1 / (1 + np.exp(-np.linspace(logit(low), logit(high), POINTS)))
    curves = {i: _curve(scene, model, prior) for i, model in scene.shown}
    trivial = _trivial(scene, prior)
    return traces.figure(
        scene,
        "Cost by share of positives",
        [
            *_interval(scene, top),
            *(_band(i, band, scene, ends) for i, band in bands.items()),
            traces.line("trivial", *trivial, COLOUR["reference"], "reference", "4px,3px"),
            *_scores(scene, ends),
            *_expected(scene, ends),
            *(traces.model_line(scene, i, m.name, *curves[i]) for i, m in scene.shown),
            *_with_review(scene, ends),
            *segment_cost(scene, partial(_amounts, scene, ends), top),
            *best_model.strip(scene, _place(scene.point, ends), logit(high) - logit(low)),
            *_fixed(scene, prior),
            *_marks(scene, top),
        ],
        {
            "band": "",
            "note": "",
            "foot": best_model.height(scene),
            "cost_axis": {"key": AXIS.id, "cases": cases, "window": [low, high]},
        },
        labels=lambda: _labels(scene, curves, trivial, ends, top),
        margin=traces.MARGIN | {"l": traces.MONEY},
        uirevision=f"{view.uirevision} {AXIS.id} {low}",
        xaxis=_axis(scene, low, high),
        yaxis=traces.money_axis(view.unit, top) | bars["yaxis"],
        yaxis2=bars["yaxis2"],
        barmode="overlay",
        annotations=[traces.money_title(view.unit), *best_model.label(scene)],
    )


def _axis(scene: Scene, low: float, high: float) -> dict:
    shown = _ticks(low, high)
    ticks = {"tickvals": [logit(p) for p in shown], "ticktext": [percent(p) for p in shown]}
    return traces.axis(_title(scene), logit(low), logit(high), anchor="y2") | ticks


def _marks(scene: Scene, top: float) -> list[Trace]:
    """The present share, and the costs of today's and the recommended thresholds there."""
    here, cases = logit(scene.point.prior), scene.view.unit.cases
    return [
        traces.line("pcf", [here, here], [top, 0], COLOUR["ink"], "pcf"),
        *traces.threshold_marks(scene, lambda call: (here, call.expected_cost * cases)),
        traces.ring(scene, here, scene.recommended.rows_cost * cases),
        traces.allowance(scene, here, *(cost * cases for cost in _costs(scene.recommended))),
    ]


def _costs(call: Call) -> tuple[float, float]:
    """Per case on the rows, and with allowances."""
    return call.rows_cost, call.expected_cost


def _fixed(scene: Scene, prior: Floats) -> list[Trace]:
    """The costs of today's and the trial threshold at every share."""
    drawn = []
    for uid, call, dash in (("trial", scene.trial, "solid"), ("today", scene.today, "1px,3px")):
        if call is None:
            continue
        missed = prior * scene.point.cost_fn * (1 - call.tpr)
        paid = scene.view.unit.cases * (missed + (1 - prior) * scene.point.cost_fp * call.fpr)
        x, colour = np.log(prior / (1 - prior)), traces.call_colour(scene, call)
        drawn.append(traces.line(f"{uid}-line", x, paid, colour, "rule", dash))
    return drawn


def _place(point: OperatingPoint, ends: tuple[float, float]) -> best_model.Place:
    """Where a PC(+) stands at these prices, inside the axis."""
    low, high = map(logit, ends)

    def place(pcf: Floats) -> Floats:
        with np.errstate(divide="ignore"):
            odds = np.log(pcf) - np.log1p(-pcf) - log(point.cost_fn / point.cost_fp)
        return np.clip(odds, low, high)

    return place


def _trivial(scene: Scene, prior: Floats) -> tuple[Floats, Floats]:
    """The cost of the better trivial classifier."""
    point = scene.point
    least = np.minimum(prior * point.cost_fn, (1 - prior) * point.cost_fp)
    return np.log(prior / (1 - prior)), scene.view.unit.cases * least


def window(prior: float) -> tuple[float, float]:
    """The range of shares drawn; rounded, so that it changes rarely."""
    low = 10.0 ** floor(log10(prior / 3))
    return low, min(WIDE * low, 0.99)


def _ticks(low: float, high: float) -> list[float]:
    return [p for p in TICKS if low * 0.999 <= p <= high * 1.001]


def _top(scene: Scene) -> float:
    """Rounded, so that it changes only with larger differences."""
    least = min(scene.decision.best.expected_cost, scene.decision.trivial.expected_cost)
    return traces.rounded_up(HEADROOM * least * scene.view.unit.cases)


def _curve(scene: Scene, model: ModelAnalysis, prior: Floats) -> tuple[Floats, Floats]:
    cost = cost_by_prior(model.hull, prior, scene.point.cost_fn, scene.point.cost_fp)
    return np.log(prior / (1 - prior)), scene.view.unit.cases * cost


def _scores(scene: Scene, ends: tuple[float, float]) -> list[Trace]:
    """What scores cost that are taken as probabilities."""
    point, cases = scene.point, scene.view.unit.cases

    def of_nec(pcf: Floats, nec: Floats) -> tuple[Floats, Floats]:
        prior = _prior(pcf, point)
        largest = cases * (prior * point.cost_fn + (1 - prior) * point.cost_fp)
        return np.log(prior / (1 - prior)), nec * largest

    inner = (FINE_PCF_GRID > 0) & (FINE_PCF_GRID < 1)
    prior = _prior(FINE_PCF_GRID.clip(1e-9, 1 - 1e-9), point)
    return score_traces(scene, of_nec, inner & _seen(prior, ends))


def _prior(pcf: Floats, point: OperatingPoint) -> Floats:
    """The share of positives at which these prices give a PC(+)."""
    odds = pcf / (1 - pcf) * point.cost_fp / point.cost_fn
    return np.asarray(odds / (1 + odds))


def _seen(prior: Floats, ends: tuple[float, float]) -> np.ndarray:
    """Which shares lie on the axis or just beyond."""
    return (prior >= ends[0] / 2) & (prior <= min(1.0, ends[1] * 2))


def _dense(band: Band) -> tuple[Floats, Floats, Floats]:
    """A band of nec with points near PC(+) 0 and 1, which are wide apart in log-odds."""
    more = np.setdiff1d(WIDE_PCF_GRID, band.x)
    order = np.argsort(np.append(band.x, more), kind="stable")
    read = [np.append(y, np.interp(more, band.x, y))[order] for y in (band.x, band.low, band.high)]
    inner = (read[0] > 0) & (read[0] < 1)
    pcf, low, high = (values[inner] for values in read)
    return pcf, low, high


def _band(i: int, band: Band, scene: Scene, ends: tuple[float, float]) -> Trace:
    """A band of nec as amounts; its meta lets a script redraw it for other prices."""
    point, cases = scene.point, scene.view.unit.cases
    pcf, low, high = _dense(band)
    prior = _prior(pcf, point)
    largest = cases * (prior * point.cost_fn + (1 - prior) * point.cost_fp)
    seen, x = _seen(prior, ends), np.log(prior / (1 - prior))
    below, above = low * largest, high * largest
    drawn = traces.band(i, x[seen], below[seen], above[seen])
    meta = {"pcf": pcf, "low": low, "high": high}
    return drawn | {"meta": {name: traces.numbers(values) for name, values in meta.items()}}


def _expected(scene: Scene, ends: tuple[float, float]) -> list[Trace]:
    """The cost to expect on other rows; its meta lets a script redraw it for other prices."""
    fit = scene.crossfit
    if fit is None or scene.segment:
        return []
    pcf = WIDE_PCF_GRID[(WIDE_PCF_GRID > 0) & (WIDE_PCF_GRID < 1)]
    nec, colour = fit.cost(pcf), expected_colour(scene)
    along = _amounts(scene, ends, pcf, nec)
    drawn = traces.line("other-rows", *along, colour, "expected", EXPECTED_DASH)
    return [drawn | {"meta": {"pcf": traces.numbers(pcf), "nec": traces.numbers(nec)}}]


def _with_review(scene: Scene, ends: tuple[float, float]) -> list[Trace]:
    """The cost of the best review zone at every share."""
    point, cases = scene.point, scene.view.unit.cases

    def of_nec(pcf: Floats, nec: Floats) -> tuple[Floats, Floats]:
        prior = _prior(pcf, point)
        seen = _seen(prior, ends)
        largest = cases * (prior * point.cost_fn + (1 - prior) * point.cost_fp)
        return np.log(prior / (1 - prior))[seen], (nec * largest)[seen]

    return review_zone.zone_curve(scene, of_nec)


def _amounts(
    scene: Scene, ends: tuple[float, float], pcf: Floats, nec: Floats
) -> tuple[Floats, Floats]:
    """Shares of positives as log-odds, and amounts, of the points that are seen."""
    point, prior = scene.point, _prior(pcf, scene.point)
    amount = nec * scene.view.unit.cases * (prior * point.cost_fn + (1 - prior) * point.cost_fp)
    seen = _seen(prior, ends)
    return np.log(prior / (1 - prior))[seen], amount[seen]


def _interval(scene: Scene, top: float) -> list[Trace]:
    if scene.view.ranges is None:
        return []
    low, high = map(logit, scene.view.ranges.prior)
    x, y = [low, low, high, high], [0, top, top, 0]
    return [traces.polygon("interval", x, y, COLOUR["interval"], COLOUR["clear"])]


def _title(scene: Scene) -> str:
    """Cases that are positive, at $4,000 a miss and $80 an alarm."""
    unit, point = scene.view.unit, scene.point
    missed, alarm = (unit.money(number(x)) for x in (point.cost_fn, point.cost_fp))
    return f"Cases that are positive, at {missed} a miss and {alarm} an alarm"


def _labels(
    scene: Scene,
    curves: dict[int, tuple[Floats, Floats]],
    trivial: tuple[Floats, Floats],
    ends: tuple[float, float],
    top: float,
) -> list[dict]:
    low, high = map(logit, ends)
    free_area = FreeArea((low, high), (0, top), WIDTH - 16, HEIGHT - best_model.height(scene))
    free_area.points.append(free_area.walked(*trivial))
    return labels.names(scene, free_area, curves)


AXIS = CostAxis(
    id="positives",
    name="Positives",
    x=PRIOR,
    y=MONEY,
    figure=prior_figure,
    alt_text=pcf_alt_text,
    explanation=HELP,
    handle="Cases that are positive",
    bands=True,
    expected=True,
)
