"""A team's server: nginx, two gunicorn workers and redis, as processes on 127.0.0.1."""

import json
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any
from wsgiref.types import WSGIApplication

from redis import Redis as Client
from redis import RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry
from werkzeug.serving import make_server
from werkzeug.wrappers import Request, Response

from benchmarks.gunicorn_server import ROOT, Served, free_port
from benchmarks.visitor import Visitor

PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
REDIS, NGINX = (shutil.which(name, path=PATH) for name in ("redis-server", "nginx"))
START_TIMEOUT = 30  # s
# Root ignores file permissions. Without these capabilities it meets the errors of other users.
AS_ORDINARY_USER = (
    "setpriv", "--inh-caps=-dac_override,-dac_read_search",
    "--bounding-set=-dac_override,-dac_read_search",
)  # fmt: skip


class Redis:
    def __init__(self, folder: Path):
        self.folder, self.port, self.process = folder, free_port(), None
        self.url = f"redis://127.0.0.1:{self.port}"

    def start(self) -> "Redis":
        command = [REDIS, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(
            [*command, "--dir", self.folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + START_TIMEOUT
        while not self.answers():
            assert time.monotonic() < deadline, "redis-server does not start"
            time.sleep(0.02)
        return self

    def client(self) -> Client:
        return Client(port=self.port, socket_timeout=1, retry=Retry(NoBackoff(), 0))

    def answers(self) -> bool:
        try:
            with self.client() as client:
                return client.ping()
        except (RedisError, OSError):
            return False

    def empty(self) -> None:
        with self.client() as client:
            client.flushall()

    def pause(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        self.resume()
        self.process.terminate()
        self.process.wait(10)


class Proxy:
    """nginx with the repository's configuration, apart from folders and ports.

    sign_in_port: where oauth2-proxy answers, if it signs people in.
    """

    def __init__(self, folder: Path, upstream_port: int, sign_in_port: int | None = None):
        self.port, self.process = free_port(), None
        folder.mkdir(exist_ok=True)
        self.file = folder / "nginx.conf"
        text = (ROOT / "deploy" / "nginx.conf").read_text()
        text = text.replace("listen 8080", f"listen 127.0.0.1:{self.port}")
        text = text.replace("server costdash:8050", f"server 127.0.0.1:{upstream_port}")
        text = text.replace("/tmp/", f"{folder}/")
        self.file.write_text(f"user root;\n{text}" if os.getuid() == 0 else text)
        if sign_in_port is not None:
            part = (ROOT / "deploy/sign-in/oauth2-proxy.conf").read_text()
            (folder / "sign-in").mkdir()
            (folder / "sign-in/oauth2-proxy.conf").write_text(
                part.replace("oauth2-proxy:4180", f"127.0.0.1:{sign_in_port}")
            )

    def start(self) -> "Proxy":
        errors = self.file.with_suffix(".log").open("ab")
        self.process = subprocess.Popen(
            [NGINX, "-p", self.file.parent, "-c", self.file], stdout=errors, stderr=errors
        )
        errors.close()
        deadline = time.monotonic() + START_TIMEOUT
        while not self.listens():
            assert time.monotonic() < deadline, f"nginx does not start: see {errors.name}"
            time.sleep(0.02)
        return self

    def listens(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return True
        except OSError:
            return False

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)

    def log(self) -> str:
        """What it wrote about requests and errors."""
        return self.file.with_suffix(".log").read_text()


class Team:
    """A proxy, two workers and redis; `port` is the proxy's."""

    def __init__(self, folder: Path, before: tuple[str, ...] = (), **environment: str):
        """before: the command that starts gunicorn; environment: further variables for it."""
        self.folder = folder / "data"
        self.redis = Redis(folder)
        team = {
            "COSTDASH_TEAM": "1",
            "COSTDASH_SECRET": "s" * 40,
            "COSTDASH_TRUST_PROXY": "1",
            "COSTDASH_REDIS": self.redis.url,
            "COSTDASH_N_REPLICATES": "200",
        }
        ordinary = AS_ORDINARY_USER if os.getuid() == 0 else ()
        before = (*before, *ordinary)
        self.served = Served(self.folder, workers=2, before=before, **team | environment)
        self.proxy = Proxy(folder, self.served.port)
        self.port = self.proxy.port

    def __enter__(self) -> "Team":
        for process in (self.redis, self.served, self.proxy):
            process.start()
        return self

    def __exit__(self, *_) -> None:
        for process in (self.proxy, self.served, self.redis):
            process.stop()

    def kill_workers(self) -> None:
        for worker in self.served.workers:
            os.kill(worker, signal.SIGKILL)

    def wait_until_healthy(self) -> None:
        """Waits until both workers run and answer."""
        deadline = time.monotonic() + 90
        while len(self.served.workers) < 2 or not self.served.is_healthy():
            assert time.monotonic() < deadline, "the workers do not come back"
            time.sleep(0.05)


@contextmanager
def running(process: Proxy | Served) -> Iterator[Any]:
    """Runs a process until the end of the block."""
    try:
        yield process.start()
    finally:
        process.stop()


@contextmanager
def wsgi_server(app: WSGIApplication) -> Iterator[int]:
    """Serves an app in this process; its port."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()


def echo_server() -> AbstractContextManager[int]:
    """An app that answers what it got: the texts of its environment as JSON."""

    @Request.application
    def echo(request: Request) -> Response:
        texts = {name: v for name, v in request.environ.items() if isinstance(v, str)}
        return Response(json.dumps(texts), mimetype="application/json")

    return wsgi_server(echo)


@contextmanager
def slow_uploads(team: Team, visitor: Visitor, n: int) -> Iterator[None]:
    """Keeps n uploads open while the block runs; each sends one byte every 0.1 s."""
    head = (
        f"POST /upload HTTP/1.1\r\nHost: 127.0.0.1:{team.port}\r\nX-Costdash: 1\r\n"
        f"Cookie: {'; '.join('='.join(c) for c in visitor.cookies.items())}\r\n"
        "Content-Length: 100000\r\n\r\n"
    ).encode()
    connections = [socket.create_connection(("127.0.0.1", team.port), timeout=10) for _ in range(n)]
    stop = threading.Event()

    def send() -> None:
        with suppress(OSError):
            while not stop.wait(0.1):
                for connection in connections:
                    connection.sendall(b"x")

    sender = threading.Thread(target=send)
    try:
        for connection in connections:
            connection.sendall(head)
        sender.start()
        yield
        assert sender.is_alive()  # the proxy still accepts the bodies
    finally:
        stop.set()
        if sender.ident:
            sender.join()
        for connection in connections:
            connection.close()


def move_sliders(team: Team, link: str, users: int, seconds: float) -> tuple[list, list]:
    """Lets users open a share link and move the prior; (seconds for each answer, refusals)."""
    took, refused = [], []
    end = time.monotonic() + seconds

    def use(number: int) -> None:
        user = Visitor(team.port)
        user.ask("GET", link)
        dataset, _ = user.draw(None)
        while time.monotonic() < end:
            start = time.monotonic()
            answer, notice = user.settle(dataset, prior=0.01 + number / 25)
            took.append(time.monotonic() - start)
            if answer is None:
                refused.append(notice)
        user.close()

    threads = [threading.Thread(target=use, args=(number,)) for number in range(users)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return took, refused
