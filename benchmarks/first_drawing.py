"""Time to the first drawing on a warm server, against a bare page of the same libraries."""

import time

from benchmarks.browser import chromium, served
from benchmarks.measure import Row, in_turn, within

TIMES = 7
SLOW = 10e6 / 8  # bytes a second: a line of 10 Mbit/s
MOST_BYTES, MOST_REQUESTS = 1_500_000, 25
SETTLED = 5  # s after the drawing, in which everything that a page loads by itself has arrived
PAINTED = """
const [ready, done] = arguments;
const drawn = new Function(ready);
const painted = () => requestAnimationFrame(() => done(performance.now()));
const look = () => requestAnimationFrame(drawn() ? painted : look);
look();
"""
FIRST_CURVE = "return document.querySelector('.scatterlayer .trace')"
ALL = "return document.querySelectorAll('.scatterlayer .trace[class*=tracemodel]').length >= 3"
LOADED = """
return [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]
  .map((one) => one.transferSize);
"""


def rows() -> list[Row]:
    with (
        served() as (page, _),
        served(["-m", "benchmarks.bare_page"]) as (bare, _),
        chromium() as driver,
    ):
        sides = ((page, ALL), (bare, FIRST_CURVE))
        for side in sides:
            _drawn(driver, *side, cached=False)  # warms the server
        lines = [(rate, cached) for rate in (None, SLOW) for cached in (False, True)]
        return [_load(driver, page, bare), *(_case(driver, sides, *line) for line in lines)]


def _case(driver, sides, rate: float | None, cached: bool) -> Row:
    """A row: both pages, with or without what the browser has kept, over a line."""
    _line(driver, rate)
    ours, peer = in_turn(
        *(lambda side=side: _drawn(driver, *side, cached) for side in sides), times=TIMES
    )
    _line(driver, None)
    line = f"line of {rate * 8 / 1e6:.0f} Mbit/s" if rate else "full speed"
    what = f"first drawing of the page, {'warm' if cached else 'empty'} cache, {line}"
    return within(what, ours, peer, "a bare Dash page: 3 Mantine inputs, 1 graph", 1.0, None)


def _load(driver, page: str, bare: str) -> Row:
    """A row: bytes and requests of a first visit, all that it loads by itself included."""
    (size, n), (size_of_bare, n_of_bare) = (_loaded(driver, address) for address in (page, bare))
    held = size <= MOST_BYTES and n <= MOST_REQUESTS
    least = f"{MOST_BYTES / 1e6:.1f} MB, {MOST_REQUESTS} requests"
    peer = f"the bare page: {size_of_bare / 1e6:.2f} MB, {n_of_bare} requests"
    result = f"{size / 1e6:.2f} MB, {n} requests"
    return Row("first visit, everything that it loads", result, peer, result, least, "", held)


def _loaded(driver, address: str) -> tuple[int, int]:
    """Bytes and requests."""
    _drawn(driver, address, FIRST_CURVE, cached=False)
    time.sleep(SETTLED)
    sizes = driver.execute_script(LOADED)
    return sum(sizes), len(sizes)


def _line(driver, rate: float | None) -> None:
    """Sets the speed of the browser's line in bytes a second; None: as fast as it is."""
    throughput = -1 if rate is None else rate
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": 0,
            "downloadThroughput": throughput,
            "uploadThroughput": throughput,
        },
    )


def _drawn(driver, address: str, ready: str, cached: bool) -> float:
    """Seconds from the start of the navigation until the condition `ready` holds and is painted."""
    driver.get("about:blank")
    if not cached:
        driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    driver.get(address)
    return driver.execute_async_script(PAINTED, ready) / 1e3
