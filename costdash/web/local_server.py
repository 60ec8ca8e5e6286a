"""Runs the page on this machine, for the command line and for notebooks."""

import json
import os
import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from dash import Dash
from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from costdash.core.analysis.analyse import analyse
from costdash.core.sample.predictions import Predictions
from costdash.intake.api import write_table
from costdash.intake.columns.roles import Roles
from costdash.intake.engines.reduce_table import TableSample, reduce_table
from costdash.intake.engines.source import open_source, stoppable
from costdash.intake.errors import IntakeError
from costdash.intake.heap import return_freed_memory
from costdash.intake.limits import Limits
from costdash.intake.process.client import parse
from costdash.intake.process.outcome import OUTCOME, Outcome, describe_columns, write_json
from costdash.intake.process.worker import ANALYSIS, PREDICTIONS
from costdash.intake.storage.analysis import analysis_key, save_analysis
from costdash.intake.storage.disk_quota import release
from costdash.intake.storage.predictions import save_predictions
from costdash.report.report import fingerprint
from costdash.web.app import create_app
from costdash.web.routes.links import begin_with_one_time_link, one_time_path
from costdash.web.security.hosts import ANY_HOST
from costdash.web.settings import SELF, Settings
from costdash.web.storage.store import Store

if TYPE_CHECKING:
    from pandas import DataFrame

HUB_PATH = "JUPYTERHUB_SERVICE_PREFIX"  # of the environment: path of the user's server
DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8050
ALL_INTERFACES = ("0.0.0.0", "::")
SIZE_OF_MODEL = 20_000_000  # bytes: counts at 150,000 thresholds, and bands
IDLE_TIMEOUT = 60  # s after which a silent connection is closed
WITHOUT_SERVER = (
    "<p>The page is there as long as this notebook's kernel runs. If it is gone, run the cell "
    "again; <code>costdash.summarise(...)</code> leaves a report that needs no server.</p>"
)
INLINE_HEIGHT = 900  # pixels, of the page in a notebook


@dataclass(frozen=True)
class Page:
    """A running page. Its address gives the data to the first browser that opens it.

    inline: the path of that address behind the notebook's proxy; "" without one.
    """

    url: str
    inline: str = ""

    def __str__(self) -> str:
        return self.url

    def _repr_html_(self) -> str:
        if self.inline:
            return (
                f'<iframe title="costdash" src="{self.inline}" '
                f'style="width:100%;height:{INLINE_HEIGHT}px;border:0"></iframe>{WITHOUT_SERVER}'
            )
        link = f'<a href="{self.url}" target="_blank" rel="noopener">{self.url}</a>'
        return link + WITHOUT_SERVER


def serve(
    file: Path | str | None = None,
    host: str = DEFAULT_HOST,
    port: int = DEFAULT_PORT,
    open_browser: bool = True,
    roles: Roles | None = None,
    table: str | None = None,
) -> None:
    """Serves the page, with the data of the file or of the table, until Ctrl+C.

    An engine counts the table before the page opens, and again if the page gives its columns other
    roles; no request opens another table.

    Raises IntakeError, whose message says what to do, and OSError if the port is in use.
    """
    host = host.strip("[]")
    return_freed_memory()
    app = create_app(settings_for_host(host))
    path = "/"
    if table is not None:
        path = _load_table(app, table, roles or Roles())
    elif file is not None:
        path = _load(app, Path(file), roles, Path(file).name)
    server = listen(app.server, host, port)
    settings = app.server.extensions["costdash-settings"]
    url = url_of(server, host) + settings.url_prefix + path
    once = "" if path == "/" else " (good for one browser)"
    print(f"costdash is at {url}{once}. Ctrl+C ends it.", flush=True)
    if warning := access_warning(host, settings):
        print(warning, flush=True)
    if open_browser:
        open_in_browser(url)
    server.serve_forever()


def explore(
    predictions_or_frame: "Predictions | DataFrame | Path | str", open_browser: bool | None = None
) -> Page:
    """Open the page on predictions, a data frame or a file, from a notebook.

    The page is served in the background by one server for the whole notebook. Where Jupyter has
    jupyter-server-proxy (extra costdash[jupyter]), the page stands in the cell.

    Parameters
    ----------
    predictions_or_frame : Predictions, pandas.DataFrame, Path or str
        What to analyse; a Path or str names a file.
    open_browser : bool, optional
        Open the page in the default browser, by default unless it stands in the cell. Only the
        first page opened shows the data.

    Returns
    -------
    Page
        Its `url` opens the data in the first browser that asks for it.

    Raises
    ------
    IntakeError
        If the table cannot be read; the message says what to do.

    Examples
    --------
    >>> import costdash
    >>> costdash.explore("predictions.csv")  # doctest: +SKIP
    """
    app, server = _background_server()
    data = predictions_or_frame
    if isinstance(data, Predictions) and data.groups is not None:
        path = _load_counted(app, data)
    elif isinstance(predictions_or_frame, str | Path):
        file = Path(predictions_or_frame)
        path = _load(app, file, None, file.name)
    else:
        with TemporaryDirectory(prefix="costdash-") as folder:
            file = Path(folder) / "table"
            roles = write_table(predictions_or_frame, file)
            path = _load(app, file, roles, "notebook", is_users_file=False)
    settings = app.server.extensions["costdash-settings"]
    address = settings.url_prefix + path
    page = Page(url_of(server, DEFAULT_HOST) + address, address if settings.framed else "")
    if open_browser or (open_browser is None and not page.inline):
        open_in_browser(page.url)
    return page


def settings_for_host(host: str) -> Settings:
    """Settings from the environment that also trust the host, or all names of this machine."""
    settings = Settings.from_environment()
    names = {host}
    if host in ALL_INTERFACES:
        names = {socket.gethostname(), socket.getfqdn(), "::1", *_local_addresses()}
    return replace(settings, trusted_hosts=(*settings.trusted_hosts, *sorted(names)))


def settings_for_notebook(port: int) -> Settings:
    """Settings from the environment of a page at a port behind the notebook's proxy, if any."""
    settings = settings_for_host(DEFAULT_HOST)
    base = notebook_path()
    if base is None or settings.url_prefix:
        return settings
    hosts = settings.trusted_hosts
    if (
        HUB_PATH in os.environ
    ):  # the machine of a hub has no browser that a foreign name could trick
        hosts = (ANY_HOST,)
    prefix = f"{base}proxy/absolute/{port}"
    return replace(settings, url_prefix=prefix, trusted_hosts=hosts, framed=(SELF,))


def notebook_path() -> str | None:
    """Path of the Jupyter server that runs this kernel; None unless it can pass on ports."""
    paths = sys.modules.get("jupyter_core.paths")  # every kernel imports it
    if paths is None or find_spec("jupyter_server_proxy") is None:
        return None
    if path := os.environ.get(HUB_PATH):
        return path
    file = Path(paths.jupyter_runtime_dir()) / f"jpserver-{os.environ.get('JPY_PARENT_PID')}.json"
    try:
        return str(json.loads(file.read_text(encoding="utf-8"))["base_url"])
    except (OSError, ValueError, KeyError):  # not a server of Jupyter, but for example an editor's
        return None


def access_warning(host: str, settings: Settings) -> str:
    """A warning if other machines can open the page without a password, else nothing."""
    is_private = host == "localhost" or host == "::1" or host.startswith("127.")
    if is_private or settings.password or settings.sign_in_header:
        return ""
    return (
        "Warning: everybody who reaches this machine over the network can open the page. "
        "Set COSTDASH_PASSWORD and COSTDASH_SECRET to ask for a password."
    )


class QuietRequestHandler(WSGIRequestHandler):
    """Logs nothing, because addresses may hold secrets, and hides the server's version."""

    timeout = IDLE_TIMEOUT
    server_version = "costdash"
    sys_version = ""

    def log(self, *_: object) -> None:
        pass


def listen(app: Flask, host: str, port: int) -> BaseWSGIServer:
    """Binds the server to a port. If the default port is in use, it takes any free port.

    Raises OSError.
    """
    with _bound(host, port) as bound:
        return _server_on(bound, host, app)


def url_of(server: BaseWSGIServer, host: str) -> str:
    """Address of the server for a browser on this machine."""
    local = {"0.0.0.0": DEFAULT_HOST, "::": "[::1]"}
    name = local.get(host) or (f"[{host}]" if ":" in host else host)
    return f"http://{name}:{server.port}"


def open_in_browser(url: str) -> None:
    """Opens a graphical browser if there is a screen; a text browser would block the terminal."""
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform != "linux" or screen:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


@cache
def _background_server() -> tuple[Dash, BaseWSGIServer]:
    with _bound(DEFAULT_HOST, DEFAULT_PORT) as bound:
        app = create_app(settings_for_notebook(bound.getsockname()[1]))
        server = _server_on(bound, DEFAULT_HOST, app.server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return app, server


def _load(app: Dash, file: Path, roles: Roles | None, name: str, is_users_file: bool = True) -> str:
    """Reads a file like an upload; the path of a one-time link to it. Raises IntakeError.

    is_users_file: the file is the user's and not temporary, so reports may show its SHA-256.
    """
    if not file.is_file():
        raise IntakeError(f"There is no file {file}.")
    store: Store = app.server.extensions["costdash-store"]
    size = file.stat().st_size
    key, folder = begin_with_one_time_link(store, size)
    outcome = parse(
        file,
        folder,
        roles,
        name,
        store.settings.limits,
        False,
        store.settings.method,
        disk_quota=store.disk_quota,
    )
    release(folder)
    assert outcome is not None  # only a file that is still arriving has no outcome
    if outcome.status == "error":
        store.abandon(folder)
        raise IntakeError(" ".join(outcome.messages))
    for message in outcome.messages:
        print(f"Note: {message}")
    store.finish(folder, key, name, size, fingerprint(file) if is_users_file else None)
    return one_time_path(key)


def _load_table(app: Dash, source: str, roles: Roles) -> str:
    """Counts a table; the path of a one-time link to its counts. Raises IntakeError.

    The page can have it counted again with other roles, as long as this process runs.
    """
    store: Store = app.server.extensions["costdash-store"]
    counted = _count_table(source, roles)
    key, folder = _stored_counts(store, counted.predictions, counted.details, counted.messages)
    write_json(folder / OUTCOME, _outcome(counted).as_json())
    store.tables[folder.name] = partial(_count_again, store.settings.method, source)
    return one_time_path(key)


def _count_table(source: str, roles: Roles) -> TableSample:
    table = open_source(source)
    try:
        return stoppable(table, lambda: reduce_table(table, roles, Limits.from_environment()))
    finally:
        table.rows.get_backend().disconnect()


def _count_again(method: dict[str, int], source: str, folder: Path, roles: Roles) -> Outcome:
    """Replaces the counts in the folder by those with other roles. Raises IntakeError, OSError."""
    counted = _count_table(source, roles)
    _save_counts(folder, counted.predictions, counted.details, counted.messages, method)
    outcome = _outcome(counted)
    write_json(folder / OUTCOME, outcome.as_json())
    return outcome


def _outcome(counted: TableSample) -> Outcome:
    """What the page shows of a table that was counted, as of a file."""
    rows = counted.predictions
    assert rows.groups is not None
    return Outcome(
        "warning",
        messages=tuple(counted.messages),
        roles=counted.guess.roles,
        reasons=counted.guess.reasons,
        columns=tuple(describe_columns(counted.columns)),
        rows=rows.groups.rows,
        rows_read=counted.details["rows_read"],
        positives=rows.positives,
        name=counted.table_summary["source"],
        read_as=counted.details["read_as"],
    )


def _load_counted(app: Dash, rows: Predictions) -> str:
    """Stores grouped rows with their analysis; the path of a one-time link to them."""
    return one_time_path(_stored_counts(app.server.extensions["costdash-store"], rows, {}, [])[0])


def _stored_counts(
    store: Store, rows: Predictions, details: dict[str, Any], messages: list[str]
) -> tuple[str, Path]:
    """(key, folder) of a new data set of grouped rows, which a one-time link gives away."""
    size = rows.is_positive.size * 8 * (len(rows.scores) + 2) + SIZE_OF_MODEL * len(rows.scores)
    key, folder = begin_with_one_time_link(store, size)
    try:
        _save_counts(folder, rows, details, messages, store.settings.method)
    except BaseException:
        store.abandon(folder)
        raise
    release(folder)
    for message in messages:
        print(f"Note: {message}")
    store.finish(folder, key, details.get("table", {}).get("source", "table"), size)
    return key, folder


def _save_counts(
    folder: Path,
    rows: Predictions,
    details: dict[str, Any],
    messages: list[str],
    method: dict[str, int],
) -> None:
    """Stores grouped rows with their analysis."""
    analysis = analyse(rows, n_replicates=method["n_replicates"], seed=method["seed"])
    save_predictions(folder / PREDICTIONS, rows, {"table": {}} | details | {"messages": messages})
    save_analysis(folder / ANALYSIS, analysis, analysis_key(folder / PREDICTIONS, **method))


def _bound(host: str, port: int) -> socket.socket:
    """A socket at the port. If the default port is in use, at any free port. Raises OSError."""
    try:
        return _bind(host, port)
    except OSError as error:
        if port != DEFAULT_PORT:
            raise OSError(f"Port {port} of {host} cannot be used: {error.strerror}.") from None
        return _bind(host, 0)


def _server_on(bound: socket.socket, host: str, app: Flask) -> BaseWSGIServer:
    port, handler = bound.getsockname()[1], QuietRequestHandler
    return make_server(host, port, app, threaded=True, request_handler=handler, fd=bound.fileno())


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def _local_addresses() -> list[str]:
    """IP addresses of this machine."""
    try:
        addresses = socket.getaddrinfo(socket.gethostname(), None)
    except OSError:
        return []
    return [str(address[0]).partition("%")[0] for *_, address in addresses]
