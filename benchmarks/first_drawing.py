"""Time to the first drawing on a warm server, against a bare page of the same libraries.

Two moments are measured in one load. Decision and panels are *seen* when those of the first HTML
are painted. They *answer to the hand* when Plotly has drawn all panels and a pointer on a curve has
its tooltip.
"""

import json
import time

from benchmarks.browser import chromium, served
from benchmarks.measure import Row, in_turn, within

TIMES = 7
SLOW = 10e6 / 8  # bytes a second: a line of 10 Mbit/s
MOST_BYTES, MOST_REQUESTS = 1_500_000, 25
SETTLED = 5  # s after the drawing, in which everything that a page loads by itself has arrived
# Watches from the start of a page: a script that comes later waits for the scripts of the page.
WATCH = """
const moments = %s.map((body) => {
  const holds = new Function(body);
  return new Promise((done) => {
    const painted = () => done(performance.now());
    const look = () => requestAnimationFrame(holds() ? painted : look);
    requestAnimationFrame(look);
  });
});
window.paintedAt = Promise.all(moments);
"""
PAINTED = "window.paintedAt.then(arguments[0])"
FIRST_CURVE = "return document.querySelector('.scatterlayer .trace')"
SEEN = """
const seen = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 0;
const curves = [...document.querySelectorAll('.panel :is(.look-lines, .scatterlayer) path')];
const panels = new Set(curves.filter(seen).map((curve) => curve.closest('.panel')));
return panels.size === 3 && [...document.querySelectorAll('.headline')].some(seen);
"""
ANSWERS = """
const drawn = '.graph:has(.scatterlayer .trace[class*=tracemodel])';
if (document.querySelectorAll(drawn).length < 3) return false;
if (document.querySelector('#highlight-tip:not([hidden])')) return true;
const curve = document.querySelector(drawn + ' .trace[class*=tracemodel] path.js-line');
const middle = curve.getPointAtLength(curve.getTotalLength() / 2);
const { x, y } = middle.matrixTransform(curve.getScreenCTM());
const at = { clientX: x, clientY: y, bubbles: true, pointerType: 'mouse' };
curve.closest('.graph').dispatchEvent(new PointerEvent('pointermove', at));
"""
LOADED = """
return [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]
  .map((one) => one.transferSize);
"""
MOMENTS = {"decision and panels seen": SEEN, "panels answer to the hand": ANSWERS}
SEEN_WITHIN = 1.0  # times of the bare page
# Before the hand is answered, three panels with bands and some 70 controls are built; the bare page
# builds one line and three inputs. Only the load over a slow line hides that.
ANSWERS_WITHIN = {(None, False): 1.3, (None, True): 3.5, (SLOW, False): 1.0, (SLOW, True): 3.5}
PEER = "a bare Dash page: 3 Mantine inputs, 1 graph drawn"


def rows() -> list[Row]:
    with (
        served() as (page, _),
        served(["-m", "benchmarks.bare_page"]) as (bare, _),
        chromium() as driver,
    ):
        sides = ((page, [*MOMENTS.values()]), (bare, [FIRST_CURVE]))
        for side in sides:
            _painted(driver, *side, cached=False)  # warms the server
        lines = [(rate, cached) for rate in (None, SLOW) for cached in (False, True)]
        cases = (row for line in lines for row in _case(driver, sides, *line))
        return [_load(driver, page, bare), *cases]


def _case(driver, sides, rate: float | None, cached: bool) -> list[Row]:
    """A row for each moment: both pages, with or without what the browser has kept, over a line."""
    _line(driver, rate)
    ours, peer = in_turn(
        *(lambda side=side: _painted(driver, *side, cached) for side in sides), times=TIMES
    )
    _line(driver, None)
    line = f"line of {rate * 8 / 1e6:.0f} Mbit/s" if rate else "full speed"
    where = f"{'warm' if cached else 'empty'} cache, {line}"
    bare = [graph for (graph,) in peer]
    floors = SEEN_WITHIN, ANSWERS_WITHIN[rate, cached]
    return [
        within(f"{moment}, {where}", [*measured], bare, PEER, floor, None)
        for moment, measured, floor in zip(MOMENTS, zip(*ours), floors, strict=True)
    ]


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
    _painted(driver, address, [FIRST_CURVE], cached=False)
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


def _painted(driver, address: str, moments: list[str], cached: bool) -> list[float]:
    """Seconds from the start of the navigation until each condition holds and is painted."""
    driver.get("about:blank")
    if not cached:
        driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    source = {"source": WATCH % json.dumps(moments)}
    watch = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", source)
    driver.get(address)
    times = driver.execute_async_script(PAINTED)
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", watch)
    return [at / 1e3 for at in times]
