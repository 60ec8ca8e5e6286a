"""The cost panel as a decision curve: net benefit by threshold probability, at the present prior.

Net benefit is the prior less the expected cost in missed positives, so each curve is a cost curve
on other axes. Vickers & Elkin (2006); Millard & Flach (2025).
"""

from fractions import Fraction
from functools import partial

import numpy as np

from costdash.core import Bands, Call, ModelAnalysis, OperatingPoint
from costdash.core.curves.cost import FINE_PCF_GRID
from costdash.core.probabilities.net_benefit import net_benefit, pcf_of_threshold_probability
from costdash.core.types import Floats
from costdash.figures import traces
from costdash.figures.alternatives import NO_MODEL
from costdash.figures.axes import BENEFIT, IN_COSTS, PROBABILITY
from costdash.figures.panels import labels, review_zone
from costdash.figures.panels.cost_axes import best_model
from costdash.figures.panels.cost_axes.best_model import HEIGHT, WIDTH
from costdash.figures.panels.cost_axes.score_driven import score_traces
from costdash.figures.panels.labels import FreeArea
from costdash.figures.panels.rows import CostAxis
from costdash.figures.panels.segment import segment_cost
from costdash.figures.scene import Scene, escaped
from costdash.figures.style import COLOUR
from costdash.figures.traces import PanelFigure, Trace
from costdash.wording import listed, number, percent, shortened

HELP = (
    "Across: threshold probability, the probability of being positive from which flagging pays. "
    "Up: net benefit per 100 cases: positives found, less false alarms at their exchange rate.",
    "Higher is better. Each curve is its model at the best threshold, so scores need not be "
    "probabilities. If costs differ from case to case, positives and false alarms count by their "
    "costs, in mean costs of a missed positive. The usual decision curve, which flags scores from "
    "the threshold probability up, is the dotted line: Change, also draw, cost if scores are taken "
    "as probabilities.",
)
CASES = 100  # to which a net benefit refers
POINTS = 161  # of a curve
MOST = 0.99  # the largest threshold probability that is drawn
HEADROOM = 3  # times the present threshold probability: the least range drawn
BELOW = 0.14  # share of the highest net benefit drawn below the line of flagging none
SMALL_ODDS = 20  # largest sum of two whole numbers as which odds are written
ODDS = 16  # pixels: the second line of ticks gives the odds
MOST_LISTED = 3  # models whose net benefit is labelled in the panel
AT_BEST = ", at the best threshold of each model"
NOTE = "net benefit of the best threshold of each model, on these rows"


def net_benefit_figure(scene: Scene) -> PanelFigure:
    """Draw net benefit per 100 cases against the threshold probability.

    The uids of its traces: interval, trivial, band-i, gap-i, score-i, model-i, segment, best-k-j,
    range-i, zone-curve, pcf, pcf-foot, today-line, trial-line, trial, today, best.
    """
    view, bars, high = scene.view, best_model.axes(scene), window(_here(scene.point))
    top = traces.rounded_up(1.02 * CASES * scene.point.prior)
    ends = (-BELOW * top, top)
    t = np.linspace(0, high, POINTS)
    curves = {i: (t, _best(model, t, scene.point.prior)) for i, model in scene.shown}
    trivial = t, CASES * np.maximum(net_benefit(1.0, 1.0, t, scene.point.prior), 0)
    bands, words = scene.bands(Bands.cost, of_cost=True)
    listed_models = benefits_at_point(scene)
    limits = {i: _limits(model, scene.level) for i, model in scene.shown if view.level}
    return traces.figure(
        scene,
        "Net benefit",
        [
            *_interval(scene, ends),
            *(_band(i, band.x, band.low, band.high, scene, high) for i, band in bands.items()),
            traces.line("trivial", *trivial, COLOUR["reference"], "reference", "4px,3px"),
            *_scores(scene, high),
            *(traces.model_line(scene, i, m.name, *curves[i]) for i, m in scene.shown),
            *segment_cost(scene, partial(_seen, scene.point.prior, high)),
            *best_model.strip(scene, _place(scene.point.prior, high), high),
            *review_zone.zone_benefit(scene, t, CASES),
            *_fixed(scene, t),
            *_marks(scene, ends),
        ],
        {
            "band": words,
            "note": NOTE,
            "foot": best_model.height(scene),
            "cost_axis": {
                "key": AXIS.id,
                "cases": CASES,
                "window": [0, high],
                "benefits": [[i, words] for i, words in listed_models],
                "limits": {i: pair for i, pair in limits.items() if pair},
            },
        },
        labels=lambda: _labels(scene, curves, trivial, listed_models, (high, ends)),
        margin=traces.MARGIN | {"b": traces.MARGIN["b"] + ODDS},
        uirevision=f"{view.uirevision} {AXIS.id} {high} {top}",
        xaxis=_axis(high),
        yaxis=traces.axis("", *ends, **bars["yaxis"]),
        yaxis2=bars["yaxis2"],
        barmode="overlay",
        annotations=[
            traces.above(f"{AXIS.y.title}{_unit(scene) or AT_BEST}"),
            *best_model.label(scene),
        ],
    )


def _unit(scene: Scene) -> str:
    return IN_COSTS if scene.analysis.costs else ""


def window(threshold_probability: float) -> float:
    """The largest threshold probability drawn; rounded, so that it changes rarely."""
    wanted = HEADROOM * threshold_probability
    power = 10.0 ** np.floor(np.log10(wanted))
    return min(MOST, next(float(m * power) for m in (1, 2, 5, 10) if m * power >= wanted))


def _here(point: OperatingPoint) -> float:
    """The threshold probability that the prices stand for."""
    return point.cost_fp / (point.cost_fn + point.cost_fp)


def _best(model: ModelAnalysis, t: Floats, prior: float) -> Floats:
    vertex = model.hull.cheapest(pcf_of_threshold_probability(t, prior))
    return CASES * net_benefit(model.hull.fpr[vertex], model.hull.tpr[vertex], t, prior)


def _axis(high: float) -> dict:
    """Threshold probabilities, and below each how many false alarms a missed positive is worth."""
    step = next(s for s in _steps(high) if high / s <= 5.01)
    shown = [float(f"{k * step:.6g}") for k in range(1, int(high / step + 1e-9) + 1)]
    words = [f"{percent(t)}<br>{odds_words(t)}" for t in shown]
    ticks = {"tickvals": [0, *shown], "ticktext": ["0<br>odds", *words]}
    return traces.axis(AXIS.x.title, 0, high, anchor="y2") | ticks


def odds_words(share: float) -> str:
    """Odds as people write them: of whole numbers where these are small.

    >>> odds_words(0.2), odds_words(0.4), odds_words(0.6), odds_words(0.003)
    ('1:4', '2:3', '3:2', '1:330')
    """
    near = Fraction(share).limit_denominator(SMALL_ODDS)
    if 0 < near < 1 and abs(near - share) < 1e-9:
        return f"{near.numerator}:{near.denominator - near.numerator}"
    return f"1:{number((1 - share) / share, 2)}"


def _steps(high: float) -> list[float]:
    power = 10.0 ** np.floor(np.log10(high) - 1)
    return [float(f"{m * power:.3g}") for m in (1, 2, 5, 10, 20, 50)]


def _place(prior: float, high: float) -> best_model.Place:
    """Where a PC(+) stands at this prior, inside the axis; the formula leads both ways."""
    return lambda pcf: np.minimum(pcf_of_threshold_probability(pcf, prior), high)


def _of_nec(pcf: Floats, nec: Floats, prior: float) -> tuple[Floats, Floats]:
    """(t, net benefit) of points of a cost curve."""
    t = pcf_of_threshold_probability(pcf, prior)
    return t, CASES * (prior - nec * (prior + (1 - prior) * t / (1 - t)))


def _drawn(pcf: Floats, prior: float, high: float) -> np.ndarray:
    """Which values of PC(+) lie on the axis or just beyond."""
    t = pcf_of_threshold_probability(pcf, prior)
    return (pcf > 0) & (t <= (high + MOST) / 2) & (t < 1)


def _seen(prior: float, high: float, pcf: Floats, nec: Floats) -> tuple[Floats, Floats]:
    """`_of_nec` of the points that lie on the axis or just beyond."""
    seen = _drawn(pcf, prior, high)
    return _of_nec(pcf[seen], nec[seen], prior)


def _band(i: int, pcf: Floats, low: Floats, high: Floats, scene: Scene, end: float) -> Trace:
    """A band of nec as net benefit; its meta lets a script redraw it for another prior."""
    prior = scene.point.prior
    meta = {name: traces.numbers(x[pcf > 0]) for name, x in zip(META, (pcf, low, high))}
    seen = _drawn(pcf, prior, end)
    t, least = _of_nec(pcf[seen], high[seen], prior)
    most = _of_nec(pcf[seen], low[seen], prior)[1]
    return traces.band(i, t, least, most) | {"meta": meta}


META = ("pcf", "low", "high")


def _limits(model: ModelAnalysis, level: float) -> dict | None:
    """The band of the model's cost, for the scripts."""
    if model.bands is None:
        return None
    band = model.bands.cost(level)
    return {name: traces.numbers(x) for name, x in zip(META, (band.x, band.low, band.high))}


def _scores(scene: Scene, high: float) -> list[Trace]:
    """Net benefit of scores taken as probabilities."""
    prior = scene.point.prior
    seen = _drawn(FINE_PCF_GRID, prior, high)
    return score_traces(scene, lambda pcf, nec: _of_nec(pcf, nec, prior), seen)


def _fixed(scene: Scene, t: Floats) -> list[Trace]:
    """Net benefit of the held thresholds."""
    drawn = []
    for uid, call, dash in (("trial", scene.trial, "solid"), ("today", scene.today, "1px,3px")):
        if call is not None:
            y = CASES * net_benefit(call.fpr, call.tpr, t, scene.point.prior)
            colour = traces.call_colour(scene, call)
            drawn.append(traces.line(f"{uid}-line", t, y, colour, "rule", dash))
    return drawn


def _benefit(scene: Scene, cost: float) -> float:
    """Net benefit per CASES cases of what costs so much per case."""
    return CASES * (scene.point.prior - cost / scene.point.cost_fn)


def _marks(scene: Scene, ends: tuple[float, float]) -> list[Trace]:
    """The present threshold probability, and the held and the recommended thresholds there."""
    here = _here(scene.point)

    def place(call: Call) -> tuple[float, float]:
        return here, _benefit(scene, call.rows_cost)

    return [
        traces.line("pcf", [here, here], ends[::-1], COLOUR["ink"], "pcf"),
        *traces.threshold_marks(scene, place),
        traces.ring(scene, *place(scene.recommended)),
        traces.allowance(
            scene, *place(scene.recommended), _benefit(scene, scene.recommended.expected_cost)
        ),
    ]


def _interval(scene: Scene, ends: tuple[float, float]) -> list[Trace]:
    if scene.view.ranges is None:
        return []
    (fn_low, fn_high), (fp_low, fp_high) = scene.view.ranges.cost_fn, scene.view.ranges.cost_fp
    low, high = fp_low / (fp_low + fn_high), fp_high / (fp_high + fn_low)
    x, y = [low, low, high, high], [ends[0], ends[1], ends[1], ends[0]]
    return [traces.polygon("interval", x, y, COLOUR["interval"], COLOUR["clear"])]


def at_words(point: OperatingPoint) -> str:
    """'At 2 %, of 100 cases'."""
    return f"At {percent(_here(point))}, of {CASES} cases"


def benefits_at_point(scene: Scene) -> list[tuple[int, str]]:
    """(place, '0.38 (0.33 to 0.43)') of the models of most net benefit at the present prices."""
    point, level = scene.point, scene.view.level
    here, benefits = np.array([_here(point)]), []
    for i, model in scene.shown:
        value = float(_best(model, here, point.prior)[0])
        words = number(value)
        if level and model.bands:
            costs = model.bands.cost_interval(point.pcf, level)
            high, low = (CASES * (point.prior - x * point.scale / point.cost_fn) for x in costs)
            words += f" ({number(min(low, value))} to {number(max(high, value))})"
        benefits.append((value, i, words))
    return [
        (i, words) for _, i, words in sorted(benefits, key=lambda entry: -entry[0])[:MOST_LISTED]
    ]


def benefit_alt_text(scene: Scene) -> str:
    """The net benefit of the models at the present prices."""
    names = {i: model.name for i, model in scene.shown}
    clauses = [f"{names[i]} {words}" for i, words in benefits_at_point(scene)]
    return (
        f"Net benefit{_unit(scene)} by threshold probability, on these rows. "
        f"{at_words(scene.point)}: {listed(clauses or [NO_MODEL])}. "
        "Flagging none has net benefit 0."
    )


def _labels(
    scene: Scene,
    curves: dict[int, tuple[Floats, Floats]],
    trivial: tuple[Floats, Floats],
    listed_models: list[tuple[int, str]],
    window: tuple[float, tuple[float, float]],
) -> list[dict]:
    """The net benefit of the models at the present prices, and their names."""
    high, ends = window
    free_area = FreeArea((0, high), ends, WIDTH - ODDS, HEIGHT - best_model.height(scene))
    free_area.points.append(free_area.walked(*trivial))
    every = {i: escaped(shortened(model.name, labels.LONGEST)) for i, model in scene.shown}
    lines = [at_words(scene.point), *(f"{every[i]} {words}" for i, words in listed_models)]
    place = {"xref": "paper", "yref": "paper", "xanchor": "right", "yanchor": "top"}
    drawn = traces.veiled("<br>".join(lines), 1, 1, align="right", name=labels.MOVING) | place
    wide = labels.LETTER * max(map(len, lines))
    free_area.boxes.append((free_area.wide - wide, 0, free_area.wide, labels.HEIGHT * len(lines)))
    return [drawn, *labels.names(scene, free_area, curves)]


AXIS = CostAxis(
    id="net-benefit",
    name="Net benefit",
    x=PROBABILITY,
    y=BENEFIT,
    figure=net_benefit_figure,
    alt_text=benefit_alt_text,
    explanation=HELP,
    source="Vickers & Elkin, 2006; Millard & Flach, 2025",
    handle="Threshold probability",
    bands=True,
    table="decision-curve",
)
