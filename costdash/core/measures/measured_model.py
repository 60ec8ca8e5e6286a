"""The model that every measure uses, and an estimate with its limits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from costdash.core.analysis.model_analysis import ModelAnalysis
from costdash.core.analysis.rate_replicates import RateReplicates
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import Hull
from costdash.core.probabilities.calibration import pooling_hull
from costdash.core.resample.percentiles import percentile_interval
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats, Interval

Values = dict[str, Any]  # names to numbers, measures, and lists or dicts of these
NO_LIMITS = (np.nan, np.nan)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its limits, which are nan if the rows are too few.

    Examples
    --------
    >>> Estimate(0.5, (0.4, 0.6)).interval
    (0.4, 0.6)
    """

    value: float
    interval: Interval = NO_LIMITS


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeasuredModel:
    """One model at one operating point, with replicates that all its measures share.

    score_prior: prior at which the scores were made. moved_from: the prior from which they are
    moved to the share of positives of the rows; that share takes them as they are. partial_fpr,
    partial_tpr: ranges of partial areas. cost_range: range of the threshold probability for the
    bounded Brier score, or None.
    """

    model: ModelAnalysis
    point: OperatingPoint
    level: float
    score_prior: float
    moved_from: float
    partial_fpr: tuple[Interval, ...] = ()
    partial_tpr: tuple[Interval, ...] = ()
    cost_range: Interval | None = None
    replicates: RateReplicates | None = None
    _hulls: list[Hull] = field(default_factory=list, repr=False)

    @property
    def counts(self) -> Counts:
        return self.model.counts

    @property
    def share(self) -> float:
        """Share of positives among the rows."""
        return float(self.counts.prevalence)

    @property
    def hull(self) -> Hull:
        """The convex hull of the rows that evaluate."""
        if not self._hulls:
            self._hulls.append(pooling_hull(self.model))
        return self._hulls[0]

    @property
    def rule(self) -> int:
        """The model's threshold at the operating point, as a place in its counts."""
        hull = self.model.hull
        return int(hull.index[int(hull.cheapest(self.point.pcf))])

    def threshold(self, index: int) -> float:
        """The threshold at a place in the counts; inf for calling none."""
        return float(self.counts.threshold[index])

    def estimate(self, value: float, drawn: Floats | None) -> Estimate:
        """A number with percentile limits of its replicates (b,); nan among these are left out."""
        if drawn is None or np.isnan(value):
            return Estimate(float(value))
        defined = np.asarray(drawn)[~np.isnan(drawn)]
        if not defined.size or np.isinf(defined).any():
            return Estimate(float(value), _with_infinite(defined, value, self.level))
        return Estimate(float(value), percentile_interval(defined, value, self.level))

    def rates(self, index: int) -> tuple[Floats, Floats] | None:
        """Replicates (b,) of fpr and tpr at one threshold; None without replicates."""
        if self.replicates is None:
            return None
        fpr, tpr = self.replicates.at(np.array([index]))
        return fpr[:, 0], tpr[:, 0]

    def of_rates(self, index: int, read: Callable[[Floats, Floats], Floats]) -> Estimate:
        """read(fpr, tpr) at one threshold, with limits."""
        fpr, tpr = self.counts.rates(index)
        with np.errstate(divide="ignore", invalid="ignore"):
            value = float(read(np.asarray(fpr), np.asarray(tpr)))
            drawn = self.rates(index)
            return self.estimate(value, None if drawn is None else read(*drawn))

    def weighted(
        self, value: float, index: NDArray[np.intp] | None, alarm: Floats, missed: Floats
    ) -> Estimate:
        """A sum of weighted fpr and fnr, with limits; index: of the weights (None: of all)."""
        replicates = self.replicates
        if replicates is None:
            return Estimate(value)
        if index is None:
            index, alarm, missed = (
                replicates.index,
                replicates.spread_over(alarm),
                replicates.spread_over(missed),
            )
        (fpr, tpr), (sample_fpr, sample_tpr) = replicates.at(index), self.counts.rates(index)
        change = (fpr - sample_fpr) @ alarm - (tpr - sample_tpr) @ missed
        return self.estimate(value, value + change)


def _with_infinite(drawn: Floats, value: float, level: float) -> Interval:
    """Order statistics as limits, because infinite replicates cannot be interpolated."""
    if not drawn.size:
        return NO_LIMITS
    ordered = np.sort(drawn)
    low, high = (int(share * (ordered.size - 1)) for share in ((1 - level) / 2, (1 + level) / 2))
    return float(min(ordered[low], value)), float(max(ordered[high], value))
