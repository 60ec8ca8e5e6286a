"""The report in a browser: it draws, makes no requests and logs no errors."""

import json
import re
from base64 import b64decode
from dataclasses import replace

import numpy as np
import pytest
from selenium.webdriver.support.wait import WebDriverWait

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.folds.crossfit import crossfit_models
from costdash.figures import PALETTES, View
from costdash.report.html.page import report_html
from costdash.report.report import Report, Source
from costdash.report.sentences.amounts import Currency, ledger
from costdash.report.sentences.phrases import text_of
from costdash.typed import parse_amount
from tests.support.axe import AXE_CORE, axe_faults
from tests.support.label_overlaps import MEASURE

DRAWN = "return document.querySelectorAll('.graph .main-svg[viewBox]').length >= 6"
PAPER = "return document.getElementById('roc').layout.template.layout.paper_bgcolor"

PICTURE = """
const [id, done] = arguments;
const { modules } = [...document.scripts].at(-1);
const { slideOf, slideFile } = modules['panels/slide.js'];
const graph = document.getElementById(id);
const { wordsFor, fontRule } = modules['report/pictures.js'];
const saved = wordsFor(graph);
const picture = slideOf([graph], saved);
const texts = [...picture.querySelectorAll('text')].map((text) => text.textContent);
const labels = [...graph.querySelectorAll('.label-layer text')].map((text) => text.textContent);
const size = ['width', 'height'].map((name) => Number(picture.getAttribute(name)));
slideFile([graph], 'png', saved, fontRule()).then(createImageBitmap)
  .then(({ width, height }) => done({ texts, labels, size, png: [width, height] }));
"""
# The labels of the report, measured as those of the page.
MEASURED = """
const { modules } = [...document.scripts].at(-1);
const page = Object.assign({}, ...Object.values(modules));
return (function () { %s }).apply(null, arguments);
"""


SEE_PRINTING = """
window.addEventListener('beforeprint', () => {
  const widthOf = (id) => document.getElementById(id)._fullLayout.width;
  window.printed = { roc: widthOf('roc'), pr: widthOf('pr'), cost: widthOf('cost') };
  window.printed.paper = document.getElementById('roc')._fullLayout.paper_bgcolor;
});
"""


RNG = np.random.default_rng(0)
IS_POSITIVE = np.arange(300) % 4 == 0
NAMES = ("rf", "</script>nb", "lr")
SCORES = {name: RNG.normal(size=300) + 2 * IS_POSITIVE for name in NAMES}
PREDICTIONS = Predictions(is_positive=IS_POSITIVE, scores=SCORES)
ANALYSIS = analyse(PREDICTIONS, n_replicates=100)
VIEW = View(models=NAMES, today=("rf", 60))
REPORT = Report(
    analysis=ANALYSIS, point=OperatingPoint(0.02, 50), source=Source("a.csv"), view=VIEW
)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    written = tmp_path_factory.mktemp("report") / "report.html"
    written.write_text(report_html(REPORT), encoding="utf-8")
    return written


@pytest.fixture
def opened(browser):
    """Opens a file in a tab of its own."""
    first = browser.current_window_handle
    browser.switch_to.new_window("tab")

    def open_file(file):
        browser.get(file.as_uri())
        WebDriverWait(browser, 60).until(lambda driver: driver.execute_script(DRAWN))

    yield open_file
    browser.close()
    browser.switch_to.window(first)


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
        for key in ("roc", "cost"):
            saved = browser.execute_async_script(PICTURE, key)
            assert saved["size"] == [1280, 720]
            assert saved["png"] == [2560, 1440]
            assert {"rf", "best threshold"} <= set(saved["texts"])
            assert saved["labels"]
            assert set(saved["labels"]) <= set(saved["texts"])
            assert saved["texts"][-1].startswith("a.csv · 2 % positives, $50 a miss, $1 a false")
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


def test_without_scripts_each_panel_is_a_still_picture(browser, file):
    tell = browser.execute_cdp_cmd
    tell("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get(file.as_uri())
        found = {"nodeId": tell("DOM.getDocument", {})["root"]["nodeId"]}
        pictures = tell("DOM.querySelectorAll", found | {"selector": "noscript > svg"})["nodeIds"]
        shown = [tell("DOM.getBoxModel", {"nodeId": node})["model"] for node in pictures]
        assert [box["width"] > 200 and box["height"] > 200 for box in shown] == [True] * 3
    finally:
        tell("Emulation.setScriptExecutionDisabled", {"value": False})


RIGHT = "return document.querySelector(arguments[0]).getBoundingClientRect().right"
PRINT_ONE = """
window.print = () => {};
document.getElementById('print-first-page').click();
"""


def test_the_first_page_is_printed_alone(browser, opened, file):
    opened(file)
    browser.execute_script(PRINT_ONE)
    options = {"preferCSSPageSize": True, "printBackground": True}
    pdf = b64decode(browser.execute_cdp_cmd("Page.printToPDF", options)["data"])
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    kept = "return document.documentElement.classList.contains('first-page')"
    assert not browser.execute_script(kept)


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
        total, ledger = (
            browser.execute_script(RIGHT, place) for place in (".ledger .total", ".decision-ledger")
        )
        assert total <= ledger
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.close()
        browser.switch_to.window(first)


@pytest.mark.parametrize("width", [1280, 390])
def test_no_label_of_the_report_lies_on_a_line(browser, opened, file, width):
    metrics = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        opened(file)
        measure = MEASURED % MEASURE
        seen = browser.execute_script(measure, 2, 0)
        assert seen["faults"] == []
        assert all("rf" in texts for texts in seen["texts"].values())
        for steps in ({"prior": 60}, {"cost_fn": -90}, {"prior": 200, "cost_fp": -40}):
            browser.execute_script(MOVE, steps)
            assert browser.execute_script(measure, 0.5, 0)["faults"] == []
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.skipif(not AXE_CORE.exists(), reason="needs axe-core: npm ci")
def test_the_rules_of_axe_hold_in_the_report(browser, opened, file, width):
    metrics = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        opened(file)
        browser.execute_script(
            "for (const one of document.querySelectorAll('details')) one.open = true"
        )
        browser.execute_script(AXE_CORE.read_text(encoding="utf-8"))
        assert axe_faults(browser) == []
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


MOVE = """
for (const [key, steps] of Object.entries(arguments[0])) {
  const slider = document.querySelector(`[data-slider="${key}"] input`);
  slider.value = String(Number(slider.value) + steps);
  slider.dispatchEvent(new Event('input'));
}
const textOf = (selector) => document.querySelector(selector).textContent;
const said = ['rule', 'outcome', 'against'].map((part) => textOf(`[data-live=${part}]`));
const conditions = ['prior', 'cost_fn', 'cost_fp'].map((key) => textOf(`[data-condition=${key}]`));
const cells = [...document.querySelectorAll('[data-ledger]')].map((cell) => cell.textContent);
const costs = [...document.querySelectorAll('[data-bars] text')];
const pcf = document.querySelector('#cost .scatterlayer .tracepcf path.js-line').getAttribute('d');
return { said, conditions, cells, costs: costs.map((cell) => cell.textContent), pcf };
"""
SEEN = "return document.querySelector('main').innerText"


@pytest.mark.parametrize("cross_fitted", [False, True], ids=["same rows", "cross-fitted"])
def test_sliders_say_what_python_says_there_and_lead_back(browser, opened, tmp_path, cross_fitted):
    fits = crossfit_models(PREDICTIONS) if cross_fitted else None
    currency = Currency.of("1'000 €" if cross_fitted else "$")
    report = replace(REPORT, analysis=ANALYSIS.with_crossfits(fits), currency=currency)
    file = tmp_path / "report.html"
    file.write_text(report_html(report), encoding="utf-8")
    opened(file)
    before = browser.execute_script(SEEN)
    lines = set()
    for steps in ({"prior": 60}, {"cost_fn": -90}, {"prior": 200, "cost_fp": -40}, {"prior": -260}):
        seen = browser.execute_script(MOVE, steps)
        lines.add(seen["pcf"])
        prior, *costs = seen["conditions"]
        share = float(prior.removesuffix(" %")) / 100
        point = OperatingPoint(share, *(parse_amount(x) for x in costs))
        there = replace(report, point=point)
        said = there.summary.sentences
        rule, outcome, against = seen["said"]
        assert (rule, outcome) == (text_of(said.rule), text_of(said.outcome))
        stated = [each for each in said.against if each.role != "limits"]  # they take the rows
        assert text_of(stated) == against
        book = ledger(there.summary.recommended, point, currency=currency)
        assert seen["cells"][-2:] == [book.label, book.total]
        counts, allowances = seen["cells"][:12:3], seen["cells"][12:-2]
        assert counts == [entry.count for entry in book.entries]
        amounts = [text for text in allowances if text and not text.startswith("Allowance")]
        assert amounts == [one.amount for one in book.allowances]
        assert seen["costs"][0] == book.total
    assert len(lines) == 4
    assert browser.execute_script(SEEN) != before
    browser.execute_script("document.getElementById('as-reported').click()")
    assert browser.execute_script(SEEN) == before
