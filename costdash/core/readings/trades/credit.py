"""Readings of credit scoring, and thresholds that ignore costs: KS, Youden, Gini, score bands."""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from costdash.core.readings.trades.reader import Measure, Reader, Values
from costdash.core.readings.trades.screening import positive_predictive_value
from costdash.core.types import Floats

BANDS = 10  # score bands of about as many rows each


def largest_gap(reader: Reader) -> int:
    """The strictest threshold with the largest tpr - fpr."""
    return int((reader.counts.tpr - reader.counts.fpr).argmax())


def nearest_corner(reader: Reader) -> int:
    """The strictest threshold whose ROC point is nearest to (0, 1)."""
    counts = reader.counts
    return int((counts.fpr**2 + counts.fnr**2).argmin())


def gini(reader: Reader) -> Values:
    """2 AUC - 1, with the limits of the AUC."""
    low, high = (2 * end - 1 for end in reader.model.auc_interval)
    return {"gini": Measure(2 * reader.model.auc - 1, (low, high))}


def kolmogorov_smirnov(reader: Reader) -> Values:
    """Largest distance of the two classes' score distributions, and where it is."""
    index = largest_gap(reader)
    gap = reader.of_rates(index, lambda fpr, tpr: tpr - fpr)
    return {"ks": {"value": gap, "threshold": reader.threshold(index)}}


def youden(reader: Reader) -> Values:
    """Sensitivity + specificity - 1 at its largest: the best threshold at PC(+) 1/2 only."""
    return {"youden": _reading(reader, largest_gap(reader), lambda fpr, tpr: tpr - fpr)}


def closest_to_corner(reader: Reader) -> Values:
    """Distance of the ROC curve from (0, 1), at its smallest. It stands for no costs at all."""
    index = nearest_corner(reader)
    found = _reading(reader, index, lambda fpr, tpr: np.hypot(fpr, 1 - tpr))
    return {"closest_to_corner": found}


def _reading(reader: Reader, index: int, read: Callable[[Floats, Floats], Floats]) -> Values:
    return {
        "value": reader.of_rates(index, read),
        "threshold": reader.threshold(index),
        "sensitivity": reader.of_rates(index, lambda fpr, tpr: tpr),
        "specificity": reader.of_rates(index, lambda fpr, tpr: 1 - fpr),
    }


def band_edges(reader: Reader) -> NDArray[np.intp]:
    """Thresholds between score bands of about as many rows each, both ends included."""
    called = reader.counts.tp + reader.counts.fp
    wanted = called[-1] * np.arange(1, BANDS + 1) / BANDS
    edges = np.searchsorted(called, wanted * (1 - 1e-12))
    return np.unique(np.append(0, edges)).astype(np.intp)


def score_bands(reader: Reader) -> Values:
    """Bands of scores, highest first: share of positives at the prior, and those captured so far.

    Equal scores stay in one band.
    """
    edges, counts = band_edges(reader), reader.counts
    called = counts.tp + counts.fp
    drawn = None if reader.replicates is None else reader.replicates.at(edges)
    rate = partial(positive_predictive_value, prior=reader.point.prior)
    bands = []
    for i, (above, below) in enumerate(zip(edges[:-1], edges[1:])):
        known = _within(*counts.rates(edges), i)
        with np.errstate(divide="ignore", invalid="ignore"):
            resampled = None if drawn is None else rate(*_within(*drawn, i))
        bands.append(
            {
                "from": reader.threshold(int(below)),
                "to": reader.threshold(int(above) + 1),
                "rows": called[below] - called[above],
                "positives": counts.tp[below] - counts.tp[above],
                "bad_rate": reader.measure(float(rate(*known)), resampled),
                "captured": reader.of_rates(int(below), lambda fpr, tpr: tpr),
            }
        )
    return {"score_bands": bands}


def _within(fpr: Floats, tpr: Floats, i: int) -> tuple[Floats, Floats]:
    """Shares of both classes between two neighbouring edges, (...)."""
    alarm, found = fpr[..., i + 1] - fpr[..., i], tpr[..., i + 1] - tpr[..., i]
    return np.maximum(alarm, 0), np.maximum(found, 0)
