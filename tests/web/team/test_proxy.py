"""The proxy keeps slow and large bodies away from the workers."""

import re

import pytest
from flask import Flask

from benchmarks.gunicorn_server import free_port
from benchmarks.team_server import Proxy, echo_server, move_sliders, running, slow_uploads
from benchmarks.visitor import Visitor
from costdash.web.security.responses import message_page


def test_slow_uploads_reach_no_worker_and_block_nobody(team, visit, csv):
    owner = visit()
    dataset = owner.upload_and_draw(csv())
    before = len(list((team.folder / "sets").iterdir()))
    with slow_uploads(team, owner, 20):
        for _ in range(8):
            assert owner.settle(dataset, prior=0.2)[0]
        assert len(list((team.folder / "sets").iterdir())) == before


def test_body_above_the_limit_gets_an_error_message(visit):
    visitor = visit()
    for path, size in (("/_dash-update-component", 3 * 2**20), ("/upload", 600 * 2**20)):
        answer = visitor.ask("POST", path, b"x", {"Content-Length": str(size)})
        assert (answer.status, answer.json["error"]) == (
            413,
            "The file is too large for this server.",
        )
        visitor.close()


@pytest.fixture
def proxy_alone(tmp_path):
    """A proxy whose workers are away."""
    proxy = Proxy(tmp_path, free_port()).start()
    yield proxy
    proxy.stop()


def test_people_get_a_page_and_scripts_a_sentence_while_the_workers_are_away(proxy_alone):
    visitor = Visitor(proxy_alone.port)
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    away = "The server is starting again. Try again in a moment."
    answer = visitor.ask("GET", "/", None, browser)
    assert (answer.status, answer.headers["content-type"]) == (502, "text/html")
    with Flask("costdash").test_request_context():
        assert answer.text == message_page("costdash", away, 502).get_data(as_text=True)
    assert visitor.ask("GET", "/", None, {"Accept": "*/*"}).json == {"error": away}
    large = {"Content-Length": str(3 * 2**20)}
    answer = visitor.ask("POST", "/", b"x", large | browser)
    assert (answer.status, "<p>The file is too large for this server.</p>" in answer.text) == (
        413,
        True,
    )
    answer = visitor.ask("GET", f"/?{'x' * 9000}")
    assert (answer.status, "<p>This address is too long." in answer.text) == (414, True)
    visitor.close()


def test_links_are_not_in_the_log_of_the_proxy(team, tmp_path):
    proxy = Proxy(tmp_path, free_port()).start()  # without workers
    visitor, secret = Visitor(proxy.port), "s" * 43
    for path in (f"/shared/{secret}", f"/open/{secret}", "/nowhere"):
        assert visitor.ask("GET", path).status == 502
    visitor.close()
    proxy.stop()
    assert "/nowhere" in proxy.log()
    assert secret not in proxy.log()


def test_the_log_has_neither_links_nor_queries(team, visit):
    visitor, secret = visit(), "q" * 43
    for path in (f"/shared/{secret}", f"/a/path/shared/{secret}", f"/?prior=0.1&x={secret}"):
        visitor.ask("GET", path, None, {"Referer": f"http://x/?{secret}"})
    lines = team.proxy.log()
    assert re.search(r'^127\.0\.0\.1 \S+ "" GET / 200 \d+ [\d.]+$', lines, re.MULTILINE)
    assert "GET /shared/... 404" in lines
    assert "GET /a/path/shared/... 404" in lines
    assert not any(text in lines for text in (secret, "prior", *visitor.cookies.values()))


OWN_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


@pytest.mark.parametrize("accept", ["text/html", "*/*"])
def test_answers_of_the_proxy_itself_have_the_security_headers(proxy_alone, accept):
    visitor, headers = Visitor(proxy_alone.port), {"Accept": accept}
    large = headers | {"Content-Length": str(3 * 2**20)}
    answers = [
        visitor.ask("GET", "/", None, headers),
        visitor.ask("POST", "/", b"x", large),
        visitor.ask("GET", "/%00", None, headers),
        visitor.ask("GET", f"/?{'x' * 9000}", None, headers),
        visitor.ask("GET", "/", None, headers | {"Transfer-Encoding": "odd"}),
    ]
    visitor.close()
    assert [answer.status for answer in answers] == [502, 413, 400, 414, 501]
    for answer in answers:
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; ")
        assert answer.headers.items() >= OWN_HEADERS.items()


def test_answers_of_the_workers_have_each_header_once(visit):
    answer = visit().ask("GET", "/")
    assert answer.headers["content-security-policy"].count("default-src") == 1
    assert answer.headers.items() >= OWN_HEADERS.items()


def test_a_client_cannot_name_a_user_a_path_or_a_host_to_the_workers(team, visit):
    """The workers' own log of requests is not kept: an app that echoes the headers stands in."""
    with echo_server() as port, running(Proxy(team.proxy.file.parent / "echo", port)) as proxy:
        sent = {
            name: "evil"
            for name in (
                "X-Forwarded-Email", "X-Forwarded-User", "X-Forwarded-Prefix", "X-Forwarded-Host",
                "X-Forwarded-For", "X-Our-User", "Remote-User", "X-Costdash-Proxy", "Forwarded",
                "SCRIPT_NAME",
            )
        }  # fmt: skip
        visitor = Visitor(proxy.port)
        seen = visitor.ask("GET", "/", None, sent | {"Accept": "text/html"}).json
        visitor.close()
    assert seen["HTTP_ACCEPT"] == "text/html"
    assert seen["HTTP_X_FORWARDED_HOST"] == seen["HTTP_HOST"] == f"127.0.0.1:{proxy.port}"
    assert [name for name, value in seen.items() if "evil" in value] == []


def test_a_header_that_names_the_path_is_no_error_without_a_proxy(visit):
    visitor = visit(direct=True)
    answer = visitor.ask("GET", "/", None, {"SCRIPT_NAME": "/evil"})
    assert (answer.status, "evil" in answer.text) == (200, False)


def test_refused_uploads_do_not_break_the_connections_of_others(team, visit, csv):
    """The worker reads a refused body to its end, so that the proxy keeps its connection."""
    refused, other = visit(), visit()
    dataset = other.upload_and_draw(csv())
    for turn in range(20):
        answer = refused.ask("POST", "/upload", bytes(1_200_000), {})
        assert (answer.status, "button" in answer.json["error"]) == (400, True)
        assert other.settle(dataset, prior=0.1 + turn / 100)[0]


def test_cookies_require_a_secure_connection(visit):
    assert all(name.startswith("__Host-") for name in visit().cookies)


def test_20_viewers_of_one_link_move_sliders(team, visit, csv):
    owner = visit()
    dataset = owner.upload_and_draw(csv(20_000))
    updates = owner.callback("share-path.data", "share-make.n_clicks", dataset=dataset,
                          share_make=1, share_lifetime="24")  # fmt: skip
    took, refused = move_sliders(team, updates["share-path"]["data"], users=20, seconds=2)
    assert refused == []
    assert len(took) >= 20
