"""The contract where thresholds are chosen on other rows than they are judged on.

The contract where models and thresholds are chosen on one part and judged on another.

The contract where the prior is the file's, and so an estimate.
"""

from collections.abc import Sequence
from dataclasses import asdict

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.analysis.holdout import optimism
from costdash.core.folds.crossfit import REPLICATES, CrossFit, CrossFits
from costdash.figures.scene import CROSS_FITTED


def cross_fit_fields(
    everything: dict, analysis: Analysis, fits: CrossFits, point: OperatingPoint, pcfs
) -> dict:
    """The same fields with costs and their intervals cross-fitted, and `crossfit` beside them.

    Thresholds and rates stay those chosen on all rows, which is what would be used; nec,
    expected_cost, nec_interval and the costs along pcf are what choosing so may be expected to
    cost. A trivial call's cost is known. `crossfit` has model and threshold chosen together.
    """
    level, together = analysis.level, fits.together
    made = {"folds": together.n_folds, "repeats": together.repeats, "seed": together.seed}
    method = {"scheme": CROSS_FITTED, "thresholds": "cross-fitted"}
    best = everything["best"]
    if best["call"] == "some":
        best = best | _costs(together, point)
    return everything | {
        "method": everything["method"] | method,
        "best": best,
        "models": [
            _model(model, fits.models[model["name"]], point, pcfs, level)
            for model in everything["models"]
        ],
        "crossfit": {
            **made,
            "replicates": REPLICATES,
            "cost": _costs_along(together, pcfs, level),
        },
    }


def _model(model: dict, fit: CrossFit, point: OperatingPoint, pcfs, level: float) -> dict:
    at = model["at"] | _costs(fit, point) | {"nec_interval": fit.interval(point.pcf, level)}
    return model | {"at": at, "cost": _costs_along(fit, pcfs, level)}


def _costs(fit: CrossFit, point: OperatingPoint) -> dict:
    nec = float(fit.cost([point.pcf])[0])
    return {"nec": nec, "expected_cost": nec * point.scale}


def _costs_along(fit: CrossFit, pcfs: Sequence[float], level: float) -> list[dict]:
    """optimism: how much cheaper the choice looks on the rows it was made on."""
    band = fit.band(level, pcfs)
    columns = zip(pcfs, fit.cost(pcfs), band.low, band.high, fit.optimism(pcfs))
    return [dict(zip(("pcf", "nec", "low", "high", "optimism"), row)) for row in columns]


def split_fields(analysis: Analysis, point: OperatingPoint, names: list[str]) -> dict:
    """Names of the parts, rows and weights of the one chosen on, and the best rule's optimism.

    optimism is how much more (nec) the rule costs where it is judged than where it was chosen; 0
    for call none and call all.
    """
    best, gap = analysis.decide(point, names, 0).best, 0.0
    if best.call == "some":
        model = analysis.models[best.model]
        gap = optimism(model.counts, model.choosing, best.index, point.pcf)
    return {**asdict(analysis.parts), "judged_rows": analysis.rows, "optimism": gap}


def prior_fields(everything: dict, analysis: Analysis, point: OperatingPoint, names: list) -> dict:
    """The same fields with `cost_interval`, per case, of each rule at the point.

    It counts how sure the prior is; null where rows do not tell that (weights, groups), where
    there are too few for a band. method.prior says so.
    """
    sure = analysis.with_estimated_prior

    def interval(call: Call) -> dict:
        ends = call.interval if sure.prior else None
        return {"cost_interval": ends and [point.scale * end for end in ends]}

    models = [
        model | {"at": model["at"] | interval(sure.call_of(point, model["name"]))}
        for model in everything["models"]
    ]
    return everything | {
        "method": everything["method"] | {"prior": "estimated" if sure.prior else "known"},
        "best": everything["best"] | interval(sure.decide(point, names).best),
        "models": models,
    }
