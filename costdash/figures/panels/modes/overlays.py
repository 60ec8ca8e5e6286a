"""Overlays of the ROC panel: what it can draw over its curves."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from costdash.figures.panels.modes.concavities import CONCAVITIES, concavity_note, concavity_traces
from costdash.figures.panels.modes.ties import TIES, tie_note, tie_traces
from costdash.figures.scene import Scene
from costdash.figures.traces import Trace


@dataclass(frozen=True, slots=True)
class Overlay:
    """Traces over the curves, independent of the operating point.

    id: of the mode. title: of the panel. note: below it, without a full stop.
    """

    id: str
    title: str
    traces: Callable[[Scene], Iterable[Trace]]
    note: Callable[[Scene], str]

    @property
    def meta(self) -> dict[str, Any]:
        """What scripts read."""
        return {"overlay": {"key": self.id, "title": self.title}}


OVERLAYS = (
    Overlay(TIES, "ROC: order of ties", tie_traces, tie_note),
    Overlay(CONCAVITIES, "ROC: dents", concavity_traces, concavity_note),
)


def overlay_of(scene: Scene) -> Overlay | None:
    """The overlay that the view asks for."""
    asked = (overlay for overlay in OVERLAYS if overlay.id in scene.view.modes)
    return next(asked, None)
