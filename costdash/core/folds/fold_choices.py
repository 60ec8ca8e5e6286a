"""The cheapest threshold of all folds, and of all folds but one."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.folds.crossfit_counts import Tallies
from costdash.core.sample.predictions import Bools, Floats

TINY = 1e-300  # stands for no rows at all: a class without rows has rates of zero


@dataclass(frozen=True, slots=True, eq=False)
class Paid:
    """Rates and nec (m,) of what other folds chose; certain: none but one trivial choice."""

    fpr: Floats
    tpr: Floats
    cost: Floats
    certain: Bools


def rates(tallies: Tallies) -> tuple[Floats, Floats]:
    """fpr and tpr (..., k) of every threshold on all folds together."""
    return (
        tallies.fp.sum(axis=-2) / tallies.negatives.sum(axis=-2).clip(TINY),
        tallies.tp.sum(axis=-2) / tallies.positives.sum(axis=-2).clip(TINY),
    )


def chosen(fpr: Floats, tpr: Floats, pcf: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Cheapest column at each pcf and its nec, (..., m) each; of equal ones the first."""
    both, best = fpr + tpr, []
    for x in pcf.tolist():
        best.append((fpr - x * both).argmin(axis=-1))  # nec less x, which all columns share
    best = np.stack(best, axis=-1)
    rates = (np.take_along_axis(rate, best, axis=-1) for rate in (fpr, tpr))
    return best, normalized_expected_cost(*rates, pcf)


def paid(tallies: Tallies, pcf: Floats) -> Floats:
    """nec (..., m) of choosing on all other folds and paying on each."""
    fpr, tpr, _ = _paid_rates(tallies, pcf)
    return normalized_expected_cost(fpr, tpr, pcf)


def crossfitted(folds: Sequence[Tallies], trivial: Bools, pcf: Floats) -> Paid:
    """Mean over the times that folds were made. trivial (k,): thresholds that call none or all."""
    parts = [_paid_rates(tallies, pcf) for tallies in folds]
    fpr = np.mean([part[0] for part in parts], axis=0)
    tpr = np.mean([part[1] for part in parts], axis=0)
    certain = np.all([trivial[part[2]].all(axis=0) for part in parts], axis=0)
    certain &= (fpr == tpr) & np.isin(fpr, (0, 1))
    return Paid(fpr, tpr, normalized_expected_cost(fpr, tpr, pcf), certain)


def _paid_rates(tallies: Tallies, pcf: Floats) -> tuple[Floats, Floats, NDArray[np.intp]]:
    """fpr, tpr (..., m) of all folds together, and what was chosen for each fold (..., f, m)."""
    others = [
        (part.sum(axis=-2, keepdims=True) - part)
        / (total.sum(axis=-2, keepdims=True) - total).clip(TINY)
        for part, total in (
            (tallies.fp, tallies.negatives),
            (tallies.tp, tallies.positives),
        )
    ]
    choice, _ = chosen(*others, pcf)
    fp = np.take_along_axis(tallies.fp, choice, axis=-1).sum(axis=-2)
    tp = np.take_along_axis(tallies.tp, choice, axis=-1).sum(axis=-2)
    negatives, positives = tallies.negatives.sum(axis=-2), tallies.positives.sum(axis=-2)
    return fp / negatives.clip(TINY), tp / positives.clip(TINY), choice
