"""Who may come in, where a team wants to know: whom the proxy names, or who has the password.

A page of a few sentences, for addresses that are not the page.
"""

import hmac
import re
from hashlib import sha256
from html import escape

from flask import Flask, Response, current_app, redirect, request
from itsdangerous import BadSignature, TimestampSigner

from costdash.web.security.request_guard import error_response
from costdash.web.session import COOKIE_FLAGS, cookie_name, is_page_load, session_id
from costdash.web.settings import Settings
from costdash.web.storage.store import current_store

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:30em;margin:18vh auto 0;padding:0 20px}"
    "input,button{font:inherit;padding:6px 10px}"
)
GOOD_FOR = 7 * 24 * 3600  # s
WINDOW = 300  # s
MAX_ATTEMPTS_PER_ADDRESS, MAX_ATTEMPTS = 10, 300  # attempts in a window
OWN_ADDRESS = re.compile(r"/(?![/\\])[\x21-\x7e]*")
FORM = """<form method="post" action="/sign-in"><input type="hidden" name="to" value="{to}">
<p><label>Password <input type="password" name="password" required autofocus
autocomplete="current-password"></label> <button>Sign in</button></p></form>"""


def message_page(title: str, sentence: str, status: int, form: str = "") -> Response:
    """form is trusted HTML; a link to the page stands in its place where there is none."""
    end = form or '<p><a href="/">To the page</a></p>'
    text = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f"<h1>{escape(title)}</h1><p>{escape(sentence)}</p>{end}</html>"
    )
    return Response(text, status, mimetype="text/html")


def add_routes(server: Flask) -> None:
    """The door, if the settings ask for one."""
    settings: Settings = server.extensions["costdash-settings"]
    if settings.sign_in_header:
        server.before_request(_named_by_the_proxy)
    if settings.password:
        server.add_url_rule("/sign-in", "sign-in", sign_in, methods=["POST"])
        server.before_request(_has_signed_in)


def sign_in() -> Response:
    """Compares in constant time; too many attempts wait, whichever worker they came to."""
    session, settings = session_id(), _settings()
    if session is None:
        return message_page("Sign in", "Allow this page to keep a cookie, and try again.", 403)
    to = request.form.get("to", "/")
    to = to if OWN_ADDRESS.fullmatch(to) else "/"
    allowed = current_store().shared.allowed
    here = allowed(f"sign in from {request.remote_addr}", MAX_ATTEMPTS_PER_ADDRESS, WINDOW)
    if not here or not allowed("sign in", MAX_ATTEMPTS, WINDOW):
        return message_page("Sign in", "Too many attempts. Try again in five minutes.", 429)
    given, wanted = (
        sha256(text.encode(errors="replace")).digest()
        for text in (request.form.get("password", ""), settings.password)
    )
    if not hmac.compare_digest(given, wanted):
        return _page("That is not the password.", to)
    page = redirect(to, code=303)
    signed = _signer(settings).sign(session).decode()
    page.set_cookie(
        cookie_name("signed"), signed, GOOD_FOR, secure=settings.secure_cookies, **COOKIE_FLAGS
    )
    return page


def _has_signed_in():
    if request.path == "/health" or request.endpoint == "sign-in":
        return None
    try:
        cookie = request.cookies.get(cookie_name("signed"), "")
        known = _signer(_settings()).unsign(cookie, max_age=GOOD_FOR).decode()
    except (BadSignature, UnicodeError):
        known = None
    if known is not None and known == session_id():
        return None
    if is_page_load(request):
        query = request.query_string.decode("ascii", "ignore")
        return _page("This page is for your team.", f"{request.path}?{query}".rstrip("?"))
    return error_response(401, "Sign in first: load the page again.")


def _named_by_the_proxy():
    if request.path == "/health" or request.headers.get(_settings().sign_in_header, "").strip():
        return None
    return error_response(401, "Sign in first: this page is for your team.")


def _page(sentence: str, to: str) -> Response:
    page = message_page("Sign in", sentence, 401, FORM.format(to=escape(to)))
    page.headers["Referrer-Policy"] = "strict-origin"  # else the form would not tell its origin
    return page


def _signer(settings: Settings) -> TimestampSigner:
    """Another password, and whoever signed in with the old one signs in again."""
    key = sha256(f"{settings.secret}\n{settings.password}".encode()).digest()
    return TimestampSigner(key, salt="costdash sign-in", digest_method=sha256)


def _settings() -> Settings:
    return current_app.extensions["costdash-settings"]
