"""Fixtures that run a recipe of a how-to page and visit the page under the host name it is for."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

import pytest

from benchmarks.gunicorn_server import CONFIGURED, Served
from benchmarks.visitor import Answer, Visitor
from tests.support.recipes import TYPED

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
CSV = "label,score\n" + "".join(f"{k % 3 == 0:d},{k * 37 % 101 / 100}\n" for k in range(60))


class Guest(Visitor):
    """A browser that found the page at https://host/prefix/; nobody looks names up."""

    def __init__(self, port: int, host: str, prefix: str = "", **sent: str):
        super().__init__(port)
        self.host, self.prefix, self.sent_always = host, prefix, sent

    def ask(self, method, path, body=None, headers=()) -> Answer:
        names = {"Host": self.host, **self.sent_always}
        if method == "POST":
            names["Origin"] = f"https://{self.host}"
        return super().ask(method, self.prefix + path, body, names | dict(headers))

    def open(self, path: str = "/", **headers: str) -> Answer:
        """Asks as a browser does when somebody opens an address."""
        return self.ask("GET", path, None, BROWSER | headers)

    def sign_in(self, password: str = TYPED["(at least 10 characters)"]) -> Answer:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", "/sign-in", urlencode({"password": password, "to": "/"}), form)

    def draws(self) -> bool:
        """Whether a file can be uploaded and is drawn."""
        dataset = self.upload_and_draw(CSV.encode())
        return self.settle(dataset, prior=0.2)[0] is not None


@pytest.fixture
def serve(tmp_path):
    """Runs workers with the settings of a recipe: `with serve(environment, command) as served`."""

    @contextmanager
    def serve(environment, command=(*CONFIGURED, "costdash.web.wsgi:server()")) -> Iterator[Served]:
        served = Served(tmp_path / "data")
        served.environment |= environment | {"COSTDASH_DATA": str(tmp_path / "data")}
        served.environment |= {"WEB_CONCURRENCY": "1", "PORT": str(served.port)}
        quiet = ("--log-level=error", "--graceful-timeout=3")
        served.command = [sys.executable, "-m", "gunicorn", *quiet, *command]
        with served:
            yield served

    return serve


def needs(program: str | None, name: str) -> None:
    """Skips the test where a program is missing that not every system has."""
    if program is None:
        pytest.skip(f"needs {name}")


@pytest.fixture
def guest():
    """Makes guests, whose connections are closed after the test."""
    guests = []

    def guest(*args, **kwargs) -> Guest:
        guests.append(Guest(*args, **kwargs))
        return guests[-1]

    yield guest
    for each in guests:
        each.close()
