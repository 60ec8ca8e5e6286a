"""The text cache: entries are JSON, and damaged ones are computed again."""

import json
import os
import pickle
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from costdash.web.session import random_token
from costdash.web.storage import text_cache
from costdash.web.storage.store import DatasetUnavailable


class Bomb:
    def __reduce__(self):
        return os.abort, ()


@pytest.fixture
def cached(server, add_dataset, session):
    """Asks for a text of one data set; `cached.computed` lists the computed keys."""
    token, computed = add_dataset(session), []

    def cached(key="key", text='{"a": "é"}', session=session):
        with server.app_context():
            return text_cache.cached_text(token, session, key, lambda: computed.append(key) or text)

    cached.computed, cached.token = computed, token
    return cached


@pytest.fixture
def files(store, cached, session):
    """Files of the cache, without the one that counts the entries."""
    folder = store.folder_of(cached.token, session) / "texts"
    return lambda: [file for file in folder.iterdir() if b"\\u00e9" in file.read_bytes()]


def test_a_text_is_computed_once(cached):
    assert [cached(), cached()] == ['{"a": "é"}'] * 2
    assert cached("other") == '{"a": "é"}'
    assert cached.computed == ["key", "other"]


def test_another_session_gets_no_text_and_causes_no_computation(cached):
    cached()
    for stranger in (random_token(), None):
        with pytest.raises(DatasetUnavailable):
            cached(session=stranger)
    assert cached.computed == ["key"]


def test_cache_files_hold_json(cached, files):
    cached()
    (file,) = files()
    seal, _, text = json.loads(file.read_bytes()[4:]).partition(" ")
    assert (len(seal), text) == (64, '{"a": "é"}')


@pytest.mark.parametrize(
    "content",
    [
        pickle.dumps(Bomb()),
        struct.pack("I", 0) + pickle.dumps(Bomb()),
        struct.pack("I", 0) + b"[" * 100_000,
        struct.pack("I", 0) + b'{"a": 1}',
        struct.pack("I", 0) + b"17",
        struct.pack("I", 0) + b'"null"',
        struct.pack("I", 0) + b'"{"',
        struct.pack("I", 0) + b'"' + b"A" * 3_000_000 + b'"',
        struct.pack("I", 0) + b"\xff",
        struct.pack("I", 0),
        struct.pack("I", 1) + b'"expired"',
        b"",
    ],
    ids=lambda content: repr(content[:12]),
)
def test_planted_or_damaged_entries_are_computed_again(cached, files, content):
    cached()
    (file,) = files()
    file.write_bytes(content)
    assert cached() == '{"a": "é"}'
    assert cached.computed == ["key", "key"]


def test_a_damaged_entry_count_does_no_harm(cached, files, store, session):
    cached()
    (kept,) = files()
    for file in kept.parent.iterdir():
        if file != kept:
            file.write_bytes(struct.pack("I", 0) + b'"text"')
    assert cached("other") == '{"a": "é"}'


@pytest.mark.parametrize("name", ["data", "version", "method"])
def test_other_data_version_or_method_give_another_text(
    server, store, session, cached, monkeypatch, name
):
    cached()
    if name == "data":
        index = store.folder_of(cached.token, session) / "predictions" / "index.json"
        index.write_text(index.read_text() + " ")
    elif name == "version":
        monkeypatch.setattr("costdash.intake.storage.analysis.CODE_VERSION", "next")
    else:
        analyses = server.extensions["costdash-analyses"]
        monkeypatch.setattr(analyses, "settings", replace(analyses.settings, seed=1))
    cached()
    assert cached.computed == ["key", "key"]


def test_deleting_a_data_set_deletes_its_texts(cached, store, session):
    cached()
    store.delete(cached.token, session)
    assert not any(store.sets.iterdir())


def test_the_number_of_texts_is_limited(cached, files, monkeypatch):
    monkeypatch.setattr(text_cache, "MAX_TEXTS", 5)
    for i in range(20):
        cached(f"key {i}")
    assert len(files()) <= 6


def test_texts_are_computed_each_time_if_the_cache_cannot_be_written(cached, store, session):
    (store.folder_of(cached.token, session) / "texts").write_text("a file where a folder should be")
    assert [cached(), cached()] == ['{"a": "é"}'] * 2
    assert cached.computed == ["key", "key"]


def test_storage_never_uses_pickle():
    for file in Path(text_cache.__file__).parent.rglob("*.py"):
        assert "import pickle" not in file.read_text()
        assert "allow_pickle=True" not in file.read_text()
