"""Weights that count cases are as one row per case; sampling weights stay weights."""

import re

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from numpy.testing import assert_array_equal

from costdash.core import OperatingPoint, analyse, crossfit_all
from costdash.intake import IntakeError, read_predictions
from costdash.intake.api import read_with_messages
from costdash.intake.rows import weights

COPIES = np.arange(90) % 4 + 1
ROLES = {"label": "label", "scores": ["a", "b"], "weight": "w"}


@pytest.fixture
def frame():
    rng = np.random.default_rng(3)
    label = np.arange(90) % 3 == 0
    return pd.DataFrame(
        {
            "label": label.astype(int),
            "a": rng.normal(size=90) + label,
            "b": rng.normal(size=90).round(1) + label,
            "w": COPIES,
            "fold": np.arange(90) // 3 % 5,
            "patient": [f"p{i}" for i in np.arange(90) // 2],
            "part": np.where(np.arange(90) // 3 % 2, "test", "validation"),
        }
    )


@pytest.mark.parametrize("extra", [{}, {"cluster": "patient"}, {"fold": "fold"}, {"split": "part"}])
def test_counts_are_as_one_row_per_case(frame, extra):
    counted = read_predictions(frame, **ROLES, **extra, weight_is="count")
    cases = frame.loc[frame.index.repeat(COPIES)].drop(columns="w")
    plain = read_predictions(cases, **ROLES | {"weight": None}, **extra)
    assert counted.weight is plain.weight is None
    for name in ("is_positive", "fold", "cluster"):
        assert_array_equal(getattr(counted, name), getattr(plain, name))
    for name, score in plain.scores.items():
        assert_array_equal(counted.scores[name], score)
    point = OperatingPoint(0.3, 2, 1)
    one, other = (analyse(rows, n_replicates=100) for rows in (counted, plain))
    assert one.decide(point).best == other.decide(point).best
    assert one.models["a"].auc_interval == other.models["a"].auc_interval
    if not extra:
        fits = [crossfit_all(rows).together.interval(0.3, 0.9) for rows in (counted, plain)]
        assert fits[0] == fits[1]


def test_whole_numbers_count_unless_the_user_says_otherwise(frame):
    counted, _, messages = read_with_messages(frame, **ROLES)
    assert (counted.rows, counted.weight) == (COPIES.sum(), None)
    assert f"counts as that many cases, {COPIES.sum()} in all" in messages[-1]
    sampled, details, messages = read_with_messages(frame, **ROLES, weight_is="sampling")
    assert_array_equal(sampled.weight, COPIES)
    assert details["roles"]["weight_is"] == "sampling"
    assert not [message for message in messages if "cases" in message]
    fractions, _, messages = read_with_messages(frame.assign(w=COPIES / 2), **ROLES)
    assert_array_equal(fractions.weight, COPIES / 2)
    assert not [message for message in messages if "cases" in message]


@pytest.mark.parametrize(
    ("change", "roles", "why"),
    [
        ({"w": COPIES / 2}, {"weight_is": "count"}, "cannot count cases, because it holds 0.5"),
        ({"w": COPIES * 1e7}, {"weight_is": "count"}, "too many to count one by one"),
        ({}, {"weight_is": "frequency"}, "count or sampling, not “frequency”"),
        ({}, {"weight_is": "count", "weight": None}, "No column is the weight"),
    ],
)
def test_a_weight_that_cannot_be_what_it_should_be_is_refused(frame, change, roles, why):
    with pytest.raises(IntakeError, match=why):
        read_predictions(frame.assign(**change), **ROLES | roles)


def test_too_many_cases_are_taken_as_sampling_weights(frame, monkeypatch):
    monkeypatch.setattr(weights, "MOST_NUMBERS", 3 * COPIES.sum() - 1)
    rows, _, messages = read_with_messages(frame, **ROLES)
    assert_array_equal(rows.weight, COPIES)
    assert "taken as sampling weights" in messages[-1]


def test_all_classes_are_repeated():
    frame = pd.DataFrame({"pet": ["ant", "bee", "cat"] * 6, "w": np.arange(18) % 3 + 1})
    for i, name in enumerate(("ant", "bee", "cat")):
        frame[f"p_{name}"] = (np.arange(18) * (7 + i) % 10) / 10
    given = {"label": "pet", "positive": "ant"}
    classes = read_predictions(frame, **given, weight="w").classes
    cases = frame.loc[frame.index.repeat(frame.w)].drop(columns="w")
    expected = read_predictions(cases, **given).classes
    assert_array_equal(classes.code, expected.code)
    for name, columns in expected.scores.items():
        for column, score in columns.items():
            assert_array_equal(classes.scores[name][column], score)


@pytest.mark.parametrize(("weight", "shown"), [(1e308, "1e+308"), (1e-200, "1e-200")])
def test_weights_whose_squares_cannot_be_summed_are_refused(weight, shown):
    table = pa.table({"label": [0, 1, 0], "score": [0.1, 0.2, 0.3], "w": [1.5, weight, 2.5]})
    with pytest.raises(IntakeError, match=re.escape(f"w has the weight {shown}. Weights must")):
        read_predictions(table, label="label", scores="score", weight="w")
