"""Who is asking: an unguessable number in a cookie that scripts cannot read."""

import re
import secrets
import time
from hashlib import sha256

from flask import Flask, Request, Response, current_app, g, has_request_context, request

# Lax, not Strict: whoever comes by a link from elsewhere must keep the session they have.
COOKIE_FLAGS = {"httponly": True, "samesite": "Lax", "path": "/"}
TOKEN_FORMAT = re.compile(r"[A-Za-z0-9_-]{43}")
VIEW_TOKEN_FORMAT = re.compile(r"view-[0-9a-f]{64}")  # a data set as a link shows it
MOST_LINKS = 8


def random_token() -> str:
    """256 random bits that fit a cookie, a header and a store."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """What the disk may know of a secret."""
    return sha256(secret.encode()).hexdigest()


def session_id() -> str | None:
    """The session of the request that is being answered; None where it has none yet."""
    return g.get("session")


def opened_token() -> str | None:
    """The data set that `costdash serve FILE`, explore() or a link handed to this browser."""
    token = request.cookies.get(cookie_name("opened"), "")
    return token if TOKEN_FORMAT.fullmatch(token) or VIEW_TOKEN_FORMAT.fullmatch(token) else None


def set_opened_cookie(response: Response, token: str) -> None:
    response.set_cookie(cookie_name("opened"), token, secure=_secure(), **COOKIE_FLAGS)


def shared_tokens() -> list[str]:
    """The data sets that this browser made links to, the last one first."""
    tokens = request.cookies.get(cookie_name("lent"), "").split(".")
    return [token for token in tokens[:MOST_LINKS] if TOKEN_FORMAT.fullmatch(token)]


def add_shared_cookie(response: Response, token: str) -> Response:
    """So that its own links lead this browser to the data set itself, and not to a view of it."""
    tokens = [token, *(known for known in shared_tokens() if known != token)][:MOST_LINKS]
    response.set_cookie(cookie_name("lent"), ".".join(tokens), secure=_secure(), **COOKIE_FLAGS)
    return response


def opened_links() -> list[str]:
    """The links by which the browser that is being answered came, the last one first."""
    if not has_request_context():
        return []
    links = request.cookies.get(cookie_name("view"), "").split(".")
    return [link for link in links[:MOST_LINKS] if TOKEN_FORMAT.fullmatch(link)]


def add_link_cookie(response: Response, link: str, until: float) -> None:
    """For as long as the link is good, and out of reach for scripts."""
    links = [link, *(known for known in opened_links() if known != link)][:MOST_LINKS]
    age = max(int(until - time.time()), 0)
    response.set_cookie(cookie_name("view"), ".".join(links), age, secure=_secure(), **COOKIE_FLAGS)


def start_sessions(server: Flask, secure: bool) -> None:
    """Reads the cookie of every request and gives one to every page load that has none."""
    server.config["SESSION_COOKIE_SECURE"] = secure

    @server.before_request
    def recognise():
        known = request.cookies.get(cookie_name("session"), "")
        g.session = known if TOKEN_FORMAT.fullmatch(known) else None
        g.is_new = g.session is None and is_page_load(request)
        if g.is_new:
            g.session = random_token()

    @server.after_request
    def remember(response: Response) -> Response:
        if g.get("is_new"):
            response.set_cookie(cookie_name("session"), g.session, secure=secure, **COOKIE_FLAGS)
        return response


def is_page_load(request: Request) -> bool:
    """Whether a human opens an address, rather than a script."""
    return request.method == "GET" and request.endpoint in ("/", "open", "shared")


def _secure() -> bool:
    return current_app.config["SESSION_COOKIE_SECURE"]


def cookie_name(cookie: str) -> str:
    """A secure cookie whose name begins so cannot be set by a neighbouring subdomain."""
    return f"{'__Host-' if _secure() else ''}costdash-{cookie}"
