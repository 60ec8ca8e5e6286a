"""What-if questions (ranges, criteria, scenarios, cost matrix) and exports."""

import base64
import datetime
import struct

import pytest
from selenium.webdriver.common.keys import Keys

ENDS = ("prior-low", "prior-high", "cost-fn-low", "cost-fn-high")


def drawn(journey, panel, uid):
    """x of a trace; None if it is not drawn."""
    script = """
      const { graph } = page.getPanel(arguments[0]);
      const trace = graph.data.find(({ uid }) => uid === arguments[1]);
      return trace ? Array.from(trace.x) : null;
    """
    return journey.run(script, panel, uid)


@pytest.mark.same_page
def test_ranges_from_the_boxes_to_the_address_and_back(journey):
    assert not journey.find("prior-low").is_displayed()
    journey.use_ranges("prior", "cost-fn")
    for name, text in zip(ENDS, ("0.3 %", "1 %", "250", "1,000")):
        if journey.find(name).get_attribute("value") not in (text, f"${text}"):
            with journey.asking():
                journey.type(name, text)
    ranges = {"prior": [0.003, 0.01], "cost_fn": [250, 1000], "cost_fp": [5, 5]}
    assert journey.stored["ranges"] == ranges
    prior, cost_fn, cost_fp = journey.conditions
    assert 0.003 <= prior <= 0.01
    assert cost_fn == 500  # the middle, though 250 was typed before 1,000
    assert cost_fp == 5
    low_pcf = 0.003 * 250 / (0.003 * 250 + 0.997 * 5)
    high_pcf = 0.01 * 1000 / (0.01 * 1000 + 0.99 * 5)
    shaded = drawn(journey, "cost", "interval")
    assert abs(min(shaded) - low_pcf) < 1e-5
    assert abs(max(shaded) - high_pcf) < 1e-5
    assert drawn(journey, "roc", "optimal-range")
    journey.says("#decision .sensitivity", "your ranges")
    journey.says("#confusion", "ends: $")
    journey.says("#optimal-ranges", "Cheapest in parts of your ranges")
    journey.says("#ranking", "If its threshold follows the conditions")
    with journey.asking():
        choose(journey, "weighting", "PC(+) as a Beta distribution")
    with journey.asking():
        journey.type("beta-a", "2")
    journey.says("#ranking", "as Beta(2, ")
    with journey.asking():
        choose(journey, "weighting", "all values equally likely")
    journey.says("#ranking", "all equally likely")

    low, high = journey.driver.find_elements("css selector", "#cost-fn-slider [role=slider]")
    assert high.get_attribute("aria-valuetext") == "$1,000"
    words = ["[data-live=range-cost]", "#optimal-ranges", ".derived-values"]
    at_rest = [journey.text(place) for place in words]
    journey.run("arguments[0].scrollIntoView({ block: 'center' })", low)
    with journey.asking():
        journey.press_and_drag(low, -30)
        journey.until("return document.body.classList.contains('moving')")
        moving = [journey.text(place) for place in words]
        assert all(now != before for now, before in zip(moving, at_rest))
        assert drawn(journey, "cost", "interval") == shaded
        journey.release()
    assert [journey.text(place) for place in words] == moving
    assert min(drawn(journey, "cost", "interval")) < low_pcf
    with journey.asking():
        journey.driver.find_elements("css selector", "#prior-slider [role=slider]")[1].send_keys(
            "\ue014"
        )
    slid = journey.stored["ranges"]
    assert slid["prior"][0] == 0.003
    assert slid["prior"][1] > 0.01
    with journey.asking():
        journey.click("#undo")
    with journey.asking():
        journey.click("#undo")

    with journey.asking():
        journey.type("prior-low", "0.5")
    assert journey.stored["ranges"]["prior"] == [0.005, ranges["prior"][1]], "read in percent"
    assert "Read 0.5 as 0.5 %" in journey.text("#prior-meaning")
    with journey.asking():
        journey.click("#prior-meaning button")
    assert journey.stored["ranges"]["prior"][0] == 0.5, "50 % was meant"
    for _ in range(2):
        with journey.asking():
            journey.click("#undo")
    assert journey.stored["ranges"] == ranges
    journey.type("prior-low", "2 in a few")
    refused = "return document.getElementById('prior-low').getAttribute('aria-invalid') === 'true'"
    journey.until(refused)
    assert journey.stored["ranges"] == ranges

    journey.driver.refresh()
    journey.until("return page.lastAnswer()")
    journey.settled()
    assert journey.stored["ranges"] == ranges
    assert journey.find("prior-low").get_attribute("value") == "0.3 %"
    journey.use_ranges("prior", "cost-fn")
    assert journey.stored["ranges"] is None
    assert drawn(journey, "cost", "interval") is None
    assert journey.text("#decision .sensitivity") is None
    for _ in range(2):  # changes within a second share one entry of the history
        if journey.stored["ranges"] != ranges:
            with journey.asking():
                journey.driver.back()
    assert journey.stored["ranges"] == ranges


@pytest.mark.same_page
def test_the_ends_of_a_range_can_be_typed_in_any_order(journey):
    """An end beyond the other end takes it along, which a notice says and takes back."""
    journey.use_ranges("cost-fn")
    first = journey.stored["ranges"]["cost_fn"]
    for names in (("cost-fn-low", "cost-fn-high"), ("cost-fn-high", "cost-fn-low")):
        for ends in ([10 * first[1], 11 * first[1]], [first[0] / 10, first[0] / 8]):
            for name in names:
                with journey.asking():
                    journey.type(name, f"{ends[name.endswith('high')]:g}")
            assert journey.run("return page.currentConditions().ranges.cost_fn") == ends
            assert not journey.driver.find_elements("css selector", "[aria-invalid=true]")
    before = journey.stored["ranges"]["cost_fn"]
    with journey.asking():
        journey.type("cost-fn-low", "5,000")
    low, high = journey.stored["ranges"]["cost_fn"]
    assert low == 5000 < high
    journey.says(".mantine-Notification-description", "At least $5,000: the upper end moved to ")
    with journey.asking():
        journey.driver.find_element(
            "css selector", ".mantine-Notification-root .link-button"
        ).click()
    assert journey.stored["ranges"]["cost_fn"] == before
    journey.until("return document.querySelector('.mantine-Notification-root') === null")


@pytest.mark.same_page
def test_a_value_outside_its_range_moves_the_range(journey):
    journey.use_ranges("cost-fn")
    with journey.asking():
        journey.run("page.setConditions({ cost_fn: 100000 })")
    low, high = journey.stored["ranges"]["cost_fn"]
    assert low < 100000 < high
    assert journey.stored["cost_fn"] == 100000


@pytest.mark.same_page
def test_one_condition_is_a_range_and_the_others_stay_exact(journey):
    prior, _, cost_fp = journey.conditions
    journey.use_ranges("cost-fp")
    assert journey.stored["ranges"] == {
        "prior": [prior] * 2,
        "cost_fn": [journey.conditions[1]] * 2,
        "cost_fp": [cost_fp / 2, cost_fp * 2],
    }
    assert not journey.find("prior-low").is_displayed()
    assert not journey.find("cost-fp-box").is_displayed()
    with journey.asking():
        journey.type("cost-fn-box", "77")
    with journey.asking():
        journey.type("prior-box", "3 %")
    assert journey.stored["ranges"]["cost_fn"] == [77, 77]
    assert journey.stored["ranges"]["prior"] == [0.03, 0.03]
    with journey.asking():
        journey.point("cost", 0.5, None, click=True)
    assert journey.stored["ranges"]["cost_fn"] == [journey.conditions[1]] * 2
    journey.use_ranges("cost-fp")
    assert journey.stored["ranges"] is None


def choose(journey, name, text):
    """An option of a select."""
    journey.click(f"#{name}")
    path = f"//div[@role='option'][normalize-space()='{text}']"
    journey.until("return document.querySelector('[role=option]') !== null")
    for option in journey.driver.find_elements("xpath", path):
        if option.is_displayed():
            option.click()
            return


@pytest.mark.same_page
def test_a_criterion_with_a_limit_is_drawn_and_survives_a_reload(journey):
    with journey.asking():
        choose(journey, "criterion", "Find all that a false alarm rate allows")
    assert "Chosen to flag at most 10 % of negatives." in journey.decision
    assert drawn(journey, "roc", "choice-limit") == [0.1, 0.1]
    with journey.asking():
        journey.type("criterion-limit", "3 in 100")
    assert drawn(journey, "roc", "choice-limit") == [0.03, 0.03]
    with journey.asking():
        journey.click("#criterion-confidence")
    assert "with 95 % confidence" in journey.decision

    with journey.asking():
        choose(journey, "criterion", "Use the whole capacity")
    before = journey.decision
    journey.reveal("#prior-slider")
    journey.press_and_drag(journey.select("#prior-slider [role=slider]"), -30)
    journey.until("return document.body.classList.contains('moving')")
    waits = "return document.body.classList.contains('choice-waits')"
    assert journey.decision != before or journey.run(waits)
    journey.release()
    journey.settled()
    assert journey.decision != before

    with journey.asking():
        choose(journey, "criterion", "A threshold of my own")
    with journey.asking():
        journey.type("fixed-threshold-score", "0.5")
    assert not journey.find("criterion-limit-row").is_displayed()
    rule = journey.stored["criterion"]
    assert rule["threshold"] == 0.5
    journey.driver.refresh()
    journey.until("return page.lastAnswer()")
    journey.settled()
    assert journey.stored["criterion"] == rule
    assert journey.find("fixed-threshold-score").get_attribute("value") == "0.5"
    with journey.asking():
        choose(journey, "criterion", "Least expected cost")
    assert drawn(journey, "roc", "iso")


def names(journey):
    script = """
      const rows = document.querySelectorAll('#scenario-table tbody th');
      return [...rows].map((row) => row.lastChild.textContent);
    """
    return journey.run(script)


def press(journey, action, place):
    with journey.asking():
        journey.click(f"[data-scenario={action}][data-place='{place}']")


@pytest.mark.same_page
def test_scenarios_are_saved_renamed_moved_loaded_and_deleted(journey):
    for name in ("Town", "City"):
        with journey.asking():
            journey.type("scenario-name", name)
    journey.until("return document.querySelectorAll('#scenario-table tbody tr').length === 3")
    first = names(journey)
    with journey.asking():
        journey.type("prior-box", "0.3 %")
    with journey.asking():
        journey.type("scenario-name", "Rural; ~ 100 %")
    journey.until("return document.querySelectorAll('#scenario-table tbody tr').length === 4")
    kept = journey.conditions
    press(journey, "up", 2)
    journey.click("[data-scenario=rename][data-place='1']")
    journey.until("return document.getElementById('scenario-name').value.startsWith('Rural')")
    with journey.asking():
        journey.type("scenario-name", "Rural")
    press(journey, "load", 0)
    assert journey.conditions != kept
    press(journey, "delete", 0)
    journey.until("return document.querySelectorAll('#scenario-table tbody tr').length === 3")
    assert names(journey) == ["Now", "Rural", first[2]]
    journey.driver.refresh()
    journey.until("return page.lastAnswer()")
    journey.settled()
    journey.until("return document.querySelectorAll('#scenario-table tbody tr').length === 3")
    press(journey, "load", 0)
    assert journey.conditions == kept


@pytest.mark.same_page
def test_the_decision_is_copied(journey):
    journey.click("#copy-text")
    journey.says("#copy-button", "Copied")
    assert journey.text("#decision .headline") in journey.run("return page.lastCopied()")
    journey.click("#rule-as-code")
    journey.says("#rule-text", "score >= ")
    journey.says("#rule-text", "# score: the column ")
    threshold = journey.select("#decision [data-role=threshold]").text
    model = journey.select("#decision [data-role=model]").text
    words = (("words", "$200 a miss, $5 a false alarm."), ("words", "?prior="))
    for kind, text in (
        *words,
        ("sql", f'"{model}" >= {threshold}'),
        ("json", '"sha256": '),
    ):
        journey.click(f"[data-rule={kind}]")
        journey.says("#rule-text", text)
        journey.click("#copy-code")
        journey.says("#copy-code", "Copied")
        assert journey.run("return page.lastCopied()") == journey.text("#rule-text")
        journey.says("#copy-code", "Copy")
    journey.driver.find_element(
        "css selector", ".mantine-Modal-content:has(#rule-text) [aria-label=Close]"
    ).click()


@pytest.mark.same_page
def test_the_decision_is_saved_as_an_image_of_its_own_texts(journey):
    """The file is a PNG with the texts of the card, the conditions, the data set and the date."""
    journey.use_ranges("prior")
    journey.run("""
      window.mustReload = true;
      window.drawn = [];
      const fillText = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        window.drawn.push(text);
        return fillText.call(this, text, ...place);
      };
      URL.createObjectURL = (blob) => {
        const reader = new FileReader();
        reader.onload = () => { window.image = reader.result; };
        reader.readAsDataURL(blob);
        return '#';
      };
    """)
    journey.click("#save-card")
    head, content = journey.until("return window.image").split(",", 1)
    data = base64.b64decode(content)
    assert head == "data:image/png;base64"
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (2400, 1260)
    assert len(data) > 20_000
    texts = "".join(journey.run("return window.drawn"))
    for place in ("#decision .headline", "#decision .sensitivity", ".decision .total"):
        assert journey.text(place) in texts
    for place in (".decision .against-line", "#dataset-name b", ".decision .badge"):
        assert journey.text(place) in texts
    for row in journey.run("return [...document.querySelectorAll('#confusion tbody td')]"):
        assert row.get_attribute("textContent") in texts
    allowances = "[...document.querySelectorAll('.decision .bar-allowance')]"
    wide = "(part) => parseFloat(part.getAttribute('width')) > 0"
    allowed = journey.run(f"return {allowances}.some({wide})")
    assert ("allowance" in texts) == allowed
    assert "chosen on these rows" not in texts
    assert "a false alarm; ranges " in texts
    assert f"{datetime.datetime.now():%B %Y}" in texts


def test_the_image_of_the_decision_breaks_its_lines_before_the_margin(journey):
    """A long limit, and models that may be as cheap, stand below the bars."""
    journey.run("""
      window.mustReload = true;
      window.ends = {};
      const fillText = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y, most = Infinity) {
        const width = Math.min(this.measureText(text.trimEnd()).width, most);
        window.ends[text] = this.textAlign === 'right' ? x : x + width;
        return fillText.call(this, text, x, y, ...(most < Infinity ? [most] : []));
      };
      for (const chip of document.querySelectorAll('.decision .badge')) {
        chip.textContent = 'Limit: 30 % of all cases flagged (15,000 a month), sure '.repeat(2);
      }
      document.getElementById('save-card').click(); // before an answer draws the card again
    """)
    journey.until("return Object.keys(window.ends).some((text) => text.endsWith('costdash'))")
    ends = journey.run("return window.ends")
    assert "Limit: " in ends
    assert max(ends.values()) <= 1200 - 48 + 0.5


def test_the_report_is_downloaded_under_the_typed_title(journey):
    """tests/web and tests/report test the rest of the file."""
    journey.run("""
      window.reports = [];
      URL.createObjectURL = (blob) => {
        blob.text().then((text) => window.reports.push(text));
        return '#';
      };
    """)
    journey.type("report-title", "Spring screening")
    journey.click("#report-button")
    journey.until("return window.reports[0]?.length > 500000")
    title = 'return window.reports[0].includes(`<b class="title">Spring screening</b>`)'
    assert journey.run(title)
    journey.says("#report-button", "Download the report")


def test_a_full_matrix_becomes_two_costs_and_a_constant(journey):
    journey.click("#matrix-button")
    journey.until("return document.getElementById('matrix-false-negative')?.offsetParent")
    costs = {"true-positive": -1, "false-negative": -1, "false-positive": 1, "true-negative": 0}
    for name, cost in costs.items():
        journey.type(f"matrix-{name}", str(cost))
    journey.says("#matrix-sentence", "must cost more than")
    assert not journey.find("matrix-use").is_enabled()
    journey.type("matrix-false-negative", "100")
    journey.type("matrix-cases", "2,000")
    journey.says("#matrix-sentence", "a missed positive costs $101")
    with journey.asking():
        journey.until("return !document.getElementById('matrix-use').disabled")
        journey.click("#matrix-use")
    assert journey.conditions[1:] == (101, 1)
    journey.says("#rules", "per month of 2,000 cases")
    journey.driver.refresh()
    journey.until("return page.lastAnswer()")
    journey.settled()
    journey.says("#rules", "per month of 2,000 cases")
    assert "cases a month" in journey.decision
    with journey.asking():
        journey.click("#case-unit label:nth-of-type(1)")
    assert "month" not in journey.text("#rules")
    with journey.asking():
        journey.type("cost-fn-box", "50")
    assert "In all, the rule" not in journey.text("#rules")

    journey.click("#matrix-button")
    journey.until("return document.getElementById('matrix-false-negative')?.offsetParent")
    journey.click("#matrix-tables summary")
    journey.click("[data-matrix-example]")
    journey.says("#matrix-table-costs", "The second is better at every PC(+)")
    assert (
        journey.find("matrix-false-negative").get_attribute("value") == "50"
    )  # what was typed stays


@pytest.mark.same_page
def test_a_click_on_the_map_goes_to_its_conditions(journey):
    where = """
      const graph = document.querySelector('#map-panel .js-plotly-plot') ||
        document.querySelector('#map-panel.js-plotly-plot');
      if (!graph) return null;
      const { xaxis, yaxis } = graph._fullLayout;
      const place = [Math.log(0.02 / 0.98), Math.log(100)];
      return [xaxis._offset + xaxis.l2p(place[0]), yaxis._offset + yaxis.l2p(place[1])];
    """
    journey.until(where)
    card = journey.find("map-panel")
    journey.run("arguments[0].scrollIntoView({ block: 'center' })", card)
    x, y = journey.run(where)
    with journey.asking():
        journey.click_at(card, x, y)
    prior, cost_fn, cost_fp = journey.conditions
    assert (prior, cost_fn / cost_fp) == (0.02, 100)
    journey.says("#doubts", "Find out")
    journey.says("#validity", "With its threshold chosen again, the model is 90 % sure to cost")


def test_each_limit_says_its_price_before_it_is_chosen(journey):
    assert journey.run("return document.querySelectorAll('.limit').length") == 0
    journey.click("#settings-button")
    journey.until("return document.querySelectorAll('#limit-prices .limit-price').length === 4")
    rows = journey.run("return [...document.querySelectorAll('.limit')].map((b) => b.innerText)")
    values = journey.run(
        "return [...document.querySelectorAll('.limit .limit-box')].map((b) => b.value)"
    )
    assert rows[0].strip() == "None"
    assert values == ["80 %", "10 %", "50 %"]
    assert "20 %" in rows[1]  # typed in the conditions bar
    found = next(row for row in rows if "of positives found" in row)
    price = found.rsplit("costs ", 1)[1].removesuffix(" more")
    with journey.asking():
        journey.run("document.querySelector('[data-limit-kind=min-recall]').click()")
    journey.says(".decision", f"The limit costs {price} (95 %: ")
    with journey.asking():
        journey.type("today-threshold", "0.5")
    journey.says(".against-line", "against today's rule")
    journey.says(".against-line", f"The limit costs {price} (95 %: ")
    chosen = "return document.querySelector('.limit.chosen')?.dataset.limitKind"
    journey.until(f"{chosen} === 'min-recall'")
    with journey.asking():
        journey.run("document.querySelector('.limit').click()")
    assert journey.run("return page.currentConditions().criterion") is None


def test_a_number_of_labels_is_typed_and_answered(journey):
    journey.says("#doubts", "More labels")
    journey.type("more-labels", "5,000")
    journey.says("#label-value", "5,000 more cases like these would save about")
    journey.type("more-labels", "several")
    journey.says(".label-value", "A number of labels, such as 5,000.")
    assert journey.run("return page.currentView().more_labels") == 5000


@pytest.mark.same_page
def test_the_address_holds_the_number_of_labels(journey):
    journey.says("#doubts", "More labels")
    with journey.asking():
        journey.type("more-labels", "5k")
    journey.says("#label-value", "5,000 more cases")
    box = "return document.getElementById('more-labels').value"
    journey.driver.refresh()
    journey.settled()
    journey.says("#label-value", "5,000 more cases")
    assert journey.run(box) == "5,000"
    with journey.asking():
        journey.type("more-labels", "300")
    journey.says("#label-value", "300 more cases")
    with journey.asking():
        journey.driver.back()
    journey.says("#label-value", "5,000 more cases")
    assert journey.run(box) == "5,000"
    with journey.asking():
        journey.type("more-labels", Keys.DELETE)
    assert "more_labels=" not in journey.run("return window.location.search")
    journey.until("return !document.getElementById('label-value').textContent")
