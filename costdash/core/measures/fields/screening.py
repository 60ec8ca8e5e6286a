"""Measures of screening: predictive values, likelihood ratios, fixed rates and partial areas."""

from functools import partial

import numpy as np

from costdash.core.curves.precision_recall import share_called
from costdash.core.measures.measured_model import Estimate, MeasuredModel, Values
from costdash.core.resample.roc_interpolation import fpr_at_recall, tpr_at_fpr
from costdash.core.types import Floats, Interval
from costdash.wording import number

PARTIAL_AUC = "partial_auc"  # name of the measure
FIXED_RATES = (0.8, 0.9, 0.95, 0.99)  # specificities and sensitivities that are asked for


def positive_predictive_value(fpr: Floats, tpr: Floats, prior: float) -> Floats:
    """Share of positives among the cases that are called positive; nan if none is called.

    >>> positive_predictive_value(np.array([0.1]), np.array([0.9]), prior=0.1)
    array([0.5])
    """
    return prior * tpr / share_called(fpr, tpr, prior)


def negative_predictive_value(fpr: Floats, tpr: Floats, prior: float) -> Floats:
    """Share of negatives among the cases that are called negative; nan if all are called.

    >>> negative_predictive_value(np.array([0.5]), np.array([0.5]), prior=0.1)
    array([0.9])
    """
    return (1 - prior) * (1 - fpr) / ((1 - prior) * (1 - fpr) + prior * (1 - tpr))


def predictive_values(measured: MeasuredModel) -> Values:
    """PPV and NPV at the prior, of the model's rule at the operating point on these rows."""
    prior = measured.point.prior
    return {
        "ppv": measured.of_rates(measured.rule, partial(positive_predictive_value, prior=prior)),
        "npv": measured.of_rates(measured.rule, partial(negative_predictive_value, prior=prior)),
    }


def likelihood_ratios(measured: MeasuredModel) -> Values:
    """tpr / fpr and fnr / tnr of the model's rule at the operating point."""
    return {
        "likelihood_ratios": {
            "threshold": measured.threshold(measured.rule),
            "positive": measured.of_rates(measured.rule, lambda fpr, tpr: tpr / fpr),
            "negative": measured.of_rates(measured.rule, lambda fpr, tpr: (1 - tpr) / (1 - fpr)),
        }
    }


def fixed_rates(measured: MeasuredModel) -> Values:
    """Sensitivity at fixed specificity and specificity at fixed sensitivity, with band limits.

    Between thresholds the ROC curve is interpolated.
    """
    counts, bands = measured.counts, measured.model.bands
    roc = bands.roc(measured.level) if bands else None
    recall = bands.recall(measured.level) if bands else None
    by_specificity, by_sensitivity = [], []
    for rate in FIXED_RATES:
        fpr = round(1 - rate, 12)
        tpr = float(tpr_at_fpr(fpr, counts.fpr, counts.tpr))
        ends = (np.nan, np.nan)
        if roc:
            ends = (float(np.interp(fpr, roc.x, roc.low)), float(np.interp(fpr, roc.x, roc.high)))
        by_specificity.append({"specificity": rate, "sensitivity": Estimate(tpr, ends)})
        needed = float(fpr_at_recall(rate, counts.fpr, counts.tpr))
        ends = (np.nan, np.nan)
        if recall:
            low, high = (float(np.interp(rate, recall.x, e)) for e in (recall.low, recall.high))
            ends = (1 - high, 1 - low)
        by_sensitivity.append({"sensitivity": rate, "specificity": Estimate(1 - needed, ends)})
    return {
        "sensitivity_at_specificity": by_specificity,
        "specificity_at_sensitivity": by_sensitivity,
    }


def fixed_rate(rates: Values) -> float:
    """The rate that is fixed in an entry of `fixed_rates`; the other is an estimate."""
    return next(rate for rate in rates.values() if not isinstance(rate, Estimate))


def partial_auc(fpr: Floats, tpr: Floats, low: float, high: float, axis: str = "fpr") -> float:
    """Return the partial area of a ROC curve: tpr over a range of fpr, or specificity over tpr.

    Parameters
    ----------
    fpr, tpr : ndarray, shape (k,)
        Points of the curve from (0, 0) to (1, 1), both rising; straight lines between them.
    low, high : float
        Range of the axis, 0 <= low < high <= 1.
    axis : str
        "fpr", or "tpr" for the specificity integrated over the sensitivity.

    Returns
    -------
    float
        The area, not standardized.

    Raises
    ------
    ValueError
        If the range leaves [0, 1] or is empty, or the axis is neither.

    References
    ----------
    McClish (1989). Jiang, Metz & Nishikawa (1996).

    Examples
    --------
    >>> round(partial_auc(np.array([0, 0.2, 1]), np.array([0, 0.8, 1]), 0.0, 0.2), 4)
    0.08
    """
    check_range(low, high)
    if axis not in ("fpr", "tpr"):
        raise ValueError(f"axis must be fpr or tpr, got {axis}")
    x, y = (fpr, tpr) if axis == "fpr" else (tpr, 1 - fpr)
    inside = (x > low) & (x < high)
    first = np.interp(low, x, y)  # of equal x, np.interp takes the last
    last = np.interp(-high, -x[::-1], y[::-1])  # so here it takes the first
    xs = np.concatenate(([low], x[inside], [high]))
    return float(np.trapezoid(np.concatenate(([first], y[inside], [last])), xs))


def check_range(low: float, high: float) -> None:
    """Raises ValueError unless 0 <= low < high <= 1."""
    if not 0 <= low < high <= 1:
        raise ValueError(
            f"the range of a partial area must rise within [0, 1], got {low} to {high}"
        )


def standardized(area: float, low: float, high: float, axis: str = "fpr") -> float:
    """McClish's partial area: 1/2 for the diagonal and 1 for a perfect curve.

    >>> round(standardized(0.08, 0.0, 0.2), 4)
    0.6667
    """
    diagonal, whole = (high**2 - low**2) / 2, high - low
    least = diagonal if axis == "fpr" else whole - diagonal
    return (1 + (area - least) / (whole - least)) / 2


def partial_areas(measured: MeasuredModel) -> Values:
    """The partial areas that are asked for."""
    asked = [("fpr", ends) for ends in measured.partial_fpr]
    asked += [("tpr", ends) for ends in measured.partial_tpr]
    return {PARTIAL_AUC: [_partial(measured, axis, ends) for axis, ends in asked]}


def area_words(area: Values) -> str:
    """The range of a partial area: fpr 0 to 0.1."""
    return f"{area['axis']} {number(area['low'])} to {number(area['high'])}"


def _partial(measured: MeasuredModel, axis: str, ends: Interval) -> Values:
    counts, replicates, drawn = measured.counts, measured.replicates, None
    value = partial_auc(counts.fpr, counts.tpr, *ends, axis)
    if replicates is not None:
        retained = partial_auc(*counts.rates(replicates.index), *ends, axis)
        curves = zip(
            np.maximum.accumulate(replicates.fpr, axis=1),
            np.maximum.accumulate(replicates.tpr, axis=1),
        )
        drawn = value - retained + np.array([partial_auc(*curve, *ends, axis) for curve in curves])
    raw = measured.estimate(value, drawn)
    limits = (
        standardized(raw.interval[0], *ends, axis),
        standardized(raw.interval[1], *ends, axis),
    )
    return {
        "axis": axis,
        "low": ends[0],
        "high": ends[1],
        "value": raw,
        "standardized": Estimate(standardized(value, *ends, axis), limits),
    }
