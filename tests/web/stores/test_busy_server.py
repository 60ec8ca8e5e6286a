"""One session asks for ten sets of models at once; the others are answered meanwhile."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import combinations, islice

import numpy as np
import pytest
from dash import no_update
from flask import g

from costdash.core.sample.predictions import Predictions
from costdash.intake.storage.predictions import save_predictions
from costdash.web.settings import Settings
from costdash.web.storage import analyses
from costdash.web.storage.jobs import Asker, StillWorking
from costdash.web.stores import answer
from costdash.web.stores.question import Question
from tests.support.jobs import wait_for

NAMES = ("a", "b", "c", "d")
SETS = list(islice((s for n in (1, 2, 3) for s in combinations(NAMES, n)), 10))
SAMPLE = {"token": "sample-breast-cancer", "revision": "1"}
POINT = {"prior": 0.3, "cost_fn": 2, "cost_fp": 1, "seq": 1}


@pytest.fixture
def settings(tmp_path):
    return Settings(data_folder=tmp_path / "data", n_replicates=100, processes=1)


@pytest.fixture
def own(store, session):
    """The stores' common part for a data set of four models."""
    token, folder = store.begin(session, 0)
    rng = np.random.default_rng(0)
    is_positive = np.arange(80) % 2 == 0
    scores = {name: rng.normal(is_positive, 1) for name in NAMES}
    predictions = Predictions(is_positive=is_positive, scores=scores)
    save_predictions(folder / "predictions", predictions, {})
    store.finish(folder, session, "file.csv", 0)
    return {"token": token, "revision": "1"}


@pytest.fixture
def ask(server, settings, monkeypatch):
    """Asks with the models shown, as a tab of a session; uploaded data count as large."""
    monkeypatch.setattr(analyses, "SMALL", 0)
    monkeypatch.setattr(answer, "PATIENCE", 0.05)

    def ask(own, session, tab, models, wait=True):
        with server.test_request_context(headers={"X-Costdash-Tab": tab}):
            g.session = session
            view = own | {"models": list(models), "level": 0.95, "evaluation": "other", "seq": 1}
            told, notices = answer.answer_question(Question.of(own, own | POINT, view), wait)
            assert notices is no_update
            return told

    return ask


def test_the_first_answer_begins_the_cross_fit_that_the_second_waits_for(server, session, ask, own):
    worker = server.extensions["costdash-analyses"]
    with server.app_context():
        analyses.analysis_of(own["token"], session)
    first = ask(own, session, "tab", NAMES, False)
    assert "data-refining" in str(first["confusion"])
    deadline = time.monotonic() + 60
    while not any("crossfits" in key for key, _ in worker.derived.items()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert "data-refining" not in str(ask(own, session, "tab", NAMES, False)["confusion"])


def test_another_worker_finds_the_cross_fit_on_the_disk(server, session, ask, own, tmp_path):
    worker = server.extensions["costdash-analyses"]
    folder = server.extensions["costdash-store"].folder_of(own["token"], session)
    told = until_answered(ask, own, session, "tab", NAMES)
    worker.derived.evict(folder)  # like a worker that has computed nothing
    gate, log = tmp_path / "gate", tmp_path / "log"
    with pytest.raises(StillWorking):  # the only process is occupied
        worker.jobs.result(("other",), Asker("third", 0), partial(wait_for, gate, log))
    again = ask(own, session, "tab", NAMES)
    assert "data-refining" not in str(again["confusion"])
    assert again["spoken"] == told["spoken"]
    gate.touch()


def until_answered(ask, *given):
    deadline = time.monotonic() + 60
    while (told := ask(*given)) == answer.WORKING:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return told


def test_one_session_with_ten_tabs_does_not_keep_the_others_waiting(
    server, session, ask, own, tmp_path
):
    worker = server.extensions["costdash-analyses"]
    with server.app_context():
        analyses.analysis_of(own["token"], session)
    gate, log = tmp_path / "gate", tmp_path / "log"
    with pytest.raises(StillWorking):  # somebody's computation occupies the only process
        worker.jobs.result(("other",), Asker("third", 0), partial(wait_for, gate, log))
    with ThreadPoolExecutor(10) as tabs:
        asked = [tabs.submit(ask, own, session, f"tab{i}", SETS[i]) for i in range(10)]
        assert [one.result(60) for one in asked] == [answer.WORKING] * 10
    assert ask(own, session, "tab0", SETS[1]) == answer.WORKING  # in place of the first set
    assert "figures" in ask(SAMPLE, "another session", "tab0", ["forest", "logistic"])
    assert not gate.exists()  # the only process was occupied all the time

    gate.touch()
    told = [until_answered(ask, own, session, f"tab{i}", SETS[i]) for i in range(1, 10)]
    assert not any("data-refining" in str(one["confusion"]) for one in told)
    folder = server.extensions["costdash-store"].folder_of(own["token"], session)
    keys = [key for key, _ in worker.derived.items() if key[0] == folder]
    fitted = [key[5:] for key in keys if "crossfits" in key]
    assert sorted(fitted) == sorted(SETS[1:])
