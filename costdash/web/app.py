"""Builds the page and its server as a WSGI app."""

from contextlib import suppress
from functools import cache
from hashlib import sha256
from typing import NoReturn
from urllib.parse import quote

from dash import Dash
from flask import Flask, Response, abort
from werkzeug.middleware.proxy_fix import ProxyFix

from costdash.figures.offline import plotly_script
from costdash.static import (
    ASSETS,
    FONT_FILE,
    FONTS,
    LIBRARIES,
    PLOTLY,
    SCRIPTS,
    STYLES,
    bundle,
    style_sheet,
)
from costdash.web.ids import input_questions
from costdash.web.page.late_scripts import load_later, named
from costdash.web.routes import (
    answer,
    cases,
    compression,
    download,
    limit_prices,
    links,
    prefix,
    recent,
    upload,
)
from costdash.web.security import sign_in
from costdash.web.security.bodies import check_bodies
from costdash.web.security.headers import (
    add_security_headers,
    hide_error_details,
    hide_links_in_logs,
)
from costdash.web.security.hosts import (
    ANY_HOST,
    HEALTH,
    Ipv6Hosts,
    OnlyFromProxy,
    check_hosts,
    is_ipv6,
)
from costdash.web.security.request_guard import guard_requests
from costdash.web.session import start_sessions
from costdash.web.settings import CALLBACK_BYTES, Settings
from costdash.web.storage.analyses import Analyses
from costdash.web.storage.cleanup import Cleanup
from costdash.web.storage.store import Store

UNBUNDLED = r".*\.(js|css)$"  # dash, which would make a request for each file, ignores them
CACHED_TYPES = {  # of files that the browser keeps
    "js": "text/javascript",
    "css": "text/css",
    "woff": "font/woff",
}
FOOTER, SHEETS = "<footer>", "{%css%}"
FAVICON = "{%favicon%}"
# The mark of the page on a dark tile, in the tab of the browser; dash would show its own.
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" '
    'rx="6" fill="#10141c"/><path d="M6 16c3-9 9-9 12 0M9 16h6" fill="none" stroke="#fff" '
    'stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>'
)
DASH_ASKS_FIRST = ("_dash-layout", "_dash-dependencies")
CATCH_ALL = "/<path:path>"  # dash answers every address with the page; only "/" should be the page


def create_app(settings: Settings | None = None) -> Dash:
    """The whole app. Settings come from the environment unless given.

    Raises ValueError for invalid settings and PermissionError for another user's data folder.
    """
    # plotly looks for pandas among the loaded modules. pyarrow imports pandas when it first needs
    # it, in another thread; plotly must not find pandas half loaded.
    with suppress(ImportError):
        import pandas  # noqa: F401

    from costdash.web import callbacks
    from costdash.web.callbacks import boot_data
    from costdash.web.callbacks.tabs import TABS
    from costdash.web.page import layout
    from costdash.web.page.plain_html import with_plain_html

    settings = settings or Settings.from_environment()
    server = create_server(settings)
    app = create_dash(server, settings)
    boot_data.set_opening(app)
    callbacks.connect(app)
    used = connected_ids(app)
    # Made once: it depends on the settings only, and takes longer than all else in its request.
    sign_out = bool(settings.password)
    whole = layout.page(TABS, settings.currency, sign_out, input_questions(used))
    app.layout = with_plain_html(whole, used)
    protect(app)
    return app


def connected_ids(app: Dash) -> frozenset[str]:
    """Ids of the components that callbacks read or write."""
    outputs = (
        name
        for callback in app._callback_list
        for name in callback["output"].strip(".").split("...")
    )
    ends = (
        end for callback in app._callback_list for end in (*callback["inputs"], *callback["state"])
    )
    written = {name.rpartition(".")[0] for name in outputs if "." in name}  # some only act
    return frozenset(written | {end["id"] for end in ends})


def create_server(settings: Settings) -> Flask:
    """The Flask server: sessions, stored data sets and all routes that are not dash's."""
    server = Flask("costdash", static_folder=None)
    server.config["MAX_CONTENT_LENGTH"] = CALLBACK_BYTES
    wsgi_app = server.wsgi_app
    hosts = list(settings.hosts)
    if any(map(is_ipv6, hosts)):
        wsgi_app = ipv6_hosts = Ipv6Hosts(wsgi_app, hosts)
        hosts.append(ipv6_hosts.alias)
    server.config["TRUSTED_HOSTS"] = None if ANY_HOST in hosts else hosts
    wsgi_app = prefix.UrlPrefix(wsgi_app, settings.url_prefix)
    if n := settings.trust_proxy:
        wsgi_app = ProxyFix(wsgi_app, x_for=n, x_proto=n, x_host=n, x_prefix=n)
    if settings.proxy_secret:
        wsgi_app = OnlyFromProxy(wsgi_app, settings.proxy_secret)
    server.wsgi_app = wsgi_app  # type: ignore[method-assign]  # as Flask documents it
    store = Store(settings)
    server.extensions["costdash-settings"] = settings
    server.extensions["costdash-store"] = store
    server.extensions["costdash-analyses"] = analyses = Analyses(store, settings)
    server.extensions["costdash-cleanup"] = cleanup = Cleanup(store, analyses)
    store.cleanup()
    server.before_request(cleanup.start)
    compression.compress_answers(server)
    check_hosts(server)
    check_bodies(server, settings)
    start_sessions(
        server,
        settings.secure_cookies,
        settings.is_framed_elsewhere,
        store.signing_key(),
        store.take_over,
        store.has_ended,
    )
    for routes in (sign_in, upload, answer, cases, limit_prices, recent, download, links):
        routes.add_routes(server)
    return server


def create_dash(server: Flask, settings: Settings) -> Dash:
    """The dash app on the server, without layout and callbacks."""
    app = Dash(
        "costdash",
        server=server,  # type: ignore[arg-type]  # dash accepts a Flask server
        title="costdash",
        update_title=None,  # type: ignore[arg-type]  # as dash documents it: leave the title alone
        assets_folder=str(ASSETS),
        assets_ignore=UNBUNDLED,
        serve_locally=True,
        routes_pathname_prefix="/",
        requests_pathname_prefix=prefix.DASH_PREFIX,
        health_endpoint=HEALTH.strip("/"),
        add_log_handler=False,
        meta_tags=[
            {"name": "viewport", "content": "width=device-width, initial-scale=1"},
            {"name": "costdash-upload-bytes", "content": str(settings.limits.upload_bytes)},
        ],
    )
    icon = f'<link rel="icon" href="data:image/svg+xml,{quote(ICON)}">'
    app.index_string = app.index_string.replace("<html>", '<html lang="en">').replace(FAVICON, icon)
    _serve_font(app)
    _serve_styles(app)
    _serve_scripts(app)
    _serve_plotly(app)
    _preload_layout(app)
    load_later(app, lambda content: _serve_forever(app, LIBRARIES, content, "js"))
    prefix.put_before_page(app, server)
    server.view_functions[CATCH_ALL] = _not_found
    return app


def _serve_scripts(app: Dash) -> None:
    """Serves the modules of assets/ as one script, which the browser has before any of dash.

    It follows the outline of the page, which a slow line shows long before.
    """
    address = _serve_forever(app, SCRIPTS, _bundled_scripts(), "js")
    tag = f'<script src="{address}"></script>'
    app.index_string = app.index_string.replace(FOOTER, f"{tag}{FOOTER}", 1)


@cache
def _bundled_scripts() -> bytes:
    """The script of the page; bundling takes longer than all else that an app begins with."""
    return bundle(ASSETS / "main.js").encode()


def _serve_plotly(app: Dash) -> None:
    """Serves plotly.js, which reports use too. The page shows the decision before it arrives."""
    address = _serve_forever(app, PLOTLY, plotly_script().encode(), "js")
    app.index_string = app.index_string.replace(SHEETS, f"{named('plotly', address)}{SHEETS}", 1)


def _serve_styles(app: Dash) -> None:
    """Serves the style sheets of assets/css/ as one."""
    address = _serve_forever(app, STYLES, style_sheet(ASSETS / "css/main.css").encode(), "css")
    tag = f'<link rel="stylesheet" href="{address}">'
    app.index_string = app.index_string.replace(SHEETS, f"{SHEETS}{tag}", 1)


def _preload_layout(app: Dash) -> None:
    """Lets the browser ask for what dash asks for first while the scripts of dash still load.

    The tags follow the outline, so that a slow line shows it before.
    """
    preload = '<link rel="preload" href="{}{}" as="fetch" crossorigin>'
    tags = "".join(preload.format(prefix.DASH_PREFIX, name) for name in DASH_ASKS_FIRST)
    app.index_string = app.index_string.replace(FOOTER, f"{tags}{FOOTER}", 1)


def _serve_font(app: Dash) -> None:
    """Serves the font of the page, if the build has made it."""
    if not FONT_FILE.is_file():
        return
    address = _serve_forever(app, FONTS, FONT_FILE.read_bytes(), "woff")
    tags = (
        f'<link rel="preload" href="{address}" as="font" type="font/woff" crossorigin>'
        f'<style>@font-face {{ font-family: Inter; src: url("{address}") format("woff"); '
        "font-weight: 400 700; font-display: swap }</style>"
    )
    app.index_string = app.index_string.replace(SHEETS, f"{tags}{SHEETS}", 1)


def _serve_forever(app: Dash, folder: str, content: bytes, kind: str) -> str:
    """Serves a file that the browser keeps, under a name that changes with it: the address."""
    address = f"{folder}{sha256(content).hexdigest()[:16]}.{kind}"

    def file() -> Response:
        response = Response(content, mimetype=CACHED_TYPES[kind])
        response.cache_control.max_age = 31536000  # s, a year
        response.cache_control.immutable = True
        return response

    app.server.add_url_rule(address, folder.strip("/"), file)
    return prefix.DASH_PREFIX.rstrip("/") + address


def protect(app: Dash) -> None:
    """Adds the request guard and the security headers; call it after the last callback."""
    guard_requests(app)
    add_security_headers(app)
    hide_error_details(app)
    hide_links_in_logs()


def _not_found(path: str) -> NoReturn:
    abort(404, "There is nothing at this address.")
