"""The table of readings by trade: adding a reading is one row."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.readings.trades import credit, ranking, screening, summary
from costdash.core.readings.trades.reader import Reader, Values

Indices = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Readout:
    """One reading: the names it gives, who asks for it, and what reads it.

    thresholds: those that must be resampled for it, as places in the counts.
    """

    names: tuple[str, ...]
    trade: str
    read: Callable[[Reader], Values]
    thresholds: Callable[[Reader], Indices | int] | None = None


READOUTS = (
    Readout(("gini",), "credit", credit.gini),
    Readout(("ks",), "credit", credit.kolmogorov_smirnov, credit.largest_gap),
    Readout(("youden",), "screening", credit.youden, credit.largest_gap),
    Readout(("closest_to_corner",), "screening", credit.closest_to_corner, credit.nearest_corner),
    Readout(("h_measure",), "summary", summary.hand, lambda reader: reader.hull.index),
    Readout(("partial_auc",), "screening", screening.partial_areas),
    Readout(("likelihood_ratios",), "screening", screening.likelihood_ratios),
    Readout(("ppv", "npv"), "screening", screening.predictive_values),
    Readout(
        ("sensitivity_at_specificity", "specificity_at_sensitivity"),
        "screening",
        screening.fixed_rates,
    ),
    Readout(("score_bands",), "credit", credit.score_bands, credit.band_edges),
    Readout(("gains",), "ranking", ranking.gains),
    Readout(("bounded_brier",), "summary", summary.bounded_brier),
    Readout(("log_loss",), "summary", summary.log_loss),
    Readout(("as_probabilities",), "summary", summary.as_probabilities, summary.probability_rule),
)
TRADE_OF = {name: row.trade for row in READOUTS for name in row.names}


def needed_thresholds(reader: Reader) -> Indices:
    """Thresholds that the readings need in the replicates, as places in the counts."""
    found = [reader.model.hull.index]
    found += [np.atleast_1d(row.thresholds(reader)) for row in READOUTS if row.thresholds]
    return np.unique(np.concatenate(found))


def readouts(reader: Reader) -> Values:
    """All readings of one model, by name."""
    values: Values = {}
    for row in READOUTS:
        values |= row.read(reader)
    return values
