"""costdash cases: the rows of a file behind a count, as CSV."""

import csv
import hashlib
import io

import pytest

from costdash.cli import main

ROWS = [
    ("case", "y", "amount", "model"),
    ("a", "1", "=1+1", "0.9"),
    ("b", "0", "20", "0.8"),
    ("c", "", "30", "0.7"),
    ("d", "1", "x" * 300, "0.4"),
    ("e", "0", "50", "0.2"),
    ("f", "1", "60", "0.1"),
    *((f"g{i}", "0", "1", "0.05") for i in range(6)),
]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "cases.csv"
    path.write_text("\n".join(",".join(row) for row in ROWS) + "\n", encoding="utf-8")
    return path


def listed(capsys, *arguments):
    assert main(["cases", *map(str, arguments)]) == 0
    output = capsys.readouterr()
    return [*csv.DictReader(io.StringIO(output.out))], output.err


ROLES = ("--label", "y", "--positive", "1", "--score", "model")


def test_missed_cases_are_listed_by_distance_with_their_rows_in_the_file(file, capsys):
    rule = ("--rule", "model", "0.5", "--keep", "case", "--keep", "amount")
    lines, said = listed(capsys, file, *ROLES, *rule, "--cell", "missed")
    assert [line["case"] for line in lines] == ["d", "f"]
    assert [line["row"] for line in lines] == ["4", "6"]  # row 3 has no label
    assert [line["outcome"] for line in lines] == ["missed", "missed"]
    assert lines[0]["label_new"] == ""
    assert len(lines[0]["amount"]) == 200
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert lines[0]["file"] == digest[:12]
    assert (
        "In the file, model \u2265 0.5 finds 1 of 3 positives and flags 1 of 8 negatives." in said
    )


def test_formulas_stay_text_and_unticked_columns_stay_away(file, capsys):
    rule = ("--rule", "model", "0.5", "--keep", "amount")
    lines, _ = listed(capsys, file, *ROLES, *rule, "--cell", "found")
    assert lines[0]["amount"] == "'=1+1"
    assert "case" not in lines[0]


def test_flips_say_what_changes(file, capsys):
    rule = ("--rule", "model", "0.5", "--today", "model", "0.3")
    lines, said = listed(capsys, file, *ROLES, *rule, "--cell", "flips")
    assert [(line["row"], line["outcome"]) for line in lines] == [("4", "newly missed")]
    assert "0 newly found, 1 newly missed, 0 new alarms, 0 alarms gone." in said


def test_a_limit_ends_the_list(file, capsys):
    lines, _ = listed(capsys, file, *ROLES, "--rule", "model", "0.5", "--limit", "2")
    assert [line["row"] for line in lines] == ["2", "4"]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--rule", "other", "0.5"), "There is no model other. The file has model."),
        (
            ("--rule", "model", "0.5", "--keep", "nothing"),
            "There is no column \u201cnothing\u201d.",
        ),
        (("--rule", "model", "0.5", "--cell", "flips"), "flips need the rule of today (--today)"),
    ],
)
def test_wrong_requests_end_in_a_sentence(file, capsys, more, sentence):
    assert main(["cases", str(file), *ROLES, *more]) == 1
    assert sentence in capsys.readouterr().err


def test_a_file_of_cases_and_models_has_no_single_rows(tmp_path, capsys):
    lines = ["case,model,y,score"]
    lines += [f"{i},{m},{i % 2},0.{i}{k}" for i in range(1, 9) for k, m in enumerate("ab")]
    path = tmp_path / "long.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    roles = ("--label", "y", "--positive", "1", "--score", "score", "--model", "model")
    given = (*roles, "--id", "case", "--rule", "a", "0.3")
    assert main(["cases", str(path), *given]) == 1
    assert "a case is several rows of the file" in capsys.readouterr().err
