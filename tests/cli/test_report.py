"""The full cost matrix and the report on the command line."""

import json
import re
from io import StringIO

import numpy as np
import pandas as pd
import pytest

from costdash import cli
from costdash.report.sentences.amounts import TUNING, money

pytestmark = pytest.mark.usefixtures("shared_results")


@pytest.fixture(scope="module")
def csv(tmp_path_factory):
    rng = np.random.default_rng(1)
    y = np.arange(200) % 4 == 0
    file = tmp_path_factory.mktemp("data") / "scores.csv"
    fold = np.arange(200) // 2 % 5
    table = {
        "fold": fold,
        "y": y.astype(int),
        "rf": rng.normal(size=200) + y,
        "nb": rng.normal(size=200) + y,
    }
    pd.DataFrame(table).to_csv(file, index=False)
    return str(file)


FAST = ["--label", "y", "--replicates", "100", "--prior", "0.1"]


def told(capsys, *arguments):
    assert cli.main(["analyse", *arguments, *FAST, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_matrix_equals_its_two_costs_plus_a_constant(csv, capsys):
    full = told(capsys, csv, "--matrix", "-1", "100", "1", "0")
    plain = told(capsys, csv, "--cost-fn", "101", "--cost-fp", "1")
    assert full.pop("matrix") == {
        "found": -1,
        "missed": 100,
        "false_alarm": 1,
        "left_alone": 0,
        "constant": -0.1,
    }
    assert full == plain


def test_a_matrix_is_explained(csv, capsys):
    assert cli.main(["analyse", csv, *FAST, "--matrix", "-1", "100", "1", "0"]) == 0
    said = capsys.readouterr().out
    assert "a missed positive costs $101 ($100 less \u2212$1) more than a found one" in said


def test_a_matrix_that_rewards_mistakes_is_rejected(csv, capsys):
    assert cli.main(["analyse", csv, *FAST, "--matrix", "5", "5", "1", "0"]) == 1
    refused = "costdash: a missed positive must cost more than a found one, got 5 against 5\n"
    assert capsys.readouterr().err == refused


def test_a_matrix_excludes_separate_costs(csv, capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(["analyse", csv, "--matrix", "-1", "100", "1", "0", "--cost-fn", "3"])
    assert "--matrix replaces --cost-fn and --cost-fp" in capsys.readouterr().err


def test_report_and_json_have_the_same_decision(csv, capsys, tmp_path):
    options = ["--cost-fn", "20", "--max-fpr", "0.1", "--same-rows", *FAST]
    assert cli.main(["report", csv, "-o", str(tmp_path / "out.html"), *options]) == 0
    assert capsys.readouterr().out == ""
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    best = told(capsys, csv, "--cost-fn", "20", "--same-rows")["best"]
    assert f"{best['model']} scores " in re.sub(r"<[^>]+>", "", page)
    assert "scores.csv" in page
    assert "Chosen to flag at most 10 % of negatives." in page
    assert "DeLong" in page


def test_folds_and_cross_fitted_costs_have_tables(csv, capsys, tmp_path):
    file = tmp_path / "out.html"
    options = ["--fold", "fold", "--crossfit", "--cost-fn", "20"]
    assert cli.main(["report", csv, "-o", str(file), *options, *FAST]) == 0
    page = file.read_text(encoding="utf-8")
    whole = told(capsys, csv, *options)
    assert whole["folds"][0]["model"] == "rf"
    mean = sum(whole["folds"][0]["auc"]) / len(whole["folds"][0]["auc"])
    assert f">{mean:.3f}</td>" in page
    cost = whole["best"]["expected_cost"]
    assert f">{money(1000 * cost)}</td>" in page
    assert "Averages over folds" in page
    assert "Thresholds chosen on other rows" in page


def seen(page):
    """The page without its scripts, which hold the words of everything that may be shown."""
    return re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)


BY_CAP = ["--criterion", "fpr", "--max-fpr", "0.1"]


@pytest.mark.parametrize(
    ("options", "fitted", "source"),
    [
        (BY_CAP, True, ""),
        ([*BY_CAP, "--same-rows"], False, ""),
        (["--criterion", "threshold", "--threshold", "rf", "0.5"], False, "given"),
    ],
)
def test_a_choice_by_another_criterion_says_which_rows_evaluate_it(
    csv, tmp_path, options, fitted, source
):
    file = tmp_path / "out.html"
    assert cli.main(["report", csv, "-o", str(file), *options, *FAST]) == 0
    page = file.read_text(encoding="utf-8")
    assert "Chosen and judged on these rows, not cross-fitted." not in page
    assert (f"By the criterion: {source}. By least" in page) == bool(source)
    assert (TUNING in seen(page)) == fitted
    assert (" · tested on other cases" in page) == fitted


def test_with_costs_per_case_a_choice_by_a_cap_is_said_to_be_of_these_rows(csv, tmp_path):
    table = pd.read_csv(csv)
    table["loss"] = 1 + np.arange(len(table)) % 7
    paid, file = tmp_path / "paid.csv", tmp_path / "out.html"
    table.to_csv(paid, index=False)
    costs = ["--cost-fn-column", "loss", "--cost-fp-column", "1"]
    assert cli.main(["report", str(paid), "-o", str(file), *BY_CAP, *costs, *FAST]) == 0
    page = file.read_text(encoding="utf-8")
    assert "Chosen and judged on these rows, not cross-fitted." in page
    assert "By the criterion: chosen and judged on these rows. By least expected cost: " in page
    assert TUNING not in seen(page)


def test_ledger_text_and_json_of_a_cap_agree_on_one_total(csv, capsys, tmp_path):
    options = ["--criterion", "capacity", "--capacity", "0.2", "--cost-fn", "9"]
    fields = told(capsys, csv, *options)
    single, amounts = fields["criterion"]["single"], fields["amounts"]
    cases, allowance = amounts["cases"], single["allowance"]
    assert allowance["tuning"] > 0
    on_rows = 0.1 * 9 * (1 - single["tpr"]) + 0.9 * single["fpr"]
    assert single["expected_cost"] == pytest.approx(on_rows + sum(allowance.values()))
    assert amounts["expected_cost"] == pytest.approx(cases * single["expected_cost"])
    for kind, value in allowance.items():
        assert amounts["allowance"][kind] == pytest.approx(cases * value)
    low, high = single["cost_interval"]
    assert low < single["expected_cost"] < high
    total = money(amounts["expected_cost"])
    assert cli.main(["analyse", csv, *FAST, *options]) == 0
    assert f": {total} (" in capsys.readouterr().out
    file = tmp_path / "out.html"
    assert cli.main(["report", csv, "-o", str(file), *options, *FAST]) == 0
    page = file.read_text(encoding="utf-8")
    assert re.search(rf'data-ledger="total"[^>]*>{re.escape(total)}<', page)
    assert cli.main(["analyse", csv, *FAST, *options, "--csv", "rules"]) == 0
    rules = pd.read_csv(StringIO(capsys.readouterr().out))
    cost = rules.filter(like="expected cost").iloc[0, 0]
    assert cost == pytest.approx(single["expected_cost"] - allowance["choosing"])


def test_a_report_needs_an_output_file(csv, capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(["report", csv])
    assert "-o/--output" in capsys.readouterr().err


def test_pairs_are_chosen_and_held_against_a_margin(csv, capsys, tmp_path):
    asked = ["--pair", "rf", "nb", "--margin", "0.4", "--show", "nb"]
    (pair,) = told(capsys, csv, *asked)["pairs"]
    assert (pair["a"], pair["b"], pair["non_inferior"]["margin"]) == ("rf", "nb", 0.4)
    assert pair["non_inferior"]["pointwise"] == [{"low": 0, "high": 1}]
    out = tmp_path / "pairs.html"
    assert cli.main(["report", csv, "-o", str(out), *asked, "--whole-curve", *FAST]) == 0
    found = "rf is not worse than nb by more than 40 % of the worst cost from PC(+) 0 to 1"
    assert found in out.read_text()


def test_a_pair_needs_two_models_of_the_file(csv, capsys):
    for pair, refused in (
        (["rf", "rf"], "A pair needs two models, got rf twice."),
        (["rf", "other"], "There is no model other. The file has rf, nb."),
    ):
        assert cli.main(["analyse", csv, *FAST, "--json", "--pair", *pair]) == 1
        assert capsys.readouterr().err == f"costdash: {refused}\n"


def test_without_models_the_decision_is_to_call_none_or_all(csv, capsys, tmp_path):
    asked = [csv, *FAST, "--cost-fn", "20", "--show-none"]
    assert cli.main(["analyse", *asked]) == 0
    assert "This finds all of them and raises 900 false alarms." in capsys.readouterr().out
    assert told(capsys, csv, "--cost-fn", "20", "--show-none", "--today", "rf", "0.5")["today"]
    found = told(capsys, csv, "--cost-fn", "20", "--show-none")
    assert (found["best"]["model"], found["best"]["call"]) == (None, "all")
    assert found["best"]["expected_cost"] == found["amounts"]["expected_cost"] / 1000 == 0.9
    assert found["models"] == found["hull"] == found["pairs"] == []
    assert cli.main(["report", "-o", str(tmp_path / "none.html"), *asked]) == 0
    assert "raises 900 false alarms" in re.sub(r"<[^>]*>", "", (tmp_path / "none.html").read_text())


def test_up_to_ten_models_are_tested_in_pairs_of_which_few_are_drawn(csv, capsys, tmp_path):
    table = pd.read_csv(csv)
    more = {f"m{i}": table.rf + i * table.nb for i in range(3)}
    file = tmp_path / "many.csv"
    table.assign(**more).to_csv(file, index=False)
    asked = [str(file), *FAST, "--same-rows"]
    assert cli.main(["report", "-o", str(tmp_path / "many.html"), *asked]) == 0
    text = (tmp_path / "many.html").read_text()
    assert "picking the clearest of 10 pairs" in text
    assert 'id="difference-0"' not in text
    assert cli.main(["analyse", *asked, "--csv", "pairs"]) == 0
    rows = capsys.readouterr().out.splitlines()
    pairs = told(capsys, *asked[:1], "--same-rows")["pairs"]
    assert len(rows) - 1 == len(pairs) == 10
