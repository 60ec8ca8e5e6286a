"""The address of a link: it becomes a cookie, and is left behind."""

from flask import Flask, redirect, request

from costdash.web.security.plain_page import plain_page
from costdash.web.session import digest, keep_link, keep_opened, lent_tokens, session_id
from costdash.web.storage import quota
from costdash.web.storage.store import Gone, the_store


def add_routes(server: Flask) -> None:
    server.add_url_rule("/shared/<link>", "shared", enter, methods=["GET"])


def enter(link: str):
    """To the page, under the conditions that the link's query names; the owner stays owner."""
    store = the_store()
    try:
        view, until = store.view_of(link)
    except Gone as gone:
        return plain_page("Nothing to see here", str(gone), 404)
    query = request.query_string.decode("ascii", "ignore")
    page = redirect(f"/?{query}" if query else "/", code=303)
    folder = store.shown_by(link)
    if quota.read_card(folder).get("owner") == digest(session_id()):
        for token in lent_tokens():
            if digest(token) == folder.name:
                keep_opened(page, token)
        return page
    keep_link(page, link, until)
    keep_opened(page, view)
    return page
