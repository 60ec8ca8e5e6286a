"""Results derived from rows are computed once."""

import sys
from pathlib import Path

import numpy as np
import pytest

from costdash.core.sample.predictions import Predictions
from costdash.intake.storage.predictions import save_predictions
from costdash.web.storage.analyses import analysis_of, current_analyses
from costdash.web.storage.derived import cached_derivation

TOKEN = "sample-breast-cancer"


def test_a_derived_result_is_computed_once(visit):
    calls, analysis = [], analysis_of(TOKEN, visit)

    def make(rows):
        calls.append(rows)
        return 7

    for _ in range(2):
        assert cached_derivation("tests", TOKEN, visit, analysis, ("key",), make) == 7
    assert len(calls) == 1


def test_a_derivation_that_fails_is_not_tried_again(visit):
    calls, analysis = [], analysis_of(TOKEN, visit)

    def make(rows):
        calls.append(rows)
        raise ValueError("too few rows")

    for _ in range(2):
        with pytest.raises(ValueError, match="too few rows"):
            cached_derivation("tests", TOKEN, visit, analysis, ("key",), make)
    assert len(calls) == 1


READS: list[str] = []


def note_read(event, arguments):
    if event == "open" and isinstance(arguments[0], str | Path):
        READS.append(str(arguments[0]))


sys.addaudithook(note_read)


def reads_of_rows():
    """Opened files of a sample, or with the arrays of an upload."""
    stored = [path for path in READS if "/predictions/" in path and not path.endswith(".json")]
    return [*stored, *(path for path in READS if path.endswith(".csv.gz"))]


@pytest.mark.parametrize("sample", [True, False])
def test_rows_are_read_once_with_the_analysis_however_often_the_point_moves(
    visit, add_dataset, sample
):
    token = TOKEN if sample else add_dataset(visit)
    READS.clear()
    analysis = analysis_of(token, visit)
    assert reads_of_rows()
    if sample:
        assert len(reads_of_rows()) == 1
    READS.clear()
    rows = [
        cached_derivation("tests", token, visit, analysis, (prior,), lambda rows: rows)
        for prior in range(8)
    ]
    assert reads_of_rows() == []
    assert all(np.shares_memory(part.is_positive, rows[0].is_positive) for part in rows)


def test_rows_that_are_stored_again_are_read_again(visit, add_dataset, store):
    token = add_dataset(visit)
    analyses = current_analyses()
    folder = store.folder_of(token, visit)
    before = analyses.rows(folder)
    assert analyses.rows(folder) is before
    other = Predictions(is_positive=[True, False], scores={"a": [0.2, 0.1]})
    save_predictions(folder / "predictions", other, {})
    assert analyses.rows(folder).rows == 2
