"""The decision curve as a display of scikit-learn."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.probabilities.decision_curve import DecisionCurve, NetBenefit, decision_curve
from costdash.core.types import Floats
from costdash.figures.displays.curve_display import CurveDisplay
from costdash.figures.displays.drawing import TRIVIAL, Names, as_list
from costdash.figures.displays.responses import Sample

EVERY_PERCENT = np.arange(1, 100) / 100
RULES = ("auto", "scores", "best")
BELOW = 0.14  # share of the highest net benefit drawn below the line of flagging none


class DecisionCurveDisplay(CurveDisplay):
    """Decision curve: net benefit per case along the threshold probability.

    Made by `from_estimator`, `from_predictions` or `from_cv_results`; needs costdash[sklearn].
    They also take `prior` (by default that of the rows), `threshold_probability` (by default
    0.01, 0.02, ..., 0.99) and `rule`: "scores" flags scores of at least t, taken as
    probabilities; "best" flags at the threshold that is best at t; "auto", the default, is
    "scores" if all scores lie in [0, 1].

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
        The rule of the curves.
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

    @classmethod
    def _read(
        cls,
        samples: Sequence[Sample],
        level: float | None,
        *,
        prior: float | None = None,
        threshold_probability: ArrayLike | None = None,
        rule: str = "auto",
    ) -> dict[str, Any]:
        t = EVERY_PERCENT if threshold_probability is None else threshold_probability
        if prior is None:
            classes = [(s.predictions.positives, s.predictions.negatives) for s in samples]
            prior = float(np.sum(classes, axis=0)[0] / np.sum(classes))
        rule = _rule(samples, rule)
        net_benefits = [
            decision_curve(s.predictions, s.analysis, s.model.name, t, prior) for s in samples
        ]
        curves: list[NetBenefit] = [_of_rule(curve, rule) for curve in net_benefits]
        values = [curve.value for curve in curves]
        shown = [curve for curve in curves if level and not np.isnan(curve.low).any()]
        return {
            "threshold_probability": np.asarray(t, float),
            "net_benefit": values if len(values) > 1 else values[0],
            "low": shown[0].low if shown else None,
            "high": shown[0].high if shown else None,
            "flag_all": net_benefits[0].flag_all,
            "prior": prior,
            "rule": rule,
        }

    def _curves(self) -> tuple[list[Floats], list[Floats]]:
        curves = as_list(self.net_benefit)
        return [self.threshold_probability] * len(curves), curves

    def _draw_trivial(self, style: Mapping[str, Any]) -> Any:
        if self.flag_all is None:
            return None
        all_style = TRIVIAL | {"label": "Flag all"} | dict(style)
        none_style = TRIVIAL | {"linestyle": ":"} | dict(style) | {"label": "Flag none"}
        (line,) = self.ax_.plot(self.threshold_probability, self.flag_all, **all_style)
        return [line, self.ax_.axhline(0.0, **none_style)]

    def _axes(self) -> dict[str, Any]:
        curves = [*as_list(self.net_benefit), *as_list(self.flag_all)]
        top = max(float(np.max(curve)) for curve in curves)
        return {
            "xlabel": "Threshold probability",
            "ylabel": "Net benefit per case",
            "ylim": (-BELOW * top, 1.05 * top) if top > 0 else None,
        }


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
