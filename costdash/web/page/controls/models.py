"""The row of models: their chips, the list of all, the positive class, and today's rule."""

from typing import Any

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.report.tables.multiclass import class_tables
from costdash.web.ids import ids
from costdash.web.page.components import attributes, plain_table, share_meaning, swatch
from costdash.web.wire import DatasetModel
from costdash.wording import shortened

OF_THE_FILE = (
    "Today's rule must be a model of this file: add its scores as a column, or its four counts."
)


def model_row() -> html.Div:
    """Everything at the left of the row between conditions and panels; scripts make the chips."""
    return html.Div(
        [
            _class_row(),
            html.Div(
                id=ids.MODEL_CHIPS,
                className="chips",
                role="group",
                **attributes(aria_label="Models shown"),
            ),
            _all_models(),
            html.Div(
                id=ids.CHIP_CARD,
                className="chip-card",
                role="group",
                hidden=True,
                **attributes(aria_label="About the model"),
            ),
            html.Div(
                id=ids.MODELS_NOTE, className="unseen standing", **attributes(aria_live="polite")
            ),
            _today(),
        ],
        className="model-row",
    )


def _all_models() -> html.Div:
    """The list of all models, behind the chips."""
    button = html.Button(
        "+0 more",
        id=ids.MODELS_MORE,
        className="quiet",
        hidden=True,
        **attributes(data_opens=ids.MODELS_MENU, aria_expanded="false"),
    )
    menu = html.Div(
        [
            dmc.TextInput(
                id=ids.MODELS_FILTER,
                placeholder="Find a model",
                size="xs",
                attributes={"input": {"aria-label": "Find a model"}},
            ),
            dmc.CheckboxGroup(
                id=ids.SHOWN_MODELS,
                value=[],
                children=html.Div(id=ids.MODEL_CHECKBOXES, className="models"),
                labelProps={"className": "unseen"},
                label="Models shown",
            ),
        ],
        id=ids.MODELS_MENU,
        className="popover models-menu",
        role="group",
        hidden=True,
        **attributes(aria_label="All models"),
    )
    return html.Div([button, menu], className="opens")


def _class_row() -> html.Div:
    """The choice of the positive class, which a script shows for more than two classes."""
    return html.Div(
        dmc.Select(
            id=ids.POSITIVE_CLASS,
            label="Positive class",
            labelProps={"className": "unseen"},
            data=[],
            size="xs",
            searchable=True,
            allowDeselect=False,
            leftSection="+",
            w=120,
        ),
        id=ids.CLASS_ROW,
        title="The positive class. All other classes together are negative.",
        hidden=True,
    )


def class_areas(multiclass: list[dict[str, Any]]) -> list[Component]:
    """The AUC of each class, each pair and all classes together; empty for two classes."""
    tables = [html.Div(plain_table(table)) for table in class_tables(multiclass)]
    if not tables:
        return []
    label = attributes(aria_label="Classes")
    return [html.Div(tables, className="classes", tabIndex=0, role="region", **label)]


def model_items(models: list[DatasetModel]) -> list[dmc.Checkbox]:
    """A checkbox per model with its line style; scripts write tag and cost. As in the store."""
    return [
        dmc.Checkbox(
            value=model["name"],
            size="xs",
            className="model-item",
            label=html.Span(
                [
                    swatch(model["i"]),
                    html.Span(
                        shortened(model["name"], 26), className="model-name", title=model["name"]
                    ),
                    html.Span(className="model-tag"),
                    html.Span(className="model-cost"),
                ],
                className="model-label",
            ),
        )
        for model in models
    ]


def _today() -> html.Div:
    """Today's rule: a chip that opens a box for typing it."""
    chip = html.Button(
        [
            html.Span(className="today-mark", **attributes(aria_hidden="true")),
            html.Span("+ Today's rule", id=ids.TODAY_NOTE, className="today-note"),
        ],
        className="today-chip",
        type="button",
        **attributes(data_opens=ids.TODAY_BOX, aria_expanded="false"),
    )
    select = dmc.Select(
        id=ids.TODAY_MODEL,
        data=[],
        size="xs",
        placeholder="Choose a model",
        allowDeselect=False,
        **attributes(aria_label="Model of today's rule"),
    )
    share = [_today_input(ids.TODAY_SHARE, "Share of cases that it flags"), "of all cases"]
    buttons = [
        html.Button("Use the recommendation", id=ids.TODAY_RECOMMENDED, className="quiet outlined"),
        html.Button("Remove", id=ids.CLEAR_TODAY, className="quiet", disabled=True),
    ]
    box = html.Div(
        [
            html.B("The rule you use today"),
            html.Div([html.Span("Model"), select], className="today-row"),
            html.Div(
                [
                    html.Span("Threshold"),
                    _today_input(ids.TODAY_THRESHOLD, "Threshold", list=ids.TODAY_SCORES),
                ],
                className="today-row",
            ),
            html.Div([html.Span("or flags"), html.Div(share)], className="today-row"),
            share_meaning(ids.TODAY_SHARE_MEANING),
            html.P(id=ids.TODAY_SENTENCE, className="note", role="status"),
            html.P(OF_THE_FILE, className="note"),
            html.Datalist(id=ids.TODAY_SCORES),
            html.Div(buttons, className="today-buttons"),
        ],
        id=ids.TODAY_BOX,
        className="popover today-box",
        role="dialog",
        hidden=True,
        **attributes(aria_label="The rule you use today"),
    )
    return html.Div([chip, box], className="today")


def _today_input(name: str, label: str, **more: str) -> dmc.TextInput:
    return dmc.TextInput(
        id=name,
        debounce=True,
        size="xs",
        autoComplete="off",
        attributes={"input": {"aria-label": label, **more}},
    )
