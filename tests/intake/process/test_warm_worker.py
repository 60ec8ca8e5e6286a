"""One child process at most waits for a file, and only for a while."""

import os
import subprocess
import sys
import time

import pytest

from costdash.intake.process import warm_worker
from costdash.intake.process.client import parse
from tests.support import corpus


@pytest.fixture(autouse=True)
def no_child_left_waiting():
    yield
    warm_worker.stop_waiting()


def test_the_waiting_child_reads_the_next_file(tmp_path):
    warm_worker.warm()
    ((_, child),) = warm_worker._waiting
    (tmp_path / "upload").write_bytes(corpus.BASE)
    assert parse(tmp_path / "upload", tmp_path).status == "ok"
    assert (child.wait(), warm_worker._waiting) == (0, [])


def test_at_most_one_child_waits():
    warm_worker.warm()
    warm_worker.warm()
    assert len(warm_worker._waiting) == 1


@pytest.mark.parametrize("patience", [warm_worker.PATIENCE, 0], ids=["ended", "about to end"])
def test_a_child_that_may_have_ended_is_replaced(monkeypatch, patience):
    warm_worker.warm()
    ((_, old),) = warm_worker._waiting
    if patience:
        old.kill()
        old.wait()
    monkeypatch.setattr(warm_worker, "PATIENCE", patience)
    child = warm_worker.take()
    assert child.pid != old.pid
    assert old.returncode is not None
    child.kill()
    child.communicate()
    old.communicate()


@pytest.mark.parametrize(
    ("start", "niceness"),
    [(warm_worker.take, 10), (lambda: warm_worker.start_child("pool_worker", "4000000000"), 19)],
    ids=["reader", "computation"],
)
def test_pages_are_answered_before_a_child_gets_the_processor(start, niceness):
    """Niceness counts within a session only, where Linux groups processes by session."""
    child = start()
    try:
        assert os.getpriority(os.PRIO_PROCESS, child.pid) == niceness
        assert os.getsid(child.pid) == os.getsid(0)
        assert os.getpgid(child.pid) == child.pid  # killed together with its own children
    finally:
        warm_worker.kill_child(child)


SPIN = "while True: pass"


IN_A_THREAD = (
    "import threading; thread = threading.Thread(target=exec, args=('while True: pass',)); "
    "thread.start(); thread.join()"
)
CASES = {  # what a child does, whether others take its processor, whether its time is over
    "sleeps": ("import time; time.sleep(60)", False, True),
    "computes": (SPIN, False, True),
    "has no processor": (SPIN, True, False),
    "waits for a thread without processor": (IN_A_THREAD, True, False),
}


@pytest.mark.parametrize("case", CASES)
def test_the_time_without_a_processor_does_not_count(case, monkeypatch):
    code, starved, expected = CASES[case]
    seconds, cpu = 1.0, min(os.sched_getaffinity(0))
    child = subprocess.Popen([sys.executable, "-c", code])
    others = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(2 * starved)]
    try:
        for one in (child, *others):
            os.sched_setaffinity(one.pid, {cpu})
        os.setpriority(os.PRIO_PROCESS, child.pid, 19)
        time.sleep(0.5)
        for thread in os.listdir(f"/proc/{child.pid}/task"):
            os.setpriority(os.PRIO_PROCESS, int(thread), 19)
        deadline = warm_worker.Deadline(child, seconds)
        assert not deadline.is_over()
        time.sleep(1.2 * seconds)
        over = deadline.is_over()
        if case == "computes":  # a busy machine may take its processor
            over |= deadline.passed() < seconds
        assert over == expected
        assert not deadline.is_starved()
        if starved:
            monkeypatch.setattr(warm_worker, "LATE", 0)
            assert deadline.is_starved()
            assert deadline.is_over()
    finally:
        for one in (child, *others):
            one.kill()
            one.wait()


def test_the_next_child_waits_until_nobody_waits_for_a_computation(monkeypatch):
    monkeypatch.setattr(warm_worker, "DELAY", 0)
    monkeypatch.setattr(warm_worker, "AGAIN", 0.01)
    busy = [True] * 5
    looked = []

    def is_busy():
        looked.append(bool(warm_worker._waiting))
        return bool(busy) and busy.pop()

    warm_worker.warm_later(is_busy)
    deadline = time.monotonic() + 10
    while not warm_worker._waiting and time.monotonic() < deadline:
        time.sleep(0.01)
    assert looked == [False] * 6
    assert len(warm_worker._waiting) == 1


def test_a_server_that_is_always_busy_gets_its_child_at_last(monkeypatch):
    monkeypatch.setattr(warm_worker, "DELAY", 0)
    monkeypatch.setattr(warm_worker, "AGAIN", 0.01)
    monkeypatch.setattr(warm_worker, "LATEST", 0.1)
    warm_worker.warm_later(lambda: True)
    deadline = time.monotonic() + 10
    while not warm_worker._waiting and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(warm_worker._waiting) == 1
