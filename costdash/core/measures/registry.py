"""The registry of measures: adding a measure is one row."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.measures.fields import credit, ranking, screening, summary
from costdash.core.measures.measured_model import MeasuredModel, Values

Indices = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure: the names it gives, its field of use, and the function that computes it.

    thresholds: those that must be resampled for it, as places in the counts.
    """

    names: tuple[str, ...]
    field: str
    compute: Callable[[MeasuredModel], Values]
    thresholds: Callable[[MeasuredModel], Indices | int] | None = None


MEASURES = (
    Measure(("gini",), "credit", credit.gini),
    Measure(("ks",), "credit", credit.kolmogorov_smirnov, credit.largest_gap),
    Measure(("youden",), "screening", credit.youden, credit.largest_gap),
    Measure(("closest_to_corner",), "screening", credit.closest_to_corner, credit.nearest_corner),
    Measure(("h_measure",), "summary", summary.hand, lambda measured: measured.hull.index),
    Measure(("partial_auc",), "screening", screening.partial_areas),
    Measure(("likelihood_ratios",), "screening", screening.likelihood_ratios),
    Measure(("ppv", "npv"), "screening", screening.predictive_values),
    Measure(
        ("sensitivity_at_specificity", "specificity_at_sensitivity"),
        "screening",
        screening.fixed_rates,
    ),
    Measure(("score_bands",), "credit", credit.score_bands, credit.band_edges),
    Measure(("gains",), "ranking", ranking.gains),
    Measure(("bounded_brier",), "summary", summary.bounded_brier),
    Measure(("log_loss",), "summary", summary.log_loss),
    Measure(("as_probabilities",), "summary", summary.as_probabilities, summary.probability_rule),
)
FIELD_OF = {name: row.field for row in MEASURES for name in row.names}


def needed_thresholds(measured: MeasuredModel) -> Indices:
    """Thresholds that the measures need in the replicates, as places in the counts."""
    thresholds = [measured.model.hull.index]
    thresholds += [np.atleast_1d(row.thresholds(measured)) for row in MEASURES if row.thresholds]
    return np.unique(np.concatenate(thresholds))


def measure_values(measured: MeasuredModel) -> Values:
    """All measures of one model, by name."""
    values: Values = {}
    for row in MEASURES:
        values |= row.compute(measured)
    return values
