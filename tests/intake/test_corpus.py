"""Each file of the corpus gets the status and the sentence it should."""

import re
from dataclasses import asdict

import numpy as np
import pytest

from costdash.intake.limits import Limits
from costdash.intake.process.worker import work
from costdash.intake.storage.predictions import load_predictions
from tests.support import corpus, odd_files

CASES = corpus.CASES | odd_files.CASES
REFUSED = [*corpus.REFUSED, *odd_files.REFUSED]
LEAKS = re.compile(r"Traceback|Error\b|Exception|pyarrow|Arrow(Invalid|Type)|/tmp|0x[0-9a-f]{4}")


def upload(content: bytes, folder, roles=None, ask=True, limits=None):
    """What an upload of these bytes comes to, without the fence."""
    path = folder / "upload"
    path.write_bytes(content)
    request = {"path": str(path), "folder": str(folder), "roles": roles, "ask": ask, "name": "a"}
    return work(request | {"limits": asdict(limits or Limits()), "size": None})


@pytest.mark.parametrize("name", CASES)
def test_a_file_gets_the_status_and_sentence_it_should(name, tmp_path):
    case = CASES[name]
    outcome = upload(case.content, tmp_path, case.roles)
    said = " ".join([*outcome.messages, *outcome.questions])
    assert outcome.status == case.status, said
    assert case.says in said
    assert not LEAKS.search(said)
    assert (outcome.status in ("ok", "warning")) == (tmp_path / "predictions").exists()
    if case.status == "ok":
        assert said == ""
    if case.same:
        predictions, _ = load_predictions(tmp_path / "predictions")
        assert predictions.is_positive.tolist() == [value == 1 for value in corpus.LABEL]
        assert list(predictions.scores) in (["score_a", "score_b"], ["a", "score_b"])
        np.testing.assert_array_equal(list(predictions.scores.values()), [corpus.A, corpus.B])


@pytest.mark.parametrize("name", REFUSED)
def test_a_sentence_says_what_to_do(name, tmp_path):
    """Every error ends with advice, after what is wrong."""
    case = CASES[name]
    for sentence in upload(case.content, tmp_path, case.roles).messages:
        assert sentence.endswith((".", "?"))
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert re.search(r"[.:;,] \w|— ", sentence)


def test_the_corpus_is_large():
    assert len(CASES) >= 120
