"""One total for one rule, on every output; counts of the printed rule; the model of least cost."""

import csv
import io
import json
import re
import shutil
import subprocess
from dataclasses import asdict
from functools import cache
from pathlib import Path
from statistics import mean
from subprocess import PIPE

import numpy as np
import pytest

from costdash import summarise
from costdash.core import ConfusionMatrix, Predictions, RowCosts, Split
from costdash.figures import live
from costdash.intake.samples import SAMPLES, load_sample
from costdash.report.api import Summary, options_of_keywords
from costdash.report.json.handover import decision_file
from costdash.report.request import Request
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.comparison import difference_words
from costdash.report.tables.model_summary import model_summary
from costdash.web.callbacks.boot_data import of_page
from costdash.web.stores.answer import Parts
from tests.support.parsed_page import ParsedPage

NODE, TWINS = shutil.which("node"), Path(__file__).parents[1] / "js" / "card_texts.js"
CRITERIA_VALUES = {
    "fpr": {"max_fpr": 0.1},
    "tpr": {"min_tpr": 0.8},
    "capacity": {"capacity": 0.2},
    "error": {},
    "product": {},
    "max-flagged": {"max_flagged": 0.1},
    "max-alarms": {"max_alarms": 0.05},
}
CONDITIONS = (
    {"prior": 0.1, "cost_fn": 10, "cost_fp": 1},
    {"prior": 0.4, "cost_fn": 2, "cost_fp": 3},
    {"prior": 0.005, "cost_fn": 300, "cost_fp": 5},
    {},
)


def drawn(seed, **more):
    """Random rows of three models, two of them close."""
    rng = np.random.default_rng(seed)
    is_positive = np.arange(240) % 3 == 0
    shifts = {"a": 1.2, "b": 1.1, "c": 0.3}
    scores = {name: rng.normal(size=240) + x * is_positive for name, x in shifts.items()}
    scores["c"] = np.round(scores["c"])
    fields = {name: make(rng) for name, make in more.items()}
    return Predictions(is_positive=is_positive, scores=scores, **fields)


def weights(rng):
    return rng.choice([0.5, 1, 3], 240)


def costs(rng):
    return RowCosts(*rng.lognormal(0, 0.7, (2, 240)))


FILES = {
    "plain": {},
    "weights": {"weight": weights},
    "clusters": {"cluster": lambda _: np.arange(240) // 4},
    "folds": {"fold": lambda rng: rng.permutation(240) % 5},
    "hold-out": {"split": lambda rng: Split(rng.random(240) < 0.5, "dev", "test")},
    "costs per case": {"costs": costs},
    "weights and costs": {"weight": weights, "costs": costs},
    "weights and clusters": {"weight": weights, "cluster": lambda rng: rng.integers(0, 80, 240)},
    "a matrix": {"confusions": lambda _: {"M": ConfusionMatrix(60, 25, 20, 135)}},
}


def all_rows():
    for key in SAMPLES:
        yield key, lambda key=key: load_sample(key)[0]
    for k, (name, more) in enumerate(FILES.items()):
        yield name, lambda k=k, more=more: drawn(k, **more)


ROWS = dict(all_rows())


class Analysed:
    """Rows that are analysed once: all questions share what follows from them, as on the page."""

    def __init__(self, rows):
        self.rows, self.first = rows, summarise(rows, n_replicates=100).report

    def summarise(self, **options):
        """As `costdash.summarise`."""
        derived = self.first.derived
        request = options_of_keywords(options | {"n_replicates": 100}).request(derived.analysis)
        return Summary(request.report(derived, self.first.source))


@pytest.fixture(params=ROWS, scope="module")
def analysed(request):
    return Analysed(ROWS[request.param]())


class Once:
    """A summary whose text, page and JSON are written once, for all tests that read them."""

    def __init__(self, made):
        self.report, self.csv = made.report, made.csv
        self.text, self.html, self.fields = map(cache, (made.text, made.html, made.fields))
        self.page_text = cache(lambda: ParsedPage(self.html()).text)


@pytest.fixture(params=CONDITIONS, ids=str, scope="module")
def summary(request, analysed):
    return analysed.rows, Once(analysed.summarise(**request.param))


@pytest.fixture(params=CRITERIA_VALUES)
def by_criterion(request, analysed):
    """A choice by another criterion than cost."""
    key, values = request.param, CRITERIA_VALUES[request.param]
    conditions = {"prior": 0.1, "cost_fn": 10, "cost_fp": 1}
    return analysed.rows, Once(analysed.summarise(criterion=key, **values, **conditions))


def page_of(made):
    """The page's answer to the same question."""
    report = made.report
    request = Request(point=report.point, view=report.view, currency=report.currency)
    return Parts(request, report.analysis, report.view)


def text_of(node):
    """The text of an element without the questions in it and their answers."""
    if isinstance(node, str):
        return node
    if "ask" in node.attributes.get("class", ""):
        return ""
    return "".join(map(text_of, node.children))


def lines_of(node):
    """Every line of a table that is not hidden."""
    if isinstance(node, str) or "hidden" in node.attributes:
        return
    if node.tag == "tr":
        yield [text_of(cell) for cell in node.children]
    for child in node.children:
        yield from lines_of(child)


def card_of(parts):
    """The card's ledger as it stands on the page: word, count, price and amount; the total."""
    _, *lines, total = lines_of(parts.confusion)
    cells = [line if len(line) == 4 else [line[0].strip(), "", "", line[-1]] for line in lines]
    return cells, total[-1]


def amount_in(text):
    """The number of an amount as printed, with its sign."""
    (digits,) = re.findall(r"[\d,.]+", text)
    sign = -1 if "\u2212" in text or text.startswith("-") else 1
    return sign * float(digits.replace(",", ""))


def printed_ledger(text):
    """Lines of the ledger in a text, and its total."""
    lines = [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()]
    start = next(i for i, line in enumerate(lines) if line[0] == "Outcome")
    entries = {line[0]: line[-1] for line in lines[start + 1 : start + 9] if len(line) > 1}
    total = entries.pop("Total", None) or entries.pop("Total of errors", None)
    total = total or entries["Missed and false alarms"]
    entries.pop("Missed and false alarms", None)
    return entries, total


def printed_total(made):
    return printed_ledger(made.text())[1]


def test_allowances_lead_from_the_rows_to_the_total(summary):
    _, made = summary
    for found in (made.fields()["best"], decision_file(made.report)["per_case"]):
        allowance = found["allowance"]
        if allowance is None:
            continue
        point = made.report.point
        rows_cost = point.expected_cost(found["fpr"], found["tpr"])
        total = rows_cost + allowance["tuning"] + allowance["choosing"]
        assert found["expected_cost"] == pytest.approx(total)


def test_rates_are_those_of_the_printed_rule_on_the_rows(summary):
    rows, made = summary
    best = made.report.scene.decision.best
    if best.model not in rows.scores or rows.costs is not None:
        return
    rows = rows if rows.split is None else rows.evaluation_part
    called = rows.scores[best.model] >= float(best.text)
    weight = np.ones(called.size) if rows.weight is None else rows.weight
    for rate, part in ((best.fpr, ~rows.is_positive), (best.tpr, rows.is_positive)):
        assert rate == pytest.approx(weight[part & called].sum() / weight[part].sum())


def test_tool_tips_of_counts_are_plain_counts_at_the_printed_threshold(summary):
    rows, made = summary
    best = made.report.scene.decision.best
    if best.model not in rows.scores or rows.weight is not None:
        return
    rows = rows if rows.split is None else rows.evaluation_part
    called, where = rows.scores[best.model] >= float(best.text), "in the file"
    if rows.split is None and made.report.analysis.hold_out is not None:
        where = f"in {made.report.analysis.hold_out.judge_on}"
    page = made.html()
    for noun, part in (("positives", rows.is_positive), ("negatives", ~rows.is_positive)):
        flagged = int((called & part).sum())
        for count in (flagged, int(part.sum()) - flagged):
            assert f'title="{count:,} of {part.sum():,} {noun} {where}' in page


def test_limits_of_rates_are_the_same_in_text_report_and_json(summary):
    _, made = summary
    fields = made.fields()
    limits = fields["best"].get("tpr_interval")
    texts = (made.text(), made.page_text())
    for text in texts:
        assert ("On other rows it finds " in text) == (limits is not None)
    if limits is None:
        return
    point, amounts = made.report.point, Amounts.at(made.report.point)
    positives = amounts.cases * point.prior
    assert limits[0] <= fields["best"]["tpr"] <= limits[1]
    if positives >= 10 and not amounts.case_unit.is_single_case:
        low, high = (f"{int(positives * end + 0.5):,}" for end in limits)
        for text in texts:
            assert f"finds {low} to {high} of " in text


def test_the_recommended_model_is_that_of_least_total(summary):
    _, made = summary
    fields = made.fields()
    costs = {model["name"]: model["at"]["expected_cost"] for model in fields["models"]}
    best, report = fields["best"], made.report
    if best["model"] is None or report.analysis.hold_out is not None:
        return
    choosing = (best["allowance"] or {"choosing": 0})["choosing"]
    assert best["expected_cost"] - choosing == pytest.approx(min(costs.values()))
    assert costs[best["model"]] == pytest.approx(min(costs.values()))
    amounts = Amounts.at(report.point)
    words = model_summary(
        report.scene.analysis, report.point, report.shown, amounts, report.scene.decision.best
    )
    for model in words:
        assert model.amount == amounts.bare(amounts.cases * costs[model.name])
        assert model.name != best["model"] or not model.more


def test_the_ledger_adds_up_as_printed_and_its_total_is_the_same_everywhere(summary):
    _, made = summary
    text, page = made.text(), made.page_text()
    entries, total = printed_ledger(text)
    paid = [
        amount_in(amount)
        for word, amount in entries.items()
        if word.startswith(("Missed", "False alarms", "Allowance")) and re.search(r"\d", amount)
    ]
    assert sum(paid) == pytest.approx(amount_in(total), abs=1e-9 * max(1, abs(sum(paid))))
    assert f": {total} " in text or f": {total}." in text
    assert total in page
    fields = made.fields()
    cases = fields["amounts"]["cases"]
    assert fields["amounts"]["expected_cost"] == pytest.approx(
        cases * fields["best"]["expected_cost"]
    )
    assert amount_in(total) == pytest.approx(fields["amounts"]["expected_cost"], rel=0.006)


def test_how_sure_which_model_is_the_same_statement_everywhere(summary):
    _, made = summary
    report, found = made.report, made.fields()["cheapest"]
    statement = found["statement"] if found else ""
    assert report.certainty.sentence == statement
    if found is None:
        return
    text, page = made.text(), made.page_text()
    assert (f"{statement}." in text) != bool(report.summary.sentences.warning)
    assert (statement in page) != bool(report.summary.sentences.warning)
    unsure = {other["model"] for other in found["others"] if other["p_holm"] > 0.05}
    assert set(found["may_be_as_cheap"]) == unsure
    assert not unsure or not found["clear"]
    compared = {frozenset((t.comparison.a, t.comparison.b)): t.here for t in report.pair_tests}
    for name in (other["model"] for other in found["others"]):
        if found["model"] is not None:
            pair = compared[frozenset((found["model"], name))]
            assert pair.remains(0.95) == (name not in unsure)
            said = pair_said(report, found["model"], name)
            assert ("That is more than chance" in said) == pair.remains(0.95) or "alone;" in said
    decision, names = report.scene.decision, report.shown
    ranges = report.derived.clear_ranges(report.scene.analysis, decision, names)
    on_map = any(low < report.point.pcf < high for low, high in ranges)
    worth = decision.saving_interval is None or decision.saving_interval[0] > 0
    assert on_map == (found["clear"] and worth)


def test_that_the_folds_decide_is_said_everywhere(summary):
    _, made = summary
    fields, report = made.fields(), made.report
    found = fields["undecided"]
    assert (found is None) == (report.summary.sentences.undecided == "")
    words = decision_file(report)["rule"]["words"]
    for text in (made.text(), made.page_text(), words):
        assert ("the division into folds decides" in text) == (found is not None)
        assert found is None or found["statement"] in text
    if found is not None:
        first, *others = ((rule["model"], rule["call"]) for rule in found["rules"])
        assert first == (fields["best"]["model"], fields["best"]["call"])
        assert others


def pair_said(report, a, b):
    """What Compare says of a pair at the present conditions."""
    [pair] = report.compared([(a, b)], (report.point.pcf,))
    return difference_words(pair, report.point, tests=report.pair_tests).chance


def test_tables_and_json_have_the_totals_of_models(summary):
    _, made = summary
    fields = json.loads(json.dumps(made.fields()))
    costs = {model["name"]: model["at"]["expected_cost"] for model in fields["models"]}
    head, *table = csv.reader(io.StringIO(made.csv("rules")))
    cost, rule = next(i for i, name in enumerate(head) if name.startswith("expected cost")), 0
    seen = 0
    for row in table:
        name = row[rule].removeprefix("Best: ")
        if name in costs:
            assert float(row[cost]) == pytest.approx(costs[name])
            seen += 1
    assert seen >= len(costs)
    best = fields["best"]
    model_cost = best["expected_cost"] - (best["allowance"] or {"choosing": 0})["choosing"]
    assert fields["scenarios"][0]["expected_cost"] == pytest.approx(model_cost)
    low, high = best["cost_interval"] or (best["expected_cost"],) * 2
    assert low <= best["expected_cost"] <= high
    if made.report.analysis.hold_out is None and best["model"] and rows_vary(fields):
        assert mean((low, high)) == pytest.approx(best["expected_cost"], rel=0.5)


def rows_vary(fields):
    return fields["method"]["thresholds"] == "cross-fitted" and fields["best"]["expected_cost"] > 0


@pytest.fixture(scope="module")
def scripts():
    """What the scripts print of a card; None without node."""
    if NODE is None:
        yield None
        return
    with subprocess.Popen([NODE, TWINS], stdin=PIPE, stdout=PIPE, text=True) as node:

        def printed(card):
            print(
                json.dumps({"boot": of_page()} | card, allow_nan=False), file=node.stdin, flush=True
            )
            return json.loads(node.stdout.readline())

        yield printed
        node.stdin.close()


def card_sent(made, parts):
    """What the page sends its scripts about the card."""
    return {
        "live": live(made.report.scene.analysis, made.report.view),
        "point": asdict(made.report.point),
        "bars": parts.bars,
        "choice": made.report.view.criterion is not None,
    }


def check_card(made, total, scripts):
    """Card, saved picture and presentation print the ledger and the total of text and report.

    The saved picture reads the card (tests/browser/journeys), the presentation prints `lines`.
    """
    parts = page_of(made)
    lines, on_card = card_of(parts)
    assert on_card == total
    paid = [
        amount_in(amount or count)  # without prices errors are counted
        for word, count, _, amount in lines
        if word.startswith(("Missed", "False alarms", "Allowance"))
    ]
    assert sum(paid) == pytest.approx(amount_in(total), abs=1e-9 * max(1, abs(sum(paid))))
    assert total in " ".join(map(text_of, parts.against))
    if scripts is None:
        return
    twin = scripts(card_sent(made, parts))  # while a slider moves, and in the presentation
    assert twin["total"] == total
    columns = "word", "count", "price", "amount"
    assert [[line[column] for column in columns] for line in twin["lines"]] == lines
    assert dict(twin["bars"])["This rule"] == total
    assert twin["cost"] == pytest.approx(parts.summary.recommended.expected_cost)


def test_page_and_scripts_print_the_ledger_and_the_total_of_the_report(summary, scripts):
    _, made = summary
    check_card(made, printed_total(made), scripts)


def test_a_criterion_has_one_total_too(by_criterion, scripts):
    _, made = by_criterion
    check_card(made, printed_total(made), scripts)
    check_cells(made)


@pytest.mark.parametrize("name", ["folds", "hold-out"])
def test_what_questions_share_changes_no_answer(name):
    """Also where the same question has been asked before."""
    analysed, alone = Analysed(ROWS[name]()), []
    questions = [*CONDITIONS[:2], {"criterion": "capacity", "capacity": 0.2}]
    for question in questions:
        alone.append(summarise(analysed.rows, n_replicates=100, **question))
    for question, fresh in zip((*questions, questions[0]), (*alone, alone[0]), strict=True):
        shared = analysed.summarise(**question)
        assert json.dumps(shared.fields()) == json.dumps(fresh.fields())
        assert shared.text() == fresh.text()


def test_the_csv_of_the_ledger_adds_up_to_the_total(summary):
    check_cells(summary[1])


def check_cells(made):
    _, *table = csv.reader(io.StringIO(made.csv("cells")))
    if made.report.view.criterion is None:
        paid = sum(float(row[-1]) for row in table)
        assert paid == pytest.approx(made.fields()["amounts"]["expected_cost"])
    allowance = made.report.summary.shown_call[1].allowance
    kinds = [row[1] for row in table[4:]]
    wanted = [allowance.tuning != 0, allowance.choosing != 0] if allowance else []
    assert len(kinds) == sum(wanted)
    assert all(kind.startswith("allowance for ") for kind in kinds)
