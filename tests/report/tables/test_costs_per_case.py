"""Where costs differ from case to case, counts are of cases and amounts are those of the rows."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from costdash import summarise
from costdash.core import OperatingPoint, analyse
from costdash.core.analysis.calls import call_of_choice, choice_by
from costdash.core.choose.criteria import ErrorRate, NeymanPearson, Workforce
from costdash.core.compare.comparison import compare_all
from costdash.core.curves.threshold_table import columns_at
from costdash.core.sample.predictions import Predictions
from costdash.core.sample.row_costs import RowCosts
from costdash.figures import View
from costdash.figures.client_data import live
from costdash.figures.panels.precision_recall import precision_recall_figure
from costdash.figures.scene import make_scene
from costdash.report.derived import DerivedResults
from costdash.report.html.page import report_html
from costdash.report.json.contract import report_json
from costdash.report.json.handover import decision_file
from costdash.report.report import Source
from costdash.report.request import Request
from costdash.report.sentences.amounts import DOLLAR, Amounts, CaseUnit, Currency
from costdash.report.sentences.phrases import positives_found_words
from costdash.report.sentences.sample import few_cases
from costdash.report.summary import ComparedRule
from costdash.report.tables.decision import rules_table
from costdash.report.tables.pair_here import disagreement, saved_by_cheaper
from costdash.report.terminal import plain_text
from costdash.wording import percent


@pytest.fixture(scope="module")
def sample():
    rng = np.random.default_rng(3)
    is_positive = np.arange(300) < 60
    scores = {f"m{k}": np.round(rng.normal(size=300) + is_positive, 1) for k in range(2)}
    costs = RowCosts(*rng.lognormal(2, 1.2, (2, 300)))
    rows = Predictions(is_positive=is_positive, scores=scores, costs=costs)
    analysis = analyse(rows, n_replicates=100)
    point = OperatingPoint(0.2, analysis.costs.mean_fn, analysis.costs.mean_fp)
    return rows, analysis, point


def shares(rows, flags):
    return flags[~rows.is_positive].mean(), flags[rows.is_positive].mean()


def test_the_scripts_know_every_rate_in_cases(sample):
    rows, analysis, _ = sample
    data = live(analysis, View(tuple(rows.scores)))
    for model in data["models"]:
        for k, text in enumerate(model["text"]):
            flags = rows.scores[model["name"]] >= (float(text) if text else np.inf)
            rates = model["cases"]["fpr"][k], model["cases"]["tpr"][k]
            assert rates == pytest.approx(shares(rows, flags), abs=1e-6)
    hull = data["hull"]
    for k in range(1, len(hull["tie"])):
        name = list(rows.scores)[hull["owner"][k]]
        flags = rows.scores[name] >= float(hull["text"][k])
        rates = hull["cases"]["fpr"][k], hull["cases"]["tpr"][k]
        assert rates == pytest.approx(shares(rows, flags))


@pytest.mark.parametrize("cluster", [None, np.arange(300) // 3])
def test_missing_positives_that_cost_nothing_costs_nothing(cluster):
    is_positive, score = np.arange(300) % 3 == 0, np.arange(300) % 10 / 10.0
    found = score >= 0.6
    costs = RowCosts(fn=np.where(found, 50.0, 0.0), fp=np.where(found, 0.0, 2.0))
    rows = Predictions(is_positive=is_positive, scores={"m": score}, costs=costs, cluster=cluster)
    fields = summarise(rows, n_replicates=100, same_rows=True).fields()
    assert fields["best"]["threshold"] == 0.6
    assert fields["best"]["expected_cost"] == 0
    assert (fields["best"]["fpr"], fields["best"]["tpr"]) == (0, 1)
    assert fields["amounts"]["missed"]["cost"] == fields["amounts"]["false_alarms"]["cost"] == 0


def test_savings_and_disagreement_of_a_pair_count_cases(sample):
    rows, analysis, point = sample
    (found,) = compare_all(rows, analysis, [point.pcf])
    saved = saved_by_cheaper(found, analysis, point, DOLLAR)
    value, cases = found.at(point.pcf)[0], Amounts.at(point).cases
    paid = saved.missed.cost + saved.false_alarms.cost
    assert paid == pytest.approx(cases * point.scale * abs(value))
    names = (found.a, found.b) if value < 0 else (found.b, found.a)
    thresholds = {
        name: (hull := analysis.models[name].hull).threshold[int(hull.cheapest(point.pcf))]
        for name in names
    }
    flags = [rows.scores[name] >= threshold for name, threshold in thresholds.items()]
    (fpr, tpr), (other_fpr, other_tpr) = (shares(rows, one) for one in flags)
    assert saved.missed.cases == pytest.approx(cases * point.prior * (tpr - other_tpr))
    alarms = cases * (1 - point.prior) * (other_fpr - fpr)
    assert saved.false_alarms.cases == pytest.approx(alarms)
    derived = DerivedResults.in_memory(rows, analysis)
    cells = disagreement(derived.case_cells(*names), analysis, *names, point, 1000)
    apart = (flags[0] & ~flags[1])[rows.is_positive].mean()
    assert cells.positives[1] == pytest.approx(1000 * point.prior * apart)


def test_limits_and_errors_of_criteria_are_of_cases(sample):
    rows, analysis, point = sample
    names = list(rows.scores)
    for criterion in (NeymanPearson(0.1), Workforce(0.15, point.prior), ErrorRate(point)):
        choice = choice_by(criterion, analysis, names)
        single = choice.single
        threshold = analysis.models[single.model].counts.threshold[single.index]
        flags = rows.scores[single.model] >= threshold
        fpr, tpr = shares(rows, flags)
        if isinstance(criterion, NeymanPearson):
            assert fpr <= 0.1
        elif isinstance(criterion, Workforce):
            assert point.prior * tpr + (1 - point.prior) * fpr <= 0.15
        call = call_of_choice(analysis, point, choice)
        if choice.tie is not None and isinstance(criterion, NeymanPearson):
            assert call.case_rates[0] == pytest.approx(0.1)
        missed = (rows.costs.fn * ~flags)[rows.is_positive].sum()
        assert 1 - single.tpr == pytest.approx(missed / rows.costs.fn[rows.is_positive].sum())


def test_the_table_of_thresholds_has_shares_of_cases_and_costs_of_the_rows(sample):
    rows, analysis, point = sample
    model = analysis.models["m0"]
    table = columns_at(model.counts, point, [5], model.cases)
    flags = rows.scores["m0"] >= table["threshold"][0]
    assert (table["fpr"][0], table["tpr"][0]) == pytest.approx(shares(rows, flags))
    mistakes = np.where(rows.is_positive, ~flags * rows.costs.fn, flags * rows.costs.fp)
    assert table["expected_cost"][0] == pytest.approx(mistakes.mean(), rel=1e-6)


def test_what_is_found_is_said_in_cases_and_in_money(sample):
    rows, analysis, point = sample
    best = analysis.decide(point, list(rows.scores), 0).best
    said = positives_found_words(best, point, Currency(case_unit=CaseUnit(300, "per 300 cases")))
    flags = (rows.scores[best.model] >= best.threshold) & rows.is_positive
    money = rows.costs.fn[flags].sum(), rows.costs.fn[rows.is_positive].sum()
    found, whole, paid, total = re.fullmatch(
        r"Finds (\d+) of (\d+) cases, \$([\d,.]+k?) of \$([\d,.]+k?)", said
    ).groups()
    assert (int(found), int(whole)) == (flags.sum(), 60)
    for text, amount in ((paid, money[0]), (total, money[1])):
        value = float(text.replace(",", "").replace("k", "e3"))
        assert value == pytest.approx(amount, rel=0.01)


def test_report_terminal_and_json_say_what_is_found_in_cases_and_in_money(sample):
    rows, analysis, point = sample
    request = Request(point=point, view=View(tuple(rows.scores)))
    report = request.report(DerivedResults.in_memory(rows, analysis), Source("file.csv"))
    best = report.summary.recommended
    said = positives_found_words(best, point)
    assert said.startswith("Finds ")
    assert f"{said}." in plain_text(report)
    assert said in report_html(report)
    told = json.loads(report_json(report))["amounts"]
    flags = (rows.scores[best.model] >= best.threshold)[rows.is_positive]
    paid, cases = rows.costs.fn[rows.is_positive], told["cases"]
    expected = {"found": cases * paid[flags].sum() / 300, "of": cases * paid.sum() / 300}
    assert told["found_cost"] == pytest.approx(expected)
    assert told["found"]["cases"] == pytest.approx(cases * flags.sum() / 300)
    assert decision_file(report)["per_case"]["cases"]["tpr"] == pytest.approx(flags.mean())


def test_few_cases_that_carry_the_total_are_no_few_positives_in_the_file(sample):
    rows, _, _ = sample
    fn = np.where(np.arange(300) == 5, 1e6, rows.costs.fn)
    analysis = analyse(replace(rows, costs=RowCosts(fn, rows.costs.fp)), n_replicates=100)
    said = few_cases(analysis)
    assert said == "The costs of the positives tell only as much as 1 case of equal cost"


def test_rules_compared_have_shares_of_cases(sample):
    rows, analysis, point = sample
    best = analysis.decide(point, list(rows.scores), 0).best
    flags = rows.scores[best.model] >= best.threshold
    table = rules_table([ComparedRule("Best", best.model, best)], point)
    assert table.rows[0][2:4] == tuple(map(percent, shares(rows, flags)[::-1]))


def test_the_precision_recall_panel_is_of_cases(sample):
    rows, analysis, point = sample
    scene = make_scene(analysis, point, View(tuple(rows.scores)))
    drawn = {trace.uid: trace for trace in precision_recall_figure(scene).data}
    flags = rows.scores[scene.recommended.model] >= scene.recommended.threshold
    _, tpr = shares(rows, flags)
    assert drawn["best"].x[0] == pytest.approx(tpr, abs=1e-6)
    assert not {"iso"} & drawn.keys()
    place = analysis.place[scene.recommended.model]
    bare = analyse(replace(rows, costs=None), n_replicates=100)
    plain = precision_recall_figure(make_scene(bare, point, View((scene.recommended.model,))))
    (band,) = [trace for trace in plain.data if trace.uid == f"band-{place}"]
    assert drawn[band.uid].x == band.x
    assert drawn[band.uid].y == band.y
    (own,) = [one for one in live(analysis, View(tuple(rows.scores)))["bands"] if one["i"] == place]
    (other,) = live(bare, View((scene.recommended.model,)))["bands"]
    assert own == other
