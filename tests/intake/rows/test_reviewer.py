"""The column of a reviewer: read beside the models, checked, and no model by itself."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import costdash
from costdash.core import OperatingPoint, ReviewTerms, decide_review
from costdash.core.folds.crossfit_review import reviewed_rows
from costdash.intake import IntakeError
from costdash.intake.api import read_table_with_messages, read_with_messages
from costdash.intake.columns.roles import Roles


def frame(n=400, seed=0):
    rng = np.random.default_rng(seed)
    is_positive = np.arange(n) % 4 == 0
    right = rng.random(n) < 0.9
    verdict = np.where(right, is_positive, ~is_positive)
    return pd.DataFrame(
        {
            "label": np.where(is_positive, "fraud", "fine"),
            "fast": rng.normal(size=n).round(2) + 1.5 * is_positive,
            "slow": verdict.astype(int),
            "said": np.where(verdict, "fraud", "fine"),
            "id": np.arange(n),
        }
    )


ROLES = {"label": "label", "positive": "fraud", "scores": ["fast"]}


@pytest.mark.parametrize("column", ["slow", "said"])
def test_the_verdicts_of_a_column_are_read_beside_the_models(column):
    rows = frame()
    read, details, _ = read_with_messages(rows, **ROLES, reviewer=column)
    assert details["roles"]["reviewer"] == column
    assert details["roles"]["scores"] == ["fast"]
    assert f"reviewer {column}" in details["read_as"]
    assert read.scores[column].tolist() == rows["slow"].tolist()
    analysis = costdash.analyse(read, ["fast"], n_replicates=100)
    fit = analysis.crossfits.of(["fast"])
    seen = reviewed_rows(read, "fast", column, analysis.models["fast"].counts, fit)
    analysis = replace(analysis, verdicts={"fast": seen})
    review = decide_review(
        analysis, OperatingPoint(0.1, 20, 2), ReviewTerms(0.2, column=column), ["fast"]
    )
    assert review.pays


def test_a_reviewer_that_was_taken_for_a_model_is_no_model():
    assert Roles(scores=("fast", "slow"), reviewer="slow").scores == ("fast",)
    read, details, _ = read_with_messages(frame(), label="label", reviewer="slow")
    assert "slow" not in details["roles"]["scores"]
    assert Roles.of(details["roles"]).reviewer == "slow"
    assert "reviewer" not in Roles(scores=("fast",)).as_json()
    assert [*read.scores][-1] == "slow"


def test_rows_without_a_score_are_left_out_but_a_verdict_is_needed():
    rows = frame()
    rows.loc[:9, "fast"] = np.nan
    read, *_ = read_with_messages(rows, **ROLES, reviewer="slow")
    assert read.rows == len(rows) - 10
    rows["slow"] = rows["slow"].astype(float)
    rows.loc[:2, "slow"] = np.nan
    with pytest.raises(IntakeError, match="slow has no verdict in 3 rows"):
        read_with_messages(rows, **ROLES, reviewer="slow")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: rows.assign(slow=rows["fast"]), "must be 0 or 1"),
        (lambda rows: rows.assign(slow=1 - rows["slow"]), "right no more often than chance"),
        (lambda rows: rows.assign(slow=0), "right no more often than chance"),
        (lambda rows: rows.drop(columns="slow"), "There is no column “slow”"),
        (lambda rows: rows.assign(slow="maybe"), "slow"),
    ],
    ids=["scores", "wrong", "never", "missing", "words"],
)
def test_columns_that_cannot_review_are_refused(change, words):
    with pytest.raises(IntakeError, match=words):
        read_with_messages(change(frame()), **ROLES, reviewer="slow")


def test_a_column_has_one_role_and_single_rows():
    with pytest.raises(IntakeError, match="is chosen for two roles"):
        read_with_messages(frame(), **ROLES, weight="id", reviewer="id")
    long = frame().assign(model="m")
    with pytest.raises(IntakeError, match="A reviewer needs one row for each case"):
        read_with_messages(long, **ROLES, model="model", case_id="id", reviewer="slow")


def test_a_table_in_an_engine_has_no_reviewer(tmp_path):
    path = tmp_path / "rows.parquet"
    frame().to_parquet(path)
    with pytest.raises(IntakeError, match="verdict on each row needs single rows"):
        read_table_with_messages(path, **ROLES, reviewer="slow")
