"""The scene: the decision and its results, computed once per answer.

The sentences, the figures, the alt texts and the CSV curves of one answer read the same scene.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from html import escape

from costdash.core import Analysis, Band, Bands, Call, Decision, Hull, ModelAnalysis, OperatingPoint
from costdash.core.analysis.calls import call_of_choice, call_of_single, choice_by
from costdash.core.analysis.hold_out import HoldOut
from costdash.core.analysis.review import ReviewDecision, decide_review, zone_in_force
from costdash.core.choose.choice import Choice
from costdash.core.compare.cheapest_model import RivalRange
from costdash.core.conditions.review import Between
from costdash.core.curves.iso_performance import nearest_to_trivial
from costdash.core.curves.recommended_rules import RecommendedRules
from costdash.core.folds.crossfit import CrossFit
from costdash.core.probabilities.calibration import Calibration
from costdash.core.resample.bootstrap import MIN_ROWS, SMALL_CELL
from costdash.core.segments.segment_curve import SegmentCurve
from costdash.figures.view import View
from costdash.wording import percent

WHOLE = "whole curve at once, where at least 5 errors of each kind are expected"
CROSS_FITTED = "cross-fitted, pointwise, score limits, choosing repeated in bootstrap samples"


def escaped(name: str) -> str:
    """A name as plain text for Plotly, which reads a few HTML tags in its labels."""
    return escape(name, quote=False)


def selection_words(hold_out: HoldOut | None) -> str:
    """Where models and thresholds were chosen; hold_out: both parts of a split file, if any."""
    if hold_out is None:
        return "chosen on these rows"
    return f"chosen on {hold_out.choose_on}, judged on {hold_out.judge_on}"


def band_words(
    analysis: Analysis,
    level: float,
    bands: Collection[Band],
    whole: bool = False,
    of_cost: bool = False,
) -> str:
    """Whether the drawn bands are pointwise or of the whole curve, or why there is no band.

    of_cost: whether they are bands of costs, which depend on the rows that chose the thresholds.
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
    if of_cost:
        words += f", thresholds {selection_words(analysis.hold_out)}"
    elif analysis.hold_out:
        words += f", rows of {analysis.hold_out.judge_on}"
    if any(band.safe.any() for band in bands):
        words += (
            f"; Jeffreys (small-sample) limits where fewer than {SMALL_CELL} {units} fall in a cell"
        )
    return words


def band_names(scene: "Scene") -> list[str]:
    """The models whose bands are drawn."""
    names = {scene.recommended_model, scene.today.model if scene.today else None}
    return [name for name in scene.place if name in names]


@dataclass(frozen=True, slots=True)
class Scene:
    """An analysis at one operating point, as one view shows it.

    analysis: with an estimated prior where the view asks for it. place: of each model in the file,
    which gives it colour and dash. decision: the call of least expected cost. choice: of the view's
    criterion, if there is one. recommended: the rule in the panels, of the choice or else of the
    decision; a choice may draw lots between two thresholds. single: the recommended rule of one
    threshold, of which all amounts are. recommended_rules: along PC(+), None without models.
    in_force, trial: the calls of today's rule and of the trial threshold. nec_interval: of the
    decision's best call, with the prior taken as known. calibration: of the recommended model, if
    the view reads its reliability.
    review: the cheapest review zone, if the view asks for one.
    rivals: where along PC(+) another model may be as cheap as the cheapest option.
    segment: the curve that is drawn over everybody's, if there is one; then there are no bands.
    labelled: whether figures have labels; the page places its own, which follow the pointer.
    """

    analysis: Analysis
    point: OperatingPoint
    view: View
    place: dict[str, int]
    decision: Decision
    choice: Choice | None
    recommended: Call
    single: Call
    recommended_rules: RecommendedRules | None
    in_force: Call | None
    trial: Call | None
    nec_interval: tuple[float, float] | None
    calibration: Calibration | None = None
    review: ReviewDecision | None = None
    rivals: tuple[RivalRange, ...] = ()
    segment: SegmentCurve | None = None
    labelled: bool = True

    @property
    def today(self) -> Call | None:
        """Today's rule of one threshold, as panels draw it; None where it has a review zone."""
        return None if self.in_force is None or self.in_force.zone else self.in_force

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
        return self.analysis.hull(self.view.models) if self.view.models else None

    @property
    def crossfit(self) -> CrossFit | None:
        """The cross-fitted choice among the models shown, if costs are cross-fitted."""
        fits = self.analysis.crossfits
        return fits.of(self.view.models) if fits and self.view.models else None

    @property
    def level(self) -> float:
        """The confidence level of the bands; the analysis's level where bands are off."""
        return self.view.level or self.analysis.level

    @property
    def recommended_model(self) -> str | None:
        """The best model, or the model nearest to it where a trivial classifier is best."""
        if self.recommended.model or not self.view.models:
            return self.recommended.model
        return nearest_to_trivial({m.name: m.hull for _, m in self.shown}, self.point.pcf)

    @property
    def calibrated(self) -> str | None:
        """The model with the shown calibration: the recommended, or else the first possible one."""
        able = [m.name for _, m in self.shown if m.is_probability and self.analysis.costs is None]
        return self.recommended_model if self.recommended_model in able else next(iter(able), None)

    def bands(
        self,
        read: Callable[[Bands, float], Band],
        whole: bool = False,
        of_cost: bool = False,
        in_cases: bool = False,
    ) -> tuple[dict[int, Band], str]:
        """Bands of the recommended and of today's model, by place, and their description. read: a
        method of Bands, which selects the panel. whole: whether to read bands of the whole curve.
        of_cost: whether these are bands of costs. in_cases: whether they count cases even where
        costs differ from case to case.
        """
        level = self.view.level
        names = {self.recommended_model, self.today.model if self.today else None} - {None}
        if not level or not names or self.segment:
            return {}, ""
        models = [self.analysis.models[name] for name in names if name is not None]
        bands = {
            model.place: model.bands_in_cases if in_cases else model.bands
            for model in sorted(models, key=lambda model: model.place)
        }
        drawn = {
            place: read(model_bands, level) for place, model_bands in bands.items() if model_bands
        }
        return drawn, band_words(self.analysis, level, drawn.values(), whole, of_cost)


def make_scene(analysis: Analysis, point: OperatingPoint, view: View) -> Scene:
    """Decide once at this operating point, and read what else the view asks for."""
    with_prior = analysis.with_estimated_prior if view.estimated_prior else analysis
    decision = with_prior.decide(point, view.models, view.level)
    choice, today = None, _today(with_prior, point, view)
    if view.criterion and view.models:
        choice = choice_by(view.criterion, with_prior, view.models)
        if choice.least_cost_of:  # a limit that leaves the decision as it is
            choice = None
    return Scene(
        analysis=with_prior,
        point=point,
        view=view,
        place=analysis.place,
        decision=decision,
        choice=choice,
        recommended=call_of_choice(with_prior, point, choice, view.level)
        if choice
        else decision.best,
        single=call_of_single(with_prior, point, choice, view.level) if choice else decision.best,
        recommended_rules=with_prior.recommended_rules(view.models) if view.models else None,
        in_force=today,
        trial=with_prior.call_at(point, *view.trial, view.level) if view.trial else None,
        nec_interval=_nec_interval(analysis, with_prior, decision, view),
        review=_review(with_prior, decision, view, today),
    )


def _today(analysis: Analysis, point: OperatingPoint, view: View) -> Call | None:
    """Today's rule: one threshold, or two with a review between them; with the typed threshold.

    Its point on the curves is that of the score from which it flags the same cases.
    """
    if view.today is None:
        return None
    name, index = view.today
    if view.today_look is None or view.review is None:
        call = analysis.call_at(point, name, index, view.level)
    else:
        high = float(analysis.models[name].counts.threshold[index])
        between = Between(name, view.today_look, high)
        call = zone_in_force(analysis, point, view.review, between, view.level)
    return replace(call, text=view.today_text) if view.today_text and call.text else call


def _review(
    analysis: Analysis, decision: Decision, view: View, today: Call | None
) -> ReviewDecision | None:
    """The cheapest review zone, if the view asks for one and the analysis can have one."""
    if view.review is None or not view.models or analysis.costs is not None:
        return None
    if view.criterion is not None:  # a zone is chosen for the least cost alone
        return None
    if view.review.column and not analysis.verdicts:
        return None
    point, level = decision.point, view.level
    return decide_review(analysis, point, view.review, view.models, level, decision, today)


def _nec_interval(
    analysis: Analysis, with_prior: Analysis, decision: Decision, view: View
) -> tuple[float, float] | None:
    """With an estimated prior, the decision's interval is of the cost, not of nec."""
    best, point = decision.best, decision.point
    if analysis.crossfits is not None:
        return analysis.decide(point, view.models, view.level).best.interval
    if with_prior is analysis or best.model is None or best.index is None:
        return best.interval
    return analysis.call_at(point, best.model, best.index, decision.level or 0).interval
