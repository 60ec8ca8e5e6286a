"""Fixtures: the panels alone without the app, and the whole page.

Whatever a script logs (uncaught errors, unhandled rejections, messages, violations of the security
policy) fails the test during which it was logged.
"""

import json

import pytest

from tests.browser.kept_tab import KeptTab
from tests.support import live_page
from tests.support.axe import axe_script
from tests.support.journey import Journey


def pytest_collection_modifyitems(items):
    """Tests of a file that share a page follow each other, so that the page is loaded once."""
    places = [k for k, item in enumerate(items) if "journey" in getattr(item, "fixturenames", ())]
    files = {}
    for k in places:
        files.setdefault(items[k].path, len(files))
    driven = sorted(
        (items[k] for k in places),
        key=lambda item: (files[item.path], item.get_closest_marker("same_page") is None),
    )
    for k, item in zip(places, driven):
        items[k] = item


@pytest.fixture(autouse=True)
def quiet_console(request):
    """Fails every test in a browser whose console logs anything, also in tabs since closed."""
    if "browser" not in request.fixturenames:
        yield
        return
    browser = request.getfixturevalue("browser")
    browser.get_log("browser")
    yield
    assert [entry["message"] for entry in browser.get_log("browser")] == []


@pytest.fixture(scope="module")
def tab(browser, tmp_path_factory):
    """A tab with three empty panels, for the tests of one file."""
    first_tab = browser.current_window_handle
    browser.switch_to.new_window("tab")
    with live_page.served(tmp_path_factory.mktemp("panels")) as address:
        browser.get(address)
        yield browser
        browser.close()
    browser.switch_to.window(first_tab)


@pytest.fixture
def panels(tab):
    """The tab as the last test left it, reloaded if that test set `mustReload`."""
    if tab.execute_script("return window.mustReload === true;"):
        tab.refresh()
    return tab


@pytest.fixture(scope="module")
def prepare():
    """What a file does to the page before the first of its tests marked with `same_page`."""
    return lambda journey: None


@pytest.fixture(scope="module")
def kept_tab(browser, served, prepare):
    """The tab that tests marked with `same_page` use."""
    tab = KeptTab(browser, served, prepare)
    yield tab
    tab.close()


@pytest.fixture
def journey(request, browser, served, kept_tab):
    """Drives the drawn page, as on a first visit; no other host may be asked.

    Tests marked with `same_page` follow each other on one page, which goes back to its first
    conditions and view between them. Undo still has their steps, and fields that were typed into
    but belong to no condition have their texts: a test that would see those is not marked. After
    `same_page(unless_changed=True)` a change loads the page anew.
    """
    same_page = request.node.get_closest_marker("same_page")
    if same_page:
        journey = kept_tab.opened()
    else:
        kept_tab.close()
        journey = Journey(request.getfixturevalue("page"))
    yield journey
    if same_page:
        kept_tab.tidy(same_page.kwargs.get("unless_changed", False))
    asked = (json.loads(entry["message"])["message"] for entry in browser.get_log("performance"))
    sent = (event["params"] for event in asked if event["method"] == "Network.requestWillBeSent")
    addresses = {params["request"]["url"] for params in sent}
    assert addresses or same_page
    assert {url for url in addresses if not url.startswith((served, "data:", "blob:"))} == set()


@pytest.fixture
def presenting(journey):
    """The journey with Present open, which is left at the end if the test has not left it."""
    stage = "document.getElementById('presentation')"
    journey.click("#present")
    journey.until(f"return {stage}?.dataset.view")
    yield journey
    journey.run(f"if ({stage}) document.querySelector('.present-leave').click()")


@pytest.fixture(scope="session")
def axe_core():
    """The script of axe-core."""
    return axe_script()
