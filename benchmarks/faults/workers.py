"""Workers and their children: killed, stopped, out of descriptors, restarted."""

import os
import resource
import signal
import socket
import time
from collections import Counter
from contextlib import suppress
from http.client import HTTPException

from benchmarks.faults.catalog import SHORT, fault
from benchmarks.faults.scene import Scene, Users, asked, csv, in_background, until
from costdash.web.routes.upload import INTERRUPTED
from costdash.web.storage.store import DiskFailing

AWAY = "The server is starting again."
LARGE = 600_000  # rows whose reading takes seconds


def half_an_upload(scene: Scene, port: int, session: str) -> socket.socket:
    """A connection that has sent half of a file."""
    head = (
        f"POST /upload HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Costdash: 1\r\n"
        f"Cookie: {session}\r\nContent-Length: 3000000\r\n\r\n"
    )
    connection = socket.create_connection(("127.0.0.1", port), timeout=20)
    connection.sendall(head.encode() + csv(50_000, 2)[:1_500_000])
    return connection


def session_of(visitor) -> str:
    return "; ".join("=".join(cookie) for cookie in visitor.cookies.items())


@fault("a worker is killed while a file arrives", "no data set stays; the next upload is drawn")
def killed_while_a_file_arrives(scene: Scene) -> str:
    visitor = scene.visit(direct=True)
    with (
        scene.new_folders() as new,
        half_an_upload(scene, scene.team.served.port, session_of(visitor)) as connection,
    ):
        before = scene.folders()
        until(lambda: scene.folders() - before or len(before))
        scene.kill_workers()
        with suppress(ConnectionResetError):
            assert connection.recv(1000) == b""
    assert not any((folder / "set.json").exists() for folder in new)
    seconds = scene.recovered()
    assert visitor.upload_and_draw(csv(60, 1))
    return f"workers back after {seconds:.1f} s"


@fault(
    "a worker is killed while it reads a file",
    "the page says that the server was restarted; asked again, it reads the file",
)
def killed_while_it_reads(scene: Scene) -> str:
    visitor = scene.visit()
    token = visitor.upload(csv(LARGE, 3)).json["token"]
    watcher = scene.same_browser(visitor)
    drawing, answers = in_background(lambda: visitor.draw(token))

    def stage():
        return watcher.post("/upload/stage", token=token).json

    until(lambda: stage()["stage"] or answers, what="it is not read")
    assert not answers, "it was read before the worker could be killed"
    scene.kill_workers()
    drawing.join(150)
    seconds = scene.recovered()
    assert stage()["error"] == INTERRUPTED, stage()
    dataset, notice = watcher.draw(token)
    assert dataset, notice
    assert dataset["rows"] == LARGE
    until(lambda: not scene.orphans(), what=f"children stay: {scene.orphans()}")
    return f"workers back after {seconds:.1f} s; {LARGE:,} rows read afterwards"


@fault(
    "a worker is killed while it resamples",
    "the other requests go on; the answer comes when asked again; no process stays",
)
def killed_while_it_resamples(scene: Scene) -> str:
    visitor = scene.visit()
    dataset = visitor.upload_and_draw(csv(LARGE, 3, missing=0.01))
    first_model = dataset | {"models": dataset["models"][:1]}
    _, asking, _ = scene.computing(lambda: asked(visitor, first_model))
    scene.kill_workers()
    asking.join(150)
    seconds = scene.recovered()
    again = until(lambda: asked(visitor, first_model).is_answer, 150, "no answer after the restart")
    until(lambda: not scene.orphans(), what=f"children stay: {scene.orphans()}")
    return f"workers back after {seconds:.1f} s, answer after {again:.1f} s"


@fault(
    "both workers are killed at once while 8 users work",
    "a sentence for each request that fails; answers again without anybody's help",
)
def both_killed(scene: Scene) -> str:
    with Users(scene, scene.shared()) as users:
        scene.kill_workers()
        seconds = scene.recovered()
        before = users.answers
        until(lambda: users.answers > before + 16)
    assert not users.wrong(AWAY), users.wrong(AWAY)[:3]
    return f"workers back after {seconds:.1f} s; {users.figure()}"


@fault(
    "one worker is stopped (SIGSTOP) while 8 users work",
    "it is replaced, the others wait no longer than that takes; a sentence for what it had begun",
)
def a_worker_stopped(scene: Scene) -> str:
    with Users(scene, scene.shared()) as users:
        (stopped,) = scene.signal_workers(signal.SIGSTOP, 1)
        seconds = until(lambda: stopped not in scene.team.served.workers, 150, "it stays")
        scene.recovered()
        before = users.answers
        until(lambda: users.answers > before + 16)
    assert not users.wrong(AWAY), users.wrong(AWAY)[:3]
    return f"replaced after {seconds:.0f} s; {users.figure()}"


@fault("both workers are stopped for 5 s while 8 users work", "answers are late; none fails")
def both_stopped(scene: Scene) -> str:
    with Users(scene, scene.shared()) as users:
        scene.signal_workers(signal.SIGSTOP)
        time.sleep(5)
        scene.signal_workers(signal.SIGCONT)
        before = users.answers
        until(lambda: users.answers > before + 16)
    assert not users.wrong(), users.wrong()[:3]
    return users.figure()


@fault("the process that reads a file is killed", "a sentence; the page works on")
def reader_killed(scene: Scene) -> str:
    visitor = scene.visit()
    token = visitor.upload(csv(LARGE, 3)).json["token"]
    drawing, answers = in_background(lambda: visitor.draw(token))
    os.kill(scene.busy_child("worker"), signal.SIGKILL)
    drawing.join(150)
    dataset, notice = answers[0]
    if dataset is None:
        assert "of memory" in notice, notice
    assert visitor.upload_and_draw(csv(60, 1))
    return "drawn by another" if dataset else "sentence on memory"


@fault(
    "the process that reads a file is stopped (SIGSTOP)",
    "a sentence after the time that a reading may take (8 s here); others are drawn meanwhile",
    SHORT,
)
def reader_stopped(scene: Scene) -> str:
    visitor, other = scene.visit(), scene.visit()
    token = visitor.upload(csv(LARGE, 3)).json["token"]
    drawing, answers = in_background(lambda: visitor.draw(token))
    os.kill(scene.busy_child("worker"), signal.SIGSTOP)
    began = time.monotonic()
    assert other.upload_and_draw(csv(60, 1))
    others = time.monotonic() - began
    drawing.join(150)
    dataset, notice = answers[0]
    assert dataset is None
    assert "longer than" in notice, notice
    return f"sentence after {time.monotonic() - began:.0f} s; another file drawn in {others:.1f} s"


@fault("the process that resamples is killed", "an answer or a sentence, then an answer")
def resampling_killed(scene: Scene) -> str:
    visitor = scene.visit()
    dataset = visitor.upload_and_draw(csv(LARGE, 3, missing=0.01))
    first_model = dataset | {"models": dataset["models"][:1]}
    computing, asking, seen = scene.computing(lambda: asked(visitor, first_model))
    os.kill(computing, signal.SIGKILL)
    asking.join(150)
    assert seen[0].status == 200, seen
    seconds = until(lambda: asked(visitor, first_model).is_answer, 150, "no answer")
    return f"answer after {seconds:.1f} s"


@fault(
    "the process that resamples is stopped (SIGSTOP)",
    "ended after the time that it may take (8 s here), with a sentence; others are answered",
    SHORT,
)
def resampling_stopped(scene: Scene) -> str:
    visitor, other = scene.visit(), scene.shared()
    dataset = visitor.upload_and_draw(csv(LARGE // 2, 3, missing=0.01))
    first_model = dataset | {"models": dataset["models"][:1]}
    stopped, asking, _ = scene.computing(lambda: asked(visitor, first_model))
    os.kill(stopped, signal.SIGSTOP)
    with Users(scene, other, 4) as users:
        seconds = until(lambda: stopped not in scene.children(), 150, "it stays")
        asking.join(150)
    assert not users.wrong(), users.wrong()[:3]
    until(lambda: asked(visitor, first_model).is_answer, 150, "no answer")
    return f"ended after {seconds:.0f} s; others: {users.figure()}"


@fault(
    "the workers run out of file descriptors",
    "sentences while it lasts, nothing else; afterwards all works",
)
def descriptors_used_up(scene: Scene) -> str:
    link = scene.shared()
    uploads = [scene.visit() for _ in range(4)]
    usual = resource.prlimit(scene.team.served.workers[0], resource.RLIMIT_NOFILE)
    refused = []
    with Users(scene, link) as users:
        try:
            for spare in range(10):  # another open fails each time
                with suppress(FileNotFoundError, ProcessLookupError):  # a worker was replaced
                    for pid in scene.team.served.workers:
                        n = len(os.listdir(f"/proc/{pid}/fd"))
                        resource.prlimit(pid, resource.RLIMIT_NOFILE, (n + spare, usual[1]))
                end = time.monotonic() + 1.5
                while time.monotonic() < end:
                    for visitor in uploads:
                        with suppress(OSError, HTTPException):
                            answer = visitor.upload(csv(500, 1))
                            if answer.status != 200:
                                refused.append(answer)
        finally:
            for pid in scene.team.served.workers:
                with suppress(ProcessLookupError):
                    resource.prlimit(pid, resource.RLIMIT_NOFILE, usual)
        before = users.answers
        until(lambda: users.answers > before + 16, what="no answers afterwards")
    assert all(answer.json["error"] for answer in refused)
    wrong = users.wrong(AWAY, DiskFailing.sentence, "Too many requests", "busy")
    assert not wrong, Counter((seen.status, seen.sentence[:200]) for seen in wrong)
    return f"{users.figure()}; {len(refused)} uploads refused"


@fault(
    "the server is restarted while users work",
    "sentences meanwhile; sessions, links and data sets go on",
)
def restarted(scene: Scene) -> str:
    owner, dataset = scene.owner()
    with Users(scene, scene.link(owner, dataset)) as users:
        began = time.monotonic()
        scene.team.served.stop()
        scene.team.served.start()
        seconds = time.monotonic() - began
        before = users.answers
        until(lambda: users.answers > before + 16)
    assert not users.wrong(AWAY, "cut"), users.wrong(AWAY, "cut")[:3]
    assert asked(owner, dataset).is_answer
    return f"away for {seconds:.1f} s; {users.figure()}"


@fault("the workers are reloaded (SIGHUP) while users work", "no answer fails for long")
def reloaded(scene: Scene) -> str:
    with Users(scene, scene.shared()) as users:
        former = set(scene.team.served.workers)
        scene.team.served.process.send_signal(signal.SIGHUP)
        until(lambda: not former & set(scene.team.served.workers), 150, "the workers stay")
        scene.recovered()
        before = users.answers
        until(lambda: users.answers > before + 16)
    assert not users.wrong(AWAY, "cut"), users.wrong(AWAY, "cut")[:3]
    return users.figure()
