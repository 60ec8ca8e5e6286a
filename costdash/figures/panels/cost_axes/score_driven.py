"""What scores cost that are taken as probabilities, beside the envelope; the gap is shaded."""

from collections.abc import Callable

import numpy as np

from costdash.core import ModelAnalysis, score_driven_cost
from costdash.core.curves.cost import FINE_PCF_GRID
from costdash.core.probabilities.scores import score_thresholds
from costdash.core.types import Floats
from costdash.figures import traces
from costdash.figures.scene import Scene
from costdash.figures.style import band_colour, model_colour
from costdash.figures.traces import Trace

# Points of a cost curve, PC(+) and nec, in the units of other axes.
OfNec = Callable[[Floats, Floats], tuple[Floats, Floats]]


def score_cost(model: ModelAnalysis, scene: Scene, pcf: Floats) -> Floats:
    """nec of taking the scores for probabilities, as made at the view's score prior."""
    return score_driven_cost(model.counts, pcf, score_prior_of(scene))


def score_prior_of(scene: Scene) -> float:
    """The share of positives where the scores were made: from the view, or else the file's."""
    return scene.view.score_prior or scene.analysis.file_prevalence


def score_driven(scene: Scene) -> list[tuple[int, ModelAnalysis]]:
    """The models for which the view asks for this curve: shown, with scores in [0, 1]."""
    wanted = scene.view.score_driven
    return [(i, model) for i, model in scene.shown if wanted and model.is_probability]


def gap_model(scene: Scene) -> ModelAnalysis | None:
    """The recommended model, if its gap is drawn."""
    drawn = (model for _, model in score_driven(scene) if model.name == scene.recommended_model)
    return next(drawn, None)


def taken_threshold(model: ModelAnalysis, scene: Scene) -> float:
    """The score from which flagging pays at the present point, if scores are probabilities."""
    point, scored_at = scene.point, score_prior_of(scene)
    t = point.cost_fp / (point.cost_fn + point.cost_fp)
    return float(score_thresholds(t, scored_at, point.prior))


def gap_here(model: ModelAnalysis, scene: Scene, scores: ModelAnalysis | None = None) -> float:
    """By how much nec of the scores as probabilities exceeds the envelope at the present PC(+).

    scores: taken from another model, such as the recalibrated one, above the same envelope.
    """
    here = np.array([scene.point.pcf])
    return float(score_cost(scores or model, scene, here)[0] - model.hull.cost(here)[0])


def score_traces(
    scene: Scene, of_nec: OfNec | None = None, seen: np.ndarray | None = None
) -> list[Trace]:
    """The gap of the recommended model, gap-i, and the curves of all, score-i.

    of_nec: leads to the panel's axes, for conditions of which the curves depend on them: then a
    trace's meta is what a script draws again. seen: which places of FINE_PCF_GRID are drawn.
    """
    drawn: list[Trace] = []
    place = of_nec or (lambda pcf, nec: (pcf, nec))
    pcf = FINE_PCF_GRID if seen is None else FINE_PCF_GRID[seen]
    gap = gap_model(scene)
    for i, model in score_driven(scene):
        every, least = score_cost(model, scene, FINE_PCF_GRID), model.hull.cost(FINE_PCF_GRID)
        nec, best = (x if seen is None else x[seen] for x in (every, least))
        if model is gap:
            (x, high), (_, low) = place(pcf, nec), place(pcf, best)
            colour = band_colour(i)
            area = traces.polygon(f"gap-{i}", *traces.outline(x, low, high), colour, colour)
            meta = {"low": least, "high": every} if of_nec else {}
            drawn.insert(0, traces.whole(area) | _meta(meta))
        curve = traces.line(f"score-{i}", *place(pcf, nec), model_colour(i), "rule", "1px,2px")
        drawn.append(traces.whole(curve) | _meta({"nec": every} if of_nec else {}))
    return drawn


def _meta(values: dict[str, Floats]) -> dict:
    """For the scripts; the ends of PC(+) have no place on other axes."""
    if not values:
        return {}
    inner = slice(1, -1)
    every = {"pcf": FINE_PCF_GRID, **values}
    return {"meta": {name: traces.numbers(x[inner]) for name, x in every.items()}}
