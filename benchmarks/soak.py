"""Whether the server's memory grows over many visits: python -m benchmarks soak."""

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.gunicorn_server import Served
from benchmarks.load import table
from benchmarks.visitor import Visitor

WARM = 16  # visits until the caches are full
HELP = "visits of all kinds, one after another; memory and descriptors before and after"


def main(arguments: list[str]) -> None:
    ask = argparse.ArgumentParser(prog="python -m benchmarks soak", description=HELP)
    ask.add_argument("--minutes", type=float, default=30)
    ask.add_argument("--rows", type=int, default=20_000)
    ask.add_argument("--workers", type=int, default=2)
    ask.add_argument("--pause", type=float, default=0, help="seconds between two visits")
    ask.add_argument(
        "--redis", help="address of a redis; the server then runs with a team's settings"
    )
    asked = ask.parse_args(arguments)
    csv = table(asked.rows, 2)
    team = {"COSTDASH_TEAM": "1", "COSTDASH_SECRET": "s" * 40, "COSTDASH_REDIS": asked.redis}
    with (
        TemporaryDirectory() as folder,
        Served(Path(folder) / "data", asked.workers, **(team if asked.redis else {})) as served,
    ):
        for _ in range(WARM):
            _visit(served, csv)
        visits, failed, end = 0, 0, time.monotonic() + 60 * asked.minutes
        report, last_report = _use(served), time.monotonic()
        print(f"minute 0: {report}", flush=True)
        while time.monotonic() < end:
            visits, failed = visits + 1, failed + (not _visit(served, csv))
            time.sleep(asked.pause)
            if time.monotonic() - last_report > 60:
                last_report = time.monotonic()
                minute = asked.minutes - (end - last_report) / 60
                print(f"minute {minute:.0f}: {_use(served)}, {visits} visits", flush=True)
        left = len(list((Path(folder) / "data" / "sets").iterdir()))
        print(f"{visits} visits, {failed} failed: {report} before, {_use(served)} after;")
        print(f"{left} data sets left; log of faults: {served.log().strip() or 'empty'}")


def _visit(served: Served, csv: bytes) -> bool:
    """One visit: load, upload, move, share, open the link, export, upload a bad file, delete."""
    owner, viewer = Visitor(served.port).load(), Visitor(served.port)
    dataset = owner.upload_and_draw(csv)
    drawn = [owner.settle(dataset, prior)[0] for prior in (0.01, 0.1, 0.5)]
    pressed = {"dataset": dataset, "share_make": 1, "share_lifetime": "24"}
    changes = owner.callback("share-path.data", "share-make.n_clicks", **pressed)
    viewer.ask("GET", changes["share-path"]["data"])
    drawn.append(viewer.settle(viewer.draw(None)[0], 0.2)[0])
    exported = owner.export(dataset)
    refused = owner.draw(owner.upload(b"PK\x03\x04 no table").json["token"])
    pressed = {"dataset": dataset, "delete_button": 1}
    gone = owner.callback("dataset.data", "delete-button.n_clicks", **pressed)
    for visitor in (owner, viewer):
        visitor.close()
    return all(drawn) and exported.status == 200 and refused[0] is None and "notices" in gone


def _use(served: Served) -> str:
    return f"{served.memory():.0f} MB, {served.descriptors()} descriptors"
