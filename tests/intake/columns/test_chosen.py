"""Columns that the roles of a file name: all that has to be stored of it."""

import pyarrow as pa

from costdash.intake.columns.chosen import chosen_columns
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import Roles


def test_every_column_that_a_role_or_a_cost_needs_is_chosen_in_the_order_of_the_file():
    names = [
        "y", "a", "b", "w", "fold", "case", "card", "split", "group", "chance", "gold", "region",
        "amount", "old", "name", "free text",
    ]  # fmt: skip
    roles = Roles(
        label="y", positive="1", scores=("b", "a"), weight="w", fold="fold", case_id="case",
        cluster="card", split="split", segments=("region",), case_columns=("name",),
        verified_within="group", verified_by=("old", (0.5,)), chance="chance", gold="gold",
        cost_fn_column="20 + 0.02 * amount", cost_fp_column="5", negate=("a",),
    )  # fmt: skip
    columns = Columns(pa.table({name: [1.0, 2.0] for name in names}))
    assert chosen_columns(columns, roles) == names[:-1]
    assert chosen_columns(columns, Roles(label="y", scores=("a",))) == ["y", "a"]
