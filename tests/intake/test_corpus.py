"""Every file of the corpus gets its status and message."""

import re
from dataclasses import asdict

import numpy as np
import pytest

from costdash.intake.engines.columns import RESAMPLED
from costdash.intake.engines.complete_rows import ROWS_STAY_THE_SAME
from costdash.intake.errors import MOST_LISTED, shown
from costdash.intake.limits import Limits
from costdash.intake.process.counted import COUNTED, countable
from costdash.intake.process.worker import work
from costdash.intake.storage.predictions import load_predictions
from tests.support import corpus

LEAKS = re.compile(r"Traceback|Error\b|Exception|pyarrow|Arrow(Invalid|Type)|/tmp|0x[0-9a-f]{4}")


def upload(content: bytes, folder, roles=None, ask=True, limits=None, count=False):
    """The outcome of an upload of these bytes, read in this process."""
    path = folder / "upload"
    path.write_bytes(content)
    request = {"path": str(path), "folder": str(folder), "roles": roles, "ask": ask, "name": "a"}
    request |= {"limits": asdict(limits or Limits()), "size": None, "count": count}
    return work(request)


@pytest.mark.parametrize("name", corpus.CASES)
def test_a_file_gets_its_status_and_message(name, tmp_path):
    case = corpus.CASES[name]
    outcome = upload(case.content, tmp_path, case.roles)
    text = " ".join([*outcome.messages, *outcome.questions])
    assert outcome.status == case.status, text
    assert case.says in text
    assert not LEAKS.search(text)
    assert (outcome.status in ("ok", "warning")) == (tmp_path / "predictions").exists()
    if case.status == "ok":
        assert text == ""
    if outcome.read_as:
        for column in outcome.columns:
            assert shown(column["name"]) in outcome.read_as or len(outcome.columns) > MOST_LISTED
    assert bool(outcome.read_as) == (outcome.status in ("ok", "warning"))
    if case.exact:
        predictions, _ = load_predictions(tmp_path / "predictions")
        assert predictions.is_positive.tolist() == [value == 1 for value in corpus.LABEL]
        assert list(predictions.scores) in (["score_a", "score_b"], ["a", "score_b"])
        np.testing.assert_array_equal(list(predictions.scores.values()), [corpus.A, corpus.B])


LIKE_MEMORY = {  # except for these, with the reason
    "durations beside": "DuckDB has durations as whole numbers, which may be scores",
    "folds with gaps": "folds are not used at all",
}


def messages_of(outcome):
    """Without those on the table, and on what needs single rows."""
    ends = (RESAMPLED, ROWS_STAY_THE_SAME, COUNTED)
    starts = ("Not used, because it needs single rows", "Two models are compared at")
    return [
        text
        for text in [*outcome.messages, *outcome.questions]
        if not text.endswith(ends) and not text.startswith(starts) and "rows stay in a" not in text
    ]


@pytest.mark.parametrize("name", corpus.CASES)
def test_an_engine_reads_a_file_as_memory_does(name, tmp_path):
    """With the same messages and models; what needs single rows is refused or not used."""
    pytest.importorskip("duckdb", reason="needs the extra costdash[duckdb]")
    case = corpus.CASES[name]
    for folder in ("memory", "engine"):
        (tmp_path / folder).mkdir()
    of_rows = upload(case.content, tmp_path / "memory", case.roles)
    if not countable(tmp_path / "memory" / "upload") or name in LIKE_MEMORY:
        return
    counted = upload(case.content, tmp_path / "engine", case.roles, count=True)
    text = " ".join([*counted.messages, *counted.questions])
    assert not LEAKS.search(text)
    if counted.status == "error" and "single rows" in text:
        return
    drawn = [outcome.status in ("ok", "warning") for outcome in (of_rows, counted)]
    assert drawn[0] == drawn[1], text
    if not any(drawn):
        return
    assert messages_of(counted) == messages_of(of_rows)
    assert (counted.rows, counted.positives) == (of_rows.rows, of_rows.positives)
    assert counted.models == of_rows.models


@pytest.mark.parametrize("name", corpus.REFUSED)
def test_an_error_says_what_to_do(name, tmp_path):
    """Each error names the problem and then gives advice."""
    case = corpus.CASES[name]
    for sentence in upload(case.content, tmp_path, case.roles).messages:
        assert sentence.endswith((".", "?"))
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert re.search(r"[.:;,] \w|— ", sentence)


def test_the_corpus_is_large():
    assert len(corpus.CASES) >= 120
