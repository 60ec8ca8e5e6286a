"""How likely each option is the cheapest at one operating point, and what a wrong choice loses.

The options are calling none, calling all, and each model at one threshold. All are resampled
jointly: at fixed thresholds a row matters only by its class and by which models call it positive,
so a bootstrap of the rows is a multinomial over these few patterns, for any number of rows.
Where costs are cross-fitted, true costs are drawn instead: their errors include that each model's
threshold is chosen, and differences are shrunk as far as they may be chance.

The saving over the rule that is used today is resampled in the same way.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.decision import Call, Decision
from costdash.core.compare.cross_fitted_difference import (
    DRAWS,
    Called,
    error_against_rule,
    few_clusters_differ,
    joint_covariance,
)
from costdash.core.compare.shrunken_costs import shrunken_draws
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.folds.condition_covariance import (
    CONDITIONS,
    RATES,
    cost_gradient,
    influences,
)
from costdash.core.folds.crossfit_counts import CrossFittedRates
from costdash.core.resample.cluster_bootstrap import cluster_codes
from costdash.core.resample.draws import chunks
from costdash.core.resample.percentiles import percentile_interval
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.confusion_matrix import ConfusionMatrix
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats, Interval

NONE, ALL = "none", "all"
MOST_MODELS = 60  # a pattern of calls is one bit per model in a 64-bit number
TIE = 1e-12  # costs closer than this share of the largest cost count as equal


@dataclass(frozen=True, slots=True)
class Regret:
    """Share of joint replicates in which each option is cheapest, and the expected regret.

    The share is by option: "none", "all" or a model in `models`; the shares add up to 1. A tie
    counts for the chosen option, or else is split evenly. expected_regret: mean excess of the
    chosen option over the cheapest one, per case, in the currency of the costs: the expected value
    of perfect information about which option is cheapest. Sadatsafavi, Lee, Wynants, Vickers &
    Gustafson (2023).
    """

    none: float
    all: float
    models: dict[str, float]
    expected_regret: float

    def share_of(self, call: Call) -> float:
        """Share of replicates in which this call is the cheapest option."""
        if call.model is not None:
            return self.models[call.model]
        return self.all if call.call == ALL else self.none


def expected_regret(
    predictions: Predictions,
    thresholds: Mapping[str, float],
    point: OperatingPoint,
    chosen: str,
    *,
    estimated_prior: bool,
    n_replicates: int,
    rng: Generator,
    seed: int = 0,
) -> Regret:
    """Resample all options jointly at `point`.

    thresholds: of each model among the options; chosen: "none", "all" or one of these models.
    Without `estimated_prior` each class is resampled to its own size at the prior of `point`; with
    it rows are resampled whatever their class, so that the prior varies as well; its odds are
    scaled so that all rows together have the prior of `point`. Rows of a cluster are resampled
    together. Confusion matrices are resampled apart from the rows; seed: of their draws.

    Raises ValueError for an unknown `chosen` and for more than 60 models.
    """
    names = sorted(thresholds, key=lambda name: name in predictions.confusions)
    if len(names) > MOST_MODELS:
        raise ValueError(f"at most {MOST_MODELS} models can be compared, got {len(names)}")
    options = [NONE, ALL, *names]
    if chosen not in options:
        raise ValueError(f"chosen must be one of {options}, got {chosen!r}")
    scored = [name for name in names if name in predictions.scores]
    units = _units(predictions, [predictions.scores[n] >= thresholds[n] for n in scored])
    matrices = {name: thresholds[name] for name in names[len(scored) :]}
    odds = point.prior / (1 - point.prior)
    scale = odds * predictions.negatives / predictions.positives if estimated_prior else None
    matrix_rates = _MatrixRates.of(predictions, matrices, seed)
    costs = (
        _costs(matrix_rates.beside(mass), point, scale)
        for mass in _resampled(units, n_replicates, not estimated_prior, rng)
    )
    return _regret(costs, options, chosen, TIE * point.scale)


def _regret(costs: Iterable[Floats], options: Sequence[str], chosen: str, tie: float) -> Regret:
    """From the cost (b, o) of each option, "none" and "all" first, some replicates at a time."""
    wins, regret, seen, at = np.zeros(len(options)), 0.0, 0, options.index(chosen)
    for cost in costs:
        least = cost.min(axis=1, keepdims=True)
        cheapest = cost <= least + tie
        cheapest[cheapest[:, at]] = np.arange(len(options)) == at
        wins += (cheapest / cheapest.sum(axis=1, keepdims=True)).sum(axis=0)
        regret += float((cost[:, at] - least[:, 0]).sum())
        seen += cost.shape[0]
    none, everyone, *models = (wins / seen).tolist()
    return Regret(none, everyone, dict(zip(options[2:], models)), regret / seen)


@dataclass(frozen=True, slots=True, eq=False)
class _Units:
    """The u resampling units: kinds of rows, or clusters.

    times (u,): how many units are of each kind. called (u, 2, o): mean weight of the negatives
    and of the positives in a unit that each option calls positive; totals (u, 2): of all of them.
    spread (u,): coefficient of variation of the weights of the rows of a kind, where they differ.
    """

    times: NDArray[np.int64]
    called: Floats
    totals: Floats
    spread: Floats | None = None
    clustered: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _MatrixRates:
    """Rules that are confusion matrices: cases of each class that they call, and generators."""

    rules: list[tuple[int, int, ConfusionMatrix]]
    rngs: list[Generator]

    @classmethod
    def of(
        cls, predictions: Predictions, thresholds: Mapping[str, float], seed: int
    ) -> "_MatrixRates":
        """The named matrices at these thresholds."""
        places = {name: place for place, name in enumerate(predictions.confusions)}
        rules, rngs = [], []
        for name, threshold in thresholds.items():
            matrix = predictions.confusions[name]
            counts = matrix.counts
            at = counts.index(threshold)
            rules.append((int(counts.fp[at]), int(counts.tp[at]), matrix))
            rngs.append(generator(seed, Stream.MATRIX_RATES, places[name]))
        return cls(rules, rngs)

    def beside(self, mass: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
        """Weights called (b, 2, o) and class totals (b, 2), with the matrices as last options.

        A matrix calls the share of each class that a bootstrap sample of its own cases calls.
        """
        called, totals = mass
        if not self.rules:
            return mass
        matrix_mass = []
        for (fp, tp, matrix), rng in zip(self.rules, self.rngs):
            classes = (fp, matrix.negatives), (tp, matrix.positives)
            drawn = [rng.binomial(n, x / n, size=totals.shape[0]) / n for x, n in classes]
            matrix_mass.append(np.stack(drawn, axis=1) * totals)
        return np.concatenate((called, np.stack(matrix_mass, axis=2)), axis=2), totals


def _units(predictions: Predictions, called: list[Bools]) -> _Units:
    """Groups rows by class and pattern of calls; clustered rows are grouped by cluster."""
    pattern = predictions.is_positive.astype(np.int64)
    for bit, calls in enumerate(called, 1):
        pattern |= calls.astype(np.int64) << bit
    _, first, kind = np.unique(pattern, return_index=True, return_inverse=True)
    kinds, is_positive = first.size, predictions.is_positive[first]
    side = np.stack([~is_positive, is_positive], axis=1).astype(float)
    options = [np.zeros(kinds), np.ones(kinds), *(calls[first] for calls in called)]
    per_kind = side[:, :, None] * np.stack(options, axis=1)[:, None, :]
    cluster, weight = cluster_codes(predictions), predictions.mass
    if cluster is not None:
        size = int(cluster.max()) + 1
        cells = np.bincount(cluster * kinds + kind, weight, size * kinds).reshape(size, kinds)
        times = np.ones(size, dtype=np.int64)
        return _Units(times, np.tensordot(cells, per_kind, 1), cells @ side, clustered=True)
    times = np.bincount(kind, predictions.times).astype(np.int64)
    if weight is None:
        return _Units(times, per_kind, side)
    mean = np.bincount(kind, weight) / times
    spread = np.sqrt((np.bincount(kind, weight**2) / times - mean**2).clip(0))
    spread /= np.where(mean > 0, mean, 1)  # rows that cost nothing have no mass
    return _Units(times, per_kind * mean[:, None, None], side * mean[:, None], spread)


def _resampled(
    units: _Units, n_replicates: int, stratified: bool, rng: Generator
) -> Iterator[tuple[Floats, Floats]]:
    """Weight that each option calls (b, 2, o) and class totals (b, 2), some replicates at a time.

    Replicates of clusters that lack a class are left out.
    """
    for some in chunks(n_replicates, units.times.size):
        drawn = _drawn(units, some, stratified and not units.clustered, rng)
        if units.spread is not None:  # the weight of so many draws is taken as normal
            noise = rng.standard_normal(drawn.shape) * np.sqrt(drawn) * units.spread
            drawn = (drawn + noise).clip(0)
        totals = drawn @ units.totals
        both = (totals > 0).all(axis=1)
        yield np.tensordot(drawn[both], units.called, 1), totals[both]


def _drawn(units: _Units, n: int, stratified: bool, rng: Generator) -> Floats:
    """How often each kind comes in each of n replicates, (n, u)."""
    drawn = np.empty((n, units.times.size))
    everything = np.ones(units.times.size, dtype=bool)
    for part in (units.totals > 0).T if stratified else (everything,):
        times = units.times[part]
        drawn[:, part] = rng.multinomial(times.sum(), times / times.sum(), size=n)
    return drawn


def _costs(mass: tuple[Floats, Floats], point: OperatingPoint, scale: float | None) -> Floats:
    """Expected cost per case (b, o) of each option in each replicate.

    scale: weight of a positive if the prior is that of the replicate; None if it is the point's.
    """
    called, totals = mass
    if scale is not None:
        missed = scale * (totals[:, 1, None] - called[:, 1])
        cost = point.cost_fn * missed + point.cost_fp * called[:, 0]
        return cost / (totals[:, :1] + scale * totals[:, 1:])
    return point.expected_cost(*(called[:, side] / totals[:, side, None] for side in (0, 1)))


def regret_of_decision(
    predictions: Predictions, analysis: Analysis, decision: Decision, names: Sequence[str]
) -> Regret:
    """The regret of a decision among the named models, each at its own cheapest threshold.

    Models whose cheapest threshold calls none or all are no options of their own. The prior counts
    as estimated if the analysis says so. Cross-fitted costs are compared if the analysis has them.
    """
    calls = [analysis.call_of(decision.point, name, 0) for name in names]
    thresholds = {
        call.model: call.threshold
        for call in calls
        if call.call == "some" and call.model is not None and call.threshold is not None
    }
    best, rows = decision.best, predictions.evaluation_part
    if best.model is not None and best.threshold is not None:
        thresholds[best.model] = best.threshold
    chosen, rng = best.model or best.call, generator(analysis.seed, Stream.EXPECTED_REGRET)
    if analysis.crossfits is not None:
        cost = _cross_fitted_costs(rows, analysis, decision.point, thresholds, rng)
        return _regret([cost], [NONE, ALL, *thresholds], chosen, TIE * decision.point.scale)
    return expected_regret(
        rows,
        thresholds,
        decision.point,
        chosen,
        estimated_prior=analysis.prior is not None,
        n_replicates=analysis.n_replicates,
        rng=rng,
        seed=analysis.seed,
    )


def _cross_fitted_costs(
    rows: Predictions,
    analysis: Analysis,
    point: OperatingPoint,
    thresholds: Mapping[str, float],
    rng: Generator,
) -> Floats:
    """Expected cost per case (b, o) of none, all and each model, as draws of their true costs.

    The errors of the cross-fitted costs are normal, with their variances and covariances; chance
    differences are shrunk, between models and to flagging none or all. With an estimated prior all
    costs vary with it.
    """
    fits, names = analysis.crossfits, list(thresholds)
    assert fits is not None
    rates = np.array(
        [(0.0, 0.0), (1.0, 1.0), *(fits.of([name]).at(point.pcf)[:2] for name in names)]
    )
    cost = np.asarray(point.expected_cost(*rates.T))

    def few(*pair: str) -> bool:
        if rows.cluster is None or not set(pair) <= set(rows.scores):
            return True
        return few_clusters_differ(rows, *(rows.scores[name] >= thresholds[name] for name in pair))

    drawn = np.tile(cost, (DRAWS, 1))
    if names:
        covariance = point.scale**2 * joint_covariance(fits, names, point.pcf, few)
        drawn[:, 2:] = shrunken_draws(cost[2:], covariance, min(cost[:2]), DRAWS, rng)
    if analysis.prior is not None:
        slope = point.cost_fn * (1 - rates[:, 1]) - point.cost_fp * rates[:, 0]
        shift = np.sqrt(analysis.prior.variance) * rng.standard_normal(DRAWS)
        drawn += np.outer(shift, slope)
    return drawn


@dataclass(frozen=True, slots=True)
class Saving:
    """The saving per case of a decision over another rule, with limits."""

    value: float
    low: float
    high: float


def saving_over(
    predictions: Predictions,
    analysis: Analysis,
    decision: Decision,
    today: Call,
    names: Sequence[str],
) -> Saving:
    """The saving of the decision among the named models over today's rule.

    Both rules are judged in the same resamples. Cross-fitted limits count the uncertainty of the
    choice; today's threshold is taken as given. With an estimated prior both costs vary with it.
    The saving is exactly 0 where the decision is today's rule.
    """
    best, rows = decision.best, predictions.evaluation_part
    if (best.call, best.model, best.index) == (today.call, today.model, today.index) or (
        best.call == today.call != "some"
    ):
        return Saving(0.0, 0.0, 0.0)
    value = today.expected_cost - best.expected_cost
    if analysis.crossfits is None:
        return Saving(value, *_saving_limits(rows, analysis, decision, today, value))
    point, error = decision.point, 0.0
    if "some" in (best.call, today.call):
        rates = _rates(best), _rates(today)
        chosen_among = names if best.call == "some" else ()
        called = _called(rows, best), _called(rows, today)
        error = error_against_rule(rows, chosen_among, rates, called, point.pcf, analysis.seed)
    variance = (point.scale * error) ** 2 + _estimation_variance(rows, analysis, point, best, today)
    half = NormalDist().inv_cdf((1 + analysis.level) / 2) * max(0.0, variance) ** 0.5
    return Saving(value, value - half, value + half)


def _estimation_variance(
    rows: Predictions, analysis: Analysis, point: OperatingPoint, best: Call, today: Call
) -> float:
    """What an estimated prior and estimated mean costs add to the variance of a saving."""
    estimated = analysis.estimated(point)
    if not any(estimated):
        return 0.0
    rates, conditions = np.zeros(1), np.zeros(3)
    each_unit: Floats | None = None
    for sign, call in ((1, today), (-1, best)):
        gradient = sign * cost_gradient(point, *call.total_rates, estimated)
        conditions += gradient[CONDITIONS]
        called = _called(rows, call)
        if not isinstance(called, tuple):
            each_unit = influences(rows, called)
            rates = rates + each_unit[:, RATES] @ gradient[RATES]
    if each_unit is None:  # matrices alone
        each_unit = influences(rows, np.zeros(rows.rows, dtype=bool))
    each = np.column_stack((np.broadcast_to(rates, len(each_unit)), each_unit[:, CONDITIONS]))
    covariance = each.T @ each
    if analysis.prior is not None:
        covariance[-1, -1] = analysis.prior.variance
    both = np.append(1.0, conditions)
    return float(both @ covariance @ both - covariance[0, 0])


def _saving_limits(
    rows: Predictions, analysis: Analysis, decision: Decision, today: Call, value: float
) -> Interval:
    """Percentile limits of the saving of fixed thresholds; the prior varies independently."""
    point, saved, rules = decision.point, [], (today, decision.best)
    matrices = {
        call.model: call.threshold
        for call in rules
        if call.model in rows.confusions and call.threshold is not None
    }
    scored = [call for call in rules if call.model not in matrices]
    units = _units(rows, [_called_rows(rows, call) for call in scored])
    matrix_rates = _MatrixRates.of(rows, matrices, analysis.seed)
    order = [*map(id, scored), *(id(call) for call in rules if call.model in matrices)]
    first, second = (2 + order.index(id(call)) for call in rules)
    rng = generator(analysis.seed, Stream.EXPECTED_REGRET)
    for mass in _resampled(units, analysis.n_replicates, True, rng):
        called, totals = matrix_rates.beside(mass)
        fpr, tpr = (called[:, side] / totals[:, side, None] for side in (0, 1))
        saved.append(np.stack([fpr[:, first] - fpr[:, second], tpr[:, first] - tpr[:, second]]))
    more_fpr, more_tpr = np.concatenate(saved, axis=1)
    prior = np.full(more_fpr.size, point.prior)
    if analysis.prior is not None:
        prior = analysis.prior.sample(generator(analysis.seed, Stream.PRIOR), more_fpr.size)
    cost = (1 - prior) * point.cost_fp * more_fpr - prior * point.cost_fn * more_tpr
    return percentile_interval(cost, value, analysis.level)


def _called(rows: Predictions, call: Call) -> Called:
    """The cases that a rule calls positive: rows (n,), or a matrix and the index of its rule."""
    name, index = call.model, call.index
    if name is None or index is None or name not in rows.confusions:
        return _called_rows(rows, call)
    return name, index


def _called_rows(rows: Predictions, call: Call) -> Bools:
    """The rows (n,) that a rule calls positive."""
    if call.model is None or call.threshold is None:
        return np.full(rows.is_positive.size, call.call == ALL)
    return rows.scores[call.model] >= call.threshold


def _rates(call: Call) -> CrossFittedRates:
    fpr, tpr, nec = (np.array([number]) for number in (*call.total_rates, call.nec))
    return CrossFittedRates(fpr, tpr, nec, np.array([call.call != "some"]))
