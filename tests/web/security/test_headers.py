"""Response headers, cookies and errors: what browsers are told and what stays hidden."""

import logging
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from dash import Input, Output

from costdash.web.app import create_dash, create_server, protect

ROUTES = [
    "/",
    "/_dash-layout",
    "/_dash-dependencies",
    "/health",
    "/nowhere",
    "/assets/css/layout.css",
]


@pytest.mark.parametrize("route", ROUTES)
def test_every_response_has_the_security_headers(client, route):
    with client.get(route) as answer:
        headers = answer.headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    kept = route.startswith("/assets/")
    assert (headers["Cache-Control"] == "no-store") is not kept


def test_the_policy_lists_the_hash_of_every_inline_script(client):
    page = client.get("/")
    policy = page.headers["Content-Security-Policy"]
    seen = re.sub("<!--.*?-->", "", page.text, flags=re.DOTALL)
    inline = r"<script(?![^>]*(?:src=|application/json))[^>]*>(.*?)</script>"
    scripts = re.findall(inline, seen, re.DOTALL)
    assert len(scripts) == 2  # one clientside callback and the renderer
    for script in scripts:
        assert f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in policy
    assert "unsafe" not in re.search("script-src([^;]*)", policy)[1]


def test_the_page_loads_nothing_from_other_sites(client):
    page = client.get("/").text
    assert re.findall(r'(?:src|href)="(?:https?:)?//', page) == []


def test_the_tab_of_the_browser_has_the_mark_of_the_page(client):
    (icon,) = re.findall(
        r'<link rel="icon" href="data:image/svg\+xml,([^"]*)">', client.get("/").text
    )
    (mark,) = ElementTree.fromstring(unquote(icon)).findall("{http://www.w3.org/2000/svg}path")
    assert mark.get("stroke") == "#fff"


def test_people_get_a_page_and_scripts_get_json_for_an_unknown_address(client):
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    page = client.get("/nowhere", headers=browser)
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert "There is nothing at this address." in page.text
    for accept in ("*/*", "application/json"):
        assert client.get("/nowhere", headers={"Accept": accept}).is_json


def test_unknown_addresses_get_404(client):
    answer = client.get("/nowhere/../../etc/passwd")
    assert (answer.status_code, answer.json) == (
        404,
        {"error": "There is nothing at this address."},
    )


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../pyproject.toml", "/assets/..%2f..%2fetc/passwd", "/assets/%2e%2e/app.py",
        "/assets//etc/passwd", "/_dash-component-suites/dash/../../app.py",
        "/_dash-component-suites/os/path", "/_dash-component-suites/costdash/web/store.py",
        "/static/app.py", "/sets", "/data/set.json",
    ],
)  # fmt: skip
def test_path_traversal_reaches_no_file(client, path):
    answer = client.get(path)
    assert answer.status_code in (404, 500)
    assert "import" not in answer.text
    assert "/work" not in answer.text


def test_the_debugger_is_off(app, client):
    assert not app.server.debug
    assert not app._dev_tools.ui
    for path in ("/console", "/?__debugger__=yes&cmd=resource&f=debugger.js", "/_reload-hash"):
        answer = client.get(path)
        assert "debugger" not in answer.text.lower()
        assert answer.status_code in (200, 404)


def test_health_needs_no_cookie(app):
    answer = app.server.test_client().get("/health")
    assert (answer.status_code, answer.text) == (200, "OK")
    assert "Set-Cookie" not in answer.headers


def test_the_session_cookie_is_http_only_and_same_site(app):
    cookie = app.server.test_client().get("/").headers["Set-Cookie"]
    assert re.fullmatch(
        "costdash-session=[A-Za-z0-9_-]{43}; HttpOnly; Path=/; SameSite=Lax", cookie
    )


def test_the_cookie_is_secure_behind_tls(settings):
    server = create_server(replace(settings, secure_cookies=True))
    create_dash(server, settings).layout = []
    cookie = server.test_client().get("/", base_url="https://localhost").headers["Set-Cookie"]
    assert cookie.startswith("__Host-costdash-session=")
    assert "; Secure;" in cookie


def test_a_page_that_other_sites_frame_has_cookies_of_its_own_in_each(settings):
    """Browsers send no cookie of SameSite Lax to a frame of another site."""
    framed = replace(settings, framed=("self", "https://huggingface.co"))
    server = create_server(framed)
    app = create_dash(server, framed)
    app.layout = []
    protect(app)
    client = server.test_client()
    answer = client.get("/", base_url="https://localhost")
    assert (
        "frame-ancestors 'self' https://huggingface.co"
        in (answer.headers["Content-Security-Policy"])
    )
    cookie = set(answer.headers["Set-Cookie"].split("; "))
    assert cookie >= {"Secure", "HttpOnly", "SameSite=None", "Partitioned"}
    evil = {"Origin": "https://huggingface.co"}
    refused = client.post("/upload/stage", json={}, headers=evil, base_url="https://localhost")
    assert refused.status_code == 403


def test_a_valid_session_cookie_is_kept_and_an_invalid_one_replaced(client):
    assert "Set-Cookie" not in client.get("/").headers
    client.set_cookie("costdash-session", "made up")
    assert "Set-Cookie" in client.get("/").headers


def test_every_visitor_gets_a_new_session(app):
    cookies = {app.server.test_client().get("/").headers["Set-Cookie"] for _ in range(20)}
    assert len(cookies) == 20


def test_only_page_loads_start_a_session(app):
    for route in ROUTES[1:]:
        with app.server.test_client().get(route) as answer:
            assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("trusted", [0, 1])
def test_forwarded_headers_count_only_if_proxies_are_trusted(settings, trusted):
    server = create_server(replace(settings, trust_proxy=trusted, trusted_hosts=("localhost",)))
    server.add_url_rule("/host", view_func=lambda: __import__("flask").request.host)
    answer = server.test_client().get("/host", headers={"X-Forwarded-Host": "evil.example"})
    assert answer.status_code == (400 if trusted else 200)


def test_errors_reveal_values_neither_to_the_browser_nor_to_the_log(settings, caplog):
    server = create_server(settings)
    app = create_dash(server, settings)
    app.layout = []

    def fail(value):
        raise ValueError(value)

    app.callback(Output("a", "children"), Input("b", "value"))(fail)
    protect(app)
    client = server.test_client()
    body = {
        "output": "a.children",
        "outputs": {"id": "a", "property": "children"},
        "inputs": [{"id": "b", "property": "value", "value": "canary"}],
        "changedPropIds": ["b.value"],
    }
    with caplog.at_level(logging.DEBUG):
        answer = client.post("/_dash-update-component", json=body)
    assert answer.status_code == 500
    assert answer.json == {"error": "Something went wrong on the server. Try again."}
    assert "canary" not in caplog.text
    assert "ValueError while answering /_dash-update-component" in caplog.text
    assert "in fail" in caplog.text


def test_a_client_cannot_choose_its_session(app, settings, client):
    chosen = "x" * 43
    client.set_cookie("costdash-session", chosen)
    assert client.post("/upload", data=b"x", headers={"X-Costdash": "1"}).status_code == 403
    client.get("/")
    given = client.get_cookie("costdash-session").value
    assert given != chosen
    for place in (0, 20, 21, 22, 42):  # any change invalidates it
        changed = given[:place] + ("B" if given[place] == "A" else "A") + given[place + 1 :]
        client.set_cookie("costdash-session", changed)
        assert "Set-Cookie" in client.get("/").headers
    again = create_server(settings)
    create_dash(again, settings).layout = []
    other_worker = again.test_client()
    other_worker.set_cookie("costdash-session", given)
    assert "Set-Cookie" not in other_worker.get("/").headers
