"""Uploads: stored completely or not at all, read once, and accepted from the page only."""

import errno
import gzip
import json
import os
import threading
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest

from costdash.intake.columns.roles import Roles
from costdash.intake.limits import Limits
from costdash.intake.process import client as reader
from costdash.intake.process.outcome import Outcome
from costdash.intake.process.worker import TABLE
from costdash.web.routes import upload
from costdash.web.storage import locks, quota
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.locks import LockTimeout, exclusive_lock, name_lock, slot_lock
from costdash.web.storage.store import DatasetUnavailable

ROWS = [(i % 2, i / 40 + (i % 2) / 4) for i in range(40)]
CSV = "label,score\n" + "".join(f"{label},{score}\n" for label, score in ROWS)
LARGE = "label,score\n" + "".join(f"{i % 2},{i / 1e5}\n" for i in range(200_000))


@pytest.fixture
def send(client):
    def send(body=CSV, headers=(), **kwargs):
        headers = {"X-Costdash": "1", "X-Costdash-Name": "f.csv"} | dict(headers)
        return client.post("/upload", data=body, headers=headers, **kwargs)

    return send


@pytest.fixture
def own(client):
    """Session of the client."""
    return client.get_cookie("costdash-session").value


@pytest.fixture
def read(server, own):
    def read(token, roles=None, session=own):
        with server.app_context():
            return upload.read_upload(token, session, roles)

    return read


def post(client, route, **body):
    return client.post(route, json=body)


def test_an_uploaded_file_is_read(server, send, read, own):
    answer = send()
    assert answer.status_code == 200
    token = answer.json["token"]
    outcome = read(token)
    assert (outcome.status, outcome.rows, outcome.name) == ("ok", 40, "f.csv")
    with server.app_context():
        assert list(analysis_of(token, own).models) == ["score"]


def test_the_uploaded_file_is_deleted_after_reading(store, send, read, own):
    token = send().json["token"]
    folder = store.folder_of(token, own)
    assert (folder / "upload").read_bytes() == CSV.encode()
    read(token)
    assert not (folder / "upload").exists()


def test_a_file_is_read_once_either_while_it_arrives_or_on_request(send, read, monkeypatch):
    read_so_far, parse = [], upload.parse

    def counted(*given, size=None, **named):
        outcome = None if size in late else parse(*given, size=size, **named)
        read_so_far.append(size)
        return outcome

    monkeypatch.setattr(upload, "parse", counted)
    late = []
    assert read(send().json["token"]).status == "ok"
    assert read_so_far == [len(CSV)]
    late.append(len(CSV))
    assert read(send().json["token"]).status == "ok"
    assert read_so_far == [len(CSV), len(CSV), None]


def test_a_file_can_be_read_again_with_other_roles(server, send, read, own):
    token = send(b"y,a,b\n" + b"0,1,2\n1,2,1\n" * 10).json["token"]
    read(token)
    outcome = read(token, Roles("y", "0", ("b",)))
    assert list(outcome.models) == ["b"]
    with server.app_context():
        assert list(analysis_of(token, own).models) == ["b"]


def test_an_unreadable_file_is_deleted(store, send, read):
    token = send(b"PK\x03\x04" + bytes(100)).json["token"]
    outcome = read(token)
    assert outcome.status == "error"
    assert len(outcome.messages) == 1
    assert list(store.sets.iterdir()) == []
    with pytest.raises(DatasetUnavailable):
        read(token)


def test_another_session_cannot_read_the_upload(send, read):
    token = send().json["token"]
    for session in (None, "x" * 43):
        with pytest.raises(DatasetUnavailable):
            read(token, session=session)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (quote("Größe ⚖.csv"), "Größe ⚖.csv"),
        ("../../etc/passwd", "../../etc/passwd"),
        (quote("a\nb\x00c"), "a b c"),
        ("%ff%", "\ufffd%"),
        ("", "file"),
    ],
)
def test_the_file_name_is_used_for_display_only(store, send, own, name, shown):
    token = send(headers={"X-Costdash-Name": name}).json["token"]
    assert quota.read_metadata(store.folder_of(token, own))["name"] == shown
    assert [path.name for path in store.sets.iterdir()] == [store.folder_of(token, own).name]


@pytest.mark.parametrize(
    ("kwargs", "status"),
    [
        ({"headers": {"X-Costdash": "0"}}, 400),
        ({"headers": {"Origin": "http://evil.example"}}, 403),
        ({"headers": {"Origin": "null"}}, 403),
        ({"headers": {"Origin": "http://localhost.evil.example"}}, 403),
        ({"headers": {"Sec-Fetch-Site": "cross-site"}}, 403),
        ({"headers": {"Host": "evil.example"}}, 400),
        ({"environ_overrides": {"CONTENT_LENGTH": "1000000000000"}}, 413),
    ],
)
def test_a_rejected_upload_stores_nothing(store, send, kwargs, status):
    answer = send(**kwargs)
    assert answer.status_code == status
    assert "token" not in answer.text
    assert list(store.sets.iterdir()) == []


def test_the_same_origin_is_accepted(send):
    assert send(headers={"Origin": "http://localhost"}).status_code == 200


def test_a_body_without_a_length_is_rejected(client):
    answer = client.post("/upload", headers={"X-Costdash": "1", "Transfer-Encoding": "chunked"})
    assert answer.status_code == 411


def test_an_upload_without_a_session_is_rejected(app, store):
    stranger = app.server.test_client()
    answer = stranger.post("/upload", data=CSV, headers={"X-Costdash": "1"})
    assert answer.status_code == 403
    assert list(store.sets.iterdir()) == []


@pytest.mark.parametrize("by", [{}, {"wsgi.input_terminated": True}], ids=["werkzeug", "gunicorn"])
def test_an_interrupted_upload_stores_nothing(store, send, by):
    answer = send(environ_overrides={"CONTENT_LENGTH": "1000"} | by)
    assert (answer.status_code, "broke" in answer.json["error"]) == (400, True)
    assert list(store.sets.iterdir()) == []


def test_a_full_disk_is_reported_and_stores_nothing(store, send, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(quota, "touch", full)
    answer = send()
    assert (answer.status_code, "disk is full" in answer.json["error"]) == (507, True)
    assert list(store.sets.iterdir()) == []


def test_an_upload_may_be_larger_than_a_callback(store, send, own):
    body = bytes(5 * 2**20)
    token = send(body).json["token"]
    assert (store.folder_of(token, own) / "upload").stat().st_size == len(body)


def test_an_exceeded_quota_is_reported(store, send):
    store.settings = replace(store.settings, session_bytes=10)
    answer = send()
    assert (answer.status_code, "no room" in answer.json["error"]) == (507, True)


def test_error_messages_contain_no_paths(send):
    for answer in (send(b""), send(environ_overrides={"CONTENT_LENGTH": "9" * 12})):
        assert "/" not in json.dumps(answer.json)


def test_only_the_owner_can_cancel_reading(app, store, client, send, read, own):
    token = send(LARGE.encode()).json["token"]
    stranger = app.server.test_client()
    stranger.get("/")
    unknown = {"stage": None, "done": True}
    assert post(stranger, "/upload/stage", token=token).json == unknown
    assert post(stranger, "/upload/cancel", token=token).json == {}
    assert not (store.folder_of(token, own) / "cancel").exists()
    done = []
    work = threading.Thread(target=lambda: done.append(read(token)))
    work.start()
    while post(client, "/upload/stage", token=token).json.get("stage") is None and not done:
        time.sleep(0.01)
    assert post(client, "/upload/cancel", token=token).status_code == 200
    work.join(30)
    assert "cancelled" in done[0].messages[0]


def test_the_stage_is_done_after_reading(client, send, read):
    token = send().json["token"]
    assert post(client, "/upload/stage", token=token).json == {"done": False, "stage": None}
    read(token)
    assert post(client, "/upload/stage", token=token).json == {"done": True, "stage": None}


@pytest.mark.parametrize("body", ["{}", '{"token": {}}', '{"token": "sample-card-fraud"}'])
def test_bodies_without_an_own_token_are_answered_like_unknown_tokens(client, body):
    for route, known in (("/upload/stage", {"stage": None, "done": True}), ("/upload/cancel", {})):
        answer = client.post(route, data=body, content_type="application/json")
        assert (answer.status_code, answer.json) == (200, known)


def test_a_failing_reader_does_not_block_the_upload(settings, tmp_path, monkeypatch):
    def fail(folder):
        raise RuntimeError

    monkeypatch.setattr(upload, "exclusive_lock", fail)
    begun = threading.Event()
    with pytest.raises(RuntimeError):
        upload._read_while_arriving(begun, settings, None, tmp_path, 1, "f.csv")
    assert begun.is_set()


def wait_until_unlocked(folder):
    """Until the file is read that was read while it arrived."""
    deadline = time.monotonic() + 20
    while locks.is_locked(folder):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return folder


def test_a_reader_that_died_ends_in_a_sentence(client, store, send, own, monkeypatch):
    token = send().json["token"]
    folder = wait_until_unlocked(store.folder_of(token, own))
    (folder / "progress.json").write_text('{"stage": "Looking at the columns"}')
    with exclusive_lock(folder):  # a reader that is alive
        answer = post(client, "/upload/stage", token=token).json
    assert answer == {"stage": "Looking at the columns", "done": False}
    said = {"stage": upload.INTERRUPTED, "error": upload.INTERRUPTED}
    for _ in range(2):
        assert post(client, "/upload/stage", token=token).json == said | {"done": False}
    monkeypatch.setattr(upload, "INTERRUPTION_SHOWN_SECONDS", -1)
    assert post(client, "/upload/stage", token=token).json == said | {"done": True}
    assert list(store.sets.iterdir()) == []


def test_an_upload_that_nobody_asks_for_is_asked_for_again(client, store, send, read, own):
    """The line broke between the file and the question: nobody restarted the server."""
    token = send().json["token"]
    file = wait_until_unlocked(store.folder_of(token, own)) / "upload"
    assert post(client, "/upload/stage", token=token).json == {"stage": None, "done": False}
    os.utime(file, (time.time() - upload.UNREAD_SECONDS - 1,) * 2)
    waiting = {"stage": None, "done": False, "unread": True}
    assert post(client, "/upload/stage", token=token).json == waiting
    with exclusive_lock(file.parent):  # somebody reads it
        assert "unread" not in post(client, "/upload/stage", token=token).json
    assert read(token).status == "ok"
    assert post(client, "/upload/stage", token=token).json == {"stage": None, "done": True}
    assert upload.UNREAD_SECONDS < 30  # after which the page gives up on a silent server


def test_uploads_are_never_called_interrupted_without_file_locks(client, send, monkeypatch):
    def no_locks(*_):
        raise OSError

    token = send().json["token"]
    monkeypatch.setattr(locks.fcntl, "flock", no_locks)
    monkeypatch.setattr(upload, "UNREAD_SECONDS", -1)
    assert post(client, "/upload/stage", token=token).json == {"stage": None, "done": False}


def read_only(*_, **__):
    raise OSError(errno.EROFS, "Read-only file system")


def test_a_read_only_disk_ends_in_sentences(client, store, send, read, own, monkeypatch):
    token = send().json["token"]
    assert read(token).status == "ok"
    for name in ("mkdir", "touch", "unlink", "rename", "write_text", "write_bytes"):
        monkeypatch.setattr(Path, name, read_only)
    monkeypatch.setattr(os, "replace", read_only)
    answer = send()
    assert (answer.status_code, "could not write" in answer.json["error"]) == (500, True)
    assert post(client, "/upload/cancel", token=token).json == {}
    outcome = read(token, Roles("label", "0", ("score",)))
    assert outcome.status == "error"
    assert outcome.messages[0].endswith(".")


def test_one_session_leaves_a_reader_to_the_others(settings):
    one, other = "a" * 64, "b" * 64
    assert settings.readers == 2
    with upload.reader_slot(settings, one, 0):
        with pytest.raises(LockTimeout), upload.reader_slot(settings, one, 0):
            pass
        with upload.reader_slot(settings, other, 0):
            pass
    with upload.reader_slot(settings, one, 0):
        pass


def test_no_session_waits_for_another_one(settings):
    """However alike their digests begin."""
    alike = [f"{'a' * 15}{digit}{'0' * 48}" for digit in "ab"]
    with ExitStack() as stack:
        for owner in alike:
            stack.enter_context(upload.reader_slot(settings, owner, 0, small=True))
        assert len(list((settings.data_folder / "intake").glob("session-*"))) == 2
    assert not list((settings.data_folder / "intake").glob("session-*"))


def test_a_name_is_held_by_one_at_a_time(tmp_path):
    """By threads that wait while the file of the name is removed and made again."""
    inside, most, turns = [], [], []

    def hold():
        for _ in range(5):
            with name_lock(tmp_path / "locks" / "name", 60):
                inside.append(1)
                most.append(len(inside))
                time.sleep(0.001)
                inside.pop()
                turns.append(1)

    threads = [threading.Thread(target=hold) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (max(most), len(turns)) == (1, 20)


def test_long_readings_leave_readers_to_the_others(settings):
    with ExitStack() as stack:
        slots = [upload.reader_slot(settings, f"{i:064x}"[::-1], 0) for i in range(2)]
        ways = [stack.enter_context(slot) for slot in slots]
        with pytest.raises(LockTimeout), upload.reader_slot(settings, "c" * 64, 0):
            pass
        assert [give_way() for give_way in ways * 2] == [True] * 4
        others = [stack.enter_context(upload.reader_slot(settings, c * 64, 0)) for c in "cd"]
        assert [give_way() for give_way in others] == [False, False]
    with upload.reader_slot(settings, "c" * 64, 0) as give_way:
        assert give_way()


def test_a_reading_gives_way_once_it_is_long(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "LONG", 0)
    monkeypatch.setattr(reader, "CHECK_INTERVAL", 0.001)
    asked = []

    def give_way():
        asked.append(True)
        return len(asked) > 1

    (path := tmp_path / "file.csv").write_text(CSV)
    (folder := tmp_path / "set").mkdir()
    assert reader.parse(path, folder, give_way=give_way).status in ("ok", "warning", "choose")
    assert len(asked) == 2


def test_waiting_for_files_leaves_threads_to_the_others(store, send, read, own, monkeypatch):
    monkeypatch.setattr(upload, "_read_while_arriving", lambda started, *_: started.set())
    tokens = [send().json["token"] for _ in range(upload.MOST_PER_SESSION + 1)]
    found, done = [], threading.Barrier(upload.MOST_PER_SESSION + 1)

    def wait(token):
        found.append(read(token).status)
        done.wait(60)

    with ExitStack() as stack:
        for token in tokens[:-1]:
            stack.enter_context(exclusive_lock(store.folder_of(token, own)))
            threading.Thread(target=wait, args=(token,), daemon=True).start()
        while upload._waiting[own] < upload.MOST_PER_SESSION:
            time.sleep(0.01)
        again = read(tokens[0])  # the page asked twice: what others read is not deleted
        one_more = read(tokens[-1])
    done.wait(60)
    for outcome in (again, one_more):
        assert (outcome.status, outcome.messages) == ("error", (upload.BUSY,))
    assert found == ["ok"] * upload.MOST_PER_SESSION
    with pytest.raises(DatasetUnavailable):
        store.folder_of(tokens[-1], own)
    assert not upload._waiting


def test_a_reading_that_was_stopped_leaves_no_table_behind(store, send, read, monkeypatch):
    monkeypatch.setattr(upload, "_read_while_arriving", lambda started, *_: started.set())

    def stopped(path, folder, *_, **__):
        (folder / TABLE).write_bytes(b"all rows")
        return Outcome("error", ("Reading the file took longer than 60 seconds.",))

    monkeypatch.setattr(upload, "parse", stopped)
    assert read(send().json["token"]).status == "error"
    assert list(store.sets.iterdir()) == []


@pytest.fixture
def busy(server, settings):
    """Every reader is busy, also those for long readings; files wait for a second."""
    limits = Limits(parse_seconds=1)
    server.extensions["costdash-settings"] = replace(settings, limits=limits)
    with ExitStack() as stack:
        for folder in ("intake", "intake", "intake/long", "intake/long"):
            stack.enter_context(slot_lock(settings.data_folder / folder, settings.readers, 0))
        yield


def test_a_small_text_never_waits_for_large_files(busy, send, read, own, server):
    token = send().json["token"]
    assert read(token).status in ("ok", "warning")
    assert read(token, Roles("label", "0", ("score",))).status in ("ok", "warning")
    with server.test_request_context():
        assert analysis_of(token, own).totals[0] == len(ROWS)


@pytest.mark.parametrize("body", [gzip.compress(CSV.encode()), LARGE * 2], ids=["packed", "large"])
def test_whatever_may_be_much_work_waits_for_a_reader(busy, send, read, body):
    assert upload.BUSY in read(send(body).json["token"]).messages
