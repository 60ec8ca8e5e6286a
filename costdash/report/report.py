"""What a report tells.

Where the numbers come from: the file, its fingerprint, and what was read of it.
"""

from dataclasses import dataclass, field
from functools import cached_property
from hashlib import file_digest
from itertools import combinations

from costdash.core import Analysis, OperatingPoint
from costdash.core.choose.criteria import Criterion
from costdash.core.compare.comparison import Comparison
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.distributions import Beta
from costdash.core.folds.crossfit import CrossFits
from costdash.core.folds.folds import Folds
from costdash.figures import Scene, View, make_scene
from costdash.report.derived import DerivedResults
from costdash.report.sentences.amounts import DOLLAR, Currency
from costdash.report.summary import DecisionSummary, summarise
from costdash.report.tables.ranking import Ranking, rank_over_ranges
from costdash.report.tables.scenarios import PROVOST_FAWCETT, Scenario, ScenarioRow, scenario_rows

MOST_COMPARED = 4  # models whose pairs are all told


def fingerprint(path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    with open(path, "rb") as file:
        return file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class Source:
    """A file by its shown name and SHA-256 (None where it is not known), and its reading.

    multiclass: areas of each model that scores all classes of a label with more than two.
    """

    name: str
    fingerprint: str | None = None
    rows_read: int | None = None
    label: str = ""
    positive: str = ""
    messages: tuple[str, ...] = ()
    multiclass: tuple[dict, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Report:
    """All that the page shows of a data set, a point and a view; its parts are made when read.

    rows: what needs them (pairs, folds, the ranking) is left out without. cases: in a month, told
    with the matrix that `point` comes from. likely: within the ranges `point` is the most likely
    value (else all are equally likely), or how PC(+) is distributed. beside: further criteria,
    told after the decision. pairs: of models to compare, by default all of those shown where they
    are few.
    """

    analysis: Analysis
    point: OperatingPoint
    source: Source
    view: View = field(default=None)
    derived: DerivedResults | None = None
    matrix: CostMatrix | None = None
    cases: float | None = None
    likely: bool | Beta = False
    further_criteria: tuple[Criterion, ...] = ()
    scenarios: tuple[Scenario, ...] = PROVOST_FAWCETT
    currency: Currency = DOLLAR
    pairs: tuple[tuple[str, str], ...] | None = None

    def __post_init__(self):
        if self.view is None:
            whole = View(models=tuple(self.analysis.models), level=self.analysis.level)
            object.__setattr__(self, "view", whole)

    @property
    def shown(self) -> tuple[str, ...]:
        return self.view.models

    @property
    def level(self) -> float:
        """Of the bands, and of what is never without one."""
        return self.view.level or self.analysis.level

    @cached_property
    def scene(self) -> Scene:
        return make_scene(self.analysis, self.point, self.view)

    @cached_property
    def summary(self) -> DecisionSummary:
        paid = self.matrix, self.cases
        return summarise(self.scene, self.currency, paid)

    @property
    def every_scenario(self) -> tuple[Scenario, ...]:
        """The conditions of now, and those that are kept."""
        return (Scenario("Now", self.point), *self.scenarios)

    @cached_property
    def scenario_rows(self) -> list[ScenarioRow]:
        view, every = self.view, self.every_scenario
        held = view.models, view.pin, self.currency, view.other_rows
        return scenario_rows(every, self.analysis, *held)

    @cached_property
    def comparisons(self) -> list[Comparison]:
        if self.derived is None:
            return []
        some = self.shown if len(self.shown) <= MOST_COMPARED else ()
        pairs = combinations(some, 2) if self.pairs is None else self.pairs
        here = (self.point.pcf,)
        return [self.derived.comparison(a, b, self.level, here) for a, b in pairs]

    @cached_property
    def folds(self) -> list[Folds]:
        folds = self.derived.folds() if self.derived else []
        return [one for one in folds if one.name in self.shown]

    @cached_property
    def crossfits(self) -> CrossFits | None:
        """Where the view is of thresholds chosen on other folds."""
        if self.derived is None or self.view.other_rows is None:
            return None
        return self.derived.crossfits(self.shown)

    @cached_property
    def ranking(self) -> Ranking | None:
        """Where prior and costs are ranges."""
        known = self.view.known
        if self.derived is None or known is None or not self.shown:
            return None
        likely = self.point if self.likely is True else self.likely or None
        return rank_over_ranges(self.derived, known, likely, self.shown, self.level)

    def place(self, name: str) -> int:
        """A model's place in the file, which gives it colour and dash."""
        return self.analysis.models[name].place
