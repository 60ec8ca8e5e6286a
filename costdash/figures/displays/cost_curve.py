"""The cost curve as a display of scikit-learn."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np

from costdash.core.curves.cost import trivial_cost
from costdash.core.types import Floats
from costdash.figures.displays.drawing import (
    TRIVIAL,
    Names,
    Styles,
    as_list,
    axes_of,
    draw_bands,
    finish,
    of_positive,
    styles_of,
)
from costdash.figures.displays.responses import Sample, fold_samples, sample_of, scores_of


class CostCurveDisplay:
    """Cost curve: the lower envelope of normalized expected cost along PC(+).

    Make one with `from_estimator`, `from_predictions` or `from_cv_results`. All parameters are
    stored as attributes. Needs the extra costdash[sklearn].

    Parameters
    ----------
    pcf : ndarray or list of ndarray
        Probability cost PC(+), rising from 0 to 1; for several curves a list. It holds every
        bend of the envelope.
    nec : ndarray or list of ndarray
        Normalized expected cost of the cheapest threshold at each `pcf`.
    low, high : ndarray or list of ndarray, default=None
        Limits of the pointwise confidence band.
    area : float or list of float, default=None
        Area under the curve, for the legend.
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
    chance_level_ : matplotlib Artist or None
        The cost of the better trivial classifier: flag none, then flag all.
    ax_ : matplotlib Axes
        Axes with the curves.
    figure_ : matplotlib Figure
        Figure with the axes.
    analysis_ : Analysis or list of Analysis
        What the curves are read from; `analysis_.decide` gives the cheapest threshold.

    References
    ----------
    Drummond & Holte (2000), section 2.2; (2004), section 8.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.linear_model import LogisticRegression
    >>> import costdash
    >>> X, y = make_classification(random_state=0)
    >>> model = LogisticRegression().fit(X[:50], y[:50])
    >>> display = costdash.CostCurveDisplay.from_estimator(model, X[50:], y[50:])
    >>> display.name, round(display.area, 3), display.nec.max().round(3).item()
    ('LogisticRegression', 0.094, 0.173)
    >>> point = costdash.core.OperatingPoint(prior=0.1, cost_fn=20, cost_fp=1)
    >>> classifier = display.analysis_.decide(point).as_classifier(model)
    >>> classifier.predict(X[50:]).mean().item()
    0.62
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
        pcf: Floats | list[Floats],
        nec: Floats | list[Floats],
        low: Floats | list[Floats] | None = None,
        high: Floats | list[Floats] | None = None,
        area: float | list[float] | None = None,
        level: float | None = None,
        name: Names = None,
        pos_label: Any = None,
    ) -> None:
        self.pcf, self.nec, self.low, self.high = pcf, nec, low, high
        self.area, self.level = area, level
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
            legend, with the mean area.
        plot_chance_level : bool, default=True
            Draw the better trivial classifier.
        chance_level_kw : dict, default=None
            For its line.
        plot_band : bool, default=True
            Draw the band, if there is one.
        band_kwargs : dict, default=None
            For matplotlib's `fill_between`.
        despine : bool, default=False
            Leave out the upper and the right spine.

        Returns
        -------
        CostCurveDisplay
            The display itself.
        """
        self.ax_ = axes_of(ax, "CostCurveDisplay.plot")
        self.figure_ = self.ax_.figure
        pcf, nec = as_list(self.pcf), as_list(self.nec)
        name = self.name if name is None else name
        styles = styles_of(len(pcf), name, as_list(self.area), "area", curve_kwargs)
        lines = [self.ax_.plot(x, y, **style)[0] for x, y, style in zip(pcf, nec, styles)]
        self.line_ = lines[0] if len(lines) == 1 else lines
        limits = as_list(self.low), as_list(self.high)
        self.band_ = None
        if plot_band:
            self.band_ = draw_bands(self.ax_, pcf, *limits, lines, band_kwargs)
        self.chance_level_ = None
        if plot_chance_level:
            x = np.array([0.0, 0.5, 1.0])
            style = TRIVIAL | {"label": "Flag none or all"} | dict(chance_level_kw or {})
            (self.chance_level_,) = self.ax_.plot(x, trivial_cost(x), **style)
        self.ax_.set(
            xlabel=of_positive("Probability cost PC(+)", self.pos_label),
            ylabel="Normalized expected cost",
            xlim=(-0.01, 1.01),
            ylim=(-0.01, None),
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
        """Draw the cost curve of a fitted binary classifier, such as a fitted `GridSearchCV`.

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
        ax, curve_kwargs, plot_chance_level, chance_level_kw, despine
            As for `plot`.
        level, n_replicates, seed
            As for `costdash.analyse`.

        Returns
        -------
        CostCurveDisplay
            With the numbers of `costdash.analyse`.
        """
        score, pos_label = scores_of(estimator, X, response_method, pos_label)
        return cls.from_predictions(
            y,
            score,
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
        """Draw the cost curve of scores.

        Parameters
        ----------
        y_true : array-like of shape (n_samples,)
            Labels of two classes.
        y_score : array-like of shape (n_samples,)
            Scores on any scale; greater means more likely positive.
        sample_weight, ax, curve_kwargs, plot_chance_level, chance_level_kw, despine
            As for `from_estimator`.
        pos_label : int, float, bool or str, default=None
            The positive class; needed unless labels are 0 or -1 and 1.
        name : str, default=None
            Name for the legend, by default "Classifier".
        level, n_replicates, seed
            As for `costdash.analyse`.

        Returns
        -------
        CostCurveDisplay
            With the numbers of `costdash.analyse`.
        """
        name = "Classifier" if name is None else name
        method: dict[str, Any] = {"level": level, "n_replicates": n_replicates, "seed": seed}
        sample = sample_of(y_true, y_score, sample_weight, pos_label, name, **method)
        display = cls._of([sample], level, name)
        return display.plot(
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
        """Draw the cost curve of the test rows of each fold, without bands.

        Parameters
        ----------
        cv_results : dict
            Of `cross_validate` with `return_estimator=True` and `return_indices=True`.
        X, y : array-like
            The rows and labels that were given to `cross_validate`.
        sample_weight, response_method, pos_label
            As for `from_estimator`.
        name, curve_kwargs
            As for `plot`.
        ax, plot_chance_level, chance_level_kw, despine
            As for `plot`.

        Returns
        -------
        CostCurveDisplay
            Its `pcf`, `nec`, `area` and `analysis_` are lists with an entry for each fold.
        """
        samples = fold_samples(cv_results, X, y, sample_weight, response_method, pos_label)
        display = cls._of(list(samples), None, name)
        return display.plot(
            ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
        )

    @classmethod
    def _of(cls, samples: Sequence[Sample], level: float | None, name: Names) -> Self:
        """One curve for each sample; level: confidence level of the bands, None without bands."""
        models = [sample.model for sample in samples]
        bands = [model.bands.cost(level) if model.bands and level else None for model in models]
        pcf = [band.x if band else m.hull.bends[0] for band, m in zip(bands, models)]
        curves: dict[str, Any] = {
            "pcf": pcf,
            "nec": [model.hull.cost(x) for model, x in zip(models, pcf)],
            "low": [band.low for band in bands if band] or None,
            "high": [band.high for band in bands if band] or None,
            "area": [model.hull.area for model in models],
        }
        if len(samples) == 1:
            curves = {key: value and value[0] for key, value in curves.items()}
        display = cls(**curves, level=level, name=name, pos_label=samples[0].pos_label)
        analyses = [sample.analysis for sample in samples]
        display.analysis_ = analyses[0] if len(analyses) == 1 else analyses
        return display
