"""Deleted data leave disk and memory, and expired data go by themselves."""

import os
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from costdash.core.analysis.analyse import analyse
from costdash.web.app import create_server
from costdash.web.callbacks import data
from costdash.web.session import SIGN_IN_LIFETIME, digest
from costdash.web.storage import analyses, clock, quota
from costdash.web.storage.jobs import Asker
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.storage.text_cache import cached_text

LONG_AGO = 100 * 3600  # s


def files(store):
    return [path for path in store.sets.rglob("*") if path.is_file()]


def wait_until(condition):
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def worker(server):
    return server.extensions["costdash-analyses"]


@pytest.mark.parametrize("names", [None, ("a",)], ids=["all models", "some models"])
def test_deleting_during_an_analysis_leaves_nothing(
    server, store, worker, add_dataset, session, monkeypatch, names
):
    token, begun, deleted = add_dataset(session), threading.Event(), threading.Event()

    def slow(*args, **kwargs):
        begun.set()
        assert deleted.wait(10)
        return analyse(*args, **kwargs)

    monkeypatch.setattr(analyses, "analyse", slow)
    gone = []

    def ask():
        try:
            worker._get(worker._computation(*place, names, False), Asker(session))
        except DatasetUnavailable as error:
            gone.append(error)

    folder = store.folder_of(token, session)
    place = folder, worker.cache_key(folder)
    asking = threading.Thread(target=ask)
    asking.start()
    assert begun.wait(10)
    store.delete(token, session)
    deleted.set()
    asking.join(10)
    assert (len(gone), files(store), list(store.sets.iterdir())) == (1, [], [])
    assert not worker._in_memory


def test_deleting_while_a_text_is_made_leaves_nothing(server, store, add_dataset, session):
    token = add_dataset(session)

    def make():
        store.delete(token, session)
        return "text"

    with server.app_context(), pytest.raises(DatasetUnavailable):
        cached_text(token, session, "key", make)
    assert list(store.sets.iterdir()) == []


def test_deleting_frees_memory_in_every_worker(
    server, store, worker, settings, add_dataset, session
):
    other = analyses.Analyses(store, settings)
    other.store.on_removal.remove(other.evict)  # the other worker is another process
    token = add_dataset(session, rows=20_000)
    for one in (worker, other):
        one.get(token, session)
    store.delete(token, session)
    assert not worker._in_memory
    assert other._in_memory
    other.evict_deleted()
    assert not other._in_memory
    open_files = [os.readlink(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd")
                  if os.path.exists(f"/proc/self/fd/{fd}")]  # fmt: skip
    assert not any(str(store.sets) in file for file in open_files)
    assert str(store.sets) not in Path("/proc/self/maps").read_text()


def test_deleting_removes_the_link(store, add_dataset, session):
    token = add_dataset(session)
    store.share(token, session, 24)
    store.delete(token, session)
    assert list(store.links.iterdir()) == []


@pytest.mark.parametrize("step", ["rename", "rmtree"])
def test_a_failed_deletion_says_so(visit, store, add_dataset, monkeypatch, step):
    token = add_dataset(visit)

    def fail(*_, **__):
        raise OSError(30, "Read-only file system")

    if step == "rename":
        monkeypatch.setattr(quota.Path, "rename", fail)
    else:
        monkeypatch.setattr(quota.shutil, "rmtree", lambda *_, **__: None)
    dataset, outline, notices = data.delete({"token": token})
    assert notices[0]["message"] == data.NOT_DELETED
    assert dataset is outline is data.no_update
    monkeypatch.undo()
    if step == "rename":
        assert store.folder_of(token, visit)
    store.cleanup()
    assert (step == "rename") == bool(files(store))


def test_expired_data_go_when_the_server_starts(store, settings, add_dataset, session):
    folder = store.folder_of(add_dataset(session), session)
    quota.touch(folder, clock.now() - LONG_AGO)
    create_server(settings)
    assert list(store.sets.iterdir()) == []


def test_expired_data_go_by_themselves(settings, add_dataset, session, store):
    server = create_server(replace(settings, expiry_hours=1 / 3600))
    add_dataset(session)
    server.test_client().get("/health")
    wait_until(lambda: not any(store.sets.iterdir()))


def test_one_worker_sweeps_at_a_time(store, add_dataset, session):
    from costdash.web.storage.locks import try_lock

    folder = store.folder_of(add_dataset(session), session)
    quota.touch(folder, clock.now() - LONG_AGO)
    with try_lock(store.settings.data_folder / "cleanup.lock") as is_free:
        assert is_free
        store.cleanup()
        assert folder.exists()
    store.cleanup()
    assert not folder.exists()


def test_a_faulty_disk_does_not_end_the_cleanup(settings, add_dataset, session, store, monkeypatch):
    server = create_server(replace(settings, expiry_hours=1 / 3600))
    add_dataset(session)
    faults = []

    def fail():
        faults.append(1)
        monkeypatch.undo()
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(server.extensions["costdash-store"], "cleanup", fail)
    server.test_client().get("/health")
    wait_until(lambda: faults and not any(store.sets.iterdir()))


def test_ended_sessions_are_forgotten_when_their_sign_in_has_expired(store, session):
    store.ended.add(session)
    store.ended.add("another")
    [mark] = store.ended.folder.glob(digest(session))
    os.utime(mark, (time.time() - SIGN_IN_LIFETIME - 1,) * 2)
    assert store.has_ended(session)
    store.cleanup()
    assert not store.has_ended(session)
    assert store.has_ended("another")
