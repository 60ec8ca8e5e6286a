"""The page on one's own machine, with a file or a notebook's data in it."""

import http.cookiejar
import re
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path

import numpy as np
import pytest

from costdash.core.sample.predictions import Predictions
from costdash.intake.errors import IntakeError
from costdash.web import local_server
from costdash.web.app import create_server
from costdash.web.routes.links import begin_with_one_time_link, one_time_path
from costdash.web.storage.store import DatasetUnavailable

ROOT = Path(__file__).parents[2]
CSV = "label,score\n" + "0,0.25\n1,0.75\n0,0.5\n1,0.9\n" * 10


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("COSTDASH_DATA", str(tmp_path / "data"))
    return tmp_path


def visit(url):
    """A browser's first visit: the cookies it was given, and where it ended."""
    jar = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    with opener.open(url, timeout=10) as answer:
        return {cookie.name: cookie.value for cookie in jar}, answer.url


@pytest.fixture
def ticket(store):
    """Of a data set without rows."""
    ticket, folder = begin_with_one_time_link(store, 0)
    store.finish(folder, ticket, "file.csv", 0)
    return ticket


def test_an_address_works_once(store, ticket, app):
    path = one_time_path(ticket)
    first, second = app.server.test_client(), app.server.test_client()
    for client in (first, second, first):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    token = first.get_cookie("costdash-opened").value
    assert second.get_cookie("costdash-opened") is None
    assert store.folder_of(token, first.get_cookie("costdash-session").value)
    for stranger in (ticket, second.get_cookie("costdash-session").value):
        with pytest.raises(DatasetUnavailable):
            store.folder_of(token, stranger)


def test_any_worker_takes_a_ticket_also_after_a_restart(settings, ticket):
    other = create_server(settings).test_client()
    assert other.get(one_time_path(ticket)).status_code == 303
    assert other.get_cookie("costdash-opened")


def test_of_many_who_come_at_once_one_gets_it(server, store, ticket):
    clients = [server.test_client() for _ in range(8)]
    threads = [
        threading.Thread(target=client.get, args=(one_time_path(ticket),)) for client in clients
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(client.get_cookie("costdash-opened") is not None for client in clients) == 1


def test_the_disk_gives_no_ticket_away(store, ticket):
    files = [path for path in store.settings.data_folder.rglob("*") if path.is_file()]
    assert files
    for file in files:
        assert ticket not in str(file)
        assert ticket.encode() not in file.read_bytes()


@pytest.mark.parametrize("ticket", ["x", "x" * 43, "..%2f..", "%00", ""])
def test_a_guessed_address_gives_nothing(client, ticket):
    answer = client.get(f"/open/{ticket}")
    assert answer.status_code == 404 or answer.headers["Location"] == "/"
    assert client.get_cookie("costdash-opened") is None


def test_serve_opens_a_file_and_ends_quietly(own_cache):
    file = own_cache / "a name with spaces.csv"
    file.write_text(CSV)
    code = (
        "import sys; from costdash.web.local_server import serve; "
        "serve(sys.argv[1], open_browser=False)"
    )
    command = [sys.executable, "-c", code, str(file)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        url = re.search(r"http://[^ ]+", process.stdout.readline())[0]
        cookies, page = visit(url)
        assert page.count("/") == 3
        assert page.endswith("/")
        assert cookies.keys() == {"costdash-session", "costdash-opened"}
        process.terminate()
        output = process.stdout.read() + process.stderr.read()
    assert not any(secret in output for secret in (*cookies.values(), "label"))


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("none.csv", None, "There is no file"),
        ("a.csv", b"PK\x03\x04", "Excel"),
        ("b.csv", b"", "empty"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_sentence(own_cache, name, content, sentence):
    file = own_cache / name
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(IntakeError, match=sentence):
        local_server.serve(file, open_browser=False)
    assert list((own_cache / "data" / "sets").iterdir()) == []


def listening_server(settings, host, port):
    server = local_server.listen(create_server(settings), host, port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def test_the_default_port_gives_way_and_another_does_not(settings, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with pytest.raises(OSError, match=f"Port {port} of 127.0.0.1 cannot be used: .* in use"):
            local_server.listen(create_server(settings), "127.0.0.1", port)
        monkeypatch.setattr(local_server, "DEFAULT_PORT", port)
        with listening_server(settings, "127.0.0.1", port) as server:
            assert server.port != port
            assert local_server.url_of(server, "127.0.0.1").startswith("http://127.0.0.1:")
            server.shutdown()


def test_the_server_says_nothing_of_itself_or_of_requests(settings, capfd):
    with listening_server(settings, "127.0.0.1", 0) as server:
        with pytest.raises(urllib.error.HTTPError) as refused:
            visit(f"{local_server.url_of(server, '127.0.0.1')}/secret?token=canary")
        with refused.value as answer:
            assert answer.headers["Server"].strip() == "costdash"
        server.shutdown()
    assert "canary" not in "".join(capfd.readouterr())


def test_a_silent_connection_is_closed(settings, monkeypatch):
    monkeypatch.setattr(local_server.QuietRequestHandler, "timeout", 0.2)
    with listening_server(settings, "127.0.0.1", 0) as server:
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as silent:
            silent.sendall(b"POST /upload HTTP/1.1\r\n")
            assert silent.recv(1000) == b""
        server.shutdown()


def test_listening_everywhere_trusts_this_machines_names_only(monkeypatch):
    monkeypatch.delenv("COSTDASH_TRUSTED_HOSTS", raising=False)
    everywhere = local_server.settings_for_host("0.0.0.0").trusted_hosts
    assert socket.gethostname() in everywhere
    assert not {"0.0.0.0", "", "*"} & {*everywhere}
    assert local_server.settings_for_host("box").trusted_hosts == ("localhost", "127.0.0.1", "box")


@pytest.fixture
def notebook(own_cache, settings, monkeypatch):
    """A notebook's server, without the page, and what it would open in a browser."""
    opened = []
    server = create_server(settings)
    app = type("App", (), {"server": server})
    with listening_server(settings, "127.0.0.1", 0) as running:
        monkeypatch.setattr(local_server, "_background_server", lambda: (app, running))
        monkeypatch.setattr(local_server, "open_in_browser", opened.append)
        yield server, opened
        running.shutdown()


def explored(server, given):
    """The names of the models that the first visitor of explore()'s address is shown."""
    page = local_server.explore(given)
    client = server.test_client()
    client.get(page.url.removeprefix("http://").partition("/")[2])
    token, session = (client.get_cookie(f"costdash-{name}").value for name in ("opened", "session"))
    assert f'href="{page.url}"' in page._repr_html_()
    return page, server.extensions["costdash-analyses"].get(token, session)


def test_a_notebook_explores_predictions(notebook):
    server, opened = notebook
    rng = np.random.default_rng(0)
    given = Predictions(
        is_positive=rng.random(50) < 0.5,
        scores={"label": rng.random(50), "weight": rng.integers(0, 3, 50)},
        weight=rng.random(50) + 0.5,
        fold=np.arange(50) % 5,
    )
    page, analysis = explored(server, given)
    assert list(analysis.models) == ["label", "weight"]
    assert analysis.positives == pytest.approx(given.positives)
    assert opened == [page.url]


def test_a_notebook_explores_a_frame_and_a_file(notebook, tmp_path):
    pandas = pytest.importorskip("pandas")
    server, _ = notebook
    file = tmp_path / "f.csv"
    file.write_text(CSV)
    for given in (file, str(file), pandas.read_csv(file)):
        assert list(explored(server, given)[1].models) == ["score"]


def test_what_is_no_table_is_a_sentence(notebook):
    with pytest.raises(IntakeError, match="table cannot be read"):
        local_server.explore(object())
