"""One total for one rule, on every output; counts of the printed rule; the model of least cost."""

import csv
import io
import json
import re
from statistics import mean

import numpy as np
import pytest

from costdash import summarise
from costdash.core import ConfusionMatrix, Predictions, RowCosts, Split
from costdash.intake.samples import load_sample
from costdash.report.json.handover import decision_file
from costdash.report.sentences.amounts import Amounts
from costdash.report.tables.model_summary import model_summary
from tests.support.parsed_page import ParsedPage

SAMPLES = ("breast-cancer", "card-fraud", "guardrail")
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


FILES = {
    "plain": {},
    "weights": {"weight": lambda rng: rng.choice([0.5, 1, 3], 240)},
    "clusters": {"cluster": lambda _: np.arange(240) // 4},
    "folds": {"fold": lambda rng: rng.permutation(240) % 5},
    "hold-out": {"split": lambda rng: Split(rng.random(240) < 0.5, "dev", "test")},
    "costs per case": {"costs": lambda rng: RowCosts(*rng.lognormal(0, 0.7, (2, 240)))},
    "a matrix": {"confusions": lambda _: {"M": ConfusionMatrix(60, 25, 20, 135)}},
}


def all_rows():
    for key in SAMPLES:
        yield key, lambda key=key: load_sample(key)[0]
    for k, (name, more) in enumerate(FILES.items()):
        yield name, lambda k=k, more=more: drawn(k, **more)


ROWS = dict(all_rows())


@pytest.fixture(params=CONDITIONS, ids=str, scope="module")
def summary(request, rows):
    return rows, summarise(rows, n_replicates=100, **request.param)


@pytest.fixture(params=ROWS, scope="module")
def rows(request):
    return ROWS[request.param]()


def amount_in(text):
    """The number of an amount as printed, with its sign."""
    (digits,) = re.findall(r"[\d,.]+", text)
    sign = -1 if "\u2212" in text or text.startswith("-") else 1
    return sign * float(digits.replace(",", ""))


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
    text, page = made.text(), ParsedPage(made.html()).text
    lines = [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()]
    start = next(i for i, line in enumerate(lines) if line[0] == "Outcome")
    entries = {line[0]: line[-1] for line in lines[start + 1 : start + 9] if len(line) > 1}
    total = entries.pop("Total", None) or entries.pop("Total of errors", None)
    total = total or entries["Missed and false alarms"]
    entries.pop("Missed and false alarms", None)
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
