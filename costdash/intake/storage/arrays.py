"""Stores arrays with JSON details in a folder: one file of numbers and one index, never a pickle.

Both carry a checksum. A damaged folder counts as not stored: it never gives another number.
"""

import json
import mmap
import os
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from costdash.intake.storage.disk_quota import MISSING, SMALL_FILES, Reserve, no_limit

INDEX = "index.json"
STAMP = re.compile(r"[0-9a-f]{16}")
PLAIN_KINDS = "biufU"  # of dtypes: truth values, numbers and texts
ALIGNMENT = 64  # bytes
LARGE = 2**18  # bytes: an array whose hashing takes longer than handing it to another thread
MAX_VERIFIED = 1024  # file versions remembered

Arrays = dict[str, NDArray]
Result = TypeVar("Result")


class NotStoredError(Exception):
    """The folder does not hold what was asked for, complete and undamaged."""


def is_failure_of_disk(error: BaseException | None) -> bool:
    """Whether the disk could not be read at all: the content may be whole."""
    while error is not None:
        if isinstance(error, OSError) and not isinstance(error, MISSING):
            return True
        error = error.__cause__
    return False


class FileVersion(NamedTuple):
    """Changes whenever a file is written or replaced."""

    path: str
    inode: int
    modified: int  # ns
    size: int  # bytes


Checksums = dict[FileVersion, str]  # of versions of files

_verified: Checksums = {}


def file_version(file: Path) -> FileVersion:
    """Raises OSError."""
    status = file.stat()
    return FileVersion(str(file), status.st_ino, status.st_mtime_ns, status.st_size)


def stored_version(folder: Path) -> tuple[FileVersion, ...]:
    """Changes whenever the content of a folder changes; its own files first. Raises OSError."""
    files = sorted(folder.rglob("*"), key=lambda file: (len(file.parts), file))
    return tuple(file_version(file) for file in files if not file.is_dir())


def checksum(file: Path) -> str:
    """SHA-256 of a file, computed once for each version of it in a process. Raises OSError."""
    version = file_version(file)
    if (cached := _verified.get(version)) is not None:
        return cached
    with file.open("rb") as content:
        digest = file_digest(content, "sha256").hexdigest()
    _remember(version, digest)
    return digest


def _remember(version: FileVersion, digest: str) -> None:
    while len(_verified) >= MAX_VERIFIED:
        _verified.pop(next(iter(_verified)), None)
    _verified[version] = digest


def trust(folder: Path) -> None:
    """Takes the checksum that the index states as that of the file.

    For what a child of this process has stored a moment ago, from the bytes that it wrote.
    """
    with suppress(NotStoredError, OSError, KeyError):
        index = load_index(folder)
        _remember(file_version(folder / f"{index['stamp']}.bin"), index["data"])


def checksums_in(folder: Path) -> Checksums:
    """The checksums that this process has computed for files of a folder and of its folders."""
    inside = f"{folder}{os.sep}"
    return {
        version: each for version, each in [*_verified.items()] if version.path.startswith(inside)
    }


def take_checksums(checksums: Checksums) -> None:
    """Takes what a process of this server has computed, so that no file is read twice for it."""
    for version, digest in checksums.items():
        _remember(version, digest)


def sharing_checksums(
    folder: Path, checksums: Checksums, work: Callable[[], Result]
) -> tuple[Result, Checksums]:
    """Run by another process, which takes these checksums: the result of `work`, and all."""
    take_checksums(checksums)
    result = work()
    return result, checksums_in(folder)


def save_arrays(
    folder: Path,
    arrays: Mapping[str, NDArray],
    meta: Mapping[str, Any],
    reserve: Reserve = no_limit,
) -> None:
    """Writes or replaces the content of a folder. Names of arrays are data, not file names.

    A reader finds the old content or the new, never a mixture: the index is renamed into place
    last. The folder is created, but not the folder around it: what was deleted stays deleted.
    Raises OSError, ValueError for arrays of objects and for numbers that JSON does not have, and
    whatever `reserve` raises if there is no room.
    """
    stamp = secrets.token_hex(8)
    places, size = [], 0
    for name, array in arrays.items():
        if array.dtype.kind not in PLAIN_KINDS:
            raise ValueError(f"Object arrays cannot be stored: {name} has type {array.dtype}")
        places.append([name, array.dtype.str, array.shape, size])
        size += -(-array.nbytes // ALIGNMENT) * ALIGNMENT
    index: dict[str, Any] = {"stamp": stamp, "arrays": places, "meta": dict(meta)}
    text = json.dumps(index, allow_nan=False)  # fails before anything is written
    reserve(size + len(text) + SMALL_FILES)
    folder.mkdir(mode=0o700, exist_ok=True)
    data = folder / f"{stamp}.bin"
    index["data"] = _written(data, arrays.values())
    _remember(file_version(data), index["data"])
    temporary = folder / f"{stamp}.part"
    temporary.write_text(_sealed(index), encoding="utf-8")
    os.replace(temporary, folder / INDEX)
    for old in (*folder.glob("*.bin"), *folder.glob("*.npy")):  # .npy: stored by 0.1.0
        if old != data:
            old.unlink(missing_ok=True)


def _written(data: Path, arrays: Iterable[NDArray]) -> str:
    """Writes arrays one after the other, and returns the checksum of the file.

    Large arrays are hashed on another processor while they are written.
    """
    digest = sha256()
    with data.open("wb") as file, ThreadPoolExecutor(1) as pool:
        for array in arrays:
            content = np.ascontiguousarray(array)
            hashing = pool.submit(digest.update, content.data) if content.nbytes > LARGE else None
            content.tofile(file)
            if hashing is None:
                digest.update(content.data)
            else:
                hashing.result()
            padding = bytes(-array.nbytes % ALIGNMENT)
            file.write(padding)
            digest.update(padding)
    return digest.hexdigest()


def load_arrays(folder: Path, mapped: bool = False) -> tuple[Arrays, dict[str, Any]]:
    """What was saved last. Raises NotStoredError for any failure, so that it can be made again.

    mapped: the arrays are read-only views of their file, so that only the parts in use take
    memory. All of them share one file descriptor.
    """
    try:
        index = load_index(folder)
        data = folder / f"{index['stamp']}.bin"
        if checksum(data) != index["data"]:
            raise ValueError("damaged")
        content = _mapped(data) if mapped else np.fromfile(data, np.uint8)
        arrays = {name: _view(content, *place) for name, *place in index["arrays"]}
        return arrays, index["meta"]
    except (OSError, ValueError, KeyError, TypeError, MemoryError) as error:
        raise NotStoredError(f"{folder.name} holds nothing usable") from error


def load_index(folder: Path) -> dict[str, Any]:
    """The index of a folder: where the arrays lie, and the details. Raises NotStoredError."""
    try:
        index: dict[str, Any] = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        seal = index.pop("seal")
        if json.loads(_sealed(index))["seal"] != seal or not STAMP.fullmatch(index["stamp"]):
            raise ValueError("damaged")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise NotStoredError(f"{folder.name} has no usable index") from error
    return index


def _sealed(index: Mapping[str, Any]) -> str:
    """JSON of the index with its own checksum."""
    text = json.dumps(index, allow_nan=False)
    return json.dumps({**index, "seal": sha256(text.encode()).hexdigest()})


def _mapped(file: Path) -> NDArray:
    with file.open("rb") as opened:
        if os.fstat(opened.fileno()).st_size == 0:
            return np.empty(0, np.uint8)
        return np.frombuffer(mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ), np.uint8)


def _view(content: NDArray, dtype: str, shape: list[int], start: int) -> NDArray:
    kind = np.dtype(dtype)
    n_bytes = kind.itemsize * int(np.prod(shape, dtype=np.int64))
    temporary: NDArray = content[start : start + n_bytes]
    if kind.itemsize == 0 or n_bytes == 0:
        return np.empty(shape, kind)
    return temporary.view(kind).reshape(shape)
