"""Uploads: streams a file to disk while a limited child process already reads it."""

import errno
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote

from flask import Flask, Response, request
from werkzeug.exceptions import ClientDisconnected

from costdash.intake.columns.roles import Confusion, Roles
from costdash.intake.errors import EngineError, IntakeError, shown
from costdash.intake.formats.detect import START, looks_like_text
from costdash.intake.limits import MB, amount
from costdash.intake.process.client import cancel, parse, progress
from costdash.intake.process.outcome import OUTCOME, Outcome, read_outcome, write_json
from costdash.intake.process.warm_worker import warm_later
from costdash.intake.process.worker import ANALYSIS, DISK_FULL_MESSAGE, PREDICTIONS, TABLE
from costdash.intake.rows.matrices import read_matrices
from costdash.intake.storage.arrays import trust
from costdash.intake.storage.disk_quota import DiskQuota, owner_of, refused, release
from costdash.intake.storage.predictions import load_predictions, save_predictions
from costdash.web.security.bodies import json_object
from costdash.web.security.responses import error_response
from costdash.web.session import session_id
from costdash.web.settings import Settings, current_settings
from costdash.web.storage import quota
from costdash.web.storage.analyses import current_analyses
from costdash.web.storage.locks import LockTimeout, exclusive_lock, is_locked, name_lock, slot_lock
from costdash.web.storage.store import UPLOAD_FILE, DatasetUnavailable, current_store, has_file

MOST_WAITING = 8  # threads of this worker that wait for files to be read: others answer pages
ARROW = b"ARROW1"  # begins a stored table that is not counted by an engine
SMALL = 2 * MB  # bytes of a file that is read at once, whatever else is read
MOST_PER_SESSION = 3  # uploads of one session
MAX_INTAKE_ATTEMPTS = 3  # of one file, after which no more room is made for it
INTERRUPTED = "The server was restarted while it read this file. Upload it again."
UNREAD_SECONDS = 10  # after which the page's question for a file that arrived must have been lost
INTERRUPTION_SHOWN_SECONDS = 8  # for which the page shows why an upload ended
NO_FILE = (
    "This data set is counts of a table: no file is stored, so it cannot be read in another way. "
    "Open the table again with other options, such as --negate, or upload a file."
)
NO_TABLE = (
    "The engine could not read the table again. See whether it is still there, and start costdash "
    "again."
)
NOT_READ = (
    "The server could not read the file now. Upload it again in a minute, or tell who runs it."
)
BUSY = "The server is busy with other files. Upload this one again in a minute."
DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


_waiting: Counter[str | None] = Counter()  # threads, by session
_lock = threading.Lock()


def add_routes(server: Flask) -> None:
    server.add_url_rule("/upload", "upload", receive_upload, methods=["POST"])
    server.add_url_rule("/upload/stage", "stage", upload_stage, methods=["POST"])
    server.add_url_rule("/upload/cancel", "cancel", cancel_upload, methods=["POST"])


def receive_upload() -> Response | dict:
    """Stores the request's body as a new data set of the session: {"token"} or {"error"}."""
    size, session = request.content_length, session_id()
    if request.headers.get("X-Costdash") != "1":
        return error_response(400, "Upload files with the button on the page.")
    if session is None:
        return error_response(
            403, "Allow this page to keep a cookie, load it again and upload again."
        )
    if size is None:
        return error_response(411, "The length of the file was not sent. Upload it again.")
    limit = current_settings().limits.upload_bytes
    if size > limit:
        return error_response(
            413,
            f"The file has {amount(size)}; at most {amount(limit)} are read. Keep only the columns "
            "that you need, or save it as Parquet.",
        )
    request.max_content_length = limit
    if size > SMALL:
        current_analyses().jobs.make_ready()  # the file needs processors and memory
    try:
        token, folder = current_store().begin(session, size)
        (folder / UPLOAD_FILE).touch()
    except quota.QuotaExceeded as error:
        return error_response(507, str(error))
    except OSError as error:
        return _disk_error(error)
    return _store_body(folder, session, size) or {"token": token}


def upload_stage() -> dict:
    """The server's current work on an upload, and whether the upload is done or deleted.

    unread: the file arrived, but not the page's question for it; the page asks again.
    """
    folder = _requested_folder()
    if folder is None:
        return {"stage": None, "done": True}
    stage = progress(folder)
    waited = _seconds_unread(folder)
    if waited is not None and stage is not None:
        return _say_interrupted(folder)
    answer = {"stage": stage, "done": not (folder / UPLOAD_FILE).exists()}
    is_unread = waited is not None and waited > UNREAD_SECONDS
    return answer | ({"unread": True} if is_unread else {})


def cancel_upload() -> dict:
    folder = _requested_folder()
    if folder is not None:
        with suppress(OSError):
            cancel(folder)
    return {}


def _seconds_unread(folder: Path) -> float | None:
    """How long a file has been there that no worker is reading; None if there is none.

    A reader holds the lock of the folder as long as it lives, and removes its progress before it
    lets go: one that left its progress behind is gone. Without progress the page has not asked for
    the file, which takes it a moment, or longer if its line is cut.
    """
    try:
        arrived = (folder / UPLOAD_FILE).stat().st_mtime
    except OSError:
        return None
    return abs(time.time() - arrived) if is_locked(folder) is False else None


def _say_interrupted(folder: Path) -> dict:
    """Reports the interruption for a while; then deletes the upload, and the page stops asking."""
    mark = folder / "interrupted"
    with suppress(OSError):
        if not mark.exists():
            mark.touch()
        done = abs(time.time() - mark.stat().st_mtime) > INTERRUPTION_SHOWN_SECONDS
        if done:
            current_store().abandon(folder)
        return {"stage": INTERRUPTED, "done": done, "error": INTERRUPTED}
    return {"stage": INTERRUPTED, "done": True, "error": INTERRUPTED}


def read_upload(
    token: object, session: str | None, roles: Roles | None = None, ask: bool = True
) -> Outcome:
    """Reads a new upload, or an earlier upload again with other roles.

    A new file that cannot be read at all is deleted; a data set that was drawn never is. Raises
    DatasetUnavailable.
    """
    folder = current_store().upload_folder(token, session)
    new, name = folder / UPLOAD_FILE, ""
    with suppress(OSError):
        name = quota.read_metadata(folder).get("name", "")
    if not has_file(folder) and (folder / PREDICTIONS).exists():
        return _counted_again(folder, session, roles, name)
    is_new = new.exists() and not (folder / TABLE).exists()
    outcome = path = None
    try:
        with _place(session), exclusive_lock(folder):
            path = new if new.exists() else None
            if path and not roles and ask:
                outcome = read_outcome(folder)  # it was read while it was uploaded
            if outcome is None:
                outcome = _parse_stored(path, folder, roles, name, ask)
    except LockTimeout:
        outcome = Outcome("error", (BUSY,), name=name)
    except OSError:  # no file descriptor is left, or the disk fails
        outcome = Outcome("error", (NOT_READ,), name=name)
    warm_later(current_analyses().jobs.is_busy)
    if not folder.exists():  # deleted while it was read
        raise DatasetUnavailable
    disk_full = path is not None and outcome.messages == (DISK_FULL_MESSAGE,)
    unread = is_new and outcome.status == "error" and not outcome.columns
    if (folder / TABLE).exists() and not (disk_full or unread):
        with suppress(OSError):
            new.unlink(missing_ok=True)
    elif (is_new or disk_full) and not is_locked(folder):  # another thread may be reading it
        current_store().abandon(folder)
    return outcome


def _counted_again(folder: Path, session: str | None, roles: Roles | None, name: str) -> Outcome:
    """The outcome of a table that this process opened, counted again with other roles.

    On failure the data set stays as it was.
    """
    count = current_store().tables.get(folder.name)
    if count is None:
        return Outcome("error", (NO_FILE,), name=name)
    if roles is None:
        return read_outcome(folder) or Outcome("error", (NO_FILE,), name=name)
    try:
        with _place(session), exclusive_lock(folder):
            return count(folder, roles)
    except LockTimeout:
        return Outcome("error", (BUSY,), name=name)
    except EngineError:  # its message may name folders of the server
        return Outcome("error", (NO_TABLE,), name=name)
    except IntakeError as error:
        return Outcome("error", (str(error),), name=name)
    except (MemoryError, OSError):
        return Outcome("error", (NOT_READ,), name=name)


def add_confusions(token: str, session: str | None, confusions: Sequence[Confusion]) -> str:
    """Gives a data set without a file other confusion matrices; "" or a sentence why not.

    Raises DatasetUnavailable and OSError.
    """
    folder = current_store().upload_folder(token, session)
    with exclusive_lock(folder):
        rows, details = load_predictions(folder / PREDICTIONS)
        if twice := rows.scores.keys() & {name for name, *_ in confusions}:
            return f"There is a model “{shown(min(twice))}” already. Choose another name."
        rows = replace(rows, confusions=read_matrices(confusions))
        roles = details.get("roles", {}) | {"confusions": [list(matrix) for matrix in confusions]}
        save_predictions(folder / PREDICTIONS, rows, details | {"roles": roles})
    return ""


def store_typed(content: bytes, name: str, session: str | None, token: str | None = None) -> str:
    """Stores typed matrices as a new file of the session, or in place of its file; returns the
    token.

    `read_upload` reads it. Raises DatasetUnavailable, QuotaExceeded and OSError.
    """
    if session is None:
        raise DatasetUnavailable
    store = current_store()
    if token is None:
        token, folder = store.begin(session, len(content))
    else:
        folder = store.upload_folder(token, session)
    with exclusive_lock(folder):
        (folder / UPLOAD_FILE).write_bytes(content)
        metadata = quota.read_metadata(folder)
        store.finish(folder, session, name, len(content), sha256(content).hexdigest())
        quota.write_metadata(folder, metadata | quota.read_metadata(folder))
    return token


@contextmanager
def _place(session: str | None) -> Iterator[None]:
    """Lets a few threads of each session wait. Raises LockTimeout."""
    with _lock:
        if _waiting.total() >= MOST_WAITING or _waiting[session] >= MOST_PER_SESSION:
            raise LockTimeout
        _waiting[session] += 1
    try:
        yield
    finally:
        with _lock:
            _waiting[session] -= 1
            if not _waiting[session]:
                del _waiting[session]


@contextmanager
def reader_slot(
    settings: Settings, owner: str, timeout: float, small: bool = False
) -> Iterator[Callable[[], bool]]:
    """Limits how many files are read at the same time: one for each session.

    Yields a function that a long reading calls until it is true: it moves to the slots of long
    readings, as many again, so that the others need not wait for its end. Small files have slots
    of their own: however many large files are read, a small file waits for small files only.
    owner: digest of the session. Raises LockTimeout.
    """
    deadline = time.monotonic() + timeout
    slots = settings.data_folder / "intake"
    with ExitStack() as held, ExitStack() as short:
        held.enter_context(name_lock(slots / f"session-{owner[:16]}", timeout))
        left = max(deadline - time.monotonic(), 0)
        among = slots / "small" if small else slots
        short.enter_context(slot_lock(among, settings.readers, left))

        is_aside = False

        def give_way() -> bool:
            nonlocal is_aside
            if is_aside:
                return True
            try:
                held.enter_context(slot_lock(slots / "long", settings.readers, 0))
            except LockTimeout:
                return False
            short.close()
            is_aside = True
            return True

        yield give_way


def _parse_stored(
    path: Path | None, folder: Path, roles: Roles | None, name: str, ask: bool
) -> Outcome:
    """Reads a whole file, or (path None) the table kept in the folder. Raises LockTimeout."""
    settings, store = current_settings(), current_store()
    patience, small = settings.limits.parse_seconds, _is_small(path or folder / TABLE)
    with reader_slot(settings, owner_of(folder), patience, small) as give_way:
        for _ in range(MAX_INTAKE_ATTEMPTS):
            outcome = parse(
                path,
                folder,
                roles,
                name,
                settings.limits,
                ask,
                settings.method,
                disk_quota=store.disk_quota,
                give_way=give_way,
            )
            try:
                if not (missing := refused(folder)):
                    break
                release(folder)
                store.free_space(folder, missing)
            except (quota.QuotaExceeded, OSError):
                break
    _trust_child(folder)
    release(folder)
    assert outcome is not None  # only a file that is still arriving has no outcome
    return outcome


def _trust_child(folder: Path) -> None:
    """What the child has stored was hashed while it was written: that is enough for once."""
    for stored in (PREDICTIONS, ANALYSIS):
        trust(folder / stored)


def _is_small(path: Path) -> bool:
    """Whether reading a file is little work: a short text, or a short table that was stored.

    Parquet and packed files may unpack to anything.
    """
    try:
        with path.open("rb") as file:
            start = file.read(START)
        is_plain = start.startswith(ARROW) if path.name == TABLE else looks_like_text(start)
        return is_plain and path.stat().st_size <= SMALL
    except OSError:
        return False


def _store_body(folder: Path, session: str, size: int) -> Response | None:
    """Writes the body to disk while a thread reads it; None, or the error response."""
    name, started = _display_name(), threading.Event()
    arguments = (started, current_settings(), current_store().disk_quota, folder, size, name)
    reader = threading.Thread(target=_read_while_arriving, args=arguments, daemon=True)
    reader.start()
    started.wait()
    try:
        fingerprint = _write_body(folder / UPLOAD_FILE, size)
        current_store().finish(folder, session, name, size, fingerprint)
    except OSError as error:
        _discard(folder, reader)
        return _disk_error(error)
    except ClientDisconnected:
        _discard(folder, reader)
        return error_response(
            400, "The connection broke before the file was complete. Upload it again."
        )
    except BaseException:
        _discard(folder, reader)
        raise
    return None


def _read_while_arriving(
    started: threading.Event,
    settings: Settings,
    disk_quota: DiskQuota,
    folder: Path,
    size: int,
    name: str,
) -> None:
    """Reads an upload while it arrives, if a reader is free, and leaves the outcome on disk."""
    try:
        with suppress(LockTimeout, OSError), ExitStack() as stack:
            stack.enter_context(exclusive_lock(folder))
            give_way = stack.enter_context(reader_slot(settings, owner_of(folder), 0))
            started.set()
            outcome = parse(
                folder / UPLOAD_FILE,
                folder,
                None,
                name,
                settings.limits,
                True,
                settings.method,
                size=size,
                disk_quota=disk_quota,
                give_way=give_way,
            )
            if refused(folder):  # space is freed when the upload is read on request
                (folder / OUTCOME).unlink(missing_ok=True)
            elif outcome:
                write_json(folder / OUTCOME, outcome.as_json())
                _trust_child(folder)
                release(folder)
    finally:
        started.set()  # the upload waits for this, whatever happened here


def _discard(folder: Path, reader: threading.Thread) -> None:
    """Deletes a broken upload; its reader stops when the file is missing."""
    with suppress(OSError):
        (folder / UPLOAD_FILE).unlink(missing_ok=True)
        cancel(folder)
    reader.join()
    current_store().abandon(folder)


def _write_body(path: Path, size: int) -> str:
    """Writes the request's body to a file; its SHA-256.

    Raises OSError, or ClientDisconnected for a short body, which not every server detects.
    """
    digest = sha256()
    with path.open("wb") as file:
        while chunk := request.stream.read(MB):
            file.write(chunk)
            digest.update(chunk)
            quota.touch(path.parent)
        if file.tell() != size:
            raise ClientDisconnected
    return digest.hexdigest()


def _disk_error(error: OSError) -> Response:
    if error.errno in DISK_FULL:
        return error_response(
            507, "The server's disk is full. Try again later, or tell who runs it."
        )
    return error_response(
        500, "The server could not write the file. Try again, or tell who runs it."
    )


def _requested_folder() -> Path | None:
    """Folder of the upload whose token is in the body; None if it is not the session's.

    Raises InvalidRequest.
    """
    try:
        return current_store().upload_folder(json_object().get("token"), session_id())
    except DatasetUnavailable:
        return None


def _display_name() -> str:
    """Name of the uploaded file, for display only."""
    return shown(unquote(request.headers.get("X-Costdash-Name", ""), errors="replace")) or "file"
