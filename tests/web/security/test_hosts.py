"""Trusted hosts that are IPv6 addresses."""

import socket
import threading
import urllib.error
import urllib.request
from dataclasses import replace

import pytest
from dash import html

from costdash.web import local_server
from costdash.web.app import create_dash, create_server, protect

HERE = "[::1]:8050"


@pytest.fixture
def client(settings):
    server = create_server(replace(settings, trusted_hosts=("localhost", "::1")))
    return server.test_client()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("[::1]", 404),
        (HERE, 404),
        ("[0:0:0:0:0:0:0:1]:8050", 404),
        ("localhost:8050", 404),
        ("[::2]:8050", 400),
        ("::1", 400),
        ("[::1]evil.example", 400),
        ("[::1]:x", 400),
        ("[1.2.3.4]", 400),
    ],
)
def test_only_trusted_addresses_are_answered(client, host, status):
    assert client.get("/nothing", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    ("host", "status"), [(HERE, 404), ("[::2]:8050", 400), ("localhost", 400), ("::1", 400)]
)
def test_an_address_can_be_the_only_trusted_host(settings, host, status):
    client = create_server(replace(settings, trusted_hosts=("::1",))).test_client()
    assert client.get("/nothing", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        (HERE, "http://[::1]:8050", 200),
        (HERE, "http://localhost:8050", 403),
        (HERE, "http://[::1]:9999", 403),
        (HERE, "http://[", 403),
        ("localhost:8050", "http://[::1]:8050", 403),
    ],
)
def test_the_origin_must_be_the_requested_address(settings, host, origin, status):
    settings = replace(settings, trusted_hosts=("localhost", "::1"))
    app = create_dash(create_server(settings), settings)
    app.layout = html.Div()
    protect(app)
    headers = {"Host": host, "Origin": origin}
    assert (
        app.server.test_client().post("/upload/stage", json={}, headers=headers).status_code
        == status
    )


def test_the_local_server_listens_on_an_ipv6_address(settings):
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    try:
        server = local_server.listen(
            create_server(replace(settings, trusted_hosts=("localhost", "::1"))), "::1", 0
        )
    except OSError:
        pytest.skip("no IPv6 here")
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = local_server.url_of(server, "::1")
        assert url == f"http://[::1]:{server.port}"
        with pytest.raises(urllib.error.HTTPError) as answer:
            urllib.request.urlopen(f"{url}/nothing", timeout=5)
        with answer.value as refused:
            assert refused.status == 404
        server.shutdown()
