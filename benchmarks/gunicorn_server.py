"""The page under gunicorn on 127.0.0.1, as a team runs it, and the resources of its processes."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
CONFIGURED = ("--config", "python:costdash.web.gunicorn_settings")
PATIENCE = 60  # s, to the first answer


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


class Served:
    """A gunicorn server: `with Served(folder, workers=2) as served`. environment: variables."""

    def __init__(
        self, folder: Path, workers: int = 2, threads: int = 16, before=(), **environment: str
    ):
        self.folder, self.port, self.process = Path(folder), free_port(), None
        self.environment = {"COSTDASH_DATA": str(self.folder), **environment}
        self.command = [
            *before, sys.executable, "-m", "gunicorn", *CONFIGURED, f"--bind=127.0.0.1:{self.port}",
            f"--workers={workers}", f"--threads={threads}",
            "--graceful-timeout=3", "--log-level=error", "costdash.web.wsgi:server()",
        ]  # fmt: skip

    def start(self) -> "Served":
        inherited = {name: v for name, v in os.environ.items() if not name.startswith("COSTDASH_")}
        log = Path(f"{self.folder}.log").open("ab")  # noqa: SIM115
        with log:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, env=inherited | self.environment, stdout=log, stderr=log
            )
        deadline = time.monotonic() + PATIENCE
        while not self.is_healthy():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"no answer: see {self.folder}.log")
            time.sleep(0.05)
        return self

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def __enter__(self) -> "Served":
        return self.start()

    def __exit__(self, *_) -> None:
        self.stop()

    def is_healthy(self) -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/health", timeout=5) as answer:
                return answer.status == 200
        except (URLError, OSError):
            return False

    def log(self) -> str:
        return Path(f"{self.folder}.log").read_text(errors="replace")

    @property
    def workers(self) -> list[int]:
        """Process ids of the workers, without the arbiter."""
        pid = self.process.pid
        return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def memory(self) -> float:
        """MB of all processes; shared pages count once."""
        return sum(_proportional(pid) for pid in (self.process.pid, *self.workers)) / 1000

    def descriptors(self) -> int:
        return sum(len(os.listdir(f"/proc/{pid}/fd")) for pid in self.workers)


def _proportional(pid: int) -> int:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    return 0
