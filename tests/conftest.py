"""A running server, a browser at its page, and the settings of hypothesis."""

import os
import shutil
import threading
from pathlib import Path

import hypothesis
import pytest

# Child processes sum with one thread; sums of several threads differ in the last digit.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

CI = bool(os.environ.get("CI"))
BROWSER_TESTS = Path(__file__).parent / "browser"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMEDRIVER = shutil.which("chromedriver")
LIGHT_ADDRESS = "/_dash-dependencies"
CHROMIUM_ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",  # needed by root in a container
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--process-per-site",  # tabs of the page share compiled scripts; see open_page
    "--window-size=1440,900",
]

hypothesis.settings.register_profile("costdash", deadline=None, derandomize=CI)
hypothesis.settings.load_profile("costdash")


def pytest_collection_modifyitems(items):
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker(pytest.mark.browser)


def pytest_terminal_summary(terminalreporter):
    if not (CHROMIUM and CHROMEDRIVER):
        terminalreporter.write_line(
            "No Chromium or no chromedriver: THE BROWSER TESTS DID NOT RUN.", red=True, bold=True
        )


@pytest.fixture(scope="module")
def shared_results():
    """Analyses and derived results of equal rows are computed once; see the module."""
    from tests.support import shared_results

    with pytest.MonkeyPatch.context() as patch:
        shared_results.share(patch)
        yield


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    """Address of a server that starts with an empty data folder."""
    from werkzeug.serving import make_server

    from costdash.web.app import create_app
    from costdash.web.settings import Settings

    app = create_app(Settings(data_folder=tmp_path_factory.mktemp("data")))
    with make_server("127.0.0.1", 0, app.server, threaded=True) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def browser():
    """Headless Chromium; get_log("browser") reads its console."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    if not (CHROMIUM and CHROMEDRIVER):
        (pytest.fail if CI else pytest.skip)("needs chromium and chromedriver")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in CHROMIUM_ARGUMENTS:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service(CHROMEDRIVER), options=options)
    yield driver
    driver.quit()


@pytest.fixture
def page(browser, served):
    """The browser at the drawn page, in a new tab without stored data."""
    first_tab = browser.current_window_handle
    open_page(browser, served)
    yield browser
    browser.close()
    browser.switch_to.window(first_tab)


def open_page(browser, served):
    """Opens the page in a new tab without stored data; returns the tab.

    The first tab stays at an address of the server. Its renderer process then outlives the tabs of
    the page, which all use it: a page opens faster where its scripts are compiled already.
    """
    from selenium.webdriver.support.wait import WebDriverWait

    if not browser.current_url.startswith(served):
        browser.get(f"{served}{LIGHT_ADDRESS}")
    browser.switch_to.new_window("tab")
    browser.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": served, "storageTypes": "all"})
    for kind in ("browser", "performance"):
        browser.get_log(kind)
    browser.get(served)
    drawn = "return !!document.querySelector('#react-entry-point > :not(._dash-loading)')"
    WebDriverWait(browser, 30).until(lambda driver: driver.execute_script(drawn))
    return browser.current_window_handle
