"""Drives the whole page in the browser: gestures, and waits for their effects."""

from contextlib import contextmanager
from functools import partial
from pathlib import Path

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tests.support.page_modules import run_with_modules

PATIENCE = 40  # s, on a busy machine
STEP = 5  # pixels
READY = """
if (page.isAnswerPending() || !page.areControlsReady()) return false;
const [answer, conditions] = [page.lastAnswer(), page.currentConditions()];
const now = conditions && page.decisionPoint(conditions);
if (!answer || !now || document.body.classList.contains('moving')) return false;
if (answer.conditions_seq !== page.conditionsSeq()) return false;
if (answer.view_seq !== page.viewSeq()) return false;
const point = page.currentPoint();
if (['prior', 'cost_fn', 'cost_fp'].some((key) => point[key] !== now[key])) return false;
const place = (traces) => JSON.stringify(traces.map(({ uid, x, y }) => [uid, x, y]));
return page.panelNames().every((name) => {
  const panel = page.getPanel(name);
  return panel && place(panel.graph.data) === place(answer.figures[name].data);
});
"""
AT_REST = """
const still = (top, frames) => new Promise((resolve) => {
  const look = () => {
    if (window.scrollY !== top) resolve(false);
    else if (frames-- > 0) requestAnimationFrame(look);
    else resolve(true);
  };
  look();
});
return still(window.scrollY, 10);
"""
SHAPES = """
const seen = (path) => [path.getAttribute('d'), path.getAttribute('transform')].join(' ');
const paths = (name) => page.getPanel(name).graph.querySelectorAll('.scatterlayer path');
return Object.fromEntries(page.panelNames().map((name) => [name, [...paths(name)].map(seen)]));
"""
REVEAL = """
const element = document.querySelector(arguments[0]);
if (element?.closest('[data-portal]')) return;
const details = element?.closest('.method');
if (details) details.open = true;
for (const box of document.querySelectorAll('.popover'))
  if (box.hidden === box.contains(element))
    document.querySelector(`[data-opens="${box.id}"]`).click();
"""
PLACE = """
const panel = page.getPanel(arguments[0]);
panel.graph.scrollIntoView({ block: 'center' });
const box = panel.graph.getBoundingClientRect();
const y = arguments[2] === null ? 8 : panel.y(arguments[2]);
return [box.left + panel.left + panel.x(arguments[1]), box.top + panel.top + y];
"""


class Journey:
    def __init__(self, driver):
        self.driver = driver
        self.run = partial(run_with_modules, driver)
        self.settled()

    # waits

    def until(self, script, *given):
        """Result of the script, as soon as it is truthy."""
        wait = WebDriverWait(self.driver, PATIENCE, poll_frequency=0.1)
        return wait.until(lambda _: self.run(script, *given), script)

    def settled(self):
        """Waits until the newest answer is drawn."""
        self.until(READY)

    @contextmanager
    def asking(self):
        """Waits until an action inside the block has caused a new answer, and it is drawn."""
        seqs = "return `${page.conditionsSeq()} ${page.viewSeq()}`"
        before = self.run(seqs)
        yield
        self.until(f"return (() => {{ {seqs} }})() !== arguments[0]", before)
        self.settled()

    def scrolled_to_rest(self):
        """Waits until the page has not moved for ten frames."""
        self.until(AT_REST)

    def says(self, selector, text):
        """Waits until the element contains the text."""
        script = "return document.querySelector(arguments[0])?.textContent.includes(arguments[1])"
        self.until(script, selector, text)

    # what the page shows

    @property
    def shapes(self):
        """Shapes of all of plotly's paths, by panel."""
        return self.run(SHAPES)

    @property
    def conditions(self):
        now = self.run("return page.currentConditions()")
        return now["prior"], now["cost_fn"], now["cost_fp"]

    @property
    def stored(self):
        return self.run("return JSON.parse(sessionStorage.getItem('conditions'))")

    @property
    def boxes(self):
        return [self.find(name).get_attribute("value") for name in BOXES]

    @property
    def decision(self):
        """The rule, its outcome, its cost and what it saves."""
        parts = (".headline", ".say", ".total", ".against-line")
        return " ".join(self.text(f".decision {part}") or "" for part in parts)

    @property
    def pcf(self):
        prior, cost_fn, cost_fp = self.conditions
        return prior * cost_fn / (prior * cost_fn + (1 - prior) * cost_fp)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent", selector)

    def find(self, name):
        return self.driver.find_element(By.ID, name)

    def select(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    # gestures

    def reveal(self, selector):
        """Opens the box that holds the element, if one does, and closes the others."""
        self.run(REVEAL, selector)

    def click(self, selector):
        """Scrolls the element into view and clicks it."""
        self._with_element(selector, lambda element: element.click())

    def press_key(self, selector, key):
        """Scrolls the element into view and presses a key on it."""
        self._with_element(selector, lambda element: element.send_keys(key))

    def _with_element(self, selector, act):
        """Acts on the element, again if the page replaced it meanwhile."""

        def done(_):
            self.reveal(selector)
            element = self.select(selector)
            self.run("arguments[0].scrollIntoView({ block: 'center' })", element)
            act(element)
            return True

        replaced = [StaleElementReferenceException]
        WebDriverWait(self.driver, PATIENCE, 0.05, ignored_exceptions=replaced).until(done)

    def tab(self, title):
        self.driver.find_element(By.XPATH, f"//button[@role='tab'][.='{title}']").click()

    def type(self, name, text, end=Keys.ENTER):
        self.reveal(f"#{name}")
        box = self.find(name)
        self.run("arguments[0].scrollIntoView({ block: 'center' })", box)
        box.click()
        box.send_keys(Keys.CONTROL, "a")
        box.send_keys(text)
        box.send_keys(end)

    def click_at(self, element, x, y):
        """A click so many pixels from the element's upper left corner."""
        ActionChains(self.driver).move_to_element_with_offset(element, x, y).click().perform()

    def press_and_drag(self, element, pixels):
        """Drags in small steps and keeps the button pressed until release()."""
        drag = ActionChains(self.driver, duration=20).click_and_hold(element)
        for _ in range(abs(pixels) // STEP):
            drag.move_by_offset(STEP if pixels > 0 else -STEP, 0)
        drag.perform()

    def release(self):
        ActionChains(self.driver).release().perform()

    def use_ranges(self, *names):
        """Turns conditions into ranges, or back; all three by default."""
        for name in names or ("prior", "cost-fn", "cost-fp"):
            with self.asking():
                self.click(f"#{name}-ranged")

    def place(self, panel, x, y):
        """Window pixels of a point in the units of a panel's axes; y is None near the top."""
        return self.run(PLACE, panel, x, y)

    def point(self, panel, x, y, click=False):
        left, top = self.place(panel, x, y)
        event = {"x": left, "y": top, "button": "left" if click else "none", "clickCount": 1}
        for kind in ("mouseMoved", *(("mousePressed", "mouseReleased") if click else ())):
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event | {"type": kind})

    def upload(self, path: Path):
        self.find("upload-file").send_keys(str(path))

    def notice(self):
        return self.until(
            "return document.querySelector('.mantine-Notification-description')?.textContent"
        )


BOXES = ("prior-box", "cost-fn-box", "cost-fp-box")
