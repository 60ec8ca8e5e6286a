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
WATCH = (Path(__file__).parent / "watch.js").read_text()
PLACE = """
const box = document.querySelector(arguments[0]).getBoundingClientRect();
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
        return [*lines, _releases(driver)]


def _nothing(driver) -> str:
    """The same pointer moves over the page header, where nothing reacts."""
    x, y = driver.execute_script(PLACE, "h1")
    driver.execute_script("window.watched = watch.nothing()")
    for i in range(MOVES):
        mouse(driver, "mouseMoved", x + i % 25, y, held=False)
    latency = driver.execute_script("return watched.stop()")
    return f"doing nothing: {quantiles([ms / 1e3 for ms in latency])}"


def _drag(driver, name: str, place: str, floor: str) -> Row:
    x, y = _press(driver, place)
    driver.execute_script("window.watched = watch.drags()")
    start = time.perf_counter()
    for i in range(MOVES):
        x += 1 if i // 25 % 2 == 0 else -1
        mouse(driver, "mouseMoved", x, y)
    taken = time.perf_counter() - start
    watched = driver.execute_script("return watched.stop()")
    mouse(driver, "mouseReleased", x, y)
    until(driver, AT_REST)
    rate = watched["updates"] / taken
    what = f"drag of the {name}, {MODELS} models with bands, pointer to three panels painted"
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
    return limited("release to sentence, table and exact figures", taken, "", 0.25, 0.12)


def _press(driver, place: str) -> tuple[float, float]:
    x, y = driver.execute_script(PLACE, place)
    mouse(driver, "mouseMoved", x, y)
    mouse(driver, "mousePressed", x, y)
    return x, y
