"""Every error of a script reaches the log that `quiet_console` holds against each test."""

import pytest

ERRORS = {
    "uncaught": "setTimeout(() => { throw new Error('on purpose'); }, 0);",
    "in a promise": "Promise.reject(new Error('on purpose'));",
    "in a handler": "window.onresize = () => { throw new Error('on purpose'); };"
    "dispatchEvent(new Event('resize')); window.onresize = null;",
    "logged": "console.error('on purpose');",
}


@pytest.mark.parametrize("kind", ERRORS)
def test_errors_of_scripts_are_logged(panels, kind):
    panels.execute_script(ERRORS[kind])
    panels.execute_async_script("window.still(arguments[0]);")
    (entry,) = panels.get_log("browser")
    assert "on purpose" in entry["message"]
    assert entry["level"] == "SEVERE"
