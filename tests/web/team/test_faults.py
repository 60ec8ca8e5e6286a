"""Faults of workers, disk and clock: users get a message, and the server recovers by itself."""

import os
import resource
import shutil
import socket
import threading
import time
from contextlib import suppress
from http.client import HTTPException

import pytest

from costdash.web.routes import links
from costdash.web.routes.upload import INTERRUPTED
from costdash.web.settings import Settings
from costdash.web.storage.quota import USED_FILE
from costdash.web.storage.store import Store

DAY = 24 * 3600
UNAVAILABLE = "This data set is no longer here. Upload the file again."


def test_a_worker_killed_during_an_upload_leaves_no_data_set(team, visit, csv):
    visitor = visit(direct=True)
    half = (
        f"POST /upload HTTP/1.1\r\nHost: 127.0.0.1:{team.served.port}\r\nX-Costdash: 1\r\n"
        f"Cookie: {'; '.join('='.join(c) for c in visitor.cookies.items())}\r\n"
        "Content-Length: 1000000\r\n\r\n"
    ).encode() + csv(5000)
    before = set((team.folder / "sets").iterdir())
    with socket.create_connection(("127.0.0.1", team.served.port), timeout=10) as connection:
        connection.sendall(half)
        while not (new := set((team.folder / "sets").iterdir()) - before):
            time.sleep(0.02)
        team.kill_workers()
        with suppress(ConnectionResetError):
            assert connection.recv(1000) == b""
    assert not any((folder / "set.json").exists() for folder in new)
    team.wait_until_healthy()
    assert visitor.upload_and_draw(csv())["rows"] == 60


def test_the_proxy_reports_a_killed_worker(team, visit, csv):
    visitor, answers = visit(), []
    for worker in team.served.workers:
        os.kill(worker, 19)  # SIGSTOP, so that the request is certainly in progress
    sending = threading.Thread(target=lambda: answers.append(visitor.upload(csv())))
    sending.start()
    time.sleep(0.3)
    team.kill_workers()
    sending.join(20)
    assert answers[0].status == 502
    assert answers[0].json["error"] == "The server is starting again. Try again in a moment."
    team.wait_until_healthy()
    assert visitor.upload_and_draw(csv())


def test_reading_works_after_a_worker_was_killed_during_it(team, visit, csv):
    visitor, watcher = visit(), visit()
    token = visitor.upload(csv(300_000)).json["token"]
    watcher.cookies = visitor.cookies
    answers = []

    def draw():
        with suppress(OSError, HTTPException, AssertionError):
            answers.append(visitor.draw(token))

    drawing = threading.Thread(target=draw)
    drawing.start()
    deadline = time.monotonic() + 20
    while watcher.post("/upload/stage", token=token).json["stage"] != "Drawing the curves":
        assert drawing.is_alive()
        assert time.monotonic() < deadline
    team.kill_workers()
    drawing.join(20)
    assert answers == []
    team.wait_until_healthy()
    said = watcher.post("/upload/stage", token=token).json
    assert said == {"stage": INTERRUPTED, "error": INTERRUPTED, "done": False}
    dataset, notice = watcher.draw(token)
    assert dataset, notice
    assert dataset["rows"] == 300_000


def delete(folder):
    """Deletes a folder, again if a worker wrote into it meanwhile."""
    while folder.exists():
        shutil.rmtree(folder, ignore_errors=True)


def test_uploads_work_after_the_data_folder_was_deleted(team, visit, csv):
    visitor = visit()
    dataset = visitor.upload_and_draw(csv())
    delete(team.folder)
    answer, notice = visitor.settle(dataset, prior=0.3)
    assert answer is None
    assert UNAVAILABLE in notice
    assert visitor.upload_and_draw(csv())["rows"] == 60


def test_a_read_only_data_folder_is_reported(team, visit, csv):
    visitor = visit()
    dataset = visitor.upload_and_draw(csv())
    folders = [team.folder / "sets", *(team.folder / "sets").iterdir()]
    for folder in folders:
        folder.chmod(0o500)
    try:
        refused = visitor.upload(csv())
        assert refused.status == 500
        assert refused.json["error"].startswith("The server could not write the file.")
        assert visitor.settle(dataset, prior=0.3)[0]
    finally:
        for folder in folders:
            folder.chmod(0o700)


def test_a_full_disk_is_reported(team, visit, csv):
    visitor = visit()
    dataset = visitor.upload_and_draw(csv())
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    processes = [team.served.process.pid, *team.served.workers]
    for pid in processes:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (50_000, most[1]))
    try:
        refused = visitor.upload(csv(20_000))
        assert (refused.status, "disk is full" in refused.json["error"]) == (507, True)
        assert visitor.settle(dataset, prior=0.3)[0]
    finally:
        for pid in processes:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, most)


def test_sessions_and_links_survive_a_restart(team, visit, csv):
    owner, viewer, other = visit(), visit(), visit()
    dataset = owner.upload_and_draw(csv())
    updates = owner.callback("share-path.data", "share-make.n_clicks", dataset=dataset,
                          share_make=1, share_lifetime="24")  # fmt: skip
    link = updates["share-path"]["data"]
    store = Store(Settings(data_folder=team.folder))
    key, folder = links.begin_with_one_time_link(store, 0)
    store.finish(folder, key, "file.csv", 0)
    team.served.stop()
    with pytest.raises((OSError, HTTPException, AssertionError)):
        owner.settle(dataset, prior=0.3)
    team.served.start()
    assert owner.settle(dataset, prior=0.3)[0]
    assert viewer.ask("GET", link).status == 303
    seen, _ = viewer.draw(None)
    assert (seen["viewer"], seen["rows"]) == (True, 60)
    other.ask("GET", links.one_time_path(key))
    assert "__Host-costdash-opened" in other.cookies


@pytest.mark.parametrize("days", [30, -30])
def test_data_sets_expire_after_a_month_without_use(team, visit, csv, days):
    """A data set that was used in the future, by a clock that was wrong, stays."""
    visitor, now = visit(), time.time()
    before = set((team.folder / "sets").iterdir())
    dataset = visitor.upload_and_draw(csv())
    (folder,) = set((team.folder / "sets").iterdir()) - before
    os.utime(folder / USED_FILE, (now - days * DAY,) * 2)
    answer, notice = visitor.settle(dataset, prior=0.3)
    assert (answer is None) == (days > 0)
    assert (UNAVAILABLE in notice) == (days > 0)
    assert visitor.upload_and_draw(csv())["rows"] == 60
