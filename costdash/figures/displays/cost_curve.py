"""The cost curve as a display of scikit-learn."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from costdash.core.curves.cost import trivial_cost
from costdash.core.types import Floats
from costdash.figures.displays.curve_display import CurveDisplay
from costdash.figures.displays.drawing import TRIVIAL, Names, as_list
from costdash.figures.displays.responses import Sample


class CostCurveDisplay(CurveDisplay):
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

    @classmethod
    def _read(cls, samples: Sequence[Sample], level: float | None) -> dict[str, Any]:
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
        return curves

    def _curves(self) -> tuple[list[Floats], list[Floats]]:
        return as_list(self.pcf), as_list(self.nec)

    def _draw_trivial(self, style: Mapping[str, Any]) -> Any:
        x = np.array([0.0, 0.5, 1.0])
        (line,) = self.ax_.plot(
            x, trivial_cost(x), **(TRIVIAL | {"label": "Flag none or all"} | dict(style))
        )
        return line

    def _axes(self) -> dict[str, Any]:
        return {
            "xlabel": "Probability cost PC(+)",
            "ylabel": "Normalized expected cost",
            "ylim": (-0.01, None),
        }
