"""The tab Data: roles, rows left out, parts, and the method."""

from dataclasses import replace

import numpy as np
import pytest
from dash import html

from costdash.core import Predictions, Split, analyse
from costdash.intake.columns.roles import Roles
from costdash.report.sentences.sample import method_summary
from costdash.web.page.tabs import data
from tests.support.page_texts import found, texts

LABEL = np.arange(60) % 3 == 0
SCORES = {"a": np.arange(60.0), "b": -np.arange(60.0)}
EVIL = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def whole():
    return analyse(Predictions(is_positive=LABEL, scores=SCORES), n_replicates=100)


@pytest.fixture(scope="module")
def split():
    parts = Split(np.arange(60) % 2 > 0, "validation", "test")
    rows = Predictions(is_positive=LABEL, scores=SCORES, split=parts)
    return analyse(rows, n_replicates=100)


def rows_of(component):
    body = found(component, html.Tbody)
    return [texts(row) for one in body for row in found(one, html.Tr)]


def test_each_column_with_a_role_has_a_row():
    roles = Roles(label="y", positive="1", scores=("a", "b"), fold="k", split="part",
                  choose_on="v", judge_on="t", weight="w", weight_is="sampling")  # fmt: skip
    told = rows_of(data.roles_table(roles, True))
    assert [row[:2] for row in told] == [
        ["True class", "y"], ["Scores", "a, b"], ["Weight", "w"], ["Fold", "k"], ["Part", "part"],
    ]  # fmt: skip
    assert told[0][2] == "positive where it is 1"
    assert told[2][2] == "sampling weight: cases were drawn with unequal chances"
    assert told[4][2] == "thresholds chosen on v, judged on t"


def test_the_sentence_says_only_what_the_table_does_not():
    assert data.unused("Read as: label y (1), model a.") == ""
    assert (
        data.unused("Read as: label y (1), model a. Not used: b (text).")
        == "Neither label nor score: b (text)."
    )


@pytest.mark.parametrize("notes", [[], ["One."], ["One.", EVIL]])
def test_rows_left_out_are_listed_with_their_reasons(whole, notes):
    told = data.left_out(whole, notes)
    assert [text for item in found(told, html.Li) for text in texts(item)] == notes
    assert ("None: every row is used." in texts(told)) == (not notes)


def test_rows_that_lack_a_score_are_among_those_left_out(whole):
    some = replace(whole, left_out=5, lacking={"b": 5})
    told = texts(data.left_out(some, ["One."]))
    assert told[-2:] == ["One.", "5 rows left out: model b has no score there."]


def test_the_parts_of_a_split_file_add_up(whole, split):
    assert data.hold_out_table(whole) == []
    told = rows_of(data.hold_out_table(split))
    assert [row[:2] for row in told] == [["validation", "choose thresholds"], ["test", "judge"]]
    assert sum(int(row[2]) for row in told) == 60
    assert sum(float(row[3]) for row in told) == LABEL.sum()


def test_the_method_names_samples_seed_and_evaluation(whole, split):
    summary = method_summary(whole, False)
    assert "100 bootstrap samples" in summary["Bands and intervals"]
    assert f"seed {whole.seed}" in summary["Judged on"]
    assert "made at random, 20 times" in summary["Judged on"]
    assert "those of the file" in method_summary(whole, True)["Judged on"]
    assert "chosen on validation and judged on test" in method_summary(split, False)["Judged on"]
    shown = texts(data.method(whole, False))
    assert set(summary.values()) <= set(shown)
