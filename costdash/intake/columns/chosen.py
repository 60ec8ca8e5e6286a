"""Which columns of a file the roles name, so that all others need not be stored."""

from costdash.intake.columns.expression import expression_of
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import Roles


def chosen_columns(columns: Columns, roles: Roles) -> list[str]:
    """The columns that a role names or that a cost is computed from, in the order of the file."""
    named: set[str | None] = {*roles.columns, *roles.segments, *roles.case_columns, *roles.negate}
    named |= {roles.verified_within, roles.chance, *(roles.verified_by or ())[:1]}
    for text in (roles.cost_fn_column, roles.cost_fp_column):
        if text is not None:
            named |= {*expression_of(text, columns.names).columns}
    return [name for name in columns.names if name in named]
