"""The tab Thresholds: the scores of one model by class, and a table of its thresholds."""

from typing import Any

import dash_ag_grid as dag
import dash_mantine_components as dmc
from dash.development.base_component import Component

from costdash.core.measures.registry import FIELDS_OF_USE
from costdash.report.sentences.phrases import INCOMPARABLE
from costdash.web.ids import ids
from costdash.web.page.components import MODEL_LIST, attributes
from costdash.web.page.template import rendered
from costdash.wording import TRIVIAL_NAMES

TAB = "thresholds"  # id of the tab
SHARES = (  # column, heading, tooltip
    (
        "share_called",
        "flags, of all cases",
        "Share of all cases flagged, at your share of positives",
    ),
    ("tpr", "positives found", "Recall, true positive rate (tpr)"),
    ("fpr", "negatives flagged", "False positive rate (fpr)"),
    ("precision", "flags that are right", "Precision, at your share of positives"),
)
FURTHER = (
    ("specificity", "specificity", "Share of negatives not flagged, 1 - fpr"),
    ("accuracy", "accuracy", "Share of all cases that are judged right"),
)
NUMBERS = (
    ("f1", "F1", "Harmonic mean of precision and recall"),
    ("nec", "share of the worst cost", "Normalized expected cost (nec)"),
)
# Flex shares the width among the columns: a hidden grid has no width to fit columns to.
DEFAULT_COLUMN = {
    "sortable": True,
    "resizable": True,
    "flex": 1,
    "minWidth": 100,
    "wrapHeaderText": True,
    "autoHeaderHeight": True,
    "type": "rightAligned",
}


def tab() -> Component:
    return rendered(
        "tab_thresholds",
        model=dmc.Select(
            id=ids.THRESHOLD_MODEL,
            label="Model",
            size="xs",
            **MODEL_LIST,
        ),
        typed=[
            _typed(ids.THRESHOLD_SEARCH, "Go to a threshold", "e.g. 0.37"),
            _typed(ids.THRESHOLD_SHARE, "or flag, of all cases", "e.g. 5 %"),
            _typed(ids.THRESHOLD_RECALL, "or find, of positives", "e.g. 80 %"),
        ],
        incomparable=INCOMPARABLE,
        grid=_grid(),
        field_of_use=dmc.SegmentedControl(
            id=ids.FIELD_OF_USE,
            data=[{"value": field, "label": field.capitalize()} for field in FIELDS_OF_USE],
            value=next(iter(FIELDS_OF_USE)),
            size="xs",
            **attributes(aria_label="Measures by field"),
        ),
    )


def _typed(name: str, label: str, example: str) -> dmc.TextInput:
    return dmc.TextInput(
        id=name,
        label=label,
        placeholder=example,
        value="",
        debounce=300,
        size="xs",
        autoComplete="off",
    )


def _grid() -> dag.AgGrid:
    marked = {
        "best-row": {"function": "isMarked(params.data)"},
        "current-row": {"function": "isCurrent(params.data)"},
    }
    return dag.AgGrid(
        id=ids.THRESHOLD_TABLE,
        columnDefs=_columns(),
        rowData=[],
        defaultColDef=DEFAULT_COLUMN,
        rowClassRules=marked,
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
    )


def _columns() -> list[dict[str, Any]]:
    def column(entry: tuple[str, str, str], formatter: str) -> dict[str, Any]:
        field, title, tip = entry
        shown = {"function": f"{formatter}(params.value)"}
        return {
            "field": field,
            "headerName": title,
            "headerTooltip": tip,
            "valueFormatter": shown,
        }

    none = TRIVIAL_NAMES["none"]
    threshold = {
        "field": "text",
        "headerName": "threshold",
        "headerTooltip": "Flagged at this score or more; the shortest decimal that flags the same "
        "cases (the CSV has every digit)",
        "comparator": {"function": "byThreshold"},
        "minWidth": 110,
        "valueFormatter": {"function": f"params.value === null ? '{none}' : params.value"},
    }
    mark = {
        "field": "mark",
        "headerName": "best, today",
        "type": None,
        "sortable": False,
        "minWidth": 96,
    }
    cost = ("expected_cost", "cost", "At your conditions, for the number of cases of the page")
    return [
        threshold,
        mark,
        *(column(entry, "asPercent") for entry in SHARES),
        column(cost, "asCost"),
        *(column(entry, "asPercent") for entry in FURTHER),
        *(column(entry, "threeDigits") for entry in NUMBERS),
    ]
