"""Lets the scripts of tests call what the page's modules export, as `page.name()`."""

WITH_MODULES = """
const { modules } = document.querySelector('script[src*="/scripts/"]') || {};
if (!modules) return null;
const page = Object.assign({}, ...Object.values(modules));
return (function () { %s }).apply(null, arguments);
"""


def run_with_modules(driver, script, *given):
    """What the script returns; null while the page is not there."""
    return driver.execute_script(WITH_MODULES.replace("%s", script), *given)
