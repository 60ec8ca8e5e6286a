"""The page's own scripts as one file, which the browser has before anything of dash and keeps."""

from hashlib import sha256

from dash import Dash
from flask import Response

from costdash.report import script_bundle
from costdash.report.assets import ASSETS

UNBUNDLED = r".*\.js$"  # dash, which would make a request for each script, ignores them
FOLDER = "/scripts/"
ENTRY = "{%app_entry%}"


def set_bundle(app: Dash) -> None:
    """Serves the modules of assets/ under a name that changes with them."""
    text = script_bundle.bundle(ASSETS / "main.js")
    address = f"{FOLDER}{sha256(text.encode()).hexdigest()[:16]}.js"

    def bundle() -> Response:
        response = Response(text, mimetype="text/javascript")
        response.cache_control.max_age = 31536000  # s, a year
        response.cache_control.immutable = True
        return response

    app.server.add_url_rule(address, "bundle", bundle)
    tag = f'<script src="{address}"></script>'
    app.index_string = app.index_string.replace(ENTRY, f"{tag}{ENTRY}", 1)
