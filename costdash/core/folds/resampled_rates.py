"""Rates of all retained thresholds in the bootstrap samples of cross-fitting."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.cost import trivial_cost
from costdash.core.folds.crossfit_counts import Tallies, pooled_rates
from costdash.core.types import Floats

Singles = NDArray[np.float32]

LOG_ODDS = np.linspace(-9, 9, 81)
RESAMPLED_PCF = np.concatenate(([0.0], 1 / (1 + np.exp(-LOG_ODDS)), [1.0]))


@dataclass(frozen=True, slots=True, eq=False)
class ResampledRates:
    """What thresholds call in bootstrap samples of the rows, the same samples for all models.

    Attributes
    ----------
    fpr, tpr : NDArray
        Rates (b, k) of the models' retained thresholds side by side, in single precision.
    least : NDArray
        Least nec (M, b, g) of each model at RESAMPLED_PCF, by a threshold that calls some rows.
    """

    fpr: Singles
    tpr: Singles
    least: Singles

    @classmethod
    def of(
        cls, rates: Sequence[tuple[Singles, Singles]], columns: Sequence[slice]
    ) -> "ResampledRates":
        """From the rates (b, k) of some replicates at a time, and the columns of each model."""
        fpr, tpr = (np.concatenate(part) for part in zip(*rates, strict=True))
        least = np.empty((len(columns), len(fpr), RESAMPLED_PCF.size), dtype=np.float32)
        for model, part in enumerate(columns):
            model_fpr = fpr[:, part][:, 1:-1]
            both = model_fpr + tpr[:, part][:, 1:-1]
            for at, x in enumerate(RESAMPLED_PCF.astype(np.float32)):
                least[model, :, at] = (x + model_fpr - x * both).min(axis=1, initial=1)
        return cls(fpr, tpr, least)

    def of_model(self, place: int, columns: slice) -> "ResampledRates":
        """The rates of one model, in the columns of its thresholds."""
        return ResampledRates(
            self.fpr[:, columns], self.tpr[:, columns], self.least[place : place + 1]
        )

    def least_cost(self) -> Floats:
        """Least nec (b, g) of all models, and of calling none or all, at RESAMPLED_PCF."""
        return np.minimum(self.least.min(axis=0), trivial_cost(RESAMPLED_PCF))


def recorded(samples: Iterable[Tallies], rates: list[tuple[Singles, Singles]]) -> Iterator[Tallies]:
    """The samples one by one; the rates of all their folds together are added to `rates`."""

    def record(sample: Tallies) -> Tallies:
        fpr, tpr = pooled_rates(sample)
        rates.append((fpr.astype(np.float32), tpr.astype(np.float32)))
        return sample

    return map(record, samples)  # unlike a loop, it holds no sample while the next is drawn
