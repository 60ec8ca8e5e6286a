"""The geometry of a criterion's choice in ROC space and in cost space, as plain numbers."""

from dataclasses import dataclass

from costdash.core.choose.choice import Choice, Line, Rule
from costdash.core.choose.criteria import Criterion
from costdash.core.types import XY


@dataclass(frozen=True, slots=True)
class Construction:
    """What to draw for a choice. Drummond & Holte (2000), figures 10 to 14.

    Points are (x, y), lines are (xs, ys); None or () if the choice has no such thing.

    ROC space: `point` is the choice; `edge` is the hull's edge that holds it if two rules are
    mixed; `limit` is the criterion's own line (equal cost, vertical, workforce, equal product).

    Cost space: `line` is the cost of the choice from (0, fpr) to (1, fnr); `parts` are the lines
    of the two mixed rules; `vertex` is the vertex of the envelope where these cross; `mark` is
    the criterion's own point: the least cost, the limit on the axis, or the point that all lines
    of a workforce share, whose pcf lies outside [0, 1].
    """

    point: XY
    edge: Line | None
    limit: Line | None
    line: Line
    parts: tuple[Line, ...]
    vertex: XY | None
    mark: XY | None


def construction(criterion: Criterion, choice: Choice) -> Construction:
    """The geometry of a `choice` made by `criterion`."""
    first, last = choice.rules[0], choice.rules[-1]
    mixed = choice.tie is not None
    return Construction(
        point=(choice.fpr, choice.tpr),
        edge=((first.fpr, last.fpr), (first.tpr, last.tpr)) if mixed else None,
        limit=criterion.roc_line(choice),
        line=_cost_line(choice),
        parts=tuple(map(_cost_line, choice.rules)) if mixed else (),
        vertex=None if choice.tie is None else _cost_point(first, choice.tie),
        mark=criterion.cost_mark(choice),
    )


def _cost_line(rule: Rule | Choice) -> Line:
    return (0.0, 1.0), (rule.fpr, 1 - rule.tpr)


def _cost_point(rule: Rule, pcf: float) -> XY:
    return pcf, rule.fpr * (1 - pcf) + (1 - rule.tpr) * pcf
