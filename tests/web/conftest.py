"""A server with an empty data folder and a small page, a browser, and data sets."""

import numpy as np
import pytest
from dash import ALL, Dash, Input, Output, State, dcc, html
from flask import g

from costdash.core.sample.predictions import Predictions
from costdash.intake.storage.predictions import save_predictions
from costdash.web.app import create_dash, create_server, protect
from costdash.web.session import new_session
from costdash.web.settings import Settings


@pytest.fixture
def settings(tmp_path):
    return Settings(data_folder=tmp_path / "data", n_replicates=100)


@pytest.fixture
def server(settings):
    return create_server(settings)


@pytest.fixture
def store(server):
    return server.extensions["costdash-store"]


@pytest.fixture
def app(server, settings) -> Dash:
    """The real server with a page of three components."""
    app = create_dash(server, settings)
    app.layout = html.Div(
        [dcc.Input(id="in", value=1), dcc.Store(id="store", data={"x": 1}), html.Div(id="out")]
    )
    app.callback(Output("out", "children"), Input("in", "value"), State("store", "data"))(
        lambda value, data: f"{value} {data}"
    )
    app.callback(Output("all", "children"), Input({"kind": "row", "place": ALL}, "value"))(str)
    app.clientside_callback("(x) => x", Output("store", "data"), Input("out", "children"))
    protect(app)
    return app


@pytest.fixture
def client(app):
    """A browser that has loaded the page."""
    client = app.server.test_client()
    assert client.get("/").status_code == 200
    return client


@pytest.fixture
def add_dataset(store):
    """Stores a small data set for a session and returns its token."""

    def add_dataset(session, rows=40, size=0, seed=0):
        token, folder = store.begin(session, size)
        rng = np.random.default_rng(seed)
        is_positive = np.arange(rows) % 2 == 0
        scores = {name: rng.normal(is_positive, 1) for name in ("a", "b <i>")}
        save_predictions(
            folder / "predictions", Predictions(is_positive=is_positive, scores=scores), {}
        )
        (folder / "ballast").write_bytes(bytes(size))
        store.finish(folder, session, "file.csv", size)
        return token

    return add_dataset


@pytest.fixture
def session(server):
    with server.app_context():
        return new_session()


@pytest.fixture
def visit(server, session):
    """The session of a running request, within which callbacks can be called as functions."""
    with server.test_request_context():
        g.session = session
        yield session
