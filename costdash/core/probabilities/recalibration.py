"""Recalibrated scores: pooled shares of positives as probabilities, fitted on other folds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.curves.hull import convex_hull
from costdash.core.folds.fitting import fitted_elsewhere, fitting_rows
from costdash.core.resample.streams import Stream
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import ScoredRows
from costdash.core.types import Bools, Floats


@dataclass(frozen=True, slots=True, eq=False)
class Recalibration:
    """A rising map from scores to probabilities, straight between its points.

    Created by `recalibration`.

    Attributes
    ----------
    score, probability : Floats
        Points of the map, (m,); constant outside of them.
    prior : float
        Share of positives of the rows behind it, at which the probabilities hold.

    Examples
    --------
    >>> from costdash.core import count
    >>> fit = recalibration(count([1, 1, 0, 0], [9, 6, 7, 1]))
    >>> fit.probabilities([0, 1, 6.5, 8, 10])
    array([0.  , 0.  , 0.5 , 0.75, 1.  ])
    """

    score: Floats
    probability: Floats
    prior: float

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Recalibration":
        """From JSON with the keys scores and probabilities, and prior if it is known."""
        score, probability = (
            np.asarray(given[name], float) for name in ("scores", "probabilities")
        )
        return cls(score, probability, float(given.get("prior", np.nan)))

    def probabilities(self, score: ArrayLike) -> Floats:
        """Probabilities of scores of any shape, at `prior`."""
        probability = np.interp(np.asarray(score, float), self.score, self.probability)
        return np.asarray(probability)

    def score_for(self, probability: float) -> float:
        """The smallest score whose probability is at least this one; -inf if every score's is.

        inf if no score reaches it. So score >= score_for(p) flags the same cases as p.
        """
        reached = self.probability >= probability
        if not reached.any() or reached[0]:
            return -np.inf if reached[0] else np.inf
        first = int(reached.argmax())
        low, high = float(self.score[first - 1]), float(self.score[first])
        while low < (middle := low + (high - low) / 2) < high:
            if self.probabilities(middle) >= probability:
                high = middle
            else:
                low = middle
        return high


def recalibration(counts: Counts) -> Recalibration:
    """Return the map from scores to the share of positives after pooling adjacent violators.

    Parameters
    ----------
    counts : Counts
        Counts of the rows to fit, with scores on any scale.

    Returns
    -------
    Recalibration
        Constant within each pooled step, straight between two steps.

    References
    ----------
    Zadrozny & Elkan (2002). Fawcett & Niculescu-Mizil (2007).

    Examples
    --------
    >>> from costdash.core import count
    >>> recalibration(count([1, 1, 0, 0], [9, 6, 7, 1])).score
    array([1., 1., 6., 7., 9., 9.])
    """
    at = convex_hull(counts).index
    positives, rows = np.diff(counts.tp[at]), np.diff((counts.tp + counts.fp)[at])
    last, first = counts.threshold[at[:-1] + 1], counts.threshold[at[1:]]
    score = np.stack((first[::-1], last[::-1]), axis=1).ravel()
    share = (positives / rows).clip(0, 1)[::-1]
    return Recalibration(score, np.repeat(share, 2), float(counts.prevalence))


def with_recalibrated(scored: ScoredRows, name: str, *, seed: int = 0) -> ScoredRows:
    """Return the rows with a further model: the named one, recalibrated on other folds.

    Parameters
    ----------
    scored : ScoredRows
        Labels and scores, such as `read_predictions` returns.
    name : str
        Model to recalibrate; its scores may be on any scale.
    seed : int
        Of the folds, if the rows have none: 10 stratified ones, with clusters kept together.

    Returns
    -------
    ScoredRows
        With the model `recalibrated_name(name)`. Each row's probability is fitted without the
        rows of its fold. With a hold-out, the evaluation part is never used to fit.

    Raises
    ------
    ValueError
        If there is no such model, or the rows of all other folds lack a class.

    References
    ----------
    Zadrozny & Elkan (2002).

    Examples
    --------
    >>> from costdash.core import Predictions
    >>> rng = np.random.default_rng(0)
    >>> y = np.arange(200) < 80
    >>> sample = Predictions(is_positive=y, scores={"rf": rng.normal(2 * y)})
    >>> probability = with_recalibrated(sample, "rf").scores["rf recalibrated"]
    >>> bool(0 <= probability.min() < 0.1 and 0.9 < probability.max() <= 1)
    True
    """
    if name not in scored.scores:
        raise ValueError(f"no model is called {name!r}; models are {[*scored.scores]}")
    if scored.times is not None:
        raise ValueError("recalibration on other folds needs single rows, which stay in the table")
    score = scored.scores[name]

    def fit(rows: Bools) -> Callable[[Bools], Floats]:
        fitted = _fit(scored, name, rows)
        return lambda other_rows: fitted(score[other_rows])

    new = fitted_elsewhere(scored, np.isfinite(score), fit, Stream.RECALIBRATION, seed)
    return replace(scored, scores={**scored.scores, recalibrated_name(name): new})


def recalibrated_name(name: str) -> str:
    """The name of a recalibrated model."""
    return f"{name} recalibrated"


def whole_recalibration(scored: ScoredRows, name: str) -> Recalibration:
    """The map that new cases get: fitted on all rows, with a hold-out on its selection part."""
    has_score = np.isfinite(scored.scores[name])
    return recalibration(_counts(scored, name, fitting_rows(scored, has_score)))


def _fit(scored: ScoredRows, name: str, rows: Bools) -> Callable[[Floats], Floats]:
    is_positive = scored.is_positive[rows]
    if is_positive.all() or not is_positive.any():
        raise ValueError(f"{name} cannot be recalibrated: one fold holds all rows of a class")
    return recalibration(_counts(scored, name, rows)).probabilities


def _counts(scored: ScoredRows, name: str, rows: Bools) -> Counts:
    weight = scored.weight if scored.times is None else scored.times
    if scored.times is not None and scored.weight is not None:
        weight = scored.times * scored.weight
    weight = None if weight is None else weight[rows]
    return count(scored.is_positive[rows], scored.scores[name][rows], weight)
