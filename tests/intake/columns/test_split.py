"""The split column: guessed, corrected by the user, and checked."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import costdash
from costdash.intake import IntakeError, read_with_messages
from costdash.intake.api import to_predictions, write_table
from costdash.intake.columns.infer import guess
from costdash.intake.columns.levels import Columns
from costdash.intake.errors import IntakeWarning
from costdash.intake.formats.read import read_file
from costdash.intake.limits import Limits

PARTS = ["train", "val", "val", "val", "test", "test", "train", "test", None, "val"]
FRAME = pd.DataFrame(
    {
        "y": [0, 1, 0, 1, 0, 1, 1, 0, 1, 0],
        "score": np.linspace(0, 1, 10),
        "part": PARTS,
    }
)


def guessed(**columns):
    base = {"y": [0, 1] * 3, "score": [0.1, 0.4, 0.5, 0.6, 0.7, 0.9]}
    return guess(Columns(pa.table(base | columns)))


@pytest.mark.parametrize(
    ("name", "values", "parts"),
    [
        ("split", ["val", "test"], ("val", "test")),
        ("Subset", ["Train", "Validation", "Holdout"], ("Validation", "Holdout")),
        ("data_split", ["dev", "train", "hold-out"], ("dev", "hold-out")),
        ("set", ["calibration", "out of time"], ("calibration", "out of time")),
        ("split", ["train", "test"], None),
        ("split", ["val", "dev", "test"], None),
        ("split", ["a", "b"], None),
        ("stage", ["val", "test"], None),
    ],
)
def test_a_split_is_recognised_by_its_name_and_values(name, values, parts):
    roles = guessed(**{name: (values * 3)[:6]}).roles
    assert roles.split == (name if parts else None)
    assert (roles.choose_on, roles.judge_on) == (parts or (None, None))


def test_a_note_points_out_training_rows():
    (note,) = guessed(split=["train", "test"] * 3).notes
    assert note.startswith("Column split has the values train and test, and the rows of all are")
    assert not guessed(split=["north", "south"] * 3).notes


def test_rows_in_neither_part_are_left_out():
    predictions, details, messages = read_with_messages(FRAME)
    assert predictions.split.in_evaluation.tolist() == [
        p == "test" for p in PARTS if p in ("val", "test")
    ]
    assert details["roles"]["split"] == "part"
    assert "Left out: 3 rows in neither part by column part (train)." in messages
    note = "chosen on the 4 rows where part is val, and judged on the 3 where it is test."
    assert any(note in message for message in messages)


def test_the_user_may_choose_other_parts():
    roles = {"label": "y", "scores": "score", "split": "part"}
    other = costdash.read_predictions(FRAME, **roles, judge_on="train")
    assert other.split.in_evaluation.sum() == 2
    _, _, messages = read_with_messages(FRAME, **roles, choose_on="TRAIN")
    assert any("trained on the rows of TRAIN" in message for message in messages)


def test_all_rows_are_one_part_if_only_label_and_score_are_named():
    assert costdash.read_predictions(FRAME, label="y", scores="score").split is None


@pytest.mark.parametrize(
    ("roles", "sentence"),
    [
        ({"choose_on": "test"}, r"on the same part \(part is test\)"),
        (
            {"judge_on": "nowhere"},
            "Column part has no value “nowhere”. Choose one of its values train",
        ),
        ({"split": "y"}, "chosen for two roles"),
        ({"split": "score"}, "Column score .* Choose the value of the rows to choose"),
    ],
)
def test_a_split_that_does_not_fit_is_reported(roles, sentence):
    with pytest.raises(IntakeError, match=sentence):
        costdash.read_predictions(FRAME, **{"label": "y", "split": "part"} | roles)


def test_both_parts_need_both_classes():
    with pytest.raises(
        IntakeError, match=r"judge on \(part is test\) are all negative. Both parts"
    ):
        costdash.read_predictions(FRAME[~((FRAME.part == "test") & (FRAME.y == 1))])
    without_scores = FRAME.assign(score=FRAME.score.where(FRAME.part != "val"))
    with pytest.raises(IntakeError, match=r"choose on \(part is val\) are none"):
        costdash.read_predictions(without_scores)


def test_clusters_in_both_parts_are_reported():
    who = {"split": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "whole": [1, 2, 2, 3, 3, 5, 1, 5, 1, 2]}
    messages = [read_with_messages(FRAME.assign(who=w), cluster="who")[2] for w in who.values()]
    assert not any("both parts" in message for message in messages[0])
    assert any(m.startswith("1 group of rows is in both parts, ") for m in messages[1])


def test_cases_of_the_long_layout_have_one_part():
    both = [FRAME.dropna().assign(model=m, id=range(9)) for m in ("a", "b")]
    roles = {"model": "model", "case_id": "id", "label": "y", "scores": "score", "split": "part"}
    predictions = costdash.read_predictions(pd.concat(both), **roles)
    assert (predictions.rows, predictions.split.in_evaluation.sum()) == (7, 3)
    both[1]["part"] = "test"
    with pytest.raises(IntakeError, match="A case has one part"):
        costdash.read_predictions(pd.concat(both), **roles)


def test_predictions_from_a_notebook_are_read_back_equal(tmp_path):
    given = costdash.read_predictions(
        FRAME.assign(who=[1, 1, 2, 2, 3, 3, 4, 4, 5, 5]), cluster="who"
    )
    roles = write_table(given, tmp_path / "table")
    again, _, _ = to_predictions(read_file(tmp_path / "table", Limits()), roles, Limits())
    for part in ("evaluation_part", "selection_part"):
        for name in ("is_positive", "cluster"):
            one, two = (getattr(getattr(p, part), name) for p in (given, again))
            assert len(set(zip(one.tolist(), two.tolist()))) == len(set(one.tolist()))
        assert (
            getattr(given, part).scores["score"].tolist()
            == getattr(again, part).scores["score"].tolist()
        )


def test_rows_without_a_score_are_written_too(tmp_path):
    frame = FRAME.assign(score=np.where(np.arange(10) % 4 == 1, np.nan, FRAME["score"]))
    with pytest.warns(IntakeWarning):
        given = costdash.read_predictions(frame[["y", "score"]])
    roles = write_table(given, tmp_path / "table")
    again, _, _ = to_predictions(read_file(tmp_path / "table", Limits()), roles, Limits())
    assert again.scores["score"].tolist() == given.scores["score"].tolist()
    assert again.labelled.is_positive.tolist() == given.labelled.is_positive.tolist()
