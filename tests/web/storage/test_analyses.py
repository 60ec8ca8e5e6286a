"""An analysis is made once, kept, and made again when what is kept cannot be trusted."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from costdash.core.analysis.analyse import analyse
from costdash.intake.storage.predictions import load_predictions
from costdash.web.session import random_token
from costdash.web.storage import analyses, locks
from costdash.web.storage.store import DatasetUnavailable


@pytest.fixture
def made(monkeypatch):
    """Counts how often an analysis is made."""
    calls = []

    def counted(*args, **kwargs):
        calls.append(threading.get_ident())
        return analyse(*args, **kwargs)

    monkeypatch.setattr(analyses, "analyse", counted)
    return calls


@pytest.fixture
def fresh(store, settings):
    """Another worker on the same folder."""
    return lambda: analyses.Analyses(store, settings)


def test_the_session_is_asked_every_time(server, keep, session):
    token = keep(session)
    with server.app_context():
        assert list(analyses.analysis_of(token, session).models) == ["a", "b <i>"]
        for other in (random_token(), None):
            with pytest.raises(DatasetUnavailable):
                analyses.analysis_of(token, other)


def test_samples_need_no_session(server):
    with server.app_context():
        assert analyses.analysis_of("sample-breast-cancer", None).rows == 569


def test_workers_share_one_computation(fresh, keep, session, made):
    token = keep(session)
    workers = [fresh() for _ in range(4)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda i: workers[i % 4].get(token, session), range(8)))
    assert len(made) == 1
    assert {a.models["a"].auc for a in found} == {found[0].models["a"].auc}


def test_it_works_without_locks(fresh, keep, session, made, monkeypatch):
    def no_locks(*_):
        raise OSError

    monkeypatch.setattr(locks.fcntl, "flock", no_locks)
    token = keep(session)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: fresh().get(token, session), range(4)))
    assert 1 <= len(made) <= 4
    assert {a.models["a"].auc for a in found} == {found[0].models["a"].auc}


def spoil_npy(folder):
    for file in folder.glob("*.npy"):
        file.write_bytes(file.read_bytes()[:100])


def plant_pickle(folder):
    for file in folder.glob("*.npy"):
        np.save(file, np.array([print], dtype=object), allow_pickle=True)


def spoil_index(folder):
    (folder / "index.json").write_text("{")


def empty(folder):
    for file in folder.iterdir():
        file.unlink()


@pytest.mark.parametrize("spoil", [spoil_npy, plant_pickle, spoil_index, empty])
def test_what_is_spoilt_is_made_again(fresh, store, keep, session, made, spoil):
    token = keep(session)
    first = fresh().get(token, session).models["a"].bands.tpr_at.copy()
    spoil(store.folder_of(token, session) / "analysis")
    np.testing.assert_array_equal(fresh().get(token, session).models["a"].bands.tpr_at, first)
    assert len(made) == 2


def test_other_predictions_in_the_folder_make_another_analysis(fresh, store, keep, session, made):
    worker, token, other = fresh(), keep(session), keep(session, seed=1)
    before = worker.get(token, session).models["a"].auc
    target = store.folder_of(token, session) / "predictions"
    for file in target.iterdir():
        file.unlink()
    for file in (store.folder_of(other, session) / "predictions").iterdir():
        file.rename(target / file.name)
    assert worker.get(token, session).models["a"].auc != before
    assert len(made) == 2


def test_a_disk_that_cannot_be_written_costs_time_only(fresh, keep, session, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(analyses, "save_analysis", full)
    assert fresh().get(keep(session), session).rows == 40


def test_predictions_that_are_spoilt_are_gone(fresh, store, keep, session):
    token = keep(session)
    spoil_npy(store.folder_of(token, session) / "predictions")
    with pytest.raises(DatasetUnavailable):
        fresh().get(token, session)


def test_few_analyses_stay_in_memory(fresh, keep, session):
    worker = fresh()
    for seed in range(analyses.MAX_IN_MEMORY + 2):
        worker.get(keep(session, seed=seed), session)
    assert len(worker._in_memory) == analyses.MAX_IN_MEMORY


def test_the_kept_analysis_is_that_of_the_predictions(fresh, store, keep, session, settings):
    token = keep(session)
    folder = store.folder_of(token, session)
    fresh().get(token, session)
    kept = fresh().get(token, session).models["a"]
    again = analyse(load_predictions(folder / "predictions")[0], n_replicates=settings.n_replicates)
    np.testing.assert_array_equal(kept.bands.vertex_tpr, again.models["a"].bands.vertex_tpr)
