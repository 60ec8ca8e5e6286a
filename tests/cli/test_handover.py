"""Commands for pipelines: the decision as JSON, and whether one model may replace another."""

import json
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

from costdash import cli

FAST = ["--replicates", "200"]
COSTS = ["--prior", "0.1", "--cost-fn", "20", "--cost-fp", "2"]


@pytest.fixture(scope="module")
def csv(tmp_path_factory):
    rng = np.random.default_rng(3)
    label = np.arange(800) < 200
    table = {
        "label": label.astype(int),
        'go"od': rng.normal(size=800) + 2 * label,
        "poor": rng.normal(size=800) + 0.5 * label,
        "upside": -(rng.normal(size=800) + 3 * label),
    }
    path = tmp_path_factory.mktemp("gate") / "scores.csv"
    pd.DataFrame(table).to_csv(path, index=False)
    return path


def decided(csv, capsys, *words):
    assert cli.main(["decide", str(csv), *FAST, *COSTS, *words]) == 0
    return json.loads(capsys.readouterr().out)


def rates(csv, found):
    """fpr and tpr of the rule in Python on the rows of the file."""
    table = pd.read_csv(csv)
    score = table[found["rule"]["model"]]
    flagged = eval(found["rule"]["python"], {"score": score})
    return [float(flagged[table["label"] == label].mean()) for label in (0, 1)]


def test_the_rule_of_the_file_flags_what_it_says(csv, capsys):
    found = decided(csv, capsys, "--same-rows", "--show", 'go"od')
    assert rates(csv, found) == [found["per_case"]["fpr"], found["per_case"]["tpr"]]
    assert found["rule"]["sql"].startswith('"go""od" >= ')
    assert found["per_case"]["thresholds"] == "same rows"
    assert found["data"]["name"] == "scores.csv"
    assert len(found["data"]["sha256"]) == 64


def test_a_negated_model_flags_low_scores(csv, capsys):
    found = decided(csv, capsys, "--same-rows", "--negate", "upside", "--show", "upside")
    assert "<=" in found["rule"]["python"]
    assert rates(csv, found) == [found["per_case"]["fpr"], found["per_case"]["tpr"]]


def test_numbers_are_those_of_analyse(csv, capsys):
    found = decided(csv, capsys)
    assert cli.main(["analyse", str(csv), *FAST, *COSTS, "--json"]) == 0
    other = json.loads(capsys.readouterr().out)
    best, cost = other["best"], found["per_case"]
    assert found["rule"]["model"] == best["model"]
    assert found["rule"]["threshold"] == best["threshold"]
    assert [cost["expected_cost"], cost["fpr"]] == [best["expected_cost"], best["fpr"]]
    assert [cost["low"], cost["high"]] == best["cost_interval"]
    assert found["holds"] == other["keep"]
    assert cost["thresholds"] == "cross-fitted"


def test_where_no_model_is_worth_its_errors_no_one_is_flagged(csv, capsys):
    found = decided(csv, capsys, "--prior", "0.00001")
    assert found["rule"]["model"] is None
    assert (found["rule"]["python"], found["rule"]["sql"]) == ("False", "1 = 0")


def gated(csv, candidate, baseline, *words):
    names = ["--candidate", candidate, "--baseline", baseline]
    return cli.main(["gate", str(csv), *names, *FAST, *COSTS, *words])


@pytest.mark.parametrize(
    ("candidate", "baseline", "code", "verdict"),
    [('go"od', "poor", 0, "passes"), ("poor", 'go"od', 1, "fails")],
)
def test_the_gate_lets_only_a_good_candidate_pass(
    csv, capsys, tmp_path, candidate, baseline, code, verdict
):
    files = [tmp_path / "gate.xml", tmp_path / "gate.md"]
    words = ["--margin", "2%", "--junit", str(files[0]), "--markdown", str(files[1])]
    assert gated(csv, candidate, baseline, *words) == code
    said = capsys.readouterr().out.strip()
    assert said.startswith(f"{candidate} {verdict}: it costs ")
    assert "cross-fitted" in said
    suite = ElementTree.parse(files[0]).getroot()
    assert suite.get("failures") == str(code)
    assert said in "".join(suite.itertext())
    assert said in files[1].read_text()


def test_the_gate_holds_throughout_the_ranges(csv, capsys):
    assert gated(csv, 'go"od', "poor", "--margin", "2%", "--prior-range", "5%", "20%") == 0
    assert "throughout the ranges" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--candidate", "poor", "--baseline", "poor"], "must differ"),
        (["--candidate", "poor", "--baseline", "nobody"], "nobody"),
    ],
)
def test_the_gate_needs_two_models_of_the_file(csv, capsys, words, said):
    assert cli.main(["gate", str(csv), *words, "--margin", "1%", *FAST]) == 1
    assert said in capsys.readouterr().err


def test_the_data_are_never_overwritten(csv, capsys):
    before = csv.read_bytes()
    assert cli.main(["decide", str(csv), *FAST, "-o", str(csv)]) == 1
    assert gated(csv, "poor", 'go"od', "--margin", "1%", "--junit", str(csv)) == 1
    assert csv.read_bytes() == before
