"""Takes the pictures of the tutorials from the real page, in a headless Chromium.

    python scripts/make_pictures.py [FOLDER]

Needs the test extra, Chromium and its driver. Run it when the page looks different.
"""

import base64
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

from costdash.intake.samples import SAMPLES as SAMPLE_FILES

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs/tutorials/pictures"
SIZE = (1280, 800)
SECONDS = 120
SAMPLES = {
    "fraud": "card-fraud",
    "screening": "breast-cancer",
    "guardrail": "guardrail",
    "manager": "leaving-customers",
}
LOANS = "?missed=5000&alarm=400&own=1"
DRAWN = """return document.querySelectorAll('.js-plotly-plot .scatterlayer .trace').length > 5
    && document.title.startsWith(arguments[0]) && !document.querySelector('._dash-loading')"""
CLOSE_HINTS = "document.querySelectorAll('.hint button, .tour button').forEach((b) => b.click())"


@contextmanager
def serving(folder: Path, *file: str):
    """Address of a page on the file, or on the first sample."""
    command = [sys.executable, "-m", "costdash", "serve", *file, "--port", "0", "--no-browser"]
    environment = os.environ | {"COSTDASH_DATA": str(folder / "data"), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            yield next(
                match[0] for line in server.stdout if (match := re.search(r"http://\S+[\w/]", line))
            )
        finally:
            server.terminate()


@contextmanager
def chromium():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser")
    for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(option)
    browser = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    try:
        metrics = {"width": SIZE[0], "height": SIZE[1], "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        yield browser
    finally:
        browser.quit()


def take(browser, title: str, file: Path) -> None:
    """A picture as WebP, a fifth of the size of PNG, once the page is drawn and at rest."""
    WebDriverWait(browser, SECONDS).until(lambda b: b.execute_script(DRAWN, title))
    browser.execute_script(CLOSE_HINTS)
    last = None

    def at_rest(b):
        nonlocal last
        before, last = (
            last,
            b.execute_cdp_cmd("Page.captureScreenshot", {"format": "webp", "quality": 80})["data"],
        )
        return before == last

    WebDriverWait(browser, SECONDS, poll_frequency=1.5).until(at_rest)
    file.write_bytes(base64.b64decode(last))


def loans(folder: Path) -> Path:
    """The file that the first block of the tutorial on credit writes."""
    page = (ROOT / "docs/tutorials/credit.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)[1]
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True)
    return folder / "loans.csv"


def take_samples(browser, folder: Path, pictures: Path) -> None:
    with serving(folder) as address:
        browser.get(address)
        for picture, key in SAMPLES.items():
            WebDriverWait(browser, SECONDS).until(
                lambda b: b.execute_script(DRAWN, "") and "scores" in b.title
            )
            browser.execute_script("document.querySelector('.samples-opener').click()")
            choose = f"document.querySelector('[data-sample={key}]')"
            WebDriverWait(browser, SECONDS).until(
                lambda b, choose=choose: b.execute_script(f"return {choose}")
            )
            browser.execute_script(f"{choose}.click()")
            take(browser, SAMPLE_FILES[key].title, pictures / f"{picture}.webp")


def take_loans(browser, folder: Path, pictures: Path) -> None:
    with serving(folder, str(loans(folder))) as address:
        browser.get(address)
        WebDriverWait(browser, SECONDS).until(lambda b: b.execute_script(DRAWN, "loans"))
        browser.get(re.match(r"http://[^/]+/", address)[0] + LOANS)
        take(browser, "loans", pictures / "credit.webp")


def take_meeting(browser, folder: Path, pictures: Path) -> None:
    """The presentation of the first sample, as icons."""
    with serving(folder) as address:
        browser.get(address)
        WebDriverWait(browser, SECONDS).until(
            lambda b: b.execute_script(DRAWN, "") and "scores" in b.title
        )
        browser.execute_script("document.getElementById('present').click()")
        browser.find_element("css selector", "body").send_keys("2")
        take(browser, "", pictures / "meeting.webp")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    for takes in (take_samples, take_meeting, take_loans):
        with TemporaryDirectory() as name, chromium() as browser:
            takes(browser, Path(name), target)
