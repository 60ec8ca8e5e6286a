"""Confusion matrices in cross-fitting: their cases are divided into separate folds.

Nothing is known of a single case but its cell, so the number of cases of each cell in a fold is
drawn at random. Each model's classes are scaled to the total weight of the rows' classes, so that
models of different test sets count alike where folds choose different models.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from costdash.core.folds.crossfit_counts import ClusterTallies, Tallies
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.predictions import Predictions

# How many of `called` cases lie in each fold (..., f); folds have the given sizes (f,).
Draw = Callable[[NDArray[np.int64], int], NDArray]


class MatrixFolds:
    """The named confusion matrices side by side, each divided into n_folds folds.

    The same seed gives a matrix the same folds and samples, whichever others are there.
    """

    def __init__(
        self, predictions: Predictions, names: Sequence[str], n_folds: int, seed: int
    ) -> None:
        places = {name: place for place, name in enumerate(predictions.confusions)}
        self.names = [name for name in names if name in places]
        self._counts = [predictions.confusions[name].counts for name in self.names]
        self._rng = [generator(seed, Stream.MATRIX_FOLDS, places[name]) for name in self.names]
        self._totals = float(predictions.negatives), float(predictions.positives)
        self._n_folds = n_folds

    @property
    def sizes(self) -> list[int]:
        """Number of thresholds of each matrix, both trivial ones included."""
        return [counts.threshold.size for counts in self._counts]

    def divided(self) -> Tallies:
        """Tallies (f, k) of the matrices' own cases, divided at random."""
        draws: list[Draw] = [rng.multivariate_hypergeometric for rng in self._rng]
        return self._tallies(draws)

    def resampled(self, n_replicates: int) -> Tallies:
        """Tallies (b, f, k) of bootstrap samples."""

        def of(rng: np.random.Generator) -> Draw:
            return lambda sizes, called: rng.binomial(
                sizes, called / sizes.sum(), size=(n_replicates, sizes.size)
            )

        return self._tallies([of(rng) for rng in self._rng])

    def _tallies(self, draws: Sequence[Draw]) -> Tallies:
        columns: list[list[NDArray]] = [[], [], [], []]
        for counts, draw in zip(self._counts, draws):
            for side, called in enumerate((counts.fp, counts.tp)):
                total = int(called[-1])
                sizes = total // self._n_folds + (np.arange(self._n_folds) < total % self._n_folds)
                inner = [draw(sizes, int(n)) for n in called[1:-1]]
                shape = inner[0].shape if inner else sizes.shape
                every = [np.zeros(shape), *inner, np.broadcast_to(sizes, shape)]
                mass = np.stack(every, axis=-1) * (self._totals[side] / total)
                columns[side].append(mass)
                columns[2 + side].append(np.broadcast_to(mass[..., -1:], mass.shape))
        return Tallies(*(np.concatenate(part, axis=-1) for part in columns))

    def clusters(self, tallies: Tallies) -> ClusterTallies:
        """Tallies of the matrices, as returned by `divided`, with each case a cluster."""
        called, missed = [], []
        sides = (tallies.fp, tallies.negatives), (tallies.tp, tallies.positives)
        for total, side, (called_weight, every) in zip(self._totals, ("fp", "tp"), sides):
            cases = [int(getattr(counts, side)[-1]) for counts in self._counts]
            scale = np.repeat(cases, self.sizes) / total
            called.append(np.rint(called_weight * scale).astype(np.intp))
            missed.append(np.rint((every - called_weight) * scale).astype(np.intp))
        return ClusterTallies(np.stack(called), np.stack(missed))
