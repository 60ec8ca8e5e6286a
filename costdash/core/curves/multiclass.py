"""How well a model tells several classes apart: one figure for each class, each pair, and all.

The rows as one model sees them: read once, whatever it is compared with.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.hull import Hull
from costdash.core.curves.roc import auc, placements
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import ClassScores, Predictions
from costdash.core.types import Bools, Floats


def placement(is_positive: Bools, score: Floats, counts: Counts) -> Floats:
    """(n,) of rows that these counts are of. DeLong, DeLong & Clarke-Pearson (1988)."""
    order = np.argsort(score)  # far faster than looking the scores up among many thresholds
    ranked = score[order]
    step = np.append(0, np.cumsum(ranked[1:] != ranked[:-1]))
    own = np.where(is_positive[order], *(side[::-1][step] for side in placements(counts)))
    place = np.empty(score.size)
    place[order] = own
    return place


@dataclass(frozen=True, slots=True, eq=False)
class ModelRows:
    """score (n,); vertex (n,): the strictest of the `vertices` of the hull at which each row is
    called, never 0, which calls none; placement (n,): the share of the other class that each row
    is on the right side of, ties one half; auc, the mean of either class's placements."""

    score: Floats
    vertex: NDArray[np.intp]
    vertices: int
    placement: Floats
    auc: float

    @classmethod
    def of(cls, predictions: Predictions, name: str, counts: Counts, hull: Hull) -> "ModelRows":
        """counts are of these rows; the hull's thresholds may have been chosen on others."""
        score = predictions.scores[name]
        return cls(
            score=score,
            vertex=np.searchsorted(-hull.threshold, -(score + 0.0), side="left"),
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
    """Two classes and how well the columns of both tell their members apart.

    a_given_b is the probability that a random member of a scores above a random member of b in
    the column of a, ties one half: A(a|b) of Hand & Till (2001); b_given_a by the column of b.
    For more than two classes the two differ (errata.md, 21); auc is their mean.
    """

    a: str
    b: str
    a_given_b: float
    b_given_a: float
    auc: float


@dataclass(frozen=True, slots=True)
class MultiClass:
    """Areas of one model: of each class against the rest, of each pair, and two totals.

    provost_domingos_auc is the mean of the classes' AUC weighted by prevalence (Provost & Domingos
    2001), so it moves with the mixture of classes. hand_till_m is the mean over all pairs (Hand &
    Till 2001), which does not. Both as in Fawcett (2004), section 7.3.2.
    """

    classes: tuple[ClassArea, ...]
    pairs: tuple[PairArea, ...]
    provost_domingos_auc: float
    hand_till_m: float


def multiclass(sample: ClassScores) -> list[MultiClass]:
    """The areas of each model, on the rows that are judged on. One sort for each column.

    Prevalences are those of all rows, as the prior of the file is.
    """
    prevalence = np.bincount(sample.code, sample.weight)
    prevalence = prevalence / prevalence.sum()
    return [_areas(sample.judged, columns, prevalence) for columns in sample.models]


def separation(sample: ClassScores, columns: dict[str, str]) -> Floats:
    """(c, c) A(i|j) of Hand & Till: a member of class i above one of j in the column of i.

    The diagonal is one half. columns {class: its column} are those of one model.
    """
    found = np.full((len(sample.names), len(sample.names)), 0.5)
    weight = np.ones(sample.code.size) if sample.weight is None else sample.weight
    total = np.bincount(sample.code, weight)
    for i, name in enumerate(sample.names):
        own, score = sample.code == i, sample.scores[name][columns[name]]
        above = placement(own, score, count(own, score, sample.weight))
        share = np.bincount(sample.code, weight * above) / total
        found[i] = np.where(np.arange(total.size) == i, 0.5, share)
    return found


def _areas(sample: ClassScores, columns: dict[str, str], prevalence: Floats) -> MultiClass:
    names, given = sample.names, separation(sample, columns)
    judged = np.bincount(sample.code, sample.weight)
    others = judged * ~np.eye(len(names), dtype=bool)  # row i: what class i is held against
    area = (given * others).sum(axis=1) / others.sum(axis=1)
    pairs = [
        PairArea(names[i], names[j], *map(float, (given[i, j], given[j, i])), _mean(given, i, j))
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


def _mean(given: Floats, i: int, j: int) -> float:
    return float((given[i, j] + given[j, i]) / 2)
