"""A page of a few sentences, for addresses that are not the page."""

from html import escape

from flask import Response

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:30em;margin:18vh auto 0;padding:0 20px}"
    "input,button{font:inherit;padding:6px 10px}"
)


def plain_page(title: str, sentence: str, status: int, form: str = "") -> Response:
    """form is trusted HTML; a link to the page stands in its place where there is none."""
    end = form or '<p><a href="/">To the page</a></p>'
    text = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f"<h1>{escape(title)}</h1><p>{escape(sentence)}</p>{end}</html>"
    )
    return Response(text, status, mimetype="text/html")
