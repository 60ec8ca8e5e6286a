"""Comparisons as fields of the JSON: `better` is "a", "b" or "equal", never a model's name."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from costdash.core.compare.comparison import Comparison
from costdash.core.compare.multiple_testing import PairTests, pair_tests
from costdash.report.json import Fields

# pair_tests also tests the difference at one pcf; no field reports that test, so any pcf will do.
UNREPORTED_PCF = 0.5


def pairs(comparisons: Iterable[Comparison], pcfs: Sequence[float]) -> list[Fields]:
    """One entry per comparison, with the difference and its pointwise band at `pcfs`.

    `thresholds` says of which costs `difference`, `significant` and `anywhere` are, in the words of
    `method.thresholds`; areas, crossovers and regions are never of cross-fitted costs. `p_holm` is
    Holm's p-value, adjusted for the number of pairs.
    """
    tested = pair_tests(list(comparisons), UNREPORTED_PCF)
    return [_pair(tests.comparison, tests, pcfs) for tests in tested]


def _pair(comparison: Comparison, tests: PairTests, pcfs: Sequence[float]) -> Fields:
    return {
        "a": comparison.a,
        "b": comparison.b,
        "auc_difference": asdict(comparison.auc_difference) | {"p_holm": tests.area.holm},
        "crossovers": [
            {
                "pcf": crossover.pcf,
                "slope": crossover.slope,
                "low": crossover.low,
                "high": crossover.high,
                "share_crossing": crossover.share_crossing,
                "shown_to_cross": crossover.shown_to_cross,
            }
            for crossover in comparison.crossovers
        ],
        "regions": [asdict(region) for region in comparison.regions],
        "thresholds": comparison.thresholds,
        "difference": [_difference(comparison, pcf) for pcf in pcfs],
        "significant": [asdict(region) for region in comparison.significant()],
        "anywhere": {"p": tests.anywhere.p, "p_holm": tests.anywhere.holm},
    }


def _difference(comparison: Comparison, pcf: float) -> Fields:
    value, low, high = comparison.at(pcf)
    return {"pcf": pcf, "value": value, "low": low, "high": high}
