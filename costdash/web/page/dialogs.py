"""The dialogs: the roles of a file's columns, and the full cost matrix."""

from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html, no_update

from costdash.intake.columns.roles import COUNT, DELETE, SAMPLING
from costdash.web.ids import FIRST_MATRIX, SECOND_MATRIX, ids
from costdash.web.page.components import box, html_table, quiet_button, scrolling
from costdash.web.page.template import parts, rendered
from costdash.web.wire import ColumnRoles, Outline

ROLES = (
    "label",
    "positive",
    "scores",
    "weight",
    "weight_is",
    "fold",
    "model",
    "case_id",
    "cluster",
    "split",
    "choose_on",
    "judge_on",
    "cost_fn_column",
    "cost_fp_column",
    "negate",
    "trained_for",
    "case_columns",
    "gold",
    "others",
    "reviewer",
)
NEEDED = 3  # of ROLES: every file has them
MOST_PREVIEWED = 8  # columns
OPTIONAL_ROLES = (
    (ids.ROLES_WEIGHT, "Weight", "The weight of each row."),
    (ids.ROLES_WEIGHT_IS, "Weight is", "Default: whole numbers count cases."),
    (ids.ROLES_FOLD, "Fold", "The part in which the row was tested, e.g. 1 to 10."),
    (ids.ROLES_MODEL, "Model", "Only where a row is one case and one model."),
    (ids.ROLES_CASE, "Case", "Names the case, so that its rows are paired."),
    (ids.ROLES_CLUSTER, "Cluster", "Patient, card, store: rows that are not independent."),
    (ids.ROLES_SPLIT, "Split", "Parts the rows: validation, test."),
    (
        ids.ROLES_SELECTION_PART,
        "Choose on",
        "Its value for rows to choose thresholds on, e.g. valid.",
    ),
    (
        ids.ROLES_EVALUATION_PART,
        "Judge on",
        "Its value for rows that all is reported on, e.g. test.",
    ),
)
COST_ROLES = (
    (ids.ROLES_COST_FN, "What missing the row costs, if it is positive"),
    (ids.ROLES_COST_FP, "What flagging the row costs, if it is negative"),
)
COST_HINT = "A column, a number, or such as 20 + 0.02 * amount. Both or none."
TRAINED_HINT = (
    "Such as forest 11:1, logistic 0.2: negatives to positives in training, or the share of "
    "positives. The cost panel shows what choosing the model by that costs more than the cheapest "
    "(Drummond & Holte 2000, section 2.3)."
)
GOLD_HINT = (
    "If a judge such as a language model gave the labels above: the true class of some rows, drawn "
    "at random and checked by people. Other cells stay empty."
)
OTHERS_HINT = (
    "Stored so that you can choose them here later, and deleted with the data set. Deleted now, "
    "they are gone: to use one, also under Where the money goes, you upload the file again."
)
OTHER_COLUMNS = ({"value": DELETE, "label": "deleted: only the columns chosen here are stored"},)
WEIGHT_KINDS = (
    {"value": COUNT, "label": "count: so many equal cases"},
    {"value": SAMPLING, "label": "sampling: one case, unequal chances"},
)
CELLS = (
    (ids.MATRIX_TRUE_POSITIVE, "A found positive costs"),
    (ids.MATRIX_FALSE_NEGATIVE, "A missed positive costs"),
    (ids.MATRIX_FALSE_POSITIVE, "Cost of a false alarm"),
    (ids.MATRIX_TRUE_NEGATIVE, "A negative left alone costs"),
)


def columns_dialog() -> dmc.Modal:
    """Opened by the button or by a file with unclear columns; `filled` fills it."""
    boxes = _role_boxes()
    first, others = boxes[:NEEDED], boxes[NEEDED:]
    return dmc.Modal(
        id=ids.COLUMNS_DIALOG,
        title="Which column is what?",
        size="lg",
        children=[
            html.P(id=ids.COLUMNS_NOTE, className="note"),
            scrolling(ids.COLUMNS_PREVIEW, "The first rows of the file"),
            html.Div(first, className="roles"),
            html.Details(
                [
                    html.Summary(
                        "More: folds, weights, groups, parts, costs per row, checked labels, "
                        "reviewer"
                    ),
                    html.P(id=ids.COLUMNS_REASONS, className="note"),
                    html.Div(others, className="roles"),
                ],
                className="more",
            ),
            html.P(id=ids.ROLES_ERROR, className="dialog-error", role="alert"),
            html.Div(
                dmc.Button("Use these columns", id=ids.ROLES_APPLY, variant="filled"),
                className="buttons buttons-end dialog-foot",
            ),
        ],
    )


def _role_boxes() -> list[dmc.Select | dmc.MultiSelect]:
    """A box for each of ROLES, in their order."""
    pick: dict[str, Any] = {"size": "sm", "searchable": True, "data": []}
    required = pick | {"allowDeselect": False}
    optional = pick | {"clearable": True, "placeholder": "none"}
    return [
        dmc.Select(id=ids.ROLES_LABEL, label="True class (label)", **required),
        dmc.Select(id=ids.ROLES_POSITIVE, label="Positive value", **required),
        dmc.MultiSelect(
            id=ids.ROLES_SCORES,
            label="Scores, one column per model",
            description="Greater means more positive.",
            className="roles-wide",
            **pick,
        ),
        *(
            dmc.Select(id=name, label=label, description=description, **optional)
            for name, label, description in OPTIONAL_ROLES
        ),
        *(
            dmc.Autocomplete(
                id=name, label=label, description=COST_HINT, placeholder="none", data=[], size="sm"
            )
            for name, label in COST_ROLES
        ),
        dmc.MultiSelect(
            id=ids.ROLES_NEGATE,
            label="Negate",
            description="Models of which a lower score means more positive.",
            className="roles-wide",
            **pick,
        ),
        dmc.Autocomplete(
            id=ids.ROLES_TRAINED,
            label="Trained for",
            description=TRAINED_HINT,
            placeholder="none",
            data=[],
            size="sm",
            className="roles-wide",
        ),
        dmc.MultiSelect(
            id=ids.ROLES_CASE_COLUMNS,
            label="Columns to look up cases by",
            description="Shown beside single cases, to you alone: never in links and reports.",
            className="roles-wide",
            **pick,
        ),
        dmc.Select(
            id=ids.ROLES_GOLD,
            label="Gold label, checked by people",
            description=GOLD_HINT,
            className="roles-wide",
            **optional,
        ),
        dmc.Select(
            id=ids.ROLES_OTHERS,
            label="All other columns",
            description=OTHERS_HINT,
            className="roles-wide",
            **optional | {"placeholder": "stored with the data set", "searchable": False},
        ),
        dmc.Select(
            id=ids.ROLES_REVIEWER,
            label="Reviewer",
            description="The verdict of a second look on each row: 0 or 1. No model to choose.",
            **optional,
        ),
    ]


def filled(outline: Outline | None) -> tuple[Any, ...]:
    """(open, note, then data and value of the box of each role, the first rows, and why the roles
    were chosen) for the outline of a file."""
    if not outline:
        return (False, "", *([], None) * len(ROLES), [], "")
    columns = [column["name"] for column in outline["columns"]]
    roles = outline["roles"]
    parts = choices(outline, roles.get("split"))
    boxes: dict[str, list] = dict.fromkeys(ROLES, columns) | {
        "positive": choices(outline, roles["label"]),
        "choose_on": parts,
        "judge_on": parts,
        "weight_is": [*WEIGHT_KINDS],
        "others": [*OTHER_COLUMNS],
        "trained_for": [],
        "negate": _models_of(roles, columns),
    }
    values = [(data, roles.get(role)) for role, data in boxes.items()]
    note = " ".join(outline["questions"])
    opened = True if outline.get("asked") else no_update
    reasons = " ".join(outline["reasons"].values())
    return (opened, note, *(part for pair in values for part in pair), _preview(outline), reasons)


def _preview(outline: Outline) -> list[html.Table]:
    """The first rows of the file: label and scores first, as many columns as fit."""
    roles = outline["roles"]
    first = [roles["label"], *roles["scores"]]
    columns = [column for column in outline["columns"] if column.get("rows")]
    columns.sort(key=lambda column: column["name"] not in first)
    shown = columns[:MOST_PREVIEWED]
    if not shown:
        return []
    left = len(columns) - len(shown)
    head = [column["name"] for column in shown] + ([f"and {left} more"] if left else [])
    rows = zip(*(column["rows"] for column in shown))
    return [html_table(head, [[html.Td(cell) for cell in row] for row in rows])]


def _models_of(roles: ColumnRoles, columns: list[str]) -> list[str]:
    """What may be negated: columns of scores, and confusion matrices."""
    matrices = [str(matrix[0]) for matrix in roles.get("confusions", [])]
    return list(dict.fromkeys([*columns, *roles["scores"], *matrices, *roles.get("negate", [])]))


def choices(outline: Outline | None, column: str | None) -> list[str]:
    """The values of a column that has few of them."""
    columns = outline["columns"] if outline else []
    choices_of_column = (c["choices"] for c in columns if c["name"] == column)
    return list(next(choices_of_column, []))


def value_choices(
    column: str | None, outline: Outline | None, *chosen: str | None
) -> tuple[Any, ...]:
    """(data, value) of each box for a value of the column, after another column is chosen."""
    values = choices(outline, column)
    return tuple(
        part for choice in chosen for part in (values, choice if choice in values else None)
    )


def roles_of(values: Sequence[Any]) -> dict[str, Any]:
    """The roles of columns, from the values of the dialog's boxes in the order of ROLES."""
    return {name: value for name, value in zip(ROLES, values) if value}


def counts_dialog() -> dmc.Modal:
    """Classifiers by their four counts; a script makes the rows."""
    return dmc.Modal(
        id=ids.COUNTS_DIALOG,
        title="Classifiers by their four counts",
        size="lg",
        closeButtonProps={"aria-label": "Close"},
        children=parts(
            "dialog_counts", draw=dmc.Button("Draw", id=ids.COUNTS_DRAW, variant="filled")
        ),
    )


def table_dialog() -> dmc.Modal:
    """The points of a panel as a table; a script fills it."""
    return dmc.Modal(
        id=ids.DATA_TABLE,
        title="Data",
        size=900,
        closeButtonProps={"aria-label": "Close"},
        children=parts("dialog_points"),
    )


def rule_dialog() -> dmc.Modal:
    """The rule in words, Python, SQL and JSON; a script fills it."""
    return dmc.Modal(
        id=ids.RULE_DIALOG,
        title="Rule as code",
        size="lg",
        closeButtonProps={"aria-label": "Close"},
        children=parts("dialog_rule", copy=quiet_button(ids.COPY_CODE, "copy", "Copy")),
    )


def matrix_dialog() -> dmc.Modal:
    return dmc.Modal(
        id=ids.MATRIX_DIALOG,
        title="Costs of right answers too",
        size="lg",
        closeButtonProps={"aria-label": "Close"},
        children=[
            dcc.Store(id=ids.MATRIX_DATA),
            *parts(
                "dialog_matrix",
                costs=[box(*cell) for cell in CELLS],
                cases=box(ids.MATRIX_CASES, "Cases in a month"),
                use=dmc.Button("Use these costs", id=ids.MATRIX_USE, size="xs", variant="filled"),
                first=_counts("First", FIRST_MATRIX),
                second=_counts("Second", SECOND_MATRIX),
            ),
        ],
    )


def _counts(name: str, cells: Sequence[str]) -> list[dmc.TextInput]:
    words = ("positives found", "positives missed", "false alarms", "negatives left alone")
    return [box(cell, f"{name} table: {word}") for cell, word in zip(cells, words)]


def help_dialog() -> dmc.Modal:
    """Terms and shortcuts. The key "?" or the button opens it; Escape closes it."""
    return dmc.Modal(
        id=ids.HELP,
        title="Terms and shortcuts",
        size=720,
        closeButtonProps={"aria-label": "Close"},
        children=rendered("help"),
    )
