"""Every claim of speed, measured against a peer: python -m benchmarks [row ...]."""

import os
import platform
import sys
from collections.abc import Sequence
from datetime import date
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from benchmarks.measure import Row

ROWS = ("counting", "resampling", "dragging", "uploading", "first_drawing", "growth")
RESULTS = Path(__file__).parent / "results" / "speed.md"
PEERS = ("numpy", "scikit-learn", "pyarrow", "dash", "plotly")
HEAD = ("what", "costdash", "beside", "result", "at least", "aim", "")


def main(arguments: Sequence[str]) -> None:
    """Prints the table; writes it to RESULTS if every row was measured."""
    unknown = set(arguments) - set(ROWS)
    if unknown:
        sys.exit(f"rows are {', '.join(ROWS)}; got {', '.join(sorted(unknown))}")
    rows: list[Row] = []
    for name in arguments or ROWS:
        print(f"{name} ...", file=sys.stderr)
        rows += import_module(f"benchmarks.{name}").rows()
    text = table(rows)
    print(text)
    if not arguments:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(text, encoding="utf-8")


def table(rows: Sequence[Row]) -> str:
    """The rows as Markdown, then machine, date and versions."""
    lines = [HEAD, ("---",) * len(HEAD)]
    for row in rows:
        held = "held" if row.held else "missed"
        lines.append((row.what, row.ours, row.peer, row.result, row.least, row.aim, held))
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{body}\n\nMedian (least to most), both sides in turn. {_machine()}\n"


def _machine() -> str:
    load = os.getloadavg()[2]
    versions = ", ".join(f"{name} {version(name)}" for name in PEERS)
    return (
        f"{date.today():%d %B %Y}; {_processor()}, {os.cpu_count()} processors, load {load:.1f} "
        f"(1 is one busy processor); Python {platform.python_version()}, {versions}."
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    return next((line.split(": ")[1] for line in lines if line.startswith("model name")), "")
