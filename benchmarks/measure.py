"""Measures two sides in turn, and formats their comparison as a row of a table."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np


@dataclass(frozen=True, slots=True)
class Row:
    """A claim: the measurement, the peer, and whether the promised minimum is met."""

    what: str
    ours: str
    peer: str
    result: str
    least: str
    aim: str
    held: bool


def seconds(work: Callable) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turn(*sides: Callable[[], float], times: int) -> list[list[float]]:
    """Measures of each side, taken alternately, so that a slower machine slows both sides."""
    rounds = [[side() for side in sides] for _ in range(times)]
    return [list(measured) for measured in zip(*rounds)]


def faster(what, ours, peer, name, least: float, aim: float) -> Row:
    """A row of seconds: both medians, and the median of the speed-ups in each round."""
    ratio = _ratio(peer, ours)
    limits = f"{least:,.0f}x faster", f"{aim:,.0f}x"
    speed_up = f"{_short(ratio)}x faster"
    return Row(what, span(ours), f"{name}: {span(peer)}", speed_up, *limits, ratio >= least)


def within(what, ours, peer, name, least: float, aim: float | None, written=None) -> Row:
    """A row: both medians, and the median of ours / peer in each round. written: formats a side."""
    written = written or span
    ratio = _ratio(ours, peer)
    limits = f"within {least:g}x", "" if aim is None else f"{aim:g}x"
    return Row(
        what, written(ours), f"{name}: {written(peer)}", f"{ratio:.2f}x", *limits, ratio <= least
    )


def limited(what, measured, name, least: float, aim: float) -> Row:
    """A row: the 95th percentile of seconds against a limit."""
    p95 = float(np.quantile(measured, 0.95))
    limits = f"p95 <= {least * 1e3:.0f} ms", f"{aim * 1e3:.0f} ms"
    return Row(what, quantiles(measured), name, f"p95 {p95 * 1e3:.0f} ms", *limits, p95 <= least)


def span(measured: Sequence[float]) -> str:
    """Median and spread of seconds."""
    return f"{_time(median(measured))} ({_time(min(measured))} to {_time(max(measured))})"


def quantiles(measured: Sequence[float]) -> str:
    half, most = np.quantile(measured, (0.5, 0.95))
    return f"p50 {_time(half)}, p95 {_time(most)} of {len(measured)}"


def _ratio(above, below) -> float:
    return median(a / b for a, b in zip(above, below))


def _time(s: float) -> str:
    return f"{s:.2f} s" if s >= 1 else f"{s * 1e3:.3g} ms"


def _short(x: float) -> str:
    return f"{x:,.0f}" if x >= 20 else f"{x:.1f}"
