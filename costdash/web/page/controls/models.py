"""The row of models: their chips, the list of all, and the positive class."""

from typing import Any

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.report.tables.multiclass import class_tables
from costdash.web.ids import ids
from costdash.web.page.components import attributes, plain_table, swatch
from costdash.web.page.template import rendered
from costdash.web.wire import DatasetModel
from costdash.wording import shortened


def model_row() -> Component:
    return rendered(
        "model_row",
        positive_class=dmc.Select(
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
        filter=dmc.TextInput(
            id=ids.MODELS_FILTER,
            placeholder="Find a model",
            size="xs",
            attributes={"input": {"aria-label": "Find a model"}},
        ),
        shown=dmc.CheckboxGroup(
            id=ids.SHOWN_MODELS,
            value=[],
            children=html.Div(id=ids.MODEL_CHECKBOXES, className="models"),
            labelProps={"className": "unseen"},
            label="Models shown",
        ),
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
