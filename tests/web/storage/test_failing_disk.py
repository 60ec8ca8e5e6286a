"""A disk that cannot be read for a moment: nothing is taken for missing, deleted or overwritten."""

import errno
import os
import resource
import shutil
from contextlib import contextmanager

import pytest
from flask import Flask

from costdash.intake.process import warm_worker
from costdash.intake.storage.arrays import NotStoredError
from costdash.intake.storage.predictions import load_predictions
from costdash.web.callbacks import share
from costdash.web.routes.upload import NOT_READ, read_upload
from costdash.web.storage import clock, links, quota
from costdash.web.storage.store import DatasetDamaged, DiskFailing, unreadable

HOUR = 3600  # s


@contextmanager
def unreadable_file(file):
    """Opening the file is an OSError while the block runs, also for root."""
    aside = file.with_name(f"{file.name}.aside")
    file.rename(aside)
    file.symlink_to(file.name)  # leads to itself: ELOOP
    try:
        yield
        assert file.is_symlink(), "the file was deleted or overwritten"
    finally:
        file.unlink(missing_ok=True)
        aside.rename(file)


@contextmanager
def no_descriptors(but=0):
    """This process cannot open another file, but for so many at a time."""
    free = [os.open(os.devnull, os.O_RDONLY) for _ in range(but + 1)]
    for descriptor in free:
        os.close(descriptor)
    usual = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(free), usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, usual)


def test_without_descriptors_a_data_set_is_not_called_missing(store, add_dataset, session):
    token = add_dataset(session)
    link, _ = store.share(token, session, 24)
    with no_descriptors():
        for ask in (lambda: store.folder_of(token, session), lambda: store.resolve_link(link)):
            with pytest.raises(DiskFailing, match="cannot read its disk"):
                ask()
    assert store.folder_of(token, session).is_dir()
    assert store.resolve_link(link)


def test_sharing_and_revoking_never_overwrite_what_they_could_not_read(store, add_dataset, session):
    token = add_dataset(session)
    folder = store.folder_of(token, session)
    with unreadable_file(folder / "set.json"):
        for change in (
            lambda: links.revoke_link(folder),
            lambda: links.create_link(store.links, folder, 24),
        ):
            with pytest.raises(OSError, match="symbolic links"):
                change()
        assert not list(store.links.glob("*"))
    assert store.folder_of(token, session) == folder


def test_the_cleanup_deletes_nothing_that_it_could_not_read(store, add_dataset, session):
    token = add_dataset(session)
    folder = store.folder_of(token, session)
    link, _ = store.share(token, session, 48)
    (file,) = store.links.iterdir()
    quota.touch(folder, clock.now() - 30 * HOUR)  # only the link keeps the data set
    with unreadable_file(folder / "set.json"), unreadable_file(file):
        store.cleanup()
        assert folder.is_dir()
    store.cleanup()
    assert store.resolve_link(link)[0] == folder


def test_an_unreadable_data_set_can_be_deleted(store, add_dataset, session):
    folder = store.folder_of(add_dataset(session), session)
    (folder / "set.json").unlink()
    (folder / "set.json").symlink_to("set.json")
    store.remove(folder)
    assert not folder.exists()


def test_rows_that_cannot_be_read_are_not_called_damaged(store, add_dataset, session):
    folder = store.folder_of(add_dataset(session), session)
    index = folder / "predictions" / "index.json"
    with unreadable_file(index), pytest.raises(NotStoredError) as failing:
        load_predictions(folder / "predictions")
    assert isinstance(unreadable(folder, failing.value), DiskFailing)
    index.write_text("{")
    with pytest.raises(NotStoredError) as damaged:
        load_predictions(folder / "predictions")
    assert isinstance(unreadable(folder, damaged.value), DatasetDamaged)


def test_the_page_says_what_failed(visit, store, add_dataset, session):
    token = add_dataset(session)
    folder = store.folder_of(token, session)
    with unreadable_file(folder / "set.json"):
        said = share.share("share-make", "24", {"token": token})
        assert said == (None, share.NOT_STORED_MESSAGE, False, False)


def test_a_file_without_a_descriptor_for_its_reader_ends_in_a_sentence(
    visit, store, add_dataset, session
):
    token = add_dataset(session)
    folder = store.folder_of(token, session)
    shutil.rmtree(folder / "predictions")
    (folder / "upload").write_bytes(b"label,score\n1,0.5\n0,0.4\n")
    warm_worker.stop_waiting()
    with no_descriptors(but=5):  # a reader needs six, for its pipes
        assert read_upload(token, session).messages == (NOT_READ,)
    assert not folder.exists()


def test_other_requests_are_answered_with_the_sentence(app: Flask, caplog):
    def fail():
        raise OSError(errno.EMFILE, "Too many open files", "/a/secret/path")

    app.server.add_url_rule("/fails", "fails", fail)
    answer = app.server.test_client().get("/fails")
    assert (answer.status_code, answer.json) == (503, {"error": DiskFailing.sentence})
    assert "Too many open files" in caplog.text
    assert "secret" not in caplog.text
