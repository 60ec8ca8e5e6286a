"""Warnings about scores that can be used but look wrong."""

from collections.abc import Callable
from itertools import combinations

import numpy as np

from costdash.core.curves.roc import auc
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats
from costdash.intake.errors import shown
from costdash.wording import counted

PLACEHOLDERS = (-1, -9, -99, -999, -9999, 99, 999, 9999)  # commonly written for a missing number


def model_aucs(predictions: Predictions) -> dict[str, float]:
    """AUC of every model; of grouped rows by the counts of all rows that they stand for."""
    areas = {name: auc(_counts(predictions, name)) for name in predictions.scores}
    return areas | {name: auc(matrix.counts) for name, matrix in predictions.confusions.items()}


def _counts(predictions: Predictions, name: str) -> Counts:
    is_positive, score = predictions.is_positive, predictions.scores[name]
    if predictions.groups is not None:
        return predictions.groups.count(name, is_positive, score, predictions.weight)
    return count(is_positive, score, predictions.weight)


def class_column_aucs(multiclass: list[dict]) -> dict[str, float]:
    """AUC of the score column of each class against all other classes."""
    return {area["column"]: area["auc"] for model in multiclass for area in model["classes"]}


def score_warnings(
    predictions: Predictions,
    aucs: dict[str, float],
    are_equal: Callable[[str, str], bool] | None = None,
) -> list[str]:
    """Warns of scores that are constant, inverted, partly placeholders, repeated or the label.

    are_equal: whether two models give the same score in every row, if rows are grouped.
    """
    warnings, classes = [], predictions.classes
    of_class = (
        {k: v for class_columns in classes.scores.values() for k, v in class_columns.items()}
        if classes
        else {}
    )
    for name, score in (predictions.scores | of_class).items():
        rows = None
        if predictions.groups is not None:
            score, rows = _values(predictions, name)
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
        warnings += _placeholder_warning(name, score, rows)
    for name in predictions.confusions:
        if aucs[name] < 0.5:
            warnings.append(
                f"Model {shown(name)} is worse than chance: it calls more of the negatives than of "
                "the positives. Check the order of its counts (TP FN FP TN), or negate it."
            )
    return warnings + _repeated_warnings(predictions, aucs, are_equal)


def _values(predictions: Predictions, name: str) -> tuple[Floats, Floats]:
    """The retained thresholds of a model of grouped rows, and the rows from one to the next."""
    groups, weight = predictions.groups, predictions.weight
    assert groups is not None
    counts = _counts(predictions, name)
    if weight is not None:
        is_positive, score = predictions.is_positive, predictions.scores[name]
        counts = groups.weight_sums(name, is_positive, score, weight).rows
    return counts.threshold[1:], np.diff(counts.tp + counts.fp)


def _placeholder_warning(name: str, score: Floats, rows: Floats | None) -> list[str]:
    """A warning if all scores outside 0 to 1 are one number such as -999.

    rows: how many have each score, if it is not one.
    """
    is_outside = (score < 0) | (score > 1)
    outside = score[is_outside]
    if not 0 < outside.size < score.size or outside.min() != outside.max():
        return []
    if (value := outside[0]) not in PLACEHOLDERS:
        return []
    number = outside.size if rows is None else int(rows[is_outside].sum())
    return [
        f"Model {shown(name)} has the score {value:g} in {counted(number, 'row')} and scores "
        "between 0 and 1 in all others. If it stands for a missing score, leave those cells empty "
        "and upload the file again."
    ]


def _repeated_warnings(
    predictions: Predictions,
    aucs: dict[str, float],
    are_equal: Callable[[str, str], bool] | None,
) -> list[str]:
    """Warns of two models with equal scores, and of a model whose scores are the label."""
    warnings, scores = [], predictions.scores
    for a, b in combinations(scores, 2):
        alike = aucs[a] == aucs[b] and np.array_equal(scores[a], scores[b])
        if alike and (are_equal is None or are_equal(a, b)):
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
