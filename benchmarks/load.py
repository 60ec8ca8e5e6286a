"""Latency for users who move sliders at the same time: python -m benchmarks load."""

import argparse
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

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
    asked = ask.parse_args(arguments)
    csv = table(asked.rows, asked.models)
    for workers in asked.workers:
        with TemporaryDirectory() as folder, Served(Path(folder) / "data", workers) as served:
            figures = _figures(served, csv, asked)
        print(f"{counted(workers, 'worker')}, {counted(asked.users, 'user')}: {figures}")


def table(rows: int, models: int) -> bytes:
    """A CSV with two overlapping classes."""
    rng = np.random.default_rng(0)
    label = rng.random(rows) < 0.3
    scores = rng.normal(label[:, None] * np.arange(1, models + 1) / 2, 1, (rows, models))
    lines = (f"{y},{','.join(f'{s:.5f}' for s in row)}" for y, row in zip(label + 0, scores))
    names = ",".join(f"model {i}" for i in range(models))
    return f"label,{names}\n{chr(10).join(lines)}\n".encode()


def move_sliders(served: Served, csv: bytes, users: int, seconds: float, pause: float):
    """Seconds of each move, and failures; all users open one data set through its link."""
    owner = Visitor(served.port).load()
    dataset = owner.own(csv)
    pressed = {"dataset": dataset, "share_make": 1, "share_for": "24"}
    changes = owner.callback("share-path.data", "share-make.n_clicks", **pressed)
    owner.close()
    link, took, failed = changes["share-path"]["data"], [], []
    here = threading.Barrier(users)

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
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return took, failed


def _figures(served: Served, csv: bytes, asked) -> str:
    before = served.memory(), served.descriptors()
    took, failed = move_sliders(served, csv, asked.users, asked.seconds, asked.pause)
    middle, high = np.percentile(took, (50, 95))
    return (
        f"p50 {middle:.3f} s, p95 {high:.3f} s, {len(took) / asked.seconds:.1f} answers/s, "
        f"{len(failed)} failed; memory {before[0]:.0f} to {served.memory():.0f} MB, "
        f"descriptors {before[1]} to {served.descriptors()}"
    )
