"""The report in a browser: it draws, makes no requests and logs no errors."""

import json
import re
from base64 import b64decode

import numpy as np
import pytest
from selenium.webdriver.support.wait import WebDriverWait

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.figures import PALETTES, View
from costdash.report.html.page import report_html
from costdash.report.report import Report, Source

DRAWN = "return document.querySelectorAll('.graph .main-svg[viewBox]').length >= 6"
PAPER = "return document.getElementById('roc').layout.template.layout.paper_bgcolor"

PICTURE = """
const { pictureOf } = [...document.scripts].at(-1).modules['core/saved-picture.js'];
const { data, layout } = pictureOf(document.getElementById('roc'));
const legend = data.filter((trace) => trace.showlegend).map((trace) => trace.name);
return { legend, caption: layout.annotations.at(-1).text };
"""


SEE_PRINTING = """
window.addEventListener('beforeprint', () => {
  const widthOf = (id) => document.getElementById(id)._fullLayout.width;
  window.printed = { roc: widthOf('roc'), pr: widthOf('pr'), cost: widthOf('cost') };
  window.printed.paper = document.getElementById('roc')._fullLayout.paper_bgcolor;
});
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    rng = np.random.default_rng(0)
    is_positive = np.arange(300) % 4 == 0
    scores = {name: rng.normal(size=300) + 2 * is_positive for name in ("rf", "</script>nb", "lr")}
    analysis = analyse(Predictions(is_positive=is_positive, scores=scores), n_replicates=100)
    point = OperatingPoint(0.02, 50)
    page = report_html(
        Report(
            analysis=analysis,
            point=point,
            source=Source("a.csv"),
            view=View(models=tuple(analysis.models)),
        )
    )
    written = tmp_path_factory.mktemp("report") / "report.html"
    written.write_text(page, encoding="utf-8")
    return written


def test_the_report_draws_without_other_files(browser, file):
    browser.get_log("performance")
    first = browser.current_window_handle
    browser.switch_to.new_window("tab")
    try:
        browser.get(file.as_uri())
        WebDriverWait(browser, 30).until(lambda driver: driver.execute_script(DRAWN))
        events = (json.loads(e["message"])["message"] for e in browser.get_log("performance"))
        asked = {
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        }
        assert not {url for url in asked if url.startswith(("http", "ws", "//"))}
        assert file.as_uri() in asked
        lines = "return document.getElementById('roc').data.map((trace) => trace.name)"
        assert "rf" in browser.execute_script(lines)
        saved = browser.execute_script(PICTURE)
        assert "rf" in saved["legend"]
        assert "best threshold" in saved["legend"]
        assert saved["caption"].startswith("Prior 2 %; a missed positive costs 50")
        assert "100 class-stratified replicates" in saved["caption"]
        for scheme in ("dark", "light"):
            feature = {"name": "prefers-color-scheme", "value": scheme}
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
            wanted = PALETTES[scheme]["card"]
            WebDriverWait(browser, 10).until(lambda d, w=wanted: d.execute_script(PAPER) == w)
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        browser.close()
        browser.switch_to.window(first)


def test_on_paper_no_picture_is_cut_and_its_size_returns(browser, file):
    first = browser.current_window_handle
    browser.switch_to.new_window("tab")
    try:
        browser.get(file.as_uri())
        WebDriverWait(browser, 30).until(lambda driver: driver.execute_script(DRAWN))
        browser.execute_script(SEE_PRINTING)
        wide = browser.execute_script("return document.getElementById('roc')._fullLayout.width")
        options = {"preferCSSPageSize": True, "printBackground": True}
        pdf = browser.execute_cdp_cmd("Page.printToPDF", options)["data"]
        pages = len(re.findall(rb"/Type\s*/Page\b", b64decode(pdf)))
        assert pages in (2, 3, 4)
        printed = browser.execute_script("return window.printed")
        assert printed == {"roc": 334, "pr": 334, "cost": 686, "paper": "#ffffff"}
        now = browser.execute_script("return document.getElementById('roc')._fullLayout.width")
        assert now == wide
    finally:
        browser.close()
        browser.switch_to.window(first)


@pytest.mark.parametrize("width", [320, 390, 768])
def test_narrow_screens_need_no_sideways_scrolling(browser, file, width):
    first = browser.current_window_handle
    browser.switch_to.new_window("tab")
    metrics = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    try:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        browser.get(file.as_uri())
        WebDriverWait(browser, 30).until(lambda driver: driver.execute_script(DRAWN))
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.close()
        browser.switch_to.window(first)
