"""Hosts that run one container, with the names and headers that they send."""

import json
import re
import tomllib

import pytest

from tests.support.recipes import recipe, settings

PAGE, CONTAINER = "hosting.md", "A container: Hugging Face Spaces, Render, Fly"


def fly() -> dict[str, str]:
    """The variables of fly.toml, and the secrets that stand outside it."""
    secrets = settings(PAGE, "Render")
    given = tomllib.loads(recipe(PAGE, "Fly", "toml"))
    assert str(given["http_service"]["internal_port"]) == given["env"]["PORT"]
    assert given["http_service"]["checks"][0]["path"] == "/health"
    return given["env"] | {name: secrets[name] for name in ("COSTDASH_SECRET", "COSTDASH_PASSWORD")}


HOSTS = {
    "spaces": lambda: settings(PAGE, "Hugging Face Spaces"),
    "render": lambda: settings(PAGE, "Render"),
    "fly": fly,
}


def command() -> list[str]:
    """The options of the Dockerfile's command."""
    [line] = re.findall("^CMD (.*)$", recipe(PAGE, CONTAINER, "docker"), re.MULTILINE)
    program, *options = json.loads(line)
    assert program == "gunicorn"
    return options


@pytest.mark.parametrize("name", HOSTS)
def test_the_page_opens_behind_its_sign_in_under_the_name_of_the_host(serve, guest, name):
    given = HOSTS[name]()
    host = given["COSTDASH_HOST"]
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    with serve(given, command()) as served:
        visitor = guest(served.port, host, **forwarded)
        asked = visitor.open()
        assert (asked.status, '<form method="post" action="/sign-in">' in asked.text) == (401, True)
        assert visitor.sign_in("wrong password").status == 401
        assert visitor.sign_in().status == 303
        page = visitor.open()
        assert (page.status, "react-entry-point" in page.text) == (200, True)
        frames = given.get("COSTDASH_FRAMED", "'none'")
        assert f"frame-ancestors {frames}" in page.headers["content-security-policy"]
        assert visitor.draws()
        stranger = guest(served.port, f"{host}.example.com", **forwarded)
        assert "COSTDASH_HOST" in stranger.open().text
        assert guest(served.port, "172.19.4.2:8080").ask("GET", "/health").text == "OK"


@pytest.mark.parametrize("prefix", ["/content/1234", ""], ids=["passed on", "stripped"])
def test_connect_shows_the_page_below_the_path_of_the_content(serve, guest, tmp_path, prefix):
    (tmp_path / "app.py").write_text(recipe(PAGE, "Posit Connect", "python not-run"))
    given = settings(PAGE, "Posit Connect")
    with serve(given, ["--chdir", str(tmp_path), "app:server"]) as run:
        visitor = guest(run.port, given["COSTDASH_HOST"], prefix)
        page = visitor.open()
        assert (page.status, "react-entry-point" in page.text) == (200, True)
        assert 'src="/content/1234/' in page.text
        assert "frame-ancestors 'self'" in page.headers["content-security-policy"]
        assert visitor.draws()
