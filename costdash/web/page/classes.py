"""Several classes on the page: which one is positive, and the areas of all."""

import dash_mantine_components as dmc
from dash import html

from costdash.report.tables.multiclass import class_tables
from costdash.web import ids
from costdash.web.page.plain_table import plain_table


def class_row() -> html.Div:
    """The choice of the positive class, which its script shows where there are several."""
    return html.Div(
        dmc.Select(
            id=ids.POSITIVE_CLASS,
            label="Positive class",
            description="All other classes together are negative.",
            data=[],
            size="xs",
            searchable=True,
            allowDeselect=False,
        ),
        id=ids.CLASS_ROW,
        hidden=True,
    )


def class_areas(multiclass: list[dict]) -> list:
    """The areas of each class, of each pair and of all together; nothing of two classes."""
    tables = [html.Div(plain_table(table)) for table in class_tables(multiclass)]
    place = {"tabIndex": 0, "role": "region", "aria-label": "Classes"}
    return [html.Div(tables, className="classes", **place)] if tables else []
