"""The axes of the cost panel, the bands along them, and the strip below them."""

from costdash.figures.panels.cost_axes import by_pcf, by_prior, by_threshold, net_benefit
from costdash.figures.panels.rows import CostAxis
from costdash.figures.view import View

# The switch shows them in this order; the first is the panel's axis at the start.
COST_AXES = {
    axis.id: axis for axis in (by_pcf.AXIS, by_prior.AXIS, by_threshold.AXIS, net_benefit.AXIS)
}
FIRST_AXIS = next(iter(COST_AXES))


def axis_of(view: View) -> CostAxis:
    """The axis of the cost panel that the view asks for."""
    return COST_AXES[view.cost_axis or FIRST_AXIS]
