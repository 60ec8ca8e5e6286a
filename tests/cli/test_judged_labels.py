"""The command line on labels of a judge, with and without rows that people checked."""

import json

import numpy as np
import pandas as pd
import pytest

from costdash import cli
from tests.support.judged import judged

FAST = ["--replicates", "100", "--cost-fn", "10", "--cost-fp", "2"]
COLUMNS = ["--label", "judge", "--score", "rf"]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    rng = np.random.default_rng(1)
    true = rng.random(4000) < 0.2
    score = rng.normal(size=4000) + 1.5 * true
    wrong = rng.random(4000) < np.where(true == (score > 1), 0.02, 0.4)
    checked = rng.random(4000) < 0.1
    path = tmp_path_factory.mktemp("judge") / "judged.csv"
    table = {"judge": (true ^ wrong).astype(int), "rf": score}
    table["person"] = pd.Series(true.astype(int)).astype("Int64").where(checked)
    pd.DataFrame(table).to_csv(path, index=False)
    return path, true, score


def run(path, capsys, *words, command="analyse"):
    code = cli.main([command, str(path), *COLUMNS, *FAST, *words])
    return code, capsys.readouterr()


def test_checked_rows_correct_the_cost_by_the_judge(file, capsys):
    path, true, score = file
    found = json.loads(run(path, capsys, "--gold", "person", "--json")[1].out)
    labels, threshold = found["labels"], found["best"]["threshold"]
    called = score >= threshold
    truth = 10 * (true & ~called).mean() + 2 * (~true & called).mean()
    assert labels["low"] <= truth <= labels["high"]
    assert abs(labels["judged_cost"] - truth) > abs(labels["cost"] - truth)
    assert labels["kind"] == "judge"
    assert labels["random"]
    assert labels["thresholds"] == "cross-fitted"
    assert abs(labels["share"] - true.mean()) < 0.05
    text = run(path, capsys, "--gold", "person")[1].out
    assert f"with {labels['gold_rows']} checked cases it is" in text
    assert labels["sentence"] in found["data"]["messages"]


def test_stated_error_rates_are_a_what_if(tmp_path, capsys):
    table, true = judged(np.random.default_rng(4), follows=False)
    path = tmp_path / "unchecked.csv"
    table.drop(columns="person").to_csv(path, index=False)
    found = json.loads(run(path, capsys, "--judge", "0.95", "0.9", "--json")[1].out)["judge"]
    assert abs(found["share"] - true.mean()) < 0.02
    assert found["rule"].startswith("rf >= ")
    assert "(--gold) needs no such assumption" in found["sentence"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--gold", "nobody"], "There is no column “nobody”"),
        (["--judge", "0.5", "0.5"], "right no more often than chance"),
        (["--judge", "0.9", "0.3"], "cannot be right"),
        (["--judge", "0.95", "0.9"], "or its mistakes follow the scores"),
    ],
)
def test_what_cannot_be_right_is_refused(file, capsys, words, why):
    code, out = run(file[0], capsys, *words)
    assert code == 1
    assert why in out.err


def test_a_decision_has_the_same_note(file, capsys):
    out = run(file[0], capsys, "--gold", "person", command="decide")[1]
    assert "By the judge's labels the rule" in out.err
