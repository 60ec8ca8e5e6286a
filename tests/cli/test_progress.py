"""Long commands say on a terminal what they are doing, and nowhere else."""

import json
import os
import pty
import subprocess
import sys

import numpy as np
import pytest

RUN = (
    "import sys; from costdash.cli import main, progress; "
    "progress.AFTER = progress.INTERVAL = 0.005; sys.exit(main(sys.argv[1:]))"
)


@pytest.fixture
def file(tmp_path):
    rng = np.random.default_rng(0)
    is_positive = rng.random(400) < 0.3
    a, b = rng.normal(is_positive, 1), rng.normal(is_positive * 0.5, 1)
    lines = [f"{y:d},{s:.3f},{t:.3f}" for y, s, t in zip(is_positive, a, b)]
    (path := tmp_path / "scores.csv").write_text("\n".join(["label,score_a,score_b", *lines]))
    return path


def on_terminal(*arguments):
    """Exit code, standard output, and what the terminal was sent on standard error."""
    terminal, end = pty.openpty()
    command = [sys.executable, "-c", RUN, *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=end) as process:
        os.close(end)
        sent = b""
        while True:
            try:
                part = os.read(terminal, 4096)
            except OSError:  # Linux ends a terminal so
                part = b""
            if not part:
                break
            sent += part
        assert process.stdout is not None
        out = process.stdout.read()
    os.close(terminal)
    return process.returncode, out.decode(), sent.decode()


def commands(file, folder):
    gate = ("gate", file, "--candidate", "score_a", "--baseline", "score_b", "--margin", "0.5")
    return {
        "analyse": ("analyse", file, "--json", "--replicates", "100"),
        "check": ("check", file, "--json"),
        "report": ("report", file, "-o", folder / "report.html", "--replicates", "100"),
        "decide": ("decide", file, "-o", folder / "decision.json", "--replicates", "100"),
        "gate": (*gate, "--json", "--replicates", "100"),
    }


@pytest.mark.parametrize("command", ["analyse", "check", "report", "decide", "gate"])
def test_a_terminal_is_told_the_steps_on_one_line(command, file, tmp_path):
    code, out, sent = on_terminal(*commands(file, tmp_path)[command])
    assert code in (0, 1 if command == "gate" else 0), sent
    assert "\r\x1b[KReading the file ... " in sent
    assert "\n" not in sent
    assert sent.endswith("\r\x1b[K")
    if "--json" in commands(file, tmp_path)[command]:
        json.loads(out)
    if command in ("analyse", "report", "decide", "gate"):
        assert "Resampling 2 models ... " in sent


def test_nothing_is_said_where_nobody_looks(file, tmp_path):
    command = [sys.executable, "-c", RUN, *map(str, commands(file, tmp_path)["analyse"])]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    assert finished.stderr == ""
    json.loads(finished.stdout)


def test_an_error_stands_on_a_line_of_its_own(tmp_path):
    (path := tmp_path / "no.csv").write_text("a,b\nx,y\n" * 2000)
    code, _, sent = on_terminal("check", path)
    assert code == 1
    assert sent.rpartition("\r\x1b[K")[2].startswith("costdash: ")
