"""Panels without a server, and the whole page."""

import live_page
import pytest
from journey import Journey


@pytest.fixture(scope="module")
def tab(browser, tmp_path_factory):
    """A tab with three empty panels, for the tests of one file."""
    first_tab = browser.current_window_handle
    browser.switch_to.new_window("tab")
    browser.get_log("browser")
    browser.get(live_page.write(tmp_path_factory.mktemp("panels")))
    yield browser
    browser.close()
    browser.switch_to.window(first_tab)


@pytest.fixture
def panels(tab):
    """The tab as the last test left it, unless it says `spoilt`; the console must stay clean."""
    if tab.execute_script("return window.spoilt === true;"):
        tab.refresh()
    yield tab
    assert tab.get_log("browser") == []


@pytest.fixture
def journey(page):
    """A hand on the drawn page, as on a first visit; afterwards the console must be clean."""
    yield Journey(page)
    assert [entry["message"] for entry in page.get_log("browser")] == []
