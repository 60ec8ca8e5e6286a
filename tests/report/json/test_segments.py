"""The cost by segment in JSON, CSV and text: the same numbers, and sums equal to the headline."""

import csv
import io
import json
import re
import sqlite3

import numpy as np
import pytest

import costdash
from costdash.cli import main
from costdash.core.sample.segment_column import DateColumn, SegmentColumn
from costdash.report.sentences.segments import is_protected


@pytest.fixture(scope="module")
def rows():
    """Scores that are shifted in the east; positives are common in the south."""
    rng = np.random.default_rng(1)
    n = 6000
    codes = rng.integers(0, 3, n)
    is_positive = rng.random(n) < np.where(codes == 1, 0.3, 0.1)
    score = rng.normal(size=n) + 2 * is_positive + 2.0 * (codes == 2)
    day = np.sort(rng.integers(20_000, 20_200, n)).astype(np.int32)
    return costdash.Predictions(
        is_positive=is_positive,
        scores={"m": score},
        segments={
            "region": SegmentColumn(codes, ("north", "south", "east")),
            "gender": SegmentColumn(codes, ("a", "b", "c")),
            "date": DateColumn(day),
        },
    )


def summary(rows, **options):
    options = {"cost_fn": 5, "cost_fp": 1, "n_replicates": 100} | options
    return costdash.summarise(rows, **options)


def test_the_rows_add_up_to_the_cost_of_the_decision(rows):
    fields = summary(rows, segment="region").fields()
    parts = fields["segments"]
    cost = fields["best"]["expected_cost"]
    assert parts["total"]["cost"] == pytest.approx(cost, rel=1e-12)
    assert sum(r["share"] * r["cost"] for r in parts["rows"]) == pytest.approx(cost, rel=1e-12)
    assert sum(r["share"] * r["because_of_prior"] for r in parts["rows"]) == pytest.approx(0)
    assert sum(r["of_total"] for r in parts["rows"]) == pytest.approx(1)
    for row in parts["rows"]:
        rule = row["because_of_rule"]
        assert rule["low"] < rule["value"] < rule["high"]
        assert row["excess"] == pytest.approx(row["because_of_prior"] + rule["value"])
    assert parts["adjusted"] == "Holm over 3"


def test_the_segment_with_shifted_scores_is_named_and_gains_from_its_own_threshold(rows):
    found = summary(rows, segment="region")
    parts = {row["name"]: row for row in found.fields()["segments"]["rows"]}
    assert parts["east"]["own"]["recommended"]
    assert parts["east"]["because_of_rule"]["p_holm"] < 0.05
    assert "gains from a threshold of its own" in found.text() or "gain from" in found.text()
    assert "The rule does worse, beyond chance, on east" in found.text()


def test_no_thresholds_are_advised_for_people(rows):
    found = summary(rows, segment="gender")
    fields = found.fields()["segments"]
    assert fields["protected"]
    assert not any(row["own"]["recommended"] for row in fields["rows"])
    assert "Different thresholds for people may be unlawful" in found.text()
    assert "Own threshold" not in found.text()


def test_csv_has_the_numbers_of_the_json(rows):
    found = summary(rows, segment="region")
    lines = list(csv.DictReader(io.StringIO(found.csv("segments"))))
    for line, row in zip(lines, found.fields()["segments"]["rows"], strict=True):
        assert line["segment"] == row["name"]
        assert float(line["cost ($ per case)"]) == row["cost"]
        assert float(line["p (Holm)"]) == row["because_of_rule"]["p_holm"]
        assert float(line["own threshold"]) == row["own"]["threshold"]


def test_periods_have_a_trend_and_say_where_labels_are_complete(rows):
    until = "2025-01-31"
    found = summary(rows, segment="date", segment_by="month", labels_until=until)
    fields = found.fields()["segments"]
    assert fields["kind"] == "periods"
    assert fields["period"] == "month"
    assert [row["labels_complete"] for row in fields["rows"]] == [
        row["last_day"] <= until for row in fields["rows"]
    ]
    pending = [row for row in fields["rows"] if not row["labels_complete"]]
    assert pending
    assert all(row["because_of_rule"]["p"] is None for row in pending)
    assert fields["trend"]["low"] < fields["trend"]["value"] < fields["trend"]["high"]
    assert f"Labels are complete until {until}" in found.text()
    assert re.search(r"per [\d,]+ cases of a month with each month \(95 %", found.text())


def test_without_a_column_there_is_no_field(rows):
    assert "segments" not in summary(rows).fields()
    with pytest.raises(ValueError, match="No column of segments is chosen"):
        summary(rows).csv("segments")


def test_a_criterion_has_no_segments(rows):
    with pytest.raises(ValueError, match="leave out the limit"):
        summary(rows, segment="region", criterion="fpr", max_fpr=0.1).fields()


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("segments") / "rows.csv"
    rng = np.random.default_rng(3)
    lines = ["y,s,region,when"]
    for k in range(600):
        y = int(rng.random() < 0.2)
        region = rng.choice(["north", "south"])
        lines.append(f"{y},{rng.normal() + 2 * y:.3f},{region},2026-0{k // 100 + 1}-15")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def printed(capsys, *arguments):
    code = main(["analyse", *arguments, "--replicates", "100"])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_command_line_divides_by_a_column_of_the_file(capsys, file):
    code, out, _ = printed(capsys, file, "--segment", "region", "--json")
    assert code == 0
    assert {row["name"] for row in json.loads(out)["segments"]["rows"]} == {"north", "south"}
    code, out, _ = printed(capsys, file, "--segment", "when", "--segment-by", "quarter", "--json")
    assert [row["name"] for row in json.loads(out)["segments"]["rows"]] == ["2026 Q1", "2026 Q2"]
    code, out, _ = printed(capsys, file, "--segment", "region", "--segments", "1", "--json")
    assert [row["name"] for row in json.loads(out)["segments"]["rows"]][-1] == "other (1)"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--segments", "3"], "--segments needs a column of segments: --segment COL"),
        (["--segment", "when", "--segment-by", "decade"], "must be one of day, week, month"),
        (["--segment", "when", "--labels-until", "June"], "must be a date such as 2026-06-30"),
        (["--segment", "town"], "There is no column “town” for the segments"),
        (["--segment", "region", "--segment-by", "month"], "region holds no dates"),
    ],
)
def test_wrong_options_are_refused_with_a_sentence(capsys, file, arguments, sentence):
    try:
        code, _, error = printed(capsys, file, *arguments)
    except SystemExit as stopped:
        code, error = stopped.code, capsys.readouterr().err
    assert code
    assert sentence in error


@pytest.mark.parametrize("name", ["sex", "Gender", "customer_age", "ageGroup", "Race", "religion"])
def test_protected_attributes_are_known_by_name(name):
    assert is_protected(name)


@pytest.mark.parametrize("name", ["region", "package", "message", "racetrack", "sextant"])
def test_other_names_are_not_protected(name):
    assert not is_protected(name)


def test_decide_writes_the_cases_of_the_rule(capsys, tmp_path):
    rng = np.random.default_rng(5)
    lines = ["y,s,region"]
    for k in range(4000):
        east = k % 2
        y = int(rng.random() < 0.3)
        lines.append(f"{y},{rng.normal() + 2 * y + 2 * east:.4f},{'east' if east else ''}")
    file = tmp_path / "rows.csv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    arguments = [str(file), "--label", "y", "--score", "s", "--segment", "region"]
    assert main(["decide", *arguments, "--replicates", "100"]) == 0
    rule = json.loads(capsys.readouterr().out)["rule"]
    cases = rule["by_segment"]["cases"]
    assert {case["segment"] for case in cases} <= {"east", "blank"}
    assert cases
    by_name = {case["segment"]: case["threshold"] for case in cases}
    for segment in ("east", None):
        threshold = by_name.get(segment or "blank", rule["threshold"])
        for score in (threshold - 0.01, threshold + 0.01):
            flagged = eval(rule["by_segment"]["python"], {"score": score, "segment": segment})
            assert flagged is (score >= threshold)
    rows = sqlite3.connect(":memory:")
    rows.execute("create table t (s real, region text)")
    rows.executemany("insert into t values (?, ?)", [(-9.0, "east"), (9.0, None)])
    flagged = rows.execute(f"select {rule['by_segment']['sql']} from t").fetchall()
    assert flagged == [(0,), (1,)]


def test_decide_has_no_cases_where_no_threshold_saves(capsys, file):
    assert main(["decide", file, "--segment", "region", "--replicates", "100"]) == 0
    assert json.loads(capsys.readouterr().out)["rule"]["by_segment"] is None


def test_the_report_has_the_table(rows):
    page = summary(rows, segment="region").html()
    assert "Where the money goes, by region" in page
    assert "Where the money goes" not in summary(rows).html()
