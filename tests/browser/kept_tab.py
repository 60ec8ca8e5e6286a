"""A page that several tests use, one after the other: loading it takes longer than going back."""

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
if (document.querySelector('.mantine-Notification-root'))
  dash_clientside.set_props('notices', { clean: true });
window.scrollTo(0, 0);
// No address holds which model was switched last.
const view = page.currentView();
if (view.switched) page.setView({ ...view, switched: null }, page.currentDataset());
"""
TIDIED = """
const light = document.documentElement.dataset.mantineColorScheme === 'light';
const dialogs = [...document.querySelectorAll('[aria-modal=true]')];
const open = document.querySelector('button[aria-haspopup][aria-expanded=true]');
const notice = document.querySelector('.mantine-Notification-root');
return !open && !notice && light && window.innerWidth === arguments[0]
  && document.getAnimations().length === 0 && !dialogs.some((box) => box.checkVisibility());
"""
# As if the first address were visited in the history: the page takes conditions and view from it.
REVISIT = """
if (location.href === arguments[0]) return;
history.replaceState(null, '', arguments[0]);
window.dispatchEvent(new PopStateEvent('popstate'));
"""
STATE = """
const state = { ...page.settledConditions(), ...page.currentView(), address: location.href };
return JSON.stringify(Object.entries({ ...state, seq: null }).sort());
"""
ADDRESS = "return location.href"
MUST_RELOAD = "return window.mustReload === true"
SEQS = "return [page.conditionsSeq(), page.viewSeq()]"


class KeptTab:
    """`prepare` brings a page that was just opened into the state in which each test starts."""

    def __init__(self, driver, address, prepare):
        self.driver, self.address, self.prepare = driver, address, prepare
        self.first_tab = driver.current_window_handle
        self.tab = self.state = self.width = self.prepared_address = self.seqs = None

    def opened(self):
        """The journey in the tab, which is loaded unless the last test could be undone."""
        if self.tab is None:
            self.tab = open_page(self.driver, self.address)
            journey = Journey(self.driver)
            self.prepare(journey)
            self.width = journey.run("return window.innerWidth")
            self.state, self.prepared_address = journey.run(STATE), journey.run(ADDRESS)
        journey = Journey(self.driver)
        self.seqs = journey.run(SEQS)
        return journey

    def tidy(self, unless_changed):
        """Back to the first state in light colours, nothing open; closed if that is not enough.

        Also closed if a test has set `mustReload`, because it has replaced what scripts call; with
        `unless_changed` after each change of conditions or view, which may leave a layout behind.
        """
        corner = {"type": "mouseMoved", "x": 1, "y": 1}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", corner)
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        try:
            journey = Journey(self.driver)
            if unless_changed and journey.run(SEQS) != self.seqs:
                return self.close()
            journey.run(TIDY)
            journey.run(REVISIT, self.prepared_address)
            journey.settled()
            journey.until(TIDIED, self.width)
            if journey.run(STATE) == self.state and not journey.run(MUST_RELOAD):
                return None
        except TimeoutException:
            pass
        return self.close()

    def close(self):
        if self.tab is not None:
            self.driver.switch_to.window(self.tab)
            self.driver.close()
            self.driver.switch_to.window(self.first_tab)
            self.tab = None
