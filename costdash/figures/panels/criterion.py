"""How another criterion than least cost comes to its choice, in ROC and in cost space.

Drummond & Holte (2000), figures 10 to 14. The uids of these traces begin with "choice": a script of
their own moves them.
"""

from costdash.core.choose.construction import construction
from costdash.core.choose.criteria import (
    ErrorRate,
    FixedThreshold,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.figures import traces
from costdash.figures.scene import Scene
from costdash.figures.style import COLOUR, model_colour
from costdash.wording import number, percent

MARK = {"symbol": "diamond", "size": 9, "color": COLOUR["ink"]}
VERTEX = {"symbol": "circle-open", "size": 9, "color": COLOUR["ink"], "line": {"width": 1.6}}
ROC_NOTE = "thin line: the limit of the criterion; a ring on a thick edge mixes two rules"
COST_NOTE = "thick: cost of the choice; where rules are mixed it runs through the bend they share"


def limit_label(seen: Scene) -> str:
    """What the black line in ROC space is."""
    match seen.view.criterion:
        case NeymanPearson(max_fpr):
            return f"limit: false positive rate {percent(max_fpr)}"
        case Workforce(capacity):
            return f"limit: {percent(capacity)} of cases called"
        case Product():
            return "equal products"
        case ErrorRate(point):
            return f"equal error rate, slope {number(point.slope)}"
        case FixedThreshold():
            return ""


def roc_construction(seen: Scene) -> list[dict]:
    """uids choice-edge and choice-limit, as far as there are such things."""
    built = construction(seen.view.criterion, seen.choice)
    drawn = []
    if built.edge:
        drawn.append(traces.line("choice-edge", *built.edge, COLOUR["ink"], "edge"))
    if built.limit:
        drawn.append(traces.line("choice-limit", *built.limit, COLOUR["ink"], "iso"))
    return drawn


def cost_construction(seen: Scene) -> list[dict]:
    """uids choice-part-i, choice-line, choice-vertex and choice-mark."""
    built = construction(seen.view.criterion, seen.choice)
    colour = traces.call_colour(seen, seen.best)
    drawn = []
    for i, (rule, part) in enumerate(zip(seen.choice.rules, built.parts)):
        own = model_colour(seen.place[rule.model])
        drawn.append(traces.line(f"choice-part-{i}", *part, own, "rule", "4px,3px"))
    drawn.append(traces.line("choice-line", *built.line, colour, "model"))
    for uid, spot, look in (
        ("choice-vertex", None if seen.analysis.parts else built.vertex, VERTEX),
        ("choice-mark", built.mark, MARK),
    ):
        if spot and 0 <= spot[0] <= 1:
            drawn.append(traces.mark(uid, *spot, look))
    return drawn
