"""Lets the scripts of tests and benchmarks call what the page's modules export, as `page.name()`."""

WITH_MODULES = """
const given = arguments;
return (async () => {
  const main = document.querySelector('link[rel=modulepreload]');
  if (!main) return null;
  const { modules } = await import(main.href);
  const page = Object.assign({}, ...Object.values(modules));
  return (function () { %s }).apply(null, given);
})();
"""


def run_with_modules(driver, script, *given):
    """What the script returns; null while the page is not there."""
    return driver.execute_script(WITH_MODULES.replace("%s", script), *given)
