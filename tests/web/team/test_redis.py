"""Workers share texts through redis, and work without it."""

from dataclasses import replace

import pytest
from flask import g

from costdash.intake.samples import SAMPLES
from costdash.web.app import create_server
from costdash.web.session import random_token
from costdash.web.settings import Settings
from costdash.web.storage import text_cache
from costdash.web.storage.store import SAMPLE

PLANTED = [
    b"\x80\x04.", b"{", b"5", b'{"a": 1}', b"[" * 100_000, b'"null"', b'"{"',
    b'"' + b"A" * 3_000_000 + b'"', b'"text of another"',
]  # fmt: skip
TOKEN = SAMPLE + next(iter(SAMPLES))


def text_of(worker, key, computed):
    def compute():
        computed.append(key)
        return f"text of {key}"

    with worker.test_request_context():
        g.session = None
        return text_cache.cached_text(TOKEN, None, key, compute)


def test_workers_share_a_cached_text(workers, redis):
    computed = []
    texts = {text_of(worker, "one", computed) for worker in workers * 2}
    assert (texts, computed) == ({"text of one"}, ["one"])
    with redis.client() as client:
        assert client.keys("costdash:texts:*")


def test_corrupt_cache_entries_are_computed_again(workers, redis):
    computed = []
    redis.empty()
    text_of(workers[0], "two", computed)
    with redis.client() as client:
        (texts,) = client.keys("costdash:texts:*")
        (field,) = client.hkeys(texts)
        for planted in PLANTED:
            client.hset(texts, field, planted)
            assert text_of(workers[1], "two", computed) == "text of two"
        client.delete(texts)
        client.set(texts, "another kind of value")
        assert text_of(workers[1], "two", computed) == "text of two"
        client.delete(texts)
    assert len(computed) == 2 + len(PLANTED)


@pytest.mark.parametrize("fault", ["stop", "pause", "empty"])
def test_without_redis_texts_are_computed_and_attempts_counted_on_disk(workers, redis, fault):
    computed = []
    one, other = (worker.extensions["costdash-store"].shared for worker in workers)
    text_of(workers[0], fault, computed)
    getattr(redis, fault)()
    assert {text_of(worker, fault, computed) for worker in workers} == {f"text of {fault}"}
    allowed = [shared.allow_attempt(fault, 3, 3600) for shared in (one, other) * 3]
    assert allowed == [True] * 3 + [False] * 3
    assert len(computed) == (2 if fault == "empty" else 3)


@pytest.mark.parametrize("fault", ["stop", "pause", "empty"])
def test_users_do_not_notice_a_redis_failure(redis, visit, csv, fault):
    visitor = visit()
    dataset = visitor.upload_and_draw(csv())
    getattr(redis, fault)()
    assert visitor.settle(dataset, prior=0.3)[0]
    updates = visitor.callback("dataset.data", "delete-button.n_clicks", dataset=dataset,
                            delete_button=1)  # fmt: skip
    assert "Your data were deleted." in str(updates)
    assert visitor.upload_and_draw(csv())["rows"] == 60


def test_deleting_a_data_set_deletes_its_texts(workers):
    store = workers[0].extensions["costdash-store"]
    session = random_token()
    token, folder = store.begin(session, 0)
    store.finish(folder, session, "f.csv", 0)
    store.shared.set_text(folder.name, "key", "text")
    assert store.shared.text(folder.name, "key") == "text"
    store.delete(token, session)
    assert store.shared.text(folder.name, "key") is None


def test_redis_is_used_again_after_it_recovers(workers, redis, monkeypatch):
    computed, shared = [], workers[0].extensions["costdash-store"].shared
    redis.stop()
    assert text_of(workers[0], "three", computed)
    redis.start()
    monkeypatch.setattr(shared, "_retry_at", 0.0)
    assert text_of(workers[0], "three", computed) == text_of(workers[0], "three", computed)
    assert computed == ["three"] * 2


def test_server_works_with_an_unreachable_redis_address(tmp_path):
    unreachable = Settings(data_folder=tmp_path, redis="redis://127.0.0.1:1")
    worker = create_server(replace(unreachable, n_replicates=100))
    assert text_of(worker, "four", []) == "text of four"
