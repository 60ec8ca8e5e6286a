"""Redis is shared by workers, and needed by none of them."""

import time
from dataclasses import replace

import pytest
from flask import g

from costdash.intake.samples import SAMPLES
from costdash.web.app import create_server
from costdash.web.session import random_token
from costdash.web.settings import Settings
from costdash.web.storage import redis as shared
from costdash.web.storage import text_cache
from costdash.web.storage.store import SAMPLE

TOKEN = SAMPLE + next(iter(SAMPLES))


@pytest.fixture
def redis(team):
    yield team.redis
    if not team.redis.answers():
        team.redis.resume()
    if not team.redis.answers():
        team.redis.start()


@pytest.fixture
def workers(redis, tmp_path):
    """Two servers with a redis and a data folder in common, as they are in two processes."""
    settings = Settings(data_folder=tmp_path, redis=redis.url, n_replicates=100)
    return [create_server(settings) for _ in range(2)]


def text_of(worker, key, made):
    def make():
        made.append(key)
        return f"text of {key}"

    with worker.test_request_context():
        g.session = None
        return text_cache.cached_text(TOKEN, None, key, make)


def test_a_text_is_made_once_for_all_workers(workers, redis):
    made = []
    texts = {text_of(worker, "one", made) for worker in workers * 2}
    assert (texts, made) == ({"text of one"}, ["one"])
    with redis.client() as client:
        assert client.keys("costdash:texts:*")


def test_what_is_not_a_text_is_made_again(workers, redis):
    made = []
    redis.empty()
    text_of(workers[0], "two", made)
    with redis.client() as client:
        (texts,) = client.keys("costdash:texts:*")
        (field,) = client.hkeys(texts)
        for planted in (b"\x80\x04.", b"{", b"5", b'{"a": 1}', b"[" * 100_000):
            client.hset(texts, field, planted)
            assert text_of(workers[1], "two", made) == "text of two"
        client.delete(texts)
        client.set(texts, "another kind of thing")
        assert text_of(workers[1], "two", made) == "text of two"
        client.delete(texts)
    assert len(made) == 7


@pytest.mark.parametrize("fault", ["stop", "pause", "empty"])
def test_without_redis_texts_are_made_and_attempts_are_counted(workers, redis, fault):
    made, (one, other) = [], [worker.extensions["costdash-store"].shared for worker in workers]
    text_of(workers[0], fault, made)
    getattr(redis, fault)()
    began = time.monotonic()
    assert {text_of(worker, fault, made) for worker in workers} == {f"text of {fault}"}
    allowed = [counter.allow_attempt(fault, 3, 3600) for counter in (one, other) * 3]
    assert allowed == [True] * 3 + [False] * 3
    assert time.monotonic() - began < 4 * shared.TIMEOUT + 2
    assert len(made) == (2 if fault == "empty" else 3)


@pytest.mark.parametrize("fault", ["stop", "pause", "empty"])
def test_users_do_not_notice(team, redis, visit, csv, fault):
    visitor = visit()
    dataset = visitor.own(csv())
    getattr(redis, fault)()
    began = time.monotonic()
    assert visitor.settle(dataset, prior=0.3)[0]
    told = visitor.callback("dataset.data", "delete-button.n_clicks", dataset=dataset,
                            delete_button=1)  # fmt: skip
    assert "Your data were deleted." in str(told)
    assert visitor.own(csv())["rows"] == 60
    assert time.monotonic() - began < 10


def test_deleted_data_leave_no_text(workers, redis):
    store = workers[0].extensions["costdash-store"]
    session = random_token()
    token, folder = store.begin(session, 0)
    store.finish(folder, session, "f.csv", 0)
    store.shared.set_text(folder.name, "key", "text")
    assert store.shared.text(folder.name, "key") == "text"
    store.delete(token, session)
    assert store.shared.text(folder.name, "key") is None


def test_redis_comes_back(workers, redis, monkeypatch):
    made, worker = [], workers[0].extensions["costdash-store"].shared
    redis.stop()
    assert text_of(workers[0], "three", made)
    redis.start()
    monkeypatch.setattr(worker, "_retry_at", 0.0)
    assert text_of(workers[0], "three", made) == text_of(workers[0], "three", made)
    assert made == ["three"] * 2


def test_an_address_that_is_nowhere_is_only_slow(tmp_path):
    nowhere = Settings(data_folder=tmp_path, redis="redis://127.0.0.1:1")
    worker = create_server(replace(nowhere, n_replicates=100))
    assert text_of(worker, "four", []) == "text of four"
