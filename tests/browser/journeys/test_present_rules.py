"""Present with three models, today's rule and both allowances: what fits, and what is compared."""

import re

import numpy as np
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.journeys.test_newcomer import resize

STAGE = "document.getElementById('presentation')"
SIZES = [(1440, 900), (1920, 1080), (1024, 768), (390, 844)]
CONDITIONS = {
    "cost_fn": 4000,
    "cost_fp": 300,
    "case_unit": {"cases": 3000, "period": "month"},
}
TODAY = """
const [model, threshold] = arguments;
const { index, text } = page.liveData().models.find(({ name }) => name === model);
const at = text.findIndex((score) => score && Number(score) <= threshold);
const today = { model, index: index[at], text: text[at] };
page.setView({ ...page.currentView(), today }, page.currentDataset());
"""
CUT = f"""
const {{ right }} = {STAGE}.getBoundingClientRect();
return [...{STAGE}.querySelectorAll('th, td, p, h2, h3, b, small, span')]
  .filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > right + 1)
  .map((part) => part.textContent);
"""
ROWS = f"""
const words = (selector) => [...{STAGE}.querySelectorAll(selector)].map((row) =>
  [row.querySelector('th').textContent, row.lastElementChild.textContent]);
return words(arguments[0]);
"""
OVERLAP = f"""
const part = (name) => {STAGE}.querySelector(`.present-${{name}}`);
const boxes = (name) => [part(name), ...part(name).querySelectorAll('tr, p')];
const ends = (name) => Math.max(...boxes(name).map((box) => box.getBoundingClientRect().bottom));
const begins = (name) => part(name).getBoundingClientRect().top;
const covered = [['side', 'sliders']];
const {{ scrollHeight, clientHeight }} = part('main');
if (part('plot').checkVisibility() && scrollHeight <= clientHeight) covered.push(['main', 'plot']);
return covered.filter(([above, below]) => ends(above) > begins(below) + 1);
"""


def write_rows(path, rows=2000, seed=9):
    """Three models; the second is the cheapest, the third nearly as cheap."""
    rng = np.random.default_rng(seed)
    z = rng.normal(size=rows)
    label = rng.random(rows) < 1 / (1 + np.exp(3.4 - 1.45 * z))
    lines = ["label,model_a,model_b,model_c"]
    scores = [
        1 / (1 + np.exp(2.6 - 1.5 * (share * z + noise * rng.normal(size=rows))))
        for share, noise in ((0.5, 0.8), (0.88, 0.45), (0.86, 0.48))
    ]
    lines += [f"{int(y)},{a:.2f},{b:.3f},{c:.2f}" for y, a, b, c in zip(label, *scores)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture(scope="module")
def prepare(tmp_path_factory):
    """Opens the file with prices, the cases of a month and today's rule."""
    path = tmp_path_factory.mktemp("present") / "loans.csv"
    write_rows(path)

    def prepare(journey):
        journey.upload(path)
        journey.says("#dataset-name", path.name)
        journey.settled()
        with journey.asking():
            journey.run("page.setConditions(arguments[0])", CONDITIONS)
        with journey.asking():
            journey.run(TODAY, "model_b", 0.5)
        journey.until("return !page.lastAnswer().refining")
        journey.settled()

    return prepare


def show(journey, view):
    journey.run(f"{STAGE}.querySelector(`[data-view-key=${{arguments[0]}}]`).click()", view)
    journey.until(f"return {STAGE}.dataset.view === arguments[0]", view)


@pytest.mark.same_page
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_or_covered(presenting, size):
    journey = presenting
    resize(journey, *size)
    for view in ("sentence", "icons", "bars", "table"):
        show(journey, view)
        cut = journey.run(CUT)
        assert cut == [], view
        if view != "sentence":
            assert (
                journey.run(f"return {STAGE}.querySelectorAll('.present-ledger .allowance').length")
                == 2
            )
            assert journey.run(OVERLAP) == [], view


def amount(text):
    return int(re.sub(r"[^\d\u2212]", "", text).replace("\u2212", "-"))


@pytest.mark.same_page
@pytest.mark.parametrize(
    ("view", "rows"), [("table", ".present-table tbody tr"), ("bars", ".present-bars tr")]
)
def test_compared_rules_have_one_basis(presenting, view, rows):
    """Each model by itself, as on its chip; what leads to the total stands apart."""
    journey = presenting
    show(journey, view)
    amounts = dict(journey.run(ROWS, rows))
    by_itself = dict(journey.run("return page.lastAnswer().models.map((m) => [m.name, m.amount])"))
    for name, paid in by_itself.items():
        (shown,) = [text for rule, text in amounts.items() if rule.startswith(name)]
        assert shown == paid
    assert amount(by_itself["model_b"]) < amount(by_itself["model_c"])
    foot = f"return {STAGE}.querySelector('.present-table tfoot, .bar-keys').textContent"
    word, more = re.split(r",? ?\+\$", journey.run(foot))
    assert word.lower().endswith("allowance for choosing among 3 models")
    total = journey.run(f"return {STAGE}.querySelector('.present-total b').textContent")
    assert amount(by_itself["model_b"]) + amount(more) == amount(total)


LIMIT = {"kind": "max-flagged", "limit": 200 / 3000}


@pytest.fixture
def limited(presenting):
    """At most 200 of 3,000 cases flagged."""
    with presenting.asking():
        presenting.run("page.setConditions({ criterion: arguments[0] })", LIMIT)
    return presenting


@pytest.mark.same_page
def test_with_a_limit_only_rules_that_keep_it_are_compared(limited):
    journey = limited
    notes = f"return {STAGE}.querySelector('.present-notes').textContent"
    for view in ("sentence", "icons", "table"):
        show(journey, view)
        assert journey.run(notes) == "At most 200 cases flagged a month"
    _, *rows = journey.run(f"""
      const cells = (row) => [...row.children].map((cell) => cell.textContent);
      return [...{STAGE}.querySelectorAll('.present-table :is(thead, tbody) tr')].map(cells);
    """)
    for rule, found, alarms, *_ in rows:
        assert float(found) + float(alarms.replace(",", "")) <= 200, rule
        assert "\u2265" in rule or rule == "No model: flag none"
    by_itself = dict(journey.run("return page.lastAnswer().models.map((m) => [m.name, m.amount])"))
    assert {row[0].split(" ")[0]: row[-1] for row in rows[:3]} == by_itself


@pytest.mark.same_page
def test_with_a_limit_the_plot_marks_what_keeps_it(limited):
    journey = limited
    show(journey, "table")
    words = (
        f"return [...{STAGE}.querySelectorAll('.threshold-plot text')].map((t) => t.textContent)"
    )
    shown = journey.run(words)
    assert "These thresholds" in shown
    assert not [text for text in shown if "on these rows" in text]
    threshold = journey.run("return page.lastAnswer().best.text")
    assert journey.run(f"return {STAGE}.querySelector('.best-words').textContent") == threshold
    assert journey.run(f"return {STAGE}.querySelector('.present-validity').hidden")


@pytest.mark.same_page
def test_a_limit_that_costs_nothing_is_named_too(presenting):
    journey = presenting
    with journey.asking():
        journey.run("page.setConditions({ criterion: arguments[0] })", LIMIT | {"limit": 0.9})
    show(journey, "icons")
    note = f"return {STAGE}.querySelector('.present-notes span').textContent"
    assert journey.run(note).startswith("At most 2,700 cases flagged a month")
    assert journey.run(note).endswith(": costs nothing")


@pytest.mark.same_page
def test_todays_rule_is_marked_if_it_breaks_the_limit(limited):
    journey = limited
    with journey.asking():
        journey.run(TODAY, "model_b", 0.1)
    show(journey, "table")
    (today,) = [
        rule for rule, _ in journey.run(ROWS, ".present-table tbody tr") if rule.startswith("Today")
    ]
    assert today.endswith("(breaks the limit)")


@pytest.mark.same_page
def test_the_headline_says_what_the_card_says_of_its_rivals(presenting):
    journey = presenting
    card = journey.text(".decision .badge-unsettled")
    assert "may be as cheap" in card
    for view in ("sentence", "icons", "bars", "table"):
        show(journey, view)
        notes = f"return {STAGE}.querySelector('.present-notes').textContent"
        assert card in journey.run(notes)


@pytest.mark.same_page
def test_the_plot_speaks_of_these_rows_and_the_line_below_of_new_cases(presenting):
    journey = presenting
    show(journey, "table")
    words = journey.run(f"return {STAGE}.querySelector('.threshold-plot').textContent")
    assert re.search(r"Any threshold from [\d.]+ to [\d.]+costs at most 5 % more on these", words)
    said = journey.run(f"return {STAGE}.querySelector('.present-validity').textContent")
    assert said.startswith("On new cases another")


@pytest.mark.same_page
def test_a_value_is_typed_beside_its_slider(presenting):
    journey = presenting
    show(journey, "icons")
    box, cost = journey.driver.find_elements(By.CSS_SELECTOR, "#presentation .present-box input")
    for typed, where, key, value in (("13.4 %", box, 0, 0.134), ("2500", cost, 1, 2500)):
        where.click()
        with journey.asking():
            where.send_keys(Keys.CONTROL, "a")
            where.send_keys(typed + Keys.ENTER)
        assert journey.conditions[key] == value
    assert journey.run(f"return {STAGE}.dataset.view") == "icons", "digits choose no view"
    assert [box.get_attribute("value"), cost.get_attribute("value")] == ["13.4 %", "$2,500"]
    box.click()
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys("140 %" + Keys.ENTER)
    journey.until("return arguments[0].getAttribute('aria-invalid') === 'true'", box)
    assert journey.conditions[0] == 0.134
    outcome = f"return {STAGE}.querySelector('.present-outcome').textContent"
    assert "402 are positive" in journey.run(outcome)


@pytest.mark.same_page
def test_a_range_stands_in_the_box_of_its_slider(presenting):
    journey = presenting
    ranges = {"prior": [0.04, 0.12], "cost_fn": [4000, 4000], "cost_fp": [300, 300]}
    with journey.asking():
        journey.run("page.setConditions({ ranges: arguments[0] })", ranges)
    box = journey.select("#presentation .present-box input")
    assert box.get_attribute("value") == "4 %\u201312 %"
    assert not box.is_enabled()
