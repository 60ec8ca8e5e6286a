"""What is odd about scores that were read without a fault."""

from itertools import combinations

import numpy as np

from costdash.core.curves.roc import auc
from costdash.core.sample.counts import count
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats
from costdash.intake.errors import shown
from costdash.wording import counted

STAND_INS = (-1, -9, -99, -999, -9999, 99, 999, 9999)  # what people write for a missing number


def areas(predictions: Predictions) -> dict[str, float]:
    """AUC of every model."""
    is_positive, weight = predictions.is_positive, predictions.weight
    return {
        name: auc(count(is_positive, score, weight)) for name, score in predictions.scores.items()
    }


def column_areas(multiclass: list[dict]) -> dict[str, float]:
    """AUC of the column of each class against all others."""
    return {one["column"]: one["auc"] for model in multiclass for one in model["classes"]}


def odd_scores(predictions: Predictions, areas: dict[str, float]) -> list[str]:
    """Warnings on models whose scores tell nothing, or rank the wrong way round."""
    notes, classes = [], predictions.classes
    of_class = {k: v for own in classes.scores.values() for k, v in own.items()} if classes else {}
    for name, score in (predictions.scores | of_class).items():
        if score.min() == score.max():
            notes.append(
                f"Model {shown(name)} gives every row the same score ({score[0]:.6g}): it cannot "
                "tell the classes apart."
            )
        elif (area := areas[name]) < 0.5:
            kind = "its" if name in of_class else "the positive"
            other = "" if name in of_class else ", or choose the other value as positive"
            notes.append(
                f"Model {shown(name)} ranks worse than chance (AUC {area:.3f}, below 0.5). If its "
                f"low scores speak for {kind} class, put a minus sign before each and upload the "
                f"file again{other}."
            )
        notes += _stand_ins(name, score)
    return notes + _alike(predictions, areas)


def _stand_ins(name: str, score: Floats) -> list[str]:
    """A warning where one such number stands beside scores between 0 and 1."""
    outside = score[(score < 0) | (score > 1)]
    if not 0 < outside.size < score.size or outside.min() != outside.max():
        return []
    if (value := outside[0]) not in STAND_INS:
        return []
    return [
        f"Model {shown(name)} has the score {value:g} in {counted(outside.size, 'row')} and scores "
        "between 0 and 1 in all others. If it stands for a missing score, leave those cells empty "
        "and upload the file again."
    ]


def _alike(predictions: Predictions, areas: dict[str, float]) -> list[str]:
    """Warnings on models that are the same twice, and on one that knows the label."""
    notes, scores = [], predictions.scores
    for a, b in combinations(scores, 2):
        if areas[a] == areas[b] and np.array_equal(scores[a], scores[b]):
            notes.append(
                f"Models {shown(a)} and {shown(b)} give the same score in every row: one of them "
                "may be there by mistake."
            )
    for name, score in scores.items():
        if areas[name] == 1 and np.array_equal(score, predictions.is_positive):
            notes.append(
                f"Model {shown(name)} is the label itself: leave it out, unless its calls really "
                "are all right."
            )
    return notes
