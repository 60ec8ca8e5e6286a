"""Decision trees as tables of leaves, and models that are negated."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from costdash.cli import main
from costdash.core import count
from costdash.intake import IntakeError, Roles, read_scored
from costdash.intake.api import to_predictions
from costdash.intake.formats.read import read_file
from costdash.intake.limits import Limits
from costdash.intake.process.client import check

LEAVES = pd.DataFrame(
    {
        "leaf": ["a", "b", "c", "d"],
        "matched": [40, 30, 50, 80],
        "errors": [4, 12, 20, 8],
        "class": ["bad", "bad", "good", "good"],
    }
)
LEAF = st.tuples(st.integers(0, 9), st.integers(0, 9))


def cumulated(leaves):
    """(fp, tp) after each group of leaves with equal shares, the purest positive first."""
    by_share = {}
    for p, n in leaves:
        if p + n:
            before = by_share.get(p / (p + n), (0, 0))
            by_share[p / (p + n)] = (before[0] + p, before[1] + n)
    points, fp, tp = [(0, 0)], 0, 0
    for share in sorted(by_share, reverse=True):
        tp, fp = tp + by_share[share][0], fp + by_share[share][1]
        points.append((fp, tp))
    return points


@given(st.lists(LEAF, min_size=1, max_size=8))
@settings(max_examples=60, deadline=None)
def test_the_curve_cumulates_leaves_by_their_share_of_positives(leaves):
    """Algorithm 7 with erratum 15 corrected."""
    frame = pd.DataFrame(leaves, columns=["positives", "negatives"])
    if not frame["positives"].sum() or not frame["negatives"].sum():
        with pytest.raises(IntakeError, match="so there is no curve"):
            read_scored(frame)
        return
    scored, _, _ = read_scored(frame)
    counts = count(scored.is_positive, scored.scores["tree"])
    assert list(zip(counts.fp.tolist(), counts.tp.tolist(), strict=True)) == cumulated(leaves)


def test_errors_belong_to_the_other_class():
    by_errors, details, messages = read_scored(LEAVES, positive="bad")
    split = pd.DataFrame({"positives": [36, 18, 20, 8], "negatives": [4, 12, 30, 72]})
    by_class, _, _ = read_scored(split)
    for one in (by_errors, by_class):
        assert (one.rows, int(one.is_positive.sum())) == (200, 82)
    np.testing.assert_array_equal(
        np.sort(by_errors.scores["tree"]), np.sort(by_class.scores["tree"])
    )
    assert (details["label"], details["positive"]) == ("actual", "bad")
    assert any("200 cases in 4 leaves" in message for message in messages)


@pytest.mark.parametrize(
    ("change", "positive", "sentence"),
    [
        ({}, "ugly", "No leaf names the class “ugly”"),
        ({"errors": [4, 12, 20, 90]}, "bad", "Leaf 4 has 90 errors among 80 cases"),
        ({"errors": [4, -1, 20, 8]}, "bad", "Leaf 2 has -1 in column errors"),
        ({"errors": [4, 1.5, 20, 8]}, "bad", "Leaf 2 has 1.5 in column errors"),
        ({"class": ["bad", "bad", "good", "ugly"]}, "bad", "The leaves name 3 classes"),
        ({"matched": [0] * 4, "errors": [0] * 4}, "bad", "hold no positive case"),
        ({"matched": ["x"] * 4}, "bad", "does not hold numbers"),
    ],
)
def test_leaves_that_are_none_end_in_one_sentence(change, positive, sentence):
    with pytest.raises(IntakeError) as error:
        read_scored(LEAVES.assign(**change), positive=positive)
    assert sentence in str(error.value)


def test_the_rarer_class_is_positive_unless_a_name_says_so():
    assert read_scored(LEAVES)[1]["positive"] == "bad"
    named = LEAVES.assign(**{"class": ["no", "no", "yes", "yes"]})
    assert read_scored(named)[1]["positive"] == "yes"


def test_leaves_are_read_again_by_their_roles(tmp_path):
    path = tmp_path / "leaves.csv"
    LEAVES.to_csv(path, index=False)
    _, details, _ = read_scored(path)
    again, _, _ = to_predictions(read_file(path), Roles.of(details["roles"]), Limits())
    assert int(again.is_positive.sum()) == 82
    other = Roles.of(details["roles"] | {"positive": "good"})
    assert int(to_predictions(read_file(path), other, Limits())[0].is_positive.sum()) == 118


def test_the_upload_and_the_command_line_read_leaves(tmp_path, capsys):
    path = tmp_path / "leaves.csv"
    LEAVES.to_csv(path, index=False)
    assert check(path, positive="bad")["rows"] == 200
    arguments = ["--positive", "bad", "--json", "--replicates", "100"]
    assert main(["analyse", "--leaves", str(path), *arguments]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [model["name"] for model in found["models"]] == ["tree"]
    with pytest.raises(SystemExit):
        main(["analyse", str(path), "--leaves", str(path)])
    assert "give either a FILE or --leaves" in capsys.readouterr().err


def test_a_negated_model_ranks_the_other_way_round_and_is_named():
    label = ["yes", "no"] * 20
    frame = pd.DataFrame({"label": label, "rf": np.linspace(0, 1, 40), "svm": np.arange(40.0) - 9})
    plain, _, before = read_scored(frame)
    turned, _, after = read_scored(frame, negate=["rf", "svm"], confusions={"m": (1, 9, 8, 2)})
    np.testing.assert_array_equal(turned.scores["rf"], 1 - plain.scores["rf"])
    np.testing.assert_array_equal(turned.scores["svm"], -plain.scores["svm"])
    assert not any("negated" in message for message in before)
    assert sum("is negated" in message for message in after) == 2
    both, _, messages = read_scored(frame, negate="m", confusions={"m": (1, 9, 8, 2)})
    assert both.confusions["m"].cells == (9, 1, 2, 8)
    assert any("Model m is negated" in message for message in messages)
    with pytest.raises(IntakeError, match="There is no model “nb” to negate"):
        read_scored(frame, negate="nb")
