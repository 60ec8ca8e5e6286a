"""From rows to their analysis.

An analysis as if it had been asked for at another level.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.holdout import Parts
from costdash.core.analysis.model_analysis import ModelAnalysis, analyse_model, area_interval
from costdash.core.sample.predictions import Predictions, ScoredRows

PROCESSORS = 2  # models analysed side by side: numpy lets go of the interpreter meanwhile


def analyse(
    scored: ScoredRows,
    names: Sequence[str] | None = None,
    *,
    level: float = 0.95,
    n_replicates: int = 2000,
    seed: int = 0,
    progress: Callable[[float], None] = lambda done: None,
) -> Analysis:
    """Curves, hulls, areas and bands of every model; `progress` hears the share done.

    The rows are those complete for the models named (default: all), and a model that lacks some
    of them is left out. The same seed gives the same bands: each model draws from a stream of its
    own, named by its place in the file. Raises ValueError unless 0 < level < 1 and
    n_replicates >= 100, and where no rows of both classes are complete.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    if n_replicates < 100:
        raise ValueError(f"n_replicates must be at least 100, got {n_replicates}")

    predictions = scored.complete(names)
    place = {name: i for i, name in enumerate(scored.scores)}

    def one(name: str) -> ModelAnalysis:
        return analyse_model(predictions, name, place[name], level, n_replicates, seed)

    judged, models = predictions.judged, {}
    with ThreadPoolExecutor(PROCESSORS) as pool:
        for model in pool.map(one, predictions.scores):
            models[model.name] = model
            progress(len(models) / len(predictions.scores))
    return Analysis(
        rows=judged.rows,
        positives=judged.positives,
        negatives=judged.negatives,
        models=models,
        level=level,
        n_replicates=n_replicates,
        seed=seed,
        clusters=None if judged.cluster is None else len(set(judged.cluster.tolist())),
        parts=Parts.of(predictions),
        left_out=scored.rows - predictions.rows,
        lacking=scored.lacking(names),
    )


def at_level(analysis: Analysis, predictions: Predictions, level: float) -> Analysis:
    """Equal to what `analyse` gives at `level`: bands are read at any, only areas are not.

    Raises ValueError unless 0 < level < 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    if level == analysis.level:
        return analysis
    models = {
        name: replace(model, auc_interval=area_interval(predictions, name, level))
        for name, model in analysis.models.items()
    }
    return replace(analysis, models=models, level=level)
