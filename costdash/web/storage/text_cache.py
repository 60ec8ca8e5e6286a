"""Derived texts, kept beside the data they are derived from, so that they go when those go.

Where workers share a redis, they are there.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from flask import current_app
from flask_caching.backends.filesystemcache import FileSystemCache

from costdash.web.storage.store import current_store, folder_of

MOST = 200  # texts for each data set
BROKEN = (OSError, ValueError, TypeError)


class JsonText:
    """In the place of pickle: what is not JSON text is not there."""

    def dump(self, value: str | int, file: BinaryIO) -> None:
        file.write(json.dumps(value).encode())

    def load(self, file: BinaryIO) -> str | int | None:
        try:
            value = json.loads(file.read())
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, str | int) else None


class TextFiles(FileSystemCache):
    serializer = JsonText()


def cached_text(token, session: str | None, key: str, make: Callable[[], str]) -> str:
    """What make() gives for a data set, made once for each key. Raises DatasetUnavailable.

    key names everything that the text depends on, apart from the data set, the version and how
    its analysis was made.
    """
    folder = folder_of(token, session)
    analyses = current_app.extensions["costdash-analyses"]
    key = f"{analyses.state_of(folder)} {key}"
    shared = current_store().shared
    if shared.has_redis:
        if (text := shared.text(folder.name, key)) is None:
            shared.keep_text(folder.name, key, text := make())
        return text
    texts = None
    with suppress(*BROKEN):
        texts = TextFiles(str(folder / "texts"), MOST, int(_expiry()))
        if isinstance(text := texts.get(key), str):
            return text
    text = make()
    with suppress(*BROKEN):
        if texts is not None:
            texts.set(key, text)
    return text


def _expiry() -> float:
    return current_app.extensions["costdash-settings"].expiry_hours * 3600
