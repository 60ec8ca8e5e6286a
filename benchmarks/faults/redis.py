"""The redis that the workers share: away, hanging, emptied, full, with wrong values."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.faults.catalog import fault
from benchmarks.faults.scene import Scene, Users, csv, until

PLANTED = (b"{", b"[" * 100_000, b'"text of another"', b"\x80\x04.")


@contextmanager
def usable_again(scene: Scene) -> Iterator[None]:
    """Redis runs again afterwards, with the usual memory."""
    redis = scene.team.redis
    try:
        yield
    finally:
        if not redis.answers():
            redis.resume()
        if not redis.answers():
            redis.start()
        with redis.client() as client:
            client.config_set("maxmemory", 0)


def _users_do_not_notice(scene: Scene, fail) -> str:
    """Users work, upload and delete while redis fails."""
    with usable_again(scene), Users(scene, scene.shared()) as users:
        fail(scene.team.redis)
        visitor = scene.visit()
        dataset = visitor.upload_and_draw(csv(500, 2))
        assert "Your data were deleted." in scene.delete(visitor, dataset)
        before = users.answers
        until(lambda: users.answers > before + 24)
    assert not users.wrong(), users.wrong()[:3]
    return users.figure()


@fault("redis is stopped while users work", "nobody notices")
def stopped(scene: Scene) -> str:
    return _users_do_not_notice(scene, lambda redis: redis.stop())


@fault("redis hangs (SIGSTOP) while users work", "nobody waits for it longer than its time limit")
def hanging(scene: Scene) -> str:
    return _users_do_not_notice(scene, lambda redis: redis.pause())


@fault("redis is emptied while users work", "nobody notices")
def emptied(scene: Scene) -> str:
    return _users_do_not_notice(scene, lambda redis: redis.empty())


@fault("redis is restarted while users work", "nobody notices")
def restarted(scene: Scene) -> str:
    def restart(redis) -> None:
        redis.stop()
        time.sleep(1)
        redis.start()

    return _users_do_not_notice(scene, restart)


@fault("redis has no memory left and refuses to write", "nobody notices")
def full(scene: Scene) -> str:
    def fill(redis) -> None:
        with redis.client() as client:
            client.config_set("maxmemory-policy", "noeviction")
            client.config_set("maxmemory", 1)

    return _users_do_not_notice(scene, fill)


@fault("cached texts in redis are overwritten with others", "no text of another is shown")
def poisoned(scene: Scene) -> str:
    def poison(redis) -> None:
        with redis.client() as client:
            for texts in client.keys("costdash:texts:*"):
                for i, key in enumerate(client.hkeys(texts)):
                    client.hset(texts, key, PLANTED[i % len(PLANTED)])

    owner, dataset = scene.owner()
    answer, notice = owner.settle(dataset, 0.2)
    assert answer, notice
    poison(scene.team.redis)
    again, notice = owner.settle(dataset, 0.2)
    assert again == answer, "another answer"
    return _users_do_not_notice(scene, poison)
