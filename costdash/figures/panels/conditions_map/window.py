"""The plane of the map: the logit of the prior along x, the logarithm of the cost ratio along y."""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, inf, log

from costdash.core import OperatingPoint
from costdash.core.analysis.keeping import Room
from costdash.core.types import Interval
from costdash.figures.axes import FAR, logit
from costdash.wording import number, percent

PRIOR_TICKS = (1e-6, 1e-5, 1e-4, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
RATIO_TICKS = (1, 3)  # and their multiples by powers of ten


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the plane that is drawn, in logits of the prior and logs of the ratio."""

    x: Interval
    y: Interval

    def line(self, logit: float) -> tuple[list[float], list[float]]:
        """The two ends of the line on which PC(+) has this logit."""
        ends = (max(self.x[0], logit - self.y[1]), min(self.x[1], logit - self.y[0]))
        return list(ends), [logit - end for end in ends]

    def crosses(self, logit: float) -> bool:
        """Whether that line runs through the window."""
        return self.x[0] + self.y[0] < logit < self.x[1] + self.y[1]


def position(point: OperatingPoint) -> tuple[float, float]:
    """Where a point lies in the plane."""
    return logit(point.prior), log(point.cost_ratio)


def arms(room: Room | None, here: tuple[float, float], window: Window) -> tuple[Interval, Interval]:
    """Ends of the cross, within the window."""
    if room is None:
        return (here[0], here[0]), (here[1], here[1])
    left, right = (min(max(logit(end), window.x[0]), window.x[1]) for end in room.prior)
    logs = (log(end) if 0 < end < inf else (FAR if end else -FAR) for end in room.cost_ratio)
    low, high = (min(max(end, window.y[0]), window.y[1]) for end in logs)
    return (left, right), (low, high)


def prior_ticks(window: Window) -> dict:
    """Round shares of positives."""
    ends = [1 / (1 + exp(-end)) for end in window.x]
    every = [*PRIOR_TICKS, *(1 - tick for tick in reversed(PRIOR_TICKS) if tick < 0.5)]
    return _ticks(_thinned([tick for tick in every if ends[0] <= tick <= ends[1]]), logit, percent)


def ratio_ticks(window: Window) -> dict:
    """Round cost ratios."""
    every = [tick * 10.0**power for power in range(-9, 10) for tick in RATIO_TICKS]
    ends = [exp(end) * (1 + shift) for end, shift in zip(window.y, (-1e-9, 1e-9))]
    return _ticks(_thinned([tick for tick in every if ends[0] <= tick <= ends[1]]), log, number)


def _thinned(ticks: list[float], most: int = 9) -> list[float]:
    return ticks[:: -(-len(ticks) // most)] if ticks else ticks


def _ticks(
    values: list[float], place: Callable[[float], float], text: Callable[[float], str]
) -> dict:
    return {
        "tickvals": [place(value) for value in values],
        "ticktext": [text(value) for value in values],
    }
