"""Analyses are computed once, cached, and computed again if the cache is damaged."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from costdash.core.analysis.analyse import analyse
from costdash.intake.storage.predictions import load_predictions
from costdash.web.session import random_token
from costdash.web.storage import analyses, locks
from costdash.web.storage.jobs import size_of
from costdash.web.storage.store import DatasetUnavailable


@pytest.fixture
def computed(monkeypatch):
    """One entry for every analysis that is computed."""
    calls = []

    def counted(*args, **kwargs):
        calls.append(threading.get_ident())
        return analyse(*args, **kwargs)

    monkeypatch.setattr(analyses, "analyse", counted)
    return calls


@pytest.fixture
def new_worker(store, settings):
    """Makes another worker on the same data folder."""
    return lambda: analyses.Analyses(store, settings)


def test_only_the_owner_gets_the_analysis(server, add_dataset, session):
    token = add_dataset(session)
    with server.app_context():
        assert list(analyses.analysis_of(token, session).models) == ["a", "b <i>"]
        for other in (random_token(), None):
            with pytest.raises(DatasetUnavailable):
                analyses.analysis_of(token, other)


def test_samples_need_no_session(server):
    with server.app_context():
        assert analyses.analysis_of("sample-breast-cancer", None).rows == 569


def test_workers_share_one_computation(new_worker, add_dataset, session, computed):
    token = add_dataset(session)
    workers = [new_worker() for _ in range(4)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda i: workers[i % 4].get(token, session), range(8)))
    assert len(computed) == 1
    assert {a.models["a"].auc for a in found} == {found[0].models["a"].auc}


def test_analyses_work_without_file_locks(new_worker, add_dataset, session, computed, monkeypatch):
    def no_locks(*_):
        raise OSError

    monkeypatch.setattr(locks.fcntl, "flock", no_locks)
    token = add_dataset(session)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: new_worker().get(token, session), range(4)))
    assert 1 <= len(computed) <= 4
    assert {a.models["a"].auc for a in found} == {found[0].models["a"].auc}


def truncate_arrays(folder):
    for file in folder.glob("*.bin"):
        file.write_bytes(file.read_bytes()[:100])


def plant_pickle(folder):
    for file in folder.glob("*.bin"):
        with file.open("wb") as opened:
            np.save(opened, np.array([print], dtype=object), allow_pickle=True)


def truncate_index(folder):
    (folder / "index.json").write_text("{")


def empty(folder):
    for file in folder.rglob("*.*"):
        file.unlink()


@pytest.mark.parametrize("damage", [truncate_arrays, plant_pickle, truncate_index, empty])
def test_a_damaged_analysis_is_computed_again(
    new_worker, store, add_dataset, session, computed, damage
):
    token = add_dataset(session)
    first = new_worker().get(token, session).models["a"].bands.tpr_at.copy()
    damage(store.folder_of(token, session) / "analysis")
    np.testing.assert_array_equal(new_worker().get(token, session).models["a"].bands.tpr_at, first)
    assert len(computed) == 2


def test_damaged_bands_are_resampled_again(new_worker, store, add_dataset, session, computed):
    token = add_dataset(session)
    first = new_worker().get(token, session).models["a"].bands.tpr_at.copy()
    truncate_arrays(store.folder_of(token, session) / "analysis/bands")
    np.testing.assert_array_equal(new_worker().get(token, session).models["a"].bands.tpr_at, first)
    assert len(computed) == 1  # the curves were not damaged


def test_other_predictions_give_another_analysis(new_worker, store, add_dataset, session, computed):
    worker, token, other = new_worker(), add_dataset(session), add_dataset(session, seed=1)
    before = worker.get(token, session).models["a"].auc
    target = store.folder_of(token, session) / "predictions"
    for file in target.iterdir():
        file.unlink()
    for file in (store.folder_of(other, session) / "predictions").iterdir():
        file.rename(target / file.name)
    assert worker.get(token, session).models["a"].auc != before
    assert len(computed) == 2


def test_a_full_disk_does_not_prevent_the_analysis(new_worker, add_dataset, session, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(analyses, "save_analysis", full)
    assert new_worker().get(add_dataset(session), session).rows == 40


def test_damaged_predictions_are_unavailable(new_worker, store, add_dataset, session):
    token = add_dataset(session)
    truncate_arrays(store.folder_of(token, session) / "predictions")
    with pytest.raises(DatasetUnavailable):
        new_worker().get(token, session)


def test_memory_holds_so_many_bytes_and_at_least_the_newest(store, settings, add_dataset, session):
    tokens = [add_dataset(session, seed=seed) for seed in range(4)]
    worker = analyses.Analyses(store, settings)
    sizes = [size_of(worker.get(token, session)) for token in tokens]
    assert min(sizes) > 40 * 8  # the arrays are counted
    assert len(worker._in_memory) == 4
    for max_bytes, n_kept in ((sizes[2] + sizes[3], 2), (0, 1)):
        worker = analyses.Analyses(store, replace(settings, cache_bytes=2 * max_bytes))
        for token in tokens:
            worker.get(token, session)
        newest = [store.folder_of(token, session) for token in tokens[-n_kept:]]
        assert [key[0] for key, _ in worker._in_memory.items()] == newest
        assert worker._in_memory.n_bytes == sum(sizes[-n_kept:])


def test_the_cached_analysis_equals_a_new_one(new_worker, store, add_dataset, session, settings):
    token = add_dataset(session)
    folder = store.folder_of(token, session)
    new_worker().get(token, session)
    kept = new_worker().get(token, session).models["a"]
    again = analyse(load_predictions(folder / "predictions")[0], n_replicates=settings.n_replicates)
    np.testing.assert_array_equal(kept.bands.vertex_tpr, again.models["a"].bands.vertex_tpr)


def flip(file, place):
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)


@pytest.mark.parametrize("same_worker", [True, False])
def test_a_flipped_bit_never_gives_another_number(
    new_worker, store, add_dataset, session, computed, same_worker
):
    token, worker = add_dataset(session), new_worker()
    first = worker.get(token, session).models["a"]
    (file,) = (store.folder_of(token, session) / "analysis").glob("*.bin")
    expected = [first.counts.tp.copy(), first.hull.tie.copy(), first.bands.vertex_tpr.copy()]
    for place in np.linspace(0, file.stat().st_size - 1, 20).astype(int):
        flip(file, place)
        again = (worker if same_worker else new_worker()).get(token, session).models["a"]
        for kept, array in zip(expected, (again.counts.tp, again.hull.tie, again.bands.vertex_tpr)):
            np.testing.assert_array_equal(array, kept)
        (file,) = file.parent.glob("*.bin")
    assert len(computed) == 21


def test_damaged_predictions_say_so(new_worker, store, add_dataset, session):
    token = add_dataset(session)
    predictions = store.folder_of(token, session) / "predictions"
    flip(next(predictions.glob("*.bin")), 5)
    with pytest.raises(DatasetUnavailable, match="is damaged"):
        new_worker().get(token, session)


def test_impatient_questions_do_not_occupy_threads(
    new_worker, store, add_dataset, session, monkeypatch
):
    """One waits for the analysis under way; the others are soon told to ask again."""
    monkeypatch.setattr(analyses, "LOADING", 0.1)
    token, worker = add_dataset(session), new_worker()
    folder, took = store.folder_of(token, session), []

    def ask(_):
        began = time.monotonic()
        with pytest.raises(analyses.StillWorking):
            worker.get(token, session, patience=0.5)
        took.append(time.monotonic() - began)

    with locks.exclusive_lock(folder), ThreadPoolExecutor(6) as pool:
        list(pool.map(ask, range(6)))
    assert sorted(seconds > 0.4 for seconds in took) == [False] * 5 + [True]
    assert not worker._waiting
    assert worker.get(token, session, patience=0.5).rows == 40
    with locks.exclusive_lock(folder):
        assert worker.get(token, session, patience=0).rows == 40  # it is in memory
