"""A page that several tests look at, one after the other: loading it takes longer than looking."""

from selenium.common.exceptions import TimeoutException

from tests.conftest import open_page
from tests.support.journey import Journey

TIDY = """
document.activeElement.blur();
const { dataset } = document.documentElement;
if (dataset.mantineColorScheme === 'dark') document.getElementById('theme-button').click();
for (const box of document.querySelectorAll('.popover:not([hidden])'))
  document.querySelector(`[data-opens="${box.id}"]`).click();
for (const opener of document.querySelectorAll('button[aria-haspopup][aria-expanded=true]'))
  opener.click();
const [first] = document.querySelectorAll('#tabs [role=tab]');
if (first.ariaSelected !== 'true') first.click();
for (const one of document.querySelectorAll('details[open]')) one.open = false;
window.scrollTo(0, 0);
"""
TIDIED = """
const light = document.documentElement.dataset.mantineColorScheme === 'light';
const dialogs = [...document.querySelectorAll('[aria-modal=true]')];
const open = document.querySelector('button[aria-haspopup][aria-expanded=true]');
return !open && light && window.innerWidth === arguments[0] && document.getAnimations().length === 0
  && !dialogs.some((box) => box.checkVisibility());
"""
STATE = "return JSON.stringify([location.href, page.settledConditions(), page.currentView()])"


class KeptTab:
    def __init__(self, driver, address):
        self.driver, self.address = driver, address
        self.first_tab = driver.current_window_handle
        self.tab = self.state = self.width = None

    def opened(self):
        """The journey in the tab, which is loaded unless a test has left it as it was."""
        if self.tab is None:
            self.tab = open_page(self.driver, self.address)
            journey = Journey(self.driver)
            self.width = journey.run("return window.innerWidth")
            self.state = journey.run(STATE)
        return Journey(self.driver)

    def tidy(self):
        """Back to the first tab in light colours, nothing open; closed if that is not enough."""
        corner = {"type": "mouseMoved", "x": 1, "y": 1}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", corner)
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        try:
            journey = Journey(self.driver)
            journey.run(TIDY)
            journey.until(TIDIED, self.width)
            if journey.run(STATE) == self.state:
                return
        except TimeoutException:
            pass
        self.close()

    def close(self):
        if self.tab is not None:
            self.driver.switch_to.window(self.tab)
            self.driver.close()
            self.driver.switch_to.window(self.first_tab)
            self.tab = None
