"""The child process that reads one upload and limits itself first.

Run as `python -m costdash.intake.process.worker`. The request is one JSON object on standard
input: path (null: the table stored before), size (of a file that is still arriving; null: it is
complete), folder, roles (null: guess), ask (false: build the sample from the guess), name, limits,
analysis (null: none), disk_quota (null; null: none), count (true: let an engine count the rows).
The results are written to the folder: table.arrow, predictions/, analysis/, outcome.json, and
progress.json meanwhile. One byte on standard output says that all is written.
"""

import json
import os
import resource
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from costdash.core.analysis.analyse import analyse, analyse_curves
from costdash.core.analysis.analysis import Analysis
from costdash.core.sample.predictions import Predictions, ScoredRows
from costdash.intake.api import as_rows, labelled_rows
from costdash.intake.columns.chosen import chosen_columns
from costdash.intake.columns.infer import guess
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import DELETE, Guess, Roles
from costdash.intake.engines.columns import first_columns
from costdash.intake.engines.reduce_table import reduce_table
from costdash.intake.engines.source import engine_errors
from costdash.intake.errors import EngineError, IntakeError, TooLargeError, shown
from costdash.intake.formats.read import (
    NOT_STORED,
    TOO_BIG,
    Read,
    disk_is_full,
    read_file,
    read_frame,
)
from costdash.intake.formats.streaming import StalledError, read_growing
from costdash.intake.limits import Limits
from costdash.intake.process.client import BUG, OVER_QUOTA, PROGRESS, STALLED
from costdash.intake.process.counted import (
    COUNTED,
    is_counted,
    open_counted,
    store_table,
)
from costdash.intake.process.outcome import OUTCOME, Outcome, describe_columns, write_json
from costdash.intake.process.warm_worker import DONE, PATIENCE, set_limits
from costdash.intake.rows.checks import class_column_aucs, model_aucs, score_warnings
from costdash.intake.storage.analysis import analysis_key, save_analysis, save_curves
from costdash.intake.storage.arrays import checksum
from costdash.intake.storage.disk_quota import (
    SMALL_FILES,
    DiskQuota,
    OverQuotaError,
    Reserve,
    no_limit,
)
from costdash.intake.storage.predictions import save_predictions

TABLE, PREDICTIONS, ANALYSIS = "table.arrow", "predictions", "analysis"
PACKED = (b"\x1f\x8b", b"PK")  # first bytes of gzip and zip
TABLE_CHECKSUM = "table.json"
DISK_FULL_MESSAGE = (
    "There is no room on the server for what this file unpacks to. Delete a data set that you no "
    "longer need, or keep only the columns that you need."
)
NOT_DELETED = (
    "An engine counts the rows of this file where it is stored, so its other columns cannot be "
    "deleted. Delete the data set, or upload a file without these columns."
)
THREADS = 2
PARENT = os.getppid()
SMALL = 20_000  # scores: so many are analysed with their bands before anything is drawn
MOST_ANALYSED = 20_000_000  # scores: with more the analysis might exceed the time limit


class BlockPandas:
    """An import hook that stops pyarrow from loading pandas, which takes time and is not needed."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == "pandas":
            raise ModuleNotFoundError(name)


def fence(limits: Limits) -> None:
    """Limits this process: address space, processor time, size of a file, no core dump."""
    bounds = {
        resource.RLIMIT_AS: limits.parse_memory_bytes,
        resource.RLIMIT_CPU: THREADS * limits.parse_seconds,
        resource.RLIMIT_FSIZE: 2 * limits.inflated_bytes,
        resource.RLIMIT_CORE: 0,
    }
    set_limits(bounds)
    pa.set_cpu_count(THREADS)
    pa.set_io_thread_count(1)


@dataclass(slots=True)
class _Job:
    """A request, and the results for its file so far."""

    request: dict[str, Any]
    folder: Path
    limits: Limits
    given: Roles
    name: str
    reserve: Reserve
    guess: Guess
    about: dict[str, Any]

    @classmethod
    def of(cls, request: dict[str, Any]) -> "_Job":
        folder, disk_quota = Path(request["folder"]), _quota_of(request)
        given = Roles.of(request["roles"] or {})
        return cls(
            request,
            folder,
            Limits(**request["limits"]),
            given,
            shown(request["name"]),
            partial(disk_quota.reserve, folder) if disk_quota else no_limit,
            Guess(given),
            {},
        )

    def outcome(self, status: str, messages: Sequence[str], too_large: bool = False) -> Outcome:
        return Outcome(
            status,
            messages=tuple(messages),
            questions=tuple(self.guess.questions),
            roles=self.guess.roles,
            reasons=self.guess.reasons,
            name=self.name,
            too_large=too_large,
            **self.about,
        )

    def built(self, sample: Predictions, aucs: dict[str, float], messages: list[str]) -> Outcome:
        models = {name: {"auc": float(auc)} for name, auc in aucs.items()}
        rows = sample.rows if sample.groups is None else sample.groups.rows
        self.about |= {"rows": rows, "positives": sample.positives, "models": models}
        return self.outcome("warning" if messages else "ok", messages)


def work(request: dict[str, Any]) -> Outcome:
    """Reads the file of a request. Every failure that the file causes is an outcome."""
    job = _Job.of(request)
    counted_before = request["path"] is None and is_counted(job.folder / TABLE_CHECKSUM)
    try:
        if counted_before or request.get("count"):
            return _count(job)
        return _read(job)
    except EngineError:  # its message may name folders of the server
        return job.outcome("error", [TOO_BIG])
    except IntakeError as error:
        return job.outcome("error", [str(error)], isinstance(error, TooLargeError))
    except OverQuotaError:
        return Outcome("error", (DISK_FULL_MESSAGE,), name=job.name)
    except MemoryError:
        return Outcome("error", (TOO_BIG,), name=job.name, too_large=True)
    except OSError:
        return Outcome("error", (NOT_STORED,), name=job.name)


def _read(job: _Job) -> Outcome:
    """Reads all rows into memory."""
    request, folder, limits = job.request, job.folder, job.limits
    _progress(folder, "Reading the file")
    read = _read_table(request["path"], request["size"], folder, limits, _quota_of(request))
    pa.default_memory_pool().release_unused()
    with _storing(read, job):
        whole = read
        read, given = as_rows(whole, job.given, limits)
        is_whole = read is whole
        del whole
        columns = tuple(describe_columns(read.columns))
        job.about = {"rows_read": read.columns.rows, "columns": columns}
        _progress(folder, "Looking at the columns")
        job.guess = guess(read.columns, given, limits)
    if request["ask"] and not job.guess.certain:
        return job.outcome("choose", [*read.notes, *job.guess.notes])
    if is_whole and job.guess.roles.others == DELETE:
        read = _without_others(read, job)
    _progress(folder, "Checking the rows")
    scored, details, messages = labelled_rows(read, job.guess, choices=True)
    del read  # frees its memory for the analysis
    _progress(folder, "Drawing the curves")
    predictions = scored.complete()
    analysis, aucs = _analyse(scored, predictions, request.get("analysis"))
    aucs |= class_column_aucs(details["multiclass"])
    messages += score_warnings(predictions, aucs)
    job.about["read_as"] = details["read_as"]
    details |= {"messages": messages, "single_rows": is_whole and job.guess.roles.model is None}
    save_predictions(folder / PREDICTIONS, scored, details, job.reserve)
    _store_analysis(folder, analysis, request.get("analysis"), job.reserve)
    return job.built(predictions, aucs, messages)


def _without_others(read: Read, job: _Job) -> Read:
    """The columns with a role, which from now on are all that is stored of the file."""
    names = chosen_columns(read.columns, job.guess.roles)
    if len(names) == len(read.columns.names):
        return read
    table = read.columns.table.select(names)
    chosen = replace(read, columns=Columns(table))
    _store_table(chosen, job.folder, _quota_of(job.request))
    job.about["columns"] = tuple(describe_columns(chosen.columns))
    return chosen


def _count(job: _Job) -> Outcome:
    """Lets an engine count the rows, of a new file or of the file that is stored."""
    request, folder, limits = job.request, job.folder, job.limits
    if job.given.others == DELETE:
        raise IntakeError(NOT_DELETED)
    stored, about = folder / TABLE, folder / TABLE_CHECKSUM
    if request["path"] is not None:
        _progress(folder, "Reading the file")
        store_table(Path(request["path"]), stored, about, limits, _quota_of(request))
    _progress(folder, "Counting the rows")
    table = open_counted(stored, about, job.name, limits)
    with engine_errors(table.engine):
        columns = first_columns(table, limits)
        job.about = {"rows_read": table.rows.count().to_pyarrow().as_py()}
    job.about["columns"] = tuple(describe_columns(columns))
    job.guess = guess(columns, job.given, limits)
    if request["ask"] and not job.guess.certain:
        return job.outcome("choose", [*table.notes, *job.guess.notes])
    counted = reduce_table(table, job.given, limits)
    job.guess = counted.guess
    _progress(folder, "Drawing the curves")
    sample, messages = counted.predictions, [COUNTED, *counted.messages]
    analysis, aucs = _analyse(sample, sample, request.get("analysis"))
    job.about["read_as"] = counted.details["read_as"]
    details = counted.details | {"messages": messages}
    save_predictions(folder / PREDICTIONS, sample, details, job.reserve)
    _store_analysis(folder, analysis, request.get("analysis"), job.reserve)
    return job.built(sample, aucs, messages)


def _analyse(
    scored: ScoredRows, predictions: Predictions, settings: dict[str, int] | None
) -> tuple[Analysis | None, dict[str, float]]:
    """The analysis while the rows are in memory, and the AUC of each model.

    Of more than SMALL scores it has no bands: the page draws curves and decision before them. The
    analysis is None if it is not requested or would take too long or too much memory here.
    """
    n_scores = scored.rows * len(scored.scores)
    if settings is not None and n_scores <= MOST_ANALYSED:
        with suppress(MemoryError):
            analysed = analyse if n_scores <= SMALL else analyse_curves
            analysis = analysed(scored, **settings)
            return analysis, {model.name: model.auc for model in analysis.models.values()}
    return None, model_aucs(predictions)


def _store_analysis(
    folder: Path, analysis: Analysis | None, settings: dict[str, int] | None, reserve: Reserve
) -> None:
    if analysis is None or settings is None:
        return
    with suppress(OSError, OverQuotaError):  # it is then computed again on request
        key = analysis_key(folder / PREDICTIONS, **settings)
        save = save_analysis if analysis.resampled else save_curves
        save(folder / ANALYSIS, analysis, key, reserve)


def _read_table(
    path: str | None, size: int | None, folder: Path, limits: Limits, disk_quota: DiskQuota | None
) -> Read:
    """The table of a new file, or the table stored before."""
    stored = folder / TABLE
    if path is None:
        try:
            expected = json.loads((folder / TABLE_CHECKSUM).read_text(encoding="utf-8"))
            if checksum(stored) != expected["sha256"]:
                raise IntakeError("The stored file is damaged. Upload it again.")
            with pa.OSFile(str(stored)) as file:
                table = pa.ipc.open_file(file).read_all()
        except (OSError, ValueError, KeyError, TypeError):  # pa.ArrowInvalid is a ValueError
            raise IntakeError("The file is not stored here any more. Upload it again.") from None
        notes = json.loads(table.schema.metadata[b"notes"])
        return Read(Columns(table), tuple(notes))
    growing = read_growing(Path(path), size, limits) if size else None
    if growing:
        return read_frame(growing[0], limits, growing[1])
    return _read_within(disk_quota, Path(path), folder, limits)


@contextmanager
def _storing(read: Read, job: _Job) -> Iterator[None]:
    """Stores the table of a new file on another processor, while the block runs."""
    if job.request["path"] is None:  # it is stored
        yield
        return
    with ThreadPoolExecutor(1) as pool:
        stored = pool.submit(_store_table, read, job.folder, _quota_of(job.request))
        yield
        stored.result()


def _store_table(read: Read, folder: Path, disk_quota: DiskQuota | None) -> None:
    """Stores the table in place of what was stored before."""
    stored = folder / TABLE
    temporary = stored.with_name(f"{TABLE}.part")
    table = read.columns.table.replace_schema_metadata({"notes": json.dumps(read.notes)})
    if disk_quota:
        disk_quota.reserve(folder, table.nbytes + table.nbytes // 8 + SMALL_FILES)
    with pa.OSFile(str(temporary), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    write_json(folder / TABLE_CHECKSUM, {"sha256": checksum(temporary)})
    os.replace(temporary, stored)


def _read_within(disk_quota: DiskQuota | None, path: Path, folder: Path, limits: Limits) -> Read:
    """Reads a complete file; what it unpacks to may not exceed the free room.

    Directories and footers of files say how much that is before anything is unpacked.
    """
    if disk_quota is None:
        return read_file(path, limits, scratch=folder)
    with path.open("rb") as file:
        is_packed = file.read(2) in PACKED
    granted = disk_quota.reserve_at_most(folder, limits.inflated_bytes)
    if not is_packed:  # no copy is unpacked to the disk
        disk_quota.give_back(folder, granted)
    try:
        return read_file(path, replace(limits, inflated_bytes=max(granted, 1)), scratch=folder)
    finally:
        if is_packed:
            disk_quota.give_back(folder, granted)


def _quota_of(request: dict[str, Any]) -> DiskQuota | None:
    disk_quota = request.get("disk_quota")
    return disk_quota and DiskQuota(**disk_quota | {"sets": Path(disk_quota["sets"])})


def _progress(folder: Path, stage: str) -> None:
    if os.getppid() != PARENT:  # the server was killed: nobody waits for the outcome
        os._exit(BUG)
    write_json(folder / PROGRESS, {"stage": stage})


def main() -> int:
    """Handles one request; returns the exit code."""
    sys.meta_path.insert(0, BlockPandas())
    signal.alarm(PATIENCE)
    request = json.load(sys.stdin)
    signal.alarm(0)
    os.chdir(request["folder"])
    fence(Limits(**request["limits"]))
    try:
        write_json(Path(request["folder"]) / OUTCOME, work(request).as_json())
    except MemoryError:
        return 1
    except OSError:
        return OVER_QUOTA
    except StalledError:
        return STALLED
    except Exception:  # a failure that the file causes is an outcome already
        return 1 if disk_is_full() else BUG
    os.write(sys.stdout.fileno(), DONE)
    return 0


if __name__ == "__main__":
    os._exit(main())  # the kernel frees memory faster than Python does
