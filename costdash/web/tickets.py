"""One-time addresses that give a data set to whoever opens them first."""

from flask import Flask, current_app, redirect

from costdash.web.session import keep_opened, random_name, session_id
from costdash.web.store import Gone, the_store


def add_routes(server: Flask) -> None:
    server.extensions["costdash-tickets"] = {}
    server.add_url_rule("/open/<ticket>", "open", redeem, methods=["GET"])


def issue(server: Flask, token: str, giver: str) -> str:
    """The path of an address that hands a data set of the session `giver` over, once."""
    ticket = random_name()
    server.extensions["costdash-tickets"][ticket] = (token, giver)
    return f"/open/{ticket}"


def redeem(ticket: str):
    """To the page, with the data set if the ticket was good; the address is left behind."""
    page = redirect("/", code=303)
    token, giver = current_app.extensions["costdash-tickets"].pop(ticket, (None, None))
    try:
        the_store().hand_over(token, giver, session_id())
        keep_opened(page, token)
    except Gone:
        pass  # the first who came has it, and the page is for everyone
    return page
