"""The page under a path of its host: behind an ingress, a notebook's proxy, an office's portal.

Routes do not know the path. It is stripped from the address of each request, and put before every
address that the server sends. It comes from COSTDASH_URL_PREFIX, or from a trusted proxy in
X-Forwarded-Prefix; scripts use addresses relative to the page.
"""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from dash import Dash
from flask import Flask, Response

from costdash.web.security.responses import page_address
from costdash.web.settings import PREFIX_FORMAT

DASH_PREFIX = "/-prefix-/"  # stands for the path in what dash writes
IN_JSON = r"\u002f"  # how dash writes a slash there


class UrlPrefix:
    """WSGI middleware: strips the prefix from addresses, whether or not a proxy already did.

    The prefix itself, without the slash that ends it, is sent on to the page.
    """

    def __init__(self, app: WSGIApplication, prefix: str):
        self.app = app
        self.prefix = prefix

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        prefix = self.prefix or environ.get("SCRIPT_NAME", "").rstrip("/")
        if prefix and not PREFIX_FORMAT.fullmatch(prefix):
            prefix = ""
        environ["SCRIPT_NAME"] = prefix
        path = environ.get("PATH_INFO", "")
        if prefix and path == prefix:
            query = environ.get("QUERY_STRING", "")
            location = f"{prefix}/?{query}".rstrip("?")
            start_response("308 Permanent Redirect", [("Location", location)])
            return [b""]
        if prefix and path.startswith(f"{prefix}/"):
            environ["PATH_INFO"] = path.removeprefix(prefix)
        return self.app(environ, start_response)


def put_before_page(app: Dash, server: Flask) -> None:
    """Puts the prefix before every address in the page that dash writes."""

    def page() -> Response:
        text = app.index()
        for placeholder in (DASH_PREFIX, DASH_PREFIX.replace("/", IN_JSON)):
            text = text.replace(placeholder, page_address())
        return Response(text, mimetype="text/html")

    server.view_functions["/"] = page
