"""A server in its own process, and a Chromium that opens its page."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--window-size=1440,900",
]
PATIENCE = 120  # s
ANSWERED = """
const { modules } = document.querySelector('script[src*="/scripts/"]') || {};
return modules && modules['state/answer.js'].lastAnswer() !== null;
"""


@contextmanager
def served(command: list[str] | None = None) -> Iterator[tuple[str, int]]:
    """Starts costdash, or another command that takes a port; yields its address and process id."""
    with socket.socket() as free, TemporaryDirectory(prefix="costdash-") as data:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
        free.close()
        command = command or ["-m", "costdash", "serve", "--no-browser", "--port"]
        server = subprocess.Popen(
            [sys.executable, *command, port],
            env=os.environ | {"COSTDASH_DATA": data},
            cwd=Path(__file__).parents[1],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/")
            yield f"http://127.0.0.1:{port}/", server.pid
        finally:
            server.terminate()
            server.wait()


@contextmanager
def chromium() -> Iterator:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser")
    for argument in ARGUMENTS:
        options.add_argument(argument)
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    driver.set_script_timeout(PATIENCE)
    try:
        yield driver
    finally:
        driver.quit()


def until(driver, script: str):
    """Repeats the script until its result is truthy, and returns the result."""
    deadline = time.monotonic() + PATIENCE
    while not (answer := driver.execute_script(script)):
        if time.monotonic() > deadline:
            raise TimeoutError(script)
        time.sleep(0.02)
    return answer


def mouse(driver, kind: str, x: float, y: float, held: bool = True) -> None:
    """Sends a pointer event: kind is mousePressed, mouseMoved or mouseReleased."""
    button = {"button": "left", "buttons": 1, "clickCount": 1} if held else {}
    asked = {"type": kind, "x": x, "y": y, "pointerType": "mouse"}
    driver.execute_cdp_cmd("Input.dispatchMouseEvent", asked | button)


def _wait_for(address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with urlopen(address):
                return
        except URLError:
            time.sleep(0.05)
    raise TimeoutError(address)
