"""A team's page opens to those whom it knows."""

from dataclasses import replace

import pytest

from costdash.web.app import create_dash, create_server, protect
from costdash.web.security import sign_in

PASSWORD = "correct horse battery"
SECRET = "s" * 40


@pytest.fixture
def door(settings):
    """Makes a team's app with other settings, and a browser that was never there."""

    def door(**given):
        team = replace(settings, secret=SECRET, **given)
        server = create_server(team)
        app = create_dash(server, team)
        app.layout = []
        protect(app)
        return server.test_client()

    return door


@pytest.fixture
def client(door):
    return door(password=PASSWORD)


def try_in(client, password=PASSWORD, to="/", **kwargs):
    return client.post("/sign-in", data={"password": password, "to": to}, **kwargs)


def test_the_password_opens_the_page_that_was_asked_for(client):
    asked = client.get("/?prior=0.1&x=<b>")
    assert (asked.status_code, "Set-Cookie" in asked.headers) == (401, True)
    assert 'name="to" value="/?prior=0.1&amp;x=' in asked.text
    assert "<b>" not in asked.text
    assert "_dash" not in asked.text
    answer = try_in(client, to="/?prior=0.1")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/?prior=0.1")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "_dash" in client.get("/").text


@pytest.mark.parametrize("password", ["", "wrong", PASSWORD + " ", "\ud800", "é" * 1000])
def test_another_does_not(client, password):
    client.get("/")
    answer = try_in(client, password.encode(errors="replace"))
    assert (answer.status_code, "not the password" in answer.text) == (401, True)
    assert "Set-Cookie" not in answer.headers
    assert client.get("/").status_code == 401


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/_dash-layout"), ("GET", "/_dash-dependencies"), ("GET", "/assets/page.css"),
        ("GET", "/nowhere"), ("POST", "/_dash-update-component"), ("POST", "/upload"),
        ("POST", "/upload/stage"), ("POST", "/export/thresholds"), ("GET", f"/open/{'x' * 43}"),
        ("GET", f"/shared/{'x' * 43}"),
    ],
)  # fmt: skip
def test_nothing_else_is_answered_before(client, method, path):
    assert client.open(path, method=method).status_code == 401


def test_health_needs_no_password(client):
    assert client.get("/health").status_code == 200


def test_too_many_attempts_wait_on_whichever_worker(door):
    clients = [door(password=PASSWORD) for _ in range(2)]
    for client in clients:
        client.get("/")
    answers = [
        try_in(clients[i % 2], "wrong").status_code
        for i in range(sign_in.MAX_ATTEMPTS_PER_ADDRESS + 2)
    ]
    assert answers == [401] * sign_in.MAX_ATTEMPTS_PER_ADDRESS + [429] * 2
    assert try_in(clients[0]).status_code == 429


@pytest.mark.parametrize("to", ["//evil.example", "/\\evil.example", "https://evil.example", "x",
                                "/\nx", ""])  # fmt: skip
def test_it_leads_to_no_other_site(client, to):
    client.get("/")
    assert try_in(client, to=to).headers["Location"] == "/"


def test_a_cookie_is_of_one_session_one_password_and_a_while(client, door, monkeypatch):
    client.get("/")
    try_in(client)
    signed = client.get_cookie("costdash-signed").value
    session = client.get_cookie("costdash-session").value

    def known(at, session=session, signed=signed):
        at.set_cookie("costdash-session", session)
        at.set_cookie("costdash-signed", signed)
        return at.get("/").status_code == 200

    assert known(door(password=PASSWORD))
    assert not known(door(password=PASSWORD), session="x" * 43)
    assert not known(door(password=PASSWORD), signed=session)
    assert not known(door(password="another password"))
    monkeypatch.setattr(sign_in, "SIGN_IN_LIFETIME", -1)
    assert not known(door(password=PASSWORD))


def test_without_a_cookie_there_is_no_way_in(client):
    assert try_in(client).status_code == 403


def test_other_sites_do_not_sign_anybody_in(client):
    client.get("/")
    assert try_in(client, headers={"Origin": "http://evil.example"}).status_code == 403


def test_whom_the_proxy_names_comes_in(door):
    client = door(sign_in_header="X-Forwarded-User", trust_proxy=1)
    for headers, status in (({}, 401), ({"X-Forwarded-User": " "}, 401)):
        assert client.get("/", headers=headers).status_code == status
    assert client.get("/", headers={"X-Forwarded-User": "ann"}).status_code == 200
    assert client.get("/health").status_code == 200
