"""The page when its modules arrive late: Dash starts first, and the clientside callbacks wait."""

import threading
import time

import pytest
from flask import request
from journey import Journey
from werkzeug.serving import make_server

from costdash.web.factory import create_app
from costdash.web.settings import Settings

LATE = 3  # s
STARTED = "return !!window.dash_clientside?.set_props && !!document.getElementById('prior-slider')"


@pytest.fixture
def slow_modules(tmp_path):
    """Address of an app whose modules take their time."""
    app = create_app(Settings(data_folder=tmp_path))

    @app.server.before_request
    def wait():
        if request.path.endswith("/main.js"):
            time.sleep(LATE)

    with make_server("127.0.0.1", 0, app.server, threaded=True) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_callbacks_wait_for_the_modules(browser, slow_modules):
    first = browser.current_window_handle
    browser.switch_to.new_window("tab")
    browser.get_log("browser")
    try:
        browser.execute_script("window.location.href = arguments[0]", slow_modules)
        until = time.monotonic() + LATE + 10
        while not browser.execute_script(STARTED) and time.monotonic() < until:
            time.sleep(0.05)
        called = "return String(window.dash_clientside.costdash_conditions.control)"
        assert "await ready" in browser.execute_script(called)
        journey = Journey(browser)
        assert "await ready" not in browser.execute_script(called)
        with journey.asking():
            journey.type("prior-box", "5 %")
        assert journey.conditions[0] == 0.05
        assert [entry["message"] for entry in browser.get_log("browser")] == []
    finally:
        browser.close()
        browser.switch_to.window(first)
