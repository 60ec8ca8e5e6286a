"""What a report tells."""

from collections.abc import Sequence
from dataclasses import dataclass

from costdash.core import Analysis, OperatingPoint
from costdash.core.comparison import Comparison
from costdash.core.construction import Criterion
from costdash.core.limit_criteria import NeymanPearson, Workforce
from costdash.core.matrix import CostMatrix
from costdash.core.ranges import Imprecise
from costdash.report.numbers import DOLLAR, Currency
from costdash.report.scenarios import Scenario
from costdash.report.source import Source
from costdash.report.tables import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that a report tells; what is left out is not told.

    names: the models switched on (default all); level: of the bands (0: none, default the
    analysis's); pin: today's threshold, (model, index in its counts); known: prior and costs as
    ranges; matrix: the full one that `point` comes from; criteria: by which else to choose;
    tables: what others add (averages over folds), after the comparisons.
    """

    analysis: Analysis
    point: OperatingPoint
    source: Source
    names: Sequence[str] | None = None
    level: float | None = None
    pin: tuple[str, int] | None = None
    known: Imprecise | None = None
    matrix: CostMatrix | None = None
    max_fpr: float | None = None
    capacity: float | None = None
    score_prior: float | None = None
    more_criteria: tuple[Criterion, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    tables: tuple[Table, ...] = ()
    currency: Currency = DOLLAR

    @property
    def shown(self) -> tuple[str, ...]:
        return tuple(self.analysis.models if self.names is None else self.names)

    @property
    def bands(self) -> float:
        return self.analysis.level if self.level is None else self.level

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Beside least expected cost: by the limits given, then what else was asked for."""
        found = []
        if self.max_fpr is not None:
            found.append(NeymanPearson(self.max_fpr))
        if self.capacity is not None:
            found.append(Workforce(self.capacity, self.point.prior))
        return (*found, *self.more_criteria)

    def place(self, name: str) -> int:
        """A model's place in the file, which gives it colour and dash."""
        return list(self.analysis.models).index(name)
