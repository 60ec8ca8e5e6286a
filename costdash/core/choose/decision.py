"""The decision at one operating point: the best call, and the better trivial call beside it."""

from dataclasses import dataclass
from math import inf
from typing import Any, TypedDict

from costdash.core.choose.review_zone import Zone
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.cost import trivial_cost
from costdash.core.curves.precision_recall import precision_at
from costdash.core.types import XY, CallKind, Interval


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much more a rule costs on other rows than on the rows that chose it, per case.

    Parameters
    ----------
    tuning : float
        For the threshold: the model's cross-fitted cost less the cost of its threshold on the rows
        that chose it. Below 0 by chance.
    choosing : float
        For the model: the cross-fitted cost of choosing among several models less that of this
        model; 0 for a single model.
    models : int
        Number of models among which the model was chosen.

    Examples
    --------
    >>> import numpy as np
    >>> from costdash.core import OperatingPoint, Predictions
    >>> import costdash
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(300) < 90
    >>> scores = {"rf": rng.normal(size=300) + 2 * is_positive}
    >>> rows = Predictions(is_positive=is_positive, scores=scores)
    >>> best = costdash.analyse(rows).decide(OperatingPoint(0.1, 20)).best
    >>> best.allowance.tuning > 0, best.allowance.choosing
    (True, 0.0)
    >>> bool(np.isclose(best.rows_cost + best.allowance.tuning, best.expected_cost))
    True
    """

    tuning: float
    choosing: float = 0.0
    models: int = 1


@dataclass(frozen=True, slots=True)
class Call:
    """One rule at one operating point: its threshold, its rates and its cost.

    Parameters
    ----------
    call : str
        "some" for a model's threshold, "none" and "all" for the trivial classifiers.
    model : str or None
        The model's name; None for the trivial classifiers, as are `threshold`, `text`, `index`.
    owners : tuple of str
        All models that reach the same point in ROC space.
    threshold : float or None
        A case is called positive if score >= threshold.
    text : str or None
        The shortest decimal that calls the same cases, for display.
    index : int or None
        Place of the threshold in the model's `Counts`.
    fpr, tpr, precision : float
        Rates on the rows, and precision at the point's prior (nan if nothing is called positive).
    nec, expected_cost : float
        Normalized expected cost, and expected cost per case in currency, allowances included.
    allowance : Allowance or None
        What leads from the cost on the rows to `expected_cost`; None if it is not cross-fitted.
    tuned_rates, expected_rates : tuple of float, or None
        fpr and tpr on other rows than those that chose the threshold, and the rates that cost
        `expected_cost`, which allow for the choice of the model too. None if not cross-fitted.
    in_cases : tuple of float or None
        fpr and tpr as shares of cases, if `fpr` and `tpr` are shares of costs that differ from
        case to case. Then precision is in cases too.
    interval : tuple of float or None
        Confidence interval of nec; None without a band. With an estimated prior it is the
        interval of the cost in units of the point's `scale`.
    hard : bool
        Whether the model only calls cases positive or negative, so the threshold says nothing.
    zone : Zone or None
        The review zone, if cases between two thresholds are reviewed. The rates are then those of
        model and reviewer together, and the threshold is the upper one.
    review_cost : float
        The part of the cost per case on the rows that pays for reviews.

    Examples
    --------
    >>> from costdash.core import OperatingPoint, Predictions, analyse
    >>> rf = Predictions(
    ...     is_positive=[1, 1, 1, 0, 0, 0], scores={"rf": [0.9, 0.8, 0.3, 0.7, 0.5, 0.1]}
    ... )
    >>> call = analyse(rf).decide(OperatingPoint(prior=0.2, cost_fn=3)).best
    >>> call.call, call.model, call.text, round(call.expected_cost, 3)
    ('some', 'rf', '0.8', 0.2)
    """

    call: CallKind
    model: str | None
    owners: tuple[str, ...]
    threshold: float | None
    text: str | None
    index: int | None
    fpr: float
    tpr: float
    precision: float
    nec: float
    expected_cost: float
    interval: Interval | None = None
    in_cases: tuple[float, float] | None = None
    hard: bool = False
    allowance: Allowance | None = None
    tuned_rates: XY | None = None
    expected_rates: XY | None = None
    zone: Zone | None = None
    review_cost: float = 0.0

    @property
    def rates(self) -> XY:
        """fpr and tpr on the rows."""
        return self.fpr, self.tpr

    @property
    def model_rates(self) -> XY:
        """The rates behind `model_cost`: on other rows, where they are known."""
        return self.tuned_rates or self.rates

    @property
    def total_rates(self) -> XY:
        """The rates behind `expected_cost`."""
        return self.expected_rates or self.rates

    @property
    def rows_cost(self) -> float:
        """Expected cost per case on the rows, without allowances."""
        return self.model_cost - (self.allowance.tuning if self.allowance else 0.0)

    @property
    def model_cost(self) -> float:
        """Expected cost per case of the model: without the allowance for choosing the model."""
        return self.expected_cost - (self.allowance.choosing if self.allowance else 0.0)

    @property
    def case_rates(self) -> tuple[float, float]:
        """fpr and tpr as shares of cases."""
        return self.in_cases or (self.fpr, self.tpr)


@dataclass(frozen=True, slots=True)
class Decision:
    """The best call and the better trivial call at one operating point.

    Parameters
    ----------
    point : OperatingPoint
        The operating point.
    best, trivial : Call
        The call of least expected cost, and the better of "call none" and "call all".
    level : float or None
        Confidence level of the intervals; None without intervals.
    saving_interval : tuple of float or None
        Confidence interval of `saving`; None without a band and for a trivial best call.

    Examples
    --------
    >>> from costdash.core import OperatingPoint, Predictions, analyse
    >>> rf = Predictions(
    ...     is_positive=[1, 1, 1, 0, 0, 0], scores={"rf": [0.9, 0.8, 0.3, 0.7, 0.5, 0.1]}
    ... )
    >>> decision = analyse(rf).decide(OperatingPoint(prior=0.2, cost_fn=3))
    >>> decision.trivial.call, round(decision.saving, 3)
    ('none', 0.4)
    """

    point: OperatingPoint
    best: Call
    trivial: Call
    level: float | None
    saving_interval: Interval | None = None

    @property
    def saving(self) -> float:
        """Expected cost per case that the best call saves over the trivial call."""
        return self.trivial.expected_cost - self.best.expected_cost

    @property
    def small_margin(self) -> bool:
        """Whether a cross-fitted model is recommended although it may save nothing.

        Where a model hardly pays, it is recommended by the samples that flatter it, so its cost is
        on average higher than they say; benchmarks/results/coverage.md has by how much.
        """
        if self.saving_interval is None or self.best.allowance is None:
            return False
        return self.saving_interval[0] <= 0

    def as_classifier(
        self, estimator: Any, *, pos_label: Any = None, response_method: str = "auto"
    ) -> Any:
        """The best call as a classifier of scikit-learn: the estimator at the call's threshold.

        Parameters
        ----------
        estimator : classifier
            The one that gave the scores. If it is fitted, it needs no other `fit`.
        pos_label : int, float, bool or str, optional
            The positive class of the scores, by default the second of the classes.
        response_method : {"auto", "predict_proba", "decision_function"}
            The method that gave the scores.

        Returns
        -------
        FixedThresholdClassifier
            It calls none or all positive where the best call does.

        Raises
        ------
        ValueError
            If the best call mixes two thresholds.
        ImportError
            Without scikit-learn, the extra costdash[sklearn].

        Examples
        --------
        >>> import numpy as np
        >>> from sklearn.linear_model import LogisticRegression
        >>> from costdash.core import OperatingPoint, Predictions, analyse
        >>> X, y = np.array([[0.1], [0.3], [0.4], [0.9]]), np.array([0, 0, 1, 1])
        >>> model = LogisticRegression().fit(X, y)
        >>> rows = Predictions(is_positive=y == 1, scores={"lr": model.predict_proba(X)[:, 1]})
        >>> decision = analyse(rows).decide(OperatingPoint(prior=0.5))
        >>> decision.as_classifier(model).predict(X)
        array([0, 0, 1, 1])
        """
        try:
            from sklearn.model_selection import FixedThresholdClassifier
        except ImportError:
            needs = "as_classifier needs scikit-learn: pip install 'costdash[sklearn]'"
            raise ImportError(needs) from None
        ends = {"none": inf, "all": -inf}
        threshold = ends.get(self.best.call, self.best.threshold)
        if threshold is None:
            raise ValueError("the best call mixes two thresholds, which no one threshold says")
        return FixedThresholdClassifier(
            estimator, threshold=threshold, pos_label=pos_label, response_method=response_method
        )


def trivial_call(point: OperatingPoint, flags_all: bool | None = None) -> Call:
    """Return the better trivial classifier: "call none" up to pcf 1/2, "call all" above.

    Parameters
    ----------
    point : OperatingPoint
        The operating point.
    flags_all : bool, optional
        Which of the two, instead of the better one.

    Returns
    -------
    Call
        Without model and threshold. Its cost is certain, so its interval is a point.

    References
    ----------
    Drummond & Holte (2000), section 2.2.

    Examples
    --------
    >>> from costdash.core import OperatingPoint
    >>> call = trivial_call(OperatingPoint(prior=0.2, cost_fn=3))
    >>> call.call, round(call.expected_cost, 3), round(call.nec, 3)
    ('none', 0.6, 0.429)
    """
    rate = float(point.pcf > 0.5 if flags_all is None else flags_all)
    nec = float(trivial_cost(point.pcf))
    if flags_all is not None:
        nec = 1 - point.pcf if flags_all else point.pcf
    return Call(
        call="all" if rate else "none",
        model=None,
        owners=(),
        threshold=None,
        text=None,
        index=None,
        interval=(nec, nec),
        **rates_at(point, rate, rate),
    )


class RateFields(TypedDict):
    """The numeric fields of a `Call`."""

    fpr: float
    tpr: float
    precision: float
    nec: float
    expected_cost: float


def rates_at(
    point: OperatingPoint, fpr: float, tpr: float, in_cases: tuple[float, float] | None = None
) -> RateFields:
    """The numeric fields of a `Call` with these rates at `point`.

    in_cases: fpr and tpr in cases, if the others are shares of costs.
    """
    cost = point.expected_cost(fpr, tpr)
    return {
        "fpr": fpr,
        "tpr": tpr,
        "precision": float(precision_at(*(in_cases or (fpr, tpr)), point.prior)),
        "nec": cost / point.scale,
        "expected_cost": cost,
    }
