"""The Analysis of a data set: all that is computed once, and the decision at an operating point."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from math import hypot, isclose
from statistics import NormalDist
from typing import Any

import numpy as np

from costdash.core.analysis.hold_out import HoldOut, rates_on
from costdash.core.analysis.model_analysis import ModelAnalysis
from costdash.core.choose.decision import Allowance, Call, Decision, rates_at, trivial_call
from costdash.core.conditions.distributions import Beta
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import Hull, common_hull
from costdash.core.curves.recommended_rules import CostLines, RecommendedRules
from costdash.core.folds.condition_covariance import (
    CONDITIONS,
    RATES,
    added_variance,
    cost_gradient,
)
from costdash.core.folds.cross_fitted_curve import CrossFittedCurve
from costdash.core.folds.crossfit import CrossFit, CrossFits
from costdash.core.folds.crossfit_review import ReviewedRows
from costdash.core.folds.prior_estimate import PriorEstimate
from costdash.core.resample.cluster_bootstrap import ClassSizes
from costdash.core.resample.streams import Stream, generator
from costdash.core.resample.threshold_interval import (
    cost_interval,
    threshold_interval,
    threshold_rates,
)
from costdash.core.sample.row_costs import CostTotals
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.core.types import CallKind, Floats, Interval

CHANCE = 0.05  # share of samples of useless scores in which a model may be recommended
NOTEBOOK = "costdash.report.html.notebook"  # loaded only where a notebook shows an analysis
SAME_COST = 1e-6  # a typed cost this close to the mean of the file is that mean


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """The results for a data set that do not depend on prior and costs.

    Created by `analyse`.

    Attributes
    ----------
    rows : int
        Number of rows; with a hold-out, of the evaluation part.
    positives, negatives : float
        Weights of the classes in these rows.
    models : dict of str to ModelAnalysis
        The models, in the order of the file.
    level : float
        Confidence level of intervals.
    n_replicates, seed : int
        Number and seed of the bootstrap samples.
    clusters : int or None
        Number of clusters that bands resample; None if they resample rows.
    hold_out : HoldOut or None
        The hold-out: models and thresholds are chosen on its selection part.
    left_out : int
        Number of rows that lack the score of some model.
    lacking : dict of str to int
        Number of rows that lack the score of each such model.
    labelled : tuple of int, float, float, or None
        Rows, weight of positives and weight of negatives of all rows with a label; None if no
        row is left out, so that they are the `totals`.
    effective_negatives : float or None
        Effective number of negative rows or clusters of the rows that choose; None if rows have
        neither weights nor clusters, so that each counts once.
    effective_positives : float or None
        The same of positive rows or clusters.
    independent_negatives : float or None
        Of clustered rows that choose: how many independent negatives tell as much about a false
        positive rate; None without clusters.
    class_rows : ClassSizes or None
        Rows used by class, of the evaluation part if there are parts; None if they all count the
        same, so that `positives` and `negatives` are their numbers.
    prevalence_variance : float
        Sampling variance of `file_prevalence`; 0 if the rows do not tell it, because all
        clusters have the same share of positives.
    prior : Beta or None
        Distribution of the file's prevalence, if intervals include its uncertainty.
    prior_fixed : bool
        Intervals should include that uncertainty, but the rows do not tell it.
    crossfits : CrossFits or None
        Cross-fitted costs, if decisions are based on them.
    costs : CostTotals or None
        Total and mean costs, if they differ from case to case. The natural costs of an operating
        point are then the mean costs.
    resampled : bool
        Whether the models have their bands, as far as their rows allow; False while these are
        still to come.
    verdicts : dict of str to ReviewedRows
        What a reviewer's column says of each model's thresholds, for review zones by a column.
    recent_prior : PriorEstimate or None
        The prior as recent scores show it; intervals count its error instead of the file's.

    Examples
    --------
    >>> from costdash.core import OperatingPoint, Predictions, analyse
    >>> scores = {"rf": [0.1, 0.2, 0.3, 0.4, 0.8, 0.9]}
    >>> analysis = analyse(Predictions(is_positive=[0, 0, 1, 0, 1, 1], scores=scores))
    >>> decision = analysis.decide(OperatingPoint(prior=0.1, cost_fn=20, cost_fp=1))
    >>> decision.best.model, decision.best.threshold, round(decision.best.expected_cost, 3)
    ('rf', 0.3, 0.3)
    """

    rows: int
    positives: float
    negatives: float
    models: dict[str, ModelAnalysis]
    level: float
    n_replicates: int
    seed: int
    clusters: int | None = None
    hold_out: HoldOut | None = None
    left_out: int = 0
    lacking: dict[str, int] = field(default_factory=dict)
    labelled: tuple[int, float, float] | None = None
    effective_negatives: float | None = None
    effective_positives: float | None = None
    class_rows: ClassSizes | None = None
    independent_negatives: float | None = None
    prevalence_variance: float = 0.0
    prior: Beta | None = None
    prior_fixed: bool = False
    crossfits: CrossFits | None = None
    costs: CostTotals | None = None
    resampled: bool = True
    verdicts: dict[str, ReviewedRows] = field(default_factory=dict)
    recent_prior: PriorEstimate | None = None
    _selection_hulls: dict[tuple[str, ...], Hull] = field(
        default_factory=dict, init=False, repr=False
    )
    _hulls: dict[tuple[str, ...], Hull] = field(default_factory=dict, init=False, repr=False)
    _recommended_rules: dict[tuple[str, ...], RecommendedRules] = field(
        default_factory=dict, init=False, repr=False
    )
    _with_crossfits: "dict[int, Analysis]" = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _with_prior: "list[Analysis]" = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def _repr_html_(self) -> str:
        """The report, in a notebook: its sliders work without a server."""
        shown: str = import_module(NOTEBOOK).analysis_html(self)
        return shown

    @property
    def prevalence(self) -> float:
        """Share of positives in the rows used, both parts of a hold-out together."""
        _, positives, negatives = self.totals
        return float(positives / (positives + negatives))

    @property
    def file_prevalence(self) -> float:
        """Share of positives among all rows with a label, whichever models are analysed.

        It is the default prior: it must not depend on the rows that lack a score.
        """
        _, positives, negatives = self.labelled or self.totals
        return float(positives / (positives + negatives))

    @property
    def totals(self) -> tuple[int, float, float]:
        """Rows used and weights of their classes, both parts of a hold-out together."""
        if self.hold_out is None:
            return self.rows, self.positives, self.negatives
        hold_out = self.hold_out
        positives, negatives = (
            self.positives + hold_out.positives,
            self.negatives + hold_out.negatives,
        )
        return self.rows + hold_out.rows, positives, negatives

    @property
    def place(self) -> dict[str, int]:
        """Place of each model in the file, which fixes its colour and its random numbers."""
        return {name: model.place for name, model in self.models.items()}

    def selection_hull(self, names: Sequence[str] | None = None) -> Hull:
        """Convex hull of the named models (default: all), on the rows that choose. Cached."""
        names = tuple(self.models if names is None else names)
        if names not in self._selection_hulls:
            counts = {name: self.models[name].selection_counts for name in names}
            hulls = {name: self.models[name].selection_hull for name in names}
            self._selection_hulls[names] = common_hull(counts, hulls)
        return self._selection_hulls[names]

    def hull(self, names: Sequence[str] | None = None) -> Hull:
        """The selection hull's thresholds, with the rates of the evaluation rows. Cached."""
        if self.hold_out is None:
            return self.selection_hull(names)
        names = tuple(self.models if names is None else names)
        if names not in self._hulls:
            counts = {name: self.models[name].counts for name in names}
            self._hulls[names] = rates_on(counts, self.selection_hull(names))
        return self._hulls[names]

    def recommended_rules(self, names: Sequence[str] | None = None) -> RecommendedRules:
        """What `decide` recommends along PC(+), as vertices of `hull`. Cached.

        With `crossfits` the model of least cross-fitted cost is recommended, where the scores of
        some model tell the classes apart (`tells_apart`) and choosing and tuning costs less than
        the trivial call. Raises ValueError if they are of other models.
        """
        names = tuple(self.models if names is None else names)
        if names not in self._recommended_rules:
            self._recommended_rules[names] = (
                RecommendedRules.of(self.hull(names))
                if self.crossfits is None
                else self._cross_fitted_rules(names, self.crossfits)
            )
        return self._recommended_rules[names]

    def _cross_fitted_rules(self, names: Sequence[str], fits: CrossFits) -> RecommendedRules:
        hulls = [self.models[name].hull for name in names]
        worthwhile = fits.of(names).worthwhile if self.tells_apart(names) else ()
        return RecommendedRules.within(hulls, self.cost_lines(names), worthwhile)

    def tells_apart(self, names: Sequence[str]) -> bool:
        """Whether the scores of one of the models tell the classes apart beyond chance.

        Some AUC is above 1/2 at level 95 %, with Bonferroni's correction for the models.
        """
        chance = CHANCE / max(len(names), 1)
        models = [self.models[name] for name in names]
        return any(model.auc > 1 / 2 and model.auc_p < chance for model in models)

    def cost_lines(self, names: Sequence[str]) -> CostLines:
        """Cross-fitted rates of the named models, each at its cheapest threshold, along PC(+).

        Where the cheapest threshold of a model calls none or all, these are its rates. Raises
        ValueError if costs are not cross-fitted.
        """
        if self.crossfits is None:
            raise ValueError("costs are not cross-fitted")
        curves = [self.crossfits.of([name]).curve for name in names]
        ends = [self.models[name].hull.tie[[0, -1]] for name in names]
        edge = np.unique(np.concatenate(([0.0], *(curve.tie for curve in curves), *ends, [1.0])))
        return CostLines(edge, [partial(_rates_of, *each) for each in zip(curves, ends)])

    def operating_range(self, name: str) -> Interval | None:
        """The PC(+) where one model by itself is worth it; None if nowhere.

        There it beats both trivial classifiers; with `crossfits` on other rows.
        """
        fit = self._crossfit_of(name)
        return fit.operating_range if fit else self.models[name].hull.operating_range

    def useful_range(self, name: str, gain: float = 0.01) -> Interval | None:
        """The part of the operating range in which the model saves at least the share `gain`."""
        fit = self._crossfit_of(name)
        return fit.useful_range(gain) if fit else self.models[name].hull.useful_range(gain)

    def _crossfit_of(self, name: str) -> CrossFit | None:
        """The model's cross-fit; None if its costs are not cross-fitted."""
        fits = self.crossfits
        return fits.of([name]) if fits and name in fits.models else None

    def decide(
        self,
        point: OperatingPoint,
        names: Sequence[str] | None = None,
        level: float | None = None,
    ) -> Decision:
        """The cheapest call at `point` among the named models, its interval at `level` (0: none).

        With a hold-out it is the cheapest on the selection part, and need not be so on the
        evaluation part. With `crossfits` the model of least cross-fitted cost is best; cost and
        interval allow for the choice of threshold and model, rates are of the rows. Raises
        ValueError if `crossfits` are of other models.
        """
        names = list(self.models if names is None else names)
        level = self.level if level is None else level
        trivial = self._trivial(point, level)
        rules = self.recommended_rules(names) if names else None
        vertex = 0 if rules is None else rules.at(point.pcf)
        if rules is None or rules.call(vertex) != "some" or self._saves_nothing(names, point):
            return Decision(point, trivial, trivial, level or None)
        owners, index = rules.vertices.owner[vertex], int(rules.vertices.index[vertex])
        if self.crossfits is None:
            best = self.call_at(point, owners[0], index, level, owners)
            saved = self._saving_interval(point, best, trivial, level)
            return Decision(point, best, trivial, level or None, saved)
        best = self.call_at(point, owners[0], index, 0, owners)
        choice = self.crossfits.of(names).at(point.pcf)
        best = self._cross_fitted(best, choice, point, level, len(names))
        saved = self._saving_interval(point, best, trivial, level, choice[-1])
        return Decision(point, best, trivial, level or None, saved)

    def _saving_interval(
        self, point: OperatingPoint, best: Call, trivial: Call, level: float, error: float = 0
    ) -> Interval | None:
        """Limits of the saving per case of the best rule over the trivial rule.

        error: standard error of a cross-fitted nec. Both costs are linear in the same prior, so
        with an estimated prior the saving is less uncertain than its costs.
        """
        if best.interval is None:
            return None
        scale, rate = point.scale, trivial.fpr
        fit = self._crossfit_of(best.model) if best.model else None
        if fit is not None and (fit.heaviest or any(self.estimated(point))):
            added = self._estimation_variance(point, best, (rate, rate)) / scale**2
            if fit.heaviest:
                low, high = fit.saving_limits(point.pcf, best.total_rates, rate, level, added)
                return scale * low, scale * min(high, trivial.nec)
            low, high = fit.limits(best.nec, error, point.pcf, level, added)
            return trivial.expected_cost - scale * high, trivial.expected_cost - scale * low
        if self.prior is None:
            low, high = best.interval
            return scale * (trivial.nec - high), scale * (trivial.nec - low)
        if best.model is None or best.index is None:
            return None
        excess = self._interval(self.models[best.model], best.index, point, level, rate)
        return excess and (-scale * excess[1], -scale * excess[0])

    def _saves_nothing(self, names: Sequence[str], point: OperatingPoint) -> bool:
        """Whether the best threshold is no better than the trivial call, up to rounding."""
        if self.hold_out is not None or self.crossfits is not None:
            return False
        return bool(self.hull(names).cost(point.pcf) >= trivial_call(point).nec)

    def call_of(self, point: OperatingPoint, name: str, level: float | None = None) -> Call:
        """The named model's cheapest threshold at `point`.

        With `crossfits` its cost and interval allow for the choice of the threshold.
        """
        model = self.models[name]
        index = int(model.hull.index[int(model.hull.cheapest(point.pcf))])
        level = self.level if level is None else level
        if self.crossfits is None:
            return self.call_at(point, name, index, level)
        call = self.call_at(point, name, index, 0)
        if call.call != "some":
            return call
        return self._cross_fitted(call, self.crossfits.of([name]).at(point.pcf), point, level)

    def _cross_fitted(
        self,
        call: Call,
        at: tuple[float, float, float],
        point: OperatingPoint,
        level: float,
        models: int = 1,
    ) -> Call:
        """The call of a model with allowances for tuning it, and for choosing it among models.

        at: cross-fitted fpr, tpr and standard error of what was chosen, at the point's pcf.
        """
        assert self.crossfits is not None
        assert call.model is not None
        fpr, tpr, error = at
        tuned = self.crossfits.of([call.model]).at(point.pcf)[:2]
        tuned_cost, cost = point.expected_cost(*tuned), point.expected_cost(fpr, tpr)
        call = replace(
            call,
            nec=cost / point.scale,
            expected_cost=cost,
            interval=None,
            allowance=Allowance(tuned_cost - call.expected_cost, cost - tuned_cost, models),
            tuned_rates=tuned,
            expected_rates=(fpr, tpr),
        )
        if not level:
            return call
        added = self._estimation_variance(point, call)
        fit = self.crossfits.of([call.model or ""])
        low, high = fit.limits(call.nec, error, point.pcf, level, added / point.scale**2)
        certain = not any(self.estimated(point))
        return replace(call, interval=(max(0.0, low), min(1.0, high) if certain else high))

    def estimated(self, point: OperatingPoint) -> tuple[bool, bool, bool]:
        """Whether mean cost_fn, mean cost_fp and the prior are estimates from the rows."""
        costs = self.costs
        if costs is None:
            return False, False, self.prior is not None
        means = (point.cost_fn, costs.mean_fn), (point.cost_fp, costs.mean_fp)
        fn, fp = (isclose(cost, mean, rel_tol=SAME_COST) for cost, mean in means)
        return fn, fp, self.prior is not None

    def _estimation_variance(
        self, point: OperatingPoint, call: Call, against: tuple[float, float] | None = None
    ) -> float:
        """What an estimated prior and estimated mean costs add to the variance of a cost per case.

        The cost is that of a cross-fitted call; against: less that of a fixed rule whose fpr and
        tpr are certain.
        """
        estimated, fits = self.estimated(point), self.crossfits
        if not any(estimated):
            return 0.0
        gradient = cost_gradient(point, *call.total_rates, estimated)
        if against is not None:
            gradient[CONDITIONS] -= cost_gradient(point, *against, estimated)[CONDITIONS]
        if fits is None:
            prior = 0.0 if self.prior is None else gradient[-1] ** 2 * self.prior.variance
            return float(prior + self._mean_cost_variance(point, gradient[CONDITIONS]))
        names = fits.models if call.model is None else [call.model]
        found = (fits.of([name]).covariance_at(point.pcf) for name in names)
        covariance = next((each for each in found if each is not None), np.zeros((5, 5))).copy()
        if call.call != "some":  # its rates are certain
            covariance[RATES], covariance[:, RATES] = 0, 0
        if self.recent_prior is not None:  # of other rows than the rates
            covariance[-1], covariance[:, -1] = 0, 0
        if self.prior is not None:
            covariance[-1, -1] = self.prior.variance  # also of rows without a score
        return added_variance(covariance, gradient)

    def call_at(
        self,
        point: OperatingPoint,
        name: str,
        index: int,
        level: float | None = None,
        owners: tuple[str, ...] = (),
    ) -> Call:
        """One model's threshold, by its index in the model's counts; no interval without `level`.

        A threshold off the hull has an interval only if rows have neither weights nor clusters.
        """
        model = self.models[name]
        fpr, tpr = map(float, model.counts.rates(index))
        in_cases = None
        if model.cases is not None:
            in_cases = float(model.cases.rates(index)[0]), float(model.cases.rates(index)[1])
        ends: dict[int, CallKind] = {0: "none", model.counts.threshold.size - 1: "all"}
        return Call(
            call=ends.get(index, "some"),
            model=name,
            owners=owners or (name,),
            threshold=None if index == 0 else float(model.counts.threshold[index]),
            text=threshold_text(model.counts.threshold, index),
            index=index,
            interval=self._interval(model, index, point, level) if level else None,
            in_cases=in_cases,
            hard=model.is_hard and index not in ends,
            **rates_at(point, fpr, tpr, in_cases),
        )

    def _trivial(self, point: OperatingPoint, level: float) -> Call:
        """The better trivial call; its cost is certain unless the prior is estimated."""
        call = trivial_call(point)
        if self.costs is not None:
            call = replace(call, in_cases=(call.fpr, call.tpr))
        if not level or not any(self.estimated(point)):
            return call
        if any(self.estimated(point)[:2]):
            spread = self._estimation_variance(point, call) ** 0.5 / point.scale
            half = NormalDist().inv_cdf((1 + level) / 2) * spread
            return replace(call, interval=(max(0.0, call.nec - half), call.nec + half))
        assert self.prior is not None
        rates = np.full(self.n_replicates, call.fpr), np.full(self.n_replicates, call.fpr)
        ends = cost_interval(rates, (call.fpr, call.tpr), point, self.prior, level, self.seed)
        return replace(call, interval=ends)

    def with_crossfits(self, crossfits: CrossFits | None) -> "Analysis":
        """This analysis with decisions based on cross-fitted costs. The newest is cached."""
        key = id(crossfits)  # of an object that the cached analysis holds
        if (cached := self._with_crossfits.get(key)) is not None:
            return cached
        self._with_crossfits.clear()
        self._with_crossfits[key] = analysis = replace(self, crossfits=crossfits)
        return analysis

    def with_level(self, level: float) -> "Analysis":
        """This analysis with decisions at another confidence level."""
        return self if level == self.level else self._with_same_rules(level=level)

    def _with_same_rules(self, **changes: Any) -> "Analysis":
        """A copy with other fields, on which no hull and no rule depends: it shares the caches."""
        copy = replace(self, **changes)
        for name in ("_selection_hulls", "_hulls", "_recommended_rules"):
            object.__setattr__(copy, name, getattr(self, name))
        return copy

    @property
    def with_estimated_prior(self) -> "Analysis":
        """The analysis whose intervals include the uncertainty of the file's prevalence. Cached.

        The prevalence is as uncertain as that of n independent rows: of all rows, or of the
        effective number of rows or clusters that has the same variance. Without such a number,
        the prior is taken as known and `prior_fixed` says so.
        """
        if not self._with_prior:
            self._with_prior.append(self._with_same_rules(**self._estimated_prior()))
        return self._with_prior[0]

    def _estimated_prior(self) -> dict[str, Any]:
        share, variance = self.file_prevalence, self.prevalence_variance
        if self.recent_prior is not None:
            share, variance = self.recent_prior.value, self.recent_prior.variance
        if not variance:
            return {"prior_fixed": True}
        n = share * (1 - share) / variance
        return {"prior": Beta.of_counts(share * n, (1 - share) * n)}

    def _interval(
        self,
        model: ModelAnalysis,
        index: int,
        point: OperatingPoint,
        level: float,
        against: float | None = None,
    ) -> Interval | None:
        """Limits of nec; with an estimated prior, of the cost in units of the point's scale.

        against: with an estimated prior, limits of the cost less that of the trivial call with
        this fpr and tpr.
        """
        return self._with_mean_costs(
            self._interval_at_given_costs(model, index, point, level, against),
            model,
            index,
            point,
            level,
            against,
        )

    def _with_mean_costs(
        self,
        interval: Interval | None,
        model: ModelAnalysis,
        index: int,
        point: OperatingPoint,
        level: float,
        against: float | None,
    ) -> Interval | None:
        """The interval, longer by the errors of mean costs that are those of the rows.

        Rates are shares of costs. They say nothing of the mean cost, unless dear cases score
        otherwise than cheap ones.
        """
        if interval is None or not any(self.estimated(point)[:2]):
            return interval
        fpr, tpr = map(float, model.counts.rates(index))
        gradient = cost_gradient(point, fpr, tpr, self.estimated(point))[CONDITIONS]
        if against is not None:
            gradient -= cost_gradient(point, against, against, self.estimated(point))[CONDITIONS]
            fpr, tpr = fpr - against, tpr + 1 - against
        value = point.expected_cost(fpr, tpr) / point.scale
        quantile = NormalDist().inv_cdf((1 + level) / 2)
        more = quantile * self._mean_cost_variance(point, gradient) ** 0.5 / point.scale
        low, high = (
            value - hypot(value - interval[0], more),
            value + hypot(interval[1] - value, more),
        )
        return (low if against is not None else max(0.0, low)), high

    def _mean_cost_variance(self, point: OperatingPoint, gradient: Floats) -> float:
        """What the errors of mean costs add to the variance of a cost per case.

        gradient: by mean cost_fn, mean cost_fp and prior; 0 where a mean cost is not estimated.
        """
        if self.costs is None:
            return 0.0
        fn, fp = self.costs.relative_variances
        by_fn, by_fp = gradient[0] * point.cost_fn, gradient[1] * point.cost_fp
        return float(by_fn**2 * fn + by_fp**2 * fp)

    def _interval_at_given_costs(
        self,
        model: ModelAnalysis,
        index: int,
        point: OperatingPoint,
        level: float,
        against: float | None,
    ) -> Interval | None:
        """`_interval` with mean costs that are certain."""
        if model.bands is None:
            return None
        counts, vertices = model.counts, np.flatnonzero(model.hull.index == index)
        if vertices.size:
            vertex = int(vertices[0])
            if self.prior is None:
                return model.bands.vertex_interval(vertex, point.pcf, level)
            rates = model.bands.vertex_fpr[:, vertex], model.bands.vertex_tpr[:, vertex]
        elif self.clusters is not None or counts.tp.dtype.kind != "i":
            return None  # off the hull, counts can replace rows only without weights and clusters
        else:
            rng = generator(self.seed, Stream.THRESHOLD_INTERVAL, model.place, index)
            n = self.n_replicates
            if self.prior is None:
                return threshold_interval(counts, index, point.pcf, level, n, rng)
            rates = threshold_rates(counts, index, n, rng)
        fpr, tpr = map(float, counts.rates(index))
        if against is not None:  # rates whose cost is the difference of the costs
            rates = rates[0] - against, rates[1] + 1 - against
            fpr, tpr = fpr - against, tpr + 1 - against
        return cost_interval(rates, (fpr, tpr), point, self.prior, level, self.seed)


def _rates_of(curve: CrossFittedCurve, ends: Floats, pcf: Floats) -> tuple[Floats, Floats]:
    """Cross-fitted fpr and tpr (m,) of a model at pcf (m,), beyond its ends of trivial calls."""
    piece = curve.place(pcf)
    below, above = pcf < ends[0], pcf > ends[1]
    fpr, tpr = (
        np.where(above, 1.0, np.where(below, 0.0, rates[piece])) for rates in (curve.fpr, curve.tpr)
    )
    return fpr, tpr
