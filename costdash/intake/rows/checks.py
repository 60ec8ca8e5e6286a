"""Warnings about scores that can be used but look wrong."""

from itertools import combinations

import numpy as np

from costdash.core.curves.roc import auc
from costdash.core.sample.counts import count
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats
from costdash.intake.errors import shown
from costdash.wording import counted

PLACEHOLDERS = (-1, -9, -99, -999, -9999, 99, 999, 9999)  # commonly written for a missing number


def model_aucs(predictions: Predictions) -> dict[str, float]:
    """AUC of every model."""
    is_positive, weight = predictions.is_positive, predictions.weight
    areas = {
        name: auc(count(is_positive, score, weight)) for name, score in predictions.scores.items()
    }
    return areas | {name: auc(matrix.counts) for name, matrix in predictions.confusions.items()}


def class_column_aucs(multiclass: list[dict]) -> dict[str, float]:
    """AUC of the score column of each class against all other classes."""
    return {area["column"]: area["auc"] for model in multiclass for area in model["classes"]}


def score_warnings(predictions: Predictions, aucs: dict[str, float]) -> list[str]:
    """Warns of scores that are constant, inverted, partly placeholders, repeated or the label."""
    warnings, classes = [], predictions.classes
    of_class = (
        {k: v for class_columns in classes.scores.values() for k, v in class_columns.items()}
        if classes
        else {}
    )
    for name, score in (predictions.scores | of_class).items():
        if score.min() == score.max():
            warnings.append(
                f"Model {shown(name)} gives every row the same score ({score[0]:.6g}), so it "
                "cannot tell the classes apart."
            )
        elif (area := aucs[name]) < 0.5:
            kind = "its" if name in of_class else "the positive"
            other = "" if name in of_class else ", or choose the other value as positive"
            warnings.append(
                f"Model {shown(name)} ranks worse than chance (AUC {area:.3f}, below 0.5). If a "
                f"low score means {kind} class, negate the model{other}."
            )
        warnings += _placeholder_warning(name, score)
    for name in predictions.confusions:
        if aucs[name] < 0.5:
            warnings.append(
                f"Model {shown(name)} is worse than chance: it calls more of the negatives than of "
                "the positives. Check the order of its counts (TP FN FP TN), or negate it."
            )
    return warnings + _repeated_warnings(predictions, aucs)


def _placeholder_warning(name: str, score: Floats) -> list[str]:
    """A warning if all scores outside 0 to 1 are one number such as -999."""
    outside = score[(score < 0) | (score > 1)]
    if not 0 < outside.size < score.size or outside.min() != outside.max():
        return []
    if (value := outside[0]) not in PLACEHOLDERS:
        return []
    return [
        f"Model {shown(name)} has the score {value:g} in {counted(outside.size, 'row')} and scores "
        "between 0 and 1 in all others. If it stands for a missing score, leave those cells empty "
        "and upload the file again."
    ]


def _repeated_warnings(predictions: Predictions, aucs: dict[str, float]) -> list[str]:
    """Warns of two models with equal scores, and of a model whose scores are the label."""
    warnings, scores = [], predictions.scores
    for a, b in combinations(scores, 2):
        if aucs[a] == aucs[b] and np.array_equal(scores[a], scores[b]):
            warnings.append(
                f"Models {shown(a)} and {shown(b)} give the same score in every row. Leave one "
                "out if it is there by mistake."
            )
    for name, score in scores.items():
        if aucs[name] == 1 and np.array_equal(score, predictions.is_positive):
            warnings.append(
                f"Model {shown(name)} is the label itself. Leave it out, unless its calls really "
                "are all correct."
            )
    return warnings
