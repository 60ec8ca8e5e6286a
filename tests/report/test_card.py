"""The decision card: its texts are those of the summary, its bars the costs of the rules."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.choose.criteria import MostFlagged
from costdash.figures import View, make_scene
from costdash.intake.samples import load_sample
from costdash.report import api, card
from costdash.report.elements import element
from costdash.report.sentences.amounts import DOLLAR, Amounts, CaseUnit, ledger, money
from costdash.report.sentences.decision import NO_INTERVAL
from costdash.report.sentences.phrases import text_of
from costdash.report.summary import NO_CERTAINTY, Certainty, summarise
from costdash.report.tables.decision import rules_table
from tests.support.page_texts import elements, texts

EVIL = "<img src=x onerror=alert(1)>"
PREDICTIONS = Predictions(
    is_positive=[i % 2 == 0 for i in range(60)],
    scores={EVIL: [(i % 2 == 0) + i % 9 / 4 for i in range(60)], "b": list(range(60))},
)
ANALYSIS = analyse(PREDICTIONS, n_replicates=100)
SHOWN = View(models=tuple(ANALYSIS.models))
priors, costs = st.floats(1e-6, 1 - 1e-6), st.floats(1e-3, 1e6)
points = st.builds(OperatingPoint, priors, costs, costs)


def of(point, **view):
    scene = make_scene(ANALYSIS, point, replace(SHOWN, **view))
    return scene, summarise(scene, DOLLAR)


def words(tree):
    return "".join(texts(tree))


def test_text_and_attributes_are_escaped_where_the_tree_is_printed():
    tree = element("p", EVIL, None, ["&", element("b", 1)], title=f'"{EVIL}"', hidden=True, id=None)
    assert str(tree) == (
        '<p title="&quot;&lt;img src=x onerror=alert(1)&gt;&quot;" hidden>'
        "&lt;img src=x onerror=alert(1)&gt;&amp;<b>1</b></p>"
    )
    attributes = {"title": f'"{EVIL}"', "hidden": True}
    assert tree.node() == ["p", attributes, [EVIL, "&", ["b", {}, ["1"]]]]


@given(points)
def test_the_decision_on_the_card_is_that_of_the_summary(point):
    scene, said = of(point)
    headline, outcome = card.rule(scene, said)
    assert words(headline) == text_of(said.sentences.rule)
    assert words(outcome) == text_of(said.sentences.outcome)
    line, _, foot = card.against(scene, said, NO_CERTAINTY, DOLLAR)
    assert words(line) == text_of(said.sentences.against)
    assert not [*elements(foot, "p")]  # the interval stands in the line


def test_a_doubtful_choice_leads_to_the_comparison():
    scene, said = of(OperatingPoint(0.3))
    doubt = Certainty("nb may be as cheap", "", short="nb may be as cheap")
    sure = Certainty("rf is clearly the cheapest model", "", is_clear=True, short="rf is clear")

    def badge(certainty, **more):
        (foot,) = card.against(scene, said, certainty, DOLLAR, **more)[-1:]
        return foot.node()[2][-1]

    tag, about, words = badge(doubt, comparison="compare")
    assert (tag, about["data-tab"], words) == ("button", "compare", [doubt.short])
    assert badge(doubt)[0] == badge(sure, comparison="compare")[0] == "span"


@given(points)
def test_the_ledger_has_a_line_for_each_outcome_and_the_total_at_its_foot(point):
    scene, said = of(point)
    lines = ledger(said.recommended, point)
    tree = card.ledger_of(scene, said, DOLLAR)
    heads = [words(head) for head in elements(tree, "th", scope="row")]
    assert heads[:4] == ["Found", "Missed", "False alarms", "Correctly left alone"]
    (foot,) = elements(tree, "tfoot")
    assert lines.total in texts(foot)
    assert lines.label in texts(foot)


@pytest.mark.parametrize("known_prior", [False, True])
def test_flagging_all_has_the_limits_of_an_estimated_prior(known_prior):
    rows, _ = load_sample("breast-cancer")
    result = api.summarise(rows, cost_fn=300, known_prior=known_prior, n_replicates=200)
    report = result.report
    call = report.scene.decision.best
    limits = card.cost_limits(report.scene, report.summary, DOLLAR)
    assert call.call == "all"
    if known_prior:
        assert limits == NO_INTERVAL
    else:
        low, high = (1000 * report.point.scale * nec for nec in call.interval)
        assert limits == f"95 %: ${low:.0f} to ${high:.0f}"
        assert f"({limits})" in result.text()
    assert limits in words(card.ledger_of(report.scene, report.summary, DOLLAR))


@given(points)
def test_a_tried_rule_has_the_whole_card_and_a_way_back(point):
    scene, said = of(point, trial=("b", 3))
    headline, outcome = card.rule(scene, said)
    assert words(headline).startswith("Trying: flag a case when b scores ")
    assert words(outcome) == text_of(said.trial_words.outcome)
    line, bars, _ = card.against(scene, said, NO_CERTAINTY, DOLLAR)
    assert words(line).endswith(" the recommended rule.")
    assert not words(line).startswith("Saves")
    assert said.trial.expected_cost >= said.recommended_beside_trial.expected_cost * (1 - 1e-9)
    button = element("button", "Back")
    assert elements(card.ledger_of(scene, said, DOLLAR, end_trial=button), "button") == [button]
    labels = [label.attributes["title"] for label in elements(bars, "span", class_="bar-label")]
    assert [label.split(" ")[0] for label in labels] == ["Trying", "Recommended", "No"]


@given(points)
def test_bars_are_the_costs_of_the_rules_on_one_scale(point):
    scene, said = of(point, today=("b", 3))
    first, *rest = bars = card.compared_bars(scene, said, DOLLAR)
    assert first.text == ledger(said.recommended, point).total
    costs = {"This rule": said.recommended, "Today": said.today, "No model": scene.decision.trivial}
    reach = [bar.missed + bar.alarms for bar in bars]
    for bar, share in zip(bars, reach):
        cost = costs[bar.label.partition(",")[0]].expected_cost
        assert share * said.recommended.expected_cost == pytest.approx(cost * reach[0])
    ends = [*reach, *(first.interval or ())]
    assert max(ends) == pytest.approx(1)
    assert not any(bar.interval for bar in rest)


def test_how_sure_the_choice_is_waits_while_a_slider_moves():
    scene, said = of(OperatingPoint(0.5, 3, 1))
    clear, close = "rf is clearly the cheapest model", "a_long_name may be as cheap"
    sure = Certainty(clear, "", is_clear=True, short=clear)
    unsure = Certainty(close, "It costs $5.", short="a…name may be as cheap")
    for certainty, kind in ((sure, "good"), (unsure, "unsettled")):
        foot = card.against(scene, said, certainty, DOLLAR)[-1]
        (badge,) = elements(foot, "span", class_=f"badge badge-{kind} waits")
        assert words(badge) == certainty.short
        title = f"{close}. It costs $5." if certainty is unsure else ""
        assert badge.attributes["title"] == title


def test_the_card_says_what_a_limit_costs():
    point = OperatingPoint(0.4, 5)
    free, costly = MostFlagged(point, 1.0), MostFlagged(point, 0.05)
    scene, said = of(point, criterion=free)
    line, bars, foot = card.against(scene, said, NO_CERTAINTY, DOLLAR)
    (chip,) = elements(foot, "span", class_="badge limit-chip waits")
    assert words(chip) == said.limit_words
    assert said.limit_words == "Limit costs nothing"
    doubt = Certainty("b may be as cheap", "", short="b may be as cheap")
    foot = card.against(scene, said, doubt, DOLLAR)[-1]
    assert words(foot) == "Limit costs nothingb may be as cheap"
    assert (said.limit, names_of(bars)[0]) == (None, "This rule")
    scene, said = of(point, criterion=costly)
    line, bars, foot = card.against(scene, said, NO_CERTAINTY, DOLLAR)
    (chip,) = elements(foot, "span", class_="badge limit-chip binds waits")
    assert words(chip) == "Limit: 5 % of cases flagged"
    assert words(card.against(scene, said, doubt, DOLLAR)[-1]) == words(chip), "not known within it"
    more = said.recommended.expected_cost - scene.decision.best.expected_cost
    assert more > 0
    assert words(line).startswith(f"The limit costs {money(1000 * more)}: without it $")
    assert scene.decision.trivial.call == "all", "which the limit forbids"
    assert names_of(bars) == ["Within the limit", "Without it", "No model, flag none"]
    within, without, _ = card.compared_bars(scene, said, DOLLAR)
    assert within.text == ledger(said.recommended, point).total
    assert without.missed + without.alarms < within.missed + within.alarms
    assert of(point)[1].limit is None


@pytest.mark.parametrize(
    ("limit", "unit", "chip"),
    [
        (0.2 / 3, CaseUnit(3000, "month"), "Limit: 200 a month"),
        (100 / 1500, CaseUnit(45_656.25, "month"), "Limit: 100 a day"),
        (0.0501, CaseUnit(3001, "month"), "Limit: 5.01 % of cases flagged"),
        (0.05, CaseUnit(10_000), "Limit: 5 % of cases flagged"),
    ],
)
def test_the_chip_has_the_limit_as_it_was_typed(limit, unit, chip):
    point = OperatingPoint(0.4, 5)
    criterion = MostFlagged(point, limit)
    scene = make_scene(ANALYSIS, point, replace(SHOWN, criterion=criterion))
    assert summarise(scene, replace(DOLLAR, case_unit=unit)).limit.chip == chip


def test_a_limit_leaves_the_saving_against_todays_rule():
    point = OperatingPoint(0.4, 5)
    scene, said = of(point, criterion=MostFlagged(point, 0.05), today=("b", 50))
    line, *_ = card.against(scene, said, NO_CERTAINTY, DOLLAR)
    saving, price = words(line).split(". ", 1)
    assert "today's rule" in saving
    assert saving == text_of(said.sentences.against).split(". ")[0].rstrip(".")
    assert price == text_of(said.limit.price)


def near_models(seed=1, n=240):
    """Three models, of which the division into folds recommends now one and now another."""
    rng = np.random.default_rng(seed)
    is_positive = np.arange(n) < 30
    shared = rng.normal(size=n)
    scores = {
        name: 0.6 * shared + 0.8 * rng.normal(size=n) + shift * is_positive
        for name, shift in zip("abc", (1.0, 1.0, 1.1))
    }
    return Predictions(is_positive=is_positive, scores=scores)


def test_captions_of_the_free_choice_do_not_stand_on_a_rule_within_a_limit():
    conditions = {"prior": 0.125, "cost_fn": 10, "cost_fp": 1}
    free = api.summarise(near_models(), **conditions).report
    limited = api.summarise(
        near_models(), **conditions, criterion="max-flagged", max_flagged=0.02
    ).report
    assert limited.summary.limit is not None
    assert elements(card.rule(free.scene, free.summary), "p", class_="undecided waits")
    assert not elements(card.rule(limited.scene, limited.summary), "p", class_="undecided waits")
    for each, stands in ((free, True), (limited, False)):
        assert ("Undecided" in each.summary.text) == stands


def test_flagging_none_within_a_limit_is_not_called_the_cheapest():
    point = OperatingPoint(0.4, 5)
    _, said = of(point, criterion=MostFlagged(point, 1e-9))
    assert text_of(said.sentences.rule) == "Flag none."
    assert "is cheapest" not in said.text


def names_of(bars):
    return [label.attributes["title"] for label in elements(bars, "span", class_="bar-label")]


def test_each_amount_under_a_limit_has_its_own_interval():
    rows, _ = load_sample("breast-cancer")
    model = next(iter(rows.scores))
    limited = {"cost_fn": 30, "criterion": "max-flagged", "max_flagged": 0.2}
    today = model, sorted(rows.scores[model])[-20]
    report = api.summarise(rows, **limited, today=today).report
    price, saving, said = report.limit_price, report.summary.over_today, report.summary
    assert price.low < price.value < price.high
    assert saving.low < saving.value < saving.high
    assert saving.value == said.today.expected_cost - said.recommended.expected_cost
    line, _, foot = card.against(report.scene, said, NO_CERTAINTY, DOLLAR)
    amounts = Amounts.at(report.point, report.currency)

    def stated(found):
        ends = " to ".join(amounts.bare(amounts.cases * x) for x in (found.low, found.high))
        return f"{amounts.bare(amounts.cases * found.value)}", f"(95 %: {ends})"

    for found, between in ((saving, r".* against today's rule "), (price, " ")):
        amount, interval = map(re.escape, stated(found))
        assert re.search(amount + between + interval, words(line))
        assert re.search(interval, report.summary.detail) or found is saving
    (caution,) = elements(foot, "p")
    assert words(caution) == "Of so few rows such intervals are often too short."  # 569
    assert words(caution) in said.detail
    fields = api.summarise(rows, **limited).fields()["criterion"]
    assert fields["cost_of_limit_interval"] == [price.low, price.high]


def test_under_a_limit_the_table_says_how_its_cost_becomes_the_total():
    rows, _ = load_sample("leaving-customers")
    conditions = {"prior": 0.05, "cost_fn": 600, "cost_fp": 20, "cases": 10_000}
    report = api.summarise(rows, **conditions, criterion="max-flagged", max_flagged=0.02).report
    best, amounts = report.summary.recommended, Amounts.at(report.point, report.currency)
    alone, total = (amounts.bare(10_000 * cost) for cost in (best.model_cost, best.expected_cost))
    assert alone != total
    table = rules_table(report.summary.rules, report.point, report.currency, best)
    assert table.rows[0][5] == alone
    assert f"The model costs {alone} by itself." in table.note
    assert f"models {total}, the total of the decision." in table.note
    simple = api.summarise(rows, show=[best.model], **conditions).report
    plain = rules_table(simple.summary.rules, simple.point, recommended=simple.summary.recommended)
    assert "by itself" not in plain.note


def test_the_price_of_a_limit_has_no_caution_from_a_thousand_rows_on():
    rows, _ = load_sample("card-fraud")
    result = api.summarise(rows, cost_fn=40, criterion="max-flagged", max_flagged=0.01)
    limit = result.report.summary.limit
    assert "(95 %: " in text_of(limit.price)
    assert limit.caution == ""
    assert "too short" not in result.text()
