"""The review zone on the command line, in text, JSON and code."""

import json
import sqlite3
from contextlib import suppress

import numpy as np
import pandas as pd
import pytest

import costdash
from costdash.cli import main
from costdash.intake.samples import load_sample
from costdash.report.sentences.amounts import money

pytestmark = pytest.mark.usefixtures("shared_results")
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


def test_scenarios_are_of_one_threshold_as_the_text_says(capsys):
    more = ["--scenario", "Busy", "2%", "200", "5", "--today", "rules", "2"]
    _, out, _ = printed(capsys, "analyse", *FRAUD, "--review", "2", *more)
    assert (
        "Scenarios, comparisons of models and the conditions under which the rule stays are of "
        "one threshold, without reviews."
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


def test_the_price_of_an_error_is_one_error(capsys):
    _, out, _ = printed(capsys, "analyse", "sample:card-fraud", "--review", "1")
    assert "A review at 1 error does not pay: up to 0.5 errors." in out


def test_a_column_of_verdicts_says_why_its_cost_has_no_limits(tmp_path, capsys):
    rng = np.random.default_rng(9)
    label = np.arange(600) < 200
    score = np.round(rng.normal(size=600) + 1.5 * label, 3)
    verdict = np.where(rng.random(600) < 0.95, label, ~label).astype(int)
    path = tmp_path / "rows.csv"
    pd.DataFrame({"y": label.astype(int), "a": score, "slow": verdict}).to_csv(path, index=False)
    given = ["analyse", str(path), "--label", "y", "--score", "a", "--review", "0.1"]
    why = "with a column of verdicts they need thresholds that are cross-fitted."
    for more, is_said in (
        (["--reviewer", "slow"], False),
        (["--reviewer", "slow", "--same-rows"], True),
    ):
        _, out, _ = printed(capsys, *given, *more)
        assert "look from" in out
        assert (why in " ".join(out.split())) is is_said


def todays_cost(name, low, high, price, find=1.0, clear=1.0):
    """Cost per case of two given thresholds on the sample's rows, at their own prior."""
    sample = load_sample("card-fraud")[0]
    score, label = sample.scores[name], sample.is_positive
    looked, flagged = (score >= low) & (score < high), score >= high
    missed = label * (200 * (~flagged & ~looked) + 200 * (1 - find) * looked)
    alarms = ~label * (5 * flagged + 5 * (1 - clear) * looked)
    return float((missed + alarms + price * looked).mean())


@pytest.mark.parametrize(("reviewer", "price"), [((), 2), (("0.9", "0.95"), 1)])
def test_todays_rule_may_look_at_cases_too(capsys, reviewer, price):
    who = ["--reviewer", *reviewer] if reviewer else []
    asked = ["--review", str(price), *who, "--today", "boosting", "0.3"]
    found = fields(capsys, *asked, "--today-look", "0.05")
    today, review = found["today"], found["review"]
    cost = todays_cost("boosting", 0.05, 0.3, price, *map(float, reviewer))
    assert today["expected_cost"] == pytest.approx(cost)
    assert today["look_from"] == pytest.approx(0.05)
    assert sum(today["shares"].values()) == pytest.approx(1)
    saved = review["over_today"]
    assert saved["value"] == pytest.approx(cost - review["expected_cost"])
    assert saved["low"] < saved["value"] < saved["high"]
    _, out, _ = printed(capsys, "analyse", *FRAUD, *asked, "--today-look", "0.05")
    assert f"and {money(10_000 * saved['value'])} per 10,000 cases against today's rule." in out


def test_the_zone_is_compared_with_one_threshold_of_today(capsys):
    found = fields(capsys, "--review", "2", "--today", "rules", "1")
    cost = found["today"]["expected_cost"]
    saved = found["review"]["over_today"]
    assert saved["value"] == pytest.approx(cost - found["review"]["expected_cost"])
    _, out, _ = printed(capsys, "analyse", *FRAUD, "--review", "2", "--today", "rules", "1")
    assert (
        "per 10,000 cases against one threshold and $5,180 per 10,000 cases against today's rule."
        in out
    )
    assert "Against today's rule 95 %: $" in out


def test_a_price_that_does_not_pay_is_compared_with_the_zone_of_today(capsys):
    asked = ["--review", "20", "--today", "boosting", "0.3", "--today-look", "0.05"]
    found = fields(capsys, *asked)
    cost = todays_cost("boosting", 0.05, 0.3, 20)
    assert not found["review"]["pays"]
    saved = found["review"]["over_today"]["value"]
    assert saved == pytest.approx(cost - found["best"]["expected_cost"])
    _, out, _ = printed(capsys, "analyse", *FRAUD, *asked)
    assert f"Saves {money(10_000 * saved)} per 10,000 cases against today's rule (95 %: " in out


def test_a_rule_that_is_todays_zone_saves_nothing(capsys):
    best = fields(capsys, "--review", "2")["review"]
    low, high = (str(best[end]["threshold"]) for end in ("low", "high"))
    asked = ["--review", "2", "--today", best["model"], high, "--today-look", low]
    assert fields(capsys, *asked)["review"]["over_today"] == {"value": 0, "low": 0, "high": 0}
    _, out, _ = printed(capsys, "analyse", *FRAUD, *asked)
    assert "This is today's rule." in out


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (["--today-look", "0.1", "--review", "2"], "--today-look needs --today"),
        (["--today", "rules", "1", "--today-look", "0.1"], "--today-look needs --review"),
        (
            ["--today", "rules", "1", "--today-look", "2", "--review", "2"],
            "--today-look must be at most the threshold of --today, 1:",
        ),
    ],
)
def test_what_todays_zone_needs_is_named(capsys, asked, why):
    with suppress(SystemExit):  # of options that need others
        assert main(["analyse", *FRAUD, *asked]) != 0
    assert why in capsys.readouterr().err
