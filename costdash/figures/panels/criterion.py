"""How a criterion other than least expected cost chooses, drawn in ROC and in cost space.

Drummond & Holte (2000), figures 10 to 14. The uids of these traces begin with "choice": one script
moves them.
"""

from costdash.core.choose.choice import Choice
from costdash.core.choose.construction import construction
from costdash.core.choose.criteria import CRITERIA, Criterion
from costdash.figures import traces
from costdash.figures.scene import Scene
from costdash.figures.style import COLOUR, model_colour
from costdash.figures.traces import Trace

MARK = {"symbol": "diamond", "size": 9, "color": COLOUR["ink"]}
VERTEX = {"symbol": "circle-open", "size": 9, "color": COLOUR["ink"], "line": {"width": 1.6}}
ROC_NOTE = "thin line: the limit of the criterion; a ring on a thick edge mixes two rules"
COST_NOTE = "thick: cost of the choice; where rules are mixed it runs through the bend they share"


def limit_label(scene: Scene) -> str:
    """The label of the black line in ROC space; "" if the criterion has no such line."""
    criterion = _criterion(scene)
    return CRITERIA[criterion.key].line(criterion)


def roc_construction(scene: Scene) -> list[Trace]:
    """The edge that mixes two rules and the limit, where they exist; uids choice-edge, -limit."""
    built = construction(_criterion(scene), _choice(scene))
    drawn = []
    if built.edge:
        drawn.append(traces.line("choice-edge", *built.edge, COLOUR["ink"], "edge"))
    if built.limit:
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
