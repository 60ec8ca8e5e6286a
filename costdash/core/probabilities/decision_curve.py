"""The decision curve: net benefit by threshold probability, with limits, and of two models."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.model_analysis import ModelAnalysis
from costdash.core.analysis.rate_replicates import RateReplicates, rate_replicates
from costdash.core.compare.comparison import Comparison
from costdash.core.compare.paired_bootstrap import (
    PairedRanges,
    paired_replicates,
    rate_differences,
)
from costdash.core.compare.paired_sample import cells_of
from costdash.core.curves.cost import rule_from
from costdash.core.curves.hull import rules_as_hull
from costdash.core.curves.multiclass import ModelRows
from costdash.core.probabilities.net_benefit import net_benefit, pcf_of_threshold_probability
from costdash.core.probabilities.scores import score_thresholds
from costdash.core.resample.bootstrap import MIN_ROWS
from costdash.core.resample.percentiles import percentile_limits
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.counts import count
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True, eq=False)
class NetBenefit:
    """Net benefit along the threshold probability, with pointwise limits.

    Attributes
    ----------
    value, low, high : Floats
        Net benefit per case and its limits, (m,) each; limits are nan without a band.

    Examples
    --------
    >>> NetBenefit(np.array([0.1]), np.array([0.05]), np.array([0.14])).value
    array([0.1])
    """

    value: Floats
    low: Floats
    high: Floats

    @classmethod
    def of(cls, value: Floats, drawn: Floats | None, level: float) -> "NetBenefit":
        """With the percentile limits of replicates (b, m), if there are any."""
        if drawn is None:
            return cls(value, np.full(value.shape, np.nan), np.full(value.shape, np.nan))
        return cls(value, *percentile_limits(np.sort(drawn, axis=0), value, level))


@dataclass(frozen=True, slots=True, eq=False)
class DecisionCurve:
    """Net benefit of one model at the threshold probabilities t (m,), at a prior.

    Created by `decision_curve`. Flagging none has net benefit 0.

    Attributes
    ----------
    threshold_probability : Floats
        Threshold probabilities t, (m,).
    prior : float
        Share of positives where the model is used.
    best : NetBenefit
        Of the best threshold: the lower envelope of the cost curve on another axis.
    scores : NetBenefit or None
        Of flagging scores of at least t; None if a score lies outside [0, 1].
    moved : NetBenefit or None
        Of flagging cases whose probability at `prior` is at least t, if the scores are
        probabilities at `score_prior`; None if a score lies outside [0, 1].
    flag_all : Floats
        Net benefit of flagging everyone, (m,).
    score_prior : float
        Prior at which the scores were made.
    level : float
        Confidence level of the limits.
    in_costs : bool
        Whether costs differ from case to case. Positives found and false alarms then count by
        their costs, and net benefit is in mean costs of a missed positive: times that mean it is
        money per case.

    Examples
    --------
    >>> from costdash.core import analyse
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(300) < 90
    >>> score = rng.beta(1 + 2 * is_positive, 3)
    >>> sample = Predictions(is_positive=is_positive, scores={"rf": score})
    >>> curve = decision_curve(sample, analyse(sample), "rf", [0.2, 0.5], prior=0.3)
    >>> bool((curve.best.value >= curve.scores.value).all())
    True
    """

    threshold_probability: Floats
    prior: float
    best: NetBenefit
    scores: NetBenefit | None
    moved: NetBenefit | None
    flag_all: Floats
    score_prior: float
    level: float
    in_costs: bool = False


def score_rules(
    model: ModelAnalysis, threshold_probability: ArrayLike, prior: float, score_prior: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Indices (m,) of the rules score >= t, with scores as probabilities moved to `prior`."""
    t = np.asarray(threshold_probability, float)
    cut = score_thresholds(t, score_prior, prior)
    return model.counts.index(t), rule_from(model.counts, cut)


def decision_curve(
    predictions: Predictions,
    analysis: Analysis,
    name: str,
    threshold_probability: ArrayLike,
    prior: float | None = None,
    *,
    score_prior: float | None = None,
    level: float | None = None,
    replicates: RateReplicates | None = None,
) -> DecisionCurve:
    """Return the net benefit of one model by threshold probability, with pointwise limits.

    Parameters
    ----------
    predictions : Predictions
        The rows that `analysis` was made from.
    analysis : Analysis
        Result of `analyse`.
    name : str
        Name of the model.
    threshold_probability : array_like, shape (m,)
        Threshold probabilities t in [0, 1).
    prior : float, optional
        Share of positives where the model is used, by default that of the file.
    score_prior : float, optional
        Share of positives where the scores were made, by default that of the file.
    level : float, optional
        Confidence level in (0, 1), by default that of the analysis.
    replicates : RateReplicates, optional
        Replicates that hold the needed thresholds, to share them among measures.

    Returns
    -------
    DecisionCurve
        Limits of the best threshold are those of its cost; thresholds are those that the full
        sample chose.

    Raises
    ------
    ValueError
        If a threshold probability or a prior is out of range.

    References
    ----------
    Vickers & Elkin (2006). Millard & Flach (2025).

    Examples
    --------
    >>> from costdash.core import analyse
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(300) < 90
    >>> sample = Predictions(is_positive=is_positive, scores={"rf": rng.normal(is_positive)})
    >>> curve = decision_curve(sample, analyse(sample), "rf", [0.2], prior=0.3)
    >>> bool(0 < curve.best.low[0] < curve.best.value[0] < curve.best.high[0]), curve.scores
    (True, None)
    """
    t = np.asarray(threshold_probability, float)
    prior = analysis.file_prevalence if prior is None else prior
    scored_at = analysis.file_prevalence if score_prior is None else score_prior
    level = analysis.level if level is None else level
    model, scores, moved = analysis.models[name], None, None
    if model.is_probability:
        plain, at_prior = score_rules(model, t, prior, scored_at)
        if replicates is None:
            always = np.concatenate((plain, at_prior))
            replicates = rate_replicates(predictions, analysis, name, always)
        scores, moved = (
            _of_rules(model, rules, replicates, t, prior, level) for rules in (plain, at_prior)
        )
    return DecisionCurve(
        threshold_probability=t,
        prior=prior,
        best=_of_best(model, t, prior, level),
        scores=scores,
        moved=moved,
        flag_all=net_benefit(1.0, 1.0, t, prior),
        score_prior=scored_at,
        level=level,
        in_costs=analysis.costs is not None,
    )


def _of_best(model: ModelAnalysis, t: Floats, prior: float, level: float) -> NetBenefit:
    """Of the cheapest vertices, with the limits of their cost."""
    hull, pcf = model.hull, pcf_of_threshold_probability(t, prior)
    vertex = hull.cheapest(pcf)
    value = net_benefit(hull.fpr[vertex], hull.tpr[vertex], t, prior)
    if model.bands is None:
        return NetBenefit.of(value, None, level)
    ends = [model.bands.cost_interval(float(x), level) for x in pcf]
    low, high = (_of_cost(nec, t, prior) for nec in np.array(ends).reshape(-1, 2).T[::-1])
    return NetBenefit(value, np.minimum(low, value), np.maximum(high, value))


def _of_cost(nec: Floats, t: Floats, prior: float) -> Floats:
    """Net benefit of normalized expected costs: the prior less the cost in missed positives."""
    return prior - nec * _scale(t, prior)


def _scale(t: Floats, prior: float) -> Floats:
    """Largest possible cost per case, in missed positives."""
    return prior + (1 - prior) * t / (1 - t)


def _of_rules(
    model: ModelAnalysis,
    index: NDArray[np.intp],
    replicates: RateReplicates | None,
    t: Floats,
    prior: float,
    level: float,
) -> NetBenefit:
    value = net_benefit(*model.counts.rates(index), t, prior)
    drawn = None if replicates is None else net_benefit(*replicates.at(index), t, prior)
    return NetBenefit.of(value, drawn, level)


def best_difference(comparison: Comparison, t: Sequence[float], prior: float) -> NetBenefit:
    """Net benefit of model a minus that of b at t (m,), each at its best threshold.

    The difference of costs in missed positives, with the sign reversed, and its pointwise limits;
    cross-fitted if the comparison is. Drummond & Holte (2004), section 9; Vickers & Elkin (2006).
    """
    pcf = pcf_of_threshold_probability(t, prior)
    value, low, high = (-np.array([comparison.at(float(x)) for x in pcf])).reshape(-1, 3).T
    scale = _scale(np.asarray(t, float), prior)
    return NetBenefit(value * scale, high * scale, low * scale)


def score_difference(
    predictions: Predictions,
    analysis: Analysis,
    a: str,
    b: str,
    threshold_probability: ArrayLike,
    prior: float | None = None,
    *,
    score_prior: float | None = None,
    level: float | None = None,
) -> NetBenefit:
    """Net benefit of model a minus that of b at t (m,), with both scores as probabilities.

    Scores are moved from `score_prior` to `prior` by Bayes' rule; by default they are taken as they
    are. Both models are resampled on the same rows, so the limits are those of a paired difference.
    Raises ValueError if a score lies outside [0, 1]. Vickers et al. (2008), on bootstrap intervals
    of a difference.
    """
    t, place = np.asarray(threshold_probability, float), analysis.place
    if place[a] > place[b]:
        other = score_difference(
            predictions, analysis, b, a, t, prior, score_prior=score_prior, level=level
        )
        return NetBenefit(-other.value, -other.high, -other.low)
    prior = analysis.file_prevalence if prior is None else prior
    scored_at = prior if score_prior is None else score_prior
    models = analysis.models[a], analysis.models[b]
    for model in models:
        if not model.is_probability:
            raise ValueError(f"scores must lie in [0, 1] to be probabilities: {model.name}")
    rules = [score_rules(model, t, prior, scored_at)[1] for model in models]
    first, second = (
        net_benefit(*model.counts.rates(index), t, prior) for model, index in zip(models, rules)
    )
    drawn = _paired_differences(predictions.evaluation_part, analysis, models, rules)
    gaps = None if drawn is None else net_benefit(*drawn, t, prior)
    return NetBenefit.of(first - second, gaps, analysis.level if level is None else level)


def _paired_differences(
    rows: Predictions,
    analysis: Analysis,
    models: tuple[ModelAnalysis, ModelAnalysis],
    rules: Sequence[NDArray[np.intp]],
) -> tuple[Floats, Floats] | None:
    """fpr and tpr of the first model less the second's, (b, m), at the rules (m,) of each.

    None if a class has too few rows, or if rows are grouped by other thresholds.
    """
    if rows.times is not None:
        return None
    names = models[0].name, models[1].name
    rng = generator(analysis.seed, Stream.MEASURE_DIFFERENCE, *(model.place for model in models))
    retained = [
        rules_as_hull(model.counts, model.name, index) for model, index in zip(models, rules)
    ]
    sides = [
        ModelRows.of(rows, name, count(rows.is_positive, rows.scores[name], rows.mass), hull)
        for name, hull in zip(names, retained)
    ]
    cells = cells_of(rows, names, sides, rng)
    if cells.smallest_class < MIN_ROWS:
        return None
    columns = [np.searchsorted(hull.index, index) for hull, index in zip(retained, rules)]
    replicates = paired_replicates(cells, analysis.n_replicates, rng)
    ranges = PairedRanges(np.empty(0), *columns)
    differences = rate_differences(cells, ranges, replicates, rng)
    return differences.fpr, differences.tpr
