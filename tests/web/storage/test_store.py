"""The store: access control, quotas and expiry of data sets."""

import os
import time
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from costdash.web.session import random_token
from costdash.web.storage import clock, quota
from costdash.web.storage.quota import ABANDONED_AFTER, QuotaExceeded, remove_expired
from costdash.web.storage.store import DatasetUnavailable, Store

HOUR = 3600
TRAVERSALS = [
    "..", "../..", "../../etc/passwd", "..%2f..%2fetc", "/etc/passwd", "C:\\boot.ini", ".", "", "~",
    "sample-../sets", "sample-", "sample-..", "sample-/etc", "sample-breast-cancer/..",
    "a" * 43 + "\n",
    "sample-breast-cancer\x00", "a" * 42, "a" * 44, "a" * 10_000, "." * 43, "/" * 43, "é" * 43,
    "breast-cancer", "\ud800" * 43, "%00", "set.json", "*", "sets", "samples", "sample-card-fraud ",
    None, 0, 1.5, True, [], ["sample-breast-cancer"], {}, {"token": 1}, b"sample-breast-cancer",
]  # fmt: skip


def set_idle(folder, seconds):
    """Makes a data set look unused for so long."""
    quota.touch(folder, clock.now() - seconds)


def test_only_the_owner_sees_a_data_set(store, add_dataset, session):
    token = add_dataset(session)
    assert store.folder_of(token, session).is_dir()
    for other in (random_token(), "", None):
        with pytest.raises(DatasetUnavailable):
            store.folder_of(token, other)


def test_unknown_expired_deleted_and_foreign_tokens_get_the_same_answer(
    store, add_dataset, session
):
    expired, foreign, deleted = (
        add_dataset(session),
        add_dataset(random_token()),
        add_dataset(session),
    )
    set_idle(store.folder_of(expired, session), 25 * HOUR)
    store.delete(deleted, session)
    answers = set()
    for token in (random_token(), expired, foreign, deleted):
        with pytest.raises(DatasetUnavailable) as error:
            store.folder_of(token, session)
        answers.add(str(error.value))
    assert answers == {"This data set is no longer here. Upload the file again."}


@pytest.mark.parametrize("token", TRAVERSALS, ids=repr)
def test_guessed_tokens_and_paths_are_rejected(store, session, token):
    with pytest.raises(DatasetUnavailable):
        store.folder_of(token, session)


@given(token=st.text(), session=st.text() | st.none())
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_text_is_not_a_token(store, token, session):
    with pytest.raises(DatasetUnavailable):
        store.folder_of(token, session)


def test_samples_are_public_and_cannot_be_changed(store):
    folder = store.folder_of("sample-breast-cancer", None)
    assert folder.parent == store.samples
    for change in (store.delete, store.upload_folder):
        with pytest.raises(DatasetUnavailable):
            change("sample-breast-cancer", None)


def test_deleting_leaves_nothing_on_disk(store, add_dataset, session):
    token = add_dataset(session, size=1000)
    store.delete(token, session)
    assert list(store.sets.iterdir()) == []


def test_a_stranger_cannot_delete(store, add_dataset, session):
    token = add_dataset(session)
    with pytest.raises(DatasetUnavailable):
        store.delete(token, random_token())
    assert store.folder_of(token, session).is_dir()


def test_tokens_and_sessions_are_not_stored_on_disk(store, add_dataset, session):
    token = add_dataset(session)
    names = " ".join(str(path) for path in store.sets.rglob("*"))
    texts = b" ".join(path.read_bytes() for path in store.sets.rglob("*") if path.is_file())
    for secret in (token, session):
        assert secret not in names
        assert secret.encode() not in texts


def test_folders_are_readable_by_their_user_only(store, add_dataset, session):
    folder = store.folder_of(add_dataset(session), session)
    for path in (store.settings.data_folder, store.sets, store.samples, folder):
        assert path.stat().st_mode & 0o077 == 0


def test_the_least_recently_used_data_set_of_the_session_is_deleted_first(
    settings, add_dataset, session
):
    store = Store(replace(settings, session_bytes=25_000))
    tokens = [add_dataset(session, size=8_000) for _ in range(2)]
    other = add_dataset(random_token(), size=8_000)
    for age, token in ((3 * HOUR, tokens[1]), (2 * HOUR, tokens[0])):
        set_idle(store.folder_of(token, session), age)
    store.begin(session, 8_000)
    assert store.folder_of(tokens[0], session).is_dir()
    with pytest.raises(DatasetUnavailable):
        store.folder_of(tokens[1], session)
    assert len(list(store.sets.iterdir())) == 3
    assert other


def test_a_data_set_in_use_is_not_deleted_to_make_room(settings, add_dataset, session):
    store = Store(replace(settings, session_bytes=20_000))
    token = add_dataset(session, size=15_000)
    set_idle(store.folder_of(token, session), 9 * 60)
    with pytest.raises(QuotaExceeded, match="10 minutes"):
        store.begin(session, 15_000)
    assert store.folder_of(token, session).is_dir()


def test_the_total_quota_covers_all_sessions(settings, add_dataset, session):
    store = Store(replace(settings, total_bytes=40_000))
    stranger = random_token()
    old = add_dataset(stranger, size=15_000)
    set_idle(store.folder_of(old, stranger), HOUR)
    fresh = add_dataset(random_token(), size=15_000)
    store.begin(session, 15_000)
    with pytest.raises(DatasetUnavailable):
        store.folder_of(old, stranger)
    with pytest.raises(QuotaExceeded):
        store.begin(session, 30_000)
    assert fresh


def test_cleanup_deletes_expired_data_sets_and_abandoned_uploads(
    store, settings, add_dataset, session
):
    expired, kept = add_dataset(session), add_dataset(session)
    set_idle(store.folder_of(expired, session), 25 * HOUR)
    _, broken_off = store.begin(session, 0)
    set_idle(broken_off, ABANDONED_AFTER + 60)
    _, under_way = store.begin(session, 0)
    remove_expired(store.sets, settings, store.remove)
    assert set(store.sets.iterdir()) == {store.folder_of(kept, session), under_way}


@pytest.mark.parametrize("days", [-30, 30])
@pytest.mark.parametrize("restarted", [False, True])
def test_no_data_set_and_no_link_is_lost_when_the_clock_jumps(
    store, settings, add_dataset, session, monkeypatch, days, restarted
):
    token, now = add_dataset(session), time.time()
    link, _ = store.share(token, session, 24)
    monkeypatch.setattr(time, "time", lambda: now + days * 24 * HOUR)
    if restarted:
        monkeypatch.setattr(clock, "_offset", time.time() - clock._since_boot())
        store = Store(settings)
    folder = store.folder_of(token, session)
    os.utime(folder, (time.time(), time.time()))  # as if a file had been written into it
    store.cleanup()
    assert store.folder_of(token, session).is_dir()
    assert store.resolve_link(link)
    assert store.folder_of(add_dataset(session), session).is_dir()


def test_another_start_of_the_machine_has_another_clock(settings, store, monkeypatch, tmp_path):
    monkeypatch.setattr(clock, "BOOT_ID", tmp_path / "boot_id")
    clock.BOOT_ID.write_text("another")
    offset = time.time() - clock._since_boot() + 5 * HOUR
    monkeypatch.setattr(clock, "_offset", offset)
    Store(settings)
    assert clock._offset == offset
    assert clock.now() == pytest.approx(time.time() + 5 * HOUR, abs=60)
    (settings.data_folder / clock.CLOCK_FILE).write_text("{")
    Store(settings)
    assert clock._offset == offset


def test_a_data_folder_that_cannot_be_used_is_named(settings, tmp_path):
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "data"):
        with pytest.raises(OSError, match="set COSTDASH_DATA to another folder") as error:
            Store(replace(settings, data_folder=folder))
        assert "Errno" not in str(error.value)


def test_a_deleted_data_folder_is_created_again(store, add_dataset, session):
    from shutil import rmtree

    token = add_dataset(session)
    rmtree(store.settings.data_folder)
    with pytest.raises(DatasetUnavailable):
        store.folder_of(token, session)
    assert store.folder_of(add_dataset(session), session).is_dir()


def test_a_data_set_can_be_transferred_once(store, add_dataset, session):
    giver = random_token()
    token = add_dataset(giver)
    store.transfer(token, giver, session)
    assert store.folder_of(token, session).is_dir()
    with pytest.raises(DatasetUnavailable):
        store.transfer(token, giver, random_token())


def test_a_data_set_with_damaged_metadata_has_no_owner(store, add_dataset, session):
    token = add_dataset(session)
    folder = store.folder_of(token, session)
    for text in ("", "[]", '{"owner": 5}', '{"owner": null}', '{"owner": "é"}', "\x80", "{"):
        (folder / "set.json").write_text(text)
        with pytest.raises(DatasetUnavailable):
            store.folder_of(token, session)
