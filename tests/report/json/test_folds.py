import json

import numpy as np
import pandas as pd
import pytest

from costdash import read_predictions
from costdash.cli import main
from costdash.core import OperatingPoint, Predictions, analyse, by_fold, convex_hull
from costdash.core.folds.folds import all_folds
from costdash.figures import View
from costdash.report.csv import tables
from costdash.report.derived import DerivedResults
from costdash.report.json.folds import folds_fields, left_out_message
from costdash.report.report import Report, Source
from costdash.report.sentences.amounts import DOLLAR, Amounts
from costdash.report.tables.folds import crossfit_table, folds_table


@pytest.fixture
def file(tmp_path):
    rng = np.random.default_rng(0)
    y = np.arange(200) % 3 == 0
    columns = {"y": y.astype(int), "a": rng.normal(y), "b": rng.normal(2 * y)}
    columns |= {"part": np.arange(200) % 5, "who": np.arange(200) // 4}
    pd.DataFrame(columns).to_csv(tmp_path / "some.csv", index=False)
    return str(tmp_path / "some.csv")


def contract(capsys, file, *more):
    asked = ["--label", "y", "--positive", "1", "--score", "a", "--score", "b", "--json"]
    assert main(["analyse", file, *asked, "--replicates", "100", *more]) == 0
    return json.loads(capsys.readouterr().out)


def test_folds_have_all_fields(capsys, file):
    first, second = contract(capsys, file, "--fold", "part", "--pcf", "0.2,0.5")["folds"]
    assert (first["model"], second["model"]) == ("a", "b")
    assert len(first["auc"]) == 5
    assert [row["fpr"] for row in first["vertical"]] == [i / 20 for i in range(21)]
    assert first["vertical"][5].keys() == {"fpr", "tpr", "low", "high"}
    assert len(first["threshold"]) == 200
    names = {"threshold", "fpr", "fpr_low", "fpr_high", "tpr", "tpr_low", "tpr_high"}
    assert first["threshold"][0].keys() == names
    assert first["threshold"][-1]["tpr"] == 1
    assert [row["pcf"] for row in first["cost"]] == [0.2, 0.5]
    assert all(row["low"] <= row["nec"] <= row["high"] for row in first["cost"])
    assert 0 < first["merged"]["auc"] < 1
    assert first["thresholds"] == "other folds"
    here, area = first["here"], first["auc_mean"]
    assert len(here["nec"]) == 5
    assert here["mean"]["value"] == pytest.approx(np.mean(here["nec"]))
    assert here["mean"]["low"] < here["mean"]["value"] < here["mean"]["high"]
    assert area["value"] == pytest.approx(np.mean(first["auc"]))
    assert area["low"] < area["value"] < area["high"]


def test_cross_fitted_costs_include_their_optimism(capsys, file):
    same, other, asked = (
        contract(capsys, file, "--fold", "part", *more)
        for more in (("--same-rows",), (), ("--crossfit",))
    )
    assert other == asked
    assert same["method"]["thresholds"] == "same rows"
    assert other["method"]["thresholds"] == "cross-fitted"
    assert (other["crossfit"]["folds"], other["crossfit"]["repeats"]) == (5, 1)
    assert other["best"]["threshold"] == same["best"]["threshold"] is not None
    assert other["best"]["same_rows_cost"] == same["best"]["expected_cost"]
    assert other["best"]["same_rows_cost"] <= other["best"]["expected_cost"]
    for k, new in enumerate(other["crossfit"]["cost"]):
        envelope = min(model["cost"][k]["nec"] for model in same["models"])
        assert (
            new["nec"] - new["optimism"] >= envelope - 1e-12
        )  # another model may be cheaper there
        assert new["low"] <= new["nec"] <= new["high"]
    for before, after in zip(same["models"], other["models"]):
        assert after["cost"] == before["cost"]
        low, high = after["at"]["nec_interval"]
        assert low <= after["at"]["nec"] <= high


def test_optimism_is_the_sum_of_the_allowances_of_the_ledger(capsys, file):
    seen = 0
    for prior in (0.1, 0.2, 0.3, 0.45):
        asked = ("--fold", "part", "--prior", str(prior), "--cost-fn", "3", "--pcf")
        point = OperatingPoint(prior, 3)
        found = contract(capsys, file, *asked, repr(point.pcf))
        if found["best"]["allowance"] is None:
            continue
        [here] = found["crossfit"]["cost"]
        assert point.scale * here["optimism"] == pytest.approx(
            sum(found["best"]["allowance"].values())
        )
        assert here["nec"] == pytest.approx(found["best"]["nec"])
        seen += 1
    assert seen


def test_folds_at_their_own_optimum_are_the_mean_of_their_hulls(capsys, file):
    rows = read_predictions(file, label="y", positive="1", scores=["a", "b"], fold="part")
    for found in contract(capsys, file, "--fold", "part", "--pcf", "0.2,0.5")["folds"]:
        hulls = [convex_hull(counts) for counts in by_fold(rows, found["model"]).values()]
        for row, tuned in zip(found["cost_at_own_optimum"], found["cost"]):
            costs = [float(hull.cost(row["pcf"])) for hull in hulls]
            assert row["nec"] == pytest.approx(np.mean(costs))
            assert row["low"] <= row["nec"] <= row["high"]
            assert row["nec"] <= tuned["nec"]


def test_the_method_names_the_resampling_of_clusters(capsys, file):
    assert "clusters resampled" in contract(capsys, file, "--cluster", "who")["method"]["scheme"]


def test_the_report_states_the_same_method(file, tmp_path):
    out = tmp_path / "out.html"
    asked = ["--label", "y", "--score", "a", "--cluster", "who", "--replicates", "100"]
    assert main(["report", file, "-o", str(out), *asked]) == 0
    page = out.read_text(encoding="utf-8")
    assert "clusters resampled, percentile pointwise, 50 of them, 95 %" in page
    assert "class-stratified percentile" not in page


def test_folds_without_a_class_are_named():
    sample = Predictions(is_positive=[1, 0, 1], scores={"a": [2.0, 1, 3]}, fold=[1, 1, 2])
    folds = all_folds(sample)
    assert left_out_message(folds)[0].endswith("2 (no negative row).")
    assert folds_fields(folds, [0.5], 0.9)[0]["left_out"] == {"2": "negative"}


def test_table_and_csv_have_the_same_mean_of_the_folds():
    rng = np.random.default_rng(4)
    y = np.arange(120) % 3 == 0
    sample = Predictions(is_positive=y, scores={"a": rng.normal(y)}, fold=np.arange(120) // 30)
    analysis = analyse(sample, n_replicates=100)
    source = Source("some.csv", "ab" * 32, 120, "y", "1", ("a",))
    point = OperatingPoint(0.2, 5, 1)
    report = Report(
        analysis=analysis,
        point=point,
        source=source,
        view=View(models=("a",)),
        derived=DerivedResults.in_memory(sample, analysis),
    )
    *folds, mean, low, high = tables.folds(report)[1]
    assert mean[:2] == ("a", "mean")
    assert mean[4:] == pytest.approx(np.mean([row[4:] for row in folds], axis=0))
    assert (low[1], high[1]) == ("mean, 95 % limits, low", "mean, 95 % limits, high")
    assert mean[5] - low[5] == pytest.approx(high[5] - mean[5])
    row = folds_table(report.folds, report.point, 0.95).rows[0]
    assert row[2] == f"{mean[4]:.3f}"
    scale = 1000 * report.point.scale
    assert row[5] == Amounts.at(report.point, DOLLAR).bare(scale * mean[5])
    hulls = report.folds[0].hulls.values()
    least = np.mean([float(hull.cost(point.pcf)) for hull in hulls])
    assert row[7] == Amounts.at(report.point, DOLLAR).bare(scale * least)


def test_costs_on_the_same_rows_are_those_of_the_ledger():
    rng = np.random.default_rng(6)
    y = np.arange(200) % 4 == 0
    scores = {name: rng.normal(size=200) + x * y for name, x in (("a", 1.0), ("b", 0.9))}
    sample = Predictions(is_positive=y, scores=scores, fold=np.arange(200) % 5)
    analysis = analyse(sample, n_replicates=100)
    fits = DerivedResults.in_memory(sample, analysis).crossfits(["a", "b"])
    crossed, seen = analysis.with_crossfits(fits), 0
    for prior in (0.2, 0.3, 0.4, 0.5, 0.6):
        point = OperatingPoint(prior, 2, 1)
        best = crossed.decide(point).best
        amounts = Amounts.at(point, DOLLAR)
        together, *models = crossfit_table(fits, point, 0.95).rows
        for name, row in zip("ab", models):
            call = crossed.call_of(point, name, 0)
            if call.call == "some":
                assert row[3] == amounts.bare(amounts.cases * call.rows_cost)
        if best.call == "some":
            assert together[3] == amounts.bare(amounts.cases * best.rows_cost)
            seen += 1
    assert seen
