"""The clock is set: the server and its children see another time than the machine has."""

import os
import time
from email.utils import parsedate_to_datetime
from pathlib import Path

from benchmarks.faults.catalog import CLOCK, fault
from benchmarks.faults.scene import Scene, Users, asked, csv, until

DAY = 24 * 3600
SHIFT = "clock-shift"  # the file that says by how many seconds the clock is off
# Python runs this module first. The monotonic clocks stay: nobody can set them. libfaketime would
# reach C code too, but with it Python 3.11 cannot sleep.
SITECUSTOMIZE = """
import time
from pathlib import Path

right = time.time
shift = Path(__file__).with_name({shift!r})
time.time = lambda: right() + float(shift.read_text())
time.time_ns = lambda: int(time.time() * 1e9)
"""


def environment(folder: Path) -> dict[str, str]:
    """Variables that let the file SHIFT in the folder set the clock of the server."""
    _set(folder, 0)
    (folder / "sitecustomize.py").write_text(SITECUSTOMIZE.format(shift=SHIFT))
    return {"PYTHONPATH": str(folder)}


def _set(folder: Path, seconds: float) -> None:
    """Replaces the file: it is never empty."""
    (folder / f"{SHIFT}.new").write_text(str(seconds))
    os.replace(folder / f"{SHIFT}.new", folder / SHIFT)


def _seen_by_server(scene: Scene) -> float:
    """The time that the workers write into their answers, in seconds since the epoch."""
    answer = scene.visit(direct=True).ask("GET", "/health")
    return parsedate_to_datetime(answer.headers["date"]).timestamp()


def _jump(scene: Scene, seconds: float, restart: bool = False) -> str:
    owner, dataset = scene.owner()
    folder = scene.team.folder.parent
    with Users(scene, scene.link(owner, dataset), 4) as users:
        try:
            _set(folder, seconds)
            if restart:
                scene.team.served.stop()
                scene.team.served.start()
            assert abs(_seen_by_server(scene) - time.time() - seconds) < 60, "the clock is right"
            before = users.answers
            until(lambda: users.answers > before + 12)
            assert asked(owner, dataset).is_answer, "the data set is gone"
            visitor = scene.visit()
            newer = visitor.upload_and_draw(csv(500, 1))
            assert asked(visitor, newer).is_answer
        finally:
            _set(folder, 0)
        time.sleep(0.5)
        assert asked(owner, dataset).is_answer, "the data set is gone when the clock is right"
        assert asked(visitor, newer).is_answer, "the newer data set is gone"
    allowed = ("The server is starting again.", "cut") if restart else ()
    assert not users.wrong(*allowed), users.wrong(*allowed)[:3]
    return users.figure()


@fault("the clock jumps 40 days ahead while users work", "no data set or link expires", CLOCK)
def ahead(scene: Scene) -> str:
    return _jump(scene, 40 * DAY)


@fault("the clock jumps 40 days back while users work", "no data set or link expires", CLOCK)
def back(scene: Scene) -> str:
    return _jump(scene, -40 * DAY)


@fault(
    "the server is restarted with a clock 10 years ahead, which is then set right",
    "no data set or link expires",
    CLOCK,
)
def restarted_ahead(scene: Scene) -> str:
    return _jump(scene, 3650 * DAY, restart=True)
