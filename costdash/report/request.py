"""A parsed request: the questions of the page, the command line and links to an analysis.

The front ends (`cli/requests.py` and `web/stores/read.py`) only map their options and keys to the
functions and fields here, so that all of them read a request alike. Every function raises
ValueError that names the rule and the value.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from costdash.core import Analysis, OperatingPoint
from costdash.core.choose.criteria import CRITERIA, DEFAULT_CRITERION, Criterion
from costdash.core.combine.combination import (
    AND,
    CHAIN,
    MIX,
    OR,
    REPAIR,
    Combination,
    CombinationPoints,
)
from costdash.core.combine.combination_scores import repaired_name
from costdash.core.combine.parameter_selection import (
    ParameterSelection,
    parameter_selection,
    usual_point,
)
from costdash.core.compare.label_value import USUAL_LABELS, LabelOptions
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.distributions import Beta
from costdash.core.conditions.intervals import Imprecise, RangeWeighting
from costdash.core.folds.gold_labels import StatedJudge
from costdash.core.measures.fields.screening import check_range
from costdash.core.measures.model_measures import USUAL_MEASURES, MeasureOptions
from costdash.core.probabilities.recalibration import recalibrated_name
from costdash.core.segments.segment_costs import SegmentRequest
from costdash.core.types import Interval
from costdash.figures import FIRST_AXIS, PANEL_MODES, View
from costdash.report.derived import DerivedResults
from costdash.report.report import (
    ALL_PAIRS,
    Heading,
    PairOptions,
    Report,
    Source,
    axis_unit,
)
from costdash.report.sentences.amounts import DOLLAR, Currency
from costdash.report.tables.scenarios import Scenario
from costdash.wording import same_rows_warning

# Beyond these bounds products and ratios could leave the range of doubles.
SMALLEST_PRIOR, LARGEST_COST = 1e-15, 1e30
LARGEST_BETA = 1e6  # a and b of a Beta distribution; sharper distributions would take long

NamedRule = str | tuple[str, float]  # a model, or with its threshold
Threshold = tuple[str, int]  # a model, and the index of a threshold in its counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Operating point, view and amounts of an answer.

    crossfit: whether costs are cross-fitted. fall_back: whether rows that do not allow cross-
    fitting are evaluated on the same rows, with a message.
    compare: the pairs of models, and their bands.
    weighting: of the values in the ranges, of which `point` is then the mean.
    further_criteria: reported after the decision. matrix: the cost matrix that both costs come
    from. currency: also says for how many cases amounts are shown. labels: what more labels are
    worth. trained_for: models and the PC(+) that they were trained for, to choose by.
    combinations: models that are made of others. segment: by which column the cost is divided;
    shown_segment: the segment of it that the panels show. judge: stated error rates of the judge
    who gave the labels.
    """

    point: OperatingPoint
    view: View
    crossfit: bool = False
    fall_back: bool = False
    weighting: RangeWeighting = None
    further_criteria: tuple[Criterion, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    matrix: CostMatrix | None = None
    currency: Currency = DOLLAR
    compare: PairOptions = ALL_PAIRS
    measure_options: MeasureOptions = USUAL_MEASURES
    labels: LabelOptions = USUAL_LABELS
    trained_for: tuple[tuple[str, float], ...] = ()
    combinations: tuple[Combination, ...] = ()
    segment: SegmentRequest | None = None
    shown_segment: str | None = None
    judge: StatedJudge | None = None

    @property
    def cases(self) -> float | None:
        """Cases in a period, if amounts are shown for a period."""
        unit = self.currency.case_unit
        return unit.cases if unit and unit.period else None

    @property
    def shown_view(self) -> View:
        """The view that the figures and the report show, with the unit of its amounts."""
        return replace(self.view, unit=axis_unit(self.point, self.currency))

    def analysed(self, derived: DerivedResults) -> tuple[Analysis, str]:
        """The analysis, cross-fitted if the request asks for it, and why it is not ("" if it is).

        Raises ValueError if the rows do not allow cross-fitting, unless `fall_back`.
        """
        analysis, warning = derived.analysis, ""
        if self.crossfit and self.view.models:
            try:
                analysis = analysis.with_crossfits(derived.crossfits(self.view.models))
            except ValueError as error:
                if not self.fall_back:
                    raise
                warning = same_rows_warning(error)
        review = self.view.review
        if review is None or not review.column or not self.view.models:
            return analysis, warning
        return derived.with_verdicts(analysis, self.view.models, review.column), warning

    def by_training(self, analysis: Analysis) -> ParameterSelection | None:
        """Choosing the model that was trained for the nearest PC(+), if the models name theirs.

        Raises ValueError where it is not known how a model is used.
        """
        if not self.trained_for:
            return None
        trained = dict(self.trained_for)
        points = {name: usual_point(analysis.models[name]) for name in trained}
        return parameter_selection(points, trained)

    def _drawn_combinations(self, derived: DerivedResults) -> tuple[CombinationPoints, ...]:
        """The points of the combinations whose models are all shown."""
        on = set(self.shown_view.models)
        return tuple(
            derived.combination_points(how)
            for how in self.combinations
            if how.rule != REPAIR and {how.name, *how.models} <= on
        )

    def report(
        self,
        derived: DerivedResults,
        source: Source,
        pairs: tuple[tuple[str, str], ...] | None = None,
        heading: Heading | None = None,
    ) -> Report:
        """The report; `pairs` of models to compare replace those of the request.

        Raises ValueError if the rows do not allow cross-fitting, unless `fall_back`.
        """
        analysis, warning = self.analysed(derived)
        on_paper = {name for name in self.shown_view.modes if PANEL_MODES[name].keeps_places}
        if warning:
            source = replace(source, messages=(*source.messages, warning))
        return Report(
            analysis=analysis,
            point=self.point,
            source=source,
            view=replace(
                self.shown_view,
                cost_axis=FIRST_AXIS,
                modes=frozenset(on_paper),
                by_training=self.by_training(analysis) or self.shown_view.by_training,
                combinations=self._drawn_combinations(derived) or self.shown_view.combinations,
            ),
            derived=derived,
            matrix=self.matrix,
            cases=self.cases,
            weighting=self.weighting,
            further_criteria=self.further_criteria,
            scenarios=self.scenarios,
            currency=self.currency,
            compare=self.compare if pairs is None else replace(self.compare, pairs=pairs),
            measure_options=self.measure_options,
            labels=self.labels,
            trained_for=self.trained_for,
            combinations=self.combinations,
            heading=heading or Heading(),
            segment=self.segment,
            shown_segment=self.shown_segment,
            judge=self.judge,
        )


def operating_point(prior: float, cost_fn: float = 1.0, cost_fp: float = 1.0) -> OperatingPoint:
    """An operating point within the bounds in which doubles are safe."""
    if not SMALLEST_PRIOR <= prior <= 1 - SMALLEST_PRIOR:
        raise ValueError(
            f"prior must lie in [{SMALLEST_PRIOR:g}, 1 - {SMALLEST_PRIOR:g}], got {prior}"
        )
    for name, cost in (("cost_fn", cost_fn), ("cost_fp", cost_fp)):
        if not 1 / LARGEST_COST <= cost <= LARGEST_COST:
            bounds = f"[{1 / LARGEST_COST:g}, {LARGEST_COST:g}]"
            raise ValueError(f"{name} must lie in {bounds}, got {cost}")
    return OperatingPoint(prior, cost_fn, cost_fp)


def within_range(default: float, ends: Interval | None) -> float:
    """The default if it lies in the range, else the geometric mean of the range's ends."""
    if ends is None or ends[0] <= default <= ends[1]:
        return default
    return sqrt(ends[0] * ends[1])


def typed_ranges_of(prior: Interval, cost_fn: Interval, cost_fp: Interval) -> Imprecise:
    """Prior and costs that are only known as ranges."""
    for corner in zip(prior, cost_fn, cost_fp):
        operating_point(*corner)
    ranges = Imprecise(prior, cost_fn, cost_fp)
    if ranges.pcf[1] == 1:  # rounded: the odds would be infinite
        raise ValueError(f"PC(+) must stay below 1, got a prior up to {prior[1]}")
    return ranges


def pcf_distribution(a: float, b: float) -> Beta:
    """PC(+) distributed as Beta(a, b)."""
    if not max(a, b) <= LARGEST_BETA:
        raise ValueError(f"a and b must be at most {LARGEST_BETA:g}, got {a} and {b}")
    return Beta(a, b)


def matrix_of_point(matrix: CostMatrix, point: OperatingPoint) -> CostMatrix | None:
    """The matrix, unless the costs have been changed since they were taken from it."""
    same = (matrix.cost_fn, matrix.cost_fp) == (point.cost_fn, point.cost_fp)
    return matrix if same else None


def read_criterion(
    key: str, fields: Mapping[str, object], point: OperatingPoint, analysis: Analysis
) -> Criterion | None:
    """The criterion with this key in `CRITERIA` and these fields.

    None for least expected cost, if a field names a model that the analysis does not have, and for
    a criterion of ranges without ranges. Raises KeyError for an unknown key or a missing field.
    """
    if key == DEFAULT_CRITERION or (CRITERIA[key].ranged and fields.get("ranges") is None):
        return None
    criterion = CRITERIA[key].read(point, fields)
    model = getattr(criterion, "model", None)
    return criterion if model is None or model in analysis.models else None


def threshold_at(model: str, score: float, analysis: Analysis) -> Threshold:
    """The model's threshold that makes the same calls as score >= `score`."""
    return model, int(analysis.models[model].counts.index(score))


def in_file_order(names: Iterable[str], analysis: Analysis) -> tuple[str, ...]:
    """The models among `names` that the analysis has, in the order of the file."""
    wanted = set(names)
    return tuple(name for name in analysis.models if name in wanted)


def ranges_of_areas(
    fpr: Sequence[Interval] | None, tpr: Sequence[Interval] | None
) -> dict[str, tuple[Interval, ...]]:
    """Ranges of partial areas, by the names in MeasureOptions; the usual ranges if both are None.

    Raises ValueError unless each range rises within [0, 1].
    """
    if fpr is tpr is None:
        return {}
    given = {"partial_fpr": fpr, "partial_tpr": tpr}
    ranges = {
        name: tuple((float(low), float(high)) for low, high in some or ())
        for name, some in given.items()
    }
    for ends in (*ranges["partial_fpr"], *ranges["partial_tpr"]):
        check_range(*ends)
    return ranges


def threshold_probabilities(given: Sequence[float] | None) -> tuple[float, ...] | None:
    """As numbers. Raises ValueError outside [0, 1)."""
    for t in given or ():
        if not 0 <= float(t) < 1:
            raise ValueError(f"threshold_probability must lie in [0, 1), got {float(t)}")
    return None if given is None else tuple(map(float, given))


def combinings(
    combine: Sequence[tuple[str, str, NamedRule, NamedRule]],
    repair: Sequence[str],
    point: OperatingPoint,
    mix: Sequence[tuple[str, float, NamedRule, NamedRule]] = (),
    chain: Sequence[tuple[str, Sequence[str]]] = (),
) -> tuple[Combination, ...]:
    """Further models by AND, OR or a mixture of two, by chains, and repaired ones.

    Without thresholds, takes the cheapest at the point. Raises ValueError for invalid
    combinations.
    """
    combinations = []
    for name, how, *rules in combine:
        if how not in (AND, OR):
            raise ValueError(f"{name} combines two models with and or or, got {how}.")
        combinations.append(Combination(name, how, *_of_two(name, rules, point)))
    for name, share, *rules in mix:
        combinations.append(
            Combination(name, MIX, *_of_two(name, rules, point), share=float(share))
        )
    combinations += [Combination(name, CHAIN, tuple(models), point.pcf) for name, models in chain]
    repaired = dict.fromkeys(repair)
    return *combinations, *(Combination(repaired_name(name), REPAIR, (name,)) for name in repaired)


def with_sources(
    names: Sequence[str],
    combine: Sequence[tuple[str, object, NamedRule, NamedRule]] | None,
    recalibrate: Sequence[str] | None,
    repair: Sequence[str] | None,
    chain: Sequence[tuple[str, Sequence[str]]] | None = None,
) -> list[str]:
    """The named models, and their source models; combine: also mixtures."""
    parts_of = {
        name: [rule if isinstance(rule, str) else rule[0] for rule in rules]
        for name, _, *rules in combine or ()
    }
    parts_of |= {name: list(models) for name, models in chain or ()}
    parts_of |= {recalibrated_name(name): [name] for name in recalibrate or ()}
    parts_of |= {repaired_name(name): [name] for name in repair or ()}
    sources = list(names)
    for name in sources:  # the list grows in the loop, because a source may be a combination too
        sources += [source for source in parts_of.get(name, ()) if source not in sources]
    return sources


def _of_two(
    name: str, rules: Sequence[NamedRule], point: OperatingPoint
) -> tuple[tuple[str, ...], float, tuple[float, ...] | None]:
    """Both models, PC(+), and their thresholds, if both are given."""
    given = [rule for rule in rules if not isinstance(rule, str)]
    if len(given) == 1:
        raise ValueError(f"{name} needs a threshold of both models or of none, got one.")
    models = tuple(rule if isinstance(rule, str) else rule[0] for rule in rules)
    return models, point.pcf, tuple(float(threshold) for _, threshold in given) or None


def named_threshold(given: tuple[str, float] | None, analysis: Analysis) -> Threshold | None:
    """The threshold at a model's score. Raises ValueError for a model that does not exist."""
    if not given:
        return None
    model, value = given
    check_model(model, analysis)
    return threshold_at(model, value, analysis)


def check_model(name: str, analysis: Analysis) -> None:
    """Raises ValueError for a model that the analysis does not have."""
    if name not in analysis.models:
        names = ", ".join(analysis.models)
        raise ValueError(f"There is no model {name}. The file has {names}.")
