"""The tab Folds: averages of one model's curves over its folds, and a table of the folds."""

import dash_mantine_components as dmc
from dash import html

from costdash.core import OperatingPoint
from costdash.core.folds.folds import Folds
from costdash.figures.panels.folds import AVERAGES, NAMES
from costdash.report.tables.folds import fold_mean_rows, fold_table
from costdash.web import ids
from costdash.web.page.components import attributes, graph, html_table, row_cells
from costdash.web.page.menus import save_buttons

NONE = "none"


def tab() -> html.Div:
    averages = [{"value": kind, "label": NAMES[kind]} for kind in AVERAGES]
    pick = {"size": "xs", "allowDeselect": False}
    return html.Div(
        [
            html.Div(
                [
                    dmc.Select(id=ids.FOLDS_MODEL, label="Model", data=[], searchable=True, **pick),
                    dmc.Select(
                        id=ids.FOLDS_AVERAGE,
                        label="Average",
                        data=averages,
                        value="vertical",
                        **pick,
                    ),
                    dmc.Select(
                        id=ids.FOLDS_SECOND_AVERAGE,
                        label="beside it",
                        data=[{"value": NONE, "label": "nothing"}, *averages],
                        value="cost",
                        **pick,
                    ),
                ],
                className="table-bar",
            ),
            html.P(id=ids.FOLDS_NOTE, className="note"),
            html.Div(
                [
                    _panel(ids.FOLDS_ROC_PANEL, "Folds in ROC space"),
                    _panel(ids.FOLDS_COST_PANEL, "Folds in cost space"),
                    html.Div(id=ids.FOLDS_TABLE),
                ],
                className="folds",
            ),
        ]
    )


def table(folds: Folds, point: OperatingPoint, level: float) -> html.Table:
    """A row per fold, and their means with limits at `level` (0: none)."""
    found = fold_table(folds, point)
    rows = [row_cells(*row) for row in found.rows]
    means = [row_cells(*row, colSpan=3) for row in fold_mean_rows(folds, point, level)]
    return html_table(found.head, rows, means)


def _panel(name: str, label: str) -> html.Section:
    return html.Section(
        [
            html.Div(save_buttons(name, label, "averages"), className="panel-tools"),
            html.Div(graph(name), className="fold-frame"),
        ],
        className="card",
        **attributes(aria_label=label),
    )
