"""Thresholds chosen on one part of the rows and judged on another. Fawcett (2004), section 7.4.5.

A hull of the choosing part keeps its ties and so its choices; only its rates are read anew.
"""

from dataclasses import dataclass, replace

import numpy as np

from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.sample.counts import Counts, pooled_thresholds
from costdash.core.sample.predictions import Predictions


@dataclass(frozen=True, slots=True)
class Parts:
    """The part chosen on: its name, rows and weights of the classes; and the judging one's name."""

    choose_on: str
    judge_on: str
    rows: int
    positives: float
    negatives: float

    @classmethod
    def of(cls, predictions: Predictions) -> "Parts | None":
        split = predictions.split
        if split is None:
            return None
        on = predictions.choosing
        return cls(split.choose_on, split.judge_on, on.rows, on.positives, on.negatives)


def chosen_elsewhere(choosing: Counts, judging: Counts, name: str) -> tuple[Counts, Counts, Hull]:
    """Both parts' counts at the scores of either, and the hull of the choosing one, judged.

    So an index means one rule in both parts, and a threshold that is printed makes the same calls
    in both.
    """
    every = pooled_thresholds([choosing, judging])
    hull = convex_hull(choosing, name)
    choosing, judging = choosing.at(every), judging.at(every)
    index = choosing.index(hull.threshold)
    index[-1] = every.size - 1  # call all means all of either part
    hull = replace(hull, index=index, threshold=every[index])
    return choosing, judging, read_on({name: judging}, hull)


def optimism(counts: Counts, choosing: Counts, index: int, pcf: float) -> float:
    """How much more (nec at pcf) a threshold costs here than on the rows that it was chosen on."""
    here, there = (normalized_expected_cost(*one.rates(index), pcf) for one in (counts, choosing))
    return float(here - there)


def read_on(counts: dict[str, Counts], hull: Hull, convex: bool = False) -> Hull:
    """The same thresholds with the same ties, and what each gives by its first owner's counts."""
    fpr, tpr = np.empty(hull.fpr.size), np.empty(hull.tpr.size)
    first = np.array([owners[0] for owners in hull.owner], dtype=object)
    for name in dict.fromkeys(first):
        own = np.flatnonzero(first == name)
        fpr[own], tpr[own] = counts[name].rates(hull.index[own])
    return replace(hull, fpr=fpr, tpr=tpr, convex=convex)
