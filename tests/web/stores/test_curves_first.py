"""Large uploads: curves and decision are drawn before the bands, which the next question gets."""

import json
import time
from functools import partial

import numpy as np
import pytest
from dash import no_update
from flask import g

from costdash.core.analysis.analyse import analyse_curves
from costdash.core.sample.predictions import Predictions
from costdash.intake.storage.analysis import analysis_key, save_curves
from costdash.intake.storage.predictions import save_predictions
from costdash.report.card import LIMITS_COME, REFINING
from costdash.web.callbacks.data import summary
from costdash.web.routes.answer import to_json
from costdash.web.settings import Settings
from costdash.web.storage import analyses
from costdash.web.storage.jobs import Asker, StillWorking
from costdash.web.stores import answer
from costdash.web.stores.dataset import described
from costdash.web.stores.question import Question
from tests.support.jobs import wait_for

POINT = {"prior": 0.3, "cost_fn": 2, "cost_fp": 1, "seq": 1}
METHOD = {"n_replicates": 100, "seed": 0}


@pytest.fixture
def settings(tmp_path):
    return Settings(data_folder=tmp_path / "data", processes=1, **METHOD)


@pytest.fixture
def own(store, session, monkeypatch):
    """A data set that counts as large, as an upload leaves it: with curves, without bands."""
    monkeypatch.setattr(analyses, "SMALL", 0)
    monkeypatch.setattr(answer, "PATIENCE", 0.05)
    token, folder = store.begin(session, 0)
    rng = np.random.default_rng(0)
    is_positive = np.arange(400) % 2 == 0
    scores = {name: rng.normal(is_positive, 1) for name in ("a", "b")}
    rows = Predictions(is_positive=is_positive, scores=scores)
    save_predictions(folder / "predictions", rows, {})
    store.finish(folder, session, "file.csv", 0)
    key = analysis_key(folder / "predictions", **METHOD)
    save_curves(folder / "analysis", analyse_curves(rows, **METHOD), key)
    return {"token": token, "revision": "1"}


@pytest.fixture
def ask(server, session, own):
    def ask(evaluation="other", wait=False):
        with server.test_request_context(headers={"X-Costdash-Tab": "tab"}):
            g.session = session
            view = own | {"models": ["a", "b"], "level": 0.95, "evaluation": evaluation, "seq": 1}
            told, notices = answer.answer_question(Question.of(own, own | POINT, view), wait)
            assert notices is no_update
            return told

    return ask


def occupied(server, folder):
    """Occupies the only process, so that no bands come; returns the file that frees it."""
    gate, log = folder / "gate", folder / "log"
    jobs = server.extensions["costdash-analyses"].jobs
    with pytest.raises(StillWorking):
        jobs.result(("other",), Asker("third", 0), partial(wait_for, gate, log))
    return gate


def settled(ask, evaluation="other"):
    """The answer with everything."""
    deadline = time.monotonic() + 60
    while (told := ask(evaluation, wait=True)) == answer.WORKING or told["refining"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return told


def traces(told, panel):
    return json.loads(json.dumps(told["figures"][panel], default=to_json))["data"]


@pytest.mark.parametrize(("evaluation", "words"), [("other", REFINING), ("same", LIMITS_COME)])
def test_the_first_answer_has_curves_and_says_that_bands_come(
    server, ask, tmp_path, evaluation, words
):
    gate = occupied(server, tmp_path)
    first = ask(evaluation)
    assert first["refining"]
    assert words in str(first["confusion"])
    assert "95 % bands: still computing …" in str(first["key"])
    assert ask(evaluation, wait=True) == answer.WORKING
    gate.touch()
    whole = settled(ask, evaluation)
    assert words not in str(whole["confusion"])
    assert "still computing" not in str(whole["key"])
    assert not first["live"]["bands"]
    assert len(whole["live"]["bands"]) == 2
    for panel in ("roc", "pr", "cost"):
        assert len(traces(first, panel)) < len(traces(whole, panel))
    assert first["best"] == whole["best"] or evaluation == "other"


def test_the_answer_with_everything_is_that_of_one_analysis(server, session, ask, own):
    ask()
    told = settled(ask)
    store = server.extensions["costdash-analyses"]
    folder = store.store.folder_of(own["token"], session)
    for file in (folder / "analysis").rglob("*.*"):
        file.unlink()  # the analysis is then made as a whole
    store.evict(folder)
    again = settled(ask)
    assert json.dumps(told, default=to_json) == json.dumps(again, default=to_json)


def test_what_describes_the_data_does_not_wait_for_bands(server, session, own, tmp_path):
    gate = occupied(server, tmp_path)
    with server.test_request_context():
        g.session = session
        dataset = described(own["token"], session)
        assert [model["name"] for model in dataset["models"]] == ["a", "b"]
        assert summary(dataset)[0]
    gate.touch()
