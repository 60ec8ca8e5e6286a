"""Uploads: reading, refusals, questions about columns, changes of roles, deletion."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from costdash.intake.samples import SAMPLES

DROP = """
const file = new File([arguments[0]], arguments[1]);
const carried = new DataTransfer();
carried.items.add(file);
for (const kind of ['dragover', 'drop']) {
  const event = new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
}
"""


@pytest.fixture
def table():
    rng = np.random.default_rng(3)
    label = np.where(rng.random(400) < 0.3, "ill", "well")
    scores = {name: rng.normal(label == "ill", 1).round(4) for name in ("old", "new <b>")}
    return pd.DataFrame({"state": label} | scores)


RNG_AGES = np.random.default_rng(4).integers(18, 90, 400)


def drawn(journey, file):
    journey.says("#dataset-name", file)
    journey.settled()


def test_csv_and_parquet_of_one_table_draw_the_same_page(journey, table, tmp_path):
    sample = journey.shapes
    table.to_csv(tmp_path / "mine.csv", index=False)
    table.to_parquet(tmp_path / "mine.parquet", index=False)
    seen = {}
    for name in ("mine.csv", "mine.parquet"):
        with journey.asking():
            journey.upload(tmp_path / name)
            drawn_or_asked(journey, name)
        drawn(journey, name)
        seen[name] = journey.shapes, journey.decision, journey.text("#rules"), journey.boxes
    assert seen["mine.csv"] == seen["mine.parquet"]
    assert seen["mine.csv"][0] != sample
    for name in ("mine.csv", "mine.parquet"):  # the way back to the other one
        recent = ".dataset-menu [data-back]"
        with journey.asking():
            journey.click(recent)
        drawn(journey, name)
        assert len(journey.driver.find_elements(By.CSS_SELECTOR, recent)) == 1
    assert "400 cases" in journey.text("#dataset-name")
    positives = (table.state == "ill").sum()
    assert journey.run("return page.currentDataset().prevalence") == positives / 400

    journey.driver.refresh()
    journey.until("return page.lastAnswer()")
    drawn(journey, "mine.parquet")
    assert journey.decision == seen["mine.csv"][1]


def drawn_or_asked(journey, name):
    """If the file is ambiguous, the proposal of the dialog is accepted."""
    name_or_dialog = (
        "return document.querySelector('#dataset-name').textContent.includes(arguments[0])\
 || document.querySelector('#roles-apply')?.offsetParent"
    )
    journey.until(name_or_dialog, name)
    if journey.run("return document.querySelector('#roles-apply')?.offsetParent"):
        choose(journey, "roles-positive", "ill")
        journey.click("#roles-apply")


def choose(journey, name, value):
    journey.click(f"#{name}")
    option = (By.XPATH, f"//*[@role='option'][.='{value}']")
    journey.until(
        "return [...document.querySelectorAll('[role=option]')].some((o) => o.offsetParent)"
    )
    next(found for found in journey.driver.find_elements(*option) if found.is_displayed()).click()


@pytest.mark.same_page
def test_a_bad_file_gets_one_sentence_and_leaves_the_view(journey, tmp_path):
    bad = tmp_path / "bad.csv"
    bad.write_bytes(b"\x00\x01\x02 no table at all" * 50)
    shapes, said, name = journey.shapes, journey.decision, journey.text("#dataset-name")
    journey.upload(bad)
    assert journey.notice().endswith(".")
    assert (journey.shapes, journey.decision) == (shapes, said)
    assert journey.text("#dataset-name") == name
    with journey.asking():
        journey.type("prior-box", "7 %")
    assert journey.shapes != shapes, "the page goes on"


READ = "Read as: label state"
LINE_SHOWN = "return !document.getElementById('read-line').hidden"
LINE_GONE = "return document.getElementById('read-line').hidden"
PLACES = """
return [...document.querySelectorAll('.page-content > :not(.read-line)')]
  .map((one) => one.getBoundingClientRect().top);
"""


TODAY = "return page.currentView().today"


def test_after_an_upload_one_line_says_what_was_read_as_what(journey, table, tmp_path):
    table["state"] = (table.state == "ill").astype(int)
    table.assign(age=RNG_AGES).to_csv(tmp_path / "mine.csv", index=False)

    def upload():
        with journey.asking():
            journey.upload(tmp_path / "mine.csv")
            drawn_or_asked(journey, "mine.csv")
        drawn(journey, "mine.csv")
        journey.until(LINE_SHOWN)

    upload()
    said = journey.text("#read-line span")
    assert said.startswith(READ)
    assert "Not used: age" in said
    before = journey.run(PLACES)
    journey.click("#read-line button:last-child")
    journey.until(LINE_GONE)
    assert journey.run(PLACES) == before, "nothing moves"

    journey.run("window.dash_clientside.set_props('today-model', { value: 'old' })")
    with journey.asking():
        journey.type("today-threshold", "0.5")
    today = journey.run(TODAY)
    assert today["model"] == "old"
    upload()
    assert journey.run(TODAY) == today, "the same data"
    journey.type("prior-box", "7 %")
    assert journey.run(LINE_GONE), "the page is used for something else"

    table["old"] = -table.old
    table.assign(age=RNG_AGES).to_csv(tmp_path / "mine.csv", index=False)
    upload()
    assert journey.run(TODAY) is None, "other data of the same name"
    journey.click("#read-line [data-press]")
    journey.until("return document.querySelector('#roles-apply')?.offsetParent")
    assert journey.run(LINE_GONE)


def test_roles_are_changed_and_data_deleted(journey, table):
    first = journey.text("#dataset-name")
    with journey.asking():
        journey.run(DROP, table.to_csv(index=False), "dropped.csv")
        drawn_or_asked(journey, "dropped.csv")
    drawn(journey, "dropped.csv")
    before = journey.run("return page.currentDataset().positives")

    journey.tab("Data")
    journey.click("#columns-button")
    journey.until("return document.querySelector('#roles-apply')?.offsetParent")
    choose(journey, "roles-positive", "well")
    with journey.asking():
        journey.click("#roles-apply")
    journey.until("return !document.querySelector('#roles-apply')?.offsetParent")
    assert journey.run("return page.currentDataset().positives") == 400 - before
    assert journey.boxes[0] == journey.run(
        "return page.formatPrior(arguments[0])", 1 - before / 400
    )

    journey.click("#columns-button")
    journey.until("return document.querySelector('#roles-apply')?.offsetParent")
    journey.select("body").send_keys(Keys.ESCAPE)
    journey.until("return !document.querySelector('#roles-apply')?.offsetParent")
    journey.click("#delete-button")
    journey.says("#delete-button", "Click again to delete")
    with journey.asking():
        journey.click("#delete-button")
    drawn(journey, first)
    assert "deleted" in journey.notice()
    assert not journey.driver.find_elements(By.CSS_SELECTOR, ".dataset-menu [data-back]")


def test_a_sample_of_the_gallery_opens_with_two_keys_and_starts_with_its_own_conditions(journey):
    fraud, tumours = SAMPLES["card-fraud"], SAMPLES["breast-cancer"]
    assert journey.conditions == (fraud.prior, fraud.cost_fn, fraud.cost_fp)
    for sample in (tumours, fraud):
        journey.select(".samples-opener").send_keys(Keys.ENTER)
        journey.until("return document.querySelector('[role=menuitem]')?.offsetParent")
        item = journey.select(f"[data-sample={sample.key}]")
        assert item.get_attribute("textContent") == (
            f"{sample.question}{sample.title} · {sample.rows:,} rows · 3 models{sample.description}"
        )
        with journey.asking():
            item.send_keys(Keys.ENTER)
            journey.says("#dataset-name", sample.title)
        assert journey.conditions == (sample.prior, sample.cost_fn, sample.cost_fp)


PASTE = """
const carried = new DataTransfer();
carried.setData('text', arguments[0]);
const given = { clipboardData: carried, bubbles: true, cancelable: true };
const event = new ClipboardEvent('paste', given);
document.querySelector('#counts-rows input').dispatchEvent(event);
"""


def test_classifiers_by_their_four_counts_are_pasted_edited_and_deleted_without_a_file(journey):
    def counts(opener="[data-opens-counts='']"):
        journey.run("document.querySelector(arguments[0]).click()", opener)
        journey.until("return document.querySelector('#counts-rows input')?.offsetParent")
        return journey.driver.find_elements(By.CSS_SELECTOR, "#counts-rows input")

    journey.click(".samples-opener")
    journey.until("return document.querySelector('[data-opens-counts=new]') !== null")
    counts("[data-opens-counts=new]")
    journey.run(PASTE, "M1\t150\t40\t60\t250\nM2\t250\t45\t5\t200")
    with journey.asking():
        journey.click("#counts-draw")
        journey.says("#dataset-name", "Classifiers by their four counts")
    journey.settled()
    assert journey.text("#decision .headline").startswith("Use M2.")

    cell = counts()[6]  # TP of M2
    cell.clear()
    cell.send_keys("-3")
    journey.click("#counts-draw")
    journey.says("#counts-error", "Confusion matrix M2: tp must not be negative, got -3.")
    cell.clear()
    cell.send_keys("10")
    with journey.asking():
        journey.click("#counts-draw")
    journey.settled()
    assert journey.text("#decision .headline").startswith("Use M1.")

    counts()
    journey.click("#counts-rows tr:last-child [data-delete-counts]")
    with journey.asking():
        journey.click("#counts-draw")
    journey.settled()
    models = "return page.currentDataset().models.map(({ name }) => name)"
    assert journey.run(models) == ["M1"]


CENTRE = """
const box = document.querySelector(arguments[0]).getBoundingClientRect();
return [box.left + box.width / 2, box.top + box.height / 2];
"""
NAMED = "return page.currentDataset().models.map(({ name }) => name)"
LINK = "#chip-card button"


def chip_of(name):
    return f"#model-chips .chip[data-model='{name}']"


def press_by_hand(journey, chip, link):
    """Moves the mouse over a chip, then down to the link of its card, and presses it there."""

    def send(kind, x, y, **pressed):
        event = {"type": kind, "x": x, "y": y} | pressed
        journey.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    journey.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", chip)
    x, y = journey.run(CENTRE, chip)
    send("mouseMoved", x, y)
    _, end = journey.until(
        f"if (!document.querySelector(arguments[0])) return null; {CENTRE}", link
    )
    for step in range(1, 5):
        send("mouseMoved", x, y + (end - y) * step / 4)
    for kind in ("mousePressed", "mouseReleased"):
        send(kind, x, end, button="left", clickCount=1)


def hold(journey, chip):
    """A finger on a chip for as long as it takes to open the card."""
    driver = journey.driver
    size = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    journey.until("return window.innerWidth === 390")
    journey.settled()
    journey.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", chip)
    journey.scrolled_to_rest()
    tap(journey, chip, "return !document.getElementById('chip-card').hidden")


def tap(journey, selector, until="return true"):
    x, y = journey.run(CENTRE, selector)
    touch = partial(journey.driver.execute_cdp_cmd, "Input.dispatchTouchEvent")
    touch({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    journey.until(until)
    touch({"type": "touchEnd", "touchPoints": []})


def test_the_link_in_the_card_of_a_chip_by_mouse_keyboard_and_touch(journey, table, tmp_path):
    table.to_parquet(tmp_path / "mine.parquet", index=False)
    with journey.asking():
        journey.upload(tmp_path / "mine.parquet")
        drawn_or_asked(journey, "mine.parquet")
    before = ["old", "new <b>"]
    after = [*before, "old recalibrated"]
    with journey.asking():
        press_by_hand(journey, chip_of("old"), LINK)
    assert journey.run(NAMED) == after
    assert "tested on other cases" in journey.text("#summary-line")

    def focused():
        return journey.run("return document.activeElement")

    def tab_into_card():
        """From the chip before; a focus that no key has set opens no card."""
        journey.select(chip_of("new <b>")).send_keys(Keys.TAB)
        if focused() != made:
            focused().send_keys(Keys.TAB)
        assert focused() == made
        made.send_keys(Keys.TAB)

    made = journey.select(chip_of("old recalibrated"))
    tab_into_card()
    link = journey.select(LINK)
    assert (focused(), link.text) == (link, "Remove old recalibrated")
    link.send_keys(Keys.ESCAPE)
    assert focused() == made
    assert not journey.find("chip-card").is_displayed()
    tab_into_card()
    with journey.asking():
        focused().send_keys(Keys.ENTER)
    assert journey.run(NAMED) == before
    assert "chip" in focused().get_attribute("class")
    for words, models in (("removed", after), ("added", before)):
        journey.until("return document.getElementById('undo').title.endsWith(arguments[0])", words)
        with journey.asking():
            focused().send_keys(Keys.CONTROL, "z")
        assert journey.run(NAMED) == models
    assert not journey.find("undo").is_enabled()

    hold(journey, chip_of("old"))
    with journey.asking():
        tap(journey, LINK)
    assert journey.run(NAMED) == after
    assert journey.run("return page.currentView().models") == after
