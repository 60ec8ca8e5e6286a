"""Report: everything shown about a data set at an operating point, and its source.

html, csv and json write a report to files; each part is computed when it is first read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from hashlib import file_digest
from itertools import combinations
from os import PathLike
from typing import Any

from costdash.core import Analysis, OperatingPoint
from costdash.core.analysis.audit_plan import AuditPlan
from costdash.core.analysis.blind_bounds import BlindBounds
from costdash.core.analysis.stated_labels import StatedCost
from costdash.core.choose.criteria import Criterion
from costdash.core.combine.combination import Combination
from costdash.core.compare.carried_over import CarriedOver
from costdash.core.compare.cheapest_model import CheapestModel
from costdash.core.compare.comparison import MAX_MODELS, Comparison
from costdash.core.compare.expected_regret import Saving
from costdash.core.compare.label_value import USUAL_LABELS, LabelOptions, LabelValue, MoreLabels
from costdash.core.compare.multiple_testing import PairTests, holm_level, pair_tests
from costdash.core.compare.non_inferiority import (
    NonInferiority,
    non_inferiority,
    non_inferiority_by_band,
    pcfs_within,
)
from costdash.core.compare.sample_size import PairQuestion, RowsToDetect
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.intervals import Imprecise, RangeWeighting
from costdash.core.conditions.operating_point import conditions_at
from costdash.core.folds.crossfit import CrossFits
from costdash.core.folds.folds import Folds
from costdash.core.folds.gold_labels import GoldCost, StatedJudge
from costdash.core.measures.model_measures import (
    USUAL_MEASURES,
    MeasureOptions,
    MeasureRequest,
    ModelMeasures,
)
from costdash.core.sample.predictions import ScoredRows
from costdash.core.segments.segment_costs import SegmentCosts, SegmentRequest
from costdash.figures import Scene, View, make_scene
from costdash.figures.view import Unit
from costdash.intake.rows.gold import gold_fields
from costdash.intake.rows.verification import verification_fields
from costdash.report.derived import DerivedResults
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.report.sentences.blank_labels import blind_sentence, without_bounds
from costdash.report.sentences.gold import gold_sentence, stated_sentence
from costdash.report.summary import (
    NO_CERTAINTY,
    Certainty,
    DecisionSummary,
    blind_bounds_of,
    certainty,
    cheapest_of,
    gold_cost_of,
    limit_price_of,
    saving_over_today,
    shows_zone,
    stated_cost_of,
    summarise,
    with_rivals,
    with_stated,
)
from costdash.report.tables.ranking import Ranking, rank_over_ranges
from costdash.report.tables.scenarios import (
    Scenario,
    ScenarioRow,
    ScenarioRules,
    scenario_amounts,
    scenario_rows,
    scenarios_table,
)
from costdash.report.tables.table import Table

LABEL_DETAILS = ("blanks", "verification", "gold")  # of a sample, about its labels
MOST_COMPARED = 4  # models: the most with all pairs drawn
ONLY_LEAST_COST = (
    "segments divide the cost of the rule of least expected cost: leave out the limit, or the "
    "other criterion, by which the rule is chosen now"
)
FEWEST_TESTS = 2  # a single test needs no correction for multiple testing


def fingerprint(path: str | PathLike[str]) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    with open(path, "rb") as file:
        return file_digest(file, "sha256").hexdigest()


def labels_of_rows(rows: ScoredRows) -> dict[str, Any]:
    """What is said about the labels of rows, without what only their file knows."""
    return {**verification_fields(rows.verification), **gold_fields(rows.gold)}


@dataclass(frozen=True, slots=True)
class Source:
    """The file behind the numbers: its name, its SHA-256 if known, and how it was read.

    positive: the value of the label that counts as positive. messages: notes on the file.
    multiclass: the areas of each model that scores all classes of a label with more than two.
    table: of rows in a table, how an engine counted them: the fields of `data` in the JSON.
    matrices: the models for which the file holds four counts and no scores.
    negated: whether the scores of a negated model are 1 - the column, else they are its negative.
    labels: what is said about labels, the fields of LABEL_DETAILS of `data` in the JSON, where
    there are any. prior_estimate: what recent scores say.
    """

    name: str
    fingerprint: str | None = None
    rows_read: int | None = None
    label: str = ""
    positive: str = ""
    messages: tuple[str, ...] = ()
    multiclass: tuple[dict[str, Any], ...] = ()
    table: Mapping[str, Any] | None = None
    matrices: tuple[str, ...] = ()
    negated: Mapping[str, bool] = field(default_factory=dict)
    labels: Mapping[str, Any] = field(default_factory=dict)
    prior_estimate: Mapping[str, Any] | None = None

    @classmethod
    def of_details(cls, name: str, details: Mapping[str, Any], **more: Any) -> "Source":
        """From the details that the intake gives with the rows."""
        labels = {key: details[key] for key in LABEL_DETAILS if key in details}
        values = {
            "rows_read": details.get("rows_read"),
            "label": details.get("label") or "",
            "positive": details.get("positive") or "",
            "multiclass": tuple(details.get("multiclass", ())),
            "table": details.get("table"),
            "negated": details.get("negated", {}),
            "matrices": tuple(name for name, *_ in details.get("matrices", ())),
            "labels": labels,
            "prior_estimate": details.get("prior_estimate"),
        }
        return cls(name=name, **values | more)


@dataclass(frozen=True, slots=True)
class Heading:
    """What whoever makes a report writes on its first page; empty: left out."""

    title: str = ""
    note: str = ""
    day: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairOptions:
    """Which pairs of models are compared, and by which bands.

    pairs: None for all pairs of the models shown, unless those are many. margin: of nec, by which
    the first model may be worse; None to skip this test. whole_curve: take limits from the band of
    the whole curve; in any case it decides what is beyond chance along PC(+). holm: bands at
    Holm's stricter levels, if there are several pairs.
    """

    pairs: tuple[tuple[str, str], ...] | None = None
    margin: float | None = None
    whole_curve: bool = False
    holm: bool = False


ALL_PAIRS = PairOptions()


def axis_unit(point: OperatingPoint, currency: Currency) -> Unit:
    """The unit of the amounts on the figures' axes."""
    amounts = Amounts.at(point, currency)
    if amounts.mistakes:
        return Unit(amounts.cases, amounts.case_unit.words, "", noun="Errors")
    return Unit(
        amounts.cases, amounts.case_unit.words, currency.symbol, currency.after, currency.group
    )


def measure_request(
    point: OperatingPoint,
    options: MeasureOptions,
    score_prior: float | None,
    ranges: Imprecise | None,
) -> MeasureRequest:
    """The measures of each model. A range of costs means a range of the threshold probability."""
    costs = None
    if ranges is not None and ranges.cost_ratio[0] < ranges.cost_ratio[1]:
        low, high = ranges.cost_ratio
        costs = 1 / (1 + high), 1 / (1 + low)
    return MeasureRequest(point=point, options=options, score_prior=score_prior, cost_range=costs)


@dataclass(frozen=True, kw_only=True, eq=False)
class Report:
    """A data set at one operating point, as one view shows it.

    derived: without it, comparisons, folds and the ranking are left out. matrix, cases: the cost
    matrix that `point` comes from, and the number of cases per month for its costs. weighting:
    whether `point` is the most likely value within the ranges (False: all values are equally
    likely), or the distribution of pcf. further_criteria: reported after the decision. compare:
    which models are compared, and how. measure_options: net benefit and more, in the JSON.
    labels: what more labels are worth. trained_for: the PC(+) that models were trained for, in
    the JSON. combinations: further models. heading: only the HTML file shows it.
    segment: by which column the cost is divided. shown_segment: of it, the segment whose curve
    stands beside everybody's in tables of points. judge: stated error rates of the judge who gave
    the labels.
    """

    analysis: Analysis
    point: OperatingPoint
    source: Source
    view: View
    derived: DerivedResults | None = None
    matrix: CostMatrix | None = None
    cases: float | None = None
    weighting: RangeWeighting = None
    further_criteria: tuple[Criterion, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    currency: Currency = DOLLAR
    compare: PairOptions = ALL_PAIRS
    measure_options: MeasureOptions = USUAL_MEASURES
    labels: LabelOptions = USUAL_LABELS
    trained_for: tuple[tuple[str, float], ...] = ()
    combinations: tuple[Combination, ...] = ()
    heading: Heading = Heading()
    segment: SegmentRequest | None = None
    shown_segment: str | None = None
    judge: StatedJudge | None = None

    @property
    def shown(self) -> tuple[str, ...]:
        """The models that are shown."""
        return self.view.models

    @property
    def level(self) -> float:
        """The confidence level, also of intervals that remain if the view has no bands."""
        return self.view.level or self.analysis.level

    @cached_property
    def scene(self) -> Scene:
        """The scene behind the figures and the sentences."""
        return with_stated(self._plain_scene, self.stated_cost)

    @cached_property
    def _plain_scene(self) -> Scene:
        """The scene without a curve over everybody's."""
        scene = make_scene(self.analysis, self.point, self.view)
        return with_rivals(scene, self.derived) if self.derived else scene

    @cached_property
    def scene_with_segment(self) -> Scene:
        """The scene with the curve of the segment that is shown, if there is one."""
        scene, model, derived = self.scene, self.scene.recommended_model, self.derived
        if not (self.segment and self.shown_segment and model and derived):
            return scene
        return replace(
            scene, segment=derived.segment_curve(model, self.segment, self.shown_segment)
        )

    @cached_property
    def summary(self) -> DecisionSummary:
        """The decision, and all that is shown beside it."""
        matrix_and_cases = self.matrix, self.cases
        over_today = saving_over_today(self.derived, self.scene) if self.derived else None
        more = over_today, self.weighting, self.limit_price
        return summarise(self.scene, self.currency, matrix_and_cases, *more)

    @property
    def decision_currency(self) -> Currency:
        """The currency, with amounts for as many cases as those of the decision."""
        return replace(self.currency, case_unit=Amounts.at(self.point, self.currency).case_unit)

    @cached_property
    def limit_price(self) -> Saving | None:
        """What the limit in force costs per case, with its interval; None if there is none."""
        return limit_price_of(self.derived, self.scene) if self.derived else None

    @cached_property
    def certainty(self) -> Certainty:
        """How sure the decision is; empty without `derived`, and for a review zone."""
        if self.derived is None or self.summary.recommended.zone is not None:
            return NO_CERTAINTY  # it is of one threshold
        return certainty(self.derived, self.scene, self.currency)

    @cached_property
    def blind_bounds(self) -> BlindBounds | None:
        """What rows that nobody looked at leave open; None if there are none.

        None for a review zone too, which has no bounds.
        """
        if not self.has_blind_rows or self.derived is None or not self.shown:
            return None
        return blind_bounds_of(self.derived, self.scene)

    @property
    def has_blind_rows(self) -> bool:
        """Whether there are rows that nobody looked at."""
        return bool(self.source.labels.get("verification", {}).get("blind"))

    @property
    def unsettled(self) -> str:
        """Why rows that nobody looked at leave the rule open; "" if it is the same with them."""
        if not self.has_blind_rows or not self.shown:
            return ""
        if shows_zone(self.scene):
            return without_bounds(self.source.labels["verification"]["blind"]["rows"])
        bounds = self.blind_bounds
        if bounds is None or bounds.settled:
            return ""
        return blind_sentence(bounds, Amounts.at(self.point, self.currency))

    @cached_property
    def gold_cost(self) -> GoldCost | str | None:
        """What the rule costs where people checked some labels of a judge, or why not.

        None if no column says what they found.
        """
        if self.derived is None or "gold" not in self.source.labels:
            return None
        return gold_cost_of(self.derived, self.scene, self.summary)

    @cached_property
    def stated_cost(self) -> StatedCost | str | None:
        """What follows from stated error rates of a judge, or why they cannot be; None without."""
        return stated_cost_of(self.judge, self._plain_scene)

    @property
    def labels_of_judge(self) -> tuple[str, ...]:
        """What checked labels say, and what stated error rates of a judge mean."""
        amounts, sentences = Amounts.at(self.point, self.currency), []
        if self.gold_cost is not None:
            sentences.append(gold_sentence(self.gold_cost, self.level, amounts))
        if self.stated_cost is not None:
            sentences.append(stated_sentence(self.stated_cost, self.currency))
        return tuple(sentences)

    @property
    def messages(self) -> tuple[str, ...]:
        """Notes on the file, and on labels of a judge."""
        return (*self.source.messages, *self.labels_of_judge)

    @cached_property
    def carried(self) -> CarriedOver | None:
        """Today's rule carried over to another model, if the view asks for it."""
        view, derived = self.view, self.derived
        if view.carry is None or view.today is None or derived is None:
            return None
        name, index = view.today
        rule = name, float(self.analysis.models[name].counts.threshold[index])
        return derived.carried_over(rule, *view.carry, self.point.prior, self.level)

    @cached_property
    def audit_plan(self) -> AuditPlan | None:
        """Which rows to label next, if that is asked. Raises ValueError without groups of rows."""
        labels, best = self.labels.audit, self.scene.decision.best
        if self.derived is None or labels is None:
            return None
        if not self.source.labels.get("verification", {}).get("strata"):
            raise ValueError(
                "an audit plan needs groups of rows within which labels are a random sample: "
                "name them with --verified-within COL or --verified-by MODEL SCORE"
            )
        return self.derived.audit_plan(self.analysis, best, self.point, labels)

    @property
    def all_scenarios(self) -> tuple[Scenario, ...]:
        """The present conditions, then the saved scenarios."""
        return (Scenario("Now", self.point), *self.scenarios)

    @cached_property
    def scenario_rows(self) -> list[ScenarioRow]:
        """The rule of each of `all_scenarios`."""
        scene, view = self.scene, self.view
        today = None if view.today_look is not None else view.today
        rules = ScenarioRules(today, view.criterion, scene.decision)
        return scenario_rows(self.all_scenarios, scene.analysis, view.models, rules, self.currency)

    @property
    def scenarios_table(self) -> Table:
        """The scenarios side by side."""
        amounts = scenario_amounts(self.all_scenarios, self.currency)
        return scenarios_table(self.scenario_rows, amounts.case_unit.per)

    @cached_property
    def segment_costs(self) -> SegmentCosts | None:
        """The cost of the recommended rule by segment; None if no column is asked for.

        Raises ValueError if the rows cannot be divided by it, or a criterion other than least
        expected cost chooses the rule.
        """
        if self.segment is None or self.derived is None:
            return None
        if self.view.criterion is not None:
            raise ValueError(ONLY_LEAST_COST)
        return self.derived.segment_costs(self.analysis, self.point, self.shown, self.segment)

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """The comparison of each of the pairs."""
        comparisons = self.compared(self.pairs, (self.point.pcf,))
        if not self.compare.holm or len(comparisons) < FEWEST_TESTS:
            return comparisons
        levels = [
            holm_level(comparisons, comparison.a, comparison.b, self.level)
            for comparison in comparisons
        ]
        return self.compared(self.pairs, (self.point.pcf,), levels)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs to compare; none of more models than MOST_COMPARED, unless they are named."""
        if self.compare.pairs is not None:
            return self.compare.pairs
        return tuple(combinations(self.shown if len(self.shown) <= MOST_COMPARED else (), 2))

    def with_pairs_of_page(self) -> "Report":
        """The report with the pairs in the order of the tab Compare, unless they are named.

        The cheaper model comes first, so that its difference lies on the same side of zero in the
        file and on the page.
        """
        if self.compare.pairs is not None or not self.pairs:
            return self
        cost = {
            name: self.analysis.call_of(self.point, name, 0).expected_cost for name in self.shown
        }
        pairs = tuple(combinations(sorted(self.shown, key=cost.__getitem__), 2))
        return replace(self, compare=replace(self.compare, pairs=pairs))

    @cached_property
    def tested(self) -> list[Comparison]:
        """The pairs with reported tests: the compared pairs, or all of up to MAX_MODELS models."""
        if self.pairs or self.derived is None:
            return self.comparisons
        here = (self.point.pcf,)
        return self.derived.comparisons(self.shown, self.level, MAX_MODELS, here, self.crossfits)

    @cached_property
    def cheapest(self) -> CheapestModel | None:
        """How sure it is which model is the cheapest; None under another criterion."""
        if self.derived is None or self.scene.choice or not self.shown:
            return None
        return cheapest_of(self.derived, self.scene)

    @cached_property
    def pair_tests(self) -> list[PairTests]:
        """The tests of `tested`; those of the recommended model are a family by themselves."""
        tests = self.cheapest.tests if self.cheapest else {}
        return pair_tests(self.tested, self.point.pcf, tests)

    @cached_property
    def label_value(self) -> LabelValue | None:
        """What more labels are worth; None under another criterion and with too few rows."""
        if self.derived is None or self.scene.choice or not self.shown:
            return None
        return self.derived.label_value(self.scene.analysis, self.scene.decision, self.shown)

    @cached_property
    def labels_worth(self) -> tuple[MoreLabels | None, MoreLabels | None]:
        """The numbers of labels worth most after their price: of the file's mix, of the best."""
        price, value = self.labels.price, self.label_value
        if price is None or value is None or self.cases is None:
            return None, None
        cases = self.cases * self.labels.months
        return value.worth(price, cases), value.best_mix(price, cases)

    def to_detect(self, pair: tuple[str, str]) -> RowsToDetect | None:
        """How many rows show that one of two models is cheaper by the wanted share.

        None if they make the same calls, without a wanted share, and without `derived`.
        """
        effect, power = self.labels.effect, self.labels.power
        if self.derived is None or effect is None:
            return None
        question = PairQuestion(effect, power)
        return self.derived.rows_to_detect(self.scene.analysis, self.point, pair, question)

    def compared(
        self,
        pairs: Sequence[tuple[str, str]],
        pcfs: Sequence[float],
        levels: Sequence[float] | None = None,
    ) -> list[Comparison]:
        """The comparison of each pair, exact at `pcfs`; levels: of each band, if they differ."""
        derived, fits = self.derived, self.crossfits
        if derived is None:
            return []
        return [
            derived.comparison(
                a, b, level, pcfs, fits and derived.crossfits_with(fits, (*self.shown, a, b))
            )
            for (a, b), level in zip(pairs, levels or [self.level] * len(pairs), strict=True)
        ]

    def gate(self, candidate: str, baseline: str, margin: float) -> NonInferiority:
        """Whether the candidate is shown to cost at most the share `margin` more than the baseline.

        At the point, or throughout the ranges. The level is one-sided here. Raises ValueError for
        a model against itself, for a negative margin, or without `derived`.
        """
        if candidate == baseline:
            raise ValueError(f"candidate and baseline must differ, both are {candidate}")
        pcfs, level = self._pcfs, 2 * self.level - 1
        (comparison,) = self.compared([(candidate, baseline)], pcfs, [level])
        if self.crossfits and comparison.band is not None:
            fits = self.crossfits.of([candidate]), self.crossfits.of([baseline])
            return non_inferiority(fits, pcfs, margin, self.level)
        costs = [self._nec_of(baseline, pcf) for pcf in pcfs]
        return non_inferiority_by_band(comparison, costs, pcfs, margin)

    def to_settle(self, candidate: str, baseline: str, margin: float) -> RowsToDetect | None:
        """How many rows show that the candidate is within the margin, if both cost the same.

        None over ranges, without a margin, and where both make the same calls.
        """
        if self.derived is None or self.view.ranges is not None:
            return None
        question = PairQuestion(margin, self.labels.power, is_margin=True)
        pair = candidate, baseline
        return self.derived.rows_to_detect(self.analysis, self.point, pair, question)

    @property
    def _pcfs(self) -> tuple[float, ...]:
        """PC(+) of the point, or values along the ranges."""
        if self.view.ranges is None:
            return (self.point.pcf,)
        return pcfs_within(self.view.ranges.pcf, self.point.pcf)

    def _nec_of(self, name: str, pcf: float) -> float:
        prior, _ = conditions_at(pcf, self.point)
        return self.analysis.call_of(replace(self.point, prior=prior), name).nec

    @cached_property
    def folds(self) -> list[Folds]:
        """The folds of each model shown."""
        folds = self.derived.folds() if self.derived else []
        return [model_folds for model_folds in folds if model_folds.name in self.shown]

    @property
    def crossfits(self) -> CrossFits | None:
        """The cross-fitted costs; None if the view does not show them."""
        return self.analysis.crossfits

    @cached_property
    def model_measures(self) -> list[ModelMeasures]:
        """Net benefit, calibration and the measures of each model shown."""
        return self.measures_of(self.shown)

    def measures_of(self, names: Sequence[str]) -> list[ModelMeasures]:
        """Net benefit, calibration and the measures of each of these models."""
        view = self.view
        request = measure_request(self.point, self.measure_options, view.score_prior, view.ranges)
        return self.derived.measures(names, request, self.crossfits) if self.derived else []

    @cached_property
    def ranking(self) -> Ranking | None:
        """The models by expected cost over the ranges; None without ranges."""
        ranges = self.view.ranges
        if self.derived is None or ranges is None or not self.shown:
            return None
        fits = self.crossfits
        return rank_over_ranges(self.derived, ranges, self.weighting, self.shown, self.level, fits)

    def place(self, name: str) -> int:
        """The model's place in the file, which determines its colour and dash."""
        return self.analysis.models[name].place
