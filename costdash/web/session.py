"""Sessions and cookies: the identity of the visitor, and the data sets and links that this browser
may open.

A session is an unguessable id in a cookie that scripts cannot read. Half of it is random, the
other half signs the first: a client cannot choose an id.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256

from flask import Flask, Request, Response, current_app, g, has_request_context, request
from werkzeug.wrappers import Response as AnyResponse

TOKEN_FORMAT = re.compile(r"[A-Za-z0-9_-]{43}")
VIEW_TOKEN_FORMAT = re.compile(r"view-[0-9a-f]{64}")  # a data set seen through a share link
TAB_FORMAT = re.compile(r"[a-z0-9]{4,32}")
HALF_SESSION = 16  # bytes that are random, and bytes of their signature
COOKIES = ("session", "signed", "opened", "lent", "view")
SIGN_IN_LIFETIME = 7 * 24 * 3600  # s
MAX_LINKS = 8  # share links and shared data sets that a browser remembers


def random_token() -> str:
    """256 random bits, safe in a cookie, a header and an address."""
    return secrets.token_urlsafe(32)


def new_session() -> str:
    """Id of a new session, signed with the key of the running app."""
    random = secrets.token_bytes(HALF_SESSION)
    return urlsafe_b64encode(random + _signature(random)).decode().rstrip("=")


def is_signed_session(session: str) -> bool:
    """Whether a server with this key made the session."""
    if not TOKEN_FORMAT.fullmatch(session):
        return False
    content = urlsafe_b64decode(f"{session}=")
    if urlsafe_b64encode(content).decode() != f"{session}=":  # another spelling of identical bytes
        return False
    return hmac.compare_digest(_signature(content[:HALF_SESSION]), content[HALF_SESSION:])


def digest(secret: str) -> str:
    """SHA-256 of a secret: the only form of it that is written to disk."""
    return sha256(secret.encode()).hexdigest()


def session_id() -> str | None:
    """Session of the current request; None if it has none yet."""
    return g.get("session")


def opened_token() -> str | None:
    """Token of the data set that `costdash serve FILE`, explore() or a link gave this browser."""
    token = request.cookies.get(cookie_name("opened"), "")
    return token if TOKEN_FORMAT.fullmatch(token) or VIEW_TOKEN_FORMAT.fullmatch(token) else None


def set_opened_cookie(response: AnyResponse, token: str) -> None:
    set_cookie(response, "opened", token)


def asking_tab() -> str | None:
    """The tab of a browser that sent the running request, if its scripts named it."""
    return browser_tab(request.headers.get("X-Costdash-Tab", "") if has_request_context() else "")


def browser_tab(name: str) -> str | None:
    """The tab of the session's browser with the name that its scripts gave it; None if no name."""
    return f"{session_id()} {name}" if TAB_FORMAT.fullmatch(name) else None


def shared_tokens() -> list[str]:
    """Tokens of the data sets for which this browser created share links, newest first."""
    return _tokens("lent")


def add_shared_cookie(response: Response, token: str) -> Response:
    """Remembers that this browser shared a data set.

    The browser's links to it then open the data set itself, not the read-only view.
    """
    set_cookie(response, "lent", _prepended(token, shared_tokens()))
    return response


def opened_links() -> list[str]:
    """Share links that this browser has opened, newest first."""
    return _tokens("view") if has_request_context() else []


def add_link_cookie(response: AnyResponse, link: str, lifetime: float) -> None:
    """Remembers an opened share link for so many seconds."""
    max_age = max(int(lifetime), 0)
    set_cookie(response, "view", _prepended(link, opened_links()), max_age)


def start_sessions(
    server: Flask,
    secure: bool,
    partitioned: bool,
    key: bytes,
    take_over: Callable[[str, str], None],
    has_ended: Callable[[str], bool],
) -> None:
    """Reads the session cookie of every request; a page load without it gets a new session.

    partitioned: pages of other sites show the page in frames, and each of them has its own cookies.
    take_over: gives the data sets of a session that is not signed to the new one. has_ended:
    whether somebody signed out of a session.
    """
    server.config["SESSION_COOKIE_SECURE"] = secure
    server.config["SESSION_COOKIE_PARTITIONED"] = partitioned
    server.config["SESSION_KEY"] = key

    @server.before_request
    def read_session() -> None:
        cookie = request.cookies.get(cookie_name("session"), "")
        g.session = cookie if is_signed_session(cookie) and not has_ended(cookie) else None
        g.is_new = g.session is None and is_page_load(request)
        if g.is_new:
            g.session = new_session()
            if TOKEN_FORMAT.fullmatch(cookie):
                take_over(cookie, g.session)

    @server.after_request
    def send_new_session(response: Response) -> Response:
        if g.get("is_new"):
            set_cookie(response, "session", g.session)
        return response


def is_page_load(request: Request) -> bool:
    """Whether the browser opens the page, a link or any address of it, and no script asks."""
    return request.method in ("GET", "HEAD") and (
        request.endpoint in ("/", "open", "shared") or is_navigation(request)
    )


def is_navigation(request: Request) -> bool:
    """Whether a browser shows the response as a page, rather than a script that reads it."""
    accepts = request.accept_mimetypes
    return request.method == "GET" and accepts["text/html"] > accepts["application/json"]


def set_cookie(response: AnyResponse, name: str, value: str, max_age: int | None = None) -> None:
    """Sets a cookie that scripts cannot read; it ends with the browser unless max_age (s) is given.

    SameSite is Lax and not Strict: visitors who follow a link from elsewhere keep their session.
    In a frame of another site browsers send only cookies of SameSite None. These are partitioned:
    each site that shows the page has its own, and other sites cannot act with them.
    """
    partitioned = current_app.config["SESSION_COOKIE_PARTITIONED"]
    response.set_cookie(
        cookie_name(name),
        value,
        max_age,
        path=_path(),
        secure=_secure(),
        httponly=True,
        samesite="None" if partitioned else "Lax",
        partitioned=partitioned,
    )


def forget_session(response: AnyResponse) -> None:
    """Makes the browser forget its session, sign-in, data sets and links."""
    for name in COOKIES:
        set_cookie(response, name, "", 0)
    if _path() == "/":  # under a prefix it would empty the storage of neighbours too
        response.headers["Clear-Site-Data"] = '"storage"'


def cookie_name(cookie: str) -> str:
    """Full name of a cookie.

    Neighbouring subdomains cannot set a cookie that starts with __Host-: only a whole host may.
    """
    if not _secure():
        return f"costdash-{cookie}"
    return f"{'__Host-' if _path() == '/' else '__Secure-'}costdash-{cookie}"


def _tokens(cookie: str) -> list[str]:
    tokens = request.cookies.get(cookie_name(cookie), "").split(".")
    return [token for token in tokens[:MAX_LINKS] if TOKEN_FORMAT.fullmatch(token)]


def _prepended(token: str, tokens: list[str]) -> str:
    return ".".join([token, *(other for other in tokens if other != token)][:MAX_LINKS])


def _signature(content: bytes) -> bytes:
    key: bytes = current_app.config["SESSION_KEY"]
    return hmac.digest(key, b"session " + content, "sha256")[:HALF_SESSION]


def _path() -> str:
    """The path of the page: cookies are not sent to its neighbours."""
    return f"{request.script_root}/"


def _secure() -> bool:
    return current_app.config["SESSION_COOKIE_SECURE"]
