"""The figures: finished results of the core as Plotly figures, alt texts and tables of points."""

from costdash.figures.client_data import live
from costdash.figures.panels import PANELS, Panel, alt_texts
from costdash.figures.scene import Scene, make_scene
from costdash.figures.style import CONFIG, PALETTES, TEMPLATES
from costdash.figures.traces import figure_json
from costdash.figures.view import View

__all__ = [
    "CONFIG",
    "PALETTES",
    "PANELS",
    "TEMPLATES",
    "Panel",
    "Scene",
    "View",
    "alt_texts",
    "figure_json",
    "live",
    "make_scene",
]
