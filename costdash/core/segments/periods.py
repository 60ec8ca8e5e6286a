"""Periods: whether the rule became worse, and whether it was still the cheapest option."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from costdash.core.resample.weighted_poisson import WeightedEvents, least_difference
from costdash.core.segments.excess import CostRows, Excess
from costdash.core.segments.segment import Segments
from costdash.core.segments.segment_thresholds import ALPHA
from costdash.core.segments.shrinkage import between_variance
from costdash.core.types import Bools, Floats, Interval

FEWEST = 3  # periods: fewer show no trend


@dataclass(frozen=True, slots=True)
class Trend:
    """By how much because_of_rule grows with each period, per case, its error, limits and p."""

    value: float
    error: float
    interval: Interval
    p: float


@dataclass(frozen=True, slots=True)
class Cheaper:
    """An option that cost less than the rule in a period: a model, or flagging none or all.

    saving: per case of all; low: its limit for all options and periods together.
    """

    model: str | None
    call: str
    saving: float
    low: float


def trend(costs: Excess, used: Bools, level: float) -> Trend | None:
    """Weighted slope of because_of_rule over the periods used (g,); None for fewer than 3.

    Weights are 1 / (error^2 + tau^2), with the variance tau^2 between periods around the line.
    """
    place = np.flatnonzero(used & (costs.error > 0))
    if place.size < FEWEST:
        return None
    value, error = costs.because_of_rule[place], costs.error[place]
    weight = 1 / (error**2 + between_variance(value, error, place.astype(float)))
    x = place - (weight @ place) / weight.sum()
    spread = float(weight @ x**2)
    slope, deviation = float(weight @ (x * value)) / spread, 1 / sqrt(spread)
    half = NormalDist().inv_cdf((1 + level) / 2) * deviation
    p = erfc(abs(slope) / deviation / sqrt(2))
    return Trend(slope, deviation, (slope - half, slope + half), p)


def cheaper_options(
    given: CostRows,
    segments: Segments,
    options: Mapping[tuple[str | None, str], Floats],
    used: Bools,
) -> list[tuple[Cheaper, ...]]:
    """The options that were shown to cost less than the rule, in each period.

    options: by model and call, the mistakes (n,) of each, as of `CostRows`. used (g,): periods to
    compare in.
    """
    g, n_used = len(segments.names), int(np.count_nonzero(used))
    found: list[list[Cheaper]] = [[] for _ in range(g)]
    if not n_used or not options:
        return [() for _ in found]
    tail = ALPHA / (n_used * len(options))
    for (model, call), mistake in options.items():
        gains, losses = _compared(given, segments.codes, g, given.mistake - mistake)
        low = least_difference(gains, losses, 1 - 2 * tail)
        for k in np.flatnonzero(used & (low > 0)):
            saving = float(gains.total[k] - losses.total[k])
            found[k].append(Cheaper(model, call, saving, float(low[k])))
    return [tuple(sorted(each, key=lambda option: -option.low)) for each in found]


def _compared(
    given: CostRows, codes: NDArray[np.intp], g: int, fewer: Floats
) -> tuple[WeightedEvents, WeightedEvents]:
    """Gains and losses (g,) of an option that makes `fewer` (n,) mistakes."""
    rows = np.flatnonzero(fewer)
    saved, times, here = given.price[rows] * fewer[rows], given.times[rows], codes[rows]
    if given.cluster is not None:
        cells, cell = np.unique(given.cluster[rows] * g + here, return_inverse=True)
        saved, here = np.bincount(cell, saved * times, cells.size).astype(float), cells % g
        times = np.ones(cells.size)
    heaviest = np.full(g, max(float(given.price[part].mean()) for part in given.classes))
    np.maximum.at(heaviest, here, np.abs(saved))
    sides: Sequence[Floats] = (saved.clip(min=0), (-saved).clip(min=0))
    gains, losses = (
        WeightedEvents.of(
            np.bincount(here, times * side, g), np.bincount(here, times * side**2, g), heaviest
        )
        for side in sides
    )
    return gains, losses
