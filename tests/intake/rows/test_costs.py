"""Costs per case from columns and expressions."""

import json

import numpy as np
import pandas as pd
import pytest

from costdash.cli import main
from costdash.core.sample.row_costs import RowCosts
from costdash.intake import IntakeError, read_scored
from costdash.intake.api import to_predictions, write_table
from costdash.intake.columns.expression import parse_expression
from costdash.intake.formats.read import read_file
from costdash.intake.limits import Limits
from costdash.intake.process.client import check
from costdash.intake.rows.costs import cost_notes
from costdash.wording import number

RNG = np.random.default_rng(0)
LABEL = np.arange(80) % 4 == 0
FRAME = pd.DataFrame(
    {
        "label": np.where(LABEL, "yes", "no"),
        "rf": (RNG.normal(size=80) + LABEL).round(2),
        "amount": RNG.integers(10, 500, 80).astype(float),
        "loan amount": np.arange(80.0),
    }
)
BOTH = {"cost_fn_column": "amount", "cost_fp_column": "20 + 0.1 * amount"}
COLUMNS = {"amount": FRAME["amount"].to_numpy(), "loan amount": np.arange(80.0)}


def test_expressions_compute_what_python_would():
    for text in (
        "20 + amount",
        "0.02 * amount",
        "-amount / 4 - (3 - 2 * amount) * 2",
        "+1e3",
        "`loan amount` * amount + `loan amount`",
    ):
        names = {"amount": COLUMNS["amount"], "loan_amount": COLUMNS["loan amount"]}
        expected = eval(text.replace("`loan amount`", "loan_amount"), {}, names)
        found = parse_expression(text).value(COLUMNS)
        np.testing.assert_array_equal(found, np.asarray(expected, float))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("exp(amount)", "holds a call"),
        ("__import__('os').system('true')", "holds a call"),
        ("amount ** 9", "something else"),
        ("amount[0]", "something else"),
        ("amount.real", "something else"),
        ("'20'", "something else"),
        ("True", "something else"),
        ("1j", "something else"),
        ("amount if amount else 2", "something else"),
        ("lambda: 1", "something else"),
        ("(x := 1)", "something else"),
        ("1 +", "cannot be read"),
        ("", "cannot be read"),
        ("amount\x00", "cannot be read"),
        ("1" * 600, "longer than"),
        ("(" * 300 + "1" + ")" * 180, "cannot be read"),
        ("-" * 200 + "1", "too many brackets"),
    ],
)
def test_anything_else_ends_in_one_sentence(text, what):
    with pytest.raises(IntakeError) as error:
        parse_expression(text)
    assert what in str(error.value)
    assert "\n" not in str(error.value)


def test_costs_are_read_and_said():
    scored, details, messages = read_scored(FRAME, **BOTH)
    np.testing.assert_allclose(scored.costs.fn, FRAME["amount"])
    np.testing.assert_allclose(scored.costs.fp, 20 + 0.1 * FRAME["amount"])
    assert any("shares of total cost" in message for message in messages)
    assert "cost of a missed positive amount" in details["read_as"]
    assert details["roles"]["cost_fp_column"] == "20 + 0.1 * amount"


def test_a_number_is_a_cost_and_a_missing_one_leaves_the_row_out():
    frame = FRAME.assign(amount=FRAME["amount"].where(np.arange(80) > 3))
    scored, _, messages = read_scored(frame, cost_fn_column="amount", cost_fp_column="20")
    assert scored.rows == 79  # the negatives need no amount
    assert any("Left out: 1 row without a cost." in message for message in messages)


@pytest.mark.parametrize(
    ("roles", "sentence"),
    [
        ({"cost_fn_column": "amount"}, "that of a false alarm is not given"),
        (BOTH | {"cost_fn_column": "amount - 400"}, "is negative in"),
        (BOTH | {"cost_fn_column": "price"}, "There is no column “price”"),
        (BOTH | {"cost_fn_column": "label"}, "does not hold numbers"),
        (BOTH | {"cost_fn_column": "0"}, "must have a sum above 0"),
        (BOTH | {"cost_fn_column": "abs(amount)"}, "holds a call"),
    ],
)
def test_costs_that_cannot_be_used_end_in_one_sentence(roles, sentence):
    with pytest.raises(IntakeError) as error:
        read_scored(FRAME, **roles)
    assert sentence in str(error.value)


def test_the_rows_of_wrong_signs_are_named():
    frame = FRAME.assign(amount=np.where(np.arange(80) == 8, -5, FRAME["amount"]))
    with pytest.raises(IntakeError, match=r"negative in 1 row: row 9 \(-5\)\."):
        read_scored(frame, **BOTH)


def test_one_dear_case_is_said():
    frame = FRAME.assign(amount=np.where(np.arange(80) == 8, 1e5, FRAME["amount"]))
    _, _, messages = read_scored(frame, **BOTH)
    assert any("One case alone holds" in message for message in messages)


def test_the_upload_and_a_notebook_read_them_alike(tmp_path):
    path = tmp_path / "rows.csv"
    FRAME.to_csv(path, index=False)
    found = check(path, label="label", positive="yes", scores=["rf"], **BOTH)
    assert found["status"] == "warning"
    scored, _, _ = read_scored(path, label="label", positive="yes", scores=["rf"], **BOTH)
    roles = write_table(scored.complete(), tmp_path / "table.feather")
    again, _, _ = to_predictions(read_file(tmp_path / "table.feather"), roles, Limits())
    np.testing.assert_allclose(again.costs.fn, scored.costs.fn)


def test_counts_of_cases_repeat_their_costs():
    frame = FRAME.assign(n=np.arange(80) % 3 + 1)
    roles = {"label": "label", "positive": "yes", "scores": ["rf"], "weight": "n"}
    scored, _, _ = read_scored(frame, **roles, weight_is="count", **BOTH)
    np.testing.assert_allclose(scored.costs.fn, np.repeat(FRAME["amount"], frame["n"]))


def test_the_command_line_starts_at_the_mean_costs(tmp_path, capsys):
    path = tmp_path / "rows.csv"
    FRAME.to_csv(path, index=False)
    columns = ["--label", "label", "--positive", "yes", "--score", "rf"]
    costs = ["--cost-fn-column", "amount", "--cost-fp-column", "20 + 0.1 * amount"]
    arguments = ["analyse", str(path), *columns, *costs, "--replicates", "100"]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    amount = FRAME["amount"].to_numpy()
    assert found["operating_point"]["cost_fn"] == pytest.approx(amount[LABEL].mean())
    assert found["operating_point"]["cost_fp"] == pytest.approx(20 + 0.1 * amount[~LABEL].mean())
    assert found["operating_point"]["prior"] == 0.25
    assert found["costs_per_case"]["total_fn"] == pytest.approx(amount[LABEL].sum())
    assert set(found["models"][0]["cases"]) == {"fpr", "tpr", "precision"}
    assert found["models"][0]["per_case"] is None
    assert main(arguments) == 0
    assert "shares of total cost" in capsys.readouterr().out


def test_unequal_costs_are_noted_with_the_cases_that_they_are_worth():
    rng = np.random.default_rng(0)
    is_positive = np.arange(1000) < 60
    cost = np.exp(1.5 * rng.normal(size=1000))
    said = cost_notes(RowCosts(cost, np.ones(1000)), is_positive, None)
    equal = cost[:60].sum() ** 2 / (cost[:60] ** 2).sum()
    [note] = [text for text in said if "of equal cost" in text]
    assert f"60 cases tell as much as {number(equal, 2)} of equal cost" in note
    even = cost_notes(RowCosts(1 + rng.random(1000), np.ones(1000)), is_positive, None)
    assert not [text for text in even if "of equal cost" in text]


@pytest.mark.parametrize("text", ["9" * 190, "1e200", "amount * 1e101"])
def test_numbers_that_no_cost_can_be_are_refused(text):
    with pytest.raises(IntakeError, match="holds a number beyond 1e\\+100"):
        parse_expression(text)
