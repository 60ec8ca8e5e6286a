"""Reads test runs of DeepEval (the JSON that it stores in DEEPEVAL_RESULTS_FOLDER).

One row for each test case: a column for the score of each metric, success, the expected output, and
the plain values of the metadata.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

import pyarrow as pa

from costdash.intake.formats.records import (
    begins_with,
    part_of,
    plain_cells,
    read_document,
    table_of,
)
from costdash.intake.limits import Limits

TOOL = "DeepEval"
CASES = ("testCases", "conversationalTestCases")
DOCUMENT = begins_with("testCases", r"\[")


def starts_document(start: bytes) -> bool:
    """Whether a text begins as a test run of DeepEval."""
    return DOCUMENT.match(start) is not None


def read_deepeval(file: BinaryIO, limits: Limits) -> tuple[pa.Table, list[str]]:
    """The test cases of a run."""
    run = read_document(file, TOOL)
    cases = [case for kind in CASES for case in run.get(kind) or () if isinstance(case, dict)]
    return table_of(_rows(cases), TOOL, limits), _lost(run, cases)


def _lost(run: dict[str, Any], cases: list[dict[str, Any]]) -> list[str]:
    """A note if the summary of the run counts more scores of a metric than the cases have."""
    named = [
        str(metric.get("name"))
        for case in cases
        for metric in case.get("metricsData") or ()
        if isinstance(metric, dict)
    ]
    for metric in run.get("metricsScores") or ():
        scores, name = metric.get("scores") or (), str(metric.get("metric"))
        if len(scores) > named.count(name):
            return [
                f"The run counts {len(scores):,} scores of {name}, but its cases have "
                f"{named.count(name):,}: the file may be incomplete."
            ]
    return []


def _rows(cases: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for case in cases:
        metadata = part_of(case, "metadata") or part_of(case, "additionalMetadata")
        row = plain_cells(metadata) | {"name": case.get("name")}
        for key in ("expectedOutput", "success"):
            if key in case:
                row[key] = case[key]
        for metric in case.get("metricsData") or ():
            if isinstance(metric, dict):
                row[str(metric.get("name"))] = metric.get("score")
        yield row
