"""The tab Thresholds: the scores of one model by class, and a table of its thresholds."""

from typing import Any

import dash_ag_grid as dag
import dash_mantine_components as dmc
from dash import html

from costdash.web import ids
from costdash.wording import TRIVIAL_NAMES

THRESHOLD_COLUMNS = (
    (
        "text",
        "threshold",
        "Positive at this score or more; the shortest decimal that makes the same calls "
        "(the CSV has every digit)",
    ),
    ("tpr", "found", "Share of positives found (recall, tpr)"),
    ("fpr", "false alarms", "Share of negatives raised (fpr)"),
    ("precision", "precision", "At your prior"),
    ("specificity", "specificity", "1 - fpr"),
    ("accuracy", "accuracy", "At your prior"),
    ("f1", "F1", "At your prior"),
    ("share_called", "flagged", "Share of all cases flagged, at your prior"),
    ("expected_cost", "cost per case", "Expected cost per case at your prior and costs"),
    ("nec", "nec", "Normalized expected cost"),
)
# Flex shares the width among the columns: a hidden grid has no width to fit columns to.
DEFAULT_COLUMN = {
    "sortable": True,
    "filter": True,
    "resizable": True,
    "flex": 1,
    "minWidth": 84,
    "wrapHeaderText": True,
    "autoHeaderHeight": True,
}


def tab() -> html.Div:
    return html.Div(
        [
            html.Div(
                [
                    dmc.Select(
                        id=ids.THRESHOLD_MODEL,
                        label="Model",
                        data=[],
                        size="xs",
                        allowDeselect=False,
                        searchable=True,
                    ),
                    dmc.TextInput(
                        id=ids.THRESHOLD_SEARCH,
                        label="Find a threshold",
                        placeholder="0.37",
                        debounce=300,
                        size="xs",
                    ),
                    html.P(id=ids.THRESHOLD_FOUND, className="threshold-found", role="status"),
                    dmc.Button(
                        "Export all as CSV", id=ids.EXPORT_BUTTON, size="xs", variant="default"
                    ),
                ],
                className="threshold-bar",
            ),
            dag.AgGrid(
                id=ids.THRESHOLD_TABLE,
                columnDefs=[_column(*column) for column in THRESHOLD_COLUMNS],
                rowData=[],
                defaultColDef=DEFAULT_COLUMN,
                dashGridOptions={
                    "animateRows": False,
                    "rowHeight": 30,
                    "rowSelection": {
                        "mode": "singleRow",
                        "checkboxes": False,
                        "enableClickSelection": True,
                    },
                },
                getRowId="params.data.key",
                className="ag-theme-quartz grid",
            ),
        ],
    )


def _column(field: str, title: str, tip: str) -> dict[str, Any]:
    column = {"field": field, "headerName": title, "headerTooltip": tip}
    if field == "text":
        none = TRIVIAL_NAMES["none"]
        return column | {
            "comparator": {"function": "byThreshold"},
            "minWidth": 110,
            "valueFormatter": {"function": f"params.value === null ? '{none}' : params.value"},
        }
    return column | {"valueFormatter": {"function": "threeDigits(params.value)"}}
