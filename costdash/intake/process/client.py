"""From an uploaded file to what is drawn, by a fenced child process; the parent's side."""

import json
import os
import selectors
import signal
import subprocess
import threading
import time
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from costdash.intake.columns.roles import Roles
from costdash.intake.formats.read import NOT_STORED
from costdash.intake.limits import Limits, amount
from costdash.intake.process import warm_worker
from costdash.intake.process.outcome import OUTCOME, Outcome, read_outcome
from costdash.wording import counted

CANCEL = "cancel"
PROGRESS = "progress.json"
# The child's exit codes: no outcome written; the file did not arrive; a fault of the program.
NO_ROOM, LATE, FAULT = 3, 4, 5
BLAMED = (
    "costdash failed at this file, which may be no fault of the file. Save the table as CSV and "
    "upload that; if this fails as well, tell whoever runs costdash."
)
CHECK_EVERY = 0.05  # seconds


def parse(
    path: Path | None,
    folder: Path,
    roles: Roles | None = None,
    shown_name: str = "",
    limits: Limits | None = None,
    ask: bool = True,
    analysis: dict | None = None,
    size: int | None = None,
) -> Outcome | None:
    """Reads a file on disk into a folder, where load_predictions(folder / "predictions") finds it.

    With `analysis` (n_replicates and seed) the analysis is made and kept there as well.

    With `size` the file is still being written and will have so many bytes; None comes back
    where they do not come soon, and the file must be read when it is whole.

    path None reads again what the folder holds, with other roles. Without ask the guess is
    drawn, and what should have been asked is among the messages. Never raises for what is in
    the file; a file that cannot be read leaves predictions that were there before.
    """
    limits = limits or Limits.from_environment()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for stale in (CANCEL, OUTCOME, PROGRESS):
            (folder / stale).unlink(missing_ok=True)
    except OSError:
        return Outcome("error", (NOT_STORED,), name=shown_name)
    request = {
        "path": None if path is None else str(path.resolve()),
        "folder": str(folder.resolve()),
        "roles": None if roles is None else roles.as_json(),
        "ask": ask,
        "name": shown_name,
        "limits": asdict(limits),
        "analysis": analysis,
        "size": size,
    }
    code = _run(request, folder, limits)
    outcome = None if code else read_outcome(folder)
    for left in (*folder.glob("*.part"), folder / PROGRESS):
        left.unlink(missing_ok=True)
    if code == LATE:
        return None
    failure = code if isinstance(code, str) else _ended(code, limits)
    return outcome or Outcome("error", (failure,), name=shown_name)


def cancel(folder: Path) -> None:
    """Ends the parse that works on this folder, in whatever process it was started."""
    (folder / CANCEL).touch()


def progress(folder: Path) -> str | None:
    """What a parse is doing now, in a few words."""
    try:
        return json.loads((folder / PROGRESS).read_text(encoding="utf-8"))["stage"]
    except (OSError, ValueError, KeyError):
        return None


def check(path: Path | str, shown_name: str | None = None, **roles) -> dict:
    """What an upload of this file would say: status, messages, rows, positives, models' AUC.

    roles are those of read_predictions.
    """
    path, given = Path(path), Roles.given(**roles)
    with TemporaryDirectory(prefix="costdash-") as folder:
        outcome = parse(path, Path(folder), given, shown_name or path.name, ask=False)
    return {
        "status": outcome.status,
        "messages": list(outcome.messages),
        "rows": outcome.rows,
        "positives": outcome.positives,
        "models": dict(outcome.models),
    }


def _run(request: dict, folder: Path, limits: Limits) -> str | int:
    """The sentence for why the child was ended, or its exit code; 0 as soon as it has done all."""
    child = warm_worker.taken()
    deadline = time.monotonic() + limits.parse_seconds
    try:
        child.stdin.write(json.dumps(request).encode())
        child.stdin.close()
    except BrokenPipeError:
        pass  # it ended at once, and its exit code says how
    with selectors.DefaultSelector() as said:
        said.register(child.stdout, selectors.EVENT_READ)
        while not said.select(CHECK_EVERY):
            if (folder / CANCEL).exists():
                _end(child)
                return "Reading the file was cancelled."
            if time.monotonic() > deadline:
                _end(child)
                return _too_slow(limits)
    done = child.stdout.read(1) == warm_worker.DONE
    child.stdout.close()
    if done:
        threading.Thread(target=child.wait, daemon=True).start()  # its end takes a while
        return 0
    return child.wait()


def _end(child: subprocess.Popen) -> None:
    os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()


def _ended(code: int, limits: Limits) -> str:
    """The sentence for an exit code; a negative one is the signal that ended the process."""
    if code == -signal.SIGXCPU:
        return _too_slow(limits)
    if code == NO_ROOM:
        return NOT_STORED
    if code == FAULT:
        return BLAMED
    return (
        f"The file is damaged, or reading it needs more than {amount(limits.parse_memory_bytes)} "
        "of memory. Keep only the columns that you need, or write it again as CSV."
    )


def _too_slow(limits: Limits) -> str:
    allowed = counted(limits.parse_seconds, "second")
    return (
        f"Reading the file took longer than {allowed} and was stopped. "
        "Save it as Parquet, keep only the columns that you need, or upload a sample of the rows."
    )
