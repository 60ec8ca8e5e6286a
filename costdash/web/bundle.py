"""The page's own scripts, which the browser has before anything of dash and keeps.

Both files are at an address that changes with their contents. clientside.js registers the
clientside callbacks; main.js is the bundle of all modules.
"""

from hashlib import sha256

from dash import Dash
from flask import Response, abort

from costdash.report.assets import ASSETS
from costdash.report.script_bundle import module_script

UNBUNDLED = r".*\.js$"  # dash, which would make a request for each script, ignores them
FOLDER = "/scripts/"
ENTRY = "{%app_entry%}"
YEAR = 31536000  # s


def set_bundle(app: Dash) -> None:
    """Serves the scripts of assets/, and links them in the page."""
    files = {
        "clientside.js": (ASSETS / "clientside.js").read_text(encoding="utf-8"),
        "main.js": module_script(ASSETS / "main.js"),
    }
    digest = sha256("".join(files.values()).encode()).hexdigest()[:16]
    folder = f"{FOLDER}{digest}/"

    def script(name: str) -> Response:
        if name not in files:
            abort(404, "There is nothing at this address.")
        response = Response(files[name], mimetype="text/javascript")
        response.cache_control.max_age = YEAR
        response.cache_control.immutable = True
        return response

    app.server.add_url_rule(f"{folder}<name>", "script", script)
    preload = f'<link rel="modulepreload" href="{folder}main.js">'
    tag = f'<script src="{folder}clientside.js"></script>'
    page = app.index_string.replace("</head>", f"{preload}</head>", 1)
    app.index_string = page.replace(ENTRY, f"{tag}{ENTRY}", 1)
