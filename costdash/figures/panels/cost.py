"""Cost curves: what each model costs at every PC(+), if it is used at its best threshold."""

import numpy as np
import plotly.graph_objects as go

from costdash.core import Analysis, Bands, Call, OperatingPoint, score_driven_cost
from costdash.core.curves.cost import FINE_PCF_GRID
from costdash.core.curves.polyline import spread
from costdash.figures import traces
from costdash.figures.panels import criterion
from costdash.figures.scene import Scene, scene
from costdash.figures.style import COLOUR, model_colour
from costdash.figures.view import View
from costdash.wording import TRIVIAL_NAMES, percent

NOTE = "costs up to 0.5; bars: operating ranges, solid where the gain exceeds 1 %"
SPLIT_NOTE = "; steps: where another threshold was chosen"
OTHER_NOTE = "; fine dashes: chosen on other rows"
SCORE_NOTE = "; fine dots: if the scores are probabilities"
TOP = 0.5  # calling at random costs as much
HANDLE = 0.025  # of room above it for the handle
STRIP = [0.0, 0.095]  # of the panel's height: the bars; the curves begin above
CURVES = [0.115, 1.0]
LINES = 60  # beside those of the hull


def cost_figure(analysis: Analysis, point: OperatingPoint, view: View) -> go.Figure:
    """Cost panel; uids interval, trivial, band-i, lines-i, model-i, score-i, other-rows, range-i,
    useful-i, pcf, best-line, pin-line, chosen-line, best."""
    seen = scene(analysis, point, view)
    bands, words = _bands(seen)
    scored = [(i, m) for i, m in seen.shown if view.score_driven and m.is_probability]
    rows = max(len(seen.shown), 1)
    return traces.figure(
        seen,
        "Cost curves",
        [
            *_interval(view),
            *(traces.band(i, band.x, band.low, band.high) for i, band in bands.items()),
            *(_lines(i, model, rows) for i, model in seen.shown if view.lines),
            traces.line(
                "trivial", [0, 0.5, 1], [0, 0.5, 0], COLOUR["reference"], "reference", "4px,3px"
            ),
            *(_score_driven(i, model, analysis, view) for i, model in scored),
            *_other_rows(view),
            *(traces.model_line(i, m.name, *m.hull.bends) for i, m in seen.shown),
            *(bar for row, (i, m) in enumerate(seen.shown) for bar in _range(i, m.hull, row, rows)),
            _rule("chosen-line", seen, seen.chosen),
            _rule("pin-line", seen, seen.pin, "6px,3px"),
            *_best_lines(seen),
            *_scenarios(view),
            _pcf(point.pcf),
            traces.ring(seen, point.pcf, seen.best.nec),
        ],
        {"band": words, "note": _note(seen, bool(scored))},
        xaxis=traces.axis("Probability cost, PC(+)", 0, 1, anchor="y2"),
        yaxis=traces.axis("Normalized expected cost", 0, TOP + HANDLE, domain=CURVES),
        yaxis2={
            "domain": STRIP,
            "range": [rows - 0.5, -0.5],
            "fixedrange": True,
            "visible": False,
            "anchor": "x",
        },
        annotations=[
            traces.veiled(TRIVIAL_NAMES["none"], 0.4, 0.4, xanchor="right", xshift=-8),
            traces.veiled(TRIVIAL_NAMES["all"], 0.6, 0.4, xanchor="left", xshift=8),
        ],
    )


def _note(seen: Scene, scored: bool) -> str:
    if not seen.view.models:
        return ""
    note = criterion.COST_NOTE if seen.choice else NOTE
    note += SPLIT_NOTE * bool(seen.analysis.parts)
    return note + SCORE_NOTE * scored + OTHER_NOTE * bool(seen.view.other_rows)


def _bands(seen: Scene):
    """Of choosing on other rows where that is asked for, else of the models; and in words."""
    fit, level, name = seen.view.other_rows, seen.view.level, seen.recommended
    if fit is None or not level or name is None:
        return seen.bands(Bands.cost)
    band = fit.band(level, FINE_PCF_GRID)
    return {seen.place[name]: band}, f"{percent(level)} {band.scheme}, seed {fit.seed}"


def _other_rows(view: View) -> list[dict]:
    """What is paid, at every PC(+), for model and threshold chosen on other rows."""
    if view.other_rows is None:
        return []
    nec = view.other_rows.cost(FINE_PCF_GRID)
    return [traces.line("other-rows", FINE_PCF_GRID, nec, COLOUR["ink"], "iso", "2px,3px")]


def _interval(view: View) -> list[dict]:
    """Where PC(+) can lie."""
    if view.known is None:
        return []
    low, high = view.known.pcf
    edge = traces.line(
        "interval", [low, low, high, high], [0, TOP, TOP, 0], COLOUR["clear"], "none"
    )
    return [edge | {"fill": "toself", "fillcolor": COLOUR["interval"]}]


def _lines(i, model, models) -> dict:
    """Single thresholds, the hull's among them, fainter with more models: one trace with gaps."""
    drawn = model.counts.take(model.path)
    some = spread(drawn.fpr, drawn.tpr, np.searchsorted(model.path, model.hull.index), LINES)
    gap = np.full(some.size, np.nan)
    nec = np.column_stack((drawn.fpr[some], drawn.fnr[some], gap)).ravel()
    pcf = np.tile([0, 1, np.nan], some.size)
    return traces.line(f"lines-{i}", pcf, nec, model_colour(i), "faint", opacity=0.3 / models**0.5)


def _score_driven(i, model, analysis, view) -> dict:
    nec = score_driven_cost(model.counts, FINE_PCF_GRID, view.score_prior or analysis.prevalence)
    return traces.line(f"score-{i}", FINE_PCF_GRID, nec, model_colour(i), "rule", "1px,2px")


def _range(i, hull, row, rows) -> list[dict]:
    """Where the model beats both trivial classifiers, and where it does so by more than 1 %."""
    bars = []
    for uid, ends, opacity in (
        (f"range-{i}", hull.operating_range, 0.35),
        (f"useful-{i}", hull.useful_range(), 1),
    ):
        bar = traces.line(uid, ends or (0, 0), (row, row), model_colour(i), "range", yaxis="y2")
        bar["line"]["width"] = 6 if rows <= 3 else 3 if rows <= 6 else 1.5
        bars.append(bar | {"opacity": opacity if ends else 0})
    return bars


def _rule(uid: str, seen: Scene, call: Call | None, dash: str = "solid") -> dict:
    """One threshold: the straight line from (0, fpr) to (1, fnr)."""
    nec = (call.fpr, 1 - call.tpr) if call else (0, 0)
    colour = traces.call_colour(seen, call)
    return traces.line(uid, [0, 1], nec, colour, "rule", dash, opacity=1 if call else 0)


def _best_lines(seen: Scene) -> list[dict]:
    """The line of the best rule, or what another criterion draws."""
    if seen.choice:
        return criterion.cost_construction(seen)
    return [_rule("best-line", seen, seen.best)]


def _scenarios(view: View) -> list[dict]:
    """Where the scenarios stand along PC(+), by their numbers."""
    if not view.scenarios:
        return []
    numerals = [str(k) for k in range(1, len(view.scenarios) + 1)]
    drawn = traces.line(
        "scenarios",
        view.scenarios,
        [0] * len(numerals),
        COLOUR["label"],
        "none",
        mode="text+markers",
    )
    look = {"symbol": "triangle-up", "size": 6, "color": COLOUR["label"]}
    font = {"size": 10, "color": COLOUR["label"]}
    return [
        drawn | {"marker": look, "text": numerals, "textposition": "top center", "textfont": font}
    ]


def _pcf(pcf: float) -> dict:
    """The vertical line; its first point is the handle."""
    line = traces.line("pcf", [pcf, pcf], [TOP, 0], COLOUR["ink"], "pcf", mode="lines+markers")
    edge = {"color": COLOUR["card"], "width": [1.5, 0]}
    return line | {"marker": {"size": [13, 0], "color": COLOUR["ink"], "line": edge, "opacity": 1}}
