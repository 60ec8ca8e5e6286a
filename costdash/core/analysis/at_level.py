"""An analysis as if it had been asked for at another level."""

from dataclasses import replace

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.model_analysis import area_interval
from costdash.core.sample.predictions import Predictions


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
