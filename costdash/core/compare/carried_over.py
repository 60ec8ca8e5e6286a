"""A threshold carried over from one model to another: as many alerts, or as many positives found.

Scores of two models need not be on one scale, so a threshold of the old model means nothing for the
new one. What can stay is how many cases are flagged, or which share of the positives is found.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from costdash.core.folds.folds import NEEDS_ROWS
from costdash.core.resample.cluster_bootstrap import cluster_codes
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats, Interval

SAMPLES = 200
By = Literal["alerts", "found"]


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """The threshold of another model that does as much as a rule in force.

    threshold: score of `model`. interval: of that score over bootstrap samples, in which the rule
    in force flags or finds another share. share: of cases flagged, or of positives found, by the
    rule in force and by the carried threshold. both: share of the cases that both flag, of those
    that either flags.
    """

    model: str
    by: By
    threshold: float
    interval: Interval
    share: tuple[float, float]
    both: float


def carried_over(
    rows: Predictions,
    rule: tuple[str, float],
    model: str,
    by: By,
    prior: float,
    level: float,
    seed: int = 0,
) -> CarriedOver:
    """The threshold of `model` with as many alerts as the rule, or with the same share found.

    Parameters
    ----------
    rows : Predictions
        Rows with scores of both models.
    rule : tuple of str and float
        Model and score of the rule in force.
    model : str
        The model that replaces it.
    by : {"alerts", "found"}
        What stays: the share of all cases flagged, at the prior, or the share of positives found.
    prior : float
        Share of positives where the model is used.
    level : float
        Level of the interval.
    seed : int
        Seed of the bootstrap samples.

    Returns
    -------
    CarriedOver
        The threshold with its interval. Of two thresholds equally near it is the stricter.

    Raises
    ------
    ValueError
        If a model has no scores of single rows.

    Examples
    --------
    >>> is_positive = np.arange(100) < 50
    >>> scores = {"old": np.arange(100.0)[::-1], "new": np.arange(100.0)[::-1] * 10}
    >>> rows = Predictions(is_positive=is_positive, scores=scores)
    >>> carried_over(rows, ("old", 80.0), "new", "alerts", 0.5, 0.95).threshold
    800.0
    """
    if rows.times is not None or not {rule[0], model} <= rows.scores.keys():
        raise ValueError(f"a threshold is carried over by the scores of rows: {NEEDS_ROWS}")
    called, score = rows.scores[rule[0]] >= rule[1], rows.scores[model]
    order = np.argsort(-score, kind="stable")
    ends = np.flatnonzero(np.append(np.diff(score[order]) != 0, True))
    mass = _mass(rows, by, prior)
    share, place = _matched(called, mass, order, ends)
    threshold = float(score[order][ends[place]]) if place >= 0 else np.inf
    rng, found = generator(seed, Stream.CARRIED_OVER), np.empty(SAMPLES)
    for k in range(SAMPLES):
        _, at = _matched(called, mass * _times(rows, rng), order, ends)
        found[k] = score[order][ends[at]] if at >= 0 else np.inf
    tail = (1 - level) / 2
    low, high = np.quantile(found, (tail, 1 - tail), method="inverted_cdf").tolist()
    now = score >= threshold
    weights = _mass(rows, "alerts", prior)
    either = float(weights[called | now].sum())
    return CarriedOver(
        model=model,
        by=by,
        threshold=threshold,
        interval=(min(low, threshold), max(high, threshold)),
        share=(share, float(mass[now].sum() / mass.sum())),
        both=float(weights[called & now].sum()) / either if either else 1.0,
    )


def _mass(rows: Predictions, by: By, prior: float) -> Floats:
    """What each row (n,) counts as: a share of the cases at the prior, or of the positives."""
    weight = np.ones(rows.rows) if rows.weight is None else rows.weight
    if by == "found":
        return np.where(rows.is_positive, weight, 0.0)
    return np.where(
        rows.is_positive, prior * weight / rows.positives, (1 - prior) * weight / rows.negatives
    )


def _matched(called: Bools, mass: Floats, order: np.ndarray, ends: np.ndarray) -> tuple[float, int]:
    """The share that the rule in force calls, and the place among the thresholds nearest to it.

    -1 stands for the threshold that calls no row. ends: of rows with equal scores, in `order`.
    """
    whole = mass.sum()
    share = float(mass[called].sum() / whole)
    shares = np.append(0.0, mass[order].cumsum()[ends] / whole)
    return share, int(np.abs(shares - share).argmin()) - 1


def _times(rows: Predictions, rng: np.random.Generator) -> Floats:
    """How often a bootstrap sample draws each row (n,): within its class, or with its cluster."""
    cluster = cluster_codes(rows)
    if cluster is not None:
        n = int(cluster.max()) + 1
        drawn: Floats = np.bincount(rng.integers(0, n, n), minlength=n)[cluster].astype(float)
        return drawn
    times = np.zeros(rows.rows)
    for of_class in (np.flatnonzero(rows.is_positive), np.flatnonzero(~rows.is_positive)):
        n = of_class.size
        times[of_class] = np.bincount(rng.integers(0, n, n), minlength=n)
    return times
