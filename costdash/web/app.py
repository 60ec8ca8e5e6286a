"""The page as a WSGI app."""

from functools import partial

from dash import Dash
from flask import Flask, abort
from werkzeug.middleware.proxy_fix import ProxyFix

from costdash.static import ASSETS
from costdash.web.page.inputs import plotly_script
from costdash.web.routes import answer, download, links, upload
from costdash.web.routes.scripts import UNBUNDLED, set_bundle
from costdash.web.security import sign_in
from costdash.web.security.headers import (
    Ipv6Hosts,
    add_security_headers,
    hide_error_details,
    is_address,
)
from costdash.web.security.request_guard import guard_requests
from costdash.web.session import start_sessions
from costdash.web.settings import CALLBACK_BYTES, Settings
from costdash.web.storage.analyses import Analyses
from costdash.web.storage.store import Store

PAGE = "/<path:path>"  # dash answers every address with the page; only / is one


def create_app(settings: Settings | None = None) -> Dash:
    """Everything in its place. Settings come from the environment unless given."""
    # plotly looks for pandas among the loaded modules and must not find half of it, which happens
    # when pyarrow imports it at first need in another thread.
    import pandas  # noqa: F401

    from costdash.web import callbacks
    from costdash.web.callbacks import boot_data
    from costdash.web.page import layout

    settings = settings or Settings.from_environment()
    server = create_server(settings)
    app = create_dash(server, settings)
    app.layout = partial(layout.page, settings.currency)
    boot_data.set_opening(app)
    callbacks.connect(app)
    finish(app)
    return app


def finish(app: Dash) -> None:
    """What has to know every callback."""
    guard_requests(app)
    add_security_headers(app)
    hide_error_details(app)


def create_server(settings: Settings) -> Flask:
    """Sessions, data sets and the routes that are not dash's."""
    server = Flask("costdash", static_folder=None)
    server.config["MAX_CONTENT_LENGTH"] = CALLBACK_BYTES
    hosts = list(settings.trusted_hosts)
    if any(map(is_address, hosts)):
        server.wsgi_app = Ipv6Hosts(server.wsgi_app, hosts)
        hosts.append(server.wsgi_app.named)
    server.config["TRUSTED_HOSTS"] = hosts
    n = settings.trust_proxy
    if n:
        server.wsgi_app = ProxyFix(server.wsgi_app, x_for=n, x_proto=n, x_host=n)
    store = Store(settings)
    server.extensions["costdash-settings"] = settings
    server.extensions["costdash-store"] = store
    server.extensions["costdash-analyses"] = Analyses(store, settings)
    start_sessions(server, settings.secure_cookies)
    for routes in (sign_in, upload, answer, download, links):
        routes.add_routes(server)
    return server


def create_dash(server: Flask, settings: Settings) -> Dash:
    app = Dash(
        "costdash",
        server=server,
        title="costdash",
        update_title=None,
        assets_folder=str(ASSETS),
        assets_ignore=UNBUNDLED,
        serve_locally=True,
        health_endpoint="health",
        add_log_handler=False,
        meta_tags=[
            {"name": "viewport", "content": "width=device-width, initial-scale=1"},
            {"name": "costdash-upload-bytes", "content": str(settings.limits.upload_bytes)},
        ],
    )
    app.index_string = app.index_string.replace("<html>", '<html lang="en">').replace(
        "{%renderer%}", plotly_script() + "{%renderer%}"
    )
    set_bundle(app)
    server.view_functions[PAGE] = lambda path: abort(404, "There is nothing at this address.")
    return app
