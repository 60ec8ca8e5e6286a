"""Addresses that open a data set: share links, and one-time links of the command line.

Both leave a cookie and redirect to the page, so that the secret leaves the address bar.

A one-time link gives the data set to the first browser that opens it. No list of these links is
kept: its key is the session that owns the data set until then, and the token is derived from the
key. So any worker can answer, also after a restart.
"""

from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

from flask import Flask, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from costdash.web.security.responses import message_page, page_address
from costdash.web.session import (
    TOKEN_FORMAT,
    add_link_cookie,
    digest,
    random_token,
    session_id,
    set_opened_cookie,
    shared_tokens,
)
from costdash.web.storage import clock, quota
from costdash.web.storage.store import DatasetUnavailable, Store, current_store, view_token

NOT_TRANSFERRED = (
    "The server could not write to its disk. Open this address again, or tell who runs the server."
)


def add_routes(server: Flask) -> None:
    server.add_url_rule("/open/<key>", "open", open_one_time_link, methods=["GET"])
    server.add_url_rule("/shared/<link>", "shared", open_shared_link, methods=["GET"])


def begin_with_one_time_link(store: Store, size: int) -> tuple[str, Path]:
    """(key, folder) of a new data set of `size` bytes; the key is also its session.

    Raises QuotaExceeded, OSError.
    """
    key = random_token()
    return key, store.begin(key, size, _token_of(key))[1]


def one_time_path(key: str) -> str:
    """Path of the address that gives the data set away."""
    return f"/open/{key}"


def open_one_time_link(key: str) -> AnyResponse:
    """Redirects to the page; the first visitor also gets the data set."""
    page, session = redirect(page_address(), code=303), session_id()
    if request.method == "HEAD":  # a preview must not use up the link
        return page
    if session and TOKEN_FORMAT.fullmatch(key):
        token = _token_of(key)
        try:
            current_store().transfer(token, key, session)
            set_opened_cookie(page, token)
        except DatasetUnavailable:  # somebody else was first
            pass
        except OSError:
            return message_page("Not opened", NOT_TRANSFERRED, 500)
    return page


def open_shared_link(link: str) -> AnyResponse:
    """Redirects to the page with the link's query, which holds the conditions.

    The owner gets their own data set instead of the read-only view.
    """
    try:
        folder, until = current_store().resolve_link(link)
    except DatasetUnavailable as error:
        return message_page("Nothing to see here", str(error), 404)
    query = request.query_string.decode("ascii", "ignore")
    page = redirect(page_address(query), code=303)
    session = session_id()
    if session and quota.read_metadata(folder).get("owner") == digest(session):
        for token in shared_tokens():
            if digest(token) == folder.name:
                set_opened_cookie(page, token)
    else:
        add_link_cookie(page, link, until - clock.now())
        set_opened_cookie(page, view_token(link))
    return page


def _token_of(key: str) -> str:
    return urlsafe_b64encode(sha256(b"token of " + key.encode()).digest()).decode().rstrip("=")
