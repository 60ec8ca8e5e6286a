"""Columns that the owner did not tick: on a running server, in answers, files, logs and memory."""

import gzip
import os
import re
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from benchmarks.visitor import Visitor

RNG = np.random.default_rng(5)
ROWS = 3000
LABEL = np.arange(ROWS) % 4 == 0
SCORES = {name: np.round(RNG.normal(size=ROWS) + s * LABEL, 3) for name, s in (("a", 2), ("b", 1))}
SECRET, TICKED, KIND = "zqx-secret", "zqx-ticked", "zqx-kind"
# secret names each row, kind divides the rows: the page may divide costs by it.
LINES = [
    f"{int(LABEL[i])},{SCORES['a'][i]},{SCORES['b'][i]},{TICKED}-{i},{SECRET}-{i},{KIND}-{i % 3}"
    for i in range(ROWS)
]
CSV = "\n".join(["label,a,b,ticked,secret,kind", *LINES]).encode() + b"\n"
ROLES = {"roles_label": "label", "roles_positive": "1", "roles_scores": ["a", "b"]}
LISTS = ("found", "missed", "false-alarm", "left-alone", "nearest", "flips")
MAPPED = re.compile(r"([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \S+ *(.*)")
CHUNK = 2**24


@contextmanager
def running_server(folder):
    """(a visitor, the process) of a server with its data in the folder; its log is there too."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {"COSTDASH_DATA": str(folder / "data")}
    command = [sys.executable, "-m", "costdash", "serve", "--port", str(port), "--no-browser"]
    log = folder / "log"
    with log.open("ab") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + 60
        while (visitor := loaded(port)) is None:
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield visitor, process
        visitor.close()
    finally:
        process.terminate()
        process.wait(30)


def loaded(port):
    """A visitor that has loaded the page; None while the server starts."""
    try:
        return Visitor(port).load()
    except OSError:
        return None


def family(pid):
    """The process and its children, and theirs."""
    try:
        tasks = Path(f"/proc/{pid}/task").iterdir()
        children = " ".join((task / "children").read_text() for task in tasks).split()
    except OSError:
        return []
    return [pid, *(each for child in children for each in family(int(child)))]


def in_memory(pid, words):
    """Which of the words the memory of a process holds: whatever is mapped and can be written."""
    found = set()
    maps = Path(f"/proc/{pid}/maps").read_text().splitlines()
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for low, high, rights, name in (MAPPED.match(line).groups() for line in maps):
            if "w" not in rights or name.startswith("/dev"):
                continue
            start, end = int(low, 16), int(high, 16)
            for at in range(start, end, CHUNK):
                try:
                    memory.seek(at)
                    part = memory.read(min(CHUNK, end - at) + 64)
                except (OSError, ValueError, OverflowError):
                    break
                found |= {word for word in words if word.encode() in part}
    return found


def in_files(folder, words):
    """(file, word) of each file below the folder that holds a word, also packed."""
    found = set()
    for path in folder.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            if content.startswith(b"\x1f\x8b"):
                content += gzip.decompress(content)
            found |= {(path.name, word) for word in words if word.encode() in content}
    return found


def use(visitor, dataset):
    """Asks for everything that follows from the data; returns all texts of the answers."""
    conditions = {"revision": dataset["revision"], "prior": 0.25, "cost_fn": 5, "cost_fp": 1}
    names = [model["name"] for model in dataset["models"]]
    view = {"revision": dataset["revision"], "models": names, "level": 0.95}
    view |= {"today": {"model": "b", "index": 5, "text": "0.5"}}
    asked = {"token": dataset["token"], "conditions": conditions, "view": view}
    answers = [visitor.settle(dataset, prior=0.3)]
    texts = [str(answers)]
    for cases in LISTS:
        for more in ({}, {"export": True}, {"order": "cost", "start": 100}):
            answer = visitor.post("/cases", **asked, cases=cases, **more)
            assert answer.status == 200, answer
            texts.append(answer.text)
    for path in ("report", "json", "decision"):
        answer = visitor.post(f"/export/{path}", **asked)
        assert answer.status == 200, answer
        texts.append(answer.text)
    answer = visitor.post("/export/thresholds", **asked, model="a")
    return [*texts, answer.text]


def tick(visitor, dataset, **more):
    """Ticks one column in the dialog of columns."""
    outline = visitor.callback(
        "outline.data", "columns-button.n_clicks", dataset=dataset, columns_button=1
    )["outline"]["data"]
    lists = {"roles_case_columns": ["ticked"], "roles_negate": []}
    changes = visitor.callback(
        "dataset.data",
        "roles-apply.n_clicks",
        dataset=dataset,
        outline=outline,
        roles_apply=1,
        **ROLES,
        **lists,
        **more,
    )
    assert "dataset" in changes, changes
    return changes["dataset"]["data"]


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="reads /proc/PID/mem")
@pytest.mark.parametrize("deleted", [False, True])
def test_values_of_columns_that_are_not_ticked_are_where_the_owner_was_told(tmp_path, deleted):
    words = [SECRET, KIND] if deleted else [SECRET]
    with running_server(tmp_path) as (visitor, process):
        dataset = visitor.upload_and_draw(CSV)
        dataset = tick(visitor, dataset, **({"roles_others": "delete"} if deleted else {}))
        texts = use(visitor, dataset)
        assert any(TICKED in text for text in texts)  # the search can find something
        assert not [text for text in texts if SECRET in text]
        cookies = dict(visitor.cookies)
    held = {name for name, _ in in_files(tmp_path / "data", words)}
    assert held == (set() if deleted else {"table.arrow", "outcome.json"})
    assert "table.arrow" in {name for name, _ in in_files(tmp_path / "data", [TICKED])}
    assert not in_files(tmp_path, [SECRET, TICKED, KIND]) & {("log", w) for w in (SECRET, TICKED)}
    # A worker that answers, and has not read the file.
    with running_server(tmp_path) as (visitor, process):
        visitor.cookies |= cookies
        assert any(TICKED in text for text in use(visitor, dataset))
        for pid in family(process.pid):
            assert not in_memory(pid, words), pid
        stored = visitor.callback(
            "outline.data", "columns-button.n_clicks", dataset=dataset, columns_button=1
        )["outline"]["data"]
        names = [column["name"] for column in stored["columns"]]
        assert ("secret" in names) is not deleted
