"""The page over a line of 50 kB a second: outline, decision and panels, in this order."""

import pytest
from selenium.webdriver.support.wait import WebDriverWait

RATE = 50_000  # bytes a second
PATIENCE = 120  # s, on a busy machine
SEEN = """
window.seen = {};
const look = () => {
  const outline = document.querySelector('.skeleton');
  const states = {
    outline: outline && getComputedStyle(outline).display === 'block',
    says: /Loading the page/.test(outline?.textContent),
    decision: (document.querySelector('#decision')?.textContent.length ?? 0) > 20,
    panels: document.querySelectorAll('.js-plotly-plot .scatterlayer path').length > 3,
    grid: Boolean(window.dash_ag_grid?.getApi),
    built: Boolean(document.getElementById('tabs-panel-compare')?.textContent),
  };
  for (const [name, is] of Object.entries(states)) if (is) seen[name] ??= performance.now() / 1000;
  setTimeout(look, 50);
};
look();
"""


@pytest.fixture
def slow_page(browser, served):
    """A new tab without anything stored that opens the page over the slow line."""
    first = browser.current_window_handle
    browser.switch_to.new_window("tab")
    browser.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": served, "storageTypes": "all"})
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.clearBrowserCache", {})
    line = {"offline": False, "latency": 0, "downloadThroughput": RATE, "uploadThroughput": RATE}
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", line)
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SEEN})
    browser.execute_script("window.location.href = arguments[0]", served)
    yield browser
    free = line | {"downloadThroughput": -1, "uploadThroughput": -1}
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", free)
    browser.close()
    browser.switch_to.window(first)


def test_the_page_shows_itself_in_the_order_of_need_and_says_that_it_loads(slow_page):
    wait = WebDriverWait(slow_page, PATIENCE, 1)
    wait.until(
        lambda driver: driver.execute_script("return Boolean(window.seen?.panels && seen.built)")
    )
    seen = slow_page.execute_script("return window.seen")
    assert seen["outline"] < seen["decision"] <= seen["panels"]
    assert "grid" not in seen  # its script is loaded when its tab is opened
    assert seen["says"] < seen["decision"]
    first = slow_page.execute_script(
        "return performance.getEntriesByType('resource').map((one) => "
        "[one.name, one.transferSize, one.responseEnd / 1000])"
    )
    before = sum(size for _, size, end in first if end <= seen["decision"])
    assert before > 4 * RATE  # none of it lay in the browser
    assert before < 20 * RATE  # so the line alone takes less than 20 s, however busy the machine
    drawn = sum(size for _, size, end in first if end <= seen["panels"])
    assert drawn < 25 * RATE  # 1.2 MB, of which plotly.js is a third
    answers = [end for name, _, end in first if name.endswith("/answer") and end < seen["decision"]]
    assert len(answers) <= 1  # it came with the page, or once: nothing slow is asked for again
