"""redis-server and nginx as plain processes on 127.0.0.1."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from redis import Redis as Client
from redis import RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from benchmarks.served import ROOT, Served, free_port

PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
REDIS, NGINX = (shutil.which(name, path=PATH) for name in ("redis-server", "nginx"))
# Root may write where it may not: without this power the tests see what everybody sees.
AS_EVERYBODY = (
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
        deadline = time.monotonic() + 10
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
    """The nginx of the repository's own configuration, but for places and ports."""

    def __init__(self, folder: Path, behind: int):
        self.port, self.process = free_port(), None
        self.file = folder / "nginx.conf"
        text = (ROOT / "deploy" / "nginx.conf").read_text()
        text = text.replace("listen 8080", f"listen 127.0.0.1:{self.port}")
        text = text.replace("server costdash:8050", f"server 127.0.0.1:{behind}")
        text = text.replace("/tmp/", f"{folder}/")
        self.file.write_text(f"user root;\n{text}" if os.getuid() == 0 else text)

    def start(self) -> "Proxy":
        errors = self.file.with_suffix(".log").open("wb")
        self.process = subprocess.Popen(
            [NGINX, "-p", self.file.parent, "-c", self.file], stdout=errors, stderr=errors
        )
        errors.close()
        deadline = time.monotonic() + 10
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


class Team:
    """A proxy, two workers and a redis; `port` is the proxy's."""

    def __init__(self, folder: Path):
        self.folder = folder / "data"
        self.redis = Redis(folder)
        self.served = Served(
            self.folder,
            workers=2,
            before=AS_EVERYBODY if os.getuid() == 0 else (),
            COSTDASH_TEAM="1",
            COSTDASH_SECRET="s" * 40,
            COSTDASH_TRUST_PROXY="1",
            COSTDASH_REDIS=self.redis.url,
            COSTDASH_N_REPLICATES="200",
        )
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

    def recovers(self) -> None:
        """Both workers are there again, and answer."""
        deadline = time.monotonic() + 30
        while len(self.served.workers) < 2 or not self.served.is_healthy():
            assert time.monotonic() < deadline, "the workers do not come back"
            time.sleep(0.05)
