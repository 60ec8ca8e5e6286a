"""The scene: the decision and all that belongs to it, computed once per answer.

The sentences, the figures, the alt texts and the CSV curves of one answer read the same scene.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from html import escape

from costdash.core import Analysis, Band, Bands, Call, Decision, Hull, ModelAnalysis, OperatingPoint
from costdash.core.analysis.calls import call_of_choice, choice_by
from costdash.core.analysis.holdout import Parts
from costdash.core.choose.choice import Choice
from costdash.core.curves.answers import Answers
from costdash.core.curves.iso_performance import nearest_to_trivial
from costdash.core.folds.crossfit import CrossFit
from costdash.core.readings.calibration import Calibration
from costdash.core.resample.bootstrap import MIN_ROWS, SMALL_CELL
from costdash.figures.view import View
from costdash.wording import listed, percent

WHOLE = "whole curve at once, where at least 5 errors of each kind are expected"
CROSS_FITTED = "cross-fitted, pointwise, normal limits, choosing repeated in bootstrap samples"


def escaped(name: str) -> str:
    """A name as plain text for Plotly, which reads a few HTML tags in its labels."""
    return escape(name, quote=False)


def chosen_words(parts: Parts | None) -> str:
    """Where models and thresholds were chosen; parts: those of a hold-out, if there is one."""
    if parts is None:
        return "chosen on these rows"
    return f"chosen on {parts.choose_on}, judged on {parts.judge_on}"


def band_words(
    analysis: Analysis,
    level: float,
    bands: Collection[Band],
    whole: bool = False,
    chosen: bool = False,
) -> str:
    """What the drawn bands are, pointwise or of the whole curve, or why there is none.

    chosen: whether they hold the thresholds chosen; a ROC or PR band is one of the curve.
    """
    if not bands:
        return f"no band: fewer than {MIN_ROWS} rows or groups in a class"
    drawn, units = "bootstrap samples within each class", "rows"
    if analysis.clusters is not None:
        drawn, units = f"replicates of {analysis.clusters:,} clusters", "clusters"
    words = (
        f"{percent(level)} {WHOLE if whole else 'pointwise'}, {analysis.n_replicates:,} {drawn}, "
        f"seed {analysis.seed}"
    )
    if chosen:
        words += f", thresholds {chosen_words(analysis.parts)}"
    elif analysis.parts:
        words += f", rows of {analysis.parts.judge_on}"
    if any(band.safe.any() for band in bands):
        words += (
            f"; Jeffreys (small-sample) limits where fewer than {SMALL_CELL} {units} fall in a cell"
        )
    return words


def band_names(scene: "Scene") -> list[str]:
    """The models whose bands are drawn."""
    names = {scene.recommended, scene.pin.model if scene.pin else None}
    return [name for name in scene.place if name in names]


def kind_of_band(scene: "Scene") -> str:
    """What the models' bands are in one phrase with a place for {names}; or why there is none."""
    level = percent(scene.view.level)
    models = [scene.analysis.models[name] for name in band_names(scene)]
    if not any(model.bands for model in models):
        few = f"fewer than {MIN_ROWS} rows in a class"
        only = scene.crossfit is not None and scene.recommended is not None
        return f"{level} band of the cost alone: {few}" if only else f"no band: {few}"
    plural = "s" if len(models) > 1 else ""
    where = "whole ROC curve at once" if scene.view.roc_whole else "at each point by itself"
    return f"{level} band{plural} of {{names}}{_panels_of_bands(scene)}, {where}"


def _panels_of_bands(scene: "Scene") -> str:
    """In which panels the models' bands are drawn; "" for all."""
    view = scene.view
    without = scene.crossfit is not None or view.cost_axis == "threshold"
    cost = view.cost_axis == "net-benefit" or not without
    pr = "reliability" not in view.readings
    if cost and pr:
        return ""
    return " in " + listed(["ROC", *["PR"] * pr, *["cost"] * cost])


@dataclass(frozen=True, slots=True)
class Scene:
    """An analysis at one operating point, as one view shows it.

    analysis: with an estimated prior where the view asks for it. place: of each model in the file,
    which gives it colour and dash. decision: the call of least expected cost. choice: of the
    view's criterion, if there is one. best: the recommended call, of the choice or else of the
    decision. answers: what is recommended along PC(+), None without models. pin, chosen: the calls
    of the thresholds held fast. nec_interval: of the decision's best call, with the prior taken as
    known. calibration: of the recommended model, if the view reads its reliability.
    """

    analysis: Analysis
    point: OperatingPoint
    view: View
    place: dict[str, int]
    decision: Decision
    choice: Choice | None
    best: Call
    answers: Answers | None
    pin: Call | None
    chosen: Call | None
    nec_interval: tuple[float, float] | None
    calibration: Calibration | None = None

    @property
    def shown(self) -> list[tuple[int, ModelAnalysis]]:
        """The models that are shown, each with its place, in the order of the file."""
        shown = self.view.models
        return [(i, self.analysis.models[name]) for name, i in self.place.items() if name in shown]

    @property
    def selected(self) -> list[ModelAnalysis]:
        """The models that are shown, in the order of the view."""
        return [self.analysis.models[name] for name in self.view.models]

    @property
    def hull(self) -> Hull | None:
        """Common hull of the models shown; None without models."""
        return self.answers.hull if self.answers else None

    @property
    def crossfit(self) -> CrossFit | None:
        """The cross-fitted choice among the models shown, if costs are cross-fitted."""
        fits = self.analysis.crossfits
        return fits.of(self.view.models) if fits and self.view.models else None

    @property
    def level(self) -> float:
        """Of the bands; that of the analysis where bands are off."""
        return self.view.level or self.analysis.level

    @property
    def recommended(self) -> str | None:
        """The best model, or the one that comes nearest where a trivial classifier is best."""
        if self.best.model or not self.view.models:
            return self.best.model
        return nearest_to_trivial({m.name: m.hull for _, m in self.shown}, self.point.pcf)

    @property
    def calibrated(self) -> str | None:
        """The model whose calibration is told: the recommended, or else the first that can be."""
        able = [m.name for _, m in self.shown if m.is_probability and self.analysis.costs is None]
        return self.recommended if self.recommended in able else next(iter(able), None)

    def bands(
        self,
        read: Callable[[Bands, float], Band],
        whole: bool = False,
        chosen: bool = False,
        in_cases: bool = False,
    ) -> tuple[dict[int, Band], str]:
        """Bands of the recommended and of the pinned model, by place, and what they are in words.

        read: a method of Bands, which says of which panel. whole: whether it reads bands of the
        whole curve at once. chosen: whether the bands are of costs at the thresholds chosen.
        in_cases: whether they are of cases also where costs differ from case to case.
        """
        level = self.view.level
        names = {self.recommended, self.pin.model if self.pin else None} - {None}
        if not level or not names:
            return {}, ""
        models = [self.analysis.models[name] for name in names if name is not None]
        bands = {
            model.place: model.bands_in_cases if in_cases else model.bands
            for model in sorted(models, key=lambda model: model.place)
        }
        drawn = {place: read(one, level) for place, one in bands.items() if one}
        return drawn, band_words(self.analysis, level, drawn.values(), whole, chosen)


def make_scene(analysis: Analysis, point: OperatingPoint, view: View) -> Scene:
    """Decide once at this operating point, and read what else the view asks for."""
    judged = analysis.with_estimated_prior if view.estimated_prior else analysis
    decision = judged.decide(point, view.models, view.level)
    choice = None
    if view.criterion and view.models:
        choice = choice_by(view.criterion, judged, view.models)
    return Scene(
        analysis=judged,
        point=point,
        view=view,
        place=analysis.place,
        decision=decision,
        choice=choice,
        best=call_of_choice(judged, point, choice, view.level) if choice else decision.best,
        answers=judged.answers(view.models) if view.models else None,
        pin=judged.call_at(point, *view.pin, view.level) if view.pin else None,
        chosen=judged.call_at(point, *view.chosen, view.level) if view.chosen else None,
        nec_interval=_nec_interval(analysis, judged, decision, view),
    )


def _nec_interval(
    analysis: Analysis, judged: Analysis, decision: Decision, view: View
) -> tuple[float, float] | None:
    """With an estimated prior the decision's own interval is that of the cost, not of nec."""
    best, point = decision.best, decision.point
    if analysis.crossfits is not None:
        return analysis.decide(point, view.models, view.level).best.interval
    if judged is analysis or best.model is None or best.index is None:
        return best.interval
    return analysis.call_at(point, best.model, best.index, decision.level or 0).interval
