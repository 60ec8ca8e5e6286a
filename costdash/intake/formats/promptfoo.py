"""Reads results of Promptfoo (`promptfoo eval --output results.json` or `.jsonl`).

One row for each test and model, the long layout: case, model, score, success, the named scores and
the variables of the test. Its true class is a variable, such as `label`, or in the metadata.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

import pyarrow as pa

from costdash.intake.errors import IntakeError
from costdash.intake.formats.records import (
    begins_with,
    parsed,
    part_of,
    plain_cells,
    read_document,
    table_of,
)
from costdash.intake.limits import Limits

TOOL = "Promptfoo"
DOCUMENT = begins_with("results", r"(?:\{\s*\"(?:version|timestamp|prompts|results)\"|\[)")
SCORED = (b'"testIdx"', b'"promptIdx"', b'"gradingResult"', b'"namedScores"')
LEFT_OUT = "Left out: {} that ended with an error."


def starts_document(start: bytes) -> bool:
    """Whether a text begins as results of Promptfoo in one JSON document."""
    marks = b'"prompts"', b'"evalId"', *SCORED
    return any(mark in start for mark in marks) and DOCUMENT.match(start) is not None


def starts_lines(start: bytes) -> bool:
    """Whether a text begins as results of Promptfoo in JSON lines."""
    return start.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"{") and (
        sum(key in start for key in SCORED) >= 2 and b'"success"' in start
    )


def read_promptfoo(file: BinaryIO, limits: Limits) -> tuple[pa.Table, list[str]]:
    """The results of one JSON document."""
    found = read_document(file, TOOL)
    results = found.get("results")
    if isinstance(results, dict):
        results = results.get("results")
    return _table(results if isinstance(results, list) else [], limits)


def read_promptfoo_lines(file: BinaryIO, limits: Limits) -> tuple[pa.Table, list[str]]:
    """The results of JSON lines."""
    try:
        results = [parsed(line) for line in file if line.strip()]
    except ValueError:
        raise IntakeError(
            f"A line of the results of {TOOL} is cut off. Write them again."
        ) from None
    return _table(results, limits)


def _table(results: list[Any], limits: Limits) -> tuple[pa.Table, list[str]]:
    results = [result for result in results if isinstance(result, dict)]
    usable = [result for result in results if not _failed(result)]
    several = len({_model(result, False) for result in usable}) < len(
        {_model(result, True) for result in usable}
    )
    table = table_of(_rows(usable, several), TOOL, limits)
    if table.column_names and len(set(table["model"].to_pylist())) == 1:
        table = table.drop_columns(["model"])
    lost = len(results) - len(usable)
    results_lost = f"{lost:,} result{'s' if lost > 1 else ''}"
    return table, [LEFT_OUT.format(results_lost)] if lost else []


def _failed(result: dict[str, Any]) -> bool:
    """Whether no answer came, which says nothing of the answers."""
    return result.get("failureReason") == 2


def _rows(results: list[dict[str, Any]], several_prompts: bool) -> Iterator[dict[str, Any]]:
    for place, result in enumerate(results):
        test = part_of(result, "testCase")
        row = {
            "case": result.get("testIdx", place),
            "model": _model(result, several_prompts),
            "score": result.get("score"),
            "success": result.get("success"),
        }
        variables = plain_cells(part_of(result, "vars") or part_of(test, "vars"))
        metadata = plain_cells(part_of(test, "metadata"))
        yield plain_cells(part_of(result, "namedScores")) | metadata | variables | row


def _model(result: dict[str, Any], with_prompt: bool) -> str:
    provider = result.get("provider")
    if isinstance(provider, dict):
        provider = provider.get("label") or provider.get("id")
    name = str(provider)
    return f"{name}, prompt {result.get('promptIdx', 0)}" if with_prompt else name
