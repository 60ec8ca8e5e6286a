"""Latency for users who move sliders at the same time: python -m benchmarks load.

With --heavy, other users upload large files at the same time and switch their models on and off.
The largest load tried was three Parquet files of 63 MB:

    python -m benchmarks load --workers 2 --heavy 3 --heavy-rows 1500000 --heavy-models 5 --parquet

With --bombs, further users upload small files that unpack to gigabytes, again and again, and a
newcomer uploads a file of 500 rows every two seconds. Three files of 50 MB and two such users:

    python -m benchmarks load --workers 2 --heavy 3 --heavy-rows 1900000 --bombs 2
"""

import argparse
import io
import json
import threading
import time
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet

from benchmarks.bombs import BOMBS
from benchmarks.gunicorn_server import Served
from benchmarks.visitor import Visitor
from costdash.wording import counted

HELP = "users who move sliders at the same time, with one worker and with several"
PAUSE = 1.0  # mean seconds between two moves of one user


def main(arguments: list[str]) -> None:
    ask = argparse.ArgumentParser(prog="python -m benchmarks load", description=HELP)
    ask.add_argument("--users", type=int, default=20)
    ask.add_argument("--seconds", type=float, default=60)
    ask.add_argument("--rows", type=int, default=100_000)
    ask.add_argument("--models", type=int, default=3)
    ask.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    ask.add_argument("--pause", type=float, default=PAUSE)
    ask.add_argument("--heavy", type=int, default=0, help="users who upload large files")
    ask.add_argument("--heavy-rows", type=int, default=500_000)
    ask.add_argument("--heavy-models", type=int, default=3)
    ask.add_argument(
        "--bombs", type=int, default=0, help="users who upload small files that unpack"
    )
    ask.add_argument("--parquet", action="store_true", help="large files are Parquet, not CSV")
    asked = ask.parse_args(arguments)
    csv = table(asked.rows, asked.models)
    for workers in asked.workers:
        with TemporaryDirectory() as folder, Served(Path(folder) / "data", workers) as served:
            with ExitStack() as stack:
                alone = Newcomers(served.port, 1) if asked.bombs else None
                if alone:
                    stack.enter_context(alone)
                idle, figures = _figures(served, csv, asked)
            if alone:
                figures += f", {alone.done()}"
            crowd: list[Crowd] = []
            if asked.heavy:
                write = parquet if asked.parquet else table
                loaded = write(asked.heavy_rows, asked.heavy_models, missing=0.01)
                crowd.append(HeavyUsers(served.port, asked.heavy, loaded))
            if asked.bombs:
                crowd += [Bombers(served.port, asked.bombs), Newcomers(served.port, 1)]
            if crowd:
                with ExitStack() as stack:
                    for users in crowd:
                        stack.enter_context(users)
                    high, loaded_figures = _figures(served, csv, asked)
                others = "; ".join(users.done() for users in crowd)
                figures += f"; with others {loaded_figures}, {high / idle:.1f}x idle. {others}"
        print(
            f"{counted(workers, 'worker')}, {counted(asked.users, 'user')}: {figures}", flush=True
        )


def table(rows: int, models: int, missing: float = 0) -> bytes:
    """A CSV with two overlapping classes; missing: share of the scores of each model."""
    label, scores = _columns(rows, models, missing)
    lines = (
        f"{y},{','.join('' if s != s else f'{s:.5f}' for s in row)}"
        for y, row in zip(label + 0, scores)
    )
    names = ",".join(f"model {i}" for i in range(models))
    return f"label,{names}\n{chr(10).join(lines)}\n".encode()


def parquet(rows: int, models: int, missing: float = 0) -> bytes:
    """The table as Parquet."""
    label, scores = _columns(rows, models, missing)
    columns = {
        f"model {i}": pa.array(column, from_pandas=True) for i, column in enumerate(scores.T)
    }
    out = io.BytesIO()
    pyarrow.parquet.write_table(pa.table({"label": label, **columns}), out)
    return out.getvalue()


def _columns(rows: int, models: int, missing: float):
    """Label (n,) and scores (n, models)."""
    rng = np.random.default_rng(0)
    label = rng.random(rows) < 0.3
    scores = rng.normal(label[:, None] * np.arange(1, models + 1) / 2, 1, (rows, models))
    if missing:
        scores[rng.random(scores.shape) < missing] = np.nan
    return label, scores


def move_sliders(served: Served, csv: bytes, users: int, seconds: float, pause: float):
    """Seconds of each move, and failures; all users open one data set through its link.

    Its owner exports a table every other second.
    """
    owner = Visitor(served.port, patience=300).load()  # large files may be read first
    dataset = owner.upload_and_draw(csv)
    pressed = {"dataset": dataset, "share_make": 1, "share_lifetime": "24"}
    changes = owner.callback("share-path.data", "share-make.n_clicks", **pressed)
    link, took, failed = changes["share-path"]["data"], [], []
    here, over = threading.Barrier(users), threading.Event()

    def export() -> None:
        """The owner downloads tables meanwhile."""
        while not over.wait(2 * pause):
            answer = owner.export(dataset)
            if answer.status != 200:
                failed.append(answer.text[:200])
        owner.close()

    def use(number: int) -> None:
        user = Visitor(served.port)
        user.ask("GET", link)
        seen, _ = user.draw(None)
        here.wait()
        end, rng = time.monotonic() + seconds, np.random.default_rng(number)
        while time.monotonic() < end:
            time.sleep(pause * 2 * rng.random())
            began = time.monotonic()
            answer, notice = user.settle(seen, prior=rng.uniform(0.001, 0.9))
            took.append(time.monotonic() - began)
            if answer is None:
                failed.append(notice)
        user.close()

    threads = [threading.Thread(target=use, args=(number,)) for number in range(users)]
    exporting = threading.Thread(target=export)
    for thread in (*threads, exporting):
        thread.start()
    for thread in threads:
        thread.join()
    over.set()
    exporting.join()
    return took, failed


def first(failed: list[str]) -> str:
    """The first failure, in brackets."""
    return f" ({failed[0]})" if failed else ""


class Crowd:
    """Users at work until closed, each in a thread."""

    def __init__(self, port: int, n: int):
        self.port = port
        self._over, self._all_here = threading.Event(), threading.Barrier(n)
        self._threads = [threading.Thread(target=self._use, args=(i,)) for i in range(n)]

    def __enter__(self) -> "Crowd":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def done(self) -> str:
        """What the users got, in words."""
        raise NotImplementedError

    def _use(self, number: int) -> None:
        raise NotImplementedError


class HeavyUsers(Crowd):
    """Upload a large file each, all at once, and switch models."""

    def __init__(self, port: int, n: int, csv: bytes):
        super().__init__(port, n)
        self.csv = csv
        self.uploaded, self.answered, self.asked_again, self.failed = 0, 0, 0, []

    def done(self) -> str:
        size = len(self.csv) / 1e6
        return (
            f"{len(self._threads)} heavy users: {counted(self.uploaded, 'file')} of {size:.0f} MB "
            f"drawn, {counted(self.answered, 'answer')}, {self.asked_again} times told to ask "
            f"again, {len(self.failed)} failed{first(self.failed)}"
        )

    def _use(self, number: int) -> None:
        """Uploads again and again."""
        user = Visitor(self.port, patience=300).load()
        self._all_here.wait()
        while not self._over.is_set():
            try:
                dataset = user.upload_and_draw(self.csv)
                self.uploaded += 1
                self._ask(user, dataset, number)
            except (AssertionError, OSError) as error:
                self.failed.append(str(error)[:200])
        user.close()

    def _ask(self, user: Visitor, dataset: dict, number: int) -> None:
        """Shows one model after the other: an analysis and a cross-fitting each time."""
        names = [model["name"] for model in dataset["models"]]
        tab = {"Content-Type": "application/json", "X-Costdash-Tab": f"heavy{number}"}
        identity = {"revision": dataset["revision"], "token": dataset["token"]}
        for i, name in enumerate(names):
            conditions = identity | {"prior": 0.2, "cost_fn": 5, "cost_fp": 1, "seq": i}
            view = identity | {"models": [name], "level": 0.95, "seq": i, "choose": "other"}
            body = {"dataset": dataset, "conditions": conditions, "view": view, "wait": True}
            while not self._over.is_set():
                answer = user.ask("POST", "/answer", json.dumps(body), tab).json
                if "figures" in answer or "notices" in answer or "error" in answer:
                    self.answered += "figures" in answer
                    self.failed += [] if "figures" in answer else [str(answer)[:200]]
                    break
                self.asked_again += 1
                self._over.wait(2)


class Bombers(Crowd):
    """Upload small files that unpack to gigabytes, one after the other."""

    def __init__(self, port: int, n: int):
        super().__init__(port, n)
        self.files = [bomb() for bomb in BOMBS]
        self.refused, self.drawn, self.failed = 0, 0, []

    def done(self) -> str:
        return (
            f"{len(self._threads)} users with bombs: {self.refused} refused with a sentence, "
            f"{self.drawn} drawn, {len(self.failed)} failed"
        )

    def _use(self, number: int) -> None:
        self._all_here.wait()
        for file in cycle(self.files[number:] + self.files[:number]):
            user = Visitor(self.port, patience=300).load()
            try:
                answer = user.upload(file)
                dataset, _ = user.draw(answer.json["token"])
                self.drawn += dataset is not None
                self.refused += dataset is None
            except (AssertionError, OSError) as error:
                self.failed.append(str(error)[:200])
            user.close()
            if self._over.wait(1):
                return


class Newcomers(Crowd):
    """Upload a file of 500 rows every two seconds, each time as somebody else."""

    def __init__(self, port: int, n: int):
        super().__init__(port, n)
        self.took, self.failed = [], []

    def done(self) -> str:
        middle, most = np.median(self.took), max(self.took)
        return (
            f"a file of 500 rows: {len(self.took)} times drawn, after {middle:.2f} s in the "
            f"middle and {most:.2f} s at most, {len(self.failed)} failed"
        )

    def _use(self, number: int) -> None:
        file = table(500, 2)
        while not self._over.wait(2):
            user = Visitor(self.port, patience=300).load()
            began = time.monotonic()
            try:
                answer, notice = user.settle(user.upload_and_draw(file), prior=0.2)
                assert answer, notice
                self.took.append(time.monotonic() - began)
            except (AssertionError, OSError) as error:
                self.failed.append(str(error)[:200])
            user.close()


def _figures(served: Served, csv: bytes, asked) -> tuple[float, str]:
    """The time (s) within which 95 % of the answers came, and all figures in words."""
    before = served.memory(), served.descriptors()
    took, failed = move_sliders(served, csv, asked.users, asked.seconds, asked.pause)
    middle, high = np.percentile(took, (50, 95))
    return high, (
        f"p50 {middle:.3f} s, p95 {high:.3f} s, {len(took) / asked.seconds:.1f} answers/s, "
        f"{len(failed)} failed{first(failed)}; memory {before[0]:.0f} to {served.memory():.0f} MB, "
        f"descriptors {before[1]} to {served.descriptors()}"
    )
