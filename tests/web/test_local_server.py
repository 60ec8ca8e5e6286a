"""The local server: one-time links, `costdash serve` and explore()."""

import http.cookiejar
import re
import socket
import subprocess
import sys
import threading
import types
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dash import no_update
from flask import g

from costdash import read_table
from costdash.core import OperatingPoint, count
from costdash.core.analysis.analyse import analyse
from costdash.core.sample.groups import Groups
from costdash.core.sample.predictions import Predictions
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError
from costdash.intake.storage.predictions import load_predictions
from costdash.web import local_server
from costdash.web.app import create_server
from costdash.web.callbacks import data
from costdash.web.local_server import access_warning
from costdash.web.routes.download import _source
from costdash.web.routes.links import begin_with_one_time_link, one_time_path
from costdash.web.settings import Settings
from costdash.web.storage.derived import derived_results
from costdash.web.storage.store import DatasetUnavailable, folder_of
from costdash.web.stores.dataset import described

ROOT = Path(__file__).parents[2]
CSV = "label,score\n" + "0,0.25\n1,0.75\n0,0.5\n1,0.9\n" * 10


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("COSTDASH_DATA", str(tmp_path / "data"))
    return tmp_path


def visit(url):
    """Cookies and final address after a browser's first visit."""
    jar = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    with opener.open(url, timeout=10) as answer:
        return {cookie.name: cookie.value for cookie in jar}, answer.url


@pytest.fixture
def key(store):
    """One-time key of a data set without rows."""
    key, folder = begin_with_one_time_link(store, 0)
    store.finish(folder, key, "file.csv", 0)
    return key


def test_a_one_time_link_works_once(store, key, app):
    path = one_time_path(key)
    first, second = app.server.test_client(), app.server.test_client()
    for client in (first, second, first):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    token = first.get_cookie("costdash-opened").value
    assert second.get_cookie("costdash-opened") is None
    assert store.folder_of(token, first.get_cookie("costdash-session").value)
    for stranger in (key, second.get_cookie("costdash-session").value):
        with pytest.raises(DatasetUnavailable):
            store.folder_of(token, stranger)


def test_a_one_time_link_works_on_any_worker_and_after_a_restart(settings, key):
    other = create_server(settings).test_client()
    assert other.get(one_time_path(key)).status_code == 303
    assert other.get_cookie("costdash-opened")


def test_one_of_several_simultaneous_visitors_gets_the_data(server, store, key):
    clients = [server.test_client() for _ in range(8)]
    threads = [
        threading.Thread(target=client.get, args=(one_time_path(key),)) for client in clients
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(client.get_cookie("costdash-opened") is not None for client in clients) == 1


def test_one_time_keys_are_not_stored_on_disk(store, key):
    files = [path for path in store.settings.data_folder.rglob("*") if path.is_file()]
    assert files
    for file in files:
        assert key not in str(file)
        assert key.encode() not in file.read_bytes()


@pytest.mark.parametrize("key", ["x", "x" * 43, "..%2f..", "%00", ""])
def test_a_guessed_one_time_link_gives_nothing(client, key):
    answer = client.get(f"/open/{key}")
    assert answer.status_code == 404 or answer.headers["Location"] == "/"
    assert client.get_cookie("costdash-opened") is None


def test_serve_shows_a_file_and_logs_no_secrets(own_cache):
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
def test_an_unreadable_file_is_reported(own_cache, name, content, sentence):
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


def test_only_a_busy_default_port_is_replaced(settings, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with pytest.raises(OSError, match=f"Port {port} of 127.0.0.1 cannot be used: .* in use"):
            local_server.listen(create_server(settings), "127.0.0.1", port)
        monkeypatch.setattr(local_server, "DEFAULT_PORT", port)
        with listening_server(settings, "127.0.0.1", port) as server:
            assert server.port != port
            assert local_server.url_of(server, "127.0.0.1").startswith("http://127.0.0.1:")
            server.shutdown()


def test_the_server_hides_its_version_and_logs_no_requests(settings, capfd):
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


def test_listening_on_all_interfaces_trusts_the_names_of_this_machine_only(monkeypatch):
    monkeypatch.delenv("COSTDASH_TRUSTED_HOSTS", raising=False)
    everywhere = local_server.settings_for_host("0.0.0.0").trusted_hosts
    assert socket.gethostname() in everywhere
    assert not {"0.0.0.0", "", "*"} & {*everywhere}
    assert local_server.settings_for_host("box").trusted_hosts == ("localhost", "127.0.0.1", "box")


@pytest.fixture
def notebook(own_cache, settings, monkeypatch):
    """A notebook's server without the page, and the addresses that it opens in the browser."""
    opened = []
    server = create_server(settings)
    app = type("App", (), {"server": server})
    with listening_server(settings, "127.0.0.1", 0) as running:
        monkeypatch.setattr(local_server, "_background_server", lambda: (app, running))
        monkeypatch.setattr(local_server, "open_in_browser", opened.append)
        yield server, opened
        running.shutdown()


def explored(server, given):
    """The page of explore(), and the analysis that its first visitor sees."""
    page = local_server.explore(given)
    client = server.test_client()
    client.get(page.url.removeprefix("http://").partition("/")[2])
    token, session = (client.get_cookie(f"costdash-{name}").value for name in ("opened", "session"))
    assert f'href="{page.url}"' in page._repr_html_()
    assert "run the cell again" in page._repr_html_()  # for whoever opens the notebook later
    return page, server.extensions["costdash-analyses"].get(token, session)


def test_explore_shows_predictions(notebook):
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


def test_explore_shows_a_data_frame_and_a_file(notebook, tmp_path):
    pandas = pytest.importorskip("pandas")
    server, _ = notebook
    file = tmp_path / "f.csv"
    file.write_text(CSV)
    for given in (file, str(file), pandas.read_csv(file)):
        assert list(explored(server, given)[1].models) == ["score"]


@pytest.fixture
def jupyter(tmp_path, monkeypatch):
    """As in the kernel of a Jupyter server at /base/ that passes on ports."""
    (tmp_path / "jupyter_server_proxy.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    paths = types.SimpleNamespace(jupyter_runtime_dir=lambda: str(tmp_path))
    monkeypatch.setitem(sys.modules, "jupyter_core.paths", paths)
    monkeypatch.delenv("JUPYTERHUB_SERVICE_PREFIX", raising=False)
    monkeypatch.delenv("COSTDASH_URL_PREFIX", raising=False)
    monkeypatch.setenv("JPY_PARENT_PID", "17")
    (tmp_path / "jpserver-17.json").write_text('{"base_url": "/base/"}')


def test_a_notebook_shows_the_page_behind_its_proxy(jupyter, monkeypatch):
    settings = local_server.settings_for_notebook(8050)
    assert (settings.url_prefix, settings.framed) == ("/base/proxy/absolute/8050", ("self",))
    assert "*" not in settings.trusted_hosts
    monkeypatch.setenv("JPY_PARENT_PID", "18")
    assert local_server.settings_for_notebook(8050) == local_server.settings_for_host("127.0.0.1")
    monkeypatch.setenv("JUPYTERHUB_SERVICE_PREFIX", "/user/jane/")
    settings = local_server.settings_for_notebook(8050)
    assert settings.url_prefix == "/user/jane/proxy/absolute/8050"
    assert settings.trusted_hosts == ("*",)


def test_explore_stands_in_the_cell_where_a_proxy_is(own_cache, settings, monkeypatch, tmp_path):
    opened, file = [], tmp_path / "f.csv"
    file.write_text(CSV)
    server = create_server(replace(settings, url_prefix="/base/proxy", framed=("self",)))
    app = type("App", (), {"server": server})
    with listening_server(settings, "127.0.0.1", 0) as running:
        monkeypatch.setattr(local_server, "_background_server", lambda: (app, running))
        monkeypatch.setattr(local_server, "open_in_browser", opened.append)
        page = local_server.explore(file)
        running.shutdown()
    assert page.inline.startswith("/base/proxy/open/")
    assert f'src="{page.inline}"' in page._repr_html_()
    assert page._repr_html_().index("run the cell again") > page._repr_html_().index("</iframe>")
    assert (page.url.endswith(page.inline), opened) == (True, [])
    answer = server.test_client().get(page.inline)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/base/proxy/")


def grouped_rows():
    """Rows of two models, grouped, and the same rows one by one."""
    rng = np.random.default_rng(1)
    is_positive = rng.random(900) < 0.4
    scores = {name: rng.normal(is_positive).round(1) for name in ("a", "b")}
    kinds, times = np.unique(np.stack((is_positive, *scores.values())), axis=1, return_counts=True)
    groups = Groups(times, {name: count(is_positive, scores[name]) for name in scores})
    grouped = Predictions(
        is_positive=kinds[0] == 1, scores=dict(zip(scores, kinds[1:])), groups=groups
    )
    return grouped, Predictions(is_positive=is_positive, scores=scores)


def test_explore_shows_grouped_rows(notebook):
    server, _ = notebook
    grouped, rows = grouped_rows()
    _, found = explored(server, grouped)
    whole = analyse(rows)
    assert found.totals == whole.totals
    point = OperatingPoint(prior=0.2, cost_fn=3, cost_fp=1)
    best, same = found.decide(point).best, whole.decide(point).best
    assert (best.model, best.threshold, best.nec) == (same.model, same.threshold, same.nec)
    assert found.prevalence_variance == pytest.approx(whole.prevalence_variance)


def test_serve_counts_a_table_and_says_where_its_rows_are(settings, tmp_path, capsys):
    pytest.importorskip("ibis", reason="needs the extra costdash[duckdb]")
    file = tmp_path / "rows.parquet"
    rng = np.random.default_rng(2)
    label = rng.integers(0, 2, 500)
    pq.write_table(pa.table({"label": label, "score": rng.normal(label)}), file)
    server = create_server(settings)
    path = local_server._load_table(type("App", (), {"server": server}), str(file), Roles())
    client = server.test_client()
    client.get(path)
    token, session = (client.get_cookie(f"costdash-{name}").value for name in ("opened", "session"))
    with server.test_request_context():
        shown = described(token, session)
        sentence = "The 500 rows stay in rows.parquet (DuckDB)"
        assert (shown["rows"], shown["counted"], shown["name"]) == (500, True, "rows.parquet")
        assert shown["messages"][0].startswith(sentence)
        with pytest.raises(ValueError, match="needs single rows"):
            derived_results(token, session).crossfits(["score"])
        source = _source(token, folder_of(token, session), derived_results(token, session), False)
    assert source.table["exact"]
    assert sentence in capsys.readouterr().out


NOTEBOOK = """
import sys, types
parts = ("", ".display", ".core", ".core.display", ".core.ultratb")
others = ("retrying", "nest_asyncio", "requests", "comm")
for name in (*(f"IPython{part}" for part in parts), *others):
    sys.modules.setdefault(name, types.ModuleType(name))
sys.modules["IPython"].get_ipython = lambda: None
sys.modules["retrying"].retry = None
for name in ("IFrame", "display", "Javascript"):
    setattr(sys.modules["IPython.display"], name, None)
sys.modules["IPython.core.display"].HTML = sys.modules["IPython.core.ultratb"].FormattedTB = None
comm, opened = sys.modules["comm"], []
class Silent:
    def __init__(self, **names): pass
comm.DummyComm = Silent
def create_comm(**names):
    opened.append(names)
    return Silent()
comm.create_comm = create_comm
if "costdash" in sys.argv:
    import costdash.web
import dash._jupyter
assert dash._jupyter._dep_installed
assert comm.create_comm is create_comm
print(len(opened))
"""


def test_costdash_opens_no_channel_of_dash_in_a_notebook():
    opened = [
        subprocess.run(
            [sys.executable, "-c", NOTEBOOK, *more], capture_output=True, text=True, check=True
        ).stdout.strip()
        for more in ((), ("costdash",))
    ]
    assert opened == ["1", "0"]


def test_explore_reports_what_is_not_a_table(notebook):
    with pytest.raises(IntakeError, match="table cannot be read"):
        local_server.explore(object())


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7"])
def test_a_page_that_others_can_open_without_a_password_warns(host):
    open_page, secret = Settings(), "s" * 32
    assert "everybody who reaches this machine" in access_warning(host, open_page)
    assert not access_warning("127.0.0.1", open_page)
    assert not access_warning("localhost", open_page)
    assert not access_warning(host, Settings(password="p" * 10, secret=secret))


@pytest.fixture
def counted_table(settings, tmp_path):
    """A table that the local server counts: (server, client, file), opened in a browser."""
    pytest.importorskip("ibis", reason="needs the extra costdash[duckdb]")
    file = tmp_path / "rows.parquet"
    rng = np.random.default_rng(2)
    label = rng.integers(0, 2, 500)
    columns = {"good": rng.normal(label).round(2), "turned": rng.normal(1 - label).round(2)}
    pq.write_table(pa.table({"label": label, "other": 1 - label, **columns}), file)
    server = create_server(settings)
    roles = Roles(label="label")
    path = local_server._load_table(type("App", (), {"server": server}), str(file), roles)
    client = server.test_client()
    client.get(path)
    return server, client, file


@contextmanager
def visiting(server, client):
    """(token, session) within a request of the browser that opened the table."""
    token, session = (client.get_cookie(f"costdash-{name}").value for name in ("opened", "session"))
    with server.test_request_context():
        g.session = session
        yield token, session


def test_the_page_counts_a_table_again(counted_table):
    server, client, file = counted_table
    with visiting(server, client) as (token, session):
        before = described(token, session)
        assert (before["counted"], before["fileless"]) == (True, False)
        dataset, _, notices = data.open_data({"token": token, "negate": "turned"}, before)
        assert notices is no_update
        areas = {model["name"]: model["auc"] for model in dataset["models"]}
        assert areas["turned"] == 1 - {m["name"]: m["auc"] for m in before["models"]}["turned"]
        expected = read_table(file, label="label", negate="turned")
        found, _ = load_predictions(folder_of(token, session) / "predictions")
        assert found.names == expected.names
        for name in found.names:
            np.testing.assert_array_equal(found.scores[name], expected.scores[name])
        assert dataset["revision"] != before["revision"]
        dataset, _, _ = data.open_data({"token": token, "negate": "turned"}, dataset)
        assert dataset["models"] == before["models"]
        dataset, _, _ = data.open_data({"token": token, "positive": "0"}, dataset)
        assert dataset["positives"] == before["rows"] - before["positives"]


def test_the_columns_of_a_table_can_be_chosen_on_the_page(counted_table):
    server, client, _ = counted_table
    with visiting(server, client) as (token, session):
        outline = data.stored_outline(described(token, session))
        assert {column["name"] for column in outline["columns"]} >= {"label", "other", "good"}
        assert outline["roles"]["label"] == "label"
        roles = outline["roles"] | {"label": "other", "positive": "1", "scores": ["good"]}
        dataset, outline, sentence = data.reread(token, roles)
        assert sentence == ""
        assert [model["name"] for model in dataset["models"]] == ["good"]
        assert dataset["models"][0]["auc"] < 0.5
        assert outline["roles"]["label"] == "other"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"recalibrate": "good"}, "A recalibrated model needs single rows"),
        (
            {"combine": {"rule": "and", "models": ["good", "turned"], "pcf": 0.5}},
            "A combination needs single rows",
        ),
        ({"positive": "7"}, "7"),
    ],
)
def test_what_a_table_cannot_give_ends_in_a_sentence(counted_table, asked, says):
    server, client, _ = counted_table
    with visiting(server, client) as (token, session):
        before = described(token, session)
        _, _, notices = data.open_data({"token": token} | asked, before)
        assert says in notices[0]["message"]
        assert described(token, session) == before


def test_a_table_that_is_gone_leaves_its_counts(counted_table):
    server, client, file = counted_table
    file.unlink()
    with visiting(server, client) as (token, session):
        before = described(token, session)
        _, _, notices = data.open_data({"token": token, "negate": "turned"}, before)
        assert str(file.parent) not in notices[0]["message"]
        assert described(token, session) == before
        server.extensions["costdash-store"].delete(token, session)
        assert not server.extensions["costdash-store"].tables
