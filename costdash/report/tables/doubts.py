"""Which doubt matters most: the rule's cost while a condition lies anywhere in its range."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from costdash.core import Call, OperatingPoint
from costdash.core.analysis.validity import BestCost, doubts
from costdash.core.conditions.intervals import Imprecise
from costdash.core.types import Interval
from costdash.report.sentences.amounts import Amounts
from costdash.wording import listed, percent, span

CHANCE = "chance"
NAMES = {"prior": "Positives", "cost_fn": "Missed positive", "cost_fp": "False alarm"}
QUESTIONS = {
    "prior": "how common positives are",
    "cost_fn": "what a miss costs",
    "cost_fp": "what a false alarm costs",
}
ALIKE = 0.9  # of the largest saving: doubts that save as much matter as much
STEPS = (1, 2, 5, 10)  # first digits of the distance of two ticks
MOST_TICKS = 4  # distances of two ticks along the bars
LITTLE = 0.01  # of the cost: choosing again saves too little to matter


@dataclass(frozen=True, slots=True)
class DoubtRow:
    """One condition, or chance: its range as text, the cost per case at both ends of it.

    saving: the most per case that choosing the rule again would save; of chance, what knowing the
    costs of all rules would save on average. None for a rule that least cost did not choose, and of
    chance where there are too few rows to say.
    """

    key: str
    name: str
    values: str
    cost: Interval
    saving: float | None


def assumed_ranges(point: OperatingPoint) -> Imprecise:
    """Each condition from half to twice its value, for a user who gave no ranges."""
    prior = point.prior
    return Imprecise(
        (prior / 2, min(2 * prior, (1 + prior) / 2)),
        (point.cost_fn / 2, 2 * point.cost_fn),
        (point.cost_fp / 2, 2 * point.cost_fp),
    )


def doubt_rows(
    best: BestCost | None,
    call: Call,
    point: OperatingPoint,
    ranges: Imprecise,
    amounts: Amounts,
    evpi: float | None = None,
) -> list[DoubtRow]:
    """The conditions, that with the largest saving first, and chance last.

    best: None for a rule that least cost did not choose; the widest cost is then first. evpi: per
    case, as `LabelValue` has it.
    """
    rows = []
    for doubt in doubts(best, *call.model_rates, point, ranges):
        low, high = doubt.values
        text = (
            span(100 * low, 100 * high, " %")
            if doubt.name == "prior"
            else f"{amounts.bare(low)} to {amounts.bare(high)}"
        )
        rows.append(DoubtRow(doubt.name, NAMES[doubt.name], text, doubt.cost, doubt.saving))
    if call.interval and call.model:
        choosing = call.expected_cost - call.model_cost  # other bars are of the model by itself
        low, high = (point.scale * end - choosing for end in call.interval)
        rows.append(DoubtRow(CHANCE, "Chance", "in this sample", (low, high), evpi))
    return sorted(rows, key=_order)


def _order(row: DoubtRow) -> tuple[bool, float, float]:
    """As the column of savings shows them; where these are equal, the widest cost first."""
    return row.key == CHANCE, -(row.saving or 0.0), row.cost[0] - row.cost[1]


def doubts_sentence(rows: Sequence[DoubtRow], cost: float) -> str:
    """What to find out first: the doubts in which choosing the rule again saves most."""
    savings = {row.key: row.saving or 0.0 for row in rows if row.key != CHANCE}
    largest = max(savings.values(), default=0.0)
    if largest <= LITTLE * cost:
        return (
            f"Knowing the conditions exactly saves at most {percent(LITTLE)}: nothing to find out."
        )
    first = [QUESTIONS[key] for key, saving in savings.items() if saving >= ALIKE * largest]
    return f"Find out {listed(first)} first."


def axis_ticks(low: float, high: float) -> list[float]:
    """Round amounts from low to high, low < high.

    >>> axis_ticks(41_000, 161_000)
    [50000.0, 100000.0, 150000.0]
    """
    size = 10.0 ** floor(log10((high - low) / MOST_TICKS))
    step = next(k * size for k in STEPS if (high - low) / (k * size) <= MOST_TICKS)
    return [float(k * step) for k in range(ceil(low / step), floor(high / step) + 1)]
