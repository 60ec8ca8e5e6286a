"""Panels without a server."""

import live_page
import pytest


@pytest.fixture
def panels(browser, tmp_path):
    """A tab with three empty panels; afterwards its console must be clean."""
    first_tab = browser.current_window_handle
    browser.switch_to.new_window("tab")
    browser.get_log("browser")
    browser.get(live_page.write(tmp_path))
    yield browser
    said = browser.get_log("browser")
    browser.close()
    browser.switch_to.window(first_tab)
    assert said == []
