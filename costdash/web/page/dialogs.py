"""The dialog in which the roles of a file's columns are shown and corrected.

The dialog of the full cost matrix.
"""

import dash_mantine_components as dmc
from dash import dcc, html, no_update

from costdash.web import ids
from costdash.web.page.inputs import box

BOXES = ("label", "positive", "scores", "weight", "fold", "model", "case_id", "cluster")
CELLS = (
    (ids.MATRIX_FOUND, "Cost of a positive that is found"),
    (ids.MATRIX_MISSED, "Cost of a positive that is missed"),
    (ids.MATRIX_ALARM, "Cost of a false alarm"),
    (ids.MATRIX_ALONE, "Cost of a negative left alone"),
)


BOXES += ("split", "choose_on", "judge_on")


def columns_dialog() -> dmc.Modal:
    """Filled by a handler from the outline of the file; drawn on the button."""
    pick = dict(size="sm", searchable=True, data=[])
    optional = dict(**pick, clearable=True, placeholder="none")
    return dmc.Modal(
        id=ids.COLUMNS,
        title="Which column is what?",
        size="lg",
        children=[
            html.P(id=ids.COLUMNS_NOTE, className="note"),
            html.Div(
                [
                    dmc.Select(
                        id=ids.ROLES_LABEL, label="True class (label)", allowDeselect=False, **pick
                    ),
                    dmc.Select(
                        id=ids.ROLES_POSITIVE, label="Positive value", allowDeselect=False, **pick
                    ),
                    dmc.MultiSelect(
                        id=ids.ROLES_SCORES,
                        label="Scores, one column per model",
                        description="Greater means more positive.",
                        className="wide",
                        **pick,
                    ),
                    dmc.Select(
                        id=ids.ROLES_WEIGHT,
                        label="Weight",
                        description="How many cases a row stands for.",
                        **optional,
                    ),
                    dmc.Select(
                        id=ids.ROLES_FOLD,
                        label="Fold",
                        description="The part in which the row was tested.",
                        **optional,
                    ),
                    dmc.Select(
                        id=ids.ROLES_MODEL,
                        label="Model",
                        description="Only where a row is one case and one model.",
                        **optional,
                    ),
                    dmc.Select(
                        id=ids.ROLES_CASE,
                        label="Case",
                        description="Names the case, so that its rows are paired.",
                        **optional,
                    ),
                    dmc.Select(
                        id=ids.ROLES_CLUSTER,
                        label="Cluster",
                        description="Patient, card, store: rows that are not independent.",
                        **optional,
                    ),
                    dmc.Select(
                        id=ids.ROLES_SPLIT,
                        label="Split",
                        description="Parts the rows: validation, test.",
                        **optional,
                    ),
                    dmc.Select(
                        id=ids.ROLES_CHOOSE_ON,
                        label="Choose on",
                        description="Its value for rows to choose thresholds on.",
                        **optional,
                    ),
                    dmc.Select(
                        id=ids.ROLES_JUDGE_ON,
                        label="Judge on",
                        description="Its value for rows that all is reported on.",
                        **optional,
                    ),
                ],
                className="roles",
            ),
            html.P(id=ids.ROLES_ERROR, className="error", role="alert"),
            html.Div(
                dmc.Button("Draw", id=ids.ROLES_DRAW, variant="filled"), className="buttons end"
            ),
        ],
    )


def filled(outline: dict | None) -> tuple:
    """(open, note, then data and value of each role's box) for the outline of a file."""
    if not outline:
        return (False, "", *([], None) * len(BOXES))
    columns = [column["name"] for column in outline["columns"]]
    roles = outline["roles"]
    parts = choices(outline, roles.get("split"))
    boxes = dict.fromkeys(BOXES, columns) | {"positive": choices(outline, roles["label"])}
    boxes |= {"choose_on": parts, "judge_on": parts}
    values = [(data, roles.get(role)) for role, data in boxes.items()]
    note = " ".join(outline["questions"] or outline["reasons"].values())
    opened = True if outline["asked"] else no_update
    return (opened, note, *(part for pair in values for part in pair))


def choices(outline: dict, column: str | None) -> list[str]:
    """The values of a column where they are few."""
    known = (c["choices"] for c in outline["columns"] if c["name"] == column)
    return list(next(known, []))


def value_choices(column: str | None, outline: dict | None, *chosen: str | None) -> tuple:
    """(data, value) of each box that holds a value of the column, when another one is chosen."""
    values = choices(outline or {"columns": []}, column)
    return tuple(part for one in chosen for part in (values, one if one in values else None))


def roles_of(values) -> dict:
    """The values of the dialog's boxes, in their order, as the roles of columns."""
    return {name: value for name, value in zip(BOXES, values) if value}


def matrix_dialog() -> dmc.Modal:
    return dmc.Modal(
        id=ids.MATRIX,
        title="What a case costs in each cell",
        size="lg",
        keepMounted=True,
        closeButtonProps={"aria-label": "Close"},
        children=[
            dcc.Store(id=ids.MATRIX_READ),
            html.P("A benefit is a cost below zero.", className="note"),
            _cells(CELLS),
            html.Div(
                [
                    html.Span("Cases in a month (if it is known)"),
                    box(ids.MATRIX_CASES, "Cases in a month"),
                ],
                className="row",
            ),
            html.P(id=ids.MATRIX_TOLD, className="told", role="status"),
            html.Div(
                dmc.Button("Use these costs", id=ids.MATRIX_USE, size="xs", variant="filled"),
                className="buttons end",
            ),
            _two_tables(),
        ],
    )


def _two_tables() -> html.Details:
    """Two confusion matrices, priced by the matrix above."""
    tables = [
        html.Div([html.P(f"{name} table", className="note"), _cells(_counts(name, cells))])
        for name, cells in (("First", ids.MATRIX_FIRST), ("Second", ids.MATRIX_SECOND))
    ]
    return html.Details(
        [
            html.Summary("What do two tables of results cost?"),
            html.Div(tables, className="two-tables"),
            html.P(id=ids.MATRIX_PRICED, className="told", role="status"),
            html.Button("Fill in an example", className="link", **{"data-matrix-example": ""}),
        ],
        id="matrix-tables",
    )


def _counts(name: str, cells: tuple[str, ...]) -> list[tuple[str, str]]:
    words = ("positives found", "positives missed", "false alarms", "negatives left alone")
    return [(cell, f"{name} table: {word}") for cell, word in zip(cells, words)]


def _cells(cells) -> html.Table:
    """Four boxes; cells are (id, label) of found, missed, false alarm, left alone."""
    found, missed, alarm, alone = (html.Td(box(*cell)) for cell in cells)
    heads = [html.Th(name, scope="col") for name in ("called positive", "called negative")]
    rows = [
        html.Tr([html.Th("positive", scope="row"), found, missed]),
        html.Tr([html.Th("negative", scope="row"), alarm, alone]),
    ]
    return html.Table(
        [html.Thead(html.Tr([html.Td(), *heads])), html.Tbody(rows)], className="cells"
    )
