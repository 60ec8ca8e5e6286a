"""The page as jupyter-server-proxy starts it: only requests of that proxy are answered."""

import tomllib
from importlib import import_module
from pathlib import Path

from costdash.cli.jupyter import server
from costdash.web.app import create_app
from costdash.web.settings import Settings

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
BASE = "/user/jane/"


def started(tmp_path):
    """A client of the page that Jupyter would start, and the headers that its proxy sends."""
    found = server()
    filled = {name: text.format(base_url=BASE) for name, text in found["environment"].items()}
    settings = Settings.from_environment(filled | {"COSTDASH_DATA": str(tmp_path)})
    return create_app(settings).server.test_client(), found["request_headers_override"]


def test_the_entry_point_names_the_function():
    points = tomllib.loads(PROJECT.read_text())["project"]["entry-points"]
    module, _, name = points["jupyter_serverproxy_servers"]["costdash"].partition(":")
    assert getattr(import_module(module), name) is server


def test_only_the_proxy_is_answered_under_whichever_host(tmp_path):
    client, headers = started(tmp_path)
    at = {"path": f"{BASE}costdash/open/unknown", "base_url": "https://hub.example.com"}
    assert client.get(**at).status_code == 403
    assert client.get(**at, headers={"X-Costdash-Proxy": "guessed"}).status_code == 403
    answer = client.get(**at, headers=headers)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{BASE}costdash/")


def test_other_origins_stay_refused_also_as_frames(tmp_path):
    client, headers = started(tmp_path)
    at = {"path": f"{BASE}costdash/upload", "base_url": "https://hub.example.com"}
    answers = [
        client.post(**at, headers=headers | {"Origin": f"https://{host}.example.com"})
        for host in ("hub", "evil")
    ]
    assert answers[1].status_code == 403 != answers[0].status_code
    assert "frame-ancestors 'self'" in answers[0].headers["Content-Security-Policy"]
    assert server()["request_headers_override"] != headers
