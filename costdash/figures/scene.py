"""What all three panels show, read from the analysis once per figure."""

from dataclasses import dataclass

from costdash.core import Analysis, Call, Hull, ModelAnalysis, OperatingPoint
from costdash.core.iso_performance import nearest_to_trivial
from costdash.figures.view import View


@dataclass(frozen=True, slots=True)
class Scene:
    """Finished things only; i is a model's place in the file, which gives it colour and dash."""

    analysis: Analysis
    point: OperatingPoint
    view: View
    place: dict[str, int]
    best: Call
    hull: Hull | None
    pin: Call | None
    chosen: Call | None

    @property
    def shown(self) -> list[tuple[int, ModelAnalysis]]:
        return [(i, self.analysis.models[name]) for name, i in self.place.items() if self._on(name)]

    @property
    def banded(self) -> list[tuple[int, ModelAnalysis]]:
        """Models that get a band: the recommended one and the pinned one."""
        if not self.view.level:
            return []
        names = {self.recommended, self.pin and self.pin.model} - {None}
        return [(self.place[name], self.analysis.models[name]) for name in sorted(names)]

    @property
    def recommended(self) -> str | None:
        """The best model, or the one that comes nearest where a trivial classifier is best."""
        if self.best.model or not self.view.models:
            return self.best.model
        return nearest_to_trivial({m.name: m.hull for _, m in self.shown}, self.point.pcf)

    def _on(self, name: str) -> bool:
        return name in self.view.models


def scene(analysis: Analysis, point: OperatingPoint, view: View) -> Scene:
    def held(rule):
        return rule and analysis.call_at(point, *rule, level=0)

    return Scene(
        analysis=analysis,
        point=point,
        view=view,
        place={name: i for i, name in enumerate(analysis.models)},
        best=analysis.decide(point, view.models, level=0).best,
        hull=analysis.hull(view.models) if view.models else None,
        pin=held(view.pin),
        chosen=held(view.chosen),
    )
