"""The registered callbacks: each connects components that are on the page."""

import re
from collections import Counter

import pytest

from costdash.report.blank_labels import ACCOUNT
from costdash.static import ASSETS, FONT_FILE, style_sheet
from costdash.web.app import connected_ids, create_app
from costdash.web.ids import STATE_STORES, ids
from costdash.web.page.plain_html import SET_BY_SCRIPTS, PlainHtml
from costdash.web.settings import Settings
from tests.support.callback_requests import ask, components_by_id, outputs, question

SCRIPTS = {file.relative_to(ASSETS).as_posix(): file.read_text() for file in ASSETS.rglob("*.js")}
MADE_BY_SCRIPTS = {"highlight-tip", "upload-file", "presentation", "present-segments"}
IN_THE_HEAD = {ids.BOOT_DATA, ids.FIRST_ANSWER}
IN_THE_ANSWERS = {ACCOUNT}
OF_DASH = {"react-entry-point"}
EARLY = "early.js"  # stands in the head
FUNCTION = r"^(?:export )?(function .*)$"
OF_THE_REPORT = {name for name in SCRIPTS if name.startswith("report")}
MODULES = SCRIPTS.keys() - OF_THE_REPORT  # of the page


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return create_app(Settings(data_folder=tmp_path_factory.mktemp("data"), n_replicates=100))


@pytest.fixture(scope="module")
def client(app):
    client = app.server.test_client()
    assert client.get("/").status_code == 200
    return client


@pytest.fixture(scope="module")
def on_page(app):
    """The components of the page that have an id, by id."""
    named = components_by_id(app)
    repeated = [name for name, n in Counter(c.id for c in named).items() if n > 1]
    assert repeated == []
    return {component.id: component for component in named}


@pytest.fixture(scope="module")
def callbacks(client):
    """All callbacks, as the browser receives them."""
    return client.get("/_dash-dependencies").json


def ends(callback):
    starts = [(end["id"], end["property"]) for end in callback["inputs"] + callback["state"]]
    return starts + outputs(callback)


def test_callbacks_use_properties_of_components_on_the_page(callbacks, on_page):
    assert callbacks
    for name, prop in (end for callback in callbacks for end in ends(callback)):
        assert name in on_page
        assert prop in on_page[name].available_properties


def test_every_id_belongs_to_a_component_on_the_page(on_page):
    assert set(ids) - on_page.keys() - {ids.NOTICE} - IN_THE_HEAD == set()


@pytest.mark.parametrize("script", sorted(MODULES))
def test_every_id_in_a_script_is_on_the_page(script, on_page):
    text = SCRIPTS[script]
    asked = set(re.findall(r"getElementById\('([\w-]+)'\)", text))
    asked |= set(re.findall(r"setProps\('([\w-]+)'", text))
    asked |= set(re.findall(r"['( ]#([a-z][\w-]+)(?=[' ,)\[])", text))
    asked |= set(re.findall(r"\bset\('([\w-]+)', \{", text))
    elsewhere = MADE_BY_SCRIPTS | IN_THE_HEAD | IN_THE_ANSWERS | OF_DASH
    assert asked - on_page.keys() - elsewhere == set()


def test_dash_knows_every_component_that_callbacks_or_scripts_set(app):
    layout = app.layout
    components = [layout, *layout._traverse()]
    components += [one.leftSection for one in components if hasattr(one, "leftSection")]
    known = {getattr(one, "id", None) for one in components}
    text = "".join(SCRIPTS[name] for name in MODULES)
    asked = set(re.findall(r"\b(?:setProps|set)\('([\w-]+)', \{", text))
    assert any(isinstance(one, PlainHtml) for one in components)
    assert SET_BY_SCRIPTS < asked
    assert (asked | connected_ids(app)) - known == set()


def test_the_layout_is_made_once_for_all_requests(client, monkeypatch):
    first = client.get("/_dash-layout").data
    monkeypatch.setattr("costdash.web.page.layout.page", None)  # making it again would fail
    assert client.get("/_dash-layout").data == first
    element = b'"namespace":"plain_html"'
    assert element in first
    assert element not in client.get("/").data  # dash sends what a function makes twice


def test_every_clientside_function_exists_in_a_script(callbacks):
    main = SCRIPTS["main.js"]
    functions = [
        callback["clientside_function"] for callback in callbacks if callback["clientside_function"]
    ]
    assert functions
    for function in functions:
        namespace, name = function["namespace"], function["function_name"]
        if namespace in ("costdash_tab_requests", "costdash_tab_changes"):
            assert f"  {namespace}: tab{namespace[13:].capitalize()}," in main
        else:
            assert (namespace, f"\n    {name},\n" in main) == ("costdash", True)


@pytest.mark.parametrize("store", STATE_STORES)
def test_each_state_store_has_one_writer(callbacks, store):
    assert sum((store, "data") in outputs(callback) for callback in callbacks) == 1


def test_only_scripts_write_conditions_and_view(callbacks):
    for callback in callbacks:
        if {(ids.CONDITIONS, "data"), (ids.VIEW, "data")} & set(outputs(callback)):
            assert callback["clientside_function"]


def test_server_callbacks_form_no_cycle(callbacks):
    """A cycle of server callbacks would show only in the browser."""
    later = {}
    for callback in callbacks:
        if not callback["clientside_function"]:
            for end in callback["inputs"]:
                later.setdefault((end["id"], end["property"]), set()).update(outputs(callback))

    def reached(end, seen):
        for nxt in later.get(end, ()):
            if nxt not in seen:
                seen.add(nxt)
                reached(nxt, seen)
        return seen

    assert [end for end in later if end in reached(end, set())] == []


def test_the_first_requests_of_a_page_are_answered(client, callbacks, on_page):
    """In the order of the browser: the data set, the stores of the scripts, then the rest."""
    servers = [callback for callback in callbacks if not callback["clientside_function"]]
    first = next(callback for callback in servers if (ids.DATASET, "data") in outputs(callback))
    dataset = ask(client, question(first, on_page, {}))["dataset"]["data"]
    names = [model["name"] for model in dataset["models"]]
    own = {"token": dataset["token"], "revision": dataset["revision"], "seq": 1}
    values = {
        "dataset.data": dataset,
        "conditions.data": own | {"prior": 0.1, "cost_fn": 2, "cost_fp": 1},
        "view.data": own | {"models": names, "level": 0.95},
        "threshold-model.value": names[0],
        "threshold-search.value": "0.5",
        "tabs.value": "thresholds",
        "thresholds-question.data": {"at": 1},
    }
    told = {}
    for callback in servers:
        told |= ask(client, question(callback, on_page, values))
    stores = {name: values[f"{name}.data"] for name in STATE_STORES}
    assert client.post("/answer", json=stores).json["figures"].keys() >= {"roc", "pr", "cost"}
    assert told[ids.THRESHOLD_TABLE]["rowData"]
    assert told[ids.THRESHOLD_MATCH]["data"]["sentences"][0].startswith(
        "A score of 0.5 or more flags"
    )
    assert told[ids.THRESHOLD_BINS]["data"]["model"] == names[0]
    assert [one["value"] for one in told[ids.THRESHOLD_MODEL]["data"]] == names


def test_every_script_is_served_with_the_page(client):
    page = client.get("/").text
    (address,) = re.findall(r'<script src="(/scripts/\w+\.js)"', page)
    assert "/assets/page/upload.js" not in page
    served = client.get(address)
    assert served.status_code == 200
    assert "immutable" in served.headers["Cache-Control"]
    functions = "".join(SCRIPTS[name] for name in MODULES - {EARLY})
    lines = re.findall(FUNCTION, functions, re.MULTILINE)
    assert len(lines) > 100
    assert all(line in served.text for line in lines)
    early = re.findall(FUNCTION, SCRIPTS[EARLY], re.MULTILINE)
    assert early
    assert all(line in page for line in early)


def test_the_style_sheets_are_served_as_one(client):
    page = client.get("/").text
    (address,) = re.findall(r'<link rel="stylesheet" href="(/styles/\w+\.css)"', page)
    assert "/assets/css/" not in page
    served = client.get(address)
    assert served.text == style_sheet(ASSETS / "css/main.css")
    assert served.mimetype == "text/css"
    assert "immutable" in served.headers["Cache-Control"]


@pytest.mark.skipif(not FONT_FILE.is_file(), reason="the build has not made the font")
def test_the_font_is_served_once_and_kept(client):
    page = client.get("/").text
    (address,) = set(re.findall(r'"(/fonts/\w+\.woff)"', page))
    served = client.get(address)
    assert served.data == FONT_FILE.read_bytes()
    assert len(served.data) < 50_000
    assert "immutable" in served.headers["Cache-Control"]
    assert page.index(address) < page.index("/styles/")


def test_two_apps_have_the_same_callbacks(app, tmp_path):
    other = create_app(Settings(data_folder=tmp_path))
    assert other.callback_map.keys() == app.callback_map.keys()
