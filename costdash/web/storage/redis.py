"""What workers share beside the data folder: texts made once, and attempts counted.

In redis where there is one. It is never needed: when it fails, texts are made again, and attempts
are counted on disk.
"""

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from costdash.web.session import digest

PATIENCE = 0.3  # s for an answer of redis
REST = 5  # s without redis after it failed
KEPT_FOR = 3600  # s
MOST = 200  # texts for each data set


class Shared:
    def __init__(self, url: str, counts: Path):
        self.counts = counts
        self._client = _connect(url) if url else None
        self._resting_until = 0.0

    @property
    def has_redis(self) -> bool:
        return self._client is not None

    def text(self, name: str, key: str) -> str | None:
        """A text of the data set of this name; None where there is none."""
        kept = self._ask(lambda client: client.hget(_texts(name), digest(key)))
        with suppress(ValueError, RecursionError, TypeError):
            if isinstance(text := json.loads(kept), str):
                return text
        return None

    def keep_text(self, name: str, key: str, text: str) -> None:
        def keep(client):
            texts = _texts(name)
            if client.hlen(texts) >= MOST:
                client.delete(texts)
            client.hset(texts, digest(key), json.dumps(text))
            client.expire(texts, KEPT_FOR)

        self._ask(keep)

    def forget(self, name: str) -> None:
        """Removes the texts of a data set."""
        self._ask(lambda client: client.delete(_texts(name)))

    def allowed(self, what: str, most: int, seconds: int) -> bool:
        """Counts an attempt; False when there were too many, or when nothing can be counted."""
        window = f"{digest(what)[:32]}-{int(time.time() // seconds)}"

        def count(client):
            key = f"costdash:count:{window}"
            n = client.incr(key)
            client.expire(key, 2 * seconds)
            return n

        n = self._ask(count)
        try:
            return (self._count_on_disk(window) if n is None else int(n)) <= most
        except OSError:
            return False

    def sweep(self, before: float) -> None:
        """Removes counts that nobody continues."""
        for count in self.counts.glob("*"):
            with suppress(OSError):
                if count.stat().st_mtime < before:
                    count.unlink()

    def _count_on_disk(self, window: str) -> int:
        """A file as long as the count: appending is one step, whoever else does it."""
        self.counts.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self.counts / window).open("ab") as file:
            os.write(file.fileno(), b".")
            return os.fstat(file.fileno()).st_size

    def _ask(self, question: Callable):
        """None where redis is not there, does not answer in time, or is full."""
        if self._client is None or time.monotonic() < self._resting_until:
            return None
        from redis import RedisError

        try:
            return question(self._client)
        except (RedisError, OSError, ValueError):
            self._resting_until = time.monotonic() + REST
            return None


def _connect(url: str):
    """Raises ValueError for what is no address of a redis, and where redis-py is missing."""
    try:
        from redis import Redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError:
        raise ValueError("COSTDASH_REDIS needs redis-py: pip install 'costdash[team]'") from None
    try:
        return Redis.from_url(
            url,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),
        )
    except ValueError:
        raise ValueError("COSTDASH_REDIS must be an address such as redis://host:6379") from None


def _texts(name: str) -> str:
    return f"costdash:texts:{name}"
