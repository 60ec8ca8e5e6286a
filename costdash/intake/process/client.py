"""The parent's side of reading an upload: starts the child process, waits, and turns its end
into an outcome.

Whatever happens to the child, a signal included, becomes one sentence.
"""

import json
import selectors
import signal
import threading
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from costdash.intake.columns.roles import Roles
from costdash.intake.formats.read import NOT_STORED
from costdash.intake.limits import Limits, amount
from costdash.intake.process import warm_worker
from costdash.intake.process.counted import countable
from costdash.intake.process.outcome import OUTCOME, Outcome, read_outcome
from costdash.intake.storage.disk_quota import DiskQuota
from costdash.wording import counted

CANCEL = "cancel"
PROGRESS = "progress.json"
# Exit codes of the child: the outcome could not be written, the file did not arrive, a bug.
OVER_QUOTA, STALLED, BUG = 3, 4, 5
OUT_OF_MEMORY = (1, -signal.SIGABRT)  # codes of a child that memory failed
BUG_SENTENCE = (
    "costdash failed on this file, which may be a fault of costdash. Save the table as CSV and "
    "upload that; if this fails as well, tell whoever runs costdash."
)
BUSY = (
    "The machine is busy with other work, and reading the file was stopped. The file may be right: "
    "try again later."
)
CHECK_INTERVAL = 0.05  # s
LONG = 2  # s after which a reading lets others go first
GiveWay = Callable[[], bool]


def at_once() -> bool:
    """Nobody else waits for this reader."""
    return True


def parse(
    path: Path | None,
    folder: Path,
    roles: Roles | None = None,
    shown_name: str = "",
    limits: Limits | None = None,
    ask: bool = True,
    analysis: dict[str, int] | None = None,
    size: int | None = None,
    disk_quota: DiskQuota | None = None,
    give_way: GiveWay = at_once,
) -> Outcome | None:
    """Reads a file into a folder, where load_predictions(folder / "predictions") finds it.

    With path None the table that the folder holds is read again with other roles. Without ask
    the sample is built from the guess, and the questions are among the messages. With `analysis`
    (n_replicates and seed) the analysis is computed and stored there as well.

    A Parquet or CSV file that does not fit into memory is counted by DuckDB, if that is installed.

    With `size` the file is still being written and will have so many bytes. The result is None
    if they do not arrive in time; the file must then be read when it is complete.

    With `disk_quota` everything is reserved before it is written; `refused(folder)` is then the
    number of bytes for which there was no room.

    A reading that takes longer than LONG gets the lowest priority and calls `give_way` until it
    is true.

    Never raises for what is in the file. A file that cannot be read leaves earlier predictions.
    """
    limits = limits or Limits.from_environment()
    try:
        if not folder.is_dir():  # it is never created here: a deleted data set stays deleted
            return Outcome("error", (NOT_STORED,), name=shown_name)
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
        "disk_quota": None
        if disk_quota is None
        else asdict(disk_quota) | {"sets": str(disk_quota.sets.resolve())},
    }
    code = _run(request, folder, limits, give_way)
    outcome = None if code else read_outcome(folder)
    if path is not None and _is_too_large(code, outcome) and countable(path):
        if not _is_complete(path, size):
            code = STALLED
        else:
            outcome = _counted(request, folder, limits, give_way) or outcome
    for leftover in (*folder.glob("*.part"), folder / PROGRESS):
        leftover.unlink(missing_ok=True)
    if code == STALLED:
        return None
    failure = code if isinstance(code, str) else _exit_sentence(code, limits)
    return outcome or Outcome("error", (failure,), name=shown_name)


def _is_too_large(code: str | int, outcome: Outcome | None) -> bool:
    """Whether the file may be valid, but too large to be read into memory."""
    return code in OUT_OF_MEMORY or bool(outcome and outcome.too_large)


def _is_complete(path: Path, size: int | None) -> bool:
    return size is None or path.stat().st_size >= size


def _counted(
    request: dict[str, Any], folder: Path, limits: Limits, give_way: GiveWay
) -> Outcome | None:
    """The outcome of an engine that counts the rows; None if its process failed."""
    (folder / OUTCOME).unlink(missing_ok=True)
    code = _run(request | {"count": True}, folder, limits, give_way)
    return None if code else read_outcome(folder)


def cancel(folder: Path) -> None:
    """Ends the parse that works on this folder, whichever process started it."""
    (folder / CANCEL).touch()


def progress(folder: Path) -> str | None:
    """The current step of a parse, in a few words; None if no parse is running."""
    try:
        stage: str = json.loads((folder / PROGRESS).read_text(encoding="utf-8"))["stage"]
        return stage
    except (OSError, ValueError, KeyError):
        return None


def check(path: Path | str, shown_name: str | None = None, **roles: Any) -> dict[str, Any]:
    """What an upload of this file would say: status, messages, rows, positives, models' AUC, and
    what its columns were read as.

    roles are those of read_predictions.
    """
    path, given = Path(path), Roles.given(**roles)
    with TemporaryDirectory(prefix="costdash-") as folder:
        outcome = parse(path, Path(folder), given, shown_name or path.name, ask=False)
    assert outcome is not None  # only a file that is still arriving has none
    return {
        "status": outcome.status,
        "messages": list(outcome.messages),
        "rows": outcome.rows,
        "positives": outcome.positives,
        "models": dict(outcome.models),
        "read_as": outcome.read_as,
    }


def _run(request: dict[str, Any], folder: Path, limits: Limits, give_way: GiveWay) -> str | int:
    """The sentence for why the child was ended, or its exit code; 0 once it reports completion."""
    child = warm_worker.take()
    assert child.stdin is not None  # a pipe
    assert child.stdout is not None
    deadline = warm_worker.Deadline(child, limits.parse_seconds)
    is_long = is_aside = False
    try:
        child.stdin.write(json.dumps(request).encode())
        child.stdin.close()
    except BrokenPipeError:
        pass  # it ended at once, and its exit code says why
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        while not selector.select(CHECK_INTERVAL):
            if (folder / CANCEL).exists() or not folder.exists():
                warm_worker.kill_child(child)
                return "Reading the file was cancelled."
            if not is_long and deadline.passed() > LONG:
                is_long = True
                warm_worker.lower_priority(child)
            if is_long and not is_aside:
                is_aside = give_way()
            if deadline.is_over():
                warm_worker.kill_child(child)
                return BUSY if deadline.is_starved() else _timeout_sentence(limits)
    done = child.stdout.read(1) == warm_worker.DONE
    child.stdout.close()
    if done:
        threading.Thread(target=child.wait, daemon=True).start()  # its exit takes a while
        return 0
    return child.wait()


def _exit_sentence(code: int, limits: Limits) -> str:
    """The sentence for an exit code; a negative one is the signal that ended the process."""
    if code == -signal.SIGXCPU:
        return _timeout_sentence(limits)
    if code == OVER_QUOTA:
        return NOT_STORED
    if code == BUG:
        return BUG_SENTENCE
    return (
        f"The file is damaged, or reading it needs more than {amount(limits.parse_memory_bytes)} "
        "of memory. Keep only the columns that you need, or write it again as CSV."
    )


def _timeout_sentence(limits: Limits) -> str:
    allowed = counted(limits.parse_seconds, "second")
    return (
        f"Reading the file took longer than {allowed} and was stopped. "
        "Save it as Parquet, keep only the columns that you need, or upload a sample of the rows."
    )
