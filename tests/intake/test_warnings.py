"""What Python users are told: guesses, rows left out, and arguments in the wrong place."""

import io

import pandas as pd
import pytest

import costdash
from costdash.intake.errors import IntakeError, IntakeWarning

FRAME = pd.DataFrame(
    {"class": ["good", "bad", "good", "good"] * 5, "a": range(20), "b": [0.1, None, 0.3, 0.4] * 5}
)


def test_a_guessed_class_and_rows_left_out_are_warned_of():
    frame = FRAME.assign(b=[None, *range(19)])
    with pytest.warns(IntakeWarning) as seen:
        costdash.read_predictions(frame, label="class", scores=["a", "b"])
    said = " ".join(str(warning.message) for warning in seen)
    assert "“bad”" in said
    assert "1 row of 20 left out, without a score: b in 1." in said


def test_wrong_arguments_get_a_sentence():
    with pytest.raises(TypeError, match=r"There is no role lable. The roles are label, positive"):
        costdash.read_predictions(FRAME, lable="class")
    with pytest.raises(TypeError, match="analyse needs Predictions, got a DataFrame"):
        costdash.analyse(FRAME)
    with pytest.raises(TypeError, match="scores must be a dict of arrays, got a DataFrame"):
        costdash.Predictions(is_positive=[0, 1] * 10, scores=FRAME)
    with pytest.raises(IntakeError, match="not an open file"):
        costdash.read_predictions(io.StringIO("a,b"))


@pytest.mark.parametrize("labels", [[1, 2], [-1, 1], [0, float("nan")]])
def test_wrong_labels_are_named(labels):
    with pytest.raises(ValueError, match=r"\(or 1 and 0\), got (2|-1|nan): compare the labels"):
        costdash.Predictions(is_positive=labels, scores={"a": [0.1, 0.2]})
