"""The child process that reads one upload and limits itself first.

Run as `python -m costdash.intake.process.worker`. The request is one JSON object on standard
input: path (null: the table stored before), size (of a file that is still arriving; null: it is
complete), folder, roles (null: guess), ask (false: build the sample from the guess), name, limits,
analysis (null: none). The results are written to the folder: table.arrow, predictions/, analysis/,
outcome.json, and progress.json meanwhile. One byte on standard output says that all is written.
"""

import json
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa

from costdash.core.analysis.analyse import analyse
from costdash.core.analysis.analysis import Analysis
from costdash.core.sample.predictions import Predictions, ScoredRows
from costdash.intake.api import labelled_rows
from costdash.intake.columns.infer import guess
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import Guess, Roles
from costdash.intake.errors import IntakeError, shown
from costdash.intake.formats.read import (
    NOT_STORED,
    TOO_BIG,
    Read,
    no_room_left,
    read_file,
    read_frame,
)
from costdash.intake.formats.streaming import StalledError, read_growing
from costdash.intake.limits import Limits
from costdash.intake.process.client import BUG, NO_ROOM, PROGRESS, STALLED
from costdash.intake.process.outcome import OUTCOME, Outcome, describe_columns, write_json
from costdash.intake.process.warm_worker import DONE, PATIENCE
from costdash.intake.rows.checks import class_column_aucs, model_aucs, score_warnings
from costdash.intake.storage.analysis import analysis_key, save_analysis
from costdash.intake.storage.arrays import checksum
from costdash.intake.storage.predictions import save_predictions

TABLE, PREDICTIONS, ANALYSIS = "table.arrow", "predictions", "analysis"
TABLE_CHECKSUM = "table.json"
THREADS = 2
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
    for what, most in bounds.items():
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, hard))
    pa.set_cpu_count(THREADS)
    pa.set_io_thread_count(1)


def work(request: dict[str, Any]) -> Outcome:
    """Reads the file of a request. Every failure that the file causes is an outcome."""
    folder, limits = Path(request["folder"]), Limits(**request["limits"])
    name = shown(request["name"])
    given = Roles.of(request["roles"] or {})
    about: dict[str, Any] = {}
    found = Guess(given)
    try:
        _progress(folder, "Reading the file")
        read = _read_table(request["path"], request["size"], folder, limits)
        pa.default_memory_pool().release_unused()
        columns = tuple(describe_columns(read.columns))
        about = {"rows_read": read.columns.rows, "columns": columns}
        _progress(folder, "Looking at the columns")
        found = guess(read.columns, given, limits)
        if request["ask"] and not found.certain:
            return _outcome("choose", [*read.notes, *found.notes], about, found, name)
        _progress(folder, "Checking the rows")
        scored, details, messages = labelled_rows(read, found)
        del read  # frees its memory for the analysis
        _progress(folder, "Drawing the curves")
        predictions = scored.complete()
        analysis, aucs = _analyse(scored, predictions, request.get("analysis"))
        aucs |= class_column_aucs(details["multiclass"])
        messages += score_warnings(predictions, aucs)
        save_predictions(folder / PREDICTIONS, scored, details | {"messages": messages})
        _store_analysis(folder, analysis, request.get("analysis"))
    except IntakeError as error:
        return _outcome("error", [str(error)], about, found, name)
    except MemoryError:
        return Outcome("error", (TOO_BIG,), name=name)
    except OSError:
        return Outcome("error", (NOT_STORED,), name=name)
    status = "warning" if messages else "ok"
    models = {name: {"auc": float(auc)} for name, auc in aucs.items()}
    sample = {"rows": predictions.rows, "positives": predictions.positives, "models": models}
    return _outcome(status, messages, about | sample, found, name)


def _outcome(
    status: str, messages: list[str], about: dict[str, Any], found: Guess, name: str
) -> Outcome:
    return Outcome(
        status,
        messages=tuple(messages),
        questions=tuple(found.questions),
        roles=found.roles,
        reasons=found.reasons,
        name=name,
        **about,
    )


def _analyse(
    scored: ScoredRows, predictions: Predictions, settings: dict[str, int] | None
) -> tuple[Analysis | None, dict[str, float]]:
    """The analysis while the rows are in memory, and the AUC of each model.

    The analysis is None if it is not requested or would take too long or too much memory here.
    """
    if settings is not None and scored.rows * len(scored.scores) <= MOST_ANALYSED:
        with suppress(MemoryError):
            analysis = analyse(scored, n_replicates=settings["n_replicates"], seed=settings["seed"])
            return analysis, {model.name: model.auc for model in analysis.models.values()}
    return None, model_aucs(predictions)


def _store_analysis(
    folder: Path, analysis: Analysis | None, settings: dict[str, int] | None
) -> None:
    if analysis is None or settings is None:
        return
    with suppress(OSError):  # it is then computed again on request
        save_analysis(folder / ANALYSIS, analysis, analysis_key(folder / PREDICTIONS, **settings))


def _read_table(path: str | None, size: int | None, folder: Path, limits: Limits) -> Read:
    """The table of a new file, which is then stored, or the table stored before."""
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
        read = read_frame(growing[0], limits, growing[1])
    else:
        read = read_file(Path(path), limits, scratch=folder)
    part = stored.with_name(f"{TABLE}.part")
    table = read.columns.table.replace_schema_metadata({"notes": json.dumps(read.notes)})
    with pa.OSFile(str(part), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    write_json(folder / TABLE_CHECKSUM, {"sha256": checksum(part)})
    os.replace(part, stored)
    return read


def _progress(folder: Path, stage: str) -> None:
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
        return NO_ROOM
    except StalledError:
        return STALLED
    except Exception:  # a failure that the file causes is an outcome already
        return 1 if no_room_left() else BUG
    os.write(sys.stdout.fileno(), DONE)
    return 0


if __name__ == "__main__":
    os._exit(main())  # the kernel frees memory faster than Python does
