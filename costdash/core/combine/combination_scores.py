"""Combinations as models: AND, OR and mixtures of two, chains, and a model with a repaired curve.

Whatever is chosen on the rows is chosen on other folds than those it is judged on.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from costdash.core.combine.chains import chained, counts_on
from costdash.core.combine.combination import (
    AND,
    CHAIN,
    MIX,
    REPAIR,
    Combination,
    CombinationPoints,
)
from costdash.core.combine.concavities import concavities, repaired_scores, with_ties
from costdash.core.curves.hull import convex_hull
from costdash.core.folds.fitting import fitted_elsewhere, fitting_rows
from costdash.core.folds.folds import NEEDS_ROWS
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.predictions import ScoredRows
from costdash.core.sample.row_order import row_order
from costdash.core.types import XY, Bools, Floats

DRAWS = 1  # the place of a mixture's draws, in the stream of combinations


def with_combination(scored: ScoredRows, how: Combination, *, seed: int = 0) -> ScoredRows:
    """Return the rows with a further model: a combination of others.

    Parameters
    ----------
    scored : ScoredRows
        Labels and scores, such as `read_predictions` returns.
    how : Combination
        The combination.
    seed : int
        Of the folds, if the rows have none: 10 stratified ones, with clusters kept together.

    Returns
    -------
    ScoredRows
        With the model `how.name`: scores for "repair", else calls 1 and 0; those of a mixture are
        drawn with the seed. What is chosen for a row is chosen without the rows of its fold; with
        a hold-out, on the selection part.

    Raises
    ------
    ValueError
        If a model has no scores of the rows, the name is taken, or nothing can be combined.

    References
    ----------
    Fawcett (2004), sections 7.4.1 to 7.4.5. Flach & Wu (2003).

    Examples
    --------
    >>> from costdash.core import Predictions
    >>> rows = Predictions(is_positive=[1, 1, 0, 0], scores={"a": [3, 1, 2, 0], "b": [1, 2, 0, 0]})
    >>> both = Combination("both", "and", ("a", "b"), thresholds=(1, 1))
    >>> with_combination(rows, both).scores["both"].tolist()
    [1.0, 1.0, 0.0, 0.0]
    """
    _check(scored, how)
    parts = _of_models(scored, how)
    if how.rule == REPAIR:
        score = _repaired(parts, how, seed)
    elif how.rule == CHAIN:
        score = chained(parts, how, _has_scores(parts, how), seed).together
    else:
        score = _called(parts, how, seed)[0]
    return replace(scored, scores={**scored.scores, how.name: score})


def combination_points(scored: ScoredRows, how: Combination, *, seed: int = 0) -> CombinationPoints:
    """Where AND, OR, a mixture or a chain lies, of the same calls as those of `with_combination`.

    Parameters
    ----------
    scored : ScoredRows
        The rows, with or without the combination.
    how : Combination
        A combination by another rule than "repair".
    seed : int
        As for `with_combination`.

    Returns
    -------
    CombinationPoints
        On the rows that judge: with a hold-out, those of the evaluation part.

    Raises
    ------
    ValueError
        As `with_combination`.

    References
    ----------
    Fawcett (2004), sections 7.4.1, 7.4.3 with erratum 17 corrected, and 7.4.4.

    Examples
    --------
    >>> from costdash.core import Predictions
    >>> rows = Predictions(is_positive=[1, 1, 0, 0], scores={"a": [3, 1, 2, 0], "b": [1, 0, 1, 0]})
    >>> points = combination_points(rows, Combination("both", "and", ("a", "b"), thresholds=(1, 1)))
    >>> points.real, points.bounds.expected, points.bounds.fpr
    ((0.5, 0.5), (0.25, 0.5), (0.0, 0.5))
    """
    _check(replace(scored, scores={k: v for k, v in scored.scores.items() if k != how.name}), how)
    scored = _of_models(scored, how)
    if how.rule == CHAIN:
        chain = chained(scored, how, _has_scores(scored, how), seed)
        point = _points(scored, chain.together)
        return CombinationPoints(
            how,
            tuple(threshold for _, threshold in chain.rules),
            point(chain.first),
            point(chain.last),
            point(chain.together),
            chain.rules,
            tuple(map(point, chain.parts)),
        )
    together, first, second = _called(scored, how, seed)
    point = _points(scored, together)
    return CombinationPoints(
        how, _thresholds_for_new(scored, how), point(first), point(second), point(together)
    )


def _points(scored: ScoredRows, calls: Floats) -> Callable[[Floats], XY]:
    """fpr and tpr of calls, on the rows that judge and have calls (n,)."""
    evaluated = np.isfinite(calls)
    if scored.split is not None:
        evaluated &= scored.split.in_evaluation
    mass = np.ones(scored.rows) if scored.mass is None else scored.mass
    positive = evaluated & scored.is_positive
    negative = evaluated & ~scored.is_positive

    def point(of_rows: Floats) -> XY:
        fpr, tpr = (float(np.average(of_rows[of], weights=mass[of])) for of in (negative, positive))
        return fpr, tpr

    return point


def repaired_name(name: str) -> str:
    """The name of a repaired model."""
    return f"{name} repaired"


def _of_models(scored: ScoredRows, how: Combination) -> ScoredRows:
    """The rows with the models that are combined: others must not move the folds of tied rows."""
    return replace(scored, scores={name: scored.scores[name] for name in how.models})


def _check(scored: ScoredRows, how: Combination) -> None:
    if scored.times is not None:
        raise ValueError(f"A combination {NEEDS_ROWS.removeprefix('cross-fitting ')}")
    for name in how.models:
        if name in scored.confusions:
            raise ValueError(f"{name} is a confusion matrix: a combination needs calls on the rows")
        if name not in scored.scores:
            raise ValueError(f"no model is called {name!r}; models are {[*scored.scores]}")
    if how.name in scored.names:
        raise ValueError(f"There is a model called {how.name} already; name this one differently.")


def _called(scored: ScoredRows, how: Combination, seed: int) -> tuple[Floats, Floats, Floats]:
    """Calls 1 and 0 (n,) of the combination and of both models; nan where a score is missing."""
    has_score = _has_scores(scored, how)
    each = []
    for at, name in enumerate(how.models):
        score = scored.scores[name]
        if how.thresholds is not None:
            calls = np.where(has_score, score >= how.thresholds[at], np.nan)
        else:
            _cheapest(scored, name, how, fitting_rows(scored, has_score), useful=how.rule != MIX)
            fit = _calling(scored, name, how)
            calls = fitted_elsewhere(scored, has_score, fit, Stream.COMBINATION, seed)
        each.append(calls)
    if how.rule == MIX:
        drawn = np.empty(scored.rows)
        drawn[row_order(scored)] = generator(seed, Stream.COMBINATION, DRAWS).random(scored.rows)
        return np.where(drawn < (how.share or 0.0), each[1], each[0]), each[0], each[1]
    combine = np.minimum if how.rule == AND else np.maximum
    return combine(*each), each[0], each[1]


def _calling(
    scored: ScoredRows, name: str, how: Combination
) -> Callable[[Bools], Callable[[Bools], Floats]]:
    score = scored.scores[name]

    def fit(rows: Bools) -> Callable[[Bools], Floats]:
        threshold = _cheapest(scored, name, how, rows)
        return lambda other_rows: (score[other_rows] >= threshold).astype(float)

    return fit


def _cheapest(
    scored: ScoredRows, name: str, how: Combination, rows: Bools, useful: bool = False
) -> float:
    """The cheapest threshold on some rows (n,); useful: ValueError if it flags none or all."""
    counts = counts_on(scored, name, rows)
    pcf = float(counts.prevalence) if how.pcf is None else how.pcf
    hull = convex_hull(counts)
    vertex = int(hull.cheapest(pcf))
    if useful and vertex in (0, hull.threshold.size - 1):
        does = "no case" if vertex == 0 else "every case"
        raise ValueError(
            f"At these prices and share of positives {name} is cheapest where it flags {does}, so "
            "there is nothing to combine. Move the conditions, or give thresholds."
        )
    return float(hull.threshold[vertex])


def _repaired(scored: ScoredRows, how: Combination, seed: int) -> Floats:
    [name] = how.models
    score, has_score = scored.scores[name], _has_scores(scored, how)
    if not concavities(counts_on(scored, name, fitting_rows(scored, has_score))):
        raise ValueError(f"The ROC curve of {name} has no dent to repair.")

    def fit(rows: Bools) -> Callable[[Bools], Floats]:
        dips = concavities(counts_on(scored, name, rows))
        if not dips:
            return lambda other_rows: score[other_rows]
        return lambda other_rows: repaired_scores(score[other_rows], dips[0])

    return with_ties(score, fitted_elsewhere(scored, has_score, fit, Stream.COMBINATION, seed))


def _thresholds_for_new(scored: ScoredRows, how: Combination) -> tuple[float, float]:
    rows = fitting_rows(scored, _has_scores(scored, how))
    if how.thresholds is not None:
        return float(how.thresholds[0]), float(how.thresholds[1])
    first, second = (_cheapest(scored, name, how, rows) for name in how.models)
    return first, second


def _has_scores(scored: ScoredRows, how: Combination) -> Bools:
    """Rows (n,) with a score of every model that is combined."""
    has_score = np.ones(scored.rows, dtype=bool)
    for name in how.models:
        has_score &= np.isfinite(scored.scores[name])
    return has_score
