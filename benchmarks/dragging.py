"""Latency while a slider is dragged, and until the exact answer after its release."""

import time
from dataclasses import replace
from pathlib import Path

from benchmarks.browser import chromium, mouse, served, until
from benchmarks.measure import Row, limited, quantiles
from benchmarks.uploading import drawn, write_csv

ROWS, MODELS = 100_000, 5
MOVES = 150
RELEASES = 8  # of each slider
SLIDERS = {
    "prior slider": "#prior-slider [role=slider]",
    "slider of a miss": "#cost-fn-slider [role=slider]",
    "slider of a false alarm": "#cost-fp-slider [role=slider]",
    "PC(+) line": "#cost-panel .pcf-handle",
}
HISTOGRAM = "#threshold-scores"
# of thresholds, side by side: where they are, and what is painted (None: the panels)
HANDLES = {
    "lower threshold of a review, in the panel": ("#cost-panel .zone-low", None),
    "upper threshold of a review, in the panel": ("#cost-panel .zone-high", None),
    "lower threshold of a review, in the histogram": (f"{HISTOGRAM} .zone-low", None),
    "threshold, in the histogram": (f"{HISTOGRAM} .score-handle", HISTOGRAM),
}
BY_THRESHOLD = """
[...document.querySelectorAll('.cost-axis input')]
  .find(({ value }) => value === 'threshold').click()
"""
WATCH = (Path(__file__).parent / "watch.js").read_text()
PLACE = """
const handle = document.querySelector(arguments[0]);
handle.scrollIntoView({ block: 'nearest' });
const box = handle.getBoundingClientRect();
return [box.left + box.width / 2, box.top + box.height / 2];
"""
AT_REST = "return !document.body.classList.contains('moving')"


def rows() -> list[Row]:
    with served() as (address, _), chromium() as driver:
        driver.get(address)
        drawn(driver, write_csv(ROWS, MODELS))
        driver.execute_script(WATCH)
        floor = _nothing(driver)
        lines = [_drag(driver, name, place, floor) for name, place in SLIDERS.items()]
        lines.append(_releases(driver))
        _add_review(driver)
        for name, (place, painted) in HANDLES.items():
            lines.append(_drag(driver, name, place, floor, painted))
        return lines


def _add_review(driver) -> None:
    """Cases between two thresholds are looked at, on the axis of thresholds and the histogram."""
    for script, ready in (
        (
            "document.getElementById('review-add').click()",
            "#confusion [data-ledger=reviewed-count]",
        ),
        (BY_THRESHOLD, "#cost-panel .zone-low:not([hidden])"),
        (
            "document.getElementById('thresholds-tab').click()",
            f"{HISTOGRAM} .zone-low:not([hidden])",
        ),
    ):
        driver.execute_script(script)
        until(driver, f"return document.querySelector('{ready}')")
        until(driver, AT_REST)


def _nothing(driver) -> str:
    """The same pointer moves over the page header, where nothing reacts."""
    x, y = driver.execute_script(PLACE, "h1")
    driver.execute_script("window.watched = watch.nothing()")
    for i in range(MOVES):
        mouse(driver, "mouseMoved", x + i % 25, y, held=False)
    latency = driver.execute_script("return watched.stop()")
    return f"doing nothing: {quantiles([ms / 1e3 for ms in latency])}"


def _drag(driver, name: str, place: str, floor: str, painted: str | None = None) -> Row:
    x, y = _press(driver, place)
    watched = f"['{painted}']" if painted else ""
    driver.execute_script(f"window.watched = watch.drags({watched})")
    start = time.perf_counter()
    for i in range(MOVES):
        x += 1 if i // 25 % 2 == 0 else -1
        mouse(driver, "mouseMoved", x, y)
    taken = time.perf_counter() - start
    watched = driver.execute_script("return watched.stop()")
    mouse(driver, "mouseReleased", x, y)
    until(driver, AT_REST)
    rate = watched["updates"] / taken
    picture = "the histogram" if painted else "three panels"
    what = f"drag of the {name}, {MODELS} models with bands, pointer to {picture} painted"
    row = limited(what, [ms / 1e3 for ms in watched["latency"]], floor, 0.05, 0.03)
    return _with_rate(row, rate)


def _with_rate(row: Row, rate: float) -> Row:
    least = f"{row.least}, >= 25 updates/s"
    result = f"{row.result}, {rate:.0f} updates/s"
    return replace(row, result=result, least=least, held=row.held and rate >= 25)


def _releases(driver) -> Row:
    taken = []
    for place in SLIDERS.values():
        for i in range(RELEASES):
            x, y = _press(driver, place)
            for _ in range(4):
                x += 2 if i % 2 == 0 else -2
                mouse(driver, "mouseMoved", x, y)
            driver.execute_script("window.released = watch.release()")
            mouse(driver, "mouseReleased", x, y)
            taken.append(driver.execute_script("return window.released") / 1e3)
            until(driver, AT_REST)
    return limited("release to sentence, table and exact figures", taken, "", 0.15, 0.12)


def _press(driver, place: str) -> tuple[float, float]:
    x, y = driver.execute_script(PLACE, place)
    mouse(driver, "mouseMoved", x, y)
    mouse(driver, "mousePressed", x, y)
    return x, y
