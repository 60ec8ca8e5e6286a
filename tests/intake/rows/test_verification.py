"""Labels only where somebody looked: rows with a label stand for all rows of their group."""

import os

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from costdash.core import OperatingPoint, analyse
from costdash.intake import IntakeError, read_predictions
from costdash.intake.api import read_with_messages, write_table
from costdash.intake.errors import IntakeWarning
from costdash.intake.storage.predictions import load_predictions, save_predictions
from tests.support.audited import WRONG_ANSWERS, audited, weighted_cost

SCORES = {"label": "label", "positive": 1, "scores": ["old", "new"]}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("how", ["within", "by", "bands", "chance"])
def test_rates_and_costs_are_those_of_rows_counted_by_their_group(seed, how):
    rng = np.random.default_rng(seed)
    every, seen, looked_at = audited(rng, rows=900, positives=0.1, share=0.2, ties=seed % 2 == 0)
    groups = list(every["group"])
    roles = {"verified_within": "group"}
    if how == "by":
        roles = {"verified_by": ("old", 0.9)}
    elif how == "bands":
        roles = {"verified_by": ("old", 0.9, 0.5)}
        groups = list(np.where(every["old"] >= 0.9, 2, np.where(every["old"] >= 0.5, 1, 0)))
    elif how == "chance":
        chance = {
            g: sum(looked_at[i] for i in range(900) if groups[i] == g) / groups.count(g)
            for g in set(groups)
        }
        seen["chance"] = [chance[g] for g in groups]
        roles = {"chance": "chance"}
    rows, details, _ = read_with_messages(seen, **SCORES, **roles)
    analysis = analyse(rows, n_replicates=100)
    point = OperatingPoint(analysis.file_prevalence, 20, 1)
    counts = analysis.models["new"].counts
    for index in (1, counts.threshold.size // 3, counts.threshold.size - 1):
        call = analysis.call_at(point, "new", index, 0)
        called = every["new"].to_numpy() >= counts.threshold[index]
        prior, fpr, tpr, cost = weighted_cost(seen, looked_at, groups, called, 20, 1)
        assert_allclose((point.prior, call.fpr, call.tpr), (prior, fpr, tpr), rtol=1e-12)
        assert_allclose(call.expected_cost, cost, rtol=1e-12)
    assert details["blanks"]["answer"] == "looked-at"
    assert not details["blanks"]["open"]
    if how != "chance":
        strata = details["verification"]["strata"]
        assert sum(stratum["rows"] for stratum in strata) == 900
        assert sum(stratum["labelled"] for stratum in strata) == looked_at.sum()


def test_an_audit_finds_the_misses_that_labelled_rows_alone_hide():
    every, seen, _ = audited(np.random.default_rng(5), rows=40_000)
    called = every["new"].to_numpy() >= 0.7
    true = called[every["label"] == 1].mean()
    weighted, _, _ = read_with_messages(seen, **SCORES, verified_within="group")
    alone, _, _ = read_with_messages(seen, **SCORES, blanks="leave-out")

    def tpr(rows):
        weight = np.ones(rows.rows) if rows.weight is None else rows.weight
        found = rows.is_positive & (rows.scores["new"] >= 0.7)
        return weight[found].sum() / weight[rows.is_positive].sum()

    assert abs(tpr(weighted) - true) < 0.06
    assert tpr(alone) > true + 0.08


def test_many_blank_labels_are_the_first_message_until_they_are_explained():
    _, seen, looked_at = audited(np.random.default_rng(6))
    question = f"{(~looked_at).sum():,} of 3,000 cases have no label. If they were not looked at"
    messages = read_with_messages(seen, **SCORES)[2]
    assert messages[0].startswith(question)
    for choice in ("--verified-within", "--verified-by", "--chance", "coming", "leave-out"):
        assert choice in messages[0]
    with pytest.warns(IntakeWarning) as warned:
        read_predictions(seen, **SCORES)
    assert str(warned[0].message) == messages[0]
    answers = [{"blanks": "coming"}, {"blanks": "leave-out"}, {"verified_within": "group"}]
    for answer in answers:
        messages = read_with_messages(seen, **SCORES, **answer)[2]
        assert not any("under-counted" in message for message in messages)


def test_few_blank_labels_are_left_out_without_a_question():
    every, _, _ = audited(np.random.default_rng(7), rows=1000)
    for blanks, is_open in ((10, False), (11, True)):
        seen = every.assign(label=every["label"].astype("Int64"))
        seen.loc[: blanks - 1, "label"] = pd.NA
        details = read_with_messages(seen, **SCORES)[1]
        assert details["blanks"] == {"rows": blanks, "of": 1000, "answer": None, "open": is_open}


def test_rows_of_a_group_that_nobody_looked_at_stay_with_their_scores():
    every, seen, _ = audited(np.random.default_rng(8))
    seen.loc[every["group"] == "flagged", "label"] = pd.NA
    rows, details, messages = read_with_messages(
        seen, **SCORES, verified_within="group", blind_positives=(0.1, 0.6)
    )
    blind = rows.verification.blind
    flagged = every[every["group"] == "flagged"]
    assert blind.positives == (0.1, 0.6)
    for name in ("old", "new"):
        assert_array_equal(blind.scores[name], flagged[name])
    assert details["verification"]["blind"] == {"rows": len(flagged), "low": 0.1, "high": 0.6}
    assert any("Nobody looked at" in message for message in messages)


@pytest.mark.parametrize(
    ("roles", "why"),
    [
        *WRONG_ANSWERS,
        ({"verified_by": ("old", "much")}, "must be numbers"),
        ({"chance": "nil"}, "no chance above 0 and up to 1 in row"),
        ({"verified_within": "group", "chance": "new"}, "give one of them"),
        ({"verified_within": "group", "blanks": "coming"}, "give one of them"),
        ({"blanks": "no"}, "leave-out and coming, not “no”"),
        ({"blind_positives": (0, 1)}, "about groups that nobody looked at"),
        ({"verified_within": "group", "blind_positives": (0.6, 0.2)}, "the lower first"),
    ],
)
def test_an_answer_that_cannot_be_right_is_refused(roles, why):
    _, seen, _ = audited(np.random.default_rng(9))
    with pytest.raises(IntakeError, match=why):
        read_predictions(seen.assign(same=1, nil=0.0), **SCORES, **roles)


def test_groups_that_were_looked_at_whole_need_no_weights():
    every, _, _ = audited(np.random.default_rng(10))
    rows, _, messages = read_with_messages(every, **SCORES, verified_within="group")
    assert set(rows.weight) == {1.0}
    assert "Every group was looked at whole: no weights needed." in messages


def test_strata_are_stored_and_loaded_as_they_are(tmp_path):
    every, seen, _ = audited(np.random.default_rng(11))
    seen.loc[every["old"] > 0.97, "label"] = pd.NA
    rows, details, _ = read_with_messages(seen, **SCORES, verified_by=("old", 0.9, 0.97000001))
    save_predictions(tmp_path, rows, details)
    loaded, _ = load_predictions(tmp_path)
    assert loaded.verification.strata == rows.verification.strata
    assert_array_equal(loaded.verification.stratum, rows.verification.stratum)
    assert_array_equal(loaded.weight, rows.weight)
    assert (loaded.verification.blind is None) == (rows.verification.blind is None)


def test_rows_with_strata_open_from_a_notebook_with_their_weights(tmp_path):
    _, seen, _ = audited(np.random.default_rng(12))
    rows = read_with_messages(seen, **SCORES, verified_within="group")[0]
    roles = write_table(rows, tmp_path / "rows.feather")
    again = read_with_messages(tmp_path / "rows.feather", **_given(roles))[0]
    assert_allclose(again.weight, rows.weight)
    assert again.verification is not None


def _given(roles):
    return {name: value for name, value in roles.as_json().items() if value}


def long_layout(seen):
    """One row for each case and model."""
    columns = ["case", "model", "label", "group", "score"]
    parts = [
        seen.assign(case=seen.index, model=name, score=seen[name])[columns]
        for name in ("old", "new")
    ]
    return pd.concat(parts, ignore_index=True)


def test_the_long_layout_is_asked_about_cases_without_a_label():
    _, seen, looked_at = audited(np.random.default_rng(12), rows=600, positives=0.2)
    roles = {"label": "label", "positive": 1, "scores": "score", "case_id": "case"}
    long = long_layout(seen)
    _, wide, _ = read_with_messages(seen, **SCORES)
    _, details, messages = read_with_messages(long, model="model", **roles)
    assert details["blanks"] == wide["blanks"]
    assert messages[0].startswith(f"{(~looked_at).sum()} of 600 cases have no label")
    offered = {each["name"]: each for each in details["label_columns"]}
    assert offered == {each["name"]: each for each in wide["label_columns"]}
    long.loc[long["model"] == "old", "label"] = pd.NA  # a case has its label in one row only
    _, details, _ = read_with_messages(long, model="model", **roles)
    assert details["blanks"] == wide["blanks"]


def test_the_long_layout_counts_cases_by_their_group():
    _, seen, _ = audited(np.random.default_rng(13), rows=600, positives=0.2)
    wide = read_with_messages(seen, **SCORES, verified_within="group")[0]
    long = long_layout(seen)
    rows = read_with_messages(
        long,
        label="label",
        positive=1,
        scores="score",
        model="model",
        case_id="case",
        verified_within="group",
    )[0]
    assert_allclose(rows.weight, wide.weight)


MAMMOGRAPHY = os.environ.get("COSTDASH_MAMMOGRAPHY", "")


@pytest.mark.skipif(not MAMMOGRAPHY, reason="COSTDASH_MAMMOGRAPHY names no file")
def test_labels_of_mammography_where_one_model_looked():
    """Labels where nb is .5 or more, and for each tenth row below. Columns: label, nb, logistic."""
    table = pd.read_csv(MAMMOGRAPHY)
    looked_at = (table["nb"] >= 0.5).to_numpy(copy=True)
    below = np.flatnonzero(~looked_at)
    looked_at[below[9::10]] = True
    seen = table.assign(label=table["label"].astype("Int64").where(looked_at))
    roles = {"label": "label", "positive": 1, "scores": ["nb", "logistic"]}

    def rates(**more):
        rows, _, _ = read_with_messages(seen, **roles, **more)
        analysis = analyse(rows, n_replicates=100)
        point = OperatingPoint(analysis.file_prevalence, 200, 5)
        threshold = analysis.models["logistic"].counts.threshold
        call = analysis.call_at(point, "logistic", int((threshold >= 0.07).sum()) - 1, 0)
        return call.tpr, call.expected_cost

    assert (~looked_at).sum() == 9529
    assert_allclose(rates(verified_by=("nb", 0.5)), (0.874945, 0.745259), atol=5e-7)
    assert_allclose(rates(blanks="leave-out"), (0.974, 1.554), atol=5e-4)
