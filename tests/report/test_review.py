"""The review zone on the command line, in text, JSON and code."""

import json
import sqlite3

import numpy as np
import pandas as pd
import pytest

import costdash
from costdash.cli import main

POINT = ("prior", "cost_fn", "cost_fp")
COSTS = ["--prior", "1%", "--cost-fn", "200", "--cost-fp", "5"]
FRAUD = ["sample:card-fraud", *COSTS]


def printed(capsys, *arguments):
    code = main([*arguments])
    out, err = capsys.readouterr()
    return code, out, err


def fields(capsys, *arguments):
    code, out, _ = printed(capsys, "analyse", *FRAUD, "--json", *arguments)
    assert code == 0
    return json.loads(out)


def test_the_zone_is_the_answer_where_it_pays(capsys):
    _, out, _ = printed(capsys, "analyse", *FRAUD, "--review", "$2")
    assert "Flag when network scores 0.9993 or more, look from 0.4." in out
    assert "against one threshold" in out
    assert "A review pays up to $4.88." in out
    assert "Looked at             2,000         $2  $4,000" in out


def test_the_json_adds_the_zone_beside_the_rule_of_without_review(capsys):
    plain, zone = fields(capsys), fields(capsys, "--review", "2")
    review = zone.pop("review")
    assert "review" not in plain
    assert zone["best"] == plain["best"]
    assert zone["models"] == plain["models"]
    assert review["pays"]
    assert review["limit_price"] == pytest.approx(200 * 5 / 205)
    assert sum(review["shares"].values()) == pytest.approx(1)
    assert review["saving"]["value"] == pytest.approx(
        plain["best"]["expected_cost"] - review["expected_cost"]
    )
    assert review["low_limit"] < review["expected_cost"] < review["high_limit"]
    amounts = zone["amounts"]
    parts = sum(amounts[name]["cost"] for name in ("missed", "reviewed", "false_alarms"))
    total = parts + sum(amounts["allowance"].values())
    assert total == pytest.approx(amounts["expected_cost"])
    assert amounts["expected_cost"] == pytest.approx(10_000 * review["expected_cost"])


def test_a_capacity_and_a_price_that_does_not_pay_say_so(capsys):
    _, out, _ = printed(capsys, "analyse", *FRAUD, "--review", "2", "--review-capacity", "5%")
    assert "At most 5 % of cases are reviewed. The limit costs $1,240" in out
    _, out, _ = printed(capsys, "analyse", *FRAUD, "--review", "6")
    assert "A review at $6 does not pay: up to $4.88." in out
    assert "Flag a case when network scores 0.799 or more." in out
    above = fields(capsys, "--review", "6")["review"]
    assert (above["pays"], above["model"], above["saving"]) == (False, None, None)


def test_decide_writes_a_rule_with_three_results(capsys):
    _, out, _ = printed(capsys, "decide", *FRAUD, "--review", "2")
    rule = json.loads(out)["rule"]
    score = np.array([0.1, 0.399, 0.4, 0.9, 0.9993, 1.0])
    expected = ["pass", "pass", "look", "look", "flag", "flag"]
    assert eval(rule["python"], {"numpy": np, "score": score}).tolist() == expected
    table = sqlite3.connect(":memory:")
    table.execute("create table cases (network real)")
    table.executemany("insert into cases values (?)", [(x,) for x in score.tolist()])
    rows = table.execute(f"select {rule['sql']} from cases order by rowid").fetchall()
    assert [word for (word,) in rows] == expected
    assert (rule["threshold"], rule["look_from"]) == (0.9993, 0.4001)
    assert json.loads(out)["holds"] is None


def test_a_column_of_verdicts_reviews_and_is_no_model(tmp_path, capsys):
    rng = np.random.default_rng(0)
    is_positive = np.arange(1000) < 200
    verdict = np.where(rng.random(1000) < 0.9, is_positive, ~is_positive).astype(int)
    score = np.round(rng.normal(size=1000) + 1.5 * is_positive, 2)
    lines = [f"{int(y)},{s},{v}" for y, s, v in zip(is_positive, score, verdict)]
    path = tmp_path / "cascade.csv"
    path.write_text("\n".join(["y,fast,slow", *lines]))
    given = ["analyse", str(path), "--label", "y", "--score", "fast", "--cost-fn", "10"]
    code, out, err = printed(capsys, *given, "--review", "0.2", "--json", "--reviewer", "slow")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert [model["name"] for model in found["models"]] == ["fast"]
    review = found["review"]
    assert (review["column"], review["sensitivity"], review["pays"]) == ("slow", None, True)
    assert review["low_limit"] < review["expected_cost"] < review["high_limit"]
    assert 0 < review["limit_price"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--review", "-1"], "must be at least 0, got -1"),
        (["--review", "1", "--reviewer", "1.2", "1"], "must be from 0 to 1"),
        (["--review", "1", "--reviewer", "0.5", "0.5"], "no more often than chance cannot help"),
        (["--review", "1", "--reviewer", "1", "1", "1"], "takes two shares or one column"),
        (["--review", "1", "--reviewer", "rules"], "must be 0 or 1"),
        (["--review", "1", "--reviewer", "nobody"], "There is no model nobody"),
        (["--reviewer", "1", "1"], "--reviewer needs --review"),
        (["--review-capacity", "5%"], "--review-capacity needs --review"),
        (["--review", "1", "--review-capacity", "2"], "must be from 0 to 1"),
        (["--review", "1", "--criterion", "error"], "--review looks for the least cost"),
    ],
)
def test_errors_name_the_rule(arguments, words, capsys):
    try:
        code = main(["analyse", *FRAUD, *arguments])
    except SystemExit as end:
        code = end.code
    assert code != 0
    assert words in capsys.readouterr().err


def test_summarise_takes_the_same_options():
    rng = np.random.default_rng(1)
    is_positive = np.arange(400) < 100
    rows = costdash.Predictions(
        is_positive=is_positive, scores={"rf": rng.normal(size=400) + 2 * is_positive}
    )
    options = {"cost_fn": 10, "cost_fp": 2, "n_replicates": 100}
    summary = costdash.summarise(rows, review=0.5, reviewer=(0.95, 0.9), **options)
    review = summary.fields()["review"]
    assert (review["price"], review["sensitivity"], review["specificity"]) == (0.5, 0.95, 0.9)
    assert "look from" in summary.text()
    assert "Looked at" in summary.html()


def test_ranges_have_the_zone_of_their_means_and_its_cost_at_their_ends(capsys):
    given = ["--prior-range", "0.5%", "2%", "--cost-fn-range", "150", "250", "--review", "2"]
    asked = ["analyse", "sample:card-fraud", "--cost-fp", "5", *given]
    _, out, _ = printed(capsys, *asked)
    assert "Of all zones this one costs least on average over your ranges." in out
    _, out, _ = printed(capsys, *asked, "--json")
    found = json.loads(out)
    review, rule = found["review"], found["ranges"]["rule"]
    low, high = rule["expected_cost"]
    assert low < review["expected_cost"] < high
    assert rule["average_cost"] == pytest.approx(review["expected_cost"])
    assert (rule["share_cheapest"], rule["largest_regret"]) == (None, None)
    point = found["operating_point"]
    _, out, _ = printed(
        capsys,
        "analyse",
        "sample:card-fraud",
        "--review",
        "2",
        "--json",
        *(
            f"--{name.replace('_', '-')}={point[name]!r}"
            for name in ("prior", "cost_fn", "cost_fp")
        ),
    )
    there = json.loads(out)["review"]
    for name in ("model", "low", "high", "expected_cost"):
        assert review[name] == there[name]


def test_scenarios_and_todays_rule_are_of_one_threshold_as_the_text_says(capsys):
    more = ["--scenario", "Busy", "2%", "200", "5", "--today", "rules", "2"]
    _, out, _ = printed(capsys, "analyse", *FRAUD, "--review", "2", *more)
    assert (
        "Scenarios, today's rule, comparisons of models and the conditions under which the rule "
        "stays are of one threshold, without reviews."
    ) in " ".join(out.split())
    plain, zone = fields(capsys, *more), fields(capsys, "--review", "2", *more)
    for name in ("scenarios", "today", "best"):
        assert zone[name] == plain[name]


def with_case_costs(tmp_path):
    rng = np.random.default_rng(2)
    is_positive = np.arange(300) < 90
    score = np.round(rng.normal(size=300) + is_positive, 3)
    lines = [f"{int(y)},{s},{round(c, 2)}" for y, s, c in zip(is_positive, score, rng.random(300))]
    path = tmp_path / "costs.csv"
    path.write_text("\n".join(["y,a,amount", *lines]))
    return path


def as_parquet(path):
    target = path.with_suffix(".parquet")
    pd.read_csv(path).to_parquet(target)
    return target


def test_costs_per_case_say_in_one_sentence_why_there_is_no_zone(tmp_path, capsys):
    path = with_case_costs(tmp_path)
    costs = ["--cost-fn-column", "10 + amount", "--cost-fp-column", "1", "--score", "a"]
    code, _, err = printed(capsys, "analyse", str(path), "--label", "y", *costs, "--review", "1")
    assert code != 0
    assert "a review zone needs costs that are the same for every case" in err


def test_a_table_has_the_zone_of_its_rows(tmp_path, capsys):
    pytest.importorskip("duckdb")
    path = as_parquet(with_case_costs(tmp_path))
    given = ["--label", "y", "--score", "a", "--cost-fn", "10", "--review", "0.3", "--json"]
    _, of_file, _ = printed(capsys, "analyse", str(path), *given, "--same-rows")
    _, of_table, _ = printed(capsys, "analyse", "--table", str(path), *given)
    file, table = json.loads(of_file)["review"], json.loads(of_table)["review"]
    for name in ("model", "pays", "limit_price"):
        assert table[name] == file[name]
    for end in ("low", "high"):
        assert table[end]["threshold"] == pytest.approx(file[end]["threshold"])
    assert table["expected_cost"] == pytest.approx(file["expected_cost"])


def test_a_table_has_no_column_of_verdicts(tmp_path, capsys):
    pytest.importorskip("duckdb")
    path = as_parquet(with_case_costs(tmp_path))
    given = ["--label", "y", "--score", "a", "--review", "1", "--reviewer", "amount"]
    code, _, err = printed(capsys, "analyse", "--table", str(path), *given)
    assert code != 0
    assert "needs single rows" in err
