"""What the ROC panel can draw over its curves."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from costdash.figures.panels.roc_readings.dents import DENTS, dent_note, dent_traces
from costdash.figures.panels.roc_readings.ties import TIES, tie_note, tie_traces
from costdash.figures.scene import Scene
from costdash.figures.traces import Trace


@dataclass(frozen=True, slots=True)
class Overlay:
    """Traces over the curves; nothing of them depends on the operating point.

    id: of the reading. title: of the panel. note: below it, without a full stop.
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
    Overlay(DENTS, "ROC: dents", dent_traces, dent_note),
)


def overlay_of(scene: Scene) -> Overlay | None:
    """The overlay that the view asks for."""
    asked = (one for one in OVERLAYS if one.id in scene.view.readings)
    return next(asked, None)
