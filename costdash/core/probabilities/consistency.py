"""The consistency band: where reliability steps would lie if the scores were probabilities."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.curves.piecewise_linear import upper_chain
from costdash.core.probabilities.scores import moved
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.counts import Counts
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats

MOST_CELLS = 200  # groups of neighbouring scores in which labels are drawn
MOST_DRAWS = 1000  # samples of labels


@dataclass(frozen=True, slots=True, eq=False)
class ConsistencyBand:
    """Limits of reliability steps of calibrated scores, along the score.

    Attributes
    ----------
    score, low, high : Floats
        Scores as probabilities at the prior, rising, and the limits of the steps there, (m,).
    level : float
        Confidence level, pointwise.
    chance : Floats
        Miscalibration that each sample of labels shows by chance, (b,), at the rows' share of
        positives.

    Examples
    --------
    >>> ends = np.array([0.1, 0.3]), np.array([0.3, 0.6])
    >>> band = ConsistencyBand(np.array([0.2, 0.4]), *ends, level=0.9, chance=np.array([0.01]))
    >>> tuple(round(end.item(), 2) for end in band.at(0.3))
    (0.2, 0.45)
    """

    score: Floats
    low: Floats
    high: Floats
    level: float
    chance: Floats

    def at(self, score: float | Floats) -> tuple[Floats, Floats]:
        """Low and high at scores of any shape, interpolated."""
        low, high = (np.interp(score, self.score, end) for end in (self.low, self.high))
        return np.asarray(low), np.asarray(high)

    def p(self, miscalibration: float) -> float:
        """p-value of calibrated scores, from the miscalibration at the rows' share of positives."""
        exceeding = np.count_nonzero(self.chance >= miscalibration)
        return float((1 + exceeding) / (1 + self.chance.size))


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """Groups of neighbouring scores, strictest first: mean score, weight and rows, (m,) each.

    units: number of equal rows that tell as much as the weighted rows of a cell.
    """

    score: Floats
    weight: Floats
    units: NDArray[np.int64]

    @classmethod
    def of(
        cls,
        score: Floats,
        weight: Floats | None,
        times: NDArray[np.int64] | None,
        squared: Floats | None = None,
    ) -> "_Cells":
        """One cell per distinct score, or MOST_CELLS cells of about equally many rows.

        weight, squared (n,): if a row stands for several, the sums of theirs.
        """
        distinct, cell = np.unique(-score, return_inverse=True)
        rows = np.bincount(cell, times).astype(np.int64)
        if distinct.size > MOST_CELLS:
            before = np.cumsum(rows) - rows
            group = np.unique(before * MOST_CELLS // rows.sum(), return_inverse=True)[1]
            cell = group[cell]
        weights = np.ones(score.size) if times is None else times.astype(float)
        weights = weights if weight is None else weight
        total: Floats = np.bincount(cell, weights).astype(float)
        units = total
        if weight is not None:
            units = total**2 / np.bincount(cell, weight**2 if squared is None else squared)
        mean = np.bincount(cell, weights * score) / total
        return cls(mean, total, np.maximum(1, np.rint(units)).astype(np.int64))


def consistency_band(
    predictions: Predictions,
    analysis: Analysis,
    name: str,
    prior: float,
    score_prior: float,
    level: float,
) -> ConsistencyBand | None:
    """Percentiles of the steps of labels that are drawn as if the scores were calibrated.

    The scores, made at `score_prior`, are moved to the share of positives of the rows. There
    labels are drawn and pooled, and the limits are moved to `prior`. None for clusters, whose
    labels depend on each other. Dimitriadis, Gneiting & Jordan (2021), section on uncertainty
    quantification: resampling under the hypothesis of calibration.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    rows, share = predictions.evaluation_part, float(analysis.models[name].counts.prevalence)
    if rows.cluster is not None:
        return None
    counts = analysis.models[name].counts
    score, weight, times, squared = rows.scores[name], rows.weight, rows.times, None
    if rows.groups is not None:  # the counts of the model are finer than the grouped rows
        if weight is not None:
            sums = rows.groups.weight_sums(name, rows.is_positive, score, weight)
            weight, squared = _each(counts), _each(sums.squared)
            times = _each(sums.rows)
        else:
            times = _each(counts)
        score = counts.threshold[1:]
    cells = _Cells.of(moved(score, score_prior, share), weight, times, squared)
    rng = generator(analysis.seed, Stream.CONSISTENCY, analysis.models[name].place)
    steps, chance = _drawn_steps(cells, min(analysis.n_replicates, MOST_DRAWS), rng)
    ends = np.quantile(steps, [(1 - level) / 2, (1 + level) / 2], axis=0)
    low, high, score = (moved(array[::-1], share, prior) for array in (*ends, cells.score))
    low, high = np.minimum(low, score), np.maximum(high, score)
    return ConsistencyBand(score, low, high, level, chance)


def _each(counts: Counts) -> NDArray:
    """What both classes have between two thresholds, (k,)."""
    return np.diff(counts.tp + counts.fp)


def _drawn_steps(cells: _Cells, draws: int, rng: Generator) -> tuple[Floats, Floats]:
    """Pooled shares of positives of each cell, (draws, m), of labels drawn from the scores.

    Also the miscalibration (draws,) of the scores on these labels.
    """
    positives = rng.binomial(cells.units, cells.score.clip(0, 1), size=(draws, cells.score.size))
    exact = bool((cells.weight == cells.units).all())
    mass = cells.units if exact else cells.weight / cells.weight.sum()
    called = positives if exact else positives / cells.units * mass
    x, steps = np.concatenate(([0], np.cumsum(mass))), np.empty(positives.shape)
    for step, replicate in zip(steps, called):
        y = np.concatenate(([0], np.cumsum(replicate)))
        at = upper_chain(x, y, exact)
        step[:] = np.repeat(np.diff(y[at]) / np.diff(x[at]), np.diff(at))
    share, score = called / mass, cells.score
    loss = score * (score - 2 * share) - steps * (steps - 2 * share)
    return steps, loss @ (mass / mass.sum())
