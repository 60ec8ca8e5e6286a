import json

import numpy as np
import pandas as pd
import pytest

from costdash.cli import main
from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.folds.folds import all_folds
from costdash.figures import View
from costdash.report.csv import tables
from costdash.report.derived import DerivedResults
from costdash.report.json.folds import folds_fields, left_out_message
from costdash.report.report import Report, Source
from costdash.report.sentences.amounts import DOLLAR, Amounts
from costdash.report.tables.folds import folds_table


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
        assert new["nec"] - new["optimism"] == pytest.approx(envelope)
        assert new["low"] <= new["nec"] <= new["high"]
    for before, after in zip(same["models"], other["models"]):
        assert after["cost"] == before["cost"]
        low, high = after["at"]["nec_interval"]
        assert low <= after["at"]["nec"] <= high


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
    assert row[5] == Amounts.at(report.point, DOLLAR).bare(1000 * report.point.scale * mean[5])
