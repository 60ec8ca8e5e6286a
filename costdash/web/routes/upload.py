"""A file from the browser: streamed to disk, then read by the fenced child process."""

import errno
import threading
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import ClientDisconnected

from costdash.intake.columns.roles import Roles
from costdash.intake.errors import shown
from costdash.intake.limits import MB, amount
from costdash.intake.process.client import cancel, parse, progress
from costdash.intake.process.outcome import OUTCOME, Outcome, read_outcome, write_json
from costdash.intake.process.warm_worker import warm_later
from costdash.intake.process.worker import TABLE
from costdash.web.security.request_guard import error_response
from costdash.web.session import session_id
from costdash.web.settings import Settings
from costdash.web.storage import quota
from costdash.web.storage.locks import Busy, exclusive_lock, slot_lock
from costdash.web.storage.store import DatasetUnavailable, current_store

FILE = "upload"
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def add_routes(server: Flask) -> None:
    server.add_url_rule("/upload", "upload", take, methods=["POST"])
    server.add_url_rule("/upload/stage", "stage", upload_stage, methods=["POST"])
    server.add_url_rule("/upload/cancel", "cancel", stop, methods=["POST"])


def take():
    """Keeps the body as a new data set of the session: {"token"} or {"error"}."""
    limit, size, session = _settings().limits.upload_bytes, request.content_length, session_id()
    if request.headers.get("X-Costdash") != "1":
        return error_response(400, "Upload files with the button on the page.")
    if session is None:
        return error_response(
            403, "Allow this page to keep a cookie, load it again and upload again."
        )
    if size is None:
        return error_response(411, "The length of the file was not sent. Upload it again.")
    if size > limit:
        return error_response(
            413,
            f"The file has {amount(size)}; at most {amount(limit)} are read. Keep only the columns "
            "that you need, or save it as Parquet.",
        )
    request.max_content_length = limit
    try:
        token, folder = current_store().begin(session, size)
        (folder / FILE).touch()
    except quota.QuotaExceeded as no_room:
        return error_response(507, str(no_room))
    except OSError as error:
        return _disk_refusal(error)
    begun = threading.Event()
    meanwhile = (begun, _settings(), folder, size, _name())
    reading = threading.Thread(target=_read_meanwhile, args=meanwhile, daemon=True)
    reading.start()
    begun.wait()
    try:
        fingerprint = _stream(folder / FILE, size)
        current_store().finish(folder, session, _name(), size, fingerprint)
    except OSError as error:
        _abandon(folder, reading)
        return _disk_refusal(error)
    except ClientDisconnected:
        _abandon(folder, reading)
        return error_response(
            400, "The connection broke before the file was complete. Upload it again."
        )
    except BaseException:
        _abandon(folder, reading)
        raise
    return {"token": token}


def upload_stage():
    """What is being done with an upload just now, and whether it has been read or is gone."""
    folder = _asked_for()
    if folder is None:
        return {"stage": None, "done": True}
    return {"stage": progress(folder), "done": not (folder / FILE).exists()}


def stop():
    folder = _asked_for()
    if folder is not None:
        cancel(folder)
    return {}


def read_upload(
    token, session: str | None, roles: Roles | None = None, ask: bool = True
) -> Outcome:
    """Reads a new upload, or a known one again with other roles. Raises DatasetUnavailable.

    Of a file that cannot be read at all nothing is kept.
    """
    settings = _settings()
    folder = current_store().upload_folder(token, session)
    name = quota.read_metadata(folder).get("name", "")
    new = folder / FILE
    outcome = None
    try:
        with exclusive_lock(folder):
            path = new if new.exists() else None
            if path and not roles and ask:
                outcome = read_outcome(folder)  # it was read while it arrived
            if outcome is None:
                with reader_slot(settings, settings.limits.parse_seconds):
                    how = settings.limits, ask, settings.method
                    outcome = parse(path, folder, roles, name, *how)
    except Busy:
        sentence = "The server is busy with other files. Upload this one again in a minute."
        outcome = Outcome("error", (sentence,), name=name)
    warm_later()
    if (folder / TABLE).exists():
        new.unlink(missing_ok=True)
    else:
        quota.discard(folder)
    return outcome


def _read_meanwhile(begun: threading.Event, settings: Settings, folder: Path, size: int, name: str):
    """Reads an upload while it arrives, if a reader is free; the outcome waits in the folder."""
    how = settings.limits, True, settings.method
    try:
        with suppress(Busy, OSError), exclusive_lock(folder), reader_slot(settings, patience=0):
            begun.set()
            outcome = parse(folder / FILE, folder, None, name, *how, size=size)
            if outcome:
                write_json(folder / OUTCOME, outcome.as_json())
    finally:
        begun.set()  # the body is waited for, whatever happened here


def reader_slot(settings: Settings, patience: float):
    """One of the places of those who read files. Raises Busy."""
    return slot_lock(settings.data_folder / "reading", settings.readers, patience)


def _abandon(folder: Path, reading: threading.Thread) -> None:
    """Nothing is kept; whoever reads the file is told by its absence."""
    with suppress(OSError):
        (folder / FILE).unlink(missing_ok=True)
        cancel(folder)
    reading.join()
    current_store().abandon(folder)


def _stream(path: Path, size: int) -> str:
    """SHA-256 of what was written.

    Raises OSError, ClientDisconnected; not every server tells a short body from a whole one.
    """
    seen = sha256()
    with path.open("wb") as file:
        while chunk := request.stream.read(MB):
            file.write(chunk)
            seen.update(chunk)
            quota.touch(path.parent)
        if file.tell() != size:
            raise ClientDisconnected
    return seen.hexdigest()


def _disk_refusal(error: OSError) -> Response:
    """Takes the rest of the body, since a browser that is still sending hears no answer."""
    try:
        while request.stream.read(MB):
            pass
    except ClientDisconnected:
        pass
    if error.errno in FULL:
        return error_response(
            507, "The server's disk is full. Try again later, or tell who runs it."
        )
    return error_response(
        500, "The server could not write the file. Try again, or tell who runs it."
    )


def _asked_for() -> Path | None:
    asked = request.get_json(silent=True)
    try:
        return current_store().upload_folder(
            asked.get("token") if isinstance(asked, dict) else None, session_id()
        )
    except DatasetUnavailable:
        return None


def _name() -> str:
    """For display only."""
    return shown(unquote(request.headers.get("X-Costdash-Name", ""), errors="replace")) or "file"


def _settings() -> Settings:
    return current_app.extensions["costdash-settings"]
