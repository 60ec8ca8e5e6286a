"""AUC for several classes: of each class against the rest, of each pair, and two averages.

Also the placement of single rows (`placement`, `ModelRows`), which paired comparisons use.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from costdash.core.curves.hull import Hull
from costdash.core.curves.roc import auc, placements
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import ClassScores, Predictions
from costdash.core.sample.threshold_bins import Bins, threshold_bins
from costdash.core.types import Bools, Floats


def placement(is_positive: Bools, score: Floats, counts: Counts) -> Floats:
    """Placements (n,) of the rows that `counts` were counted from: see `roc.placements`.

    DeLong, DeLong & Clarke-Pearson (1988).
    """
    order = np.argsort(score)  # much faster than searching the scores among many thresholds
    ranked = score[order]
    step = np.append(0, np.cumsum(ranked[1:] != ranked[:-1]))
    ranked_placement = np.where(
        is_positive[order], *(side[::-1][step] for side in placements(counts))
    )
    place = np.empty(score.size)
    place[order] = ranked_placement
    return place


@dataclass(frozen=True, slots=True, eq=False)
class ModelRows:
    """One model's vertices, AUC and placements on the rows, computed once for all its pairs.

    score (n,). vertex (n,): the strictest of the hull's `vertices` that calls the row positive;
    never 0, which calls none. placement (n,): share of the other class that the row is ranked
    correctly against; ties count one half. auc: the mean of either class's placements.
    """

    score: Floats
    vertex: Bins
    vertices: int
    placement: Floats
    auc: float

    @classmethod
    def of(cls, predictions: Predictions, name: str, counts: Counts, hull: Hull) -> "ModelRows":
        """`counts` are of these rows; the hull's thresholds may come from a selection part."""
        score = predictions.scores[name]
        return cls(
            score=score,
            vertex=threshold_bins(score, hull.threshold),
            vertices=hull.fpr.size,
            placement=placement(predictions.is_positive, score, counts),
            auc=auc(counts),
        )


@dataclass(frozen=True, slots=True)
class ClassArea:
    """A class, its share of the cases, its AUC against all others, and its column of scores."""

    name: str
    prevalence: float
    auc: float
    column: str


@dataclass(frozen=True, slots=True)
class PairArea:
    """Two classes and the AUC with which their columns separate them.

    a_given_b is A(a|b) of Hand & Till (2001): the probability that a random member of a scores
    above a random member of b in the column of a; ties count one half. b_given_a uses the column
    of b. With more than two classes the two differ (erratum 21); auc is their mean.
    """

    a: str
    b: str
    a_given_b: float
    b_given_a: float
    auc: float


@dataclass(frozen=True, slots=True)
class MultiClass:
    """The AUCs of one model with several classes.

    Parameters
    ----------
    classes : tuple of ClassArea
        AUC of each class against the rest, with its prevalence and its column.
    pairs : tuple of PairArea
        AUC of each pair of classes.
    provost_domingos_auc : float
        Mean of the classes' AUCs weighted by prevalence, which depends on the class mixture.
    hand_till_m : float
        Mean of the pairs' AUCs, which does not.

    References
    ----------
    Provost & Domingos (2001). Hand & Till (2001). Fawcett (2004), section 7.3.2.

    Examples
    --------
    >>> from costdash.core import ClassScores, multiclass
    >>> scores = {"a": {"rf": [0.9, 0.2, 0.1]}, "b": {"rf": [0.1, 0.7, 0.3]}}
    >>> sample = ClassScores(names=("a", "b"), code=[0, 1, 1], scores=scores)
    >>> [(one.name, one.auc) for one in multiclass(sample)[0].classes]
    [('a', 1.0), ('b', 1.0)]
    """

    classes: tuple[ClassArea, ...]
    pairs: tuple[PairArea, ...]
    provost_domingos_auc: float
    hand_till_m: float


def multiclass(sample: ClassScores) -> list[MultiClass]:
    """Return the AUCs of each model, on the evaluation part if there is a hold-out split.

    Prevalences are those of all rows. One sort for each column.

    Parameters
    ----------
    sample : ClassScores
        Rows of several classes, n rows and c classes.

    Returns
    -------
    list of MultiClass
        One for each model, in the order of the columns.

    References
    ----------
    Fawcett (2004), section 7.3.

    Examples
    --------
    >>> from costdash.core import ClassScores
    >>> scores = {"a": {"rf": [0.9, 0.2, 0.1]}, "b": {"rf": [0.1, 0.3, 0.7]}}
    >>> sample = ClassScores(names=("a", "b"), code=[0, 0, 1], scores=scores)
    >>> multiclass(sample)[0].hand_till_m
    1.0
    """
    prevalence = np.bincount(sample.code, sample.weight)
    prevalence = prevalence / prevalence.sum()
    return [_areas(sample.evaluation_part, columns, prevalence) for columns in sample.models]


def separation(sample: ClassScores, columns: dict[str, str]) -> Floats:
    """A(i|j) of Hand & Till, (c, c): a member of i scores above one of j in the column of i.

    The diagonal is one half. `columns` {class: its column} are those of one model.
    """
    matrix = np.full((len(sample.names), len(sample.names)), 0.5)
    weight = np.ones(sample.code.size) if sample.weight is None else sample.weight
    total = np.bincount(sample.code, weight)
    for i, name in enumerate(sample.names):
        is_member, score = sample.code == i, sample.scores[name][columns[name]]
        above = placement(is_member, score, count(is_member, score, sample.weight))
        share = np.bincount(sample.code, weight * above) / total
        matrix[i] = np.where(np.arange(total.size) == i, 0.5, share)
    return matrix


def _areas(sample: ClassScores, columns: dict[str, str], prevalence: Floats) -> MultiClass:
    names, separations = sample.names, separation(sample, columns)
    evaluation_part = np.bincount(sample.code, sample.weight)
    other_weight = evaluation_part * ~np.eye(
        len(names), dtype=bool
    )  # row i: weights of the other classes
    area = (separations * other_weight).sum(axis=1) / other_weight.sum(axis=1)
    pairs = [
        PairArea(
            a=names[i],
            b=names[j],
            a_given_b=float(separations[i, j]),
            b_given_a=float(separations[j, i]),
            auc=float((separations[i, j] + separations[j, i]) / 2),
        )
        for i, j in combinations(range(len(names)), 2)
    ]
    return MultiClass(
        classes=tuple(
            ClassArea(name, float(p), float(a), columns[name])
            for name, p, a in zip(names, prevalence, area, strict=True)
        ),
        pairs=tuple(pairs),
        provost_domingos_auc=float(area @ prevalence),
        hand_till_m=float(np.mean([pair.auc for pair in pairs])),
    )


def other_problems(predictions: Predictions) -> dict[str, Predictions]:
    """One-vs-rest samples of the classes that count as negative here, by class.

    {} for a label of two classes.
    """
    classes = predictions.classes
    if classes is None:
        return {}
    here = predictions.scores.keys()
    other_classes = [
        name for name, class_columns in classes.scores.items() if not class_columns.keys() <= here
    ]
    return {name: classes.one_vs_rest(name) for name in other_classes}
