"""What a criterion draws in ROC and in cost space, as plain numbers."""

from dataclasses import dataclass

from costdash.core.choose.choice import Choice, Line, Models, Rule, Spot
from costdash.core.choose.criteria import (
    ErrorRate,
    FixedThreshold,
    LeastCost,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.core.curves.hull import Hull

Criterion = LeastCost | ErrorRate | Product | FixedThreshold | NeymanPearson | Workforce


@dataclass(frozen=True, slots=True)
class Construction:
    """Drummond & Holte (2000), figures 10 to 14; points are (x, y), lines are (xs, ys).

    In ROC space: `point`, on the hull's `edge` where two rules are mixed, and `limit`, the
    criterion's own line (equal cost, vertical, workforce, equal product). In cost space: `line`,
    the choice from (0, fpr) to (1, fnr), the two `parts` that it mixes, the envelope's `vertex`
    where they cross, and `mark`, the criterion's own point: of least cost, of the limit on the
    axis, or the workforce's, which lies beyond [0, 1]. None and () where there is no such thing.
    """

    point: Spot
    edge: Line | None
    limit: Line | None
    line: Line
    parts: tuple[Line, ...]
    vertex: Spot | None
    mark: Spot | None


def choose(criterion: Criterion, models: Models, hull: Hull) -> Choice:
    """What the criterion chooses among `models`, whose common hull `hull` is."""
    return criterion.choose(models, hull)


def construction(criterion: Criterion, choice: Choice) -> Construction:
    """The geometry of `choice`, which `criterion` made."""
    first, last = choice.rules[0], choice.rules[-1]
    mixed = choice.tie is not None
    return Construction(
        point=(choice.fpr, choice.tpr),
        edge=((first.fpr, last.fpr), (first.tpr, last.tpr)) if mixed else None,
        limit=criterion.roc_line(choice),
        line=_cost_line(choice),
        parts=tuple(map(_cost_line, choice.rules)) if mixed else (),
        vertex=_at(first, choice.tie) if mixed else None,
        mark=criterion.cost_mark(choice),
    )


def _cost_line(rule: Rule | Choice) -> Line:
    return (0.0, 1.0), (rule.fpr, 1 - rule.tpr)


def _at(rule: Rule, pcf: float) -> Spot:
    return pcf, rule.fpr * (1 - pcf) + (1 - rule.tpr) * pcf
