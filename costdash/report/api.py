"""The options of `costdash analyse` and `costdash report`, and `summarise`, the same from Python.

The command line reads its options into `Options`; both then call only `Options.request`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from costdash.core import Analysis, OperatingPoint, analyse
from costdash.core.choose.criteria import CRITERIA, Criterion, option_name, value_fields
from costdash.core.combine.combination import Combination
from costdash.core.combine.combination_scores import prevalence_and_costs, with_combination
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.intervals import Imprecise
from costdash.core.measures.model_measures import MeasureOptions
from costdash.core.probabilities.recalibration import with_recalibrated
from costdash.core.sample.predictions import ScoredRows
from costdash.core.sample.row_costs import CostTotals
from costdash.core.types import Interval
from costdash.figures import View
from costdash.report.csv.catalog import named_csv
from costdash.report.derived import DerivedResults
from costdash.report.html.notebook import notebook_html
from costdash.report.html.page import report_html
from costdash.report.json.contract import PCFS, report_fields
from costdash.report.report import Heading, PairOptions, Report, Source
from costdash.report.request import (
    NamedRule,
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

RANGES = ("prior", "cost_fn", "cost_fp")  # values that may be known as a range only
Score = tuple[str, float]  # a model and a score: the rule score >= that


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Conditions, criterion and view, as a user names them; None stands for the default.

    criterion_values: by the names of `option_name`. scenarios: (name, prior, cost_fn, cost_fp)
    each; None for the two examples. crossfit: an error where the rows do not allow it. The other
    fields are the options of the command line, and the parameters of `summarise`.
    """

    prior: float | None = None
    cost_fn: float | None = None
    cost_fp: float | None = None
    matrix: Sequence[float] | None = None
    estimated_prior: bool = False
    known_prior: bool = False
    prior_range: Interval | None = None
    cost_fn_range: Interval | None = None
    cost_fp_range: Interval | None = None
    likely: bool = False
    beta: tuple[float, float] | None = None
    criterion: str = "cost"
    criterion_values: Mapping[str, Any] = field(default_factory=dict)
    scenarios: Sequence[tuple[str, float, float, float]] | None = None
    today: Score | None = None
    chosen: Score | None = None
    show: Sequence[str] | None = None
    pairs: Sequence[tuple[str, str]] | None = None
    margin: float | None = None
    whole_curve: bool = False
    holm: bool = False
    level: float = 0.95
    bands: bool = True
    roc_whole: bool = False
    lines: bool = False
    score_prior: float | None = None
    crossfit: bool = False
    same_rows: bool = False
    per: float | None = None
    cases: float | None = None
    currency: str = "$"
    threshold_probability: Sequence[float] | None = None
    partial_fpr: Sequence[Interval] | None = None
    partial_tpr: Sequence[Interval] | None = None
    recalibrate: Sequence[str] | None = None
    combine: Sequence[tuple[str, str, NamedRule, NamedRule]] | None = None
    repair: Sequence[str] | None = None
    mix: Sequence[tuple[str, float, NamedRule, NamedRule]] | None = None
    chain: Sequence[tuple[str, Sequence[str]]] | None = None
    trained_for: Sequence[tuple[str, float]] | None = None

    @property
    def models_together(self) -> tuple[str, ...] | None:
        """The models that need complete rows: shown, compared, or with a threshold in use."""
        if not self.show:
            return None
        two, more = (*(self.combine or ()), *(self.mix or ())), self.chain
        shown = with_sources(self.show, two, self.recalibrate, self.repair, more)
        rules = (self.today, self.chosen, self.criterion_values.get("threshold"))
        compared = [name for pair in self.pairs or () for name in pair]
        return (*shown, *(threshold[0] for threshold in rules if threshold), *compared)

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
        criterion = self._criterion(self.criterion, point, analysis)
        limits = (self._criterion(key, point, analysis) for key in self._typed_limits())
        return Request(
            point=point,
            view=self._view(point, criterion, analysis),
            crossfit=not self.same_rows and analysis.hold_out is None,
            fall_back=not self.crossfit,
            weighting=pcf_distribution(*self.beta) if self.beta else self.likely,
            further_criteria=tuple(limit for limit in limits if limit and limit != criterion),
            scenarios=self._scenarios(),
            matrix=matrix,
            currency=Currency(self.currency, case_unit=self.case_unit),
            compare=self._compared(analysis),
            measure_options=self._measure_options(),
            trained_for=self._trained_for(analysis),
            combinations=self._combinations(point),
        )

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

    def prepared(self, scored: ScoredRows, seed: int) -> ScoredRows:
        """Rows with recalibrated models and combinations. Raises ValueError for other models."""
        for name in dict.fromkeys(self.recalibrate or ()):
            scored = with_recalibrated(scored, name, seed=seed)
        if any((self.combine, self.repair, self.mix, self.chain)):
            for how in self._combinations(self._point(*prevalence_and_costs(scored))):
                scored = with_combination(scored, how, seed=seed)
        return scored

    def _view(self, point: OperatingPoint, criterion: Criterion | None, analysis: Analysis) -> View:
        return View(
            models=self._shown(analysis),
            level=self.level if self.bands else 0.0,
            today=named_threshold(self.today, analysis),
            trial=named_threshold(self.chosen, analysis),
            lines=self.lines,
            roc_whole=self.roc_whole,
            score_driven=self.score_prior is not None,
            score_prior=self.score_prior,
            ranges=self._ranges(point),
            criterion=criterion,
            estimated_prior=self.prior_is_estimated,
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

    def _criterion(self, key: str, point: OperatingPoint, analysis: Analysis) -> Criterion | None:
        if key not in CRITERIA:
            raise ValueError(f"criterion must be one of {', '.join(CRITERIA)}, got {key}")
        values: dict[str, object] = {}
        names = value_fields(key)
        for criterion_field in CRITERIA[key].fields:
            option = option_name(key, criterion_field)
            given = self.criterion_values.get(option)
            if criterion_field.kind is bool:
                values[criterion_field.name] = bool(given)
            elif given is None:
                raise ValueError(f"criterion {key} needs {option}")
            else:
                values[criterion_field.name] = (
                    given[names.index(criterion_field.name)] if len(names) > 1 else given
                )
        if "model" in values:
            check_model(str(values["model"]), analysis)
        return read_criterion(key, values, point, analysis)

    def _scenarios(self) -> tuple[Scenario, ...]:
        if self.scenarios is None:
            return ()
        return tuple(
            Scenario(name, operating_point(*map(float, values))) for name, *values in self.scenarios
        )

    def _shown(self, analysis: Analysis) -> tuple[str, ...]:
        for name in self.show or ():
            check_model(name, analysis)
        return in_file_order(analysis.models if self.show is None else self.show, analysis)

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


def summarise(
    scored: ScoredRows,
    *,
    n_replicates: int = 2000,
    seed: int = 0,
    pcfs: Sequence[float] | None = None,
    title: str = "",
    note: str = "",
    **options: Any,
) -> Summary:
    """Everything that the command line and the page report on a data set at given conditions.

    Parameters
    ----------
    scored : ScoredRows
        Labels and scores, such as `read_predictions` returns.
    n_replicates, seed : int
        Of the bootstrap.
    pcfs : sequence of float, optional
        Values of PC(+) at which `Summary.fields` reports costs; by default 0, 0.05, ..., 1.
    title, note : str
        Title of `Summary.html`, and a note below it.
    **options
        The options of `costdash analyse` and `costdash report`, with underscores and numbers:
        prior, cost_fn, cost_fp, matrix (four costs), prior_range, cost_fn_range, cost_fp_range,
        likely, beta, criterion ("cost", "fpr", "tpr", "capacity", "error", "product" or
        "threshold") with max_fpr, sure, min_tpr, capacity or threshold=(model, score), scenarios
        (a list of (name, prior, cost_fn, cost_fp)), today and chosen (model, score), show (models;
        [] for none), pairs (of models), margin, whole_curve, holm, level, bands, roc_whole, lines,
        score_prior, same_rows, crossfit, estimated_prior, known_prior, per, cases, currency,
        threshold_probability (a list), partial_fpr and partial_tpr (lists of (low, high)),
        recalibrate (models; adds each again with probabilities fitted on other folds), combine (a
        list of (name, "and" or "or", model, model), each model by its name or as (name,
        threshold)), mix (a list of (name, share of the second, model, model), likewise), chain (a
        list of (name, models)), repair (models).

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
    given = _options(options)
    scored = given.prepared(scored, seed)
    analysis = analyse(
        scored, given.models_together, level=given.level, n_replicates=n_replicates, seed=seed
    )
    derived = DerivedResults.in_memory(scored.complete(given.models_together), analysis)
    source = Source(name="", multiclass=derived.class_areas())
    report = given.request(analysis).report(derived, source, heading=Heading(title, note))
    return Summary(report, PCFS if pcfs is None else pcfs)


def _options(given: Mapping[str, Any]) -> Options:
    """Options from keywords; a criterion's by `option_name`.

    Raises TypeError for unknown names.
    """
    options = {entry.name for entry in fields(Options)} - {"criterion_values"}
    values = {
        option_name(key, criterion_field)
        for key, entry in CRITERIA.items()
        for criterion_field in entry.fields
    }
    unknown = set(given) - options - values
    if unknown:
        names = ", ".join(sorted(options | values))
        raise TypeError(f"There is no option {min(unknown)}. The options are {names}.")
    plain = {name: value for name, value in given.items() if name in options}
    return Options(**plain, criterion_values={k: v for k, v in given.items() if k in values})
