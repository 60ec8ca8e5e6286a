"""What the displays of scikit-learn share: their constructors and how they draw."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Self

from costdash.core.types import Floats
from costdash.figures.displays.drawing import (
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


class CurveDisplay(ABC):
    """Curves with their bands, the trivial classifiers, and the constructors.

    A display adds its curves as attributes and says how they are read from samples (`_of`), what
    is drawn (`_curves`, `_draw_trivial`) and how the axes are set (`_axes`).
    """

    low: Floats | list[Floats] | None
    high: Floats | list[Floats] | None
    area: float | list[float] | None = None
    name: Names
    pos_label: Any
    line_: Any
    band_: Any
    chance_level_: Any
    ax_: Any
    figure_: Any
    analysis_: Any

    @abstractmethod
    def __init__(self, **stored: Any) -> None:
        """Stores all parameters as attributes."""

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
            legend, with the mean area if there is an area.
        plot_chance_level : bool, default=True
            Draw the trivial classifiers, which flag all or none.
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
        display
            The display itself.
        """
        self.ax_ = axes_of(ax, f"{type(self).__name__}.plot")
        self.figure_ = self.ax_.figure
        x, y = self._curves()
        name = self.name if name is None else name
        styles = styles_of(len(y), name, as_list(self.area), "area", curve_kwargs)
        lines = [self.ax_.plot(*curve, **style)[0] for *curve, style in zip(x, y, styles)]
        self.line_ = lines[0] if len(lines) == 1 else lines
        limits = as_list(self.low), as_list(self.high)
        self.band_ = draw_bands(self.ax_, x, *limits, lines, band_kwargs) if plot_band else None
        self.chance_level_ = (
            self._draw_trivial(chance_level_kw or {}) if plot_chance_level else None
        )
        axes = self._axes()
        axes["xlabel"] = of_positive(axes["xlabel"], self.pos_label)
        self.ax_.set(xlim=(-0.01, 1.01), **axes)
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
        **of_curve: Any,
    ) -> Self:
        """Draw the curve of a fitted binary classifier, such as a fitted `GridSearchCV`.

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
        **of_curve
            What only this curve needs, by keyword; the class names it.

        Returns
        -------
        display
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
            **of_curve,
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
        **of_curve: Any,
    ) -> Self:
        """Draw the curve of scores.

        Parameters
        ----------
        y_true : array-like of shape (n_samples,)
            Labels of two classes.
        y_score : array-like of shape (n_samples,)
            Scores; greater means more likely positive.
        pos_label : int, float, bool or str, default=None
            The positive class; needed unless labels are 0 or -1 and 1.
        name : str, default=None
            Name for the legend, by default "Classifier".
        sample_weight, ax, curve_kwargs, plot_chance_level, chance_level_kw, despine, level, \
n_replicates, seed, **of_curve
            As for `from_estimator`.

        Returns
        -------
        display
            With the numbers of `costdash.analyse`.
        """
        name = "Classifier" if name is None else name
        method: dict[str, Any] = {"level": level, "n_replicates": n_replicates, "seed": seed}
        sample = sample_of(y_true, y_score, sample_weight, pos_label, name, **method)
        return cls._of([sample], level, name, **of_curve).plot(
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
        **of_curve: Any,
    ) -> Self:
        """Draw the curve of the test rows of each fold, without bands.

        Parameters
        ----------
        cv_results : dict
            Of `cross_validate` with `return_estimator=True` and `return_indices=True`.
        X, y : array-like
            The rows and labels that were given to `cross_validate`.
        sample_weight, response_method, pos_label, **of_curve
            As for `from_estimator`.
        ax, name, curve_kwargs, plot_chance_level, chance_level_kw, despine
            As for `plot`.

        Returns
        -------
        display
            Its curves and `analysis_` are lists with an entry for each fold.
        """
        samples = fold_samples(cv_results, X, y, sample_weight, response_method, pos_label)
        return cls._of(list(samples), None, name, **of_curve).plot(
            ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
        )

    @classmethod
    def _of(
        cls, samples: Sequence[Sample], level: float | None, name: Names, **of_curve: Any
    ) -> Self:
        """One curve for each sample; level: confidence level of the bands, None without bands."""
        curves = cls._read(samples, level, **of_curve)
        display = cls(**curves, level=level, name=name, pos_label=samples[0].pos_label)
        analyses = [sample.analysis for sample in samples]
        display.analysis_ = analyses[0] if len(analyses) == 1 else analyses
        return display

    @classmethod
    @abstractmethod
    def _read(cls, *samples_and_level: Any, **of_curve: Any) -> dict[str, Any]:
        """The attributes of the samples' curves; TypeError for what the curve does not need."""

    @abstractmethod
    def _curves(self) -> tuple[list[Floats], list[Floats]]:
        """x and y of each curve."""

    @abstractmethod
    def _draw_trivial(self, style: Mapping[str, Any]) -> Any:
        """Draws the trivial classifiers; returns their artists."""

    @abstractmethod
    def _axes(self) -> dict[str, Any]:
        """Titles and limits of the axes."""
