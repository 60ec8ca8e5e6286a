"""One-time addresses that give a data set to whoever opens them first.

No list of them is kept: a ticket is the session that the data set belongs to until then, and the
token follows from it. So any worker can redeem it, also after a restart.

The address of a link: it becomes a cookie, and is left behind.
"""

from base64 import urlsafe_b64encode
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from flask import Flask, redirect, request

from costdash.web.security.sign_in import message_page
from costdash.web.session import (
    TOKEN_FORMAT,
    add_link_cookie,
    digest,
    random_token,
    session_id,
    set_opened_cookie,
    shared_tokens,
)
from costdash.web.storage import quota
from costdash.web.storage.store import DatasetUnavailable, Store, current_store


def add_routes(server: Flask) -> None:
    server.add_url_rule("/open/<ticket>", "open", redeem, methods=["GET"])
    server.add_url_rule("/shared/<link>", "shared", enter, methods=["GET"])


def begin(store: Store, size: int) -> tuple[str, Path]:
    """(ticket, folder) of a data set that is being made for whoever comes first.

    Raises QuotaExceeded, OSError.
    """
    ticket = random_token()
    return ticket, store.begin(ticket, size, _token(ticket))[1]


def path_of(ticket: str) -> str:
    return f"/open/{ticket}"


def redeem(ticket: str):
    """To the page, with the data set if the ticket was good; the address is left behind."""
    page = redirect("/", code=303)
    if TOKEN_FORMAT.fullmatch(ticket):
        token = _token(ticket)
        with suppress(
            DatasetUnavailable
        ):  # the first who came has it, and the page is for everyone
            current_store().transfer(token, ticket, session_id())
            set_opened_cookie(page, token)
    return page


def _token(ticket: str) -> str:
    return urlsafe_b64encode(sha256(b"token of " + ticket.encode()).digest()).decode().rstrip("=")


def enter(link: str):
    """To the page, under the conditions that the link's query names; the owner stays owner."""
    store = current_store()
    try:
        view, until = store.view_of(link)
    except DatasetUnavailable as gone:
        return message_page("Nothing to see here", str(gone), 404)
    query = request.query_string.decode("ascii", "ignore")
    page = redirect(f"/?{query}" if query else "/", code=303)
    folder = store.folder_of_link(link)
    if quota.read_metadata(folder).get("owner") == digest(session_id()):
        for token in shared_tokens():
            if digest(token) == folder.name:
                set_opened_cookie(page, token)
        return page
    add_link_cookie(page, link, until)
    set_opened_cookie(page, view)
    return page
