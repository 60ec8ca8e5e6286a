"""The command line with recent scores that have no labels."""

import json

import numpy as np
import pandas as pd
import pytest

from costdash import cli

COLUMNS = ["--label", "label", "--score", "rf"]
FAST = ["--replicates", "100", "--cost-fn", "20", "--cost-fp", "1"]


def scores(rng, rows, prior, shift=0.0):
    label = (np.arange(rows) < prior * rows).astype(int)
    return pd.DataFrame({"label": label, "rf": rng.normal(size=rows) + np.where(label, 2, shift)})


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    rng, folder = np.random.default_rng(1), tmp_path_factory.mktemp("recent")
    source = scores(rng, 3000, 0.2)
    source.to_csv(folder / "source.csv", index=False)
    for name, shift in (("recent", 0.0), ("moved", 0.6)):
        scores(rng, 4000, 0.05, shift)[["rf"]].to_csv(folder / f"{name}.csv", index=False)
    scores(rng, 4000, 0.05)[["rf"]].rename(columns={"rf": "x"}).to_csv(folder / "other.csv")
    last = scores(rng, 2000, 0.05).assign(label=pd.NA, month="june")
    both = pd.concat([source.assign(month="may"), last])
    both["label"] = both["label"].astype("Int64")
    both.to_csv(folder / "both.csv", index=False)
    return folder


def run(capsys, path, *words, command="analyse"):
    code = cli.main([command, str(path), *COLUMNS, *FAST, *words])
    return code, capsys.readouterr()


def test_the_estimate_is_reported_and_used_only_if_asked(files, capsys):
    recent = ["--unlabelled", str(files / "recent.csv")]
    plain = json.loads(run(capsys, files / "source.csv", *recent, "--json")[1].out)
    assert plain["operating_point"]["prior"] == pytest.approx(0.2)
    found = plain["prior_estimate"]
    assert found["low"] < 0.05 < found["high"]
    assert not found["used"]
    words = [*recent, "--prior", "estimated"]
    used = json.loads(run(capsys, files / "source.csv", *words, "--json")[1].out)
    assert used["operating_point"]["prior"] == used["prior_estimate"]["value"] == found["value"]
    assert used["method"]["prior"] == "estimated"
    known = ["--prior", str(found["value"]), "--known-prior"]
    known = json.loads(run(capsys, files / "source.csv", *known, "--json")[1].out)
    (low, high), (known_low, known_high) = (each["best"]["cost_interval"] for each in (used, known))
    assert low < known_low < known_high < high
    text = run(capsys, files / "source.csv", *words)[1].out
    assert "4,000 recent scores of rf" in text
    assert "recent scores, and the interval counts that" in text


def test_scores_that_are_no_mixture_are_not_used(files, capsys):
    recent = ["--unlabelled", str(files / "moved.csv")]
    code, out = run(capsys, files / "source.csv", *recent)
    assert (code, "Not used: 4,000 recent scores" in out.out) == (0, True)
    code, out = run(capsys, files / "source.csv", *recent, "--prior", "estimated")
    assert (code, "--prior estimated cannot be used" in out.err) == (1, True)


def test_rows_of_the_same_file_can_be_the_recent_ones(files, capsys):
    words = ["--blanks", "coming", "--unlabelled-where", "month=june", "--json"]
    found = json.loads(run(capsys, files / "both.csv", *words)[1].out)["prior_estimate"]
    assert found["rows"] == 2000
    assert found["low"] < 0.05 < found["high"]


@pytest.mark.parametrize(
    ("file", "words", "why"),
    [
        ("source.csv", ["--prior", "estimated"], "needs recent scores"),
        ("source.csv", ["--unlabelled", "other.csv"], "No column of recent scores is named rf"),
        ("source.csv", ["--unlabelled", "none.csv"], "there is no file"),
        ("both.csv", ["--unlabelled-where", "month=july"], "has “july” in column month"),
        ("both.csv", ["--unlabelled-where", "week"], "must be a column and a value"),
    ],
)
def test_recent_scores_that_cannot_be_read_are_refused(files, capsys, file, words, why):
    words = [str(files / word) if word.endswith(".csv") else word for word in words]
    code, out = run(capsys, files / file, "--blanks", "coming", *words)
    assert code == 1
    assert why in out.err
