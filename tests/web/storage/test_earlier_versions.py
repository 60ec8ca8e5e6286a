"""Data folders of earlier versions: their data sets open, or a sentence says what to do."""

import json
import shutil
from pathlib import Path

import pytest

from costdash.web.app import create_server
from costdash.web.callbacks import data
from costdash.web.session import digest, is_signed_session
from costdash.web.settings import Settings
from costdash.web.storage import quota
from costdash.web.storage.store import DatasetOutdated, DatasetUnavailable

FOLDERS = Path(__file__).parents[2] / "support" / "data_folders"


@pytest.fixture
def begun(tmp_path):
    """Starts today's server on a data folder of a version: (server, session, token)."""

    def begun(version):
        folder = tmp_path / "data"
        shutil.copytree(FOLDERS / version, folder)
        for path in folder.glob("sets/*"):
            quota.touch(path)
        about = json.loads((folder / "about.json").read_text())
        server = create_server(Settings(data_folder=folder, n_replicates=100))
        server.add_url_rule("/", "/", lambda: "page")
        return server, about["session"], about["token"]

    return begun


def visit(server, cookie):
    """Loads the page with a cookie; the session that the browser then has."""
    client = server.test_client()
    client.set_cookie("costdash-session", cookie)
    assert client.get("/").status_code == 200
    return client.get_cookie("costdash-session").value


def test_a_data_set_of_version_0_2_opens(begun):
    server, session, token = begun("0.2")
    with server.test_request_context():
        models = data.described(token, session)["models"]
    assert [(model["name"], model["auc"]) for model in models] == [("a", 0.7725), ("b", 0.50375)]
    assert visit(server, session) == session


def test_a_session_of_version_0_1_is_taken_over_once(begun):
    server, former, token = begun("0.1")
    session = visit(server, former)
    assert session != former
    with server.app_context():
        assert is_signed_session(session)
    with server.test_request_context(), pytest.raises(DatasetOutdated, match="Upload the file"):
        data.described(token, session)
    for other in (former, visit(server, former)):
        with server.test_request_context(), pytest.raises(DatasetUnavailable) as error:
            data.described(token, other)
        assert not isinstance(error.value, DatasetOutdated)


def test_no_cookie_takes_over_what_a_signed_session_owns(begun):
    server, former, _ = begun("0.1")
    session = visit(server, former)
    folder = next(server.extensions["costdash-store"].sets.iterdir())
    with server.app_context():
        server.config["SESSION_KEY"] = b"another key"  # as after a change of the secret
    visit(server, session)
    assert quota.read_metadata(folder)["owner"] == digest(session)
