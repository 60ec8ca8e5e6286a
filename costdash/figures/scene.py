"""What all three panels show, read from the analysis once per figure.

Names as the panels say them, and what a band is.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from html import escape

from costdash.core import Analysis, Band, Bands, Call, Hull, ModelAnalysis, OperatingPoint
from costdash.core.analysis.calls import call_of_choice, choice_by
from costdash.core.choose.choice import Choice
from costdash.core.curves.iso_performance import nearest_to_trivial
from costdash.core.resample.bootstrap import MIN_ROWS, SMALL_CELL
from costdash.figures.view import View
from costdash.wording import percent

WHOLE = "whole curve at once, where at least 5 errors of each kind are expected"


def escaped(name: str) -> str:
    """A name as plain text for plotly, which reads a few HTML tags in its labels."""
    return escape(name, quote=False)


def band_words(
    analysis: Analysis, level: float, bands: Collection[Band], whole: bool = False
) -> str:
    """What the drawn bands are, of the whole curve at once or pointwise, or why there is none."""
    if not bands:
        return f"no band: fewer than {MIN_ROWS} rows in a class"
    drawn = "class-stratified replicates"
    if analysis.clusters is not None:
        drawn = f"replicates of {analysis.clusters:,} clusters"
    words = (
        f"{percent(level)} {WHOLE if whole else 'pointwise'}, {analysis.n_replicates:,} {drawn}, "
        f"seed {analysis.seed}, thresholds {analysis.chosen}"
    )
    if any(band.safe.any() for band in bands):
        words += f"; Jeffreys limits where fewer than {SMALL_CELL} rows fall in a cell"
    return words


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
    choice: Choice | None = None  # of another criterion than least cost; `best` is then its call

    @property
    def shown(self) -> list[tuple[int, ModelAnalysis]]:
        return [(i, self.analysis.models[name]) for name, i in self.place.items() if self._on(name)]

    def bands(
        self, read: Callable[[Bands, float], Band], whole: bool = False
    ) -> tuple[dict[int, Band], str]:
        """Bands of the recommended and of the pinned model, by place, and what they are in words.

        read is a method of Bands: which of the three panels' bands is meant; whole: whether it
        reads bands of the whole curve at once.
        """
        level = self.view.level
        names = {self.recommended, self.pin and self.pin.model} - {None}
        if not level or not names:
            return {}, ""
        models = {self.place[name]: self.analysis.models[name] for name in names}
        drawn = {i: read(m.bands, level) for i, m in sorted(models.items()) if m.bands}
        return drawn, band_words(self.analysis, level, drawn.values(), whole)

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

    choice = None
    if view.criterion and view.models:
        choice = choice_by(view.criterion, analysis, view.models)
    best = choice and call_of_choice(analysis, point, choice)
    return Scene(
        analysis=analysis,
        point=point,
        view=view,
        place=analysis.place,
        best=best or analysis.decide(point, view.models, level=0).best,
        hull=analysis.hull(view.models) if view.models else None,
        pin=held(view.pin),
        chosen=held(view.chosen),
        choice=choice,
    )
