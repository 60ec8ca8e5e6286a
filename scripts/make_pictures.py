"""Takes the pictures of the README and of the docs from the real page, in a headless Chromium.

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
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

from costdash.intake.samples import SAMPLES as SAMPLE_FILES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SIZE = (1280, 800)
SECONDS = 120


@dataclass(frozen=True)
class Picture:
    """A picture of a sample: the part of the address that sets the page, an element to click once
    it is drawn, and an element that must be there then."""

    file: str
    sample: str
    query: str = ""
    click: str = ""
    shows: str = "#decision"


# A browser keeps what was last set on a sample: the review comes last of its sample.
OF_SAMPLES = (
    Picture("screenshot.png", "card-fraud"),
    Picture("tutorials/pictures/fraud.webp", "card-fraud"),
    Picture("tutorials/pictures/screening.webp", "breast-cancer"),
    Picture("tutorials/pictures/guardrail.webp", "guardrail"),
    Picture("tutorials/pictures/manager.webp", "leaving-customers"),
    Picture("tutorials/pictures/audited-fraud.webp", "card-fraud-audited"),
    Picture("tutorials/pictures/judged-guardrail.webp", "judged-answers"),
    Picture(
        "tutorials/pictures/segments.webp",
        "leaving-customers",
        "segment=region~~~islands",
        shows="#segment-body tr",
    ),
    Picture(
        "how-to/pictures/more-labels.webp",
        "card-fraud",
        click="#cases-open",
        shows="#cases-rows tbody tr",
    ),
    Picture(
        "how-to/pictures/capacity.webp",
        "card-fraud",
        "review=2",
        shows="#confusion [data-ledger=reviewed-count]",
    ),
)
LOANS = "?missed=5000&alarm=400&own=1"
DRAWN = """return document.querySelectorAll('.js-plotly-plot .scatterlayer .trace').length > 5
    && document.title.startsWith(arguments[0]) && !document.querySelector('._dash-loading')"""
IN_SIGHT = """const shown = document.querySelector(arguments[0]);
    return shown?.getClientRects().length ? shown : null"""
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
    """A picture once the page is drawn and at rest: WebP, a fifth of the size of PNG, for the site,
    and PNG for the README, which some readers of Markdown show in no other format."""
    WebDriverWait(browser, SECONDS).until(lambda b: b.execute_script(DRAWN, title))
    browser.execute_script(CLOSE_HINTS)
    kind = {"format": "png"} if file.suffix == ".png" else {"format": "webp", "quality": 80}
    last = None

    def at_rest(b):
        nonlocal last
        before, last = last, b.execute_cdp_cmd("Page.captureScreenshot", kind)["data"]
        return before == last

    WebDriverWait(browser, SECONDS, poll_frequency=1.5).until(at_rest)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(base64.b64decode(last))


def loans(folder: Path) -> Path:
    """The file that the first block of the tutorial on credit writes."""
    page = (ROOT / "docs/tutorials/credit.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)[1]
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True)
    return folder / "loans.csv"


def element(browser, selector: str):
    """The element, as soon as it is drawn."""
    return WebDriverWait(browser, SECONDS).until(lambda b: b.execute_script(IN_SIGHT, selector))


def take_samples(browser, folder: Path, docs: Path) -> None:
    with serving(folder) as address:
        for picture in OF_SAMPLES:
            browser.get(address)
            element(browser, ".samples-opener").click()
            element(browser, f"[data-sample={picture.sample}]").click()
            title = SAMPLE_FILES[picture.sample].title
            WebDriverWait(browser, SECONDS).until(lambda b, t=title: b.execute_script(DRAWN, t))
            if picture.query:
                sign = "&" if "?" in browser.current_url else "?"
                browser.get(browser.current_url + sign + picture.query)
                WebDriverWait(browser, SECONDS).until(lambda b, t=title: b.execute_script(DRAWN, t))
            if picture.click:
                element(browser, picture.click).click()
            shown = element(browser, picture.shows)
            if picture.shows.startswith("#segment"):
                browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", shown)
            take(browser, title, docs / picture.file)


def take_loans(browser, folder: Path, docs: Path) -> None:
    with serving(folder, str(loans(folder))) as address:
        browser.get(address)
        WebDriverWait(browser, SECONDS).until(lambda b: b.execute_script(DRAWN, "loans"))
        browser.get(re.match(r"http://[^/]+/", address)[0] + LOANS)
        take(browser, "loans", docs / "tutorials/pictures/credit.webp")


def take_meeting(browser, folder: Path, docs: Path) -> None:
    """The presentation of the first sample, as icons."""
    with serving(folder) as address:
        browser.get(address)
        WebDriverWait(browser, SECONDS).until(
            lambda b: b.execute_script(DRAWN, "") and "scores" in b.title
        )
        browser.execute_script("document.getElementById('present').click()")
        browser.find_element("css selector", "body").send_keys("2")
        take(browser, "", docs / "tutorials/pictures/meeting.webp")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS
    for takes in (take_samples, take_meeting, take_loans):
        with TemporaryDirectory() as name, chromium() as browser:
            takes(browser, Path(name), target)
