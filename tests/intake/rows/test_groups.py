"""Folds and clusters of rows."""

import pandas as pd

import costdash
from costdash.intake.api import read_with_messages


def frame(**more):
    return pd.DataFrame({"y": [0, 1, 0, 1], "s": [0.1, 0.9, 0.3, 0.6]} | more)


def test_equal_values_are_one_cluster_and_empty_cells_are_clusters_of_their_own():
    roles = {"label": "y", "scores": "s", "cluster": "who"}
    predictions, _, messages = read_with_messages(frame(who=["ann", None, "ann", None]), **roles)
    a, b, c, d = predictions.cluster.tolist()
    assert a == c
    assert len({a, b, d}) == 3
    assert any("empty in 2 rows" in message for message in messages)


def test_a_note_points_out_repeated_patients():
    note = "Column patient names 3 groups of rows"
    _, _, messages = read_with_messages(frame(patient=[1, 1, 2, 3]))
    assert any(note in message for message in messages)
    for quiet in (frame(patient=[1, 2, 3, 4]), frame()):
        assert not any("groups of rows" in m for m in read_with_messages(quiet)[2])


def test_cases_of_the_long_layout_keep_their_cluster():
    long = pd.concat([frame(who=["a", "a", "b", "b"], id=range(4), model=m) for m in ("x", "z")])
    roles = {"label": "y", "model": "model", "scores": "s", "cluster": "who"}
    predictions = costdash.read_predictions(long, **roles)
    assert predictions.cluster.tolist() == [0, 0, 1, 1]
