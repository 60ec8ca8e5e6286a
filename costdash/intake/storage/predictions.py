"""Stores labelled samples in a folder.

The keys in the index ("said", "parts", ...) and the names of the arrays are the file format.
Versions until 0.2.0 wrote "judging" for "in_evaluation", and "combined" in the details.
"""

from collections.abc import Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Any

from costdash.core.sample.confusion_matrix import ConfusionMatrix
from costdash.core.sample.counts import Counts
from costdash.core.sample.groups import Groups, LabelledTotals, WeightSums
from costdash.core.sample.predictions import ClassScores, ScoredRows
from costdash.core.sample.row_costs import RowCosts
from costdash.core.sample.segment_column import DateColumn, GroupingColumn, SegmentColumn
from costdash.core.sample.split import Split
from costdash.core.sample.verification import BlindRows, Stratum, Verification
from costdash.intake.storage.arrays import (
    Arrays,
    NotStoredError,
    load_arrays,
    load_index,
    save_arrays,
)
from costdash.intake.storage.disk_quota import Reserve, no_limit

OPTIONAL = ("weight", "fold", "cluster", "file_row", "gold")  # arrays of the rows
SUMS = ("rows", "squared")  # of WeightSums


def save_predictions(
    folder: Path, scored: ScoredRows, details: Mapping[str, Any], reserve: Reserve = no_limit
) -> None:
    """Stores a labelled sample with JSON details, such as its messages.

    Raises OSError, and whatever `reserve` raises if there is no room.
    """
    arrays: Arrays = {"is_positive": scored.is_positive}
    optional = {name: getattr(scored, name) for name in OPTIONAL}
    arrays |= {name: array for name, array in optional.items() if array is not None}
    arrays |= {f"score {i}": score for i, score in enumerate(scored.scores.values())}
    index: dict[str, Any] = {"models": list(scored.scores), "said": dict(details)}
    if scored.costs is not None:
        arrays |= {"cost fn": scored.costs.fn, "cost fp": scored.costs.fp}
    if scored.verification is not None:
        _save_verification(scored.verification, arrays, index)
    if scored.confusions:
        index["confusions"] = {name: matrix.cells for name, matrix in scored.confusions.items()}
    if scored.groups is not None:
        _save_groups(scored.groups, arrays, index)
    if split := scored.split:
        arrays["in_evaluation"] = split.in_evaluation
        index["parts"] = [split.choose_on, split.judge_on]
    arrays |= {
        f"segment {i}": column.day if isinstance(column, DateColumn) else column.codes
        for i, column in enumerate(scored.segments.values())
    }
    index["segments"] = [_about_segments(*each) for each in scored.segments.items()]
    if classes := scored.classes:
        of_class = {name: list(columns) for name, columns in classes.scores.items()}
        every = {k: v for columns in classes.scores.values() for k, v in columns.items()}
        other_scores = {name: score for name, score in every.items() if name not in scored.scores}
        arrays["code"] = classes.code
        arrays |= {f"other {i}": score for i, score in enumerate(other_scores.values())}
        index |= {"classes": of_class, "others": list(other_scores)}
    save_arrays(folder, arrays, index, reserve)


def _save_groups(groups: Groups, arrays: Arrays, index: dict[str, Any]) -> None:
    arrays["times"] = groups.times
    for i, name in enumerate(groups.counts):
        counts = groups.counts[name]
        arrays |= {
            f"threshold {i}": counts.threshold,
            f"tp {i}": counts.tp,
            f"fp {i}": counts.fp,
        }
        if sums := groups.sums.get(name):
            for kind in SUMS:
                kind_sums: Counts = getattr(sums, kind)
                arrays |= {f"{kind} tp {i}": kind_sums.tp, f"{kind} fp {i}": kind_sums.fp}
    index["counted"] = [list(groups.counts), groups.labelled and astuple(groups.labelled)]


def _save_verification(verification: Verification, arrays: Arrays, index: dict[str, Any]) -> None:
    arrays["stratum"] = verification.stratum
    index["strata"] = [astuple(stratum) for stratum in verification.strata]
    if blind := verification.blind:
        arrays |= {f"blind {i}": blind.scores[name] for i, name in enumerate(blind.scores)}
        index["blind"] = [list(blind.scores), *blind.positives]


def load_predictions(folder: Path) -> tuple[ScoredRows, dict[str, Any]]:
    """A labelled sample, which maps its file, and its details. Raises NotStoredError."""
    arrays, meta = load_arrays(folder, mapped=True)
    try:
        scores = {name: arrays[f"score {i}"] for i, name in enumerate(meta["models"])}
        in_evaluation = arrays.get("in_evaluation", arrays.get("judging"))
        split = None if in_evaluation is None else Split(in_evaluation, *meta["parts"])
        matrices = {k: ConfusionMatrix(*cells) for k, cells in meta.get("confusions", {}).items()}
        scored = ScoredRows(
            is_positive=arrays["is_positive"],
            scores=scores,
            **{name: arrays.get(name) for name in OPTIONAL},
            split=split,
            classes=_classes(arrays, meta, scores, split) if "code" in arrays else None,
            confusions=matrices,
            groups=_groups(arrays, meta) if "times" in arrays else None,
            costs=RowCosts(arrays["cost fn"], arrays["cost fp"]) if "cost fn" in arrays else None,
            segments=_segments(arrays, meta),
            verification=_verification(arrays, meta) if "stratum" in arrays else None,
        )
        return scored, _details(meta)
    except (KeyError, TypeError, ValueError) as error:
        raise NotStoredError(f"{folder.name} holds no predictions") from error


def _verification(arrays: Arrays, meta: dict[str, Any]) -> Verification:
    blind = None
    if "blind" in meta:
        names, low, high = meta["blind"]
        scores = {name: arrays[f"blind {i}"] for i, name in enumerate(names)}
        blind = BlindRows(scores, (low, high))
    strata = tuple(Stratum(*stratum) for stratum in meta["strata"])
    return Verification(arrays["stratum"], strata, blind)


def _details(meta: dict[str, Any]) -> dict[str, Any]:
    return {"combinations" if key == "combined" else key: v for key, v in meta["said"].items()}


def _about_segments(name: str, column: GroupingColumn) -> list[Any]:
    """Name, whether the column holds dates, names of its segments, and whether they are bands."""
    if isinstance(column, DateColumn):
        return [name, True, [], False]
    return [name, False, list(column.names), column.bands]


def _segments(arrays: Arrays, meta: dict[str, Any]) -> dict[str, GroupingColumn]:
    """The columns of segments; none in files of earlier versions."""
    columns: dict[str, GroupingColumn] = {}
    for i, (name, dates, names, bands) in enumerate(meta.get("segments", ())):
        codes = arrays[f"segment {i}"]
        columns[name] = DateColumn(codes) if dates else SegmentColumn(codes, tuple(names), bands)
    return columns


def _groups(arrays: Arrays, meta: dict[str, Any]) -> Groups:
    names, labelled = meta["counted"]
    counts = {
        name: Counts(*(arrays[f"{kind} {i}"] for kind in ("threshold", "tp", "fp")))
        for i, name in enumerate(names)
    }
    sums = {
        name: WeightSums(
            *(
                Counts(counts[name].threshold, arrays[f"{kind} tp {i}"], arrays[f"{kind} fp {i}"])
                for kind in SUMS
            )
        )
        for i, name in enumerate(names)
        if f"rows tp {i}" in arrays
    }
    return Groups(arrays["times"], counts, labelled and _labelled_totals(labelled), sums)


def _labelled_totals(stored: list[Any]) -> LabelledTotals:
    if len(stored) == 2:  # positives and negatives, as version 0.2 stored them
        return LabelledTotals(sum(stored), *stored)
    rows, positives, negatives, squared = stored
    return LabelledTotals(rows, positives, negatives, squared and (squared[0], squared[1]))


def _classes(
    arrays: Arrays, meta: dict[str, Any], scores: Arrays, split: Split | None
) -> ClassScores:
    other_scores = {name: arrays[f"other {i}"] for i, name in enumerate(meta["others"])}
    every, names = scores | other_scores, meta["classes"]
    return ClassScores(
        names=tuple(names),
        code=arrays["code"],
        scores={name: {column: every[column] for column in names[name]} for name in names},
        weight=arrays.get("weight"),
        fold=arrays.get("fold"),
        cluster=arrays.get("cluster"),
        split=split,
    )


def load_details(folder: Path) -> dict[str, Any]:
    """The details of a sample, without its rows; {} if none are stored or they are damaged."""
    try:
        return _details(load_index(folder)["meta"])
    except (NotStoredError, KeyError, TypeError):
        return {}
