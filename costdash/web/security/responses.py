"""Short answers of the server: errors for scripts, and plain pages for people."""

import json
from html import escape

from flask import Response, request

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:30em;margin:18vh auto 0;padding:0 20px}"
    "input,button{font:inherit;padding:6px 10px}"
)
LINK_TO_PAGE = '<p><a href="{page}">To the page</a></p>'


def error_response(status: int, sentence: str) -> Response:
    """{"error": sentence} as JSON."""
    return Response(json.dumps({"error": sentence}), status, mimetype="application/json")


def page_address(query: str = "") -> str:
    """Where the browser finds the page, under the prefix of this request."""
    return f"{request.script_root}/?{query}".rstrip("?")


def message_page(title: str, sentence: str, status: int, form: str = "") -> Response:
    """A page with one sentence, and below it a form (trusted HTML) or a link to the page."""
    text = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f"<h1>{escape(title)}</h1><p>{escape(sentence)}</p>"
        f"{form or LINK_TO_PAGE.format(page=page_address())}</html>"
    )
    return Response(text, status, mimetype="text/html")
