"""Three linked panels, one function each, and what the page's script needs to move them."""

from costdash.figures.alt_text import describe
from costdash.figures.client_data import live
from costdash.figures.panels.cost import cost_figure
from costdash.figures.panels.precision_recall import precision_recall_figure
from costdash.figures.panels.roc import roc_figure
from costdash.figures.style import CONFIG, PALETTES, TEMPLATES
from costdash.figures.view import View

__all__ = [
    "CONFIG",
    "PALETTES",
    "TEMPLATES",
    "View",
    "cost_figure",
    "describe",
    "live",
    "precision_recall_figure",
    "roc_figure",
]
