"""AND, OR and chains of classifiers: where they may lie, are expected to, and do."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from costdash.core.sample.predictions import Predictions
from costdash.core.types import XY, Bools, Interval

Rule = tuple[str, float]  # a model and a threshold: positive if score >= threshold


@dataclass(frozen=True, slots=True)
class LogicalBounds:
    """Two classifiers combined, as points (fpr, tpr) in ROC space.

    Created by `conjunction` and `disjunction`. fpr, tpr: the range that their own rates allow.
    expected: the point if the calls of both are independent within each class.
    """

    fpr: Interval
    tpr: Interval
    expected: XY


def conjunction(first: XY, second: XY) -> LogicalBounds:
    """Both classifiers must call a case positive.

    Parameters
    ----------
    first, second : tuple of float
        fpr and tpr of each classifier.

    Returns
    -------
    LogicalBounds
        Ranges from max(0, a + b - 1) to min(a, b), erratum 17, and the product as expected.

    Raises
    ------
    ValueError
        If a rate is outside [0, 1].

    References
    ----------
    Fawcett (2004), section 7.4.3.

    Examples
    --------
    >>> both = conjunction((0.2, 0.7), (0.4, 0.9))
    >>> both.fpr, [round(end, 2) for end in both.tpr], [round(x, 2) for x in both.expected]
    ((0.0, 0.2), [0.6, 0.7], [0.08, 0.63])
    """
    return _bounds(first, second, lambda a, b: (max(0.0, a + b - 1), a * b, min(a, b)))


def disjunction(first: XY, second: XY) -> LogicalBounds:
    """One classifier suffices to call a case positive.

    Parameters
    ----------
    first, second : tuple of float
        fpr and tpr of each classifier.

    Returns
    -------
    LogicalBounds
        Ranges from max(a, b) to min(1, a + b), and 1 - (1 - a)(1 - b) as expected.

    Raises
    ------
    ValueError
        If a rate is outside [0, 1].

    References
    ----------
    Fawcett (2004), section 7.4.3.

    Examples
    --------
    >>> either = disjunction((0.2, 0.7), (0.4, 0.9))
    >>> [round(end, 2) for end in either.fpr], [round(x, 2) for x in either.expected]
    ([0.4, 0.6], [0.52, 0.97])
    """
    return _bounds(first, second, lambda a, b: (max(a, b), a + b - a * b, min(1.0, a + b)))


def disjunction_of(points: Sequence[XY]) -> LogicalBounds:
    """`disjunction` of any number of classifiers.

    >>> disjunction_of([(0.5, 0.5), (0.5, 0.5), (0.5, 0.5)]).expected
    (0.875, 0.875)
    """
    union = LogicalBounds((0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
    for x, y in points:
        low = max(union.fpr[0], x), max(union.tpr[0], y)
        high = min(1.0, union.fpr[1] + x), min(1.0, union.tpr[1] + y)
        (fpr, tpr) = union.expected
        expected = fpr + x - fpr * x, tpr + y - tpr * y
        union = LogicalBounds((low[0], high[0]), (low[1], high[1]), expected)
    return union


def chain_calls(predictions: Predictions, rules: Sequence[Rule], every: bool = False) -> Bools:
    """The rows that a combination of rules calls positive.

    Parameters
    ----------
    predictions : Predictions
        n rows with a score of every named model.
    rules : sequence of (str, float)
        Models and thresholds.
    every : bool
        Whether every rule must call a row (AND); by default one suffices (OR): a chain, in which a
        row goes to the next rule until one calls it.

    Returns
    -------
    ndarray of bool, shape (n,)
        As a column of calls it is a model like any other: add it to `Predictions.scores`.

    Raises
    ------
    ValueError
        Without rules, or for a model without scores of the rows.

    References
    ----------
    Fawcett (2004), sections 7.4.3 and 7.4.4.

    Examples
    --------
    >>> rows = Predictions(is_positive=[1, 1, 0], scores={"a": [3, 1, 1], "b": [1, 2, 1]})
    >>> chain_calls(rows, [("a", 3), ("b", 2)]).tolist()
    [True, True, False]
    """
    if not rules:
        raise ValueError("a combination needs at least one rule, got none")
    for name, _ in rules:
        if name not in predictions.scores:
            raise ValueError(f"no model with scores of the rows is called {name!r}")
    calls = np.stack([predictions.scores[name] >= threshold for name, threshold in rules])
    combine = np.logical_and if every else np.logical_or
    return np.asarray(combine.reduce(calls), dtype=bool)


def _bounds(
    first: XY, second: XY, rule: Callable[[float, float], tuple[float, float, float]]
) -> LogicalBounds:
    """`rule` gives the least, the expected and the greatest rate from the rates of both."""
    for point in (first, second):
        if not all(0 <= rate <= 1 for rate in point):
            raise ValueError(f"rates must lie in [0, 1], got {point}")
    fpr, tpr = (rule(a, b) for a, b in zip(first, second, strict=True))
    return LogicalBounds((fpr[0], fpr[2]), (tpr[0], tpr[2]), (fpr[1], tpr[1]))
