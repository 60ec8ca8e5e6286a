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
    assert lines[0]["file"] == f"sha256:{digest[:12]}"
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


def written(tmp_path, lines):
    """A list with these lines."""
    path = tmp_path / "list.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, lines[0].keys())
        writer.writeheader()
        writer.writerows(lines)
    return path


def test_corrected_labels_are_put_into_the_file_and_what_changes_is_said(file, tmp_path, capsys):
    rule = ("--rule", "model", "0.5")
    lines, _ = listed(capsys, file, *ROLES, *rule, "--cell", "nearest")
    new = {"2": "positive", "6": "0", "1": "Positive"}  # row 1 is positive already
    lines = [line | {"label_new": new.get(line["row"], "")} for line in lines]
    path, out = written(tmp_path, lines), tmp_path / "new.csv"
    given = (file, *ROLES, *rule, "--corrected", path, "-o", out)
    assert main(["cases", *map(str, given)]) == 0
    said = capsys.readouterr().err
    assert "2 labels change: 1 to positive, 1 to negative (1 stay)." in said
    assert "finds 2 of 3 positives (before: 1 of 3)" in said
    assert "flags 0 of 8 negatives (before: 1 of 8)" in said
    before, after = ([*csv.DictReader(io.StringIO(x.read_text("utf-8")))] for x in (file, out))
    expected = [row | {"y": {1: "1", 5: "0"}.get(i, row["y"])} for i, row in enumerate(before)]
    assert [row["case"] for row in after] == [row["case"] for row in before]
    assert [row["y"] for row in after] == [row["y"] for row in expected]
    assert main(["cases", str(out), *ROLES, *rule, "--cell", "found", "-o", str(path)]) == 0
    assert "finds 2 of 3 positives and flags 0 of 8 negatives" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (lambda line: line | {"file": "sha256:000000000000"}, "belongs to another file"),
        (lambda line: line | {"row": "99"}, "“99” is no row of the file, which has 12"),
        (lambda line: line | {"row": "0"}, "“0” is no row of the file"),
        (lambda line: line | {"label_new": "maybe"}, "“maybe” is no label. Write one of"),
        (lambda line: line | {"label_new": " "}, "No cell of label_new is filled in."),
        (lambda line: {"row": line["row"], "label": "1"}, "has no column file and label_new"),
    ],
)
def test_lists_that_do_not_fit_the_file_are_refused(file, tmp_path, capsys, edit, sentence):
    rule = ("--rule", "model", "0.5")
    lines, _ = listed(capsys, file, *ROLES, *rule, "--cell", "missed")
    lines = [edit(line | {"label_new": "negative"}) for line in lines[:1]]
    path = written(tmp_path, lines)
    out = tmp_path / "new.csv"
    given = (file, *ROLES, *rule, "--corrected", path, "-o", out)
    assert main(["cases", *map(str, given)]) != 0
    assert sentence in capsys.readouterr().err
    assert not out.exists()


def test_two_labels_of_a_row_are_refused(file, tmp_path, capsys):
    rule = ("--rule", "model", "0.5")
    lines, _ = listed(capsys, file, *ROLES, *rule, "--cell", "missed")
    twice = [lines[0] | {"label_new": "0"}, lines[0] | {"label_new": "1"}]
    path = written(tmp_path, twice)
    assert main(["cases", *map(str, (file, *ROLES, *rule, "--corrected", path))]) != 0
    assert "Row 2 of the list gives row 4 of the file another label" in capsys.readouterr().err
