"""What a new user does first: clicks into boxes, reads notices and hints, follows links."""

import numpy as np
import pandas as pd
import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

BOXES = ("prior-box", "cost-fn-box", "cost-fp-box")
BACKWARDS = "label,good,back\n" + "".join(
    f"{i % 2},{0.3 + i % 2 / 3 + (7 * i) % 10 / 40:.3f},{0.6 - i % 2 / 3 + (7 * i) % 10 / 40:.3f}\n"
    for i in range(300)
)
COVERED = """
const cover = document.querySelector(arguments[0]).getBoundingClientRect();
return arguments[1].filter((selector) => {
  const element = document.querySelector(selector);
  const box = element.getBoundingClientRect();
  return element.checkVisibility() && cover.left < box.right && box.left < cover.right
    && cover.top < box.bottom && box.top < cover.bottom;
});
"""
OUTSIDE = """
const { top, bottom, left, right } = document.querySelector(arguments[0]).getBoundingClientRect();
return [top < 0, bottom > innerHeight, left < 0, right > innerWidth].some(Boolean);
"""
NOTICE = ".mantine-Notification-root"
MONEY = [".decision", "#dataset-name", ".samples-opener"]
SIZES = [(1440, 900), (1440, 720), (1024, 768)]


def resize(journey, width, height):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    journey.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


@pytest.fixture
def sized(journey):
    yield lambda width, height: resize(journey, width, height)
    journey.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.same_page
def test_a_click_into_a_box_selects_what_it_replaces(journey):
    for name, text, key in zip(BOXES, ("2 %", "77", "8"), range(3)):
        box = journey.find(name)
        box.click()
        with journey.asking():
            box.send_keys(text + Keys.TAB)
        assert journey.conditions[key] == (0.02, 77, 8)[key]
    box = journey.find("cost-fn-box")
    box.click()
    box.click()  # places the caret
    picked = "const box = arguments[0]; return box.selectionEnd - box.selectionStart"
    assert journey.run(picked, box) == 0


@pytest.mark.same_page
def test_cases_of_a_month_are_asked_for_before_they_are_claimed(journey):
    before, decision = journey.text(".ledger-label"), journey.decision
    journey.click("#case-unit [value=month] + label")
    journey.until("return document.activeElement.id === 'cases-per-month'")
    assert (journey.text(".ledger-label"), journey.decision) == (before, decision)
    with journey.asking():
        journey.find("cases-per-month").send_keys("40,000" + Keys.ENTER)
    journey.click(".ledger-label")
    journey.says("#case-unit-note", "Your next month costs")
    assert journey.text(".ledger-label") == "Cost per month of 40,000 cases"
    assert "40,000 cases" in journey.text(".ledger-label")
    fits = "const box = arguments[0]; return box.scrollWidth <= box.clientWidth"
    assert journey.run(fits, journey.select(".ledger-label"))


def typed(journey, text, key):
    """Types where the focus is."""
    ActionChains(journey.driver).send_keys(text, key).perform()


@pytest.mark.same_page
def test_one_click_answers_what_everybody_asks_first(journey, sized):
    """Share, prices, cases a month, capacity and today's rule are typed one after the other."""
    sized(1440, 900)
    focus = "return document.activeElement.id"
    journey.find("prior-box").click()
    order = ("cost-fn-box", "cost-fp-box", "cases-per-month", "capacity-box", "today-open")
    for text, place in zip(("2 %", "500", "20", "40,000", "600"), order):
        with journey.asking():
            typed(journey, text, Keys.TAB)
        assert journey.run(focus) == place
    assert journey.conditions == (0.02, 500, 20)
    assert journey.stored["case_unit"] == {"cases": 40_000, "period": "month"}
    limit = {"kind": "max-flagged", "limit": 0.015}
    assert journey.stored["criterion"].items() >= limit.items()
    name = journey.run("return page.currentDataset().models.at(-1).name")
    typed(journey, "", Keys.ENTER)
    journey.until(f"{focus} === 'today-threshold'")
    with journey.asking():
        typed(journey, f"{name} 3", Keys.ENTER)
    assert journey.run("return page.currentView().today.model") == name
    assert journey.text("#today-open") == f"{name} ≥ 3"
    journey.says(".against-line", "against today's rule")
    typed(journey, "", Keys.ESCAPE)
    assert journey.run(focus) == "today-open"
    with journey.asking():
        journey.type("capacity-box", Keys.DELETE)
    assert journey.stored["criterion"] is None
    with journey.asking():
        journey.type("cases-per-month", Keys.DELETE)
    assert "period" not in journey.stored["case_unit"]
    box = journey.find("prior-box")
    box.click()
    box.send_keys(Keys.TAB)  # nothing was typed: the slider can be reached
    assert journey.run(focus) != "cost-fn-box"


@pytest.mark.same_page
@pytest.mark.parametrize("size", SIZES)
def test_boxes_that_open_lie_inside_of_the_window(journey, sized, size):
    sized(*size)
    for name in ("settings", "case-unit-menu", "today-box", "dataset-menu"):
        journey.run("window.scrollTo(0, 0)")
        journey.reveal(f"#{name}")
        journey.until(f"return !document.getElementById('{name}').hidden")
        journey.until(f"return !(() => {{ {OUTSIDE} }})()", f"#{name}")


def test_a_notice_lies_at_the_foot_and_its_link_mends(journey, tmp_path):
    file = tmp_path / "back.csv"
    file.write_text(BACKWARDS)
    journey.upload(file)
    journey.says("#dataset-name", "back.csv")
    journey.until(f"return document.querySelector('{NOTICE}')")
    assert "ranks worse than chance" in journey.notice()
    assert journey.run(COVERED, NOTICE, MONEY) == []
    journey.settled()
    journey.driver.find_element(By.CSS_SELECTOR, f"{NOTICE} [data-negate=back]").click()
    journey.until("return JSON.parse(sessionStorage.getItem('dataset')).negated.back !== undefined")
    journey.until(f"return !document.querySelector('{NOTICE} [data-negate]')")
    journey.settled()


def test_the_hints_leave_the_decision_free_and_end_with_the_first_change(journey, sized):
    shown = "return !document.getElementById('tour').hidden"
    for size in SIZES:
        sized(*size)
        journey.until(shown)
        assert journey.run(COVERED, "#tour", [*MONEY, "#conditions-bar"]) == []
    with journey.asking():
        journey.type("prior-box", "3 %")
    assert not journey.run(shown)
    journey.driver.refresh()
    journey.settled()
    assert not journey.run(shown)


@pytest.mark.same_page
def test_the_line_beside_the_tabs_leads_to_what_it_says(journey):
    journey.tab("Data")
    journey.click("#tab-answer")
    journey.until("return document.querySelector('#what-if-tab[aria-selected=true]')")
    journey.scrolled_to_rest()
    assert (
        journey.run("return document.getElementById('validity').getBoundingClientRect().top") < 300
    )


def test_the_page_follows_the_theme_of_the_system_until_one_is_chosen(journey):
    def system(theme):
        features = [{"name": "prefers-color-scheme", "value": theme}]
        journey.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    scheme = "return document.documentElement.getAttribute('data-mantine-color-scheme')"
    try:
        for theme in ("dark", "light", "dark"):
            system(theme)
            journey.until(f"return (() => {{ {scheme} }})() === '{theme}'")
        journey.click("#theme-button")
        journey.until(f"return (() => {{ {scheme} }})() === 'light'")
        system("light")
        system("dark")
        assert journey.run(scheme) == "light"
    finally:
        system("light")
        journey.run("localStorage.removeItem('costdash-theme')")


@pytest.mark.same_page
def test_escape_ends_a_trial_and_nothing_beside_it_speaks_of_another_rule(journey):
    with journey.asking():
        journey.point("roc", 0.3, 0.9)
        journey.point("roc", 0.3, 0.9, click=True)
    assert journey.run("return page.currentView().trial") is not None
    parts = (
        "['#validity', '.map-card', '.doubts-card', '.segments-card', '.scenarios-card',"
        " '#tab-answer', '#rule-as-code']"
    )
    inert = f"return {parts}.map((part) => document.querySelector(part).inert)"
    assert all(journey.run(inert))
    journey.click("#copy-text")
    copied = journey.until("return page.lastCopied()")
    assert copied.startswith("Trying: flag a case when ")
    assert "Exactly" not in copied  # that would be the recommended rule
    journey.run("document.activeElement.blur()")
    with journey.asking():
        journey.select("body").send_keys(Keys.ESCAPE)
    assert journey.run("return page.currentView().trial") is None
    assert not any(journey.run(inert))


@pytest.mark.same_page
def test_an_upload_that_a_reload_cut_off_is_named(journey):
    journey.run("sessionStorage.setItem('costdash-upload', JSON.stringify({ name: 'cut.csv' }))")
    journey.driver.refresh()
    journey.settled()
    assert "The upload of cut.csv was cut off" in journey.notice()


def test_a_reload_while_a_file_is_read_goes_on_with_it(journey, tmp_path):
    file = tmp_path / "back.csv"
    file.write_text(BACKWARDS)
    journey.upload(file)
    journey.until("return JSON.parse(sessionStorage.getItem('costdash-upload') || '{}').token")
    journey.driver.refresh()
    journey.says("#dataset-name", "back.csv")
    journey.until("return sessionStorage.getItem('costdash-upload') === 'null'")


MONTH_OF = """
page.setConditions({ case_unit: { cases: arguments[0], period: 'month' } });
"""
SETTINGS = """
const { case_unit: caseUnit } = page.currentConditions();
return { today: page.currentView().today, caseUnit };
"""


def test_recent_files_come_back_with_what_was_set(journey, served, tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text(BACKWARDS)
    journey.upload(file)
    journey.says("#dataset-name", "mine.csv")
    journey.settled()
    for name, text in zip(BOXES, ("3 %", "700", "9")):
        with journey.asking():
            journey.type(name, text)
    with journey.asking():
        journey.run("document.getElementById('today-recommended').click()")
    with journey.asking():
        journey.run(MONTH_OF, 4000)
    set_before = journey.run(SETTINGS)
    assert set_before["today"]
    assert set_before["caseUnit"] == {"cases": 4000, "period": "month"}
    first = journey.driver.current_window_handle
    journey.driver.switch_to.new_window("tab")
    try:
        journey.driver.get(served)
        journey.until("return page.lastAnswer?.() && page.currentDataset()?.sample")
        journey.settled()
        entry = "#recent-data [data-back]"
        assert "300 rows" in journey.text(entry)
        assert "3 %, $700, $9" in journey.text(entry)
        journey.click(entry)
        journey.says("#dataset-name", "mine.csv")
        journey.settled()
        assert journey.conditions == (0.03, 700, 9)
        assert journey.run("return document.getElementById('dataset-menu').hidden")
        assert journey.run(SETTINGS) == set_before
    finally:
        journey.driver.close()
        journey.driver.switch_to.window(first)
    other = tmp_path / "other.csv"
    other.write_text("".join(BACKWARDS.splitlines(keepends=True)[:201]))
    journey.upload(other)
    journey.says("#dataset-name", "other.csv")
    journey.settled()
    assert journey.run(SETTINGS)["today"] is None, "it belongs to the other file's models"
    journey.click(entry)
    journey.says("#dataset-name", "mine.csv")
    journey.settled()
    assert journey.run(SETTINGS) == set_before


def test_the_address_of_the_page_opens_its_data_in_another_tab(journey, served, tmp_path):
    """Of this browser; another browser is told to upload the file or to ask for a link."""
    file = tmp_path / "own.csv"
    file.write_text(BACKWARDS)
    journey.upload(file)
    journey.says("#dataset-name", "own.csv")
    journey.settled()
    with journey.asking():
        journey.type("prior-box", "4 %")
    address, first = (
        journey.run("return window.location.href"),
        journey.driver.current_window_handle,
    )
    told = "This address was made for own.csv"
    journey.driver.switch_to.new_window("tab")
    try:
        journey.driver.get(address)
        journey.says("#dataset-name", "own.csv")
        journey.settled()
        assert journey.conditions[0] == 0.04
        assert told not in journey.text("body")
        journey.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        journey.run("window.sessionStorage.clear(); window.localStorage.clear()")
        journey.driver.get(address)
        journey.says("body", told)
        assert journey.run("return page.currentDataset().sample")
    finally:
        journey.driver.close()
        journey.driver.switch_to.window(first)


PICTURE = """
const picture = page.panelPicture(arguments[0].map((id) => page.drawnGraph(id)));
const texts = [...picture.querySelectorAll('text')].map((text) => text.textContent);
const size = ['width', 'height'].map((name) => Number(picture.getAttribute(name)));
return { texts, size };
"""
FILE = """
const [ids, done] = arguments;
const { modules } = document.querySelector('script[src*="/scripts/"]');
const { drawnGraph } = modules['panels/plotly-adapter.js'];
const asked = modules['page/panel-picture.js'].pictureFile(ids.map(drawnGraph), 'png');
asked.then(createImageBitmap).then(({ width, height }) => done([width, height]));
"""
LABELS = "return [...document.querySelectorAll(arguments[0])].map((text) => text.textContent)"
PANELS = ["roc-panel", "pr-panel", "cost-panel"]


@pytest.mark.same_page
@pytest.mark.parametrize("panels", [["cost-panel"], PANELS], ids=["single", "all"])
def test_panels_are_saved_for_a_slide_with_the_labels_of_the_page(journey, panels):
    picture = journey.run(PICTURE, panels)
    assert picture["size"] == [1280, 720]
    said = " ".join(picture["texts"])
    on_page = journey.run(LABELS, f"#{panels[-1]} .label-layer text")
    assert on_page
    assert all(label in picture["texts"] for label in on_page)
    assert journey.text(".headline") in said
    if len(panels) > 1:
        assert {"ROC curves", "Precision and recall", "Cost curves"} <= {*picture["texts"]}
        assert journey.text(".ledger .total") in said
        assert journey.text(".against-line") in said
    assert "% positives, $200 a miss, $5 a false alarm" in picture["texts"][-1]
    assert picture["texts"][-1].startswith("Card fraud (simulated)")
    assert journey.driver.execute_async_script(FILE, panels) == [2560, 1440]


@pytest.mark.same_page
def test_the_table_of_the_presentation_leaves_its_curve_free(journey, sized):
    for size in ((1024, 768), (1280, 720)):
        sized(*size)
        journey.click("#present")
        journey.until("return document.getElementById('presentation')?.dataset.view")
        journey.select("body").send_keys("4")
        journey.until("return document.querySelector('.threshold-plot')")
        edges = """
        const bottom = document.querySelector('.present-table').getBoundingClientRect().bottom;
        return [bottom, document.querySelector('.present-plot').getBoundingClientRect().top];
        """
        bottom, top = journey.run(edges)
        assert bottom <= top, size
        journey.click(".present-leave")


FIRST_SCREEN = """
const inSight = ({ top, bottom, left, right, width, height }) =>
  width > 1 && height > 1 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
const visible = (element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  && !element.closest('.unseen') && inSight(element.getBoundingClientRect());
const wordsOf = (text) => text.match(/\\S+/g) ?? [];
const words = [];
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const { currentNode: text } = texts;
  const parent = text.parentElement;
  if (parent.closest('.panels, script, style') || !visible(parent)) continue;
  const range = document.createRange();
  range.selectNodeContents(text);
  if (inSight(range.getBoundingClientRect())) words.push(...wordsOf(text.textContent));
}
const boxes = [...document.querySelectorAll('.conditions-bar input:not([type=hidden])')];
words.push(...boxes.filter(visible).flatMap(({ value }) => wordsOf(value)));
const kinds = 'a[href], button, input, select, textarea, summary, [tabindex]:not(section)';
const controls = [...document.querySelectorAll(kinds)].filter((element) =>
  element.tabIndex >= 0 && !element.disabled && visible(element));
const named = ({ ariaLabel, textContent, id }) => ariaLabel || textContent.trim() || id;
return [words, controls.map(named)];
"""


def test_the_first_screen_is_quiet(journey, sized):
    """At most 280 words outside the panels and 40 controls; a panel, which is read, is none.

    Two of them are the boxes of cases a month and of the capacity, which everybody asks first.
    """
    sized(1440, 900)
    journey.click("#tour [data-tour=close]")
    with journey.asking():
        journey.type("prior-box", "0.6 %")
    journey.run("window.scrollTo(0, 0)")
    journey.scrolled_to_rest()
    journey.until("return !document.querySelector('.moving, .refining')")
    words, controls = journey.run(FIRST_SCREEN)
    for part in ("Saves", "Positives", "recommended", "Compare"):
        assert part in words, f"{part} is not counted"
    assert len(words) <= 280, " ".join(words)
    for part in ("Copy", "Undo", "Zoom to decision"):
        assert part in controls, f"{part} is not counted"
    assert len(controls) <= 40, controls


@pytest.mark.same_page
def test_the_table_of_thresholds_leaves_the_wheel_to_the_page(journey, sized):
    sized(1440, 900)
    journey.click("#thresholds-tab")
    journey.until("return document.querySelector('#threshold-table .ag-row')")
    total = journey.text(".decision .total")
    journey.says("#threshold-cost-note", f"for the best threshold. The card's {total} adds")
    body = "document.querySelector('#threshold-table .ag-body-viewport')"
    journey.run("document.querySelector('#threshold-table').scrollIntoView({ block: 'center' })")
    journey.until(f"return getComputedStyle({body}).overflowY === 'hidden'")
    journey.scrolled_to_rest()
    table = journey.select("#threshold-table .ag-body-viewport")
    ActionChains(journey.driver).move_to_element(table).move_by_offset(9, 9).perform()
    journey.until(f"return getComputedStyle({body}).overflowY !== 'hidden'")


@pytest.mark.same_page
def test_the_statement_of_a_doubtful_choice_leads_to_compare(journey, sized):
    sized(1440, 900)
    journey.says(".decision .badge", "may be as cheap")
    journey.click(".decision button.badge")
    journey.until("return document.querySelector('#compare-tab').ariaSelected === 'true'")


def test_the_settings_are_readable_beside_todays_rule_and_five_models(journey, sized, tmp_path):
    """At 1024 the line has few words, and little is empty below the sentence of the rule."""
    rng = np.random.default_rng(7)
    label = rng.random(400) < 0.3
    names = ("random_scores", "poor_er_scores", "good_er_scores", "excel_scores", "perf_scores")
    scores = {name: (k * label / 2 + rng.normal(size=400)).round(2) for k, name in enumerate(names)}
    pd.DataFrame({"label": label.astype(int)} | scores).to_csv(tmp_path / "five.csv", index=False)
    sized(1024, 768)
    journey.upload(tmp_path / "five.csv")
    journey.says("#dataset-name", "five.csv")
    journey.settled()
    with journey.asking():
        journey.run("document.getElementById('today-recommended').click()")
    words = """
      const seen = (part) => part.checkVisibility() && (part.querySelector('.short') ?? part);
      const parts = [...document.getElementById('summary-line').children].map(seen);
      return parts.filter(Boolean).map(({ textContent }) => textContent).join(' ');
    """
    fits = """
      const { scrollHeight, clientHeight, clientWidth } = document.getElementById('summary-line');
      return clientWidth > 80 && scrollHeight <= clientHeight;
    """
    assert journey.run(words) == "Least cost on other cases"
    assert journey.run(fits)
    gap = """
      const [say, ledger] = ['.say', '.ledger'].map(
        (part) => document.querySelector(`.decision ${part}`).getBoundingClientRect());
      return ledger.top - say.bottom;
    """
    assert 8 <= journey.run(gap) <= 40, "a second line, which ranges need, and little more"
    with journey.asking():
        journey.type("capacity-box", "10 %")
    assert journey.run(words) == "at most 10 % flagged"
    assert journey.run(fits)
    sized(1440, 900)
    whole = "return document.getElementById('summary-line').innerText"
    assert "at most 10 % flagged" in journey.run(whole)
    assert "tested on other cases" in journey.run(whole)
