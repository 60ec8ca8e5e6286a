"""How a criterion other than least expected cost chooses, drawn in ROC and in cost space.

Drummond & Holte (2000), figures 10 to 14. The uids of these traces begin with "choice": one script
moves them.
"""

from costdash.core.choose.choice import Choice
from costdash.core.choose.construction import construction
from costdash.core.choose.criteria import CRITERIA, Criterion, LimitedCost
from costdash.figures import traces
from costdash.figures.scene import Scene
from costdash.figures.style import COLOUR, model_colour
from costdash.figures.traces import Trace

MARK = {"symbol": "diamond", "size": 9, "color": COLOUR["ink"]}
VERTEX = {"symbol": "circle-open", "size": 9, "color": COLOUR["ink"], "line": {"width": 1.6}}
ROC_NOTE = "thin line: the limit of the criterion; a ring on a thick edge mixes two rules"
LIMIT_NOTE = "hatched: rules that break the limit; a ring on a thick edge mixes two rules"
BEYOND = {"shape": "/", "size": 7, "solidity": 0.15}  # the hatch of what breaks a limit
COST_NOTE = "thick: cost of the choice; where rules are mixed it runs through the bend they share"


def limit_label(scene: Scene) -> str:
    """The label of the black line in ROC space; "" if the criterion has no such line."""
    criterion = _criterion(scene)
    return CRITERIA[criterion.key].line(criterion)


def limit_in_force(scene: Scene) -> LimitedCost | None:
    """The limit of least cost, also while it costs nothing."""
    criterion = scene.view.criterion
    return criterion if isinstance(criterion, LimitedCost) and scene.view.models else None


def limit_in_roc(scene: Scene) -> LimitedCost | None:
    """The limit in force, if it has a place in ROC space.

    With costs per case the rates there are shares of costs, while the limit counts cases.
    """
    return limit_in_force(scene) if scene.analysis.costs is None else None


def beyond_words(limit: LimitedCost) -> str:
    """What the rules that break a limit do: 'over 3 % of cases flagged'."""
    line = CRITERIA[limit.key].line(limit).removeprefix("limit: ")
    return f"{'under' if limit.is_least else 'over'} {line}"


def hatch() -> Trace:
    """The pattern of what breaks a limit."""
    return BEYOND | {"fgcolor": COLOUR["beyond"], "bgcolor": COLOUR["clear"]}


def beyond_limit(scene: Scene) -> list[Trace]:
    """The rules that break the limit in force, hatched, and its edge; uids beyond, choice-limit."""
    limit = limit_in_roc(scene)
    if limit is None:
        return []
    drawn = []
    if outline := limit.forbidden():
        area = traces.polygon("beyond", *outline, COLOUR["clear"], COLOUR["clear"])
        drawn.append(area | {"fillpattern": hatch(), "meta": {"label": beyond_words(limit)}})
    if edge := limit.edge():
        drawn.append(traces.line("choice-limit", *edge, COLOUR["limit"], "iso"))
    return drawn


def roc_construction(scene: Scene) -> list[Trace]:
    """The edge that mixes two rules and the limit, where they exist; uids choice-edge, -limit."""
    built = construction(_criterion(scene), _choice(scene))
    drawn = []
    if built.edge:
        drawn.append(traces.line("choice-edge", *built.edge, COLOUR["ink"], "edge"))
    if built.limit and scene.analysis.costs is None and limit_in_force(scene) is None:
        drawn.append(traces.line("choice-limit", *built.limit, COLOUR["ink"], "iso"))
    return drawn


def cost_construction(scene: Scene) -> list[Trace]:
    """The cost lines of the choice and its parts; uids choice-rule-i, -line, -vertex, -mark."""
    choice = _choice(scene)
    built = construction(_criterion(scene), choice)
    colour = traces.call_colour(scene, scene.recommended)
    drawn = []
    for i, (rule, part) in enumerate(zip(choice.rules, built.parts)):
        stroke = model_colour(scene.place[rule.model])
        drawn.append(traces.line(f"choice-rule-{i}", *part, stroke, "rule", "4px,3px"))
    drawn.append(traces.line("choice-line", *built.line, colour, "model"))
    for uid, spot, look in (
        ("choice-vertex", None if scene.analysis.hold_out else built.vertex, VERTEX),
        ("choice-mark", built.mark, MARK),
    ):
        if spot and 0 <= spot[0] <= 1:
            drawn.append(traces.mark(uid, *spot, look))
    return drawn


def _criterion(scene: Scene) -> Criterion:
    assert scene.view.criterion is not None
    return scene.view.criterion


def _choice(scene: Scene) -> Choice:
    assert scene.choice is not None
    return scene.choice
