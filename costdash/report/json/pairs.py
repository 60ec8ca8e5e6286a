"""Comparisons as fields of the JSON: `better` is "a", "b" or "equal", never a model's name."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from costdash.core import CostBelief, ModelAnalysis, dominates, lc_index
from costdash.core.compare.comparison import Comparison
from costdash.core.compare.multiple_testing import PairTests, holm_level, pair_tests
from costdash.report.json import Fields


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRequest:
    """The contract's request for each pair.

    pcfs: where differences are reported. here: the pcf of the decision. level: of the bands.
    margin: of non-inferiority, in nec, or None. belief: about the cost ratio, or None if it is
    known. models: of the analysis.
    """

    pcfs: Sequence[float]
    here: float
    level: float
    margin: float | None = None
    belief: CostBelief | None = None
    models: Mapping[str, ModelAnalysis]


def pairs(
    comparisons: Iterable[tuple[Comparison, Comparison]], request: PairRequest
) -> list[Fields]:
    """One entry per comparison, with the difference and its pointwise band at the pcfs.

    comparisons: each exact at `here`, and again exact at the pcfs.

    `thresholds` states the costs behind `difference`, `significant` and `anywhere`, in the words
    of `method.thresholds`; areas, crossovers and regions never use cross-fitted costs. `p_holm` is
    Holm's p-value, adjusted for the number of pairs, and `holm_level` the level at which a band
    agrees with it. `paired` is there, and false, if the two models share no rows.
    """
    both = list(comparisons)
    compared = [comparison for comparison, _ in both]
    return [
        _pair(comparison, at_pcfs, tests, request)
        | {"holm_level": holm_level(compared, *_names(comparison), request.level)}
        for (comparison, at_pcfs), tests in zip(
            both, pair_tests(compared, request.here), strict=True
        )
    ]


def _names(comparison: Comparison) -> tuple[str, str]:
    return comparison.a, comparison.b


def _pair(
    comparison: Comparison, at_pcfs: Comparison, tests: PairTests, request: PairRequest
) -> Fields:
    pcf, value = comparison.largest
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
        "regions": [asdict(dominance_range) for dominance_range in comparison.dominance_ranges],
        "thresholds": comparison.thresholds,
        "difference": [_difference(at_pcfs, pcf) for pcf in request.pcfs],
        "significant": [asdict(dominance_range) for dominance_range in comparison.significant()],
        "anywhere": {"p": tests.anywhere.p, "p_holm": tests.anywhere.holm},
        "here": _difference(comparison, request.here)
        | {"p": tests.here.p, "p_holm": tests.here.holm},
        "whole_curve": [_limits(at_pcfs, pcf) for pcf in request.pcfs],
        "largest": {"pcf": pcf, "value": value},
        "dominates": _dominant(comparison, request.models),
        "non_inferior": _non_inferior(comparison, request.margin),
        "lc_index": _lc_index(comparison, request),
        **({} if comparison.paired else {"paired": False}),
    }


def _difference(comparison: Comparison, pcf: float) -> Fields:
    value, low, high = comparison.at(pcf)
    return {"pcf": pcf, "value": value, "low": low, "high": high}


def _limits(comparison: Comparison, pcf: float) -> Fields:
    """The band of the whole curve."""
    _, low, high = comparison.at(pcf, simultaneous=True)
    return {"pcf": pcf, "low": low, "high": high}


def _lc_index(comparison: Comparison, request: PairRequest) -> float | None:
    """The LC index of a against b while the cost ratio lies in the ranges; null without ranges."""
    if request.belief is None:
        return None
    a, b = (request.models[name].hull for name in _names(comparison))
    return lc_index(a, b, request.belief)


def _dominant(comparison: Comparison, models: Mapping[str, ModelAnalysis]) -> str | None:
    """ "a" or "b" if its ROC curve is nowhere below the other's, else None."""
    a, b = (models[name].counts for name in _names(comparison))
    if dominates(a, b):
        return "a"
    return "b" if dominates(b, a) else None


def _non_inferior(comparison: Comparison, margin: float | None) -> Fields | None:
    """Where the bands show that a costs at most `margin` more nec than b."""
    if margin is None:
        return None

    def shown(simultaneous: bool) -> list[Fields]:
        dominance_ranges = comparison.non_inferior(margin, simultaneous)
        return [
            {"low": dominance_range.low, "high": dominance_range.high}
            for dominance_range in dominance_ranges
        ]

    return {"margin": margin, "pointwise": shown(False), "whole_curve": shown(True)}
