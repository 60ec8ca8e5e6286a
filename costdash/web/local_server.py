"""The page on this machine: for the command line and for notebooks.

Where a page on this machine listens, by which names it may be asked for, and who opens it.
"""

import os
import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from dash import Dash
from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from costdash.intake.api import write_table
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError
from costdash.intake.process.client import parse
from costdash.report.report import fingerprint
from costdash.web.app import create_app
from costdash.web.routes import links
from costdash.web.settings import Settings
from costdash.web.storage.store import Store

HOST, PORT = "127.0.0.1", 8050
EVERYWHERE = ("0.0.0.0", "::")
IDLE = 60  # s after which a silent connection is closed


class Quiet(WSGIRequestHandler):
    """Addresses may hold what should not be written down, so requests are not logged."""

    timeout = IDLE
    server_version = "costdash"
    sys_version = ""

    def log(self, *_):
        pass


def settings_for_host(host: str) -> Settings:
    """Those of the environment, with the names of this machine among the trusted ones."""
    settings = Settings.from_environment()
    names = {host}
    if host in EVERYWHERE:
        names = {socket.gethostname(), socket.getfqdn(), "::1", *_own_addresses()}
    return replace(settings, trusted_hosts=(*settings.trusted_hosts, *sorted(names)))


def listen(app: Flask, host: str, port: int) -> BaseWSGIServer:
    """At the port, where the default gives way to any that is free. Raises OSError."""
    try:
        taken = _take(host, port)
    except OSError as error:
        if port != PORT:
            raise OSError(f"Port {port} of {host} cannot be used: {error.strerror}.") from None
        taken = _take(host, 0)
    with taken:
        port = taken.getsockname()[1]
        return make_server(host, port, app, threaded=True, request_handler=Quiet, fd=taken.fileno())


def address(server: BaseWSGIServer, host: str) -> str:
    """As it is typed into a browser on this machine."""
    here = {"0.0.0.0": HOST, "::": "[::1]"}
    shown = here.get(host) or (f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{server.port}"


def open_in_browser(url: str) -> None:
    """A graphical one: a browser in the terminal would take it over."""
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform != "linux" or screen:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _take(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def _own_addresses() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None)
    except OSError:
        return []
    return [str(place[0]).partition("%")[0] for *_, place in found]


@dataclass(frozen=True)
class Page:
    """A running page. Its address loads the data for the first browser that opens it."""

    url: str

    def __str__(self) -> str:
        return self.url

    def _repr_html_(self) -> str:
        return f'<a href="{self.url}" target="_blank" rel="noopener">{self.url}</a>'


def serve(
    file: Path | str | None = None,
    host: str = HOST,
    port: int = PORT,
    open_browser: bool = True,
    roles: Roles | None = None,
) -> None:
    """Opens the page, with the file loaded, until Ctrl+C.

    Raises IntakeError, whose sentence says what to do, and OSError where the port is not free.
    """
    host = host.strip("[]")
    app = create_app(settings_for_host(host))
    path = "/" if file is None else _load(app, Path(file), roles, Path(file).name)
    server = listen(app.server, host, port)
    url = address(server, host) + path
    once = "" if file is None else " (good for one browser)"
    print(f"costdash is at {url}{once}. Ctrl+C ends it.", flush=True)
    if open_browser:
        open_in_browser(url)
    server.serve_forever()


def explore(predictions_or_frame, open_browser: bool = True) -> Page:
    """Opens the page on Predictions, a data frame or a file from a notebook.

    Raises IntakeError, whose sentence says what to do.
    """
    app, server = _in_background()
    if isinstance(predictions_or_frame, str | Path):
        file = Path(predictions_or_frame)
        path = _load(app, file, None, file.name)
    else:
        with TemporaryDirectory(prefix="costdash-") as folder:
            file = Path(folder) / "table"
            roles = write_table(predictions_or_frame, file)
            path = _load(app, file, roles, "notebook", is_file=False)
    page = Page(address(server, HOST) + path)
    if open_browser:
        open_in_browser(page.url)
    return page


@cache
def _in_background() -> tuple[Dash, BaseWSGIServer]:
    """One server for all that a notebook explores."""
    app = create_app(settings_for_host(HOST))
    server = listen(app.server, HOST, PORT)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return app, server


def _load(app: Dash, file: Path, roles: Roles | None, name: str, is_file: bool = True) -> str:
    """Reads a file as an upload is read; the path of a one-time address that shows it.

    is_file: it is the user's own, which a report may name by its fingerprint.
    """
    if not file.is_file():
        raise IntakeError(f"There is no file {file}.")
    store: Store = app.server.extensions["costdash-store"]
    size = file.stat().st_size
    ticket, folder = links.begin(store, size)
    outcome = parse(file, folder, roles, name, store.settings.limits, False, store.settings.method)
    if outcome.status == "error":
        store.abandon(folder)
        raise IntakeError(" ".join(outcome.messages))
    for message in outcome.messages:
        print(f"Note: {message}")
    store.finish(folder, ticket, name, size, fingerprint(file) if is_file else None)
    return links.path_of(ticket)
