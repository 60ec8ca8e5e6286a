"""Runs the faults, prints each outcome and writes benchmarks/results/faults.md.

With --only the rows of the other faults stay in the table as they are.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from benchmarks.faults import clock
from benchmarks.faults.catalog import (
    CLOCK,
    FAULTS,
    PLAIN,
    QUOTA,
    SHORT,
    SMALL_DISK,
    Fault,
)
from benchmarks.faults.scene import Scene
from benchmarks.load import table
from benchmarks.team_server import Team

GROUPS = ("workers", "disks", "redis", "clock", "lines", "datasets")  # modules with faults
for group in GROUPS:
    import_module(f"{__package__}.{group}")
RESULTS = Path(__file__).parents[1] / "results" / "faults.md"
HELP = "faults on the processes of a team's server: proxy, two workers, redis"
SURVIVED, FAILED = "survived", "**failed**"
ROW = re.compile(r"^\| (.+?) \| (.+?) \| (survived|\*\*failed\*\*) \| (.+) \|$", re.MULTILINE)
ENVIRONMENTS = {
    PLAIN: {},
    SHORT: {"COSTDASH_PARSE_SECONDS": "8", "COSTDASH_JOB_SECONDS": "8"},
    SMALL_DISK: {},
    CLOCK: {},
    QUOTA: {"COSTDASH_TOTAL_BYTES": "60000000"},
}
SMALL = "size=80m,nr_inodes=600,mode=700"  # of the file system for SMALL_DISK


class Outcome(NamedTuple):
    fault: Fault
    passed: bool
    figure: str
    seconds: float


def main(arguments: list[str]) -> int:
    ask = argparse.ArgumentParser(prog="python -m benchmarks faults", description=HELP)
    ask.add_argument("--only", default="", help="faults whose group or name contains this text")
    ask.add_argument("--list", action="store_true", help="print the names and stop")
    ask.add_argument("--output", type=Path, default=RESULTS, help="where the table is written")
    asked = ask.parse_args(arguments)
    chosen = [f for f in FAULTS if asked.only in f.name or asked.only == f.group]
    if asked.list:
        print("\n".join(f"{f.group}: {f.name}" for f in chosen))
        return 0
    outcomes = [outcome for setup in ENVIRONMENTS for outcome in _run_setup(setup, chosen)]
    survived = sum(outcome.passed for outcome in outcomes)
    print(f"{survived} of {len(outcomes)} survived")
    asked.output.write_text(page(list((earlier(asked.output) | by_name(outcomes)).values())))
    return 0 if survived == len(outcomes) else 1


def _run_setup(setup: str, chosen: list[Fault]) -> Iterator[Outcome]:
    """Runs the faults of one set-up on one server."""
    faults = [fault for fault in chosen if fault.setup == setup]
    if not faults:
        return
    with started(setup) as team:
        for fault in faults:
            outcome = outcome_of(fault, team)
            word = SURVIVED if outcome.passed else FAILED
            print(
                f"{word} {fault.group}: {fault.name}: {outcome.figure} [{outcome.seconds:.0f} s]",
                flush=True,
            )
            yield outcome


@contextmanager
def started(setup: str) -> Iterator[Team]:
    """A team's server; its folder is deleted afterwards."""
    folder = Path(mkdtemp(prefix="costdash-faults-"))
    data = folder / "data"
    if setup == SMALL_DISK:
        data.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", SMALL, "none", data], check=True)
    try:
        environment = clock.environment(folder) if setup == CLOCK else ENVIRONMENTS[setup]
        with Team(folder, **environment) as team:
            yield team
    finally:
        if setup == SMALL_DISK:
            subprocess.run(["umount", "-l", data], check=True)
        shutil.rmtree(folder, ignore_errors=True)


def outcome_of(fault: Fault, team: Team) -> Outcome:
    """Runs one fault; afterwards a newcomer must be served, and the log hold no exception."""
    scene, began, before = Scene(team), time.monotonic(), len(team.served.log())
    try:
        figure, passed = fault.run(scene), True
        team.wait_until_healthy()
        newcomer = scene.visit()
        answer, notice = newcomer.settle(newcomer.upload_and_draw(table(60, 1)), prior=0.2)
        assert answer, notice
        log = team.served.log()[before:]
        assert "while answering" not in log, log[log.index("while answering") - 40 :][:3000]
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        figure, passed = f"{type(error).__name__}: {str(error)[:300]}", False
    with suppress(Exception):
        scene.close()
    return Outcome(fault, passed, figure, time.monotonic() - began)


def by_name(outcomes: Iterable[Outcome]) -> dict[str, Outcome]:
    return {outcome.fault.name: outcome for outcome in outcomes}


def earlier(table: Path) -> dict[str, Outcome]:
    """The outcomes in a table, of the faults that are still in the script."""
    rows = ROW.findall(table.read_text()) if table.exists() else []
    faults = {fault.name: fault for fault in FAULTS}
    return by_name(
        Outcome(faults[name], word == SURVIVED, figure, 0)
        for name, _, word, figure in rows
        if name in faults
    )


def page(outcomes: list[Outcome]) -> str:
    """The table in Markdown, in the order of the script."""
    outcomes = sorted(outcomes, key=lambda outcome: FAULTS.index(outcome.fault))
    survived = sum(outcome.passed for outcome in outcomes)
    day = time.strftime("%-d %B %Y")
    lines = [
        f"`python -m benchmarks faults`: faults on a proxy (nginx), two workers (gunicorn) and "
        f"redis, as processes on one machine. {day}, {os.cpu_count()} processors that others used "
        f"as well. {survived} of {len(outcomes)} survived.",
        "",
        "After each fault a newcomer uploads a file and is answered, and the log of the workers "
        "holds no exception. Times are those of a busy machine.",
    ]
    group = ""
    for fault, passed, figure, _ in outcomes:
        if fault.group != group:
            group = fault.group
            lines += ["", f"## {group.replace('_', ' ').capitalize()}", ""]
            lines += [
                "| fault | what must follow | outcome | figure |",
                "| --- | --- | --- | --- |",
            ]
        word = SURVIVED if passed else FAILED
        cells = (fault.name, fault.expects, word, figure.replace("|", "/").replace("\n", " "))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
