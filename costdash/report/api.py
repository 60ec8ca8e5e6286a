"""The options of `costdash analyse` and `costdash report`, and `summarise`, the same from Python.

The command line reads its options into `Options`; both then call only `Options.request`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from inspect import cleandoc
from typing import Any

from costdash.core import Analysis, OperatingPoint, analyse
from costdash.core.analysis.analyse import default_conditions
from costdash.core.analysis.review import PER_CASE
from costdash.core.choose.criteria import CRITERIA, Criterion, option_name, value_fields
from costdash.core.combine.combination import Combination
from costdash.core.combine.combination_scores import with_combination
from costdash.core.compare.carried_over import By
from costdash.core.compare.label_value import LabelOptions
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.intervals import Imprecise
from costdash.core.conditions.review import ReviewTerms
from costdash.core.folds.gold_labels import StatedJudge
from costdash.core.measures.model_measures import MeasureOptions
from costdash.core.probabilities.recalibration import with_recalibrated
from costdash.core.sample.predictions import ScoredRows
from costdash.core.sample.row_costs import CostTotals
from costdash.core.segments.segment_costs import SegmentRequest
from costdash.core.types import Interval
from costdash.figures import View
from costdash.report.csv.catalog import named_csv
from costdash.report.derived import DerivedResults
from costdash.report.html.notebook import notebook_html
from costdash.report.html.page import report_html
from costdash.report.json.contract import PCFS, report_fields
from costdash.report.options.keywords import keywords, numpydoc
from costdash.report.options.table import RANGES, OptionValues
from costdash.report.options.values import parse_day, period, share_of_cases
from costdash.report.report import Heading, PairOptions, Report, Source, labels_of_rows
from costdash.report.request import (
    Request,
    check_model,
    combinings,
    in_file_order,
    named_threshold,
    operating_point,
    pcf_distribution,
    ranges_of_areas,
    read_criterion,
    threshold_probabilities,
    typed_ranges_of,
    with_sources,
    within_range,
)
from costdash.report.sentences.amounts import CaseUnit, Currency
from costdash.report.tables.multiclass import class_tables
from costdash.report.tables.scenarios import Scenario
from costdash.report.terminal import plain_text
from costdash.typed import CaseRate


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(OptionValues):
    """What the options mean for an analysis."""

    @property
    def models_together(self) -> tuple[str, ...] | None:
        """The models that need complete rows: shown, compared, or with a threshold in use."""
        if not self.show:
            return None
        two, more = (*(self.combine or ()), *(self.mix or ())), self.chain
        shown = with_sources(self.show, two, self.recalibrate, self.repair, more)
        shown += [name for name in (self.reviewer_column, self.carry_to) if name]
        rules = (self.today, self.chosen, self.criterion_values.get("threshold"))
        compared = [name for pair in self.pairs or () for name in pair]
        return (*shown, *(threshold[0] for threshold in rules if threshold), *compared)

    @property
    def reviewer_column(self) -> str:
        """The column of a reviewer's verdicts; "" without one."""
        return self.reviewer if isinstance(self.reviewer, str) else ""

    def _carry(self, analysis: Analysis) -> tuple[str, By] | None:
        if self.carry_to is None or self.today is None:
            return None
        check_model(self.carry_to, analysis)
        return self.carry_to, "found" if self.carry_by == "found" else "alerts"

    def _today_look(self, analysis: Analysis) -> float | None:
        """The lower threshold of today's rule, which must not be above its threshold."""
        if self.today_look is None or self.today is None:
            return None
        if self.today_look > self.today[1]:
            raise ValueError(
                f"--today-look must be at most the threshold of --today, {self.today[1]:g}: cases "
                f"from there on are flagged without a look, got {self.today_look:g}"
            )
        return self.today_look

    def _review(self, analysis: Analysis) -> ReviewTerms | None:
        """The review, which needs the same costs for every case."""
        if self.review is None:
            return None
        if analysis.costs is not None:
            raise ValueError(PER_CASE)
        if self.reviewer_column:
            check_model(self.reviewer_column, analysis)
        shares = (1.0, 1.0) if isinstance(self.reviewer, str) else self.reviewer or (1.0, 1.0)
        return ReviewTerms(self.review, *shares, self.reviewer_column, self.review_capacity)

    @property
    def case_unit(self) -> CaseUnit | None:
        """The number of cases that amounts are for; None: chosen by the prior."""
        if self.cases:
            return CaseUnit.per_period(self.cases)
        return CaseUnit(self.per) if self.per else None

    @property
    def prior_is_estimated(self) -> bool:
        """Whether the prior is an estimate: the file's prior is, a typed prior or range is not."""
        if self.known_prior or self.estimated_prior:
            return self.estimated_prior
        return self.prior is None and self.prior_range is None

    def request(self, analysis: Analysis) -> Request:
        """The request. Raises ValueError for a model that the analysis does not have."""
        matrix, point = self._matrix, self._point(analysis.file_prevalence, analysis.costs)
        ranges = self._ranges(point)
        weighting = pcf_distribution(*self.beta) if self.beta else point if self.likely else None
        if ranges is not None:
            point = ranges.mean_point(weighting)
        criterion = self._criterion(self.criterion, point, analysis, ranges)
        limits = (self._criterion(key, point, analysis) for key in self._typed_limits())
        return Request(
            point=point,
            view=replace(self._view(criterion, analysis), ranges=ranges),
            crossfit=not self.same_rows and analysis.hold_out is None,
            fall_back=not self.crossfit,
            weighting=weighting,
            further_criteria=tuple(limit for limit in limits if limit and limit != criterion),
            scenarios=self._scenarios(),
            matrix=matrix,
            currency=Currency.of(self.currency, self.case_unit),
            compare=self._compared(analysis),
            measure_options=self._measure_options(),
            labels=self._labels(),
            trained_for=self._trained_for(analysis),
            combinations=self._combinations(point),
            segment=self._segment(),
            judge=StatedJudge(*self.judge) if self.judge else None,
        )

    def _segment(self) -> SegmentRequest | None:
        """By which column the cost is divided."""
        if self.segment is None:
            return None
        until = None if self.labels_until is None else parse_day(self.labels_until)
        by: Any = None if self.segment_by is None else period(self.segment_by)
        return SegmentRequest(self.segment, self.segments, by, until)

    def _combinations(self, point: OperatingPoint) -> tuple[Combination, ...]:
        more = self.mix or (), self.chain or ()
        return combinings(self.combine or (), self.repair or (), point, *more)

    def _trained_for(self, analysis: Analysis) -> tuple[tuple[str, float], ...]:
        """Models and the PC(+) that they were trained for."""
        trained = tuple((name, float(pcf)) for name, pcf in self.trained_for or ())
        for name, _ in trained:
            check_model(name, analysis)
        return trained

    def _measure_options(self) -> MeasureOptions:
        """The measures of each model besides costs."""
        return MeasureOptions(
            threshold_probabilities=threshold_probabilities(self.threshold_probability),
            recalibrated=tuple(dict.fromkeys(self.recalibrate or ())),
            **ranges_of_areas(self.partial_fpr, self.partial_tpr),
        )

    def _labels(self) -> LabelOptions:
        """What is asked about more labels. Raises ValueError for a price without cases."""
        if self.label_price is not None and self.cases is None:
            raise ValueError("label_price needs cases, the cases of a month")
        return LabelOptions(
            price=self.label_price,
            months=self.months,
            effect=self.detect,
            power=self.power,
            audit=self.audit,
        )

    @property
    def method(self) -> dict[str, Any]:
        """How `analyse` resamples."""
        return {"level": self.level, "n_replicates": self.n_replicates, "seed": self.seed}

    def prepared(self, scored: ScoredRows) -> ScoredRows:
        """Rows with recalibrated models and combinations. Raises ValueError for other models."""
        for name in dict.fromkeys(self.recalibrate or ()):
            scored = with_recalibrated(scored, name, seed=self.seed)
        if any((self.combine, self.repair, self.mix, self.chain)):
            point = self._point(*default_conditions(scored, self.models_together))
            for how in self._combinations(point):
                scored = with_combination(scored, how, seed=self.seed)
        return scored

    def _view(self, criterion: Criterion | None, analysis: Analysis) -> View:
        return View(
            models=self._shown(analysis),
            level=self.level if self.bands else 0.0,
            today=named_threshold(self.today, analysis),
            today_text=f"{self.today[1]:.15g}" if self.today else "",
            today_look=self._today_look(analysis),
            trial=named_threshold(self.chosen, analysis),
            lines=self.lines,
            roc_whole=self.roc_whole,
            score_driven=self.score_prior is not None,
            score_prior=self.score_prior,
            criterion=criterion,
            estimated_prior=self.prior_is_estimated,
            review=self._review(analysis),
            carry=self._carry(analysis),
        )

    @property
    def _matrix(self) -> CostMatrix | None:
        return CostMatrix(*map(float, self.matrix)) if self.matrix else None

    def _point(self, prevalence: float, costs: CostTotals | None) -> OperatingPoint:
        """As given; a value known only as a range is the default or lies inside the range.

        Default costs are 1, or the mean costs where they differ from case to case.
        """

        def value(name: str, default: float) -> float:
            given, ends = getattr(self, name), getattr(self, f"{name}_range")
            return within_range(default, ends) if given is None else float(given)

        prior = value("prior", prevalence)
        if matrix := self._matrix:
            return operating_point(prior, matrix.cost_fn, matrix.cost_fp)
        mean_fn, mean_fp = (costs.mean_fn, costs.mean_fp) if costs else (1.0, 1.0)
        return operating_point(prior, value("cost_fn", mean_fn), value("cost_fp", mean_fp))

    def _ranges(self, point: OperatingPoint) -> Imprecise | None:
        """A value without a range is known exactly."""
        given = {name: getattr(self, f"{name}_range") for name in RANGES}
        if not any(given.values()):
            return None

        def ends(name: str) -> Interval:
            exact = getattr(point, name)
            low, high = given[name] or (exact, exact)
            return float(low), float(high)

        return typed_ranges_of(*map(ends, RANGES))

    def _typed_limits(self) -> list[str]:
        """Keys of the criteria with a single value for which the value is given."""
        return [
            key
            for key, entry in CRITERIA.items()
            if len(value_fields(key)) == 1
            and self.criterion_values.get(option_name(key, entry.fields[0])) is not None
        ]

    def _criterion(
        self,
        key: str,
        point: OperatingPoint,
        analysis: Analysis,
        ranges: Imprecise | None = None,
    ) -> Criterion | None:
        if key not in CRITERIA:
            raise ValueError(f"criterion must be one of {', '.join(CRITERIA)}, got {key}")
        if CRITERIA[key].ranged and ranges is None:
            raise ValueError(f"criterion {key} needs a range, such as --prior-range")
        values: dict[str, object] = {"ranges": ranges}
        names = value_fields(key)
        for criterion_field in CRITERIA[key].fields:
            option = option_name(key, criterion_field)
            given = self.criterion_values.get(option)
            if criterion_field.kind is bool:
                values[criterion_field.name] = bool(given)
            elif given is None:
                raise ValueError(f"criterion {key} needs {option}")
            elif criterion_field.of_cases:
                values[criterion_field.name] = self._share_of_cases(given, option)
            else:
                values[criterion_field.name] = (
                    given[names.index(criterion_field.name)] if len(names) > 1 else given
                )
        if "model" in values:
            check_model(str(values["model"]), analysis)
        return read_criterion(key, values, point, analysis)

    def _share_of_cases(self, given: float | str | CaseRate, option: str) -> float:
        """A limit as a share of all cases. Raises ValueError if the month is not known."""
        limit = share_of_cases(given) if isinstance(given, str) else given
        if not isinstance(limit, CaseRate):
            return limit
        if not self.cases:
            raise ValueError(f"{option} a day or a month needs cases, the cases of a month")
        return min(1.0, limit.share_of(self.cases))

    def _scenarios(self) -> tuple[Scenario, ...]:
        if self.scenarios is None:
            return ()
        return tuple(
            Scenario(name, operating_point(*map(float, values))) for name, *values in self.scenarios
        )

    def _shown(self, analysis: Analysis) -> tuple[str, ...]:
        for name in self.show or ():
            check_model(name, analysis)
        every = [name for name in analysis.models if name != self.reviewer_column]
        return in_file_order(every if self.show is None else self.show, analysis)

    def _compared(self, analysis: Analysis) -> PairOptions:
        for a, b in self.pairs or ():
            check_model(a, analysis)
            check_model(b, analysis)
            if a == b:
                raise ValueError(f"A pair needs two models, got {a} twice.")
        return PairOptions(
            pairs=tuple((a, b) for a, b in self.pairs) if self.pairs else None,
            margin=self.margin,
            whole_curve=self.whole_curve,
            holm=self.holm,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Summary:
    """What `summarise` returns: the decision and all that belongs to it, in four forms.

    Examples
    --------
    >>> import costdash
    >>> rows = costdash.Predictions(is_positive=[1, 1, 0, 0] * 9, scores={"rf": list(range(36))})
    >>> summary = costdash.summarise(rows, prior=0.2, n_replicates=100)
    >>> summary.csv("models").splitlines()[0][:9]
    'model,auc'
    """

    report: Report
    pcfs: Sequence[float] = PCFS

    def fields(self) -> dict[str, Any]:
        """The fields of `costdash analyse --json`."""
        return report_fields(self.report, self.pcfs)

    def text(self) -> str:
        """The text of `costdash analyse`."""
        return plain_text(self.report, class_tables(self.report.source.multiclass))

    def html(self) -> str:
        """The page of `costdash report`."""
        return report_html(self.report)

    def _repr_html_(self) -> str:
        """The report, in a notebook."""
        return notebook_html(self.report)

    def csv(self, table: str) -> str:
        """A table or curve as by `costdash analyse --csv`. Raises ValueError if it is empty."""
        return named_csv(self.report, table)


def summarise(scored: ScoredRows, **options: Any) -> Summary:
    """Everything that the command line and the page report on a data set at given conditions.

    Parameters
    ----------
    scored : ScoredRows
        Labels and scores, such as `read_predictions` returns.
    **options
        The fields of `OptionValues`: the options of the command line as keywords.

    Returns
    -------
    Summary
        With methods `fields` (the JSON), `text`, `html` and `csv`.

    Raises
    ------
    TypeError
        For an option that does not exist.
    ValueError
        For a value out of bounds, or a model that the data do not have.

    Examples
    --------
    >>> import costdash
    >>> rows = costdash.Predictions(is_positive=[1, 1, 0, 0] * 9, scores={"rf": list(range(36))})
    >>> summary = costdash.summarise(
    ...     rows, prior_range=(0.1, 0.4), criterion="fpr", max_fpr=0.2, n_replicates=100
    ... )
    >>> found = summary.fields()
    >>> found["criterion"]["name"], found["criterion"]["chosen"]["fpr"] <= 0.2
    ('fpr', True)
    >>> found["ranges"]["segments"][0]["low"]
    0.1
    """
    given = options_of_keywords(options)
    scored = given.prepared(scored)
    analysis = analyse(scored, given.models_together, **given.method)
    derived = DerivedResults.in_memory(scored.complete(given.models_together), analysis)
    source = Source(name="", multiclass=derived.class_areas(), labels=labels_of_rows(scored))
    heading = Heading(given.title, given.note)
    report = given.request(analysis).report(derived, source, heading=heading)
    return Summary(report, PCFS if given.pcfs is None else given.pcfs)


if summarise.__doc__:
    _head, _entry, _rest = cleandoc(summarise.__doc__).partition("**options\n")
    summarise.__doc__ = f"{_head}{numpydoc()}\n{_rest.partition(chr(10))[2]}"


def options_of_keywords(given: Mapping[str, Any]) -> Options:
    """Options from keywords; a criterion's by `option_name`.

    Raises TypeError for unknown names.
    """
    names = {name for name, *_ in keywords()}
    if unknown := given.keys() - names:
        listed = ", ".join(sorted(names))
        raise TypeError(f"There is no option {min(unknown)}. The options are {listed}.")
    plain = {entry.name for entry in fields(OptionValues)}
    return Options(
        **{name: value for name, value in given.items() if name in plain},
        criterion_values={name: value for name, value in given.items() if name not in plain},
    )
