"""The command line on a file whose labels exist only where somebody looked."""

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash import cli
from tests.support.audited import audited, weighted_cost
from tests.support.reading import without_child  # noqa: F401  (a fixture)

pytestmark = pytest.mark.usefixtures("shared_results")
COLUMNS = ["--label", "label", "--positive", "1", "--score", "old", "--score", "new"]
FAST = ["--replicates", "100", "--cost-fn", "200", "--cost-fp", "5"]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    every, seen, looked_at = audited(np.random.default_rng(2))
    path = tmp_path_factory.mktemp("audit") / "audited.csv"
    seen.to_csv(path, index=False)
    return path, every, seen, looked_at


def run(path, capsys, *words, command="analyse"):
    code = cli.main([command, str(path), *COLUMNS, *words])
    return code, capsys.readouterr()


def test_a_rule_costs_what_its_rows_cost_counted_by_their_group(file, capsys):
    path, every, seen, looked_at = file
    words = [*FAST, "--verified-by", "old", "0.9", "--today", "new", "0.7", "--json"]
    code, out = run(path, capsys, *words)
    found = json.loads(out.out)
    called = every["new"].to_numpy() >= 0.7
    prior, fpr, tpr, cost = weighted_cost(seen, looked_at, every["group"], called, 200, 5)
    today = found["today"]
    assert code == 0
    assert_allclose(found["operating_point"]["prior"], prior)
    assert_allclose((today["fpr"], today["tpr"], today["expected_cost"]), (fpr, tpr, cost))
    assert found["method"]["interval"] == "Fay-Feuer"
    low, high = found["best"]["cost_interval"]
    assert low < found["best"]["expected_cost"] < high
    assert [stratum["name"] for stratum in found["data"]["verification"]["strata"]] == [
        "old below 0.9",
        "old from 0.9",
    ]


def test_the_question_comes_first_and_the_answer_ends_it(file, capsys):
    path, *_ = file
    text = run(path, capsys, *FAST)[1].out
    assert text.startswith("Note: ")
    assert "cases have no label" in text.splitlines()[0]
    assert "under-counted" not in run(path, capsys, *FAST, "--blanks", "leave-out")[1].out
    coming = run(path, capsys, *FAST, "--blanks", "coming")[1].out
    assert "still coming" in coming


@pytest.mark.parametrize(
    ("command", "words", "code"),
    [
        ("decide", FAST, 1),
        ("gate", [*FAST, "--candidate", "new", "--baseline", "old", "--margin", "5%"], 3),
    ],
)
def test_nothing_is_put_to_use_while_blank_labels_are_not_explained(
    file, capsys, command, words, code
):
    path, *_ = file
    found, out = run(path, capsys, *words, command=command)
    assert (found, "cases have no label" in out.err) == (code, True)
    found, out = run(path, capsys, *words, "--verified-within", "group", command=command)
    assert found in (0, 1)
    assert "under-counted" not in out.err
    if command == "decide":
        assert json.loads(out.out)["data"]["blanks"]["answer"] == "looked-at"


def test_an_upload_says_the_question_first(file, capsys):
    path, *_ = file
    found = json.loads(run(path, capsys, "--json", command="check")[1].out)
    assert found["status"] == "warning"
    assert "cases have no label" in found["messages"][0]


def test_a_group_that_nobody_looked_at_gives_bounds_and_stops_a_decision(file, capsys, tmp_path):
    _, every, seen, _ = file
    path = tmp_path / "blind.csv"
    seen.assign(label=seen["label"].where(every["old"] < 0.8)).to_csv(path, index=False)
    words = [*FAST, "--cost-fp", "40", "--verified-by", "old", "0.8"]
    found = json.loads(run(path, capsys, *words, "--json")[1].out)
    blind = found["data"]["verification"]["blind"]
    assert blind["rows"] == (every["old"] >= 0.8).sum()
    assert not blind["settled"]
    for rule in blind["rules"]:
        assert rule["low"] <= min(rule["ends"]) <= max(rule["ends"]) <= rule["high"]
    text = run(path, capsys, *words)[1].out
    assert f"Nobody looked at {blind['rows']} cases" in text
    code, out = run(path, capsys, *words, command="decide")
    assert (code, "Narrow the range with --blind-positives" in out.err) == (1, True)
    code, out = run(path, capsys, *words, "--review", "0.5", command="decide")
    assert (code, "Bounds are given for one threshold" in out.err) == (1, True)
    fixed = ["--criterion", "threshold", "--threshold", "new", "0.5"]
    code, out = run(path, capsys, *words, *fixed, command="decide")
    assert (code, json.loads(out.out)["data"]["verification"]["blind"]["settled"]) == (0, True)


def test_an_audit_plan_says_which_rows_to_label_and_what_that_brings(file, capsys):
    path, _, _, looked_at = file
    words = [*FAST, "--verified-within", "group", "--audit", "200"]
    found = json.loads(run(path, capsys, *words, "--json")[1].out)
    plan, best = found["data"]["verification"]["plan"], found["best"]
    assert plan["labels"] == sum(each["labels"] for each in plan["strata"]) == 200
    assert sum(each["unlabelled"] for each in plan["strata"]) == (~looked_at).sum()
    assert [plan["low_now"], plan["high_now"]] == best["cost_interval"]
    assert plan["low_now"] < plan["low"] < best["expected_cost"] < plan["high"] < plan["high_now"]
    text = run(path, capsys, *words)[1].out
    assert plan["statement"] in text
    assert plan["statement"].startswith("Label 200 more cases, drawn at random: 200 of other.")


def test_an_audit_plan_needs_groups(file, capsys):
    path, *_ = file
    code, out = run(path, capsys, *FAST, "--blanks", "coming", "--audit", "200")
    assert code == 1
    assert "an audit plan needs groups of rows" in out.err
