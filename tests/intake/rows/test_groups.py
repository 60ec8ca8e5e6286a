import pandas as pd

import costdash
from costdash.intake.api import read_with_messages


def frame(**more):
    return pd.DataFrame({"y": [0, 1, 0, 1], "s": [0.1, 0.9, 0.3, 0.6]} | more)


def test_rows_of_one_value_are_one_cluster_and_empty_ones_stand_alone():
    asked = {"label": "y", "scores": "s", "cluster": "who"}
    predictions, _, messages = read_with_messages(frame(who=["ann", None, "ann", None]), **asked)
    a, b, c, d = predictions.cluster.tolist()
    assert a == c
    assert len({a, b, d}) == 3
    assert any("empty in 2 rows" in message for message in messages)


def test_a_repeated_patient_is_asked_about():
    said = "Column patient names 3 groups of rows"
    _, _, messages = read_with_messages(frame(patient=[1, 1, 2, 3]))
    assert any(said in message for message in messages)
    for quiet in (frame(patient=[1, 2, 3, 4]), frame()):
        assert not any("groups of rows" in m for m in read_with_messages(quiet)[2])


def test_a_case_of_the_long_layout_keeps_its_cluster():
    long = pd.concat([frame(who=["a", "a", "b", "b"], id=range(4), model=m) for m in ("x", "z")])
    asked = {"label": "y", "model": "model", "scores": "s", "cluster": "who"}
    predictions = costdash.read_predictions(long, **asked)
    assert predictions.cluster.tolist() == [0, 0, 1, 1]
