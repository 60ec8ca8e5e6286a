"""Bands of one of very many models: their replicates are drawn when they are read, not stored."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from costdash.core.curves.hull import Hull
from costdash.core.resample.bands import Bands

MOST_CURVES = 100_000  # replicated curves that are stored; they take 250 to 500 MB
RECENT = 4  # models whose replicates are stored, the last that were read


class RedrawnBands(Bands):
    """Equal to the Bands that `draw` returns, which is called for each attribute.

    `draw` should cache. Bands at a level that was read once are stored.
    """

    __slots__ = ("_draw",)
    _draw: Callable[[], Bands]

    def __init__(self, hull: Hull, draw: Callable[[], Bands]) -> None:
        attributes: dict[str, Any] = {"hull": hull, "_draw": draw, "_cost": {}, "_roc": {}}
        for name, value in attributes.items():
            object.__setattr__(self, name, value)

    tpr = property(attrgetter("_drawn.tpr"))
    fpr = property(attrgetter("_drawn.fpr"))
    tpr_at = property(attrgetter("_drawn.tpr_at"))
    vertex_fpr = property(attrgetter("_drawn.vertex_fpr"))
    vertex_tpr = property(attrgetter("_drawn.vertex_tpr"))
    tpr_safe = property(attrgetter("_drawn.tpr_safe"))
    fpr_safe = property(attrgetter("_drawn.fpr_safe"))
    vertex_safe = property(attrgetter("_drawn.vertex_safe"))
    negatives = property(attrgetter("_drawn.negatives"))

    @property
    def _drawn(self) -> Bands:
        return self._draw()
