"""A running team's server, its visitors, and what they see while something fails."""

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from http.client import HTTPException
from pathlib import Path

from benchmarks.load import table
from benchmarks.team_server import Team
from benchmarks.visitor import Visitor

UNAVAILABLE = "This data set is no longer here. Upload the file again."
CHILDREN = "costdash.intake.process."
PATIENCE = 90  # s
csv = cache(table)


@dataclass(frozen=True, slots=True)
class Seen:
    """One request of a user. status 0: the line was cut; sentence: what the page then says."""

    at: float
    seconds: float
    status: int
    sentence: str

    @property
    def is_answer(self) -> bool:
        return self.status == 200 and not self.sentence


def asked(user: Visitor, dataset: dict, prior: float = 0.3) -> Seen:
    """Moves a slider and says what came back."""
    began = time.monotonic()
    identity = {"revision": dataset["revision"], "token": dataset["token"], "seq": 1}
    names = [model["name"] for model in dataset["models"]]
    try:
        answer = user.post(
            "/answer",
            dataset=dataset,
            conditions=identity | {"prior": prior, "cost_fn": 5, "cost_fp": 1},
            view=identity | {"models": names, "level": 0.95},
        )
    except (OSError, HTTPException):
        return Seen(began, time.monotonic() - began, 0, "")
    return Seen(began, time.monotonic() - began, answer.status, sentence_of(answer))


def sentence_of(answer) -> str:
    """The sentence of an answer that shows nothing; "" for one that draws."""
    with suppress(ValueError):
        content = json.loads(answer.text)
        if "figures" in content:
            return ""
        if "error" in content:
            return content["error"]
        return json.dumps(content.get("notices", content))
    return f"no JSON: {answer.text[:80]!r}"


class Users:
    """Users who open one link and move sliders until the block ends."""

    def __init__(self, scene: "Scene", link: str, n: int = 8, pause: float = 0.2):
        self.seen: list[Seen] = []
        self._over, self._pause = threading.Event(), pause
        self._visitors = []
        for _ in range(n):
            user = scene.visit(patience=150)
            user.ask("GET", link)
            dataset, notice = user.draw(None)
            assert dataset, notice
            self._visitors.append((user, dataset))
        self._threads = [
            threading.Thread(target=self._use, args=visitor, daemon=True)
            for visitor in self._visitors
        ]

    def __enter__(self) -> "Users":
        for thread in self._threads:
            thread.start()
        time.sleep(0.5)
        return self

    def __exit__(self, *_) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(160)

    def _use(self, user: Visitor, dataset: dict) -> None:
        turn = 0
        while not self._over.is_set():
            turn += 1
            self.seen.append(asked(user, dataset, 0.05 + turn % 80 / 100))
            self._over.wait(self._pause)

    @property
    def answers(self) -> int:
        return sum(seen.is_answer for seen in self.seen)

    @property
    def slowest(self) -> float:
        return max((seen.seconds for seen in self.seen), default=0)

    def wrong(self, *allowed: str) -> list[Seen]:
        """What no user may see: an answer without figures and without an allowed sentence.

        The line of a user may be cut where "cut" is allowed.
        """
        return [
            seen
            for seen in self.seen
            if not seen.is_answer
            and not (seen.status == 0 and "cut" in allowed)
            and not any(words in seen.sentence for words in allowed if words != "cut")
        ]

    def figure(self) -> str:
        failed = len(self.seen) - self.answers
        return f"{self.answers} answers, {failed} sentences, slowest {self.slowest:.1f} s"


@dataclass
class Scene:
    """A team's server and the visitors of one fault."""

    team: Team
    visitors: list[Visitor] = field(default_factory=list)

    def visit(self, direct: bool = False, patience: float = PATIENCE) -> Visitor:
        """A browser that has loaded the page; direct: past the proxy."""
        port = self.team.served.port if direct else self.team.port
        self.visitors.append(Visitor(port, patience=patience).load())
        return self.visitors[-1]

    def same_browser(self, visitor: Visitor) -> Visitor:
        """Another tab."""
        other = self.visit()
        other.cookies = visitor.cookies
        return other

    def close(self) -> None:
        for visitor in self.visitors:
            visitor.close()
        self.visitors.clear()

    def owner(self, rows: int = 200, models: int = 2) -> tuple[Visitor, dict]:
        """Somebody who has uploaded a file, and its data set."""
        owner = self.visit()
        return owner, owner.upload_and_draw(csv(rows, models))

    def shared(self, rows: int = 2000) -> str:
        """The link to a new data set."""
        owner, dataset = self.owner(rows)
        return self.link(owner, dataset)

    def link(self, owner: Visitor, dataset: dict) -> str:
        pressed = {"dataset": dataset, "share_make": 1, "share_lifetime": "24"}
        changes = owner.callback("share-path.data", "share-make.n_clicks", **pressed)
        return changes["share-path"]["data"]

    def delete(self, owner: Visitor, dataset: dict) -> str:
        """What the page says after Delete."""
        pressed = {"dataset": dataset, "delete_button": 1}
        return str(owner.callback("dataset.data", "delete-button.n_clicks", **pressed))

    @property
    def sets(self) -> Path:
        return self.team.folder / "sets"

    def folders(self) -> set[Path]:
        with suppress(OSError):
            return {path for path in self.sets.iterdir() if path.is_dir()}
        return set()

    @contextmanager
    def new_folders(self) -> Iterator[set[Path]]:
        """Fills a set with the folders that the block adds."""
        before, new = self.folders(), set()
        yield new
        new |= self.folders() - before

    def children(self, kind: str = "") -> list[int]:
        """Processes that read files (worker) or compute (pool_worker) for this server."""
        return [pid for pid in _descendants(self.team.served.process.pid) if _is_child(pid, kind)]

    def busy_child(self, kind: str, patience: float = 90, ticks: int = 20) -> int:
        """A child that is at work: the warm one waits and uses no processor.

        ticks: of the processor, which it has used since.
        """
        before = {pid: _ticks(pid) for pid in self.children(kind)}
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            for pid in self.children(kind):
                if _ticks(pid) - before.get(pid, 0) > ticks:
                    return pid
            time.sleep(0.02)
        raise AssertionError(f"no {kind} is at work")

    def children_at_rest(self, kind: str, patience: float = 30) -> None:
        """Waits until no child works: one that is started again imports for a while first."""
        deadline = time.monotonic() + patience
        earlier: dict[int, int] = {}
        while time.monotonic() < deadline:
            now = {pid: _ticks(pid) for pid in self.children(kind)}
            if now == earlier:
                return
            earlier = now
            time.sleep(0.3)
        raise AssertionError(f"a {kind} works all the time")

    def computing(self, work: Callable[[], object]) -> tuple[int, threading.Thread, list]:
        """Starts work in the background that needs a computing process, which rested until then.

        Returns that process, as soon as it is at work, and what `in_background` does.
        """
        self.children_at_rest("pool_worker")
        thread, results = in_background(work)
        return self.busy_child("pool_worker", ticks=2), thread, results

    def orphans(self) -> list[int]:
        """Children of costdash whose worker is gone, in this session of the terminal."""
        here = os.getsid(0)
        return [
            pid
            for pid in map(int, filter(str.isdecimal, os.listdir("/proc")))
            if _is_child(pid, "") and _parent(pid) == 1 and _session(pid) == here
        ]

    def signal_workers(self, which: signal.Signals, n: int = 2) -> list[int]:
        workers = self.team.served.workers[:n]
        for worker in workers:
            os.kill(worker, which)
        return workers

    def kill_workers(self) -> None:
        killed = set(self.team.served.workers)
        self.team.kill_workers()
        until(lambda: not killed & set(self.team.served.workers))

    def recovered(self) -> float:
        """Seconds until both workers run and answer."""
        began = time.monotonic()
        self.team.wait_until_healthy()
        return time.monotonic() - began


def until(condition: Callable[[], object], patience: float = 120, what: str = "") -> float:
    """Seconds until the condition holds."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < patience, what or "it did not happen in time"
        time.sleep(0.02)
    return time.monotonic() - began


def in_background(work: Callable[[], object]) -> tuple[threading.Thread, list]:
    """A thread that runs the work, and the list that gets its result.

    A cut line and an error of HTTP give no result.
    """
    results: list = []

    def run() -> None:
        with suppress(OSError, HTTPException, AssertionError):
            results.append(work())

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, results


def _descendants(pid: int) -> Iterator[int]:
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            for child in Path(f"/proc/{pid}/task/{task}/children").read_text().split():
                yield int(child)
                yield from _descendants(int(child))


def _is_child(pid: int, kind: str) -> bool:
    with suppress(OSError):
        command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        return any(part.decode("utf-8", "replace").startswith(CHILDREN) for part in command) and (
            not kind or f"{CHILDREN}{kind}".encode() in command
        )
    return False


def _status(pid: int) -> list[str]:
    """Fields of /proc/PID/stat behind the name of the process."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return ["X", *["0"] * 50]


def _parent(pid: int) -> int:
    return int(_status(pid)[1])


def _session(pid: int) -> int:
    return int(_status(pid)[3])


def _ticks(pid: int) -> int:
    """Processor time used, in hundredths of a second."""
    return sum(map(int, _status(pid)[11:13]))
