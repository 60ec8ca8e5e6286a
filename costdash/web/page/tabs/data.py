"""The tab Data: the file's contents, the rows left out, and the methods behind the numbers."""

from collections.abc import Sequence

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.core import Analysis
from costdash.intake.columns.roles import Roles
from costdash.report.sentences.sample import left_out_sentence, method_summary
from costdash.report.tables.table import Table
from costdash.web.ids import ids
from costdash.web.page.components import attributes, bare_table
from costdash.web.page.template import rendered
from costdash.web.wire import DatasetModel
from costdash.wording import number, percent, shortened

SAMPLED = "sampling weight: cases were drawn with unequal chances"
NEEDS_ROWS = (
    "An engine counted the rows. What needs single rows is not offered: folds, hold-outs, groups, "
    "costs per case, recalibrated models and combinations."
)
NO_TABLE = (
    "No file is stored, so columns, the positive class and the sign of scores stay as they are. "
    "Open the table again with other options, such as --negate, to change them."
)
UNUSED = " Not used: "
HALF = 0.5  # area of a model without information
COLUMNS = (  # role, its name, its effect
    ("label", "True class", "positive where it is {roles.positive}"),
    ("scores", "Scores", "one model each; greater means more positive"),
    ("model", "Model", "each row is one case and one model"),
    ("case_id", "Case", "pairs the rows of a case"),
    ("weight", "Weight", "{weight}"),
    ("fold", "Fold", "the part in which the row was tested"),
    ("cluster", "Group", "rows of a group are not independent"),
    ("split", "Part", "thresholds chosen on {roles.choose_on}, judged on {roles.judge_on}"),
    ("gold", "Checked by people", "true labels of some rows; the true class is a judge's"),
    ("cost_fn_column", "Cost of a missed positive", "of each row"),
    ("cost_fp_column", "Cost of a false alarm", "of each row"),
)


def tab() -> Component:
    delete_button = dmc.Button(
        "Delete my data", id=ids.DELETE_BUTTON, size="xs", variant="subtle", color="red"
    )
    return rendered("tab_data", delete_button=delete_button)


def unused(read_as: str) -> str:
    """Which columns have no role, out of the sentence on all; the table says the rest.

    They are not unused: the list of cases shows them, and segments divide by them.
    """
    _, mark, names = read_as.partition(UNUSED)
    return f"Neither label nor score: {names}" if mark else ""


def roles_table(roles: Roles, sampled: bool) -> html.Div:
    """Which column was read as what; sampled: whether weights are sampling weights."""
    weight = SAMPLED if sampled else "each row stands for that many cases"
    rows = []
    for role, name, does in COLUMNS:
        columns = roles.scores if role == "scores" else (getattr(roles, role),)
        if any(columns):
            shown = does.format(roles=roles, weight=weight)
            rows.append((name, ", ".join(map(str, columns)), shown))
    table = bare_table(Table("", ("Read as", "Column", "What it does"), tuple(rows)))
    return html.Div(table, className="texts")


def hold_out_table(analysis: Analysis) -> list[Component]:
    """The parts of a file that is split; empty otherwise."""
    if (hold_out := analysis.hold_out) is None:
        return []
    counts = (
        (
            hold_out.choose_on,
            "choose thresholds",
            hold_out.rows,
            hold_out.positives,
            hold_out.negatives,
        ),
        (hold_out.judge_on, "judge", analysis.rows, analysis.positives, analysis.negatives),
    )
    rows = [
        (name, to, f"{n:,}", number(positives, 9), percent(positives / (positives + negatives)))
        for name, to, n, positives, negatives in counts
    ]
    head = ("Part", "Used to", "Rows", "Positives", "Share of positives")
    return [html.H3("Parts of the file"), bare_table(Table("", head, tuple(rows)))]


def left_out(
    analysis: Analysis, messages: Sequence[str], strata: Table | None = None
) -> list[Component]:
    """Rows that are not used, with the reason, and other notes on how the file was read.

    strata: who was looked at, where labels exist only there.
    """
    looked_at = [] if strata is None else [html.H3(strata.title), bare_table(strata)]
    sentence = left_out_sentence(analysis)
    lines = [*messages, *([sentence] if sentence and sentence not in messages else [])]
    if not lines:
        return [html.H3("Rows left out"), html.P("None: every row is used.", className="note")]
    return [
        *looked_at,
        html.H3("Rows left out, and notes"),
        html.Ul([html.Li(line) for line in lines]),
    ]


def fixed_note(counted: bool, fileless: bool) -> list[Component]:
    """What is not offered for rows that an engine counted, and why.

    fileless: there is no file and no table to read again.
    """
    lines = [NEEDS_ROWS] * counted + [NO_TABLE] * fileless
    return [html.P(line, className="note") for line in lines]


def inverted(
    models: Sequence[DatasetModel], negated: Sequence[str], fixed: bool
) -> list[Component]:
    """Models below the diagonal, and negated models, each with a button to change the sign.

    models: name and AUC of each. fixed: data that cannot be changed, so nothing can be clicked.
    """
    notes = [
        (model["name"], f"{model['name']} is negated: a lower score means more positive.", "Undo")
        for model in models
        if model["name"] in negated
    ]
    notes += [
        (
            model["name"],
            f"{model['name']} ranks worse than chance (AUC {number(model['auc'])}), below the "
            "diagonal of the ROC plot. Do its lower scores mean positive (Fawcett 2004, 2.1)?",
            f"Negate {model['name']}",
        )
        for model in models
        if model["auc"] is not None and model["auc"] < HALF and model["name"] not in negated
    ]
    if not notes or fixed:
        return []
    rows = [html.Li([text, " ", negate_button(name, act)]) for name, text, act in notes]
    return [html.H3("Models below the diagonal"), html.Ul(rows)]


def negate_button(name: str, text: str = "") -> html.Button:
    """Turns the order of a model's scores, or turns it back."""
    return html.Button(
        text or f"Negate {shortened(name, 26)}",
        className="link-button",
        type="button",
        **attributes(data_negate=name),
    )


def method(analysis: Analysis, folds: bool) -> html.Details:
    """How all numbers are made, behind a disclosure."""
    rows = [
        html.Div([html.Dt(name), html.Dd(text)])
        for name, text in method_summary(analysis, folds).items()
    ]
    return html.Details(
        [html.Summary("Method in full"), html.Dl(rows, className="method-summary")],
        className="more",
    )
