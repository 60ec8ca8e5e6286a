"""The cheapest model along the x axis of the cost panel: a strip below it, and operating ranges.

Both lie on a separate y axis, whose unit is a pixel of a panel on the page, downwards from the end
of the main axis. They share the main x axis, so that they zoom with the curves.
"""

from collections.abc import Callable, Sequence

import numpy as np

from costdash.core import ModelAnalysis
from costdash.core.compare.cheapest_model import RivalRange
from costdash.core.curves.envelopes import ModelRange, best_where
from costdash.core.types import Floats
from costdash.figures import traces
from costdash.figures.panels.criterion import hatch, limit_in_force
from costdash.figures.scene import Scene, escaped
from costdash.figures.style import COLOUR, dash, model_colour
from costdash.figures.traces import Trace
from costdash.wording import TRIVIAL_NAMES, listed, number, short_names

Place = Callable[[Floats], Floats]  # where a PC(+) stands along the x axis

HEIGHT = 302  # pixels of a panel on the page, from the top of the plot to the ticks
STRIP = (6, 26)  # pixels below the curves: the strip
RANGES, ROW = 32, 5  # pixels: the first operating range, and from one to the next
LABEL = 26  # pixels: the caption of the ranges, and the handle of PC(+)
MOST_RANGES = 5  # with more models, only the recommended model's and today's are drawn
CHEAPEST = "cheapest"
LETTER = 6.9  # pixels of a letter in the strip
CLEAR = 8  # pixels from the PC(+) line to a name in the strip
WIDTH = 470  # pixels of the x axis on the page
HATCHED = {"shape": "/", "size": 6, "solidity": 0.3}
BEATS, RANGES_LABEL = "beats flagging none or all", "ranges"


def strip(scene: Scene, place: Place = np.asarray, span: float = 1.0) -> list[Trace]:
    """Which model is recommended where, and the operating ranges; uids best-k-j, rival-k, name-k,
    range-i, pcf-foot.

    Range k has one bar per owner j, one above the other. The meta of a bar is what scripts
    highlight: owners (places of the models), first and last vertex of the common hull, ends in
    PC(+), slope at the crossover where the range begins, and words for it. A trivial rule that
    breaks the limit in force is hatched and has no name. Where another model may
    be as cheap, bars are hatched in its colour; names lie above. span: length of the x axis.
    """
    model_ranges = best_where(scene.recommended_rules) if scene.recommended_rules else ()
    widths = [model_range.high - model_range.low for model_range in model_ranges]
    drawn = [bar for k, each in enumerate(model_ranges) for bar in _bars(k, each, scene, place)]
    broken = [each for each in model_ranges if _breaks_limit(each, scene)]
    drawn += [
        _rival(k, rival, scene, place)
        for k, rival in enumerate(scene.rivals)
        if not any(each.low <= rival.low and rival.high <= each.high for each in broken)
    ]
    drawn += [
        bar
        for k, each in enumerate(model_ranges)
        for bar in _name(k, each, scene, (place, span), widths[k] == max(widths))
    ]
    drawn += [_range(scene, i, model, row, place) for row, (i, model) in enumerate(_ranged(scene))]
    foot = [scene.point.pcf] * 2
    line = traces.line("pcf-foot", place(np.array(foot)), [0, height(scene)], COLOUR["ink"], "pcf")
    return [*drawn, line | {"yaxis": "y2"}]


def height(scene: Scene) -> int:
    """Pixels from the end of the main axis to the ticks."""
    rows = len(_ranged(scene))
    return (RANGES + ROW * rows if rows else STRIP[1]) + LABEL


def axes(scene: Scene) -> dict[str, dict]:
    """Where the main y axis begins, and the axis of the strip."""
    pixels = height(scene)
    end = pixels / HEIGHT
    return {
        "yaxis": {"domain": [end, 1]},
        "yaxis2": traces.bar_axis([0, end], [pixels, 0]),
    }


def label(scene: Scene) -> list[dict]:
    """The caption of the ranges; on the page a script moves it away from the PC(+) line."""
    if not _ranged(scene):
        return []
    where = {"xref": "paper", "yref": "paper", "xanchor": "right", "yanchor": "middle"}
    place = {"x": 1, "y": 0, "yshift": LABEL / 2, "borderpad": 0, "bgcolor": COLOUR["veil"]}
    return [{"name": RANGES_LABEL, "text": BEATS} | place | where]


def _ranged(scene: Scene) -> list[tuple[int, ModelAnalysis]]:
    if len(scene.shown) <= MOST_RANGES:
        return scene.shown
    today = scene.today.model if scene.today else None
    return [
        (i, model) for i, model in scene.shown if model.name in (scene.recommended_model, today)
    ]


def _range(scene: Scene, i: int, model: ModelAnalysis, row: int, place: Place) -> Trace:
    """Where the model beats both trivial classifiers, in its own line style."""
    ends = scene.analysis.operating_range(model.name)
    useful = scene.analysis.useful_range(model.name)
    x, y = place(np.array(ends or (0, 0), float)), [RANGES + ROW * (row + 0.5)] * 2
    bar = traces.line(f"range-{i}", x, y, model_colour(i), "model", dash(i), yaxis="y2")
    meta = {"pcf": list(ends) if ends else None, "useful": list(useful) if useful else None}
    return bar | {"opacity": 1 if ends else 0, "meta": meta}


def _bars(k: int, model_range: ModelRange, scene: Scene, place: Place) -> list[Trace]:
    owners = [scene.place[name] for name in model_range.owners]
    colours = [model_colour(i) for i in owners] or [COLOUR["reference"]]
    breaks = _breaks_limit(model_range, scene)
    rivals = ", beyond the limit" if breaks else _rival_words(model_range, scene.rivals)
    meta = {
        "owners": owners,
        "vertices": [model_range.first, model_range.last],
        "pcf": [model_range.low, model_range.high],
        "slope": model_range.slope,
        "sentence": f"{_range_words(model_range)}{rivals}",
    }
    look: Trace = {"pattern": hatch()} if breaks else {}
    if breaks:
        colours = [COLOUR["clear"]]
    top, high = STRIP[0], (STRIP[1] - STRIP[0]) / len(colours)
    edge = {"color": COLOUR["card"], "width": 1}
    return [
        _bar(f"best-{k}-{j}", model_range, place, (top + high * j, high))
        | {"marker": {"color": colour, "line": edge} | look, "meta": meta}
        for j, colour in enumerate(colours)
    ]


def _breaks_limit(model_range: ModelRange, scene: Scene) -> bool:
    """Whether flagging none or all is cheapest there, but breaks the limit in force."""
    limit = limit_in_force(scene)
    if limit is None or model_range.owners:
        return False
    return not limit.allows(float(model_range.call == "all"))


def _bar(uid: str, ends: ModelRange | RivalRange, place: Place, rows: tuple[float, float]) -> Trace:
    """A bar between two PC(+). rows: pixels from the curves to its top, and its height."""
    left, right = sorted(place(np.array([ends.low, ends.high])).tolist())
    top, high = rows
    return {
        "type": "bar",
        "orientation": "h",
        "uid": uid,
        "base": traces.numbers([left]),
        "x": traces.numbers([right - left]),
        "y": [top + high / 2],
        "width": [high],
        "yaxis": "y2",
        "hoverinfo": "skip",
        "meta": {"pcf": [ends.low, ends.high]},
    }


def _rival(k: int, rival: RivalRange, scene: Scene, place: Place) -> Trace:
    """Hatching in the colour of another model that may be as cheap."""
    colour = model_colour(scene.place[rival.model])
    pattern = HATCHED | {"fgcolor": colour, "bgcolor": COLOUR["clear"]}
    bar = _bar(f"rival-{k}", rival, place, (STRIP[0] + 1, STRIP[1] - STRIP[0] - 2))
    return bar | {"marker": {"color": COLOUR["clear"], "pattern": pattern, "line": {"width": 0}}}


def _name(
    k: int, model_range: ModelRange, scene: Scene, axis: tuple[Place, float], widest: bool
) -> list[Trace]:
    """The name of a range above all bars; empty if it does not fit, and of models that tie."""
    if _breaks_limit(model_range, scene):
        return []
    place, span = axis
    left, right = sorted(place(np.array([model_range.low, model_range.high])).tolist())
    pixels, what = WIDTH * (right - left) / span, _what_ranges_say(scene)
    name = range_name(model_range, pixels, widest, [*scene.place], what)
    here = place(np.array([scene.point.pcf])).item()
    sides = (WIDTH * (here - left) / span, WIDTH * (right - here) / span)
    anchor = _side(LETTER * len(name), *sides)
    if not name or anchor is None or len(model_range.owners) > 1:
        return []
    bar = _bar(f"name-{k}", model_range, place, (STRIP[0], STRIP[1] - STRIP[0]))
    shown = {
        "marker": {"color": COLOUR["clear"], "line": {"width": 0}},
        "text": [name],
        "textposition": "inside",
        "insidetextanchor": anchor,
        "textangle": 0,
        "textfont": {"color": COLOUR["card"], "size": 12, "weight": 600},
        "constraintext": "none",
    }
    return [bar | shown]


def _side(wide: float, before: float, after: float) -> str | None:
    """Where a name stands in its bar: on the longer side of the PC(+) line if the line crosses it.

    before, after: pixels from the line to both ends. None if the name does not fit there.

    >>> _side(60, -5, 100), _side(60, 45, 55), _side(60, 40, 90), _side(60, 150, 80)
    ('middle', None, 'end', 'start')
    """
    if abs(before - after) / 2 >= wide / 2 + CLEAR:
        return "middle"
    if max(before, after) < wide + 2 * CLEAR:
        return None
    return "start" if before > after else "end"


def _range_words(model_range: ModelRange) -> str:
    """'rf is cheapest from PC(+) 0.12 to 0.4'."""
    ends = f"from PC(+) {number(model_range.low)} to {number(model_range.high)}"
    who = TRIVIAL_NAMES.get(model_range.call) or " and ".join(model_range.owners)
    are = "are" if len(model_range.owners) > 1 else "is"
    return f"{who} {are} cheapest {ends}"


def _rival_words(model_range: ModelRange, rivals: Sequence[RivalRange]) -> str:
    """'; nb and lr may be as cheap where hatched'; "" without rivals."""
    inside = [x for x in rivals if x.low < model_range.high and x.high > model_range.low]
    names = list(dict.fromkeys(rival.model for rival in inside))
    return f"; {listed(names)} may be as cheap where hatched" if names else ""


def _what_ranges_say(scene: Scene) -> str:
    """Beside costs on other cases "cheapest" would be ambiguous: models are chosen on all rows."""
    by_cost = scene.view.criterion is None
    return "recommended" if scene.analysis.crossfits and by_cost else CHEAPEST


def range_name(
    model_range: ModelRange,
    pixels: float,
    widest: bool,
    models: Sequence[str],
    what: str = CHEAPEST,
) -> str:
    """A name that fits; the widest range's name explains the strip. models: all names."""
    short = dict(zip(models, short_names(models)))
    names: Sequence[str] = [escaped(short[name]) for name in model_range.owners]
    name = TRIVIAL_NAMES.get(model_range.call) or " = ".join(names)
    whole = f"{name} is {what}"
    if widest and model_range.owners and LETTER * len(whole) <= pixels:
        return whole
    return name if LETTER * len(name) <= pixels else ""
