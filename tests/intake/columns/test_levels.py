"""Distinct values of a column: compared as text, and computed once per read."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from costdash.intake import read_predictions
from costdash.intake.columns import levels
from costdash.intake.columns.levels import Column, Columns, matching

N = 30
LABELS = np.resize(["setosa", "Virginica", "versicolor", "virginica"], N)
SCORES = {f"p_{name}": np.arange(N) % k / k for k, name in ((7, "setosa"), (8, "versicolor"))}
THREE_CLASSES = {"species": LABELS, **SCORES, "p_virginica": np.arange(N) % 9 / 9}
TWO_CLASSES = {
    "label": np.resize(["yes", "no", "no"], N),
    "rule": np.resize(["yes", "no"], N),
    "score": np.linspace(0, 1, N),
    "split": np.resize(["train", "test", "val", "test"], N),
    "fold": np.resize([1, 2, 3], N),
    "patient": np.arange(N) // 2,
}
LONG = {
    "case": np.repeat(np.arange(N), 2),
    "model": np.resize(["a", "b"], 2 * N),
    "label": np.repeat(np.resize(["yes", "no", "no"], N), 2),
    "score": np.linspace(0, 1, 2 * N),
    "fold": np.repeat(np.resize([1, 2, 3, 3], N), 2),
}


def column(*cells):
    return Column(pa.chunked_array([list(cells)]))


@pytest.mark.parametrize(
    ("table", "roles"),
    [
        (TWO_CLASSES, {"cluster": "patient"}),
        (TWO_CLASSES, {"label": "label", "scores": ["rule", "score"], "fold": "fold"}),
        (THREE_CLASSES, {}),
        (LONG, {}),
    ],
    ids=["guessed", "chosen", "three classes", "long layout"],
)
def test_the_values_of_a_column_are_computed_once_per_read(table, roles, monkeypatch):
    computed = {}
    for name in ("encode", "distinct_values"):
        computed[name] = record_calls(monkeypatch, name)
    read_predictions(pd.DataFrame(table), **roles)
    assert computed["encode"]
    for calls in computed.values():
        for i, cells in enumerate(calls):
            assert not any(cells.equals(other) for other in calls[:i])


def record_calls(monkeypatch, name) -> list[pa.ChunkedArray]:
    """The cells that a function of the module is called with from now on."""
    calls, original = [], getattr(levels, name)

    def recording(cells):
        calls.append(cells)
        return original(cells)

    monkeypatch.setattr(levels, name, recording)
    return calls


def test_texts_and_levels_agree_and_missing_cells_have_no_text():
    values = column(1.0, None, 2.5, float("nan"), 1.0)
    assert values.texts == values.levels.texts == ["1", "2.5"]
    assert values.levels.codes.tolist() == [0, -1, 1, -1, 0]
    assert values.levels.counts == {"1": 2, "2.5": 1}


def test_classes_are_the_values_without_differences_in_case():
    values = column("no", "Yes", "YES", None, "No", "yes")
    assert values.classes == ["no", "Yes"]
    assert values.spellings["Yes"] == ["Yes", "YES", "yes"]
    assert values.class_levels.codes.tolist() == [0, 1, 1, -1, 0, 1]
    assert values.levels.texts == ["no", "Yes", "YES", "No", "yes"]


def test_a_column_is_the_same_object_on_each_access():
    columns = Columns(pa.table({"a": [1, 2], "b": [3, 4]}))
    assert columns["a"] is columns["a"]
    assert list(columns) == ["a", "b"]
    everything = np.ones(2, dtype=bool)
    assert columns["a"].where(everything) is columns["a"]
    assert columns["a"].where(~everything).texts == []


@pytest.mark.parametrize(
    ("given", "texts", "value"),
    [
        ("1.0", ["0", "1"], "1"),
        ("YES", ["no", "yes"], "yes"),
        ("YES", ["Yes", "yes"], None),
        ("maybe", ["no", "yes"], None),
    ],
)
def test_a_given_value_matches_by_text_number_or_unique_case(given, texts, value):
    assert matching(given, texts) == value
