"""Arrays and what is said of them, in a folder: npy files and one JSON file, never a pickle."""

import json
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from costdash.core.sample.predictions import ClassScores, ScoredRows, Split

INDEX = "index.json"
LARGE = 2**20  # bytes of an array
STAMP = re.compile(r"[0-9a-f]{16}")


class NotKept(Exception):
    """The folder does not hold what was asked for, in full and readable."""


def save(folder: Path, arrays: Mapping[str, np.ndarray], meta: Mapping) -> None:
    """Writes or replaces. Names are data: they stand in the JSON, files are numbered.

    A reader finds the old or the new, never a mixture: the index is renamed into place last.
    Raises ValueError for arrays of objects and for numbers that JSON does not have.
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


def load(folder: Path, mapped: bool = False) -> tuple[dict[str, np.ndarray], dict]:
    """What was saved last. Raises NotKept for whatever goes wrong, so that it can be made anew.

    mapped: large arrays are read-only views of their files, of which only what is used takes
    memory. Small ones are not: each view keeps a descriptor, and there may be many models.
    """
    try:
        index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        stamp, meta = index["stamp"], index["meta"]
        if not STAMP.fullmatch(stamp) or not isinstance(meta, dict):
            raise ValueError("not an index")
        arrays = {
            name: _array(folder / f"{stamp}-{number}.npy", mapped)
            for number, name in enumerate(index["names"])
        }
    except (OSError, ValueError, KeyError, TypeError, EOFError, MemoryError) as error:
        raise NotKept(f"{folder.name} holds nothing usable") from error
    return arrays, meta


def _array(file: Path, mapped: bool) -> np.ndarray:
    mode = "r" if mapped and file.stat().st_size >= LARGE else None
    return np.load(file, mode, allow_pickle=False)


def save_predictions(folder: Path, scored: ScoredRows, meta: Mapping) -> None:
    """Keeps a labelled sample with whatever should be said of it."""
    arrays = {"is_positive": scored.is_positive}
    optional = {name: getattr(scored, name) for name in ("weight", "fold", "cluster")}
    arrays |= {name: array for name, array in optional.items() if array is not None}
    arrays |= {f"score {i}": score for i, score in enumerate(scored.scores.values())}
    index = {"models": list(scored.scores), "said": dict(meta)}
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
    save(folder, arrays, index)


def load_predictions(folder: Path) -> tuple[ScoredRows, dict]:
    """The sample and what was said of it. Raises NotKept."""
    arrays, meta = load(folder)
    try:
        parts = {
            "weight": arrays.get("weight"),
            "fold": arrays.get("fold"),
            "cluster": arrays.get("cluster"),
            "split": Split(arrays["judging"], *meta["parts"]) if "judging" in arrays else None,
        }
        scores = {name: arrays[f"score {i}"] for i, name in enumerate(meta["models"])}
        classes = _classes(arrays, meta, scores, parts) if "code" in arrays else None
        scored = ScoredRows(
            is_positive=arrays["is_positive"], scores=scores, classes=classes, **parts
        )
        return scored, meta["said"]
    except (KeyError, TypeError, ValueError) as error:
        raise NotKept(f"{folder.name} holds no predictions") from error


def _classes(arrays: dict, meta: dict, scores: dict, parts: dict) -> ClassScores:
    others = {name: arrays[f"other {i}"] for i, name in enumerate(meta["others"])}
    every, names = scores | others, meta["classes"]
    return ClassScores(
        names=tuple(names),
        code=arrays["code"],
        scores={name: {column: every[column] for column in names[name]} for name in names},
        **parts,
    )


def load_said(folder: Path) -> dict:
    """What was said of the sample, without its rows; {} where nothing is kept."""
    try:
        return json.loads((folder / INDEX).read_text(encoding="utf-8"))["meta"]["said"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
