"""Calibration of scores as probabilities: reliability steps and the parts of the Brier score.

Pooling adjacent violators gives the reliability steps; it is the convex hull read as shares of
positives, so there are no bins to choose. Dimitriadis, Gneiting & Jordan (2021).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.model_analysis import ModelAnalysis
from costdash.core.analysis.rate_replicates import RateReplicates, rate_replicates
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.cost import normalized_expected_cost, score_driven_rule
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.probabilities.consistency import ConsistencyBand, consistency_band
from costdash.core.probabilities.scores import (
    area_weights,
    check_probabilities,
    hull_edges,
    loss_area,
    moved,
    score_edges,
)
from costdash.core.resample.percentiles import percentile_interval
from costdash.core.sample.counts import Counts
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats, Interval

UNKNOWN = (np.nan, np.nan)


@dataclass(frozen=True, slots=True, eq=False)
class Reliability:
    """Reliability steps of one model's scores as probabilities, from the lowest score up.

    Created by `reliability`.

    Attributes
    ----------
    first, last, score : Floats
        Lowest, highest and mean score of each step, (s,), as probabilities at the prior.
    observed : Floats
        Share of positives of each step, at the prior, (s,); it rises.
    rows : NDArray
        Number of rows of each step, or their weight, (s,).
    miscalibration : Floats
        What each step adds to the miscalibration, the Brier score that pooling takes away, (s,).

    Examples
    --------
    >>> from costdash.core import count
    >>> steps = reliability(count([1, 1, 0, 0], [0.9, 0.6, 0.7, 0.1]))
    >>> steps.score.round(2), steps.observed, steps.rows
    (array([0.1 , 0.65, 0.9 ]), array([0. , 0.5, 1. ]), array([1, 2, 1]))
    >>> steps.miscalibration.round(4)
    array([0.0025, 0.0375, 0.0025])
    """

    first: Floats
    last: Floats
    score: Floats
    observed: Floats
    rows: NDArray
    miscalibration: Floats


def reliability(
    counts: Counts,
    prior: float | None = None,
    score_prior: float | None = None,
    hull: Hull | None = None,
) -> Reliability:
    """Return the share of positives of pooled scores, which rises with the score.

    Parameters
    ----------
    counts : Counts
        Counts of a model whose scores lie in [0, 1].
    prior : float, optional
        Share of positives where the scores are used, by default that of the sample.
    score_prior : float, optional
        Share of positives where the scores were made, by default that of the sample. At another
        prior they are moved by Bayes' rule first.
    hull : Hull, optional
        The convex hull of the counts, to save time.

    Returns
    -------
    Reliability
        One step for each edge of the hull.

    Raises
    ------
    ValueError
        If a score lies outside [0, 1], or a prior outside (0, 1).

    References
    ----------
    Fawcett & Niculescu-Mizil (2007). Dimitriadis, Gneiting & Jordan (2021).

    Examples
    --------
    >>> from costdash.core import count
    >>> counts = count([1, 1, 0, 0], [0.9, 0.6, 0.7, 0.1])
    >>> reliability(counts, prior=0.2).observed
    array([0. , 0.2, 1. ])
    """
    check_probabilities(counts)
    prior, scored_at = _priors(counts, prior, score_prior)
    at = (convex_hull(counts) if hull is None else hull).index
    scores = moved(counts.threshold[1:], scored_at, prior)
    positive = prior * np.diff(counts.tpr)
    weight = positive + (1 - prior) * np.diff(counts.fpr)
    whole = np.add.reduceat(weight, at[:-1])
    score = np.add.reduceat(scores * weight, at[:-1]) / whole
    observed = (prior * np.diff(counts.tpr[at]) / whole).clip(0, 1)
    rows = np.diff((counts.tp + counts.fp)[at])
    # The thresholds of a hold-out also include scores that no row here has.
    scored = np.flatnonzero((np.diff(counts.tp) != 0) | (np.diff(counts.fp) != 0))
    first = scores[scored[np.searchsorted(scored, at[1:]) - 1]]
    last = scores[scored[np.searchsorted(scored, at[:-1])]]
    mean = np.clip(score, first, last)
    loss = np.add.reduceat(scores * (scores * weight - 2 * positive), at[:-1])
    excess = np.maximum(loss + observed**2 * whole, 0)
    return Reliability(*(array[::-1] for array in (first, last, mean, observed, rows, excess)))


def miscalibration_cost(
    counts: Counts,
    hull: Hull,
    first: ArrayLike,
    last: ArrayLike,
    pcf: ArrayLike,
    score_prior: float,
) -> tuple[Floats, Floats]:
    """nec of the steps `first` to `last` whose scores are taken as probabilities: (low, high).

    Taken as probabilities, scores flag from another threshold than the cheapest. The cost grows
    from the lower envelope to that of the scores as the threshold moves over one step after the
    other. low: where the threshold enters the steps, coming from the cheapest one; high: where it
    stays or leaves them. They are equal where these steps lose nothing. `pcf` broadcasts with the
    steps. Drummond & Holte (2004), figure 4; Millard & Flach (2025).
    """
    strict = hull.index.size - 2 - np.asarray(last), hull.index.size - 1 - np.asarray(first)
    best = np.clip(hull.cheapest(pcf), *strict)
    taken = score_driven_rule(counts, pcf, score_prior)
    taken = np.clip(taken, *(hull.index[end] for end in strict))
    low = normalized_expected_cost(*counts.rates(hull.index[best]), pcf)
    return low, np.maximum(low, normalized_expected_cost(*counts.rates(taken), pcf))


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """How well one model's scores serve as probabilities, at a prior.

    Created by `calibration`. brier = miscalibration - discrimination + uncertainty.

    Attributes
    ----------
    brier, miscalibration, discrimination, uncertainty : float
        Brier score and its parts. Along the threshold probability they are areas: under the cost
        of the scores, between that and the lower envelope, between that and the trivial
        classifiers, and under the trivial classifiers.
    brier_interval, miscalibration_interval, discrimination_interval : tuple of float
        Percentile limits, with the steps of the full sample; nan with too few rows.
    reliability : Reliability
        The steps.
    band : ConsistencyBand or None
        Where steps of calibrated scores would lie; None for clusters.
    p : float
        p-value of calibrated scores, by their miscalibration; nan for clusters.
    discrimination_cross_fitted : float or None
        Discrimination by thresholds that other folds choose; None if costs are not cross-fitted.
    prior, score_prior : float
        Share of positives where the scores are used, and where they were made.

    Examples
    --------
    >>> from costdash.core import Predictions, analyse
    >>> scores = {"rf": [0.9, 0.6, 0.6, 0.1]}
    >>> sample = Predictions(is_positive=[1, 1, 0, 0], scores=scores)
    >>> fit = calibration(sample, analyse(sample), "rf")
    >>> round(fit.brier, 3), round(fit.miscalibration, 3), fit.discrimination
    (0.135, 0.01, 0.125)
    """

    brier: float
    miscalibration: float
    discrimination: float
    uncertainty: float
    brier_interval: Interval
    miscalibration_interval: Interval
    discrimination_interval: Interval
    reliability: Reliability
    band: ConsistencyBand | None
    p: float
    prior: float
    score_prior: float
    discrimination_cross_fitted: float | None = None


def calibration(
    predictions: Predictions,
    analysis: Analysis,
    name: str,
    *,
    prior: float | None = None,
    score_prior: float | None = None,
    level: float | None = None,
    replicates: RateReplicates | None = None,
) -> Calibration:
    """Return the reliability of one model's scores and the parts of their Brier score.

    Parameters
    ----------
    predictions : Predictions
        The rows that `analysis` was made from.
    analysis : Analysis
        Result of `analyse`.
    name : str
        Name of a model whose scores lie in [0, 1]. That alone makes no probabilities.
    prior : float, optional
        Share of positives where the scores are used, by default that of the sample.
    score_prior : float, optional
        Share of positives where the scores were made, by default that of the sample. At another
        prior they are moved by Bayes' rule first.
    level : float, optional
        Confidence level in (0, 1), by default that of the analysis.
    replicates : RateReplicates, optional
        Replicates that hold the steps' thresholds, to share them among measures.

    Returns
    -------
    Calibration
        With a hold-out, of the evaluation part.

    Raises
    ------
    ValueError
        If a score lies outside [0, 1], a prior or the level outside (0, 1), or costs differ from
        case to case.

    References
    ----------
    Dimitriadis, Gneiting & Jordan (2021), equations 5 and 6. Millard & Flach (2025).

    Examples
    --------
    >>> from costdash.core import Predictions, analyse
    >>> rng = np.random.default_rng(0)
    >>> p = rng.random(500)
    >>> sample = Predictions(is_positive=rng.random(500) < p, scores={"calibrated": p})
    >>> fit = calibration(sample, analyse(sample), "calibrated")
    >>> bool(fit.miscalibration < 0.02 < fit.discrimination)
    True
    """
    model = analysis.models[name]
    check_probabilities(model.counts)
    if analysis.costs is not None:
        raise ValueError(
            "calibration counts cases, but costs that differ weigh them: leave them out"
        )
    at_prior, scored_at = _priors(model.counts, prior, score_prior)
    level = analysis.level if level is None else level
    hull = pooling_hull(model)
    if replicates is None:
        replicates = rate_replicates(predictions, analysis, name, hull.index)
    losses = _Losses.of(model.counts, hull, at_prior, scored_at)
    band = consistency_band(predictions, analysis, name, at_prior, scored_at, level)
    uncertainty = at_prior * (1 - at_prior)
    intervals = losses.intervals(replicates, level, uncertainty)
    return Calibration(
        brier=losses.brier,
        miscalibration=losses.brier - losses.pooled,
        discrimination=uncertainty - losses.pooled,
        uncertainty=uncertainty,
        brier_interval=intervals[0],
        miscalibration_interval=intervals[1],
        discrimination_interval=intervals[2],
        reliability=reliability(model.counts, at_prior, scored_at, hull),
        band=band,
        p=np.nan if band is None else band.p,
        prior=at_prior,
        score_prior=scored_at,
    )


def pooling_hull(model: ModelAnalysis) -> Hull:
    """The convex hull of the rows that evaluate; with a hold-out not the one that chooses."""
    return (
        model.hull if model.selection_part_counts is None else convex_hull(model.counts, model.name)
    )


def step_excess(model: ModelAnalysis, point: OperatingPoint, score_prior: float) -> Floats:
    """Extra cost per case (s,) of each step over the best thresholds, scores as probabilities.

    They add up to what the scores cost at `point` more than the lower envelope.
    """
    hull = pooling_hull(model)
    every = np.arange(hull.index.size - 1)
    low, high = miscalibration_cost(model.counts, hull, every, every, point.pcf, score_prior)
    return (high - low) * point.scale


def _priors(counts: Counts, prior: float | None, score_prior: float | None) -> tuple[float, float]:
    """The prior and the scores' own prior; both are the sample's share by default."""
    share = float(counts.prevalence)
    return (share if prior is None else prior, share if score_prior is None else score_prior)


@dataclass(frozen=True, slots=True, eq=False)
class _Losses:
    """Brier score of the scores (brier) and of the pooled scores, and their weights of the rates.

    alarm, missed (n,): what fpr and fnr of each threshold add to the Brier score; the weights of
    the pooled score are of the hull's vertices `index`, (h,).
    """

    brier: float
    pooled: float
    counts: Counts
    index: NDArray[np.intp]
    weights: tuple[Floats, Floats]
    pooled_weights: tuple[Floats, Floats]

    @classmethod
    def of(cls, counts: Counts, hull: Hull, prior: float, scored_at: float) -> "_Losses":
        edge, bends = score_edges(counts, scored_at, prior), hull_edges(hull, prior)
        at = counts.take(hull.index)
        return cls(
            brier=loss_area(edge, counts.fpr, counts.fnr, prior),
            pooled=loss_area(bends, at.fpr, at.fnr, prior),
            counts=counts,
            index=hull.index,
            weights=area_weights(edge, prior),
            pooled_weights=area_weights(bends, prior),
        )

    def intervals(
        self, replicates: RateReplicates | None, level: float, uncertainty: float
    ) -> list[Interval]:
        """Limits of the Brier score, of miscalibration and of discrimination."""
        if replicates is None:
            return [UNKNOWN] * 3
        retained = [replicates.spread_over(weights) for weights in self.weights]
        brier = self.brier + self._deviation(replicates, replicates.index, *retained)
        pooled = self.pooled + self._deviation(replicates, self.index, *self.pooled_weights)
        estimates = self.brier, self.brier - self.pooled, uncertainty - self.pooled
        drawn = brier, brier - pooled, uncertainty - pooled
        return [percentile_interval(*pair, level) for pair in zip(drawn, estimates, strict=True)]

    def _deviation(
        self,
        replicates: RateReplicates,
        index: NDArray[np.intp],
        alarm: Floats,
        missed: Floats,
    ) -> Floats:
        """Deviation (b,) of each replicate's sum of weighted fpr and fnr at thresholds (k,)."""
        fpr, tpr = replicates.at(index)
        sample_fpr, sample_tpr = self.counts.rates(index)
        return (fpr - sample_fpr) @ alarm - (tpr - sample_tpr) @ missed
