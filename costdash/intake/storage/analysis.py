"""An Analysis in a folder and back."""

from dataclasses import asdict, fields, replace
from hashlib import sha256
from math import isnan, nan
from pathlib import Path

import numpy as np

from costdash import __version__
from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.holdout import Parts
from costdash.core.analysis.model_analysis import ModelAnalysis
from costdash.core.curves.hull import Hull
from costdash.core.resample.bands import Bands
from costdash.core.sample.counts import Counts
from costdash.intake.storage.predictions import INDEX, NotKept, load, save

COUNTS = [field.name for field in fields(Counts)]
BANDS = [field.name for field in fields(Bands) if field.init and field.name != "hull"]
SUMMARIES = ("auc", "auc_interval", "average_precision", "pr_auc")
SAID = ("rows", "positives", "negatives", "level", "n_replicates", "seed", "clusters")
SAID += ("left_out", "lacking")


def state_of(predictions: Path, n_replicates: int, seed: int) -> str:
    """Differs whenever an analysis of what this folder keeps may differ. Raises OSError."""
    index = (predictions / INDEX).read_bytes()
    return f"{sha256(index).hexdigest()} {__version__} {n_replicates} {seed}"


def save_analysis(folder: Path, analysis: Analysis, state: str) -> None:
    """state says what the analysis was made of and how. Raises OSError, ValueError."""
    arrays, models = {}, []
    for i, model in enumerate(analysis.models.values()):
        own = {name: getattr(model.counts, name) for name in COUNTS}
        own |= {"path": model.path, "vertex": model.hull.index, "tie": model.hull.tie}
        if model.choosing is not None:
            own |= {f"choosing {side}": getattr(model.choosing, side) for side in ("tp", "fp")}
        if model.bands is not None:
            own |= {name: getattr(model.bands, name) for name in BANDS}
        arrays |= {f"{i} {name}": array for name, array in own.items()}
        said = {name: getattr(model, name) for name in SUMMARIES}
        said["auc_interval"] = [None if isnan(end) else end for end in model.auc_interval]
        known = {"name": model.name, "place": model.place, "bands": model.bands is not None}
        models.append(said | known)
    said = {name: getattr(analysis, name) for name in SAID}
    said["parts"] = analysis.parts and asdict(analysis.parts)
    save(folder, arrays, {"state": state, "analysis": said, "models": models})


def load_analysis(folder: Path, state: str) -> Analysis:
    """Raises NotKept, also where what is kept was made of something else."""
    arrays, meta = load(folder, mapped=True)
    try:
        if meta["state"] != state:
            raise NotKept(f"{folder.name} holds another analysis")
        models = [_model(arrays, i, said) for i, said in enumerate(meta["models"])]
        said = meta["analysis"]
        parts = said.pop("parts")
        return Analysis(
            models={model.name: model for model in models},
            parts=parts and Parts(**parts),
            **said,
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise NotKept(f"{folder.name} holds no analysis") from error


def _model(arrays: dict, i: int, said: dict) -> ModelAnalysis:
    def part(name):
        return np.asarray(arrays[f"{i} {name}"])

    counts = Counts(**{name: part(name) for name in COUNTS})
    vertex, choosing = part("vertex"), None
    if f"{i} choosing tp" in arrays:
        choosing = replace(counts, tp=part("choosing tp"), fp=part("choosing fp"))
    corners = counts.take(vertex)  # its last one is the last threshold, so rates stay the same
    hull = Hull(
        threshold=corners.threshold,
        fpr=corners.fpr,
        tpr=corners.tpr,
        tie=part("tie"),
        owner=((said["name"],),) * vertex.size,
        index=vertex,
        convex=choosing is None,
    )
    bands = Bands(hull=hull, **{name: part(name) for name in BANDS}) if said["bands"] else None
    summaries = {name: said[name] for name in SUMMARIES}
    ends = said["auc_interval"]  # null stands for an interval that one row cannot give
    summaries["auc_interval"] = tuple(nan if end is None else end for end in ends)
    made = {"bands": bands, "choosing": choosing, "place": said["place"]} | summaries
    return ModelAnalysis(said["name"], counts, hull, part("path"), **made)
