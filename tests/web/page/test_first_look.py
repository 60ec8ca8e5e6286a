"""The first HTML: decision and panels of the data that the browser may see, and the answer."""

import json
import re

import pytest

from costdash.figures import PANELS
from costdash.web.app import create_app
from costdash.web.callbacks.data import FIRST
from costdash.web.settings import Settings
from costdash.web.storage.analyses import analysis_of

# What scripts find elements by.
MARKS = ("id", "data-live", "data-opens", "popovertarget", "aria-live", "data-panel")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    settings = Settings(data_folder=tmp_path_factory.mktemp("data"), n_replicates=100)
    server = create_app(settings).server
    with server.test_request_context():
        analysis_of(FIRST, None)  # as the first visit does
    return server


@pytest.fixture
def visitor(server):
    return server.test_client()


def block(page, name):
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page)
    return json.loads(found[1]) if found else None


def asked(page):
    """The body of the first question, as the boot data have it."""
    boot = block(page, "boot-data")
    seq = {"seq": 0}
    stores = {name: store | seq for name, store in boot["first"].items()}
    return stores | {"dataset": boot["dataset"]}


def texts(part):
    """The texts of an answer's elements and components."""
    if isinstance(part, str):
        return [part]
    if isinstance(part, dict):
        return texts(part["props"].get("children"))
    is_element = len(part or ()) == 3 and isinstance(part[1], dict) and "props" not in part[1]
    return [text for child in (part[2] if is_element else part or ()) for text in texts(child)]


def looks(page):
    """The text of the outline without marks."""
    outline = page[page.index('class="skeleton"') : page.index("<script src=")]
    return re.sub(r"<script.*?</script>|<[^>]*>", " ", outline)


@pytest.fixture
def page(visitor):
    return visitor.get("/").text


def test_decision_and_panels_are_in_the_first_html_before_any_script_of_the_page(visitor, page):
    body = asked(page)
    answer = visitor.post("/answer", json=body).json
    assert block(page, "first-answer") == answer
    seen = looks(page)
    for name in ("decision", "confusion", "against"):
        words = re.findall(r"[A-Za-z]{4,}", " ".join(texts(answer[name])))
        assert words
        assert set(words) <= set(re.findall(r"[A-Za-z]{4,}", seen))
    assert page.count('class="look-picture"') == len(PANELS)


def test_an_address_with_conditions_shows_its_own_decision(visitor, page):
    other = visitor.get("/?prior=0.2&missed=50&alarm=5&own=1&per=1000&level=0.9").text
    conditions = block(other, "boot-data")["first"]["conditions"]
    assert (conditions["prior"], conditions["cost_fn"]) == (0.2, 50)
    assert looks(other) != looks(page)
    assert block(other, "first-answer") == visitor.post("/answer", json=asked(other)).json


def test_an_address_that_only_scripts_read_shows_the_empty_outline(visitor, page):
    for query in ("models=network", "by=max-flagged:0.2", "data=00000000", "prior=7"):
        other = visitor.get(f"/?{query}").text
        assert "first-look" not in other.partition('class="skeleton"')[2]
        assert block(other, "first-answer") is None
        assert "first" not in block(other, "boot-data")


def test_elements_of_the_look_have_nothing_that_scripts_would_find(page):
    outline = page[page.index('class="skeleton"') : page.index('<script id="first-answer"')]
    assert not re.search(
        r' (?:id|data-live|data-opens|popovertarget|aria-live|data-panel)="', outline
    )
