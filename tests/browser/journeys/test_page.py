"""Models, bands, today's rule, hover, theme and the threshold table on the whole page."""

import csv
import re
from itertools import product

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

TRACES = "return page.getPanel(arguments[0]).graph._fullData.map((trace) => trace.uid)"
VERTEX = """
const model = page.liveData().models[arguments[0]];
const at = model.hull[Math.floor(model.hull.length / 2)];
return { fpr: model.fpr[at], tpr: model.tpr[at], text: model.text[at], name: model.name };
"""
HAS_BAND = "return page.getPanel('roc').graph._fullData\
.some((trace) => trace.uid.startsWith('band-'))"
HIGHLIGHTED = "return page.panelNames().filter((name) =>\
 page.getPanel(name).graph.querySelector('svg.highlight-layer circle')).length"
ON_COST = """
const { pcf, nec } = page.costEnvelope(page.liveData().models[0]);
const k = pcf.findIndex((at) => at > 0.2);
return [0.2, nec[k - 1] + ((nec[k] - nec[k - 1]) * (0.2 - pcf[k - 1])) / (pcf[k] - pcf[k - 1])];
"""
UNDER = "return document.getElementById('highlight-tip').textContent.includes('under the pointer')"
INK = "return getComputedStyle(page.traceElement(page.getPanel('roc'), 'model-0')\
.querySelector('path')).stroke"
ASKED = "return performance.getEntriesByType('resource')\
.filter(({ name }) => /_dash-update-component|answer$/.test(name)).length"
CELLS = "return [...document.querySelectorAll(`.ag-center-cols-container .ag-row`)]\
.sort((a, b) => a.getAttribute('row-index') - b.getAttribute('row-index'))\
.map((row) => row.querySelector(`[col-id=${arguments[0]}]`).textContent)"


def model_box(journey, i):
    journey.reveal("#model-checkboxes")
    return journey.driver.find_elements(By.CSS_SELECTOR, "#model-checkboxes input")[i]


PLACES = """
const places = (selectors) => selectors.map((selector) => {
  const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
});
const page = ['.page-head', '.decision', '#conditions-bar', '.evidence-bar', '.panels'];
const outline = ['head', 'decision', 'conditions', 'chips', 'panels']
  .map((name) => '.skeleton-' + name);
const ofPage = places(page);
const entry = document.getElementById('react-entry-point');
[...entry.children].forEach((child) => { child.style.display = 'none'; });
entry.append(Object.assign(document.createElement('div'), { className: '_dash-loading' }));
document.documentElement.classList.remove('built');
return [ofPage, places(outline)];
"""
SHIFTED = """
const sum = (total, { value }) => total + value;
const shifted = (list) => arguments[0](list.getEntries().reduce(sum, 0));
new PerformanceObserver(shifted).observe({ type: 'layout-shift', buffered: true });
setTimeout(() => arguments[0](0), 500); // nothing moved at all
"""


def names(journey):
    return journey.run("return page.liveData().models.map((model) => model.name)")


def test_nothing_moves_while_the_page_loads(journey):
    """The outline has the places of the page, and what is drawn later pushes nothing away."""
    shifted = journey.driver.execute_async_script(SHIFTED)  # before the outline is shown again
    assert shifted < 0.05
    of_page, of_outline = journey.run(PLACES)
    assert of_outline == of_page


@pytest.mark.same_page
def test_models_and_bands_are_switched(journey):
    shapes, shown = journey.shapes, names(journey)
    with journey.asking():
        model_box(journey, 1).click()
    assert names(journey) == [name for i, name in enumerate(shown) if i != 1]
    for panel in ("roc", "pr", "cost"):
        assert "model-1" not in journey.run(TRACES, panel)
        assert "model-0" in journey.run(TRACES, panel)
    with journey.asking():
        model_box(journey, 1).click()
    assert journey.shapes == shapes

    for level in ("Off", "80 %", "99 %"):
        journey.reveal("#level")
        with journey.asking():
            journey.driver.find_element(
                By.XPATH, f"//label[translate(., '\u00a0', ' ')='{level}']"
            ).click()
        journey.until(f"{HAS_BAND} === {str(level != 'Off').lower()}")
        note = journey.text("#roc-panel-note")
        assert (level in note) == (level != "Off")
    for i in range(len(shown)):
        with journey.asking():
            model_box(journey, i).click()
    assert names(journey) == []
    assert journey.decision


@pytest.mark.same_page
def test_a_threshold_is_highlighted_in_all_panels_and_can_become_todays_rule(journey):
    vertex = journey.run(VERTEX, 0)
    for panel, x, y in (("roc", vertex["fpr"], vertex["tpr"]), ("cost", 0.5, 0.02)):
        journey.point(panel, x, y)
        if panel == "roc":
            journey.until(f"{HIGHLIGHTED} === 3")
            assert vertex["name"] in journey.text("#highlight-tip")
            assert vertex["text"] in journey.text("#highlight-tip")
            assert "under the pointer" not in journey.text("#highlight-tip")
    pcf, nec = journey.run(ON_COST)
    journey.point("cost", pcf, nec)
    journey.until(UNDER)
    tip = journey.text("#highlight-tip")
    assert "on these rows" in tip
    told = re.search(r"at PC\(\+\) ([\d.]+), under the pointer([\d.]+?)(?=Found)", tip)
    assert [float(number) for number in told.groups()] == pytest.approx([pcf, nec], abs=0.01)
    with journey.asking():
        journey.point("roc", vertex["fpr"], vertex["tpr"], click=True)
    assert "Chosen" in journey.text("#rules")
    with journey.asking():
        journey.select("body").send_keys("p")
    assert vertex["text"] in journey.text("#today-note")
    assert "Today" in journey.text("#rules")
    assert "today" in journey.run(TRACES, "pr")
    with journey.asking():
        model_box(journey, 0).click()
    assert "Today" in journey.text("#rules"), "today's rule stays when its model is switched off"
    with journey.asking():
        journey.click("#clear-today")
    assert not journey.find("clear-today").is_enabled()
    assert "Today" not in journey.text("#rules")
    with journey.asking():
        journey.driver.find_element(By.CSS_SELECTOR, "[data-panel=roc-panel]").click()
        journey.select("[data-panel=roc-panel]").send_keys(Keys.ARROW_RIGHT, Keys.ENTER)
    with journey.asking():
        journey.click("#set-today")
    assert "Today" in journey.text("#rules")


@pytest.mark.same_page
def test_switching_the_theme_asks_the_server_for_no_answer(journey):
    ink, asked = journey.run(INK), journey.run(ASKED)
    page = "return getComputedStyle(document.body).backgroundColor"
    light = journey.run(page)
    shapes = journey.shapes
    journey.click("#theme-button")
    journey.until(f"return (() => {{ {INK} }})() !== arguments[0]", ink)
    assert journey.run(page) != light
    assert journey.shapes == shapes
    assert journey.run(ASKED) == asked
    dark = journey.run(INK)
    journey.driver.refresh()
    journey.until("return page.lastAnswer()")
    journey.settled()
    assert journey.run(INK) == dark
    journey.click("#theme-button")
    journey.until(f"return (() => {{ {INK} }})() === arguments[0]", ink)
    assert journey.run(page) == light


@pytest.mark.same_page
def test_the_two_cheapest_models_are_compared_at_first(journey):
    two = journey.run("return page.lastAnswer().cheapest")
    assert two != journey.run(
        "return page.currentDataset().models.slice(0, 2).map(({ name }) => name)"
    )
    journey.tab("Compare")
    shown = "return ['pair-a', 'pair-b'].map((id) => document.getElementById(id).value)"
    journey.until(f"return (() => {{ {shown} }})().join() === arguments[0].join()", two)
    journey.says("#comparison-text", "AUC of " + two[0])


@pytest.mark.same_page
def test_the_folds_tab_opens_with_the_recommended_model(journey):
    best = journey.run("return page.lastAnswer().best.model")
    assert best != journey.run("return page.currentDataset().models[0].name")
    journey.tab("Folds")
    journey.until("return document.querySelector('#folds-model').value === arguments[0]", best)
    journey.until("return document.querySelectorAll('#folds-table tbody tr').length === 5")


TAB_MODELS = "return ['folds-model', 'threshold-model', 'pair-a'].map(\
(id) => document.getElementById(id)?.value ?? null)"
BEST = "return page.lastAnswer().best?.model"


def follows(journey, names):
    journey.until(f"return (() => {{ {TAB_MODELS} }})().join() === arguments[0].join()", names)


def test_the_tabs_follow_the_recommended_model_until_one_is_chosen(journey):
    for title in ("Compare", "Thresholds", "Folds"):
        journey.tab(title)
    first = journey.run(BEST)
    follows(journey, [first] * 3)
    with journey.asking():
        journey.type("prior-box", "0.1 %")
    second = journey.run(BEST)
    assert second
    assert second != first
    follows(journey, [second] * 3)
    other = "rules"
    journey.run("dash_clientside.set_props('folds-model', { value: arguments[0] })", other)
    follows(journey, [other, second, second])
    with journey.asking():
        journey.type("prior-box", "0.7 %")
    third = journey.run(BEST)
    assert third
    assert third != second
    follows(journey, [other, third, third])


@pytest.fixture
def downloads(journey, tmp_path):
    where = {"behavior": "allow", "downloadPath": str(tmp_path)}
    journey.driver.execute_cdp_cmd("Browser.setDownloadBehavior", where)
    return tmp_path


def test_the_threshold_table_sorts_and_exports(journey, downloads):
    journey.tab("Thresholds")
    journey.until("return document.querySelectorAll('.ag-row').length > 5")
    heads = {"threshold": "text", "share of the worst cost": "nec"}
    for head, column in heads.items():
        journey.click(f".ag-header-cell[col-id={column}]")
        journey.until(
            f".ag-header-cell[col-id={column}] .ag-sort-ascending-icon:not(.ag-hidden)".join(
                ("return document.querySelector('", "')")
            )
        )
        values = [float(text.replace(",", "")) for text in journey.run(CELLS, column) if text]
        assert values == sorted(values), head

    journey.type("threshold-search", "0.5")
    journey.says("#threshold-sentences", "A score of 0.5 or more")
    said = journey.text("#threshold-sentences")
    with journey.asking():
        journey.type("cost-fp-box", "7")
    journey.until(
        "return document.querySelector('#threshold-sentences').textContent !== arguments[0]", said
    )

    journey.type("threshold-share", "5 %")
    journey.until(
        "const { value } = document.getElementById('threshold-search');"
        "const cell = document.querySelector('.ag-row.current-row [col-id=text]');"
        "return value !== '0.5' && cell && Number(cell.textContent) >= Number(value)"
    )
    journey.type("threshold-recall", "100 %")
    journey.says("#threshold-sentences", "finds 100 % of the positives")
    assert journey.run("return document.getElementById('threshold-share').value") == ""

    journey.click("#export-button")
    WebDriverWait(journey.driver, 15).until(lambda _: any(downloads.glob("*.csv")))
    (file,) = downloads.glob("*.csv")
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert rows[0]["threshold"] == ""
    assert float(rows[-1]["tpr"]) == float(rows[-1]["fpr"]) == 1
    assert len(rows) >= journey.run("return page.liveData().models[0].fpr.length")


@pytest.mark.same_page
def test_the_points_of_a_panel_are_shown_as_a_table(journey):
    journey.click("[data-panel=roc-panel] .panel-more")
    journey.until("return document.querySelector('[data-table=roc]')?.checkVisibility()")
    journey.click("[data-table=roc]")
    journey.says("#data-table-note", "the CSV has every digit")
    rows = "return [...document.querySelectorAll('#data-table-rows tbody th')]"
    shown = journey.run(rows + ".map((cell) => cell.textContent)")
    assert 10 < len(shown) <= 200
    assert set(names(journey)) <= set(shown)
    assert journey.find("data-table-csv").get_attribute("data-csv") == "roc"
    journey.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    journey.until("return !document.getElementById('data-table-rows').checkVisibility()")


@pytest.mark.same_page
def test_no_chart_offers_to_send_its_data_away(journey):
    offers = "return [...document.querySelectorAll('.js-plotly-plot *')].filter((node) =>\
 /share|cloud|edit/i.test(`${node.dataset?.title} ${node.ariaLabel}`)).length"
    assert journey.run(offers) == 0
    barred = "return [...document.querySelectorAll('.js-plotly-plot')].every(({ _context }) =>\
 !_context.showSendToCloud && !_context.plotlyServerURL)"
    assert journey.run(barred)
    assert "Share chart" not in journey.driver.find_element(By.TAG_NAME, "body").text


OVER_A_CHIP_TWICE = """
const chip = document.querySelector('#model-chips .chip');
const over = () => new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' });
for (const target of [chip, document.body, chip, document.body]) target.dispatchEvent(over());
"""


@pytest.mark.same_page
def test_chips_hide_and_show_models_and_tell_about_them(journey):
    shown = names(journey)
    chip = "#model-chips .chip[data-model='{}']".format
    best = journey.run("return page.lastAnswer().best.model")
    assert "best" in journey.select(chip(best)).get_attribute("class")
    summary = journey.run("return page.lastAnswer().models")
    assert [one["name"] for one in summary] == shown
    for one in summary:
        assert one["amount"] in journey.text(chip(one["name"]))
    with journey.asking():
        journey.click(chip(shown[0]))
    assert names(journey) == shown[1:]
    assert journey.select(chip(shown[0])).get_attribute("aria-pressed") == "false"
    with journey.asking():
        journey.click(chip(shown[0]))
    assert names(journey) == shown
    journey.select(chip(shown[2])).send_keys(Keys.TAB)
    journey.select(chip(shown[1])).send_keys("")
    journey.until("return !document.getElementById('chip-card').hidden")
    journey.says("#chip-card", "AUC 0.")
    journey.run("return document.activeElement").send_keys(Keys.ESCAPE)
    assert not journey.find("chip-card").is_displayed()
    journey.run(OVER_A_CHIP_TWICE)
    journey.until("return document.getElementById('chip-card').hidden")


@pytest.mark.same_page
def test_the_line_above_the_panels_sums_up_the_settings(journey):
    line = "document.getElementById('summary-line').innerText.replace(/[\\s·]+/g, ' ').trim()"
    whole = "Least expected cost tested on other cases (cross-fitted)"
    journey.until(f"return {line} === arguments[0]", whole)
    with journey.asking():
        journey.run("page.setConditions({ criterion: { kind: 'product' } })")
    journey.says("#summary-line", "Best sensitivity x specificity")


@pytest.mark.same_page
def test_a_bar_with_decision_and_conditions_stays_when_the_decision_scrolls_out(journey):
    bar = journey.find("sticky-bar")
    assert not bar.is_displayed()
    journey.run("document.getElementById('tabs').scrollIntoView()")
    journey.until("return !document.getElementById('sticky-bar').hidden")
    best = journey.run("return page.lastAnswer().best")
    journey.says("#sticky-bar .sticky-rule", best["model"])
    journey.says("#sticky-bar", journey.text(".decision .total"))
    box = journey.select("[data-sticky-box=prior] input")
    assert box.get_attribute("value") == journey.boxes[0]
    with journey.asking():
        box.clear()
        box.send_keys("7 %", Keys.ENTER)
    assert journey.conditions[0] == 0.07
    assert journey.boxes[0] == "7 %"
    missed = journey.select("[data-sticky-box=cost_fn] input")
    with journey.asking():
        missed.clear()
        missed.send_keys("3", Keys.ENTER)
    assert missed.get_attribute("value") == "$3"
    journey.says("#sticky-bar", "against no model")
    with journey.asking():
        journey.run("document.activeElement.blur()")
        journey.run("document.querySelector('[data-range=cost-fn]').click()")
    journey.until("return arguments[0].value.includes('\\u2013') && arguments[0].disabled", missed)
    journey.run("window.scrollTo(0, 0)")
    journey.until("return document.getElementById('sticky-bar').hidden")


ONLY_OPTION = """
const list = document.getElementById(arguments[0].getAttribute('aria-controls'));
const seen = [...(list?.querySelectorAll('[role=option]') ?? [])];
const [first] = seen.length === 1 ? seen : [];
return first?.dataset.comboboxSelected && first.textContent === arguments[1];
"""


def test_a_typed_name_of_a_model_is_taken(journey):
    """The typed model, not the first of the list."""
    names = journey.run("return page.currentDataset().models.map(({ name }) => name)")
    assert len(names) > 1
    journey.reveal("#today-model")
    box = journey.find("today-model")
    for key, place in product((Keys.ENTER, Keys.TAB), (-1, 0, -1, 0)):
        name = names[place]
        box.click()
        box.send_keys(Keys.CONTROL + "a")
        box.send_keys(name)
        journey.until(ONLY_OPTION, box, name)
        box.send_keys(key)
        journey.says("#today-sentence", f"Type the threshold of {name} today")
        journey.until("return document.activeElement.id === 'today-threshold'")
        journey.until("return arguments[0].value === arguments[1]", box, name)
        assert journey.find("today-box").is_displayed()


def test_a_model_alone_is_no_rule_of_today(journey):
    name = journey.run("return page.currentDataset().models.at(-1).name")
    before = journey.text("#against")
    journey.reveal("#today-model")
    journey.run("window.dash_clientside.set_props('today-model', { value: arguments[0] })", name)
    journey.says("#today-sentence", f"Type the threshold of {name} today")
    journey.says("#today-sentence", "Its scores: 0, 1, 2, 3, 4, 5.")
    journey.until("return document.activeElement.id === 'today-threshold'")
    assert journey.run("return page.currentView().today") is None
    assert journey.text("#against") == before, "nothing is compared with a rule that nobody named"
    with journey.asking():
        journey.type("today-threshold", "0.5")
    assert journey.text("#today-sentence") == "Saved: rules at 0.5. Its scores: 0, 1, 2, 3, 4, 5."
    assert journey.run("return page.currentView().today.model") == name
    assert journey.find("today-model").get_attribute("value") == name
    first = journey.run("return page.currentDataset().models[0].name")
    with journey.asking():
        journey.run(
            "window.dash_clientside.set_props('today-model', { value: arguments[0] })", first
        )
    assert journey.text("#today-sentence") == f"Saved: {first} at 0.5."  # the threshold stays
    with journey.asking():
        journey.run("document.getElementById('clear-today').click()")
    journey.says("#today-sentence", "Type the threshold of")


def test_a_threshold_without_a_name_is_of_the_recommended_model_or_of_scores_it_lies_among(journey):
    """Also where no model is recommended: then of the cheapest, not of the first of the file."""
    box = "return document.getElementById('today-model').value"
    today = "return page.currentView().today"
    names = journey.run("return page.currentDataset().models.map(({ name }) => name)")
    assert journey.run(box) == journey.run("return page.lastAnswer().best.model")
    with journey.asking():
        journey.type("prior-box", "0.00001 %")  # flag none
    assert journey.run("return page.lastAnswer().best") is None
    cheapest = journey.run("return page.lastAnswer().cheapest[0]")
    assert cheapest != names[0]
    journey.until(f"return (() => {{ {box} }})() === arguments[0]", cheapest)
    journey.says("#today-sentence", f"Type the threshold of {cheapest} today")
    with journey.asking():
        journey.type("today-threshold", "0.3")
    assert journey.run(today)["model"] == cheapest
    with journey.asking():
        journey.run("document.getElementById('clear-today').click()")
    with journey.asking():
        journey.type("today-threshold", "3")
    assert journey.run(today)["model"] == "rules", "the only model with scores above 1"
    with journey.asking():
        journey.type("today-threshold", "0.2")
    assert journey.run(today)["model"] == "rules", "the rule has a model now"


@pytest.mark.same_page
def test_the_line_beside_the_tabs_says_where_the_model_stays_the_cheapest(journey):
    line, _, threshold = journey.text("#tab-answer").partition(", this threshold ")
    said, _, costs = line.partition(" or while a miss costs ")
    model, _, ends = said.partition(" stays recommended ")
    lead = journey.text(".validity-lead").replace("Keep this rule while ", "from ")
    assert lead.startswith(threshold.removesuffix(" \u2193"))
    assert model == journey.run("return page.lastAnswer().best.model")
    low = float(ends.removeprefix("from ").split(" %")[0]) / 100
    prior, cost_fn, _ = journey.conditions
    least = float(costs.partition(" to ")[0].removeprefix("$").replace(",", ""))
    odds = (low / (1 - low)) / (prior / (1 - prior))  # times a miss may cost less, or be rarer
    assert least / cost_fn == pytest.approx(odds, rel=0.01)
    for factor, same in ((1.02, True), (0.98, False)):
        with journey.asking():
            journey.type("prior-box", f"{100 * low * factor:.6f} %")
        journey.until(
            "return document.getElementById('tab-answer').textContent.startsWith(arguments[0]) "
            "=== arguments[1]",
            said,
            same,
        )


FOOT_BELOW_BARS = """
const bars = [...document.querySelectorAll('.decision .bars > *')];
const end = Math.max(...bars.map((bar) => bar.getBoundingClientRect().bottom));
const card = document.querySelector('.decision-card').getBoundingClientRect();
return [...document.querySelectorAll('.against-foot > *')].filter((part) => part.textContent)
  .map((part) => part.getBoundingClientRect())
  .every(({ top, bottom }) => top >= end - 3 && bottom <= card.bottom);
"""


@pytest.mark.same_page
def test_within_a_limit_no_line_says_that_the_rule_stays_best(journey):
    with journey.asking():
        journey.type("capacity-box", "5 %")
    journey.says(".against-line", "The limit costs")
    journey.says("#tab-answer", " would be chosen by cost alone ")
    short = "return document.getElementById('tab-answer').dataset.short"
    assert journey.run(short).startswith("by cost alone")
    best = journey.run("return page.lastAnswer().best")
    named = journey.text("#tab-answer").startswith(best["model"])
    assert journey.run(short).startswith("by cost alone:") != named
    ends = "return document.getElementById('thresholds-tab').dataset.answer.endsWith(arguments[0])"
    journey.until(ends, " is chosen")
    with journey.asking():
        journey.type("today-threshold", "0.5")
    journey.says(".against-line", "against today's rule")
    journey.until("return document.querySelectorAll('.against-line [data-role=limits]').length > 1")
    for width in (1440, 1300, 1024):
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        journey.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        assert journey.run(FOOT_BELOW_BARS), width
    journey.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    with journey.asking():
        journey.run("document.getElementById('clear-today').click()")
    with journey.asking():
        journey.type("capacity-box", Keys.DELETE)
    journey.says("#tab-answer", " stays recommended ")
    assert journey.run(short).startswith("stays best")
    journey.until(ends, " is best")


@pytest.mark.same_page
def test_the_chip_of_the_data_set_opens_what_can_be_done_with_it(journey):
    assert "cases" in journey.text("#dataset-name")
    journey.click("[data-opens=dataset-menu]")
    journey.says("#dataset-menu", "Your data stay on this server.")
    journey.click("#dataset-menu [data-tab=data]")
    journey.until("return document.getElementById('summary')?.checkVisibility()")
