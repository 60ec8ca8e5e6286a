"""The page under a path: every address that the server sends lies below it."""

import re

import pytest

from costdash.web.app import create_dash, create_server, protect
from costdash.web.routes.links import one_time_path
from costdash.web.settings import Settings

SECRET, PASSWORD = "s" * 40, "correct horse battery"
ADDRESS = re.compile(r'(?:src|href|action)="([^"]*)"')


@pytest.fixture
def make_client(settings, tmp_path):
    def make_client(**given):
        given = {"data_folder": tmp_path / "data", "n_replicates": 100} | given
        chosen = Settings(**given)
        server = create_server(chosen)
        app = create_dash(server, chosen)
        app.layout = []
        protect(app)
        return server.test_client()

    return make_client


def under(prefix, path):
    """A request that the proxy passed on as it came."""
    return {"path": prefix + path}


def stripped(prefix, path):
    """A request from which the proxy took the prefix, and said so."""
    return {"path": path, "headers": {"X-Forwarded-Prefix": prefix}}


CASES = {
    "passed on": ({"url_prefix": "/tools/costdash"}, under),
    "stripped": ({"url_prefix": "/tools/costdash/"}, lambda prefix, path: {"path": path}),
    "forwarded": ({"trust_proxy": 1}, stripped),
}


@pytest.mark.parametrize(("given", "ask"), CASES.values(), ids=CASES)
def test_every_address_of_the_page_lies_below_the_prefix(make_client, given, ask):
    client = make_client(**given)
    page = client.get(**ask("/tools/costdash", "/"))
    assert page.status_code == 200
    addresses = [one for one in ADDRESS.findall(page.text) if "://" not in one]
    assert len(addresses) > 5
    strange = [one for one in addresses if one[0] == "/" and "/tools/costdash/" not in one]
    assert strange == []
    assert re.search(r'"requests_pathname_prefix": ?"/tools/costdash/"', page.text)
    assert "; Path=/tools/costdash/" in page.headers["Set-Cookie"]
    script = next(one for one in addresses if "/scripts/" in one)
    assert client.get(**ask("", script.removeprefix("/tools/costdash"))).status_code == 200
    opened = client.get(**ask("/tools/costdash", one_time_path("x" * 43)))
    assert (opened.status_code, opened.headers["Location"]) == (303, "/tools/costdash/")
    lost = client.get(**ask("/tools/costdash", "/nowhere"))
    assert lost.status_code == 404


def test_the_prefix_without_its_slash_leads_to_the_page(make_client):
    client = make_client(url_prefix="/tools/costdash")
    answer = client.get("/tools/costdash?prior=0.1")
    assert answer.status_code == 308
    assert answer.headers["Location"].endswith("/tools/costdash/?prior=0.1")


def test_without_a_trusted_proxy_nobody_can_set_the_prefix(make_client):
    page = make_client().get(**stripped("/elsewhere", "/"))
    assert "elsewhere" not in page.text
    assert "Path=/;" in page.headers["Set-Cookie"]


@pytest.mark.parametrize("prefix", ['/"><script>', "//other.example", "/a b", "tools"])
def test_a_forwarded_prefix_that_is_no_path_is_ignored(make_client, prefix):
    page = make_client(trust_proxy=1).get(**stripped(prefix, "/"))
    assert prefix not in page.text
    assert "Path=/;" in page.headers["Set-Cookie"]


@pytest.mark.parametrize("prefix", ["tools", "/a b", "//x", "/a/../b?", "/<b>"])
def test_a_setting_that_is_no_path_is_refused(prefix):
    with pytest.raises(ValueError, match="url_prefix must be a path such as /tools/costdash"):
        Settings(url_prefix=prefix)


def test_sign_in_and_out_stay_below_the_prefix(make_client):
    client = make_client(url_prefix="/tools", secret=SECRET, password=PASSWORD)
    asked = client.get("/tools/?prior=0.1")
    assert 'action="/tools/sign-in"' in asked.text
    assert 'value="/?prior=0.1"' in asked.text
    given = {"password": PASSWORD, "to": "/?prior=0.1"}
    answer = client.post("/tools/sign-in", data=given)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/tools/?prior=0.1")
    assert client.get("/tools/").status_code == 200
    assert 'action="/tools/sign-out"' in client.get("/tools/sign-out").text
    answer = client.post("/tools/sign-out")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/tools/")
    assert "Clear-Site-Data" not in answer.headers
    assert client.get("/tools/").status_code == 401


def test_secure_cookies_below_a_prefix_have_names_that_browsers_accept(make_client):
    client = make_client(url_prefix="/tools", secure_cookies=True)
    cookie = client.get("/tools/").headers["Set-Cookie"]
    assert cookie.startswith("__Secure-costdash-session=")
    assert "Secure;" in cookie
