"""Measures of credit scoring, and thresholds that ignore costs: KS, Youden, Gini, score bands."""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from costdash.core.measures.fields.screening import positive_predictive_value
from costdash.core.measures.measured_model import Estimate, MeasuredModel, Values
from costdash.core.types import Floats

ROUNDING = 1e-15  # of a difference of rates
BANDS = 10  # score bands of about as many rows each


def largest_gap(measured: MeasuredModel) -> int:
    """The strictest threshold with the largest tpr - fpr; rounding breaks no tie."""
    counts = measured.counts
    if counts.exact:
        return int((counts.tp * counts.negatives - counts.fp * counts.positives).argmax())
    return _first_largest(counts.tpr - counts.fpr)


def nearest_corner(measured: MeasuredModel) -> int:
    """The strictest threshold whose ROC point is nearest to (0, 1)."""
    counts = measured.counts
    return _first_largest(-np.hypot(counts.fpr, counts.fnr))


def _first_largest(values: Floats) -> int:
    """The first place of the largest value, up to rounding."""
    return int((values >= values.max() - ROUNDING).argmax())


def gini(measured: MeasuredModel) -> Values:
    """2 AUC - 1, with the limits of the AUC."""
    low, high = (2 * end - 1 for end in measured.model.auc_interval)
    return {"gini": Estimate(2 * measured.model.auc - 1, (low, high))}


def kolmogorov_smirnov(measured: MeasuredModel) -> Values:
    """Largest tpr - fpr, and where it is: the largest distance by which the scores of positives
    lie above those of negatives; 0 for reversed scores.
    """
    index = largest_gap(measured)
    gap = measured.of_rates(index, lambda fpr, tpr: tpr - fpr)
    found = {"value": gap, "threshold": measured.threshold(index), "cross_fitted": None}
    return {"ks": found}


def youden(measured: MeasuredModel) -> Values:
    """Sensitivity + specificity - 1 at its largest: the best threshold at PC(+) 1/2 only."""
    found = _at_threshold(measured, largest_gap(measured), lambda fpr, tpr: tpr - fpr)
    return {"youden": found | {"cross_fitted": None}}


def closest_to_corner(measured: MeasuredModel) -> Values:
    """Distance of the ROC curve from (0, 1), at its smallest. It stands for no costs at all."""
    index = nearest_corner(measured)
    distance = _at_threshold(measured, index, lambda fpr, tpr: np.hypot(fpr, 1 - tpr))
    return {"closest_to_corner": distance}


def _at_threshold(
    measured: MeasuredModel, index: int, read: Callable[[Floats, Floats], Floats]
) -> Values:
    return {
        "value": measured.of_rates(index, read),
        "threshold": measured.threshold(index),
        "sensitivity": measured.of_rates(index, lambda fpr, tpr: tpr),
        "specificity": measured.of_rates(index, lambda fpr, tpr: 1 - fpr),
    }


def band_edges(measured: MeasuredModel) -> NDArray[np.intp]:
    """Thresholds between score bands of about as many rows each, both ends included."""
    called = measured.counts.tp + measured.counts.fp
    wanted = called[-1] * np.arange(1, BANDS + 1) / BANDS
    edges = np.searchsorted(called, wanted * (1 - 1e-12))
    return np.unique(np.append(0, edges)).astype(np.intp)


def score_bands(measured: MeasuredModel) -> Values:
    """Bands of scores, highest first: share of positives at the prior, and those captured so far.

    Equal scores stay in one band.
    """
    edges, counts = band_edges(measured), measured.counts
    called = counts.tp + counts.fp
    drawn = None if measured.replicates is None else measured.replicates.at(edges)
    rate = partial(positive_predictive_value, prior=measured.point.prior)
    bands = []
    for i, (above, below) in enumerate(zip(edges[:-1], edges[1:])):
        shares = _within(*counts.rates(edges), i)
        with np.errstate(divide="ignore", invalid="ignore"):
            resampled = None if drawn is None else rate(*_within(*drawn, i))
        bands.append(
            {
                "from": measured.threshold(int(below)),
                "to": measured.threshold(int(above) + 1),
                "rows": called[below] - called[above],
                "positives": counts.tp[below] - counts.tp[above],
                "bad_rate": measured.estimate(float(rate(*shares)), resampled),
                "captured": measured.of_rates(int(below), lambda fpr, tpr: tpr),
            }
        )
    return {"score_bands": bands}


def _within(fpr: Floats, tpr: Floats, i: int) -> tuple[Floats, Floats]:
    """Shares of both classes between two neighbouring edges, (...)."""
    alarm, positives = fpr[..., i + 1] - fpr[..., i], tpr[..., i + 1] - tpr[..., i]
    return np.maximum(alarm, 0), np.maximum(positives, 0)
