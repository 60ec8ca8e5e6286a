"""Fields of the contract that depend on how costs are estimated.

Cross-fitted costs, a hold-out split, and a prior that is an estimate from the file.
"""

from collections.abc import Sequence
from dataclasses import asdict

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.folds.crossfit import REPLICATES, CrossFit, CrossFits
from costdash.figures.scene import CROSS_FITTED
from costdash.report.json import Fields
from costdash.report.sentences.sample import holdout_optimism


def cross_fit_fields(
    fields: Fields,
    analysis: Analysis,
    fits: CrossFits,
    point: OperatingPoint,
    pcfs: Sequence[float],
) -> Fields:
    """The contract with cross-fitted costs and intervals, and the additional field `crossfit`.

    Thresholds and rates remain those chosen on all rows, because those would be used. nec,
    expected_cost, nec_interval and the costs along pcf become the expected costs of choosing in
    this way; the cost of a trivial rule is known. `crossfit`: model and threshold together.
    """
    level, together = analysis.level, fits.together
    best = fields["best"]
    if best["call"] == "some":
        best = best | _costs(together, point)
    return fields | {
        "method": fields["method"] | {"scheme": CROSS_FITTED, "thresholds": "cross-fitted"},
        "best": best,
        "models": [
            _model(model, fits.models[model["name"]], point, pcfs, level)
            for model in fields["models"]
        ],
        "crossfit": {
            "folds": together.n_folds,
            "repeats": together.repeats,
            "seed": together.seed,
            "replicates": REPLICATES,
            "cost": _costs_along(together, pcfs, level),
        },
    }


def split_fields(analysis: Analysis, point: OperatingPoint, names: list[str]) -> Fields:
    """Names and sizes of the hold-out parts, and the optimism of the best rule.

    optimism: how much more (nec) the rule costs on the evaluation part than on the selection
    part; 0 for the trivial rules. Raises ValueError without a split.
    """
    if analysis.parts is None:
        raise ValueError("the analysis has no hold-out split")
    best = analysis.decide(point, names, 0).best
    gap = holdout_optimism(analysis, best, point.pcf)
    return {**asdict(analysis.parts), "judged_rows": analysis.rows, "optimism": gap}


def prior_fields(
    fields: Fields, analysis: Analysis, point: OperatingPoint, names: list[str]
) -> Fields:
    """The contract with `cost_interval` (per case) of each rule at the point.

    The interval counts the sampling error of the prior. It is null if the rows do not determine
    that error (weights, clusters) or are too few; `method.prior` says which prior is meant.
    """
    uncertain = analysis.with_estimated_prior

    def interval(call: Call) -> Fields:
        ends = call.interval if uncertain.prior else None
        return {"cost_interval": ends and [point.scale * end for end in ends]}

    models = [
        model | {"at": model["at"] | interval(uncertain.call_of(point, model["name"]))}
        for model in fields["models"]
    ]
    return fields | {
        "method": fields["method"] | {"prior": "estimated" if uncertain.prior else "known"},
        "best": fields["best"] | interval(uncertain.decide(point, names).best),
        "models": models,
    }


def _model(
    model: Fields, fit: CrossFit, point: OperatingPoint, pcfs: Sequence[float], level: float
) -> Fields:
    at = model["at"] | _costs(fit, point) | {"nec_interval": fit.interval(point.pcf, level)}
    return model | {"at": at, "cost": _costs_along(fit, pcfs, level)}


def _costs(fit: CrossFit, point: OperatingPoint) -> Fields:
    nec = float(fit.cost([point.pcf])[0])
    return {"nec": nec, "expected_cost": nec * point.scale}


def _costs_along(fit: CrossFit, pcfs: Sequence[float], level: float) -> list[Fields]:
    """optimism: how much cheaper the choice looks on the rows that it was chosen on."""
    band = fit.band(level, pcfs)
    columns = zip(pcfs, fit.cost(pcfs), band.low, band.high, fit.optimism(pcfs))
    return [dict(zip(("pcf", "nec", "low", "high", "optimism"), row)) for row in columns]
