"""Comparisons as the contract tells them: `better` is "a", "b" or "equal", never a name."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from costdash.core.comparison import Comparison


def pairs(comparisons: Iterable[Comparison], pcfs: Sequence[float]) -> list[dict]:
    """One entry per comparison, with the difference at `pcfs` and the pointwise band."""
    return [_pair(comparison, pcfs) for comparison in comparisons]


def _pair(comparison: Comparison, pcfs: Sequence[float]) -> dict:
    return {
        "a": comparison.a,
        "b": comparison.b,
        "auc_difference": asdict(comparison.auc_difference),
        "crossovers": [
            {
                "pcf": crossover.pcf,
                "slope": crossover.slope,
                "low": crossover.low,
                "high": crossover.high,
                "share_crossing": crossover.share_crossing,
            }
            for crossover in comparison.crossovers
        ],
        "regions": [asdict(region) for region in comparison.regions],
        "difference": [_difference(comparison, pcf) for pcf in pcfs],
        "significant": [asdict(region) for region in comparison.significant()],
    }


def _difference(comparison: Comparison, pcf: float) -> dict:
    value, low, high = comparison.at(pcf)
    return {"pcf": pcf, "value": value, "low": low, "high": high}
