"""Sign-in by password and by a header of the proxy."""

from dataclasses import replace

import pytest

from costdash.web.app import create_dash, create_server, protect
from costdash.web.callbacks.tabs import TABS
from costdash.web.page import layout
from costdash.web.security import sign_in

PASSWORD = "correct horse battery"
SECRET = "s" * 40
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
PROXY_SIGN_IN = {"sign_in_header": "X-Forwarded-Email", "trust_proxy": 1}


@pytest.fixture
def team_client(settings):
    """Makes an app with other settings and a browser without cookies."""

    def team_client(**given):
        team = replace(settings, secret=SECRET, **given)
        server = create_server(team)
        app = create_dash(server, team)
        app.layout = []
        protect(app)
        return server.test_client()

    return team_client


@pytest.fixture
def client(team_client):
    return team_client(password=PASSWORD)


def send_password(client, password=PASSWORD, to="/", **kwargs):
    return client.post("/sign-in", data={"password": password, "to": to}, **kwargs)


def test_the_password_opens_the_requested_page(client):
    asked = client.get("/?prior=0.1&x=<b>")
    assert (asked.status_code, "Set-Cookie" in asked.headers) == (401, True)
    assert 'name="to" value="/?prior=0.1&amp;x=' in asked.text
    assert "<b>" not in asked.text
    assert "_dash" not in asked.text
    answer = send_password(client, to="/?prior=0.1")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/?prior=0.1")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "_dash" in client.get("/").text


@pytest.mark.parametrize("password", ["", "wrong", PASSWORD + " ", "\ud800", "é" * 1000])
def test_a_wrong_password_is_rejected(client, password):
    client.get("/")
    answer = send_password(client, password.encode(errors="replace"))
    assert (answer.status_code, "not the password" in answer.text) == (401, True)
    assert "Set-Cookie" not in answer.headers
    assert client.get("/").status_code == 401


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/_dash-layout"), ("GET", "/_dash-dependencies"), ("GET", "/assets/css/layout.css"),
        ("GET", "/nowhere"), ("POST", "/_dash-update-component"), ("POST", "/upload"),
        ("POST", "/upload/stage"), ("POST", "/export/thresholds"), ("GET", f"/open/{'x' * 43}"),
        ("GET", f"/shared/{'x' * 43}"),
    ],
)  # fmt: skip
def test_nothing_is_answered_before_sign_in(client, method, path):
    assert client.open(path, method=method).status_code == 401


def test_signing_out_ends_the_session_of_the_browser(client):
    client.get("/")
    send_password(client)
    session = client.get_cookie("costdash-session").value
    assert "<form" in client.get("/sign-out").text
    assert client.get("/").status_code == 200  # asking is not enough
    assert client.post("/sign-out", headers={"Origin": "https://evil.example"}).status_code == 403
    answer = client.post("/sign-out", headers={"Origin": "http://localhost"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert answer.headers["Clear-Site-Data"] == '"storage"'
    assert client.get("/").status_code == 401
    assert client.get_cookie("costdash-session").value != session


def test_signing_out_ends_every_copy_of_the_session_on_every_worker(client, team_client):
    client.get("/")
    send_password(client)
    thief, later = team_client(password=PASSWORD), team_client(password=PASSWORD)
    for cookie in ("costdash-session", "costdash-signed"):
        for other in (thief, later):
            other.set_cookie(cookie, client.get_cookie(cookie).value)
    assert "_dash" in thief.get("/").text
    client.post("/sign-out", headers={"Origin": "http://localhost"})
    for other in (thief, later):
        assert other.get("/_dash-layout").status_code == 401
        assert other.get("/").status_code == 401
    assert later.get_cookie("costdash-session").value != thief.get_cookie("costdash-session").value


def test_signing_out_of_one_session_leaves_the_others(client, team_client):
    other = team_client(password=PASSWORD)
    for browser in (client, other):
        browser.get("/")
        send_password(browser)
    client.post("/sign-out", headers={"Origin": "http://localhost"})
    assert "_dash" in other.get("/").text


def test_a_sign_out_that_cannot_be_stored_says_so(client, settings):
    client.get("/")
    send_password(client)
    (settings.data_folder / "ended").write_text("a file in place of the folder")
    answer = client.post("/sign-out", headers={"Origin": "http://localhost"})
    assert (answer.status_code, "could not write to its disk" in answer.text) == (500, True)
    assert client.get("/").status_code == 401


@pytest.mark.parametrize("path", ["/nowhere", "/sign-out", "/assets/x", "/export/table"])
def test_whoever_opens_any_address_in_a_browser_gets_the_form(client, path):
    asked = client.get(path, headers=BROWSER)
    assert (asked.status_code, "<form" in asked.text) == (401, True)
    assert f'name="to" value="{path}"' in asked.text
    answer = send_password(client, to=path)
    assert (answer.status_code, answer.headers["Location"]) == (303, path)
    assert client.get(path, headers=BROWSER).status_code != 401


@pytest.mark.parametrize("given", [{"password": PASSWORD}, PROXY_SIGN_IN, {}])
def test_a_foreign_host_name_is_named_before_anything_is_asked(team_client, given):
    client = team_client(**given)
    at = {"Host": "costdash.example.com"}
    page = client.get("/", headers=at | BROWSER)
    assert (page.status_code, page.mimetype) == (400, "text/html")
    assert "COSTDASH_HOST" in page.text
    assert "<form" not in page.text
    assert "COSTDASH_HOST" in client.post("/upload", headers=at).json["error"]
    assert team_client(**given, host=("costdash.example.com",)).get(
        "/", headers=at | BROWSER
    ).status_code in (200, 401)


def test_health_is_told_under_any_host_name(client):
    """Hosts of containers ask for it by the container's address."""
    answer = client.get("/health", headers={"Host": "10.0.3.7:8050"})
    assert (answer.status_code, answer.text) == (200, "OK")
    assert client.post("/health", headers={"Host": "10.0.3.7:8050"}).status_code == 400


def test_a_page_without_password_has_no_sign_out(team_client):
    assert "Sign out" not in str(layout.page(TABS, "$"))
    assert "Sign out" in str(layout.page(TABS, "$", with_sign_out=True))
    assert team_client().get("/sign-out").status_code == 404


def test_health_needs_no_password(client):
    assert client.get("/health").status_code == 200


def test_attempts_are_limited_across_workers(team_client):
    clients = [team_client(password=PASSWORD) for _ in range(2)]
    for client in clients:
        client.get("/")
    answers = [
        send_password(clients[i % 2], "wrong").status_code
        for i in range(sign_in.MAX_ATTEMPTS_PER_ADDRESS + 2)
    ]
    assert answers == [401] * sign_in.MAX_ATTEMPTS_PER_ADDRESS + [429] * 2
    assert send_password(clients[0]).status_code == 429


@pytest.mark.parametrize("to", ["//evil.example", "/\\evil.example", "https://evil.example", "x",
                                "/\nx", ""])  # fmt: skip
def test_sign_in_never_redirects_to_another_site(client, to):
    client.get("/")
    assert send_password(client, to=to).headers["Location"] == "/"


def test_the_cookie_holds_for_one_session_one_password_and_a_limited_time(
    client, team_client, monkeypatch
):
    client.get("/")
    send_password(client)
    signed = client.get_cookie("costdash-signed").value
    session = client.get_cookie("costdash-session").value

    def known(at, session=session, signed=signed):
        at.set_cookie("costdash-session", session)
        at.set_cookie("costdash-signed", signed)
        return at.get("/").status_code == 200

    assert known(team_client(password=PASSWORD))
    assert not known(team_client(password=PASSWORD), session="x" * 43)
    assert not known(team_client(password=PASSWORD), signed=session)
    assert not known(team_client(password="another password"))
    monkeypatch.setattr(sign_in, "SIGN_IN_LIFETIME", -1)
    assert not known(team_client(password=PASSWORD))


def test_sign_in_needs_a_session_cookie(client):
    assert send_password(client).status_code == 403


def test_other_sites_cannot_sign_in(client):
    client.get("/")
    assert send_password(client, headers={"Origin": "http://evil.example"}).status_code == 403


def test_users_named_by_the_proxy_are_let_in(team_client):
    client = team_client(sign_in_header="X-Forwarded-User", trust_proxy=1)
    for headers, status in (({}, 401), ({"X-Forwarded-User": " "}, 401)):
        assert client.get("/", headers=headers).status_code == status
    assert "open it through" in client.get("/", headers=BROWSER).text
    assert client.get("/", headers={"X-Forwarded-User": "ann"}).status_code == 200
    assert client.get("/health").status_code == 200


def test_an_office_behind_one_address_signs_in(team_client):
    colleague = team_client(password=PASSWORD)
    for _ in range(2 * sign_in.MAX_ATTEMPTS_PER_ADDRESS):
        colleague.delete_cookie("costdash-session")
        colleague.delete_cookie("costdash-signed")
        assert colleague.get("/").status_code == 401
        assert send_password(colleague).status_code == 303
