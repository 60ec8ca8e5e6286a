"""Stores an Analysis in a folder and loads it again, equal to the last bit.

The bands are a folder of their own inside it: the curves are stored, and drawn, before them.
"""

from dataclasses import asdict, fields, replace
from hashlib import sha256
from math import isnan, nan
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.hold_out import HoldOut
from costdash.core.analysis.model_analysis import ModelAnalysis
from costdash.core.curves.hull import Hull
from costdash.core.resample.bands import Bands
from costdash.core.resample.cluster_bootstrap import ClassSizes
from costdash.core.sample.confusion_matrix import ConfusionMatrix
from costdash.core.sample.counts import Counts
from costdash.core.sample.row_costs import CostTotals
from costdash.intake.storage.arrays import (
    INDEX,
    Arrays,
    NotStoredError,
    load_arrays,
    save_arrays,
)
from costdash.intake.storage.code_version import CODE_VERSION
from costdash.intake.storage.disk_quota import Reserve, no_limit

COUNTS = [field.name for field in fields(Counts)]
BANDS = [field.name for field in fields(Bands) if field.init and field.name != "hull"]
SUMMARIES = ("auc", "auc_interval", "auc_p", "average_precision", "pr_auc")
SAMPLE = (
    "rows",
    "positives",
    "negatives",
    "left_out",
    "lacking",
    "labelled",
    "clusters",
    "effective_negatives",
    "effective_positives",
    "independent_negatives",
    "prevalence_variance",
)
METHOD = ("level", "n_replicates", "seed")
BANDS_FOLDER = "bands"  # in the folder of the curves: bands are stored later


def analysis_key(predictions: Path, n_replicates: int, seed: int) -> str:
    """A text that differs whenever the analysis of these stored predictions may differ.

    Raises OSError.
    """
    index = (predictions / INDEX).read_bytes()
    return f"{sha256(index).hexdigest()} {CODE_VERSION} {n_replicates} {seed}"


def save_analysis(folder: Path, analysis: Analysis, key: str, reserve: Reserve = no_limit) -> None:
    """Stores an analysis under the key of its data and method.

    Raises OSError, ValueError, and whatever `reserve` raises if there is no room.
    """
    save_curves(folder, analysis, key, reserve)
    save_bands(folder, analysis, key, reserve)


def save_curves(folder: Path, analysis: Analysis, key: str, reserve: Reserve = no_limit) -> None:
    """Stores all but the bands. Exceptions as `save_analysis`."""
    arrays: Arrays = {}
    models = []
    for i, model in enumerate(analysis.models.values()):
        model_arrays = {name: getattr(model.counts, name) for name in COUNTS}
        model_arrays |= {"path": model.path, "vertex": model.hull.index, "tie": model.hull.tie}
        if model.selection_part_counts is not None:
            model_arrays |= {
                f"selection {side}": getattr(model.selection_part_counts, side)
                for side in ("tp", "fp")
            }
        if model.cases is not None:
            model_arrays |= {f"cases {side}": getattr(model.cases, side) for side in ("tp", "fp")}
        arrays |= {f"{i} {name}": np.asarray(array) for name, array in model_arrays.items()}
        details = {name: getattr(model, name) for name in SUMMARIES}
        details["auc_interval"] = [None if isnan(end) else end for end in model.auc_interval]
        details["auc_p"] = None if isnan(model.auc_p) else model.auc_p
        identity: dict[str, Any] = {"name": model.name, "place": model.place}
        if model.confusion is not None:
            identity["confusion"] = model.confusion.cells
        models.append(details | identity)
    details = {name: getattr(analysis, name) for name in (*SAMPLE, *METHOD)}
    details["hold_out"] = analysis.hold_out and asdict(analysis.hold_out)
    details["class_rows"] = analysis.class_rows and asdict(analysis.class_rows)
    details["costs"] = analysis.costs and asdict(analysis.costs)
    save_arrays(folder, arrays, {"state": key, "analysis": details, "models": models}, reserve)


def save_bands(folder: Path, analysis: Analysis, key: str, reserve: Reserve = no_limit) -> None:
    """Stores the bands beside the curves that are stored. Exceptions as `save_analysis`."""
    arrays: Arrays = {}
    for i, model in enumerate(analysis.models.values()):
        model_arrays = {}
        if model.bands is not None:
            model_arrays = {name: getattr(model.bands, name) for name in BANDS}
        if model.case_bands is not None:
            model_arrays |= {f"cases {name}": getattr(model.case_bands, name) for name in BANDS}
            case_hull = model.case_bands.hull
            model_arrays |= {"cases vertex": case_hull.index, "cases tie": case_hull.tie}
        arrays |= {f"{i} {name}": np.asarray(array) for name, array in model_arrays.items()}
    banded = [model.bands is not None for model in analysis.models.values()]
    save_arrays(folder / BANDS_FOLDER, arrays, {"state": key, "banded": banded}, reserve)


def load_curves(folder: Path, key: str) -> Analysis:
    """The analysis stored under this key, without bands. Raises NotStoredError."""
    arrays, meta = load_arrays(folder, mapped=True)
    try:
        if meta["state"] != key:
            raise NotStoredError(f"{folder.name} holds another analysis")
        models = [_model(arrays, i, details) for i, details in enumerate(meta["models"])]
        details = meta["analysis"]
        hold_out, labelled = details.pop("hold_out"), details.pop("labelled")
        costs = details.pop("costs")
        if hold_out:
            hold_out["class_rows"] = _class_rows(hold_out["class_rows"])
        return Analysis(
            models={model.name: model for model in models},
            hold_out=hold_out and HoldOut(**hold_out),
            labelled=labelled and tuple(labelled),
            class_rows=_class_rows(details.pop("class_rows")),
            costs=costs and CostTotals(**costs),
            resampled=False,
            **details,
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise NotStoredError(f"{folder.name} holds no analysis") from error


def load_analysis(folder: Path, key: str) -> Analysis:
    """The analysis stored under this key. Raises NotStoredError, also if the key is another."""
    curves = load_curves(folder, key)
    arrays, meta = load_arrays(folder / BANDS_FOLDER, mapped=True)
    try:
        if meta["state"] != key:
            raise NotStoredError(f"{folder.name} holds other bands")
        models = {
            model.name: _banded(model, arrays, i, meta["banded"][i])
            for i, model in enumerate(curves.models.values())
        }
        return replace(curves, models=models, resampled=True)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise NotStoredError(f"{folder.name} holds no bands") from error


def _class_rows(stored: dict[str, Any] | None) -> ClassSizes | None:
    return None if stored is None else ClassSizes(**stored)


def _hull(name: str, corners: Counts, index: NDArray, tie: NDArray, convex: bool) -> Hull:
    """The hull with the last threshold among its corners, so that rates do not change."""
    return Hull(
        threshold=corners.threshold,
        fpr=corners.fpr,
        tpr=corners.tpr,
        tie=tie,
        owner=((name,),) * index.size,
        index=index,
        convex=convex,
    )


def _model(arrays: Arrays, i: int, details: dict[str, Any]) -> ModelAnalysis:
    def array(name: str) -> NDArray:
        return np.asarray(arrays[f"{i} {name}"])

    counts, name = Counts(**{name: array(name) for name in COUNTS}), details["name"]
    selection_part_counts, cases = None, None
    if f"{i} cases tp" in arrays:
        cases = replace(counts, tp=array("cases tp"), fp=array("cases fp"))
    if f"{i} selection tp" in arrays:
        selection_part_counts = replace(counts, tp=array("selection tp"), fp=array("selection fp"))
    index, convex = array("vertex"), selection_part_counts is None
    low, high = details["auc_interval"]  # null is an end that one row cannot give
    return ModelAnalysis(
        name=name,
        counts=counts,
        hull=_hull(name, counts.take(index), index, array("tie"), convex),
        path=array("path"),
        auc=details["auc"],
        auc_interval=(nan if low is None else low, nan if high is None else high),
        auc_p=nan if details["auc_p"] is None else details["auc_p"],
        average_precision=details["average_precision"],
        pr_auc=details["pr_auc"],
        bands=None,
        place=details["place"],
        selection_part_counts=selection_part_counts,
        cases=cases,
        confusion=ConfusionMatrix(*details["confusion"]) if "confusion" in details else None,
    )


def _banded(model: ModelAnalysis, arrays: Arrays, i: int, banded: bool) -> ModelAnalysis:
    """The model with its bands, and with those in cases if costs differ from case to case."""

    def array(name: str) -> NDArray:
        return np.asarray(arrays[f"{i} {name}"])

    def bands_of(hull: Hull, prefix: str) -> Bands:
        stored = {name: array(prefix + name) for name in BANDS if name != "negatives"}
        return Bands(hull=hull, **stored, negatives=float(array(f"{prefix}negatives")))

    case_bands = None
    if model.cases is not None and f"{i} cases vertex" in arrays:
        index, tie = array("cases vertex"), array("cases tie")
        corners = model.cases.take(index)
        case_hull = _hull(model.name, corners, index, tie, model.hull.convex)
        case_bands = bands_of(case_hull, "cases ")
    bands = bands_of(model.hull, "") if banded else None
    return replace(model, bands=bands, case_bands=case_bands)
