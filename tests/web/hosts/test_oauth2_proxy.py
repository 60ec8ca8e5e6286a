"""nginx asks oauth2-proxy who a visitor is; a stand-in answers as oauth2-proxy does."""

import json
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from werkzeug.wrappers import Request, Response

from benchmarks.team_server import NGINX, Proxy, echo_server, running, wsgi_server
from tests.support.recipes import recipe, settings
from tests.web.hosts.conftest import needs

PAGE, HEADING = "sign-in.md", "Sign people in with oauth2-proxy"
IN = "_oauth2_proxy"
ALLOWED = "@example.com"


@Request.application
def oauth2_proxy(request: Request) -> Response:
    """Names whoever has the cookie, and sends others to the provider and back."""
    user = request.cookies.get(IN)
    if request.path == "/oauth2/auth":
        if user is None:
            return Response("Unauthorized", 401)
        if not user.endswith(ALLOWED):
            return Response("Forbidden", 403)
        return Response(status=202, headers={"X-Auth-Request-Email": user})
    if request.path == "/oauth2/start":
        state = quote(request.headers["X-Auth-Request-Redirect"], safe="")
        at = f"https://login.example.com/authorize?state={state}"
        return Response(status=302, headers={"Location": at})
    if request.path == "/oauth2/callback":
        answer = Response(status=302, headers={"Location": request.args["state"]})
        answer.set_cookie(IN, request.args["code"], httponly=True)
        return answer
    return Response("Not found", 404)


@pytest.fixture
def proxy(tmp_path):
    """nginx before oauth2-proxy's stand-in and the workers at a port."""
    needs(NGINX, "nginx")
    with wsgi_server(oauth2_proxy) as port:
        yield lambda workers: running(Proxy(tmp_path / "proxy", workers, port))


def signed_in(visitor, user="ann@example.com"):
    """Goes the way through the provider, which asks nothing here."""
    asked = visitor.open("/?prior=0.1&cost-fn=5")
    assert asked.status == 302
    [state] = parse_qs(urlsplit(asked.headers["location"]).query)["state"]
    back = visitor.open(f"/oauth2/callback?code={quote(user)}&state={quote(state, safe='')}")
    assert (back.status, back.headers["location"]) == (302, "/?prior=0.1&cost-fn=5")
    return visitor


def test_the_recipe_signs_people_in_and_leads_them_where_they_went(serve, guest, proxy):
    given = settings(PAGE, HEADING)
    host = given["COSTDASH_HOST"]
    with serve(given) as served, proxy(served.port) as nginx:
        visitor = guest(nginx.port, host)
        for path in ("/", "/_dash-layout", "/health", "/shared/x"):
            assert visitor.ask("GET", path).status == 401
        refused = visitor.ask("POST", "/upload", b"x")
        assert (refused.status, "Sign in first" in refused.json["error"]) == (401, True)
        claimed = {given["COSTDASH_SIGN_IN_HEADER"]: "ann@example.com"}
        assert visitor.open("/", **claimed).status == 302
        signed_in(visitor)
        page = visitor.open()
        assert (page.status, "react-entry-point" in page.text) == (200, True)
        assert visitor.draws()
        other = signed_in(guest(nginx.port, host), "eve@elsewhere.example")
        assert other.open().status == 403
        assert "ann@example.com" in nginx.log()


def test_the_workers_hear_the_name_from_the_proxy_alone(guest, proxy):
    with echo_server() as port, proxy(port) as nginx:
        visitor = signed_in(guest(nginx.port, "costdash.example.com"))
        for name in ("X-Forwarded-Email", "X-Auth-Request-Email", "X-Our-User"):
            seen = visitor.open("/", **{name: "eve@example.com"}).json
            assert seen["HTTP_X_FORWARDED_EMAIL"] == "ann@example.com"
            assert "eve@example.com" not in json.dumps(seen)


def test_workers_without_the_header_let_nobody_in(serve, guest):
    given = settings(PAGE, HEADING)
    with serve(given) as served:
        visitor = guest(served.port, given["COSTDASH_HOST"])
        assert (visitor.open().status, "open it through" in visitor.open().text) == (401, True)
        name = given["COSTDASH_SIGN_IN_HEADER"]
        assert visitor.open("/", **{name: "ann@example.com"}).status == 200


def test_oauth2_proxy_is_set_up_as_the_stand_in_is():
    lines = recipe(PAGE, HEADING, "ini", 1).splitlines()
    for line in ("set_xauthrequest = true", "reverse_proxy = true", 'upstreams = ["static://202"]'):
        assert line in lines
