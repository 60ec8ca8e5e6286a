"""The decision curve as a display of scikit-learn."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.probabilities.decision_curve import DecisionCurve, NetBenefit, decision_curve
from costdash.core.types import Floats
from costdash.figures.displays.drawing import (
    Names,
    Styles,
    as_list,
    axes_of,
    draw_bands,
    draw_trivial,
    finish,
    of_positive,
    styles_of,
)
from costdash.figures.displays.responses import Sample, fold_samples, sample_of, scores_of

EVERY_PERCENT = np.arange(1, 100) / 100
RULES = ("auto", "scores", "best")
BELOW = 0.14  # share of the highest net benefit drawn below the line of flagging none


class DecisionCurveDisplay:
    """Decision curve: net benefit per case along the threshold probability.

    Made by `from_estimator`, `from_predictions` or `from_cv_results`; needs costdash[sklearn].

    Parameters
    ----------
    threshold_probability : ndarray
        Threshold probabilities t in [0, 1): a false alarm costs t / (1 - t) missed positives.
    net_benefit : ndarray or list of ndarray
        Net benefit per case at each t; for several curves a list.
    low, high : ndarray or list of ndarray, default=None
        Limits of the pointwise confidence band.
    flag_all : ndarray, default=None
        Net benefit of flagging every case.
    prior : float, default=None
        Share of positives where the model is used.
    rule : {"scores", "best"}, default="scores"
        Whether cases with a score of at least t are flagged, or those above the best threshold.
    level : float, default=None
        Confidence level of the band.
    name : str or list of str, default=None
        Name for the legend.
    pos_label : int, float, bool or str, default=None
        The positive class, for the titles of the axes.

    Attributes
    ----------
    line_ : matplotlib Artist or list of them
        The curves.
    band_ : matplotlib Artist, list of them or None
        The bands.
    chance_level_ : list of matplotlib Artist or None
        Flag all, and flag none.
    ax_ : matplotlib Axes
        Axes with the curves.
    figure_ : matplotlib Figure
        Figure with the axes.
    analysis_ : Analysis or list of Analysis
        What the curves are read from; `analysis_.decide` gives the cheapest threshold.

    References
    ----------
    Vickers & Elkin (2006).

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.linear_model import LogisticRegression
    >>> import costdash
    >>> X, y = make_classification(random_state=0)
    >>> model = LogisticRegression().fit(X[:50], y[:50])
    >>> display = costdash.DecisionCurveDisplay.from_estimator(model, X[50:], y[50:], prior=0.1)
    >>> display.rule, display.net_benefit[19].round(3).item()
    ('scores', 0.037)
    """

    line_: Any
    band_: Any
    chance_level_: Any
    ax_: Any
    figure_: Any
    analysis_: Any

    def __init__(
        self,
        *,
        threshold_probability: Floats,
        net_benefit: Floats | list[Floats],
        low: Floats | list[Floats] | None = None,
        high: Floats | list[Floats] | None = None,
        flag_all: Floats | None = None,
        prior: float | None = None,
        rule: str = "scores",
        level: float | None = None,
        name: Names = None,
        pos_label: Any = None,
    ) -> None:
        self.threshold_probability, self.net_benefit = threshold_probability, net_benefit
        self.low, self.high, self.flag_all = low, high, flag_all
        self.prior, self.rule, self.level = prior, rule, level
        self.name, self.pos_label = name, pos_label

    def plot(
        self,
        ax: Any = None,
        *,
        name: Names = None,
        curve_kwargs: Styles = None,
        plot_chance_level: bool = True,
        chance_level_kw: Mapping[str, Any] | None = None,
        plot_band: bool = True,
        band_kwargs: Mapping[str, Any] | None = None,
        despine: bool = False,
    ) -> Self:
        """Draw the curves.

        Parameters
        ----------
        ax : matplotlib axes, default=None
            Axes to draw on; new ones by default.
        name : str or list of str, default=None
            Name for the legend; a list needs a list in `curve_kwargs`.
        curve_kwargs : dict or list of dict, default=None
            For matplotlib's `plot`. One dictionary for several curves gives one entry of the
            legend.
        plot_chance_level : bool, default=True
            Draw flagging all and flagging none.
        chance_level_kw : dict, default=None
            For their lines.
        plot_band : bool, default=True
            Draw the band, if there is one.
        band_kwargs : dict, default=None
            For matplotlib's `fill_between`.
        despine : bool, default=False
            Leave out the upper and the right spine.

        Returns
        -------
        DecisionCurveDisplay
            The display itself.
        """
        self.ax_ = axes_of(ax, "DecisionCurveDisplay.plot")
        self.figure_ = self.ax_.figure
        curves, t = as_list(self.net_benefit), self.threshold_probability
        name = self.name if name is None else name
        styles = styles_of(len(curves), name, (), "", curve_kwargs)
        lines = [self.ax_.plot(t, y, **style)[0] for y, style in zip(curves, styles)]
        self.line_ = lines[0] if len(lines) == 1 else lines
        limits = as_list(self.low), as_list(self.high)
        self.band_ = None
        if plot_band:
            self.band_ = draw_bands(self.ax_, [t] * len(lines), *limits, lines, band_kwargs)
        self.chance_level_ = None
        if plot_chance_level and self.flag_all is not None:
            self.chance_level_ = draw_trivial(self.ax_, t, self.flag_all, chance_level_kw)
        flag_all = () if self.flag_all is None else (self.flag_all,)
        top = max(float(np.max(curve)) for curve in (*curves, *flag_all))
        self.ax_.set(
            xlabel=of_positive("Threshold probability", self.pos_label),
            ylabel="Net benefit per case",
            xlim=(-0.01, 1.01),
            ylim=(-BELOW * top, 1.05 * top) if top > 0 else None,
        )
        finish(self.ax_, despine)
        return self

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        prior: float | None = None,
        threshold_probability: ArrayLike | None = None,
        rule: str = "auto",
        sample_weight: Any = None,
        response_method: str = "auto",
        pos_label: Any = None,
        name: str | None = None,
        ax: Any = None,
        curve_kwargs: Mapping[str, Any] | None = None,
        plot_chance_level: bool = True,
        chance_level_kw: Mapping[str, Any] | None = None,
        despine: bool = False,
        level: float = 0.95,
        n_replicates: int = 2000,
        seed: int = 0,
    ) -> Self:
        """Draw the decision curve of a fitted binary classifier.

        Parameters
        ----------
        estimator : estimator instance
            Fitted classifier, or a pipeline that ends in one.
        X, y : array-like
            Rows that it was not fitted on, and their labels.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.
        response_method : {"predict_proba", "decision_function", "auto"}
            What gives the scores; "auto" tries them in this order.
        pos_label : int, float, bool or str, default=None
            The positive class, by default `estimator.classes_[1]`.
        name : str, default=None
            Name for the legend, by default the estimator's class.
        level, n_replicates, seed
            As for `costdash.analyse`; others are as for `from_predictions` and `plot`.

        Returns
        -------
        DecisionCurveDisplay
            With the numbers of `costdash.core.decision_curve`.
        """
        score, pos_label = scores_of(estimator, X, response_method, pos_label)
        return cls.from_predictions(
            y,
            score,
            prior=prior,
            threshold_probability=threshold_probability,
            rule=rule,
            sample_weight=sample_weight,
            pos_label=pos_label,
            name=type(estimator).__name__ if name is None else name,
            ax=ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
            level=level,
            n_replicates=n_replicates,
            seed=seed,
        )

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_score: Any,
        *,
        prior: float | None = None,
        threshold_probability: ArrayLike | None = None,
        rule: str = "auto",
        sample_weight: Any = None,
        pos_label: Any = None,
        name: str | None = None,
        ax: Any = None,
        curve_kwargs: Mapping[str, Any] | None = None,
        plot_chance_level: bool = True,
        chance_level_kw: Mapping[str, Any] | None = None,
        despine: bool = False,
        level: float = 0.95,
        n_replicates: int = 2000,
        seed: int = 0,
    ) -> Self:
        """Draw the decision curve of scores.

        Parameters
        ----------
        y_true : array-like of shape (n_samples,)
            Labels of two classes.
        y_score : array-like of shape (n_samples,)
            Scores; greater means more likely positive.
        prior : float, default=None
            Share of positives where the model is used, by default that of the rows.
        threshold_probability : array-like, default=None
            Where net benefit is read, in [0, 1), by default at 0.01, 0.02, ..., 0.99.
        rule : {"auto", "scores", "best"}, default="auto"
            "scores" flags scores of at least t, taken as probabilities; "best" flags at the
            threshold that is best at t. "auto" is "scores" if all scores lie in [0, 1].
        pos_label : int, float, bool or str, default=None
            The positive class; needed unless labels are 0 or -1 and 1.
        name : str, default=None
            Name for the legend, by default "Classifier".
        level, n_replicates, seed
            As for `costdash.analyse`.

        Returns
        -------
        DecisionCurveDisplay
            With the numbers of `costdash.core.decision_curve`.
        """
        name = name or "Classifier"
        method: dict[str, Any] = {"level": level, "n_replicates": n_replicates, "seed": seed}
        sample = sample_of(y_true, y_score, sample_weight, pos_label, name, **method)
        return cls._of([sample], threshold_probability, prior, rule, level, name).plot(
            ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
        )

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: Any,
        y: Any,
        *,
        prior: float | None = None,
        threshold_probability: ArrayLike | None = None,
        rule: str = "auto",
        sample_weight: Any = None,
        response_method: str = "auto",
        pos_label: Any = None,
        ax: Any = None,
        name: Names = None,
        curve_kwargs: Styles = None,
        plot_chance_level: bool = True,
        chance_level_kw: Mapping[str, Any] | None = None,
        despine: bool = False,
    ) -> Self:
        """Draw the decision curve of the test rows of each fold, without bands.

        Parameters
        ----------
        cv_results : dict
            Of `cross_validate` with `return_estimator=True` and `return_indices=True`.
        X, y : array-like
            The rows and labels that were given to `cross_validate`.
        prior : float, default=None
            Share of positives where the model is used, by default that of all test rows.
        threshold_probability, rule, sample_weight, response_method, pos_label
            As for `from_predictions` and `from_estimator`; all others are as for `plot`.

        Returns
        -------
        DecisionCurveDisplay
            Its `net_benefit` and `analysis_` are lists with an entry for each fold.
        """
        samples = [*fold_samples(cv_results, X, y, sample_weight, response_method, pos_label)]
        return cls._of(samples, threshold_probability, prior, rule, None, name).plot(
            ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
        )

    @classmethod
    def _of(
        cls,
        samples: Sequence[Sample],
        t: ArrayLike | None,
        prior: float | None,
        rule: str,
        level: float | None,
        name: Names,
    ) -> Self:
        """One curve for each sample; level: confidence level of the bands, None without bands."""
        t = np.asarray(EVERY_PERCENT if t is None else t, float)
        if prior is None:
            classes = [(s.predictions.positives, s.predictions.negatives) for s in samples]
            prior = float(np.sum(classes, axis=0)[0] / np.sum(classes))
        rule = _rule(samples, rule)
        net_benefits = [
            decision_curve(s.predictions, s.analysis, s.model.name, t, prior) for s in samples
        ]
        curves: list[NetBenefit] = [_of_rule(curve, rule) for curve in net_benefits]
        shown = [curve for curve in curves if level and not np.isnan(curve.low).any()]
        several = len(curves) > 1
        display = cls(
            threshold_probability=t,
            net_benefit=[curve.value for curve in curves] if several else curves[0].value,
            low=shown[0].low if shown else None,
            high=shown[0].high if shown else None,
            flag_all=net_benefits[0].flag_all,
            prior=prior,
            rule=rule,
            level=level,
            name=name,
            pos_label=samples[0].pos_label,
        )
        display.analysis_ = [s.analysis for s in samples] if several else samples[0].analysis
        return display


def _rule(samples: Sequence[Sample], rule: str) -> str:
    """The rule to draw. Raises ValueError for others, and for scores that leave [0, 1]."""
    if rule not in RULES:
        raise ValueError(f"rule must be one of {', '.join(RULES)}, got {rule}")
    probabilities = all(sample.model.is_probability for sample in samples)
    if rule == "scores" and not probabilities:
        raise ValueError("scores must lie in [0, 1] to be probabilities; rule='best' needs none")
    if rule == "auto":
        return "scores" if probabilities else "best"
    return rule


def _of_rule(curve: DecisionCurve, rule: str) -> NetBenefit:
    return curve.best if rule == "best" or curve.scores is None else curve.scores
