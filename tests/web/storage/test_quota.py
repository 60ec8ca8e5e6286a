"""Quotas hold while several upload at once and while files grow, and analyses go before data."""

import gzip
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from costdash.intake.storage.disk_quota import (
    RESERVATION_FILE,
    owner_of,
    reserved_size,
    stored_size,
)
from costdash.web.routes.upload import read_upload
from costdash.web.session import digest, random_token
from costdash.web.storage import clock, quota
from costdash.web.storage.quota import QuotaExceeded

MB = 10**6


@pytest.fixture
def most_stored(store):
    """The most bytes that ever lay in the folder of data sets."""
    most, done = [0], threading.Event()

    def watch():
        while not done.wait(0.002):
            most[0] = max(most[0], stored_size(store.sets))

    watcher = threading.Thread(target=watch)
    watcher.start()
    yield lambda: max(most[0], stored_size(store.sets))
    done.set()
    watcher.join()


def use_settings(server, **changes):
    store = server.extensions["costdash-store"]
    store.settings = replace(store.settings, **changes)
    server.extensions["costdash-settings"] = store.settings
    return store


@pytest.mark.parametrize("scope", ["total_bytes", "session_bytes"])
def test_12_concurrent_uploads_never_pass_the_quota(server, app, store, most_stored, scope):
    use_settings(server, **{scope: 600_000})
    browsers = [app.server.test_client() for _ in range(12)]
    browsers[0].get("/")
    for browser in browsers[1:]:
        browser.get("/")
        if scope == "session_bytes":
            browser.set_cookie("costdash-session", browsers[0].get_cookie("costdash-session").value)
    body = b"label,score\n" + b"".join(b"%d,0.%d\n" % (i % 2, i) for i in range(13_000))
    ready = threading.Barrier(12)

    def send(browser):
        ready.wait()
        return browser.post("/upload", data=body, headers={"X-Costdash": "1"}).status_code

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(send, browsers))
    assert set(answers) == {200, 507}
    assert most_stored() <= 600_000


def test_concurrent_reservations_are_counted(store):
    store.settings = replace(store.settings, total_bytes=100_000)

    def begin(_):
        try:
            return store.begin(random_token(), 20_000)
        except QuotaExceeded:
            return None

    with ThreadPoolExecutor(12) as pool:
        begun = [one for one in pool.map(begin, range(12)) if one]
    assert len(begun) == 5


def grown(kind, tmp_path):
    """A file of about 100 kB that holds 1,000,000 rows of one score with seven values."""
    table = pa.table({"label": np.arange(10**6) % 2, "score": np.arange(10**6) % 7 / 7.0})
    if kind == "parquet":
        path = tmp_path / "f.parquet"
        pq.write_table(table, path, compression="zstd")
        return path.read_bytes()
    return gzip.compress(b"label,score\n" + b"0,0.125\n1,0.250\n" * 500_000)


@pytest.fixture
def inflating(server, store, visit, tmp_path):
    """The outcome of an upload that unpacks to more than all data may take, by its format."""
    use_settings(server, total_bytes=4 * MB)

    def outcome(kind):
        content = grown(kind, tmp_path)
        assert len(content) < MB
        token, folder = store.begin(visit, len(content))
        (folder / "upload").write_bytes(content)
        store.finish(folder, visit, "f", len(content))
        began = time.monotonic()
        found = read_upload(token, visit)
        assert time.monotonic() - began < 20
        return found

    return outcome


def test_a_file_that_inflates_is_refused_and_leaves_nothing(inflating, store, most_stored):
    found = inflating("gzip")
    assert found.status == "error"
    assert "unpacks to" in found.messages[0]
    assert list(store.sets.iterdir()) == []
    assert most_stored() <= 4 * MB


def test_a_parquet_file_that_inflates_is_counted_without_unpacking_it(inflating, most_stored):
    found = inflating("parquet")
    assert found.status == "warning"
    assert any("counted" in message for message in found.messages), found.messages
    assert most_stored() <= 4 * MB


def test_what_reading_adds_is_reserved(server, store, most_stored, visit):
    """160 kB of text become more than 300 kB of tables and analyses."""
    use_settings(server, total_bytes=400_000)
    content = b"label,score\n" + b"".join(b"%d,0.%d\n" % (i % 2, i) for i in range(16_000))
    token, folder = store.begin(visit, len(content))
    (folder / "upload").write_bytes(content)
    store.finish(folder, visit, "f", len(content))
    outcome = read_upload(token, visit)
    assert (outcome.status, "no room" in outcome.messages[0]) == ("error", True)
    assert list(store.sets.iterdir()) == []
    assert most_stored() <= 400_000


def test_idle_data_make_room_for_what_reading_adds(server, store, add_dataset, visit):
    use_settings(server, total_bytes=1_200_000)
    stranger = random_token()
    idle = store.folder_of(add_dataset(stranger, size=800_000), stranger)
    quota.touch(idle, clock.now() - 3600)
    content = b"label,score\n" + b"".join(b"%d,0.%d\n" % (i % 2, i) for i in range(10_000))
    token, folder = store.begin(visit, len(content))
    (folder / "upload").write_bytes(content)
    store.finish(folder, visit, "f", len(content))
    assert idle.exists()
    assert read_upload(token, visit).status == "ok"
    assert not idle.exists()


def test_analyses_go_before_data(server, store, add_dataset, session):
    worker = server.extensions["costdash-analyses"]
    tokens = [add_dataset(session, rows=2_000) for _ in range(2)]
    for token in tokens:
        worker.get(token, session)
    folders = [store.folder_of(token, session) for token in tokens]
    for folder, age in zip(folders, (7200, 3600)):
        quota.touch(folder, clock.now() - age)
    size = stored_size(store.sets)
    store.settings = replace(store.settings, session_bytes=size + 10_000)
    store.begin(session, 60_000)
    assert [(folder / "predictions").exists() for folder in folders] == [True, True]
    assert [(folder / "analysis").exists() for folder in folders] == [False, True]


def test_a_refused_upload_deletes_nothing(store, add_dataset, session):
    token = add_dataset(session, size=50_000)
    quota.touch(store.folder_of(token, session), clock.now() - 3600)
    store.settings = replace(store.settings, session_bytes=100_000)
    with pytest.raises(QuotaExceeded):
        store.begin(session, 150_000)
    assert store.folder_of(token, session)


def test_an_analysis_without_room_is_computed_but_not_stored(server, store, add_dataset, session):
    token = add_dataset(session, rows=2_000)
    store.settings = replace(store.settings, session_bytes=stored_size(store.sets) + 10)
    worker = server.extensions["costdash-analyses"]
    assert worker.get(token, session).rows == 2_000
    assert not (store.folder_of(token, session) / "analysis").exists()


def test_a_finished_data_set_counts_as_large_as_it_is(server, store, visit):
    content = b"label,score\n" + b"0,0.1\n1,0.2\n" * 50
    token, folder = store.begin(visit, 10 * MB)
    (folder / "upload").write_bytes(content)
    store.finish(folder, visit, "f", len(content))
    assert reserved_size(folder) == 10 * MB
    assert read_upload(token, visit).status in ("ok", "warning")
    assert reserved_size(folder) == stored_size(folder)
    assert owner_of(folder) == digest(visit)


def test_the_reservation_of_a_killed_writer_ends(store, session):
    _, folder = store.begin(session, MB)
    assert reserved_size(folder) == MB
    os.utime(folder / RESERVATION_FILE, (time.time() - 2 * 3600,) * 2)
    assert reserved_size(folder) < 1000
