"""The contract where thresholds are chosen on other rows than they are judged on."""

from collections.abc import Sequence

from costdash.core import Analysis, OperatingPoint
from costdash.core.folds.crossfit import REPLICATES, SCHEME, CrossFit, CrossFits


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
    method = {"scheme": SCHEME, "thresholds": "cross-fitted"}
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
