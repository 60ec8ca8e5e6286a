"""Modes of the panels: DET and gains axes, tied scores, concavities, calibration."""

from costdash.figures.panels.modes.concavities import CONCAVITIES
from costdash.figures.panels.modes.det import DET
from costdash.figures.panels.modes.gains import GAINS
from costdash.figures.panels.modes.reliability import RELIABILITY
from costdash.figures.panels.modes.ties import TIES
from costdash.figures.panels.rows import PanelMode
from costdash.figures.view import View

PANEL_MODES = {mode.id: mode for mode in (DET, GAINS, TIES, CONCAVITIES, RELIABILITY)}


def mode_of(view: View, panel: str) -> PanelMode | None:
    """The mode in which the view shows a panel; None for its curves."""
    shown = (mode for mode in PANEL_MODES.values() if mode.id in view.modes)
    return next((mode for mode in shown if mode.panel == panel), None)
