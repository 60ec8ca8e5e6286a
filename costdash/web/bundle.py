"""The page's own scripts as one file, which the browser has before anything of dash and keeps."""

from hashlib import sha256

from dash import Dash
from flask import Response

from costdash.report.assets import ASSETS

UNBUNDLED = r".*\.js$"  # what dash, which has a request for each file, is to leave alone
FOLDER = "/scripts/"
ENTRY = "{%app_entry%}"


def set_bundle(app: Dash) -> None:
    """Serves the scripts of assets/ under a name that changes with them."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in sorted(ASSETS.rglob("*.js")))
    address = f"{FOLDER}{sha256(text.encode()).hexdigest()[:16]}.js"

    def bundle() -> Response:
        response = Response(text, mimetype="text/javascript")
        response.cache_control.max_age = 31536000  # s, a year
        response.cache_control.immutable = True
        return response

    app.server.add_url_rule(address, "bundle", bundle)
    tag = f'<script src="{address}"></script>'
    app.index_string = app.index_string.replace(ENTRY, f"{tag}{ENTRY}", 1)
