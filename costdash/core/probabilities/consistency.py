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

MOST_CELLS = 200  # distinct scores that each make a cell; cells of more scores have equal rows
FINER = 0.05  # rows of a cell over the rows beyond it, near the lowest and the highest score
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
    p : float
        p-value of calibrated scores: how often labels drawn from the scores show at least the
        miscalibration of the rows, both at the rows' share of positives and in the same cells.

    Examples
    --------
    >>> ends = np.array([0.1, 0.3]), np.array([0.3, 0.6])
    >>> band = ConsistencyBand(np.array([0.2, 0.4]), *ends, level=0.9, p=0.3)
    >>> tuple(round(end.item(), 2) for end in band.at(0.3))
    (0.2, 0.45)
    """

    score: Floats
    low: Floats
    high: Floats
    level: float
    p: float

    def at(self, score: float | Floats) -> tuple[Floats, Floats]:
        """Low and high at scores of any shape, interpolated."""
        low, high = (np.interp(score, self.score, end) for end in (self.low, self.high))
        return np.asarray(low), np.asarray(high)


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """Groups of neighbouring scores, strictest first, (m,) each.

    score, weight, positive: mean score, weight, and weight of the positives. units: number of
    equal rows that tell as much as the weighted rows of a cell.
    """

    score: Floats
    weight: Floats
    positive: Floats
    units: NDArray[np.int64]

    @classmethod
    def of(
        cls,
        score: Floats,
        positive: Floats,
        weight: Floats | None,
        times: NDArray[np.int64] | None,
        squared: Floats | None = None,
    ) -> "_Cells":
        """One cell per distinct score, or cells of several scores.

        positive (n,): weight of the positives. weight, squared (n,): if a row stands for several
        rows, the sums over these. With many scores a cell holds about rows / MOST_CELLS rows,
        fewer near both ends, where single rows are steps.
        """
        distinct, cell = np.unique(-score, return_inverse=True)
        rows = np.bincount(cell, times).astype(np.int64)
        if distinct.size > MOST_CELLS:
            cell = _group_of(rows)[cell]
        weights = np.ones(score.size) if times is None else times.astype(float)
        weights = weights if weight is None else weight
        total: Floats = np.bincount(cell, weights).astype(float)
        units = total
        if weight is not None:
            units = total**2 / np.bincount(cell, weight**2 if squared is None else squared)
        mean = np.bincount(cell, weights * score) / total
        positives: Floats = np.bincount(cell, positive).astype(float)
        return cls(mean, total, positives, np.maximum(1, np.rint(units)).astype(np.int64))


def _group_of(rows: NDArray[np.int64]) -> NDArray[np.intp]:
    """The cell (k,) of each distinct score, from the rows with each score, (k,)."""
    before = np.cumsum(rows) - rows
    beyond = np.minimum(before, rows.sum() - before - rows)
    most = np.clip(FINER * beyond, 1, max(1, rows.sum() / MOST_CELLS))
    passed = np.cumsum(rows / most) - rows / most
    return np.unique(np.floor(passed), return_inverse=True)[1]


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
    quantification: resampling under the hypothesis of calibration. The labels of the rows are
    pooled in the same cells as the drawn labels, so that both can lose as much.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    rows, share = predictions.evaluation_part, float(analysis.models[name].counts.prevalence)
    if rows.cluster is not None:
        return None
    counts = analysis.models[name].counts
    score, weight, times, squared = rows.scores[name], rows.weight, rows.times, None
    positive = np.where(rows.is_positive, 1.0 if weight is None else weight, 0)
    if rows.groups is not None:  # the counts of the model are finer than the grouped rows
        if weight is not None:
            sums = rows.groups.weight_sums(name, rows.is_positive, score, weight)
            weight, squared = _each(counts), _each(sums.squared)
            times = _each(sums.rows)
        else:
            times = _each(counts)
        positive = np.diff(counts.tp)
        score = counts.threshold[1:]
    cells = _Cells.of(moved(score, score_prior, share), positive, weight, times, squared)
    rng = generator(analysis.seed, Stream.CONSISTENCY, analysis.models[name].place)
    steps, chance = _drawn_steps(cells, min(analysis.n_replicates, MOST_DRAWS), rng)
    ends = np.quantile(steps, [(1 - level) / 2, (1 + level) / 2], axis=0)
    low, high, score = (moved(array[::-1], share, prior) for array in (*ends, cells.score))
    low, high = np.minimum(low, score), np.maximum(high, score)
    exceeding = np.count_nonzero(chance >= _pooled(cells, cells.positive[np.newaxis])[1])
    return ConsistencyBand(score, low, high, level, (1 + exceeding) / (1 + chance.size))


def _each(counts: Counts) -> NDArray:
    """What both classes have between two thresholds, (k,)."""
    return np.diff(counts.tp + counts.fp)


def _drawn_steps(cells: _Cells, draws: int, rng: Generator) -> tuple[Floats, Floats]:
    """Pooled shares of positives (draws, m) and miscalibration (draws,) of drawn labels."""
    positives = rng.binomial(cells.units, cells.score.clip(0, 1), size=(draws, cells.score.size))
    return _pooled(cells, positives * (cells.weight / cells.units))


def _pooled(cells: _Cells, positive: Floats) -> tuple[Floats, Floats]:
    """Pooled shares (b, m) and miscalibration (b,), from the positives (b, m) of the cells."""
    exact = bool((cells.weight == cells.units).all())
    mass = cells.units if exact else cells.weight / cells.weight.sum()
    called = positive.astype(np.int64) if exact else positive / cells.weight.sum()
    x, steps = np.concatenate(([0], np.cumsum(mass))), np.empty(positive.shape)
    for step, replicate in zip(steps, called):
        y = np.concatenate(([0], np.cumsum(replicate)))
        at = upper_chain(x, y, exact)
        step[:] = np.repeat(np.diff(y[at]) / np.diff(x[at]), np.diff(at))
    share, score = called / mass, cells.score
    loss = score * (score - 2 * share) - steps * (steps - 2 * share)
    return steps, loss @ (mass / mass.sum())
