"""Odd bodies, lengths and methods are refused with a sentence on every route."""

import io
import json
import logging

import pytest

from costdash.web.security.headers import LINK
from costdash.web.session import digest

JSON_ROUTES = [
    "/answer", "/upload/stage", "/upload/cancel", "/export/thresholds", "/export/report",
    "/export/json", "/export/csv", "/_dash-update-component",
]  # fmt: skip
ODD = [
    "[" * 100_000, '{"a":' * 100_000, "[]", "5", '"x"', "null", "", "{", '{"token": NaN}',
    '{"token": 1e999}', '{"token": "\\ud800"}', '{"token": ' + "9" * 5000 + "}",
    '{"token": ' + "[" * 30 + "]" * 30 + "}",
]  # fmt: skip


@pytest.mark.parametrize("route", JSON_ROUTES)
@pytest.mark.parametrize("body", ODD, ids=lambda body: repr(body[:14]))
def test_odd_json_gets_400(client, route, body, caplog):
    answer = client.post(route, data=body, content_type="application/json")
    assert (answer.status_code, answer.json.keys()) == (400, {"error"})
    assert "while answering" not in caplog.text


@pytest.mark.parametrize("route", [*JSON_ROUTES, "/upload"])
@pytest.mark.parametrize("length", ["abc", "-5", "+5", "1e3", "0x10", " ", "5,5", "9" * 40])
def test_odd_lengths_are_refused(client, store, route, length):
    answer = client.post(
        route,
        data=b"x",
        content_type="application/json",
        headers={"X-Costdash": "1"},
        environ_overrides={"CONTENT_LENGTH": length},
    )
    assert answer.status_code == 400
    assert answer.json["error"]
    assert list(store.sets.iterdir()) == []


class Body(io.BytesIO):
    """Remembers whether it was read to its end."""

    def is_read(self):
        return self.tell() == len(self.getvalue())


@pytest.mark.parametrize(
    ("route", "headers", "status"),
    [
        ("/upload", {}, 400),
        ("/upload", {"X-Costdash": "1", "Origin": "http://evil.example"}, 403),
        ("/upload/stage", {"Origin": "http://evil.example"}, 403),
        ("/nowhere", {}, 405),
        ("/shared/x", {}, 405),
    ],
)
def test_refused_bodies_are_read_to_their_end(client, route, headers, status):
    body = Body(bytes(3 * 2**20))
    answer = client.post(
        route, input_stream=body, headers={"Content-Length": str(3 * 2**20)} | headers
    )
    assert answer.status_code == status
    assert body.is_read()


@pytest.fixture
def link(store, add_dataset, session):
    return store.share(add_dataset(session), session, 24)[0]


def test_head_answers_wherever_get_does(app, link, client):
    for path in ("/", "/health", f"/shared/{link}", "/shared/x", f"/open/{'x' * 43}",
                 "/_dash-layout", "/_dash-dependencies", "/nowhere"):  # fmt: skip
        for browser in (client, app.server.test_client()):
            head, get = browser.head(path), browser.get(path)
            assert (path, head.status_code, head.data) == (path, get.status_code, b"")


def test_a_preview_does_not_use_up_a_one_time_link(app, store):
    from costdash.web.routes.links import begin_with_one_time_link, one_time_path

    key, folder = begin_with_one_time_link(store, 0)
    store.finish(folder, key, "f.csv", 0)
    app.server.test_client().head(one_time_path(key))
    browser = app.server.test_client()
    browser.get(one_time_path(key))
    own = browser.get_cookie("costdash-session").value
    assert json.loads((folder / "set.json").read_text())["owner"] == digest(own)


@pytest.mark.parametrize("name", ["gunicorn.error", "werkzeug"])
@pytest.mark.parametrize("kind", ["shared", "open"])
def test_links_are_in_no_log(app, caplog, name, kind):
    with caplog.at_level(logging.INFO):
        logging.getLogger(name).error("Error handling request %s", f"/{kind}/{'s' * 43}?prior=1")
        logging.getLogger(name).error('"GET /%s/%s HTTP/1.1" 200', kind, "s" * 43)
    assert "sss" not in caplog.text
    assert f"/{kind}/...?prior=1" in caplog.text
    assert LINK.search("/upload/stage") is None
