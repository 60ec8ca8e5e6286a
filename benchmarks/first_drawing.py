"""Time to the first drawing on a warm server, against a bare page of the same libraries."""

from benchmarks.browser import chromium, served
from benchmarks.measure import Row, in_turn, within

TIMES = 7
PAINTED = """
const [ready, done] = arguments;
const drawn = new Function(ready);
const painted = () => requestAnimationFrame(() => done(performance.now()));
const look = () => requestAnimationFrame(drawn() ? painted : look);
look();
"""
FIRST_CURVE = "return document.querySelector('.scatterlayer .trace')"
ALL = "return document.querySelectorAll('.scatterlayer .trace[class*=tracemodel]').length >= 3"


def rows() -> list[Row]:
    with (
        served() as (page, _),
        served(["-m", "benchmarks.bare_page"]) as (bare, _),
        chromium() as driver,
    ):
        sides = (lambda: _drawn(driver, page, ALL), lambda: _drawn(driver, bare, FIRST_CURVE))
        for side in sides:
            side()  # warms the server
        ours, peer = in_turn(*sides, times=TIMES)
    what = "first drawing of the page, warm server, empty cache"
    return [within(what, ours, peer, "a bare Dash page of the same kit with one graph", 1.3, None)]


def _drawn(driver, address: str, ready: str) -> float:
    """Seconds from the start of the navigation until the condition `ready` holds and is painted."""
    driver.get("about:blank")
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    driver.get(address)
    return driver.execute_async_script(PAINTED, ready) / 1e3
