"""The page on this machine: for the command line and for notebooks."""

import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from dash import Dash
from werkzeug.serving import BaseWSGIServer

from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError
from costdash.intake.hand_in import write_table
from costdash.intake.process.client import parse
from costdash.report.source import fingerprint
from costdash.web.app import create_app
from costdash.web.listening import HOST, PORT, address, listen, open_in_browser, settings_for
from costdash.web.routes import links
from costdash.web.storage.store import Store


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
    app = create_app(settings_for(host))
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
    app = create_app(settings_for(HOST))
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
