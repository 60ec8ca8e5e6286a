"""Sign-in for a team's server: with a password, or by the proxy that names the user."""

import hmac
import re
from hashlib import sha256
from html import escape

from flask import Flask, Response, redirect, request
from itsdangerous import BadSignature, TimestampSigner
from werkzeug.wrappers import Response as AnyResponse

from costdash.web.security.hosts import HEALTH
from costdash.web.security.responses import error_response, message_page, page_address
from costdash.web.session import (
    SIGN_IN_LIFETIME,
    cookie_name,
    forget_session,
    is_navigation,
    is_page_load,
    session_id,
    set_cookie,
)
from costdash.web.settings import Settings, current_settings
from costdash.web.storage.store import current_store

WINDOW = 300  # s
MAX_ATTEMPTS_PER_ADDRESS, MAX_ATTEMPTS = 30, 300  # that fail in one window
EVERYBODY = "sign in"
LOCAL_PATH = re.compile(r"/(?![/\\])[\x21-\x7e]*")
FORM = """<form method="post" action="{root}/sign-in"><input type="hidden" name="to" value="{to}">
<p><label>Password <input type="password" name="password" required autofocus
autocomplete="current-password"></label> <button>Sign in</button></p></form>"""
SIGN_OUT_FORM = """<form method="post" action="{root}/sign-out"><p><button>Sign out</button>
<a href="{root}/">Stay</a></p></form>"""
NOT_ENDED = (
    "This browser has signed out, but the server could not write to its disk: a copy of the "
    "session's cookies made elsewhere still works. Tell who runs the server."
)
NO_USER = (
    "This page is for your team: open it through the address at which you sign in. If you did, the "
    "proxy did not say who you are; tell who runs the server."
)
SIGN_OUT_SENTENCE = (
    "This browser then forgets its data sets and links. To remove a data set from the server at "
    "once, delete it first."
)


def add_routes(server: Flask) -> None:
    """Requires sign-in before every other route, if the settings ask for it."""
    settings: Settings = server.extensions["costdash-settings"]
    if settings.sign_in_header:
        server.before_request(_require_header)
    if settings.password:
        server.add_url_rule("/sign-in", "sign-in", sign_in, methods=["POST"])
        server.add_url_rule("/sign-out", "sign-out", sign_out, methods=["GET", "POST"])
        server.before_request(_require_cookie)


def sign_in() -> AnyResponse:
    """Checks the password in constant time and limits the attempts of all workers together."""
    session, settings = session_id(), current_settings()
    if session is None:
        return message_page("Sign in", "Allow this page to keep a cookie, and try again.", 403)
    to = request.form.get("to", "/")
    to = to if LOCAL_PATH.fullmatch(to) else "/"
    if not _allow_attempt():
        return message_page("Sign in", "Too many attempts. Try again in five minutes.", 429)
    typed, expected = (
        sha256(text.encode(errors="replace")).digest()
        for text in (request.form.get("password", ""), settings.password)
    )
    if not hmac.compare_digest(typed, expected):
        return _sign_in_page("That is not the password.", to)
    _take_back_attempt()
    page = redirect(request.script_root + to, code=303)
    set_cookie(page, "signed", _signer(settings).sign(session).decode(), SIGN_IN_LIFETIME)
    return page


def sign_out() -> AnyResponse:
    """Asks whether to sign out; then ends the session, in this browser and every copy of it."""
    if request.method != "POST":
        return _page_with_form("Sign out", SIGN_OUT_SENTENCE, 200, SIGN_OUT_FORM)
    page: AnyResponse = redirect(page_address(), code=303)
    if (session := session_id()) is not None:
        try:
            current_store().ended.add(session)
        except OSError:
            page = message_page("Sign out", NOT_ENDED, 500)
    forget_session(page)
    return page


def _allow_attempt() -> bool:
    """Counts an attempt; each address has a separate limit."""
    allow = current_store().shared.allow_attempt
    from_address = allow(_address(), MAX_ATTEMPTS_PER_ADDRESS, WINDOW)
    return from_address and allow(EVERYBODY, MAX_ATTEMPTS, WINDOW)


def _take_back_attempt() -> None:
    """Only failures count: a whole office may sign in from one address."""
    for what in (_address(), EVERYBODY):
        current_store().shared.take_back_attempt(what, WINDOW)


def _address() -> str:
    return f"sign in from {request.remote_addr}"


def _require_header() -> Response | None:
    name = current_settings().sign_in_header
    if request.path == HEALTH or request.headers.get(name, "").strip():
        return None
    if is_navigation(request):
        return message_page("Sign in", NO_USER, 401)
    return error_response(401, "Sign in first: this page is for your team.")


def _require_cookie() -> Response | None:
    if request.path == HEALTH or request.endpoint == "sign-in" or _has_signed_in():
        return None
    if is_page_load(request):
        query = request.query_string.decode("ascii", "ignore")
        return _sign_in_page("This page is for your team.", f"{request.path}?{query}".rstrip("?"))
    return error_response(401, "Sign in first: load the page again.")


def _has_signed_in() -> bool:
    """Whether the browser sends a valid sign-in cookie of this session."""
    try:
        cookie = request.cookies.get(cookie_name("signed"), "")
        signed = _signer(current_settings()).unsign(cookie, max_age=SIGN_IN_LIFETIME).decode()
    except (BadSignature, UnicodeError):
        return False
    return signed == session_id()


def _sign_in_page(sentence: str, to: str) -> Response:
    return _page_with_form("Sign in", sentence, 401, FORM, to)


def _page_with_form(title: str, sentence: str, status: int, form: str, to: str = "") -> Response:
    form = form.format(root=escape(request.script_root), to=escape(to))
    page = message_page(title, sentence, status, form)
    page.headers["Referrer-Policy"] = "strict-origin"  # otherwise the form would send no Origin
    return page


def _signer(settings: Settings) -> TimestampSigner:
    """The key depends on the password: changing it signs everybody out."""
    key = sha256(f"{settings.secret}\n{settings.password}".encode()).digest()
    return TimestampSigner(key, salt="costdash sign-in", digest_method=sha256)
