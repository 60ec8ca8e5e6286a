"""DerivedResults: results computed on demand from a data set's rows and its analysis.

Comparisons, folds, cross-fitting, multiclass areas. Each result is computed once and cached: in
memory here, under the data set's token in `web.storage.derived`.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from itertools import combinations
from math import isnan
from typing import Any

from costdash.core import Analysis, Call, Decision, OperatingPoint, analyse
from costdash.core.analysis.analyse import at_level
from costdash.core.analysis.audit_plan import AuditPlan, audit_plan
from costdash.core.analysis.blind_bounds import BlindBounds, blind_bounds
from costdash.core.choose.criteria import Criterion, LimitedCost
from costdash.core.combine.combination import Combination, CombinationPoints
from costdash.core.combine.combination_scores import combination_points
from costdash.core.compare.carried_over import By, CarriedOver, carried_over
from costdash.core.compare.cheapest_model import (
    CheapestModel,
    DifferencesAt,
    Few,
    RivalRange,
    cheapest_model,
    clear_ranges,
    compared_differences,
    cross_fitted_differences,
    rival_ranges,
    rivals_within,
)
from costdash.core.compare.comparison import Comparison, compare, compare_all
from costdash.core.compare.delong import area_difference
from costdash.core.compare.expected_regret import (
    Regret,
    Saving,
    regret_of_decision,
    saving_over,
)
from costdash.core.compare.label_value import LabelValue, label_value
from costdash.core.compare.limit_price import limit_price, saving_within
from costdash.core.compare.multiple_testing import holm
from costdash.core.compare.paired_bootstrap import paired_ranges, small_at
from costdash.core.compare.paired_sample import JointCells, PairedRows, joint_cells
from costdash.core.compare.sample_size import PairQuestion, RowsToDetect, rows_to_detect_pair
from costdash.core.curves.multiclass import multiclass, other_problems
from costdash.core.folds.crossfit import CrossFits, crossfit_models
from costdash.core.folds.crossfit_review import ReviewedRows, reviewed_rows
from costdash.core.folds.folds import Folds, all_folds, folds_of, with_folds
from costdash.core.folds.gold_labels import GoldCost, rule_gold_cost
from costdash.core.folds.prior_estimate import PriorEstimate, estimate_prior
from costdash.core.measures.cross_fitted import with_cross_fitted
from costdash.core.measures.model_measures import MeasureRequest, ModelMeasures, measure_models
from costdash.core.probabilities.calibration import Calibration, calibration
from costdash.core.probabilities.decision_curve import NetBenefit, score_difference
from costdash.core.probabilities.per_case_policy import PerCasePolicy, per_case_policy
from costdash.core.probabilities.recalibration import Recalibration, whole_recalibration
from costdash.core.resample.cluster_bootstrap import fewest_units
from costdash.core.sample.cases import (
    CasePage,
    CaseQuestion,
    NamedRule,
    NewLabels,
    case_page,
    change_counts,
    corrected_counts,
)
from costdash.core.sample.predictions import Predictions
from costdash.core.segments.segment_costs import SegmentCosts, SegmentRequest, segment_costs
from costdash.core.segments.segment_curve import SegmentCurve, segment_curve
from costdash.core.types import Interval
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import Roles
from costdash.intake.rows.recent import scores_of

# cached(kind, key, make) returns make(rows), or the result that it returned before. A `make` that
# is a `partial` of a module's function may be run by another process.
Cached = Callable[[str, tuple[Any, ...], Callable[[Predictions], Any]], Any]


class DerivedResults:
    """Results that need the rows behind an analysis; `cached` provides the rows and the cache."""

    def __init__(self, analysis: Analysis, cached: Cached) -> None:
        self.analysis, self._cached = analysis, cached
        # Pairs that were compared for this object, by level and models in the order of the file.
        self._resampled: dict[tuple[float, str, str], Comparison] = {}

    @classmethod
    def in_memory(cls, predictions: Predictions, analysis: Analysis) -> "DerivedResults":
        """Rows and cache are both in memory."""
        cache: dict[tuple[str, tuple[Any, ...]], Any] = {}

        def cached(kind: str, key: tuple[Any, ...], make: Callable[[Predictions], Any]) -> Any:
            if (kind, key) not in cache:
                cache[kind, key] = make(predictions)
            return cache[kind, key]

        return cls(analysis, cached)

    def at_level(self, level: float) -> "DerivedResults":
        """These rows, with the analysis at another confidence level."""
        if level == self.analysis.level:
            return self
        intervals = self._cached("level", (level,), partial(_intervals, self.analysis, level))
        models = {
            name: replace(model, auc_interval=intervals[name])
            for name, model in self.analysis.models.items()
        }
        return DerivedResults(replace(self.analysis, models=models, level=level), self._cached)

    def joint_cells(self, a: str, b: str) -> JointCells:
        """The paired sample of two models, in file order: their random numbers depend on it."""
        pair = tuple(name for name in self.analysis.models if name in (a, b))
        return self._cached("cells", pair, partial(_joint_cells, self.analysis, pair))

    def case_cells(self, a: str, b: str) -> JointCells:
        """The joint cells in cases, also where costs differ from case to case."""
        if self.analysis.costs is None:
            return self.joint_cells(a, b)
        pair = tuple(name for name in self.analysis.models if name in (a, b))
        key = (*pair, "in cases")
        return self._cached("cells", key, partial(_case_cells, self.analysis, pair))

    def comparison(
        self,
        a: str,
        b: str,
        level: float | None = None,
        pcfs: Sequence[float] = (),
        crossfits: CrossFits | None = None,
    ) -> Comparison:
        """nec(a) - nec(b) with its bands at `level` (default: the analysis's), exact at `pcfs`.

        crossfits: value and band are of these costs; they must hold both models.
        """
        analysis, cells = self.analysis.with_crossfits(crossfits), self.joint_cells(a, b)
        return compare(analysis, cells, a, b, level=level, pcfs=pcfs)

    def comparisons(
        self,
        names: Sequence[str],
        level: float,
        most: int,
        pcfs: Sequence[float] = (),
        crossfits: CrossFits | None = None,
    ) -> list[Comparison]:
        """Every pair of the named models; empty if there are more than `most` models.

        With crossfits the resamples of all rows do not depend on pcfs, so they are made only once.
        """
        names = tuple(names if len(names) <= most else ())
        exact = () if crossfits else tuple(pcfs)
        make = partial(_comparisons, self.analysis, exact, names, level)
        comparisons: list[Comparison] = self._cached("comparisons", (level, *names, *exact), make)
        for each in comparisons:
            in_order = each if each.places[0] < each.places[1] else each.swapped()
            pair = level, in_order.a, in_order.b
            self._resampled[pair] = in_order.without_pcfs(self.analysis)
        return (
            [comparison.with_crossfits(crossfits, pcfs) for comparison in comparisons]
            if crossfits
            else comparisons
        )

    def cheapest_model(
        self, analysis: Analysis, decision: Decision, names: Sequence[str]
    ) -> CheapestModel | None:
        """How sure it is that the decision's model is the cheapest among the names.

        analysis: this analysis as it made the decision, possibly with cross-fitted costs.
        """
        return cheapest_model(analysis, decision, names, self._differences(analysis))

    def clear_ranges(
        self, analysis: Analysis, decision: Decision, names: Sequence[str]
    ) -> tuple[Interval, ...]:
        """The ranges of PC(+) where the recommended option is clearly the cheapest.

        names: at least one; analysis as for `cheapest_model`.
        """
        return clear_ranges(analysis, decision, names, self._differences(analysis))

    def rivals_within(
        self, analysis: Analysis, decision: Decision, names: Sequence[str], within: Interval
    ) -> tuple[str, ...]:
        """The options that may be as cheap as the decision's somewhere in a range of PC(+)."""
        return rivals_within(analysis, decision, names, within, self._differences(analysis))

    def rival_ranges(self, analysis: Analysis, names: Sequence[str]) -> tuple[RivalRange, ...]:
        """The ranges of PC(+) where another model may be as cheap as the recommended option.

        Arguments as for `clear_ranges`.
        """
        return rival_ranges(analysis, names, self._differences(analysis))

    def _differences(self, analysis: Analysis) -> DifferencesAt:
        """The differences of two models by the evaluation of the analysis."""
        if analysis.crossfits is None:
            return compared_differences(partial(self._compared, analysis.level))
        return cross_fitted_differences(analysis, self._fewest, self._few)

    def _compared(self, level: float, a: str, b: str) -> Comparison:
        """The comparison of a and b on the rows; not cross-fitted."""
        first, second = (name for name in self.analysis.models if name in (a, b))
        comparison = self._resampled.get((level, first, second))
        if comparison is None:
            make = partial(_compared, self.analysis, level, (first, second))
            comparison = self._cached("compared", (level, first, second), make)
        return comparison if (a, b) == (first, second) else comparison.swapped()

    def _few(self, a: str, b: str) -> Few:
        """Where few clusters show a difference of two models; None without clusters."""
        if self.analysis.clusters is None:
            return None
        cells = self.joint_cells(a, b)
        first, second = (self.analysis.models[name].hull for name in cells.names)
        return partial(small_at, cells, paired_ranges(first, second))

    def _fewest(self, name: str) -> float:
        """Rows or clusters of the class with fewer, or cases of a confusion matrix."""
        matrix = self.analysis.models[name].confusion
        if matrix is not None:
            return float(min(matrix.positives, matrix.negatives))
        if self.analysis.clusters is not None:
            fewest: float = self._cached("fewest-units", (), partial(_fewest_units))
            return fewest
        if self.analysis.class_rows is not None:
            return self.analysis.class_rows.fewest
        return min(self.analysis.positives, self.analysis.negatives)

    def area_tests(self, names: Sequence[str]) -> dict[frozenset[str], float]:
        """p of the difference of the areas of every pair, after Holm's correction."""
        names = tuple(names)
        p = self._cached("area-tests", names, partial(_area_tests, self.analysis, names))
        return {frozenset(pair): p_value for pair, p_value in zip(combinations(names, 2), p)}

    def one_vs_rest(
        self, key: tuple[Any, ...], describe: Callable[["DerivedResults"], dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """`describe` applied to each of the other classes as positive, against the rest.

        Empty unless all classes have scores. `key` identifies everything `describe` depends on.
        `describe` is a module-level function, so that another process can run it.
        """
        a = self.analysis
        make = partial(_one_vs_rest, a.level, a.n_replicates, a.seed, describe)
        return self._cached("other-classes", (a.level, *key), make)

    def class_areas(self) -> tuple[dict[str, Any], ...]:
        """The multiclass areas of each model that scores all classes, as fields of the JSON."""
        return self._cached("class-areas", (), partial(_class_areas))

    def folds(self) -> list[Folds]:
        """Each model's folds; empty if the file has no fold column."""
        return self._cached("all-folds", (), partial(_all_folds))

    def dealt_folds(self, names: Sequence[str]) -> list[Folds]:
        """The folds of the named models that score single cases; dealt if the file has none.

        Raises ValueError if the rows do not allow it.
        """
        make = partial(_dealt_folds, tuple(names), self.analysis.seed)
        return self._cached("folds", tuple(names), make)

    def crossfits(self, names: Sequence[str]) -> CrossFits:
        """Each named model cross-fitted alone, and the choice among all.

        Raises ValueError if the folds do not allow it.
        """
        names = tuple(names)
        return self._cached("crossfits", names, partial(_crossfits, self.analysis, names))

    def crossfits_with(self, fits: CrossFits, names: Sequence[str]) -> CrossFits:
        """The cross-fits, computed again for all named models if a model is missing from them."""
        if set(names) <= set(fits.models):
            return fits
        return self.crossfits([name for name in self.analysis.models if name in names])

    def with_verdicts(self, analysis: Analysis, names: Sequence[str], column: str) -> Analysis:
        """The analysis with the verdicts of a reviewer's column of 0 and 1 beside each model.

        Raises ValueError if the column has no two values.
        """
        fits = analysis.crossfits
        models = tuple(name for name in names if name != column)
        confusions = {name for name, model in analysis.models.items() if model.confusion}
        make = partial(_verdicts, analysis, tuple(sorted({*models} - confusions)), column)
        key = (analysis.level, fits is not None, *models, column)
        return replace(analysis, verdicts=self._cached("verdicts", key, make))

    def carried_over(
        self, rule: tuple[str, float], model: str, by: By, prior: float, level: float
    ) -> CarriedOver:
        """The threshold of a model that flags or finds as much as the rule in force."""
        make = partial(_carried_over, rule, model, by, prior, level, self.analysis.seed)
        carried: CarriedOver = self._cached("carried-over", (*rule, model, by, prior, level), make)
        return carried

    def regret(self, analysis: Analysis, decision: Decision, names: Sequence[str]) -> Regret:
        """The probability that each option is the cheapest, and the decision's expected regret.

        analysis: this analysis, possibly with cross-fitted costs and an estimated prior.
        """
        key = (decision.point, decision.best.model, decision.best.call, analysis.prior, *names)
        make = partial(regret_of_decision, analysis=analysis, decision=decision, names=tuple(names))
        return self._cached("regret", (*key, analysis.crossfits is None), make)

    def label_value(
        self, analysis: Analysis, decision: Decision, names: Sequence[str]
    ) -> LabelValue | None:
        """What more labelled rows are worth; `analysis` as for `regret`."""
        key = (decision.point, decision.best.model, decision.best.call, analysis.prior, *names)
        make = partial(_label_value, analysis=analysis, decision=decision, names=tuple(names))
        return self._cached("label-value", (*key, analysis.crossfits is None), make)

    def rows_to_detect(
        self,
        analysis: Analysis,
        point: OperatingPoint,
        pair: tuple[str, str],
        question: PairQuestion,
    ) -> RowsToDetect | None:
        """How many rows answer a question about two models; `analysis` as for `regret`."""
        make = partial(
            rows_to_detect_pair, analysis=analysis, point=point, pair=pair, question=question
        )
        key = (point, analysis.prior, analysis.level, *pair, question)
        return self._cached("rows-to-detect", (*key, analysis.crossfits is None), make)

    def blind_bounds(
        self,
        analysis: Analysis,
        point: OperatingPoint,
        names: Sequence[str],
        criterion: Criterion | None = None,
    ) -> BlindBounds | None:
        """What rows that nobody looked at leave open; None if there are none.

        criterion: chooses the rule; None for least cost.
        """
        from_file = point.prior == analysis.file_prevalence
        make = partial(
            _blind_bounds,
            analysis=analysis,
            point=point,
            names=tuple(names),
            from_file=from_file,
            criterion=criterion,
        )
        return self._cached("blind-bounds", (point, from_file, criterion, *names), make)

    def gold_cost(
        self, analysis: Analysis, call: Call, point: OperatingPoint, level: float, tuned: bool
    ) -> GoldCost:
        """What the rule costs by the labels of a judge and those that people checked.

        tuned: its threshold was chosen on these rows, so it is evaluated on other folds. Raises
        ValueError as `rule_gold_cost` does.
        """
        from_file = point.prior == analysis.file_prevalence
        seed = analysis.seed if tuned else None
        rule = replace(call, allowance=None, interval=None)
        make = partial(_gold_cost, rule, point, from_file, level, seed)
        key = (point, from_file, call.model, call.threshold, call.call, level, seed)
        found: GoldCost = self._cached("gold-cost", key, make)
        return found

    def audit_plan(
        self, analysis: Analysis, call: Call, point: OperatingPoint, labels: int
    ) -> AuditPlan | None:
        """Which rows to label next, and what that would bring; None without strata."""
        make = partial(audit_plan, analysis=analysis, call=call, point=point, labels=labels)
        key = (point, call.model, call.threshold, call.call, call.interval, labels)
        return self._cached("audit-plan", key, make)

    def prior_estimates(self, columns: Columns, roles: Roles, key: str) -> list[PriorEstimate]:
        """The share of positives of recent scores, by each model; key: of their file.

        Raises ValueError and IntakeError.
        """
        level, seed = self.analysis.level, self.analysis.seed
        make = partial(_prior_estimates, columns=columns, roles=roles, level=level, seed=seed)
        found: list[PriorEstimate] = self._cached("prior-estimates", (key, level), make)
        return found

    def case_page(self, question: CaseQuestion) -> CasePage:
        """Some rows of a list of cases. Raises ValueError as `listed_cases` does."""
        make = partial(case_page, question=question)
        return self._cached("case-page", (*self.analysis.models, question), make)

    def change_counts(self, rule: NamedRule, today: NamedRule) -> dict[str, int]:
        """How many rows change their call from today's rule. Raises ValueError as it does."""
        make = partial(_change_counts, rule=rule, today=today)
        counts: dict[str, int] = self._cached("change-counts", (rule, today), make)
        return counts

    def corrected_counts(
        self, rule: NamedRule, new: NewLabels
    ) -> tuple[dict[str, int], dict[str, int]]:
        """Counts of the rule before and after labels are corrected, as `corrected_counts`."""
        make = partial(corrected_counts, rule=rule, new=new)
        return self._cached("corrected-counts", (rule, *new.key), make)

    def saving_over(
        self, analysis: Analysis, decision: Decision, today: Call, names: Sequence[str]
    ) -> Saving:
        """The decision's saving over today's rule; `analysis` as for `regret`."""
        rules = (decision.best.call, decision.best.model, today.model, today.index)
        key = (decision.point, *rules, analysis.prior, analysis.level, *names)
        make = partial(
            saving_over, analysis=analysis, decision=decision, today=today, names=tuple(names)
        )
        return self._cached("saving-over-today", (*key, analysis.crossfits is None), make)

    def limit_price(
        self, analysis: Analysis, criterion: LimitedCost, names: Sequence[str]
    ) -> Saving | None:
        """What a limit costs against the rule of least cost; `analysis` as for `regret`."""
        names = tuple(names)
        make = partial(limit_price, analysis=analysis, criterion=criterion, names=names)
        key = (criterion, analysis.prior, analysis.level, analysis.crossfits is None, *names)
        return self._cached("limit-price", key, make)

    def saving_within(
        self, analysis: Analysis, criterion: LimitedCost, today: Call, names: Sequence[str]
    ) -> Saving | None:
        """The saving of the rule within a limit over today's rule; `analysis` as for `regret`."""
        names = tuple(names)
        make = partial(
            saving_within, analysis=analysis, criterion=criterion, today=today, names=names
        )
        rule = today.call, today.model, today.index
        key = (criterion, *rule, analysis.prior, analysis.level, analysis.crossfits is None, *names)
        return self._cached("saving-within", key, make)

    def segment_costs(
        self,
        analysis: Analysis,
        point: OperatingPoint,
        names: Sequence[str],
        request: SegmentRequest,
    ) -> SegmentCosts:
        """The cost of the recommended rule by segment; `analysis` as for `regret`.

        Raises ValueError if the rows cannot be divided so.
        """
        names = tuple(names)
        make = partial(segment_costs, analysis=analysis, point=point, names=names, request=request)
        key = (point, request, analysis.level, analysis.crossfits is None, *names)
        return self._cached("segments", key, make)

    def segment_curve(self, model: str, request: SegmentRequest, name: str) -> SegmentCurve | None:
        """The curve of a model on the rows of the named segment; None if there is none.

        Raises ValueError if the rows cannot be divided so.
        """
        make = partial(segment_curve, model=model, request=request, name=name)
        return self._cached("segment-curve", (model, request, name), make)

    def measures(
        self,
        names: Sequence[str],
        request: MeasureRequest,
        crossfits: CrossFits | None = None,
    ) -> list[ModelMeasures]:
        """The measures of the named models; crossfits: with those at chosen thresholds by these."""
        names, level = tuple(names), self.analysis.level
        make = partial(_measures, self.analysis, names, request)
        measured: list[ModelMeasures] = self._cached("measures", (level, names, request), make)
        if crossfits is None:
            return measured
        models = self.analysis.models
        return [
            with_cross_fitted(
                each, models[each.name], crossfits.of([each.name]), request.point, level
            )
            for each in measured
        ]

    def calibration(self, name: str) -> Calibration:
        """The calibration of the model's scores, at the file's share of positives."""
        make = partial(_calibration, self.analysis, name)
        return self._cached("calibration", (self.analysis.level, name), make)

    def recalibration(self, name: str) -> Recalibration:
        """The map from the model's scores to probabilities, for new cases."""
        return self._cached("recalibration", (name,), partial(_recalibration, name))

    def combination_points(self, how: Combination) -> CombinationPoints:
        """Where AND or OR of two models may lie, is expected to and does."""
        make = partial(_combination_points, how, self.analysis.seed)
        return self._cached("combination-points", (how,), make)

    def per_case_policies(
        self, names: Sequence[str], point: OperatingPoint, score_prior: float | None
    ) -> list[PerCasePolicy | None]:
        """What deciding case by case costs, for each named model; None where it has no meaning."""
        names = tuple(names)
        make = partial(_per_case_policies, self.analysis, names, point, score_prior)
        key = (self.analysis.level, names, point, score_prior)
        return self._cached("per-case", key, make)

    def score_difference(self, a: str, b: str, request: MeasureRequest) -> NetBenefit | None:
        """Net benefit of a minus that of b, if scores are probabilities; else None."""
        if not all(self.analysis.models[name].is_probability for name in (a, b)):
            return None
        make = partial(_score_difference, self.analysis, a, b, request)
        return self._cached("score-difference", (self.analysis.level, a, b, request), make)


# Functions of modules and not closures, so that another process can run them.


def _intervals(analysis: Analysis, level: float, rows: Predictions) -> dict[str, Interval]:
    """Intervals of the areas: all that another level changes in an analysis."""
    models = at_level(analysis, rows, level).models
    return {name: model.auc_interval for name, model in models.items()}


def _joint_cells(analysis: Analysis, pair: tuple[str, ...], rows: Predictions) -> JointCells:
    return joint_cells(rows, analysis, *pair)


def _case_cells(analysis: Analysis, pair: tuple[str, ...], rows: Predictions) -> JointCells:
    return joint_cells(replace(rows, costs=None), analysis, *pair)


def _comparisons(
    analysis: Analysis,
    pcfs: tuple[float, ...],
    names: tuple[str, ...],
    level: float,
    rows: Predictions,
) -> list[Comparison]:
    return list(compare_all(rows, analysis, pcfs, names, level))


def _compared(
    analysis: Analysis, level: float, pair: tuple[str, str], rows: Predictions
) -> Comparison:
    return compare(analysis, joint_cells(rows, analysis, *pair), *pair, level=level)


def _fewest_units(rows: Predictions) -> float:
    return fewest_units(rows.evaluation_part)


def _area_tests(analysis: Analysis, names: tuple[str, ...], rows: Predictions) -> list[float]:
    paired = PairedRows(rows, analysis)
    cells = [paired.cells(*pair) for pair in combinations(names, 2)]
    p = [area_difference(pair.areas, analysis.level, pair.same_order).p for pair in cells]
    return p if any(map(isnan, p)) else holm(p).tolist()


def _prior_estimates(
    rows: Predictions, columns: Columns, roles: Roles, level: float, seed: int
) -> list[PriorEstimate]:
    return estimate_prior(rows, scores_of(columns, roles, rows), level=level, seed=seed)


def _blind_bounds(
    rows: Predictions,
    analysis: Analysis,
    point: OperatingPoint,
    names: tuple[str, ...],
    from_file: bool,
    criterion: Criterion | None,
) -> BlindBounds | None:
    return blind_bounds(rows, analysis, point, names, from_file, criterion)


def _gold_cost(
    rule: Call,
    point: OperatingPoint,
    from_file: bool,
    level: float,
    seed: int | None,
    rows: Predictions,
) -> GoldCost:
    return rule_gold_cost(rows, rule, point, from_file, level, seed)


def _change_counts(rows: Predictions, rule: NamedRule, today: NamedRule) -> dict[str, int]:
    return change_counts(rows.evaluation_part, rule, today)


def _dealt_folds(names: tuple[str, ...], seed: int, rows: Predictions) -> list[Folds]:
    evaluation_part = with_folds(rows.evaluation_part, seed)
    return [folds_of(evaluation_part, name) for name in names if name in evaluation_part.scores]


def _label_value(
    rows: Predictions, analysis: Analysis, decision: Decision, names: tuple[str, ...]
) -> LabelValue | None:
    """The value with its numbers, so that the process that asks for it draws nothing."""
    value = label_value(rows, analysis, decision, names)
    return value and value.evaluated()


def _crossfits(analysis: Analysis, names: tuple[str, ...], rows: Predictions) -> CrossFits:
    """The rows as counted by the analysis, except for rows of a hold-out."""
    counted = None
    if analysis.hold_out is None:
        models = {name: analysis.models[name] for name in names}
        counted = {name: (model.counts, model.hull) for name, model in models.items()}
    return crossfit_models(rows, names, seed=analysis.seed, counted=counted)


def _carried_over(
    rule: tuple[str, float],
    model: str,
    by: By,
    prior: float,
    level: float,
    seed: int,
    rows: Predictions,
) -> CarriedOver:
    return carried_over(rows.evaluation_part, rule, model, by, prior, level, seed)


def _verdicts(
    analysis: Analysis, names: tuple[str, ...], column: str, rows: Predictions
) -> dict[str, ReviewedRows]:
    fits = analysis.crossfits
    return {
        name: reviewed_rows(
            rows, name, column, analysis.models[name].counts, fits.of([name]) if fits else None
        )
        for name in names
    }


def _measures(
    analysis: Analysis, names: tuple[str, ...], request: MeasureRequest, rows: Predictions
) -> list[ModelMeasures]:
    return measure_models(rows, analysis, names, request)


def _calibration(analysis: Analysis, name: str, rows: Predictions) -> Calibration:
    return calibration(rows, analysis, name)


def _recalibration(name: str, rows: Predictions) -> Recalibration:
    return whole_recalibration(rows.labelled or rows, name)


def _combination_points(how: Combination, seed: int, rows: Predictions) -> CombinationPoints:
    return combination_points(rows.labelled or rows, how, seed=seed)


def _per_case_policies(
    analysis: Analysis,
    names: tuple[str, ...],
    point: OperatingPoint,
    score_prior: float | None,
    rows: Predictions,
) -> list[PerCasePolicy | None]:
    return [per_case_policy(rows, analysis, name, point, score_prior) for name in names]


def _score_difference(
    analysis: Analysis, a: str, b: str, request: MeasureRequest, rows: Predictions
) -> NetBenefit:
    t, prior = request.options.shown_probabilities, request.point.prior
    return score_difference(rows, analysis, a, b, t, prior)


def _all_folds(rows: Predictions) -> list[Folds]:
    return all_folds(rows.evaluation_part)


def _one_vs_rest(
    level: float,
    n_replicates: int,
    seed: int,
    describe: Callable[[DerivedResults], dict[str, Any]],
    rows: Predictions,
) -> list[dict[str, Any]]:
    def analysed(rows: Predictions) -> Analysis:
        return analyse(rows, level=level, n_replicates=n_replicates, seed=seed)

    samples = other_problems(rows).values()
    return [describe(DerivedResults.in_memory(rows, analysed(rows))) for rows in samples]


def _class_areas(rows: Predictions) -> tuple[dict[str, Any], ...]:
    return tuple(asdict(area) for area in multiclass(rows.classes)) if rows.classes else ()
