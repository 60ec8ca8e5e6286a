"""What is said where the cost curves of two models cross."""

from costdash.core import Hull
from costdash.core.curves.tangent import Tangent
from costdash.wording import number

SAME = 1e-9  # of nec


def crossing(a: str, b: str, line: Tangent, common: Hull) -> str:
    """That a and b cost the same, and whether another of the models of `common` costs less."""
    here = f"{a} and {b} cost the same here, {number(line.nec)} of normalized expected cost"
    vertex, least = int(common.cheapest(line.pcf)), float(common.cost(line.pcf))
    if least >= line.nec - SAME:
        return f"{here}; no model that is on costs less."
    who = "calling none" if vertex == 0 else "calling all"
    if 0 < vertex < common.tie.size:
        who = f"a third model, {common.owner[vertex][0]},"
    return f"{here}; {who} costs less, {number(least)}."
