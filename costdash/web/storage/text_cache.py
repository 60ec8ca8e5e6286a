"""Cached texts of a data set, in redis or in files beside its data.

Files are deleted together with the data set.
"""

import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from flask_caching.backends.filesystemcache import FileSystemCache

from costdash.intake.storage.disk_quota import METADATA_FILE, SMALL_FILES, owner_of
from costdash.web.session import digest
from costdash.web.settings import current_settings
from costdash.web.storage.analyses import current_analyses
from costdash.web.storage.quota import TEXTS
from costdash.web.storage.store import DatasetUnavailable, current_store, folder_of

MAX_TEXTS = 200  # for each data set
CACHE_ERRORS = (OSError, ValueError, TypeError)


class JsonTextSerializer:
    """Replaces the pickle of flask-caching: whatever is not a JSON text counts as missing."""

    def dump(self, value: str | int, file: BinaryIO) -> None:
        file.write(json.dumps(value).encode())

    def load(self, file: BinaryIO) -> str | int | None:
        try:
            value = json.loads(file.read())
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, str | int) else None


class TextFiles(FileSystemCache):
    serializer = JsonTextSerializer()  # type: ignore[assignment]  # cachelib asks for its own class


def cached_text(token: object, session: str | None, key: str, make: Callable[[], str]) -> str:
    """Result of make() for a data set, computed once for each key. Raises DatasetUnavailable.

    The key must name everything that the text depends on, except the data set, the version and
    the method of the analysis.
    """
    folder = folder_of(token, session)
    key = f"{current_analyses().cache_key(folder)} {key}"
    shared = current_store().shared
    if shared.has_redis:
        if (text := _opened(key, shared.text(folder.name, key))) is None:
            text = make()
            shared.set_text(folder.name, key, _sealed(key, text))
            if _is_deleted(folder):
                shared.delete_texts(folder.name)
                raise DatasetUnavailable
        return text
    texts = None
    with suppress(*CACHE_ERRORS):
        lifetime = int(current_settings().expiry_hours * 3600)
        (folder / TEXTS).mkdir(mode=0o700, exist_ok=True)
        texts = TextFiles(str(folder / TEXTS), MAX_TEXTS, lifetime)
        if (text := _opened(key, texts.get(key))) is not None:
            return text
    text = make()
    if _is_deleted(folder):
        shutil.rmtree(folder, ignore_errors=True)  # TextFiles may have created it again
        raise DatasetUnavailable
    disk_quota, n_bytes = current_store().disk_quota, len(json.dumps(text))
    with suppress(*CACHE_ERRORS), disk_quota.locked():
        if texts is not None and disk_quota.free(owner_of(folder)) > n_bytes + SMALL_FILES:
            texts.set(key, _sealed(key, text))
    return text


def _sealed(key: str, text: str) -> str:
    """The text with a checksum, so that only a text stored for this key is accepted."""
    return f"{digest(f'{key} {text}')} {text}"


def _opened(key: str, stored: object) -> str | None:
    """The text of a sealed entry; None if anything else is stored."""
    text = stored.partition(" ")[2] if isinstance(stored, str) else ""
    return text if stored == _sealed(key, text) else None


def _is_deleted(folder: Path) -> bool:
    """Whether the data set was deleted since its text was requested."""
    store = current_store()
    return folder.parent == store.sets and not (folder / METADATA_FILE).exists()
