"""State that workers share through redis: cached texts and counts of attempts.

Redis is optional. Without it, or while it fails, texts are computed again and attempts are
counted in files.
"""

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from costdash.web.session import digest

if TYPE_CHECKING:
    from redis import Redis

TIMEOUT = 0.3  # s to wait for an answer of redis
RETRY_AFTER = 5  # s without asking redis after it failed
TEXT_LIFETIME = 3600  # s
SUCCEEDED = "-succeeded"  # ends the name of a file that counts attempts taken back
MAX_TEXTS = 200  # for each data set


class SharedState:
    """Texts by data set, and numbers of attempts by time window."""

    def __init__(self, url: str, counts: Path):
        """url: address of redis, or ""; counts: folder for the numbers of attempts without it."""
        self.counts = counts
        self._client = _connect(url) if url else None
        self._retry_at = 0.0

    @property
    def has_redis(self) -> bool:
        return self._client is not None

    def text(self, dataset: str, key: str) -> str | None:
        """Cached text of a data set (its folder's name); None if there is none."""
        stored = self._ask(lambda redis: redis.hget(_texts_key(dataset), digest(key)))
        with suppress(ValueError, RecursionError, TypeError):
            if isinstance(text := json.loads(stored), str):
                return text
        return None

    def set_text(self, dataset: str, key: str, text: str) -> None:
        """Caches a text; drops all texts of the data set first if they are too many."""

        def store(redis: "Redis") -> None:
            texts = _texts_key(dataset)
            if redis.hlen(texts) >= MAX_TEXTS:
                redis.delete(texts)
            redis.hset(texts, digest(key), json.dumps(text))
            redis.expire(texts, TEXT_LIFETIME)

        self._ask(store)

    def delete_texts(self, dataset: str) -> None:
        """Deletes the cached texts of a data set."""
        self._ask(lambda redis: redis.delete(_texts_key(dataset)))

    def allow_attempt(self, what: str, at_most: int, window: int) -> bool:
        """Counts an attempt; False after at_most attempts in a window of so many seconds.

        Also False if neither redis nor the disk can count.
        """
        name = _count_name(what, window)

        def count(redis: "Redis") -> Any:
            key = f"costdash:count:{name}"
            n = redis.incr(key)
            redis.expire(key, 2 * window)
            return n

        n = self._ask(count)
        try:
            return (self._count_on_disk(name) if n is None else int(n)) <= at_most
        except OSError:
            return False

    def take_back_attempt(self, what: str, window: int) -> None:
        """Uncounts an attempt that succeeded."""
        name = _count_name(what, window)
        if self._ask(lambda redis: redis.decr(f"costdash:count:{name}")) is None:
            with suppress(OSError):
                self._append(f"{name}{SUCCEEDED}")

    def remove_counts(self, before: float) -> None:
        """Deletes the numbers of attempts last changed before a time (s since the epoch)."""
        for count in self.counts.glob("*"):
            with suppress(OSError):
                if count.stat().st_mtime < before:
                    count.unlink()

    def _count_on_disk(self, name: str) -> int:
        succeeded = self.counts / f"{name}{SUCCEEDED}"
        return self._append(name) - (succeeded.stat().st_size if succeeded.exists() else 0)

    def _append(self, name: str) -> int:
        """The count is the length of a file, because appending to a file is atomic."""
        self.counts.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self.counts / name).open("ab") as file:
            os.write(file.fileno(), b".")
            return os.fstat(file.fileno()).st_size

    def _ask(self, question: Callable[["Redis"], Any]) -> Any:
        """Answer of redis; None if it is missing, late or full."""
        if self._client is None or time.monotonic() < self._retry_at:
            return None
        from redis import RedisError

        try:
            return question(self._client)
        except (RedisError, OSError, ValueError):
            self._retry_at = time.monotonic() + RETRY_AFTER
            return None


def _connect(url: str) -> "Redis":
    """Raises ValueError for an invalid address, or if redis-py is not installed."""
    try:
        from redis import Redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError:
        raise ValueError("COSTDASH_REDIS needs redis-py: pip install 'costdash[team]'") from None
    try:
        return Redis.from_url(
            url,
            socket_timeout=TIMEOUT,
            socket_connect_timeout=TIMEOUT,
            retry=Retry(NoBackoff(), 0),
        )
    except ValueError:
        raise ValueError("COSTDASH_REDIS must be an address such as redis://host:6379") from None


def _count_name(what: str, window: int) -> str:
    return f"{digest(what)[:32]}-{int(time.time() // window)}"


def _texts_key(dataset: str) -> str:
    return f"costdash:texts:{dataset}"
