"""Hold-out: thresholds are chosen on a selection part and evaluated on an evaluation part.

The hull of the selection part keeps its ties and so its choices; only its rates are read on the
evaluation part. Fawcett (2004), section 7.4.5.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.resample.cluster_bootstrap import ClassSizes
from costdash.core.sample.counts import Counts, pooled_thresholds
from costdash.core.sample.predictions import Predictions


@dataclass(frozen=True, slots=True)
class HoldOut:
    """Names of the selection part (choose_on) and of the evaluation part (judge_on).

    rows, positives and negatives are the number of rows and the class weights of the selection
    part, class_rows its rows by class if they do not all count the same.
    """

    choose_on: str
    judge_on: str
    rows: int
    positives: float
    negatives: float
    class_rows: ClassSizes | None = None

    @classmethod
    def of(cls, predictions: Predictions) -> "HoldOut | None":
        """The parts of a split; None without one."""
        split = predictions.split
        if split is None:
            return None
        on = predictions.selection_part
        sizes = on.rows, on.positives, on.negatives
        return cls(split.choose_on, split.judge_on, *sizes, ClassSizes.of(on))


def evaluated_hull(selection: Counts, evaluation: Counts, name: str) -> tuple[Counts, Counts, Hull]:
    """Counts of both parts at the union of their thresholds, and the selection part's hull.

    The hull's rates are those of the evaluation part. Since both counts share their thresholds,
    an index means one rule in both parts, and a threshold makes the same calls in both.
    """
    every = pooled_thresholds([selection, evaluation])
    hull = convex_hull(selection, name)
    selection, evaluation = selection.at(every), evaluation.at(every)
    index = selection.index(hull.threshold)
    index[-1] = every.size - 1  # "call all" means all rows of both parts
    hull = replace(hull, index=index, threshold=every[index])
    return selection, evaluation, rates_on({name: evaluation}, hull)


def optimism(evaluation: Counts, selection: Counts, index: int, pcf: float) -> float:
    """How much more a threshold costs (nec at pcf) on the evaluation than on the selection part."""
    here, there = (
        normalized_expected_cost(*counts.rates(index), pcf) for counts in (evaluation, selection)
    )
    return float(here - there)


def rates_on(counts: Mapping[str, Counts], hull: Hull, convex: bool = False) -> Hull:
    """The hull's thresholds and ties, with the rates of other counts, by each first owner."""
    fpr, tpr = np.empty(hull.fpr.size), np.empty(hull.tpr.size)
    first = np.array([owners[0] for owners in hull.owner], dtype=object)
    for name in dict.fromkeys(first):
        vertices = np.flatnonzero(first == name)
        fpr[vertices], tpr[vertices] = counts[name].rates(hull.index[vertices])
    return replace(hull, fpr=fpr, tpr=tpr, convex=convex)
