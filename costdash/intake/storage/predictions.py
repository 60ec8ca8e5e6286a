"""Stores arrays with JSON details in a folder: npy files and one index, never a pickle.

Labelled samples are stored so. The keys in the index ("said", "parts", ...) are the file format.
"""

import json
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.predictions import ClassScores, ScoredRows, Split

INDEX = "index.json"
LARGE = 2**20  # bytes of an array from which on it is mapped
STAMP = re.compile(r"[0-9a-f]{16}")

Arrays = dict[str, NDArray]


class NotStoredError(Exception):
    """The folder does not hold what was asked for, complete and readable."""


def save_arrays(folder: Path, arrays: Mapping[str, NDArray], meta: Mapping[str, Any]) -> None:
    """Writes or replaces the content of a folder. Names of arrays are data, not file names.

    A reader finds the old content or the new, never a mixture: the index is renamed into place
    last. Raises ValueError for arrays of objects and for numbers that JSON does not have.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stamp = secrets.token_hex(8)
    index = {"stamp": stamp, "names": list(arrays), "meta": dict(meta)}
    text = json.dumps(index, allow_nan=False)
    for number, array in enumerate(arrays.values()):
        np.save(folder / f"{stamp}-{number}.npy", array, allow_pickle=False)
    part = folder / f"{stamp}.part"
    part.write_text(text, encoding="utf-8")
    os.replace(part, folder / INDEX)
    for old in folder.glob("*-*.npy"):
        if not old.name.startswith(stamp):
            old.unlink(missing_ok=True)


def load_arrays(folder: Path, mapped: bool = False) -> tuple[Arrays, dict[str, Any]]:
    """What was saved last. Raises NotStoredError for any failure, so that it can be made again.

    mapped: large arrays are read-only views of their files, so that only the parts in use take
    memory. Small arrays are not: each view holds a file descriptor, and there may be many models.
    """
    try:
        index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        stamp, meta = index["stamp"], index["meta"]
        if not STAMP.fullmatch(stamp) or not isinstance(meta, dict):
            raise ValueError("not an index")
        arrays = {
            name: _load_array(folder / f"{stamp}-{number}.npy", mapped)
            for number, name in enumerate(index["names"])
        }
    except (OSError, ValueError, KeyError, TypeError, EOFError, MemoryError) as error:
        raise NotStoredError(f"{folder.name} holds nothing usable") from error
    return arrays, meta


def _load_array(file: Path, mapped: bool) -> NDArray:
    mode: Literal["r"] | None = "r" if mapped and file.stat().st_size >= LARGE else None
    array: NDArray = np.load(file, mode, allow_pickle=False)
    return array


def save_predictions(folder: Path, scored: ScoredRows, details: Mapping[str, Any]) -> None:
    """Stores a labelled sample with JSON details, such as its messages."""
    arrays: Arrays = {"is_positive": scored.is_positive}
    optional = {name: getattr(scored, name) for name in ("weight", "fold", "cluster")}
    arrays |= {name: array for name, array in optional.items() if array is not None}
    arrays |= {f"score {i}": score for i, score in enumerate(scored.scores.values())}
    index: dict[str, Any] = {"models": list(scored.scores), "said": dict(details)}
    if split := scored.split:
        arrays["judging"] = split.judging
        index["parts"] = [split.choose_on, split.judge_on]
    if classes := scored.classes:
        of_class = {name: list(columns) for name, columns in classes.scores.items()}
        every = {k: v for columns in classes.scores.values() for k, v in columns.items()}
        others = {name: score for name, score in every.items() if name not in scored.scores}
        arrays["code"] = classes.code
        arrays |= {f"other {i}": score for i, score in enumerate(others.values())}
        index |= {"classes": of_class, "others": list(others)}
    save_arrays(folder, arrays, index)


def load_predictions(folder: Path) -> tuple[ScoredRows, dict[str, Any]]:
    """A labelled sample and its details. Raises NotStoredError."""
    arrays, meta = load_arrays(folder)
    try:
        scores = {name: arrays[f"score {i}"] for i, name in enumerate(meta["models"])}
        split = Split(arrays["judging"], *meta["parts"]) if "judging" in arrays else None
        scored = ScoredRows(
            is_positive=arrays["is_positive"],
            scores=scores,
            weight=arrays.get("weight"),
            fold=arrays.get("fold"),
            cluster=arrays.get("cluster"),
            split=split,
            classes=_classes(arrays, meta, scores, split) if "code" in arrays else None,
        )
        return scored, meta["said"]
    except (KeyError, TypeError, ValueError) as error:
        raise NotStoredError(f"{folder.name} holds no predictions") from error


def _classes(
    arrays: Arrays, meta: dict[str, Any], scores: Arrays, split: Split | None
) -> ClassScores:
    others = {name: arrays[f"other {i}"] for i, name in enumerate(meta["others"])}
    every, names = scores | others, meta["classes"]
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
    """The details of a sample, without its rows; {} if nothing is stored."""
    try:
        meta = json.loads((folder / INDEX).read_text(encoding="utf-8"))["meta"]
        details: dict[str, Any] = meta["said"]
        return details
    except (OSError, ValueError, KeyError, TypeError):
        return {}
