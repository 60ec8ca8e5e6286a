"""The report in a browser: it draws, makes no requests and logs no errors."""

import json

import numpy as np
import pytest
from selenium.webdriver.support.wait import WebDriverWait

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.figures import View
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
            wanted = {"dark": "#181e26", "light": "#ffffff"}[scheme]
            WebDriverWait(browser, 10).until(lambda d, w=wanted: d.execute_script(PAPER) == w)
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        browser.close()
        browser.switch_to.window(first)
