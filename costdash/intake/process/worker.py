"""Reads an upload in a process of its own, which limits itself: python -m costdash.intake.process.worker.

The request is one JSON object on standard input: path (null: the table kept before), size (of a
file that is still arriving; null: it is whole), folder, roles (null: guess), ask (false: draw by
the guess), name, limits, analysis (null: none). What comes of it is written to the folder:
table.arrow, predictions/, analysis/, outcome.json, and progress.json on the way. One byte on
standard output says that all is there.
"""

import json
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pyarrow as pa

from costdash.core.analysis.analyse import analyse
from costdash.core.analysis.analysis import Analysis
from costdash.core.sample.predictions import ScoredRows
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
from costdash.intake.process.client import FAULT, LATE, NO_ROOM, PROGRESS
from costdash.intake.process.outcome import OUTCOME, Outcome, describe, write_json
from costdash.intake.process.warm_worker import DONE, PATIENCE
from costdash.intake.rows.checks import class_column_aucs, model_aucs, score_warnings
from costdash.intake.storage.analysis import save_analysis, state_of
from costdash.intake.storage.predictions import save_predictions

TABLE, PREDICTIONS, ANALYSIS = "table.arrow", "predictions", "analysis"
THREADS = 2
MOST_ANALYSED = 20_000_000  # scores: more might outlast the time there is for reading


class NoPandas:
    """pyarrow would load it in the middle of the work, where nobody needs it."""

    def find_spec(self, name, path=None, target=None):
        if name == "pandas":
            raise ModuleNotFoundError(name)


def fence(limits: Limits) -> None:
    """Bounds this process: address space, processor time, size of a file, no core dump."""
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


def work(request: dict) -> Outcome:
    """Does what is asked; every failure of the file is an outcome, not an exception."""
    folder, limits = Path(request["folder"]), Limits(**request["limits"])
    name = shown(request["name"])
    given = Roles.of(request["roles"] or {})
    about, found = {}, Guess(given)
    try:
        _progress(folder, "Reading the file")
        read = _table(request["path"], request["size"], folder, limits)
        pa.default_memory_pool().release_unused()
        about = {"rows_read": read.columns.rows, "columns": tuple(describe(read.columns))}
        _progress(folder, "Looking at the columns")
        found = guess(read.columns, given, limits)
        if request["ask"] and not found.certain:
            return _outcome("choose", [*read.notes, *found.notes], about, found, name)
        _progress(folder, "Checking the rows")
        scored, said, messages = labelled_rows(read, found)
        del read  # its memory is needed
        _progress(folder, "Drawing the curves")
        how = request.get("analysis")
        predictions = scored.complete()
        analysis = _analysis(scored, how)
        area = (
            {m.name: m.auc for m in analysis.models.values()}
            if analysis
            else model_aucs(predictions)
        )
        area |= class_column_aucs(said["multiclass"])
        messages += score_warnings(predictions, area)
        save_predictions(folder / PREDICTIONS, scored, said | {"messages": messages})
        if analysis:
            with suppress(OSError):  # then it is made again when it is asked for
                save_analysis(folder / ANALYSIS, analysis, state_of(folder / PREDICTIONS, **how))
    except IntakeError as error:
        return _outcome("error", [str(error)], about, found, name)
    except MemoryError:
        return Outcome("error", (TOO_BIG,), name=name)
    except OSError:
        return Outcome("error", (NOT_STORED,), name=name)
    status = "warning" if messages else "ok"
    models = {name: {"auc": float(auc)} for name, auc in area.items()}
    drawn = {"rows": predictions.rows, "positives": predictions.positives, "models": models}
    return _outcome(status, messages, about | drawn, found, name)


def _outcome(status, messages, about: dict, found: Guess, name: str) -> Outcome:
    return Outcome(
        status,
        messages=tuple(messages),
        questions=tuple(found.questions),
        roles=found.roles,
        reasons=found.reasons,
        name=name,
        **about,
    )


def _analysis(scored: ScoredRows, how: dict | None) -> Analysis | None:
    """While the rows are at hand; None where it is not asked for or would be too much here."""
    if how is None or scored.rows * len(scored.scores) > MOST_ANALYSED:
        return None
    with suppress(MemoryError):
        return analyse(scored, **how)
    return None


def _table(path: str | None, size: int | None, folder: Path, limits: Limits) -> Read:
    """The table of a new file, which is kept, or the one kept before."""
    kept = folder / TABLE
    if path is None:
        try:
            with pa.OSFile(str(kept)) as file:
                table = pa.ipc.open_file(file).read_all()
        except (OSError, pa.ArrowInvalid):
            raise IntakeError("The file is not here any more. Upload it again.") from None
        notes = json.loads(table.schema.metadata[b"notes"])
        return Read(Columns(table), tuple(notes))
    arrived = read_growing(Path(path), size, limits) if size else None
    if arrived:
        read = read_frame(arrived[0], limits, arrived[1])
    else:
        read = read_file(Path(path), limits, scratch=folder)
    part = kept.with_name(f"{TABLE}.part")
    table = read.columns.table.replace_schema_metadata({"notes": json.dumps(read.notes)})
    with pa.OSFile(str(part), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    os.replace(part, kept)
    return read


def _progress(folder: Path, stage: str) -> None:
    write_json(folder / PROGRESS, {"stage": stage})


def main() -> int:
    sys.meta_path.insert(0, NoPandas())
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
        return LATE
    except Exception:  # what the file is to blame for is an outcome already
        return 1 if no_room_left() else FAULT
    os.write(sys.stdout.fileno(), DONE)
    return 0


if __name__ == "__main__":
    os._exit(main())  # the kernel clears away faster than Python does
