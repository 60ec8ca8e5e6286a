"""Fields of the contract that depend on how costs are estimated.

Cross-fitted costs, a hold-out split, and a prior that is an estimate from the file.
"""

from collections.abc import Sequence
from dataclasses import asdict

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.analysis.rate_limits import rate_limits
from costdash.core.choose.next_batch import next_batch
from costdash.core.folds.crossfit import REPLICATES, CrossFits
from costdash.figures.scene import CROSS_FITTED
from costdash.report.json import Fields
from costdash.report.sentences.amounts import readable_cases
from costdash.report.sentences.sample import hold_out_optimism


def cross_fit_fields(
    fields: Fields, analysis: Analysis, point: OperatingPoint, pcfs: Sequence[float]
) -> Fields:
    """The contract with the additional field `crossfit`, and the cost of the best rule on the rows.

    `expected_cost` and `nec` of `best` and of each model's `at` are cross-fitted already; their
    rates, and all curves, hulls, areas and costs along pcf of each model are of all rows.
    `crossfit`: the cost along pcf of choosing model and threshold together; `optimism` is what it
    is above the cost of the printed rule on the rows: both allowances of the ledger, in nec.
    """
    if analysis.crossfits is None:
        raise ValueError("the analysis has no cross-fitted costs")
    together = analysis.crossfits.together
    chosen = analysis.decide(point, together.names, 0).best
    scheme = f"{fields['method']['scheme']}; decisions {CROSS_FITTED}"
    same_rows = {"same_rows_cost": chosen.rows_cost}
    return fields | {
        "method": fields["method"] | {"scheme": scheme, "thresholds": "cross-fitted"},
        "best": fields["best"] | same_rows,
        "crossfit": {
            "folds": together.n_folds,
            "repeats": together.repeats,
            "seed": together.seed,
            "replicates": REPLICATES,
            "cost": _costs_along(analysis.crossfits, pcfs, analysis.level),
        },
    }


def split_fields(analysis: Analysis, point: OperatingPoint, names: list[str]) -> Fields:
    """Names and sizes of the hold-out parts, and the optimism of the best rule.

    optimism: how much more (nec) the rule costs on the evaluation part than on the selection
    part; 0 for the trivial rules. Raises ValueError without a split.
    """
    if analysis.hold_out is None:
        raise ValueError("the analysis has no hold-out split")
    best = analysis.decide(point, names, 0).best
    gap = hold_out_optimism(analysis, best, point.pcf)
    sizes = {name: value for name, value in asdict(analysis.hold_out).items() if value is not None}
    return {**sizes, "judged_rows": analysis.rows, "optimism": gap}


def prior_fields(
    fields: Fields, analysis: Analysis, point: OperatingPoint, names: list[str]
) -> Fields:
    """The contract with `cost_interval` (per case) of each rule at the point, and `best.saving`.

    `best.saving` is the best rule's saving per case over the better trivial classifier, with
    limits. `best.next_batch`: limits of the cost of the next cases, where `cost_interval` is that
    of the cost of a case on average. `best.tpr_interval` and `fpr_interval`: of the rule's rates on
    other rows; null without a cross-fit or a hold-out, and with costs per case.
    `best.small_margin`: such models cost more, on average, than their samples say. Intervals are
    null if a class has too few rows. If the analysis has an estimated prior, intervals of costs
    count the sampling error of that prior, and `method.prior` is "estimated".
    """

    def interval(call: Call) -> Fields:
        ends = call.interval
        return {"cost_interval": ends and [point.scale * end for end in ends]}

    models = [
        model | {"at": model["at"] | interval(analysis.call_of(point, model["name"]))}
        for model in fields["models"]
    ]
    decision = analysis.decide(point, names)
    low, high = decision.saving_interval or (None, None)
    if decision.best.model is None:  # the best call is the trivial one
        low = high = 0.0
    saving = {"saving": {"value": decision.saving, "low": low, "high": high}}
    cases = readable_cases(point.prior)
    limits = None
    if decision.level:
        limits = rate_limits(analysis, decision.best, point.pcf, decision.level)
    rates = {"fpr_interval": limits and limits.fpr, "tpr_interval": limits and limits.tpr}
    batch = next_batch(decision.best, point, cases, decision.level) if decision.level else None
    low, high = batch or (None, None)
    saving["next_batch"] = {"cases": cases, "low": low, "high": high}
    return fields | {
        "method": fields["method"] | {"prior": "estimated" if analysis.prior else "known"},
        "best": fields["best"]
        | interval(decision.best)
        | saving
        | rates
        | {"small_margin": decision.small_margin},
        "models": models,
    }


def _costs_along(fits: CrossFits, pcfs: Sequence[float], level: float) -> list[Fields]:
    """optimism: how much less the printed rule costs on the rows that it was chosen on."""
    band, nec = fits.together.band(level, pcfs), fits.together.cost(pcfs)
    columns = zip(pcfs, nec, band.low, band.high, nec - fits.printed_cost(pcfs))
    return [dict(zip(("pcf", "nec", "low", "high", "optimism"), row)) for row in columns]
