"""One-time addresses that give a data set to whoever opens them first.

No list of them is kept: a ticket is the session that the data set belongs to until then, and the
token follows from it. So any worker can redeem it, also after a restart.
"""

from base64 import urlsafe_b64encode
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from flask import Flask, redirect

from costdash.web.session import RANDOM, keep_opened, random_name, session_id
from costdash.web.storage.store import Gone, Store, the_store


def add_routes(server: Flask) -> None:
    server.add_url_rule("/open/<ticket>", "open", redeem, methods=["GET"])


def begin(store: Store, size: int) -> tuple[str, Path]:
    """(ticket, folder) of a data set that is being made for whoever comes first.

    Raises NoRoom, OSError.
    """
    ticket = random_name()
    return ticket, store.begin(ticket, size, _token(ticket))[1]


def path_of(ticket: str) -> str:
    return f"/open/{ticket}"


def redeem(ticket: str):
    """To the page, with the data set if the ticket was good; the address is left behind."""
    page = redirect("/", code=303)
    if RANDOM.fullmatch(ticket):
        token = _token(ticket)
        with suppress(Gone):  # the first who came has it, and the page is for everyone
            the_store().hand_over(token, ticket, session_id())
            keep_opened(page, token)
    return page


def _token(ticket: str) -> str:
    return urlsafe_b64encode(sha256(b"token of " + ticket.encode()).digest()).decode().rstrip("=")
