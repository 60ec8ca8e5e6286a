"""Measures at chosen thresholds by cross-fitted rates: chosen on other folds than evaluated.

A threshold that is best on some rows looks better there than it is, and limits of a fixed threshold
do not allow for that.
"""

from collections.abc import Mapping
from dataclasses import replace
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from costdash.core.analysis.model_analysis import ModelAnalysis
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.cost import score_cut
from costdash.core.folds.crossfit import CrossFit
from costdash.core.measures.fields.screening import (
    negative_predictive_value,
    positive_predictive_value,
)
from costdash.core.measures.fields.summary import h_measure_of
from costdash.core.measures.measured_model import NO_LIMITS, Estimate
from costdash.core.measures.model_measures import ModelMeasures
from costdash.core.measures.registry import BY_OTHER_FOLDS
from costdash.core.probabilities.scores import loss_area
from costdash.core.resample.bootstrap import SMALL_CELL
from costdash.core.resample.small_cells import few_clusters_factor
from costdash.core.types import Floats


def with_cross_fitted(
    measures: ModelMeasures,
    model: ModelAnalysis,
    fit: CrossFit,
    point: OperatingPoint,
    level: float,
) -> ModelMeasures:
    """The measures of a model with its cross-fitted ones; fit: of this model alone.

    Predictive values and likelihood ratios are replaced. KS, Youden's J, H-measure and
    discrimination, whose limits do not allow for the choice, get a cross-fitted value beside them.
    """
    values, parts = measures.measures, measures.calibration
    if parts is not None:
        parts = replace(parts, discrimination_cross_fitted=_discrimination(fit, parts.prior))
    if values is None:
        return replace(measures, calibration=parts)
    rates = fit.rates([0.5])  # Youden's J is 1 - 2 nec there
    gap = float(rates.tpr[0] - rates.fpr[0])
    h = h_measure_of(*_rules(fit, float(model.counts.prevalence)), float(model.counts.prevalence))
    more = {"ks": gap, "youden": gap, "h_measure": h}
    [key] = BY_OTHER_FOLDS
    beside = {name: {**values[name], key: value} for name, value in more.items()}
    chosen = _at_the_rule(fit, point, level, values["likelihood_ratios"]["threshold"])
    return replace(measures, calibration=parts, measures={**values, **beside, **chosen})


def _rules(fit: CrossFit, share: float) -> tuple[Floats, Floats, Floats]:
    """Threshold probabilities (m + 1,), falling, and the fpr and tpr (m,) used between them."""
    curve = fit.curve
    edge = np.concatenate(([1.0], score_cut(curve.tie, share), [0.0]))
    return edge, curve.fpr, curve.tpr


def _discrimination(fit: CrossFit, share: float) -> float:
    """Brier loss of the share of positives less that of cross-fitted rules."""
    edge, fpr, tpr = _rules(fit, share)
    return share * (1 - share) - loss_area(edge, fpr, 1 - tpr, share)


def _at_the_rule(
    fit: CrossFit, point: OperatingPoint, level: float, threshold: float
) -> Mapping[str, Any]:
    """Predictive values and likelihood ratios, with limits by the delta method on log odds."""
    fpr, tpr, _ = fit.at(point.pcf)
    rates, prior = (np.array(fpr), np.array(tpr)), point.prior
    with np.errstate(divide="ignore", invalid="ignore"):
        values = {
            "ppv": float(positive_predictive_value(*rates, prior)),
            "npv": float(negative_predictive_value(*rates, prior)),
        }
        positive, negative = float(rates[1] / rates[0]), float((1 - rates[1]) / (1 - rates[0]))
    # Log odds: PPV of the positive ratio times the prior's odds, NPV of the inverse negative one.
    limits = _log_ratio_limits(fit, point.pcf, (fpr, tpr), level)
    odds = np.log(prior / (1 - prior))
    (low, high), (least, most) = limits
    ends = {
        "ppv": (low + odds, high + odds),
        "npv": (-most - odds, -least - odds),
    }
    found: dict[str, Any] = {
        name: Estimate(value, _around(value, *expit(ends[name]))) for name, value in values.items()
    }
    found["likelihood_ratios"] = {
        "threshold": threshold,
        "positive": Estimate(positive, _around(positive, *np.exp([low, high]))),
        "negative": Estimate(negative, _around(negative, *np.exp([least, most]))),
    }
    return found


def _around(value: float, low: float, high: float) -> tuple[float, float]:
    """Limits that hold the value; none where it is undefined."""
    if np.isnan(value):
        return NO_LIMITS
    return float(min(low, value)), float(max(high, value))


def _log_ratio_limits(
    fit: CrossFit, pcf: float, rates: tuple[float, float], level: float
) -> NDArray:
    """Limits (2, 2) of the logarithms of the likelihood ratios tpr / fpr and fnr / tnr.

    The covariance of both rates includes that the threshold is chosen.
    """
    units = np.array(fit.units)
    spread = np.cov(*fit.rate_deviations(pcf))
    if fit.clustered:
        spread = spread * few_clusters_factor(float(units.min())) ** 2
    # A rate of 0 or 1 has no logarithm; few rows on one side show too little spread.
    smooth = (np.array(rates) * units + 0.5) / (units + 1)
    few = np.minimum(smooth, 1 - smooth) * units < SMALL_CELL
    floor = np.where(few, smooth * (1 - smooth) / (units + 2), 0)
    spread[np.diag_indices(2)] = np.maximum(np.diag(spread), floor)
    rate = np.where(few, smooth, rates)
    half = NormalDist().inv_cdf((1 + level) / 2)
    limits = []
    for logs, slope in (
        (np.log(rate[1] / rate[0]), np.array([-1, 1]) / rate),
        (np.log((1 - rate[1]) / (1 - rate[0])), np.array([1, -1]) / (1 - rate)),
    ):
        error = float(np.sqrt(slope @ spread @ slope))
        limits.append((logs - half * error, logs + half * error))
    return np.array(limits)
