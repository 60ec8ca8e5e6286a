"""The rows as one model sees them: read once, whatever it is compared with."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.hull import Hull
from costdash.core.curves.roc import auc, placements
from costdash.core.sample.counts import Counts
from costdash.core.sample.predictions import Bools, Floats, Predictions


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


def placement(is_positive: Bools, score: Floats, counts: Counts) -> Floats:
    """(n,) of rows that these counts are of. DeLong, DeLong & Clarke-Pearson (1988)."""
    order = np.argsort(score)  # far faster than looking the scores up among many thresholds
    ranked = score[order]
    step = np.append(0, np.cumsum(ranked[1:] != ranked[:-1]))
    own = np.where(is_positive[order], *(side[::-1][step] for side in placements(counts)))
    place = np.empty(score.size)
    place[order] = own
    return place
