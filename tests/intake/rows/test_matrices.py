"""Confusion matrices beside a file, as a file of their own, and from Python."""

import json

import pandas as pd
import pytest

import costdash
from costdash.cli import main
from costdash.intake import IntakeError, Roles, read_scored
from costdash.intake.api import to_predictions, write_table
from costdash.intake.formats.read import read_file
from costdash.intake.limits import Limits
from costdash.intake.process.client import check

FRAME = pd.DataFrame({"label": ["yes", "no"] * 20, "rf": [0.1 * i for i in range(40)]})
M1, M2 = (150, 40, 60, 250), (250, 45, 5, 200)


@pytest.fixture
def table(tmp_path):
    """A file of two matrices, with headers as people write them."""
    path = tmp_path / "matrices.csv"
    path.write_text("Classifier,TP,FN,FP,TN\nM1,150,40,60,250\nM2,250,45,5,200\n")
    return path


def test_matrices_beside_rows_are_further_models():
    scored, details, messages = read_scored(FRAME, confusions={"M2": M2})
    assert scored.names == ["rf", "M2"]
    assert scored.confusions["M2"].cells == M2
    assert details["roles"]["confusions"] == [["M2", *M2]]
    assert "confusion matrix M2" in details["read_as"]
    assert any("independent samples" in message for message in messages)


def test_a_file_of_matrices_a_data_frame_and_python_agree(table):
    by_file, _, messages = read_scored(table)
    by_frame, _, _ = read_scored(pd.read_csv(table))
    by_name = costdash.read_confusions({"M1": M1, "M2": M2})
    for sample in (by_file, by_frame, by_name):
        assert sample.names == ["M1", "M2"]
        assert (sample.rows, int(sample.is_positive.sum())) == (500, 190)
        assert sample.confusions["M2"].cells == M2
        calls = sample.scores["M1"] == 1
        assert [int((calls & sample.is_positive).sum()), int(calls.sum())] == [150, 210]
    assert any("Each row of the file is a confusion matrix" in message for message in messages)


def test_the_upload_reads_it_alike(table):
    found = check(table)
    assert found["status"] == "warning"
    assert found["rows"] == 500
    assert found["models"]["M2"]["auc"] == pytest.approx((1 + 250 / 295 - 5 / 205) / 2)
    beside = check(table, confusions={"M3": (5, 5, 5, 5)})
    assert list(beside["models"]) == ["M1", "M2", "M3"]


def test_predictions_with_matrices_survive_being_written_as_a_table(tmp_path):
    sample = costdash.read_confusions({"M1": M1, "M2": M2})
    roles = write_table(sample, tmp_path / "table.feather")
    read = read_file(tmp_path / "table.feather")
    again, _, _ = to_predictions(read, Roles.of(json.loads(json.dumps(roles.as_json()))), Limits())
    assert again.names == sample.names
    assert again.confusions == sample.confusions


def test_a_table_of_matrices_is_read_again_by_its_roles(table):
    _, details, _ = read_scored(table, confusions={"M3": (5, 5, 5, 5)})
    again, _, _ = to_predictions(read_file(table), Roles.of(details["roles"]), Limits())
    assert again.names == ["M1", "M2", "M3"]


@pytest.mark.parametrize(
    ("confusions", "sentence"),
    [
        ({"M": (1, -1, 2, 3)}, "Confusion matrix M: fn must not be negative, got -1."),
        ({"M": (1, 1, 2.5, 3)}, "Confusion matrix M: fp must be a whole number, got 2.5."),
        ({"M": (1, 1, "x", 3)}, "Confusion matrix M: fp must be a whole number, got 'x'."),
        ({"M": (0, 0, 2, 3)}, "Confusion matrix M: both classes must have a case"),
        ({"rf": M1}, "A confusion matrix and a column of scores are both called “rf”"),
        ([("M", *M1), ("M", *M2)], "Two confusion matrices are called “M”"),
    ],
)
def test_what_is_no_matrix_ends_in_one_sentence(confusions, sentence):
    with pytest.raises(IntakeError) as error:
        read_scored(FRAME, confusions=confusions)
    assert sentence in str(error.value)


def test_a_matrix_below_the_diagonal_is_named():
    _, _, messages = read_scored(FRAME, confusions={"M": (10, 90, 90, 10)})
    assert any("Model M is worse than chance" in message for message in messages)


def test_the_command_line_with_and_without_a_file(tmp_path, capsys):
    path = tmp_path / "rows.csv"
    FRAME.to_csv(path, index=False)
    given = ["--confusion", "M1", *map(str, M1), "--confusion", "M2", *map(str, M2)]
    more = ["--json", "--replicates", "100", "--threshold-probability", "0.2"]
    assert main(["analyse", str(path), *given, *more]) == 0
    beside = json.loads(capsys.readouterr().out)
    assert main(["analyse", *given, *more]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert [model["name"] for model in beside["models"]] == ["rf", "M1", "M2"]
    assert [model["name"] for model in alone["models"]] == ["M1", "M2"]
    assert alone["models"][1]["confusion"] == dict(zip(("tp", "fn", "fp", "tn"), M2, strict=True))
    assert [pair.get("paired") for pair in beside["pairs"]] == [False] * 3
    assert alone["best"]["model"] == "M2"
    assert alone["data"]["prevalence"] == 0.38


def test_the_command_line_needs_a_file_or_a_matrix(capsys):
    with pytest.raises(SystemExit):
        main(["analyse"])
    assert (
        "give a FILE, a --table, or confusion matrices with --confusion" in capsys.readouterr().err
    )
    assert main(["analyse", "--confusion", "M", "1", "1", "0", "0"]) == 1
    assert "got no negative case" in capsys.readouterr().err


def test_report_and_rules_that_are_used_today(tmp_path, capsys):
    given = ["--confusion", "M1", *map(str, M1), "--confusion", "M2", *map(str, M2)]
    out = tmp_path / "out.html"
    assert (
        main(["report", *given, "-o", str(out), "--today", "M1", "1", "--replicates", "100"]) == 0
    )
    html = out.read_text(encoding="utf-8")
    assert "independent samples (no shared rows)" in html


def test_choosing_by_training_conditions_in_the_json(capsys):
    given = ["--confusion", "M1", *map(str, M1), "--confusion", "M2", *map(str, M2)]
    trained = ["--trained-for", "M1", "11:1", "--trained-for", "M2", "0.5"]
    assert main(["analyse", *given, *trained, "--json", "--replicates", "100"]) == 0
    found = json.loads(capsys.readouterr().out)["parameter_selection"]
    assert [one["model"] for one in found["models"]] == ["M1", "M2"]
    assert found["switches"] == [pytest.approx((1 / 12 + 0.5) / 2)]
    assert found["extra_area"] == pytest.approx(found["area"] - found["envelope_area"])
    assert found["extra_area"] > 0
    assert main(["report", *given, *trained, "-o", "-", "--replicates", "100"]) == 0
    assert "choosing by training" in capsys.readouterr().out
    assert main(["analyse", *given, "--trained-for", "M1", "x:1"]) == 1
    assert "or a ratio such as 11:1, got x:1" in capsys.readouterr().err
