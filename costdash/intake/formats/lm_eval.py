"""Reads samples of the LM evaluation harness (`lm_eval --log_samples`, samples_*.jsonl).

Multiple choice: the likelihoods of the choices become probabilities (softmax). With two choices the
label is `target`, 0 or 1, and `score` is the probability of choice 1. With more choices the label
is `correct`, and `confidence` is the probability of the choice that was taken. Tasks with other
answers have a column for each metric.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa

from costdash.core.types import Floats
from costdash.intake.errors import IntakeError
from costdash.intake.formats.records import PLAIN, begins_with, parsed, plain_cells, table_of
from costdash.intake.limits import Limits

TOOL = "the LM evaluation harness"
LINE = begins_with("doc", r"\{")
FIELDS = {
    "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics",
    "doc_hash", "prompt_hash", "target_hash",
}  # fmt: skip
TWO = "The score is the probability of choice 1, by the likelihoods of both choices."
MORE = "Confidence is the probability of the choice that was taken, by the likelihoods of all."


def starts_samples(start: bytes) -> bool:
    """Whether a text begins as samples of the harness."""
    begins = start.lstrip(b"\xef\xbb\xbf \r\n").startswith((b'{"doc_id"', b'{ "doc_id"'))
    return begins and LINE.match(start) is not None


def read_lm_eval(file: BinaryIO, limits: Limits) -> tuple[pa.Table, list[str]]:
    """One row for each document; of several filters the first."""
    notes: list[str] = []
    return table_of(_rows(file, notes), TOOL, limits), notes


def _rows(file: BinaryIO, notes: list[str]) -> Iterator[dict[str, Any]]:
    first, left_out = None, set[str]()
    for number, line in enumerate(file, 1):
        if not line.strip():
            continue
        sample = _sample(line, number)
        name = sample.get("filter")
        first = name if first is None else first
        if name != first:
            left_out.add(str(name))
            continue
        row, note = _row(sample)
        if note and note not in notes:
            notes.append(note)
        yield row
    if left_out:
        notes.append(f"Filter {first} was read, {', '.join(sorted(left_out))} left out.")


def _sample(line: bytes, number: int) -> dict[str, Any]:
    try:
        found = parsed(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise IntakeError(f"Line {number:,} of the samples of {TOOL} is cut off. Write them again.")
    return found


def _row(sample: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The cells of a document, and the note on them."""
    row: dict[str, Any] = {"doc_id": sample.get("doc_id")}
    target, chance = sample.get("target"), _probabilities(sample.get("filtered_resps"))
    if chance is None or not isinstance(target, int):
        others = {key: value for key, value in sample.items() if key not in FIELDS}
        if isinstance(target, PLAIN):
            row["target"] = target
        return row | plain_cells(others), ""
    if chance.size == 2:
        return row | {"target": target, "score": float(chance[1])}, TWO
    taken = int(chance.argmax())
    return row | {"correct": int(taken == target), "confidence": float(chance[taken])}, MORE


def _probabilities(given: Any) -> Floats | None:
    """Probabilities (c,) of the choices from log-likelihoods; None if there are none."""
    if not isinstance(given, list) or len(given) < 2:
        return None
    logs = [each[0] if isinstance(each, list) and each else each for each in given]
    try:
        likelihood = np.array(logs, dtype=float)
    except (TypeError, ValueError):
        return None
    if likelihood.ndim != 1 or not np.isfinite(likelihood).all():
        return None
    weight = np.exp(likelihood - likelihood.max())
    probability: Floats = weight / weight.sum()
    return probability
