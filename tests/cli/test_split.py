"""A split on the command line, compared with a search of all rules on filtered rows."""

import json

import numpy as np
import pandas as pd
import pytest

from costdash.cli import main
from tests.support.reading import without_child  # noqa: F401  (a fixture)

PRIOR, COST_FN = 0.2, 6.0
PCF = PRIOR * COST_FN / (PRIOR * COST_FN + 1 - PRIOR)


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(8)
    y = (rng.random(900) < 0.3).astype(int)
    part = rng.choice(["train", "val", "test"], 900)
    scores = {name: np.round(rng.normal(shift * y), 1) for name, shift in (("rf", 1), ("nb", 1.3))}
    return pd.DataFrame({"y": y, **scores, "part": part})


@pytest.fixture(scope="module")
def csv(frame, tmp_path_factory):
    path = tmp_path_factory.mktemp("split") / "scores.csv"
    frame.to_csv(path, index=False)
    return str(path)


@pytest.fixture
def analysed(capsys, csv):
    def analyse(*more):
        options = ["--prior", str(PRIOR), "--cost-fn", str(COST_FN), "--replicates", "100"]
        assert main(["analyse", csv, *options, "--json", *more]) == 0
        return json.loads(capsys.readouterr().out)

    return analyse


def rates(rows, model, threshold):
    called = rows[model] >= threshold
    return called[rows.y == 0].mean(), called[rows.y == 1].mean()


def nec(rows, model, threshold):
    fpr, tpr = rates(rows, model, threshold)
    return fpr * (1 - PCF) + (1 - tpr) * PCF


def test_the_best_rule_of_the_selection_part_is_evaluated_on_the_other(frame, analysed):
    val, test = (frame[frame.part == name] for name in ("val", "test"))
    tried = {(m, t): nec(val, m, t) for m in ("rf", "nb") for t in sorted(set(val[m]))}
    model, threshold = min(tried, key=tried.get)
    found = analysed("--split", "part")
    assert found["method"]["thresholds"] == "hold-out"
    assert {pair["thresholds"] for pair in found["pairs"]} == {"hold-out"}
    best = found["best"]
    assert best["model"] == model
    fpr, tpr = rates(test, model, threshold)
    assert [best["fpr"], best["tpr"]] == pytest.approx([fpr, tpr])
    assert best["nec"] == pytest.approx(nec(test, model, threshold))
    assert best["expected_cost"] == pytest.approx(PRIOR * COST_FN * (1 - tpr) + (1 - PRIOR) * fpr)
    parts = found["split"]
    assert (parts["choose_on"], parts["judge_on"]) == ("val", "test")
    assert (parts["rows"], parts["judged_rows"]) == (len(val), len(test))
    assert parts["optimism"] == pytest.approx(nec(test, model, threshold) - tried[model, threshold])
    assert found["data"]["rows"] == len(val) + len(test)
    for one in found["models"]:
        own = min(
            t
            for t in tried
            if t[0] == one["name"]
            and tried[t] == min(tried[u] for u in tried if u[0] == one["name"])
        )
        assert one["at"]["nec"] == pytest.approx(nec(test, *own))
        low, high = one["at"]["nec_interval"]
        assert low < one["at"]["nec"] < high


def test_a_limit_holds_on_the_selection_part_and_is_reported_on_the_other(frame, analysed):
    val, test = (frame[frame.part == name] for name in ("val", "test"))
    for model in analysed("--max-fpr", "0.1")["models"]:
        name, found = model["name"], model["neyman_pearson"]
        on = [rates(val, name, t) for t in sorted(set(val[name])) if rates(val, name, t)[0] <= 0.1]
        single = rates(val, name, found["single"]["threshold"])
        assert single[1] == max(tpr for _, tpr in on)
        there = [found["single"]["fpr"], found["single"]["tpr"]]
        assert there == pytest.approx(rates(test, name, found["single"]["threshold"]))
        mixed = sum(
            part["share"] * np.array(rates(test, name, part["threshold"] or np.inf))
            for part in found["mixture"]
        )
        assert [found["fpr"], found["tpr"]] == pytest.approx(mixed)


def test_both_parts_can_be_chosen(frame, analysed):
    found = analysed("--choose-on", "train", "--judge-on", "val", "--split", "part")
    assert found["split"]["rows"] == (frame.part == "train").sum()
    whole = analysed("--label", "y", "--score", "rf", "--score", "nb")
    assert whole["method"]["thresholds"] == "cross-fitted"
    assert whole["data"]["rows"] == 900


def test_text_and_report_name_the_parts(csv, capsys, tmp_path):
    assert main(["analyse", csv, "--replicates", "100"]) == 0
    said = capsys.readouterr().out
    assert "thresholds chosen on val, judged on test. On val it looks" in said
    assert " of val to choose on, " in said
    assert main(["report", csv, "-o", str(tmp_path / "out.html"), "--replicates", "100"]) == 0
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "chosen on val, judged on test" in page
    assert "chosen on the rows that they are judged on" not in page
    assert main(["check", csv, "--split", "part"]) == 0
    assert "chosen on the" in capsys.readouterr().out


def test_crossfit_and_a_split_exclude_each_other(csv, capsys):
    assert main(["analyse", csv, "--crossfit", "--json"]) == 1
    assert "column part splits the file into parts. Leave out --crossfit" in capsys.readouterr().err
