"""The view: what of an analysis is shown, and how."""

from dataclasses import dataclass

from costdash.core.choose.cost_axes import TOLERANCE
from costdash.core.choose.criteria import Criterion
from costdash.core.combine.combination import CombinationPoints
from costdash.core.combine.parameter_selection import ParameterSelection
from costdash.core.compare.carried_over import By
from costdash.core.conditions.intervals import Imprecise
from costdash.core.conditions.review import ReviewTerms

FLAT_CHOICES = (0.02, TOLERANCE, 0.1)  # shares of the least cost that count as hardly dearer


@dataclass(frozen=True, slots=True)
class Unit:
    """What amounts on an axis refer to: a number of cases, in words, and a currency.

    after: whether the symbol follows the number. group: the mark between thousands. noun: what the
    axis shows.
    """

    cases: float = 1.0
    words: str = "per case"
    symbol: str = "$"
    after: bool = False
    group: str = ","
    noun: str = "Cost"

    def money(self, number: str) -> str:
        """A number as text with the symbol: $80, or 80 €."""
        number = number.replace(",", self.group)
        return f"{number} {self.symbol}" if self.after else f"{self.symbol}{number}"


@dataclass(frozen=True, slots=True)
class View:
    """The settings of one answer besides the operating point.

    models: those shown, in the order of the page. level: of the bands, 0 for none.
    today, trial: today's threshold and the trial threshold, each (model, index in its counts).
    today_text: today's threshold as it was typed; "" for the score that flags the same cases.
    today_look: the score from which today's rule has cases looked at, if it has.
    criterion: by which to choose; None is least expected cost. lines: draw the cost lines of
    single thresholds. roc_whole: draw the ROC band of the whole curve. score_driven: draw the cost
    of taking scores for probabilities, which were made at score_prior (None: the file's
    prevalence). ranges: prior and costs as ranges. estimated_prior: intervals count that the prior
    is estimated from the file. uirevision: while it stays, Plotly keeps the user's zoom.
    cost_axis: the axis of the cost panel, a key of COST_AXES; "" for the first. unit: of its
    amounts. flat: share of the least cost by which a threshold of the flat zone may cost more.
    modes: of the panels, keys of PANEL_MODES; a panel without a mode shows its curves.
    combinations: where AND and OR of two models can lie. by_training: choosing the model that was
    trained for the nearest PC(+). review: a person or a second model looks at cases between two
    thresholds. carry: the model that today's rule is carried over to, and what stays.
    """

    models: tuple[str, ...]
    level: float = 0.95
    today: tuple[str, int] | None = None
    today_text: str = ""
    today_look: float | None = None
    trial: tuple[str, int] | None = None
    lines: bool = False
    score_driven: bool = False
    roc_whole: bool = False
    uirevision: str = ""
    score_prior: float | None = None
    ranges: Imprecise | None = None
    criterion: Criterion | None = None
    estimated_prior: bool = False
    cost_axis: str = ""
    unit: Unit = Unit()
    flat: float = TOLERANCE
    modes: frozenset[str] = frozenset()
    combinations: tuple[CombinationPoints, ...] = ()
    by_training: ParameterSelection | None = None
    review: ReviewTerms | None = None
    carry: tuple[str, By] | None = None
