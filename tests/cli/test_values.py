"""Values and files as users give them: spellings, dashes, pipes and options without effect."""

import io
import json
import sys
from math import inf
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from costdash import cli, typed
from costdash.cli import error_sentence
from costdash.intake.samples import SAMPLES, load_sample
from costdash.report.options import values
from tests.support.reading import without_child  # noqa: F401  (a fixture)

pytestmark = pytest.mark.usefixtures("shared_results")
FAST = ["--label", "y", "--replicates", "100"]


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(1)
    y = np.arange(200) % 4 == 0
    return pd.DataFrame({"y": y * 1, "a": (rng.normal(size=200) + y) * 1e-7, "-x": rng.random(200)})


@pytest.fixture
def csv(frame, tmp_path):
    frame.to_csv(tmp_path / "scores.csv", index=False)
    return tmp_path / "scores.csv"


TYPED = json.loads(Path(__file__).with_name("typed_numbers.json").read_text(encoding="utf-8"))
PARSERS = {"number": typed.parse_number, "share": typed.parse_share, "amount": typed.parse_amount}


@pytest.mark.parametrize("kind", PARSERS)
def test_texts_are_the_numbers_of_the_table_that_the_page_is_held_to(kind):
    for text, value, *_ in TYPED[kind]:
        if value is not None:
            assert PARSERS[kind](text) == value, text
            continue
        sentence = "must be a share such as" if kind == "share" else "must be a number such as"
        with pytest.raises(ValueError, match=sentence):
            PARSERS[kind](text)


def test_the_page_reads_a_bare_share_from_1_up_in_percent():
    for text, share, *page in TYPED["share"]:
        if share is not None:
            on_page = page[0] if page and isinstance(page[0], int | float) else share
            assert typed.parse_share(text, on_page=True) == pytest.approx(on_page), text


@pytest.mark.parametrize("text", ["0", "-5 €", "1e400", "free"])
def test_other_texts_are_no_cost(text):
    with pytest.raises(ValueError, match="must be"):
        values.cost(text)


@pytest.mark.parametrize(
    ("text", "score"), [("0,37", 0.37), ("-7.7e-8", -7.7e-8), ("-inf", -inf), ("Infinity", inf)]
)
def test_a_threshold_may_be_infinite(text, score):
    assert values.score(text) == score


def test_conditions_may_be_spelt_as_on_the_page(csv, capsys):
    spelt = ["--prior", "1 in 200", "--cost-fn", "4,000", "--cost-fp", "$80"]
    plain = ["--prior", "0.005", "--cost-fn", "4000", "--cost-fp", "80"]
    found = []
    for words in (spelt, plain):
        assert cli.main(["analyse", str(csv), *FAST, *words, "--json"]) == 0
        found.append(capsys.readouterr().out)
    assert found[0] == found[1]


def test_thresholds_and_names_may_start_with_a_dash(csv, tmp_path):
    out = tmp_path / "out.html"
    for name, score in (("a", "-7.7e-8"), ("-x", "0.5"), ("a", "-inf")):
        words = ["--today", name, score, "--show", "-x", "--show", "a"]
        assert cli.main(["report", str(csv), "-o", str(out), *FAST, *words]) == 0
    words = ["--matrix", "-1e3", "4,000", "80", "-1e-3"]
    assert cli.main(["report", str(csv), "-o", str(out), *FAST, *words]) == 0
    words = ["--criterion", "threshold", "--threshold", "a", "-7.7e-8"]
    assert cli.main(["report", str(csv), "-o", str(out), *FAST, *words]) == 0


@pytest.mark.parametrize("option", ["--today", "--threshold"])
def test_a_threshold_is_a_number(csv, tmp_path, capsys, option):
    words = [option, "a", "nan"]
    words += ["--criterion", "threshold"] if option == "--threshold" else []
    assert cli.main(["report", str(csv), "-o", str(tmp_path / "o.html"), *FAST, *words]) == 1
    assert "A threshold must be a number such as 0.37, got nan." in capsys.readouterr().err


def test_the_report_never_overwrites_its_data(csv, tmp_path, capsys):
    before = csv.read_bytes()
    (tmp_path / "link.csv").symlink_to(csv)
    for output in (csv, tmp_path / "link.csv"):
        assert cli.main(["report", str(csv), "-o", str(output), *FAST]) == 1
        assert "would overwrite the data" in capsys.readouterr().err
    assert csv.read_bytes() == before


def test_an_output_that_cannot_be_written_is_told_before_the_analysis(csv, tmp_path, capsys):
    for output in (tmp_path, tmp_path / "nowhere" / "out.html"):
        assert cli.main(["report", "no-file.csv", "-o", str(output), *FAST]) == 1
        assert "no-file.csv" not in capsys.readouterr().err


def test_a_dash_is_standard_input_and_output(csv, monkeypatch, capsys):
    assert cli.main(["analyse", str(csv), *FAST, "--json"]) == 0
    from_file = json.loads(capsys.readouterr().out)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(csv.read_bytes())))
    assert cli.main(["analyse", "-", *FAST, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == from_file
    assert cli.main(["report", str(csv), "-o", "-", *FAST]) == 0
    assert "<!doctype html>" in capsys.readouterr().out.lower()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--likely", "--likely needs a range"),
        ("--beta 2 3", "--beta needs a range"),
        ("--likely --beta 2 3 --prior-range 0.1 0.2", "give one of them"),
        ("--sure", "--sure needs a limit that it is about"),
        ("--threshold a 0.5", "--threshold needs --criterion threshold"),
    ],
)
def test_options_without_effect_are_refused(csv, capsys, words, sentence):
    with pytest.raises(SystemExit):
        cli.main(["report", str(csv), "-o", "out.html", *words.split()])
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("command", ["analyse", "check"])
def test_parts_need_a_split(csv, capsys, command):
    assert cli.main([command, str(csv), "--label", "y", "--choose-on", "dev"]) == 1
    assert "No column splits the rows, so “dev” cannot be one of" in capsys.readouterr().err


def test_the_json_always_has_limits(csv, capsys):
    with pytest.raises(SystemExit):
        cli.main(["analyse", str(csv), *FAST, "--no-bands", "--json"])
    assert "--no-bands has no effect on --json" in capsys.readouterr().err


WITHOUT_EFFECT_IN_TEXT = ["--pcf 0.5", "--pair a -x", "--margin 0.01", "--no-scenarios"]
WITHOUT_EFFECT_IN_TEXT += ["--max-fpr 0.1", "--min-tpr 0.8", "--capacity 0.1"]


@pytest.mark.parametrize("words", WITHOUT_EFFECT_IN_TEXT)
def test_options_of_the_json_are_refused_for_text(csv, capsys, words):
    command = ["analyse", str(csv), *FAST, *words.split()]
    with pytest.raises(SystemExit):
        cli.main(command)
    assert f"{words.split()[0]} needs " in capsys.readouterr().err
    assert cli.main([*command, "--json"]) == 0


def test_a_scenario_that_cannot_be_read_is_named(csv, capsys):
    words = ["--scenario", "next year", "0.1", "a lot", "2", "--json"]
    assert cli.main(["analyse", str(csv), *FAST, *words]) == 1
    assert "--scenario next year: must be a number such as" in capsys.readouterr().err


def test_errors_of_the_system_name_the_file_and_no_number():
    error = FileExistsError(17, "File exists", "out.html")
    assert error_sentence(error) == "out.html: File exists."
    assert error_sentence(OSError(22, "Invalid argument")) == "Invalid argument."
    assert error_sentence(OSError("Port 1 cannot\nbe used.")) == "Port 1 cannot be used."


@pytest.mark.parametrize("key", SAMPLES)
def test_the_samples_can_be_named(key, capsys):
    assert cli.main(["check", f"sample:{key}", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    predictions, _ = load_sample(key)
    assert tuple(told["models"]) == SAMPLES[key].roles.scores
    assert (told["rows"], told["positives"]) == (predictions.rows, predictions.positives)


def test_an_unknown_sample_is_refused_with_those_there_are(capsys):
    assert cli.main(["analyse", "sample:other"]) == 1
    refused = (
        "There is no sample other. The samples are sample:card-fraud, "
        "sample:card-fraud-amounts, sample:breast-cancer, "
        "sample:leaving-customers, sample:guardrail, sample:card-fraud-audited, "
        "sample:judged-answers."
    )
    assert capsys.readouterr().err == f"costdash: {refused}\n"
