"""Stores cross-fits in a folder and loads them again, equal to the last bit."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from costdash.core.folds.cross_fitted_curve import CrossFittedCurve
from costdash.core.folds.crossfit import CrossFit, CrossFits
from costdash.core.folds.crossfit_counts import Tallies
from costdash.core.folds.resampled_rates import ResampledRates
from costdash.intake.storage.arrays import Arrays, NotStoredError, load_arrays, save_arrays
from costdash.intake.storage.disk_quota import Reserve, no_limit

CURVE = [field.name for field in fields(CrossFittedCurve)]
TALLIES = [field.name for field in fields(Tallies)]
RESAMPLED = [field.name for field in fields(ResampledRates)]


def save_crossfits(folder: Path, fits: CrossFits, key: str, reserve: Reserve = no_limit) -> None:
    """Stores cross-fits under the key of their data and method.

    Raises OSError, ValueError, and whatever `reserve` raises if there is no room.
    """
    arrays: Arrays = {"pcf": fits.together.pcf}
    for d, tallies in enumerate(fits.together.folds):
        arrays |= {f"{name} {d}": getattr(tallies, name) for name in TALLIES}
    for d, tallies in enumerate(fits.together.cases or ()):
        arrays |= {f"cases {name} {d}": getattr(tallies, name) for name in TALLIES}
    for d, fold in enumerate(fits.together.fold_of_rows or ()):
        arrays[f"fold {d}"] = fold
    details = []
    arrays |= {f"resampled {name}": getattr(fits.together.resampled, name) for name in RESAMPLED}
    for i, fit in enumerate(_every(fits)):
        curve = {name: getattr(fit.curve, name) for name in CURVE}
        present = {name: array for name, array in curve.items() if array is not None}
        arrays |= {f"{i} {name}": array for name, array in present.items()}
        arrays[f"{i} deviation"] = fit.deviation
        if fit.tpr_deviation is not None:
            arrays[f"{i} tpr deviation"] = fit.tpr_deviation
        if fit.covariance is not None:
            arrays[f"{i} covariance"] = fit.covariance
        size = fit.folds[0].fp.shape[-1]
        sampling = {"units": fit.units, "clustered": fit.clustered, "heaviest": fit.heaviest}
        details.append({"names": fit.names, "columns": size} | sampling)
    together = fits.together
    shared = {"seed": together.seed}
    meta = {"state": key, "fits": details, "divisions": together.repeats, "shared": shared}
    save_arrays(folder, {name: np.asarray(array) for name, array in arrays.items()}, meta, reserve)


def load_crossfits(folder: Path, key: str) -> CrossFits:
    """The cross-fits stored under this key, which map their file.

    Raises NotStoredError, also if the key is another.
    """
    arrays, meta = load_arrays(folder, mapped=True)
    try:
        if meta["state"] != key:
            raise NotStoredError(f"{folder.name} holds other cross-fits")
        folds = _tallies(arrays, meta["divisions"])
        cases = _tallies(arrays, meta["divisions"], "cases ") if "cases fp 0" in arrays else None
        resampled = ResampledRates(**{name: arrays[f"resampled {name}"] for name in RESAMPLED})
        shared = meta["shared"] | {"fold_of_rows": _fold_of_rows(arrays, meta["divisions"])}
        fits, start = [], 0
        for i, details in enumerate(meta["fits"]):
            several = len(details["names"]) > 1
            end = start + details["columns"]
            columns = slice(None) if several else slice(start, end)
            rates = resampled if several else resampled.of_model(i, columns)
            in_cases = cases and tuple(tallies.of_columns(columns) for tallies in cases)
            more = {"resampled": rates, "cases": in_cases}
            fits.append(_fit(i, details, arrays, columns, folds, shared | more))
            start = end
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise NotStoredError(f"{folder.name} holds no cross-fits") from error
    models = {fit.names[0]: fit for fit in fits if len(fit.names) == 1}
    return CrossFits(models, fits[-1])


def _every(fits: CrossFits) -> list[CrossFit]:
    """Of each model, then of all together if there are several."""
    several = [] if len(fits.models) == 1 else [fits.together]
    return [*fits.models.values(), *several]


def _tallies(arrays: Arrays, divisions: int, kind: str = "") -> tuple[Tallies, ...]:
    return tuple(
        Tallies(**{name: arrays[f"{kind}{name} {d}"] for name in TALLIES}) for d in range(divisions)
    )


def _fold_of_rows(arrays: Arrays, divisions: int) -> tuple[Any, ...] | None:
    if "fold 0" not in arrays:
        return None
    return tuple(arrays[f"fold {d}"] for d in range(divisions))


def _fit(
    i: int,
    details: dict[str, Any],
    arrays: Arrays,
    columns: slice,
    folds: tuple[Tallies, ...],
    shared: dict[str, Any],
) -> CrossFit:
    heaviest = details.get("heaviest")
    curve = {name: arrays[f"{i} {name}"] for name in CURVE if f"{i} {name}" in arrays}
    return CrossFit(
        names=tuple(details["names"]),
        folds=tuple(tallies.of_columns(columns) for tallies in folds),
        curve=CrossFittedCurve(**curve),
        pcf=arrays["pcf"],
        deviation=arrays[f"{i} deviation"],
        tpr_deviation=arrays.get(f"{i} tpr deviation"),
        covariance=arrays.get(f"{i} covariance"),
        units=tuple(details["units"]),
        clustered=details["clustered"],
        heaviest=heaviest and (heaviest[0], heaviest[1]),
        **shared,
    )
