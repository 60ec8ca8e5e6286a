"""The rail with all controls: models, conditions, criterion, uncertainty, today's threshold."""

from typing import Any

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.figures import style
from costdash.report.tables.multiclass import class_tables
from costdash.web import ids
from costdash.web.page.components import (
    DECADES,
    RATIO_MARKS,
    attributes,
    box,
    plain_table,
    row,
    slider,
)
from costdash.web.page.condition_controls import case_unit_controls, criterion_controls, range_boxes
from costdash.wording import shortened

LEVEL_CHOICES = (
    {"label": "off", "value": "0"},
    *({"label": f"{100 * x:.0f} %", "value": str(x)} for x in ids.CONFIDENCE_LEVELS),
)

# Least and greatest share (%) of simulated samples in which a 90 % interval contains the true cost
# of the recommended rule. Tests hold it against benchmarks/results/coverage.json.
SIMULATED_COVERAGE = {"same rows": (49, 78), "cross-fitted": (83, 96)}


def class_row() -> html.Div:
    """The choice of the positive class, which a script shows for more than two classes."""
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


def class_areas(multiclass: list[dict[str, Any]]) -> list[Component]:
    """The AUC of each class, each pair and all classes together; empty for two classes."""
    tables = [html.Div(plain_table(table)) for table in class_tables(multiclass)]
    if not tables:
        return []
    label = attributes(aria_label="Classes")
    return [html.Div(tables, className="classes", tabIndex=0, role="region", **label)]


def rail() -> html.Aside:
    """One column with all controls; a drawer on pages below 1280 px."""
    return html.Aside(
        id=ids.RAIL,
        className="rail",
        **attributes(aria_label="Controls"),
        children=[
            html.Button("Close", id="rail-close", className="rail-close"),
            _group("Models", _models()),
            _group("Conditions of use", _conditions()),
            _group("Criterion", criterion_controls()),
            _group("Uncertainty", _uncertainty()),
            _group("Today's threshold", _today()),
        ],
    )


def _swatch(place: int) -> html.Span:
    """Colour and dash of a model's line."""
    dash = style.DASH_NAMES[style.dash(place)]
    colour = {"--stroke": f"var(--model-{place % style.MODELS})"}
    return html.Span(
        className=f"swatch swatch-{dash}", style=colour, **attributes(aria_hidden="true")
    )


def model_boxes(models: list[dict[str, Any]]) -> list[dmc.Checkbox]:
    """A checkbox per model with its line style and AUC; `models` as in the store."""
    return [
        dmc.Checkbox(
            value=model["name"],
            size="xs",
            label=html.Span(
                [
                    _swatch(model["i"]),
                    html.Span(
                        shortened(model["name"], 16), className="model-name", title=model["name"]
                    ),
                    html.Span(f"AUC {model['auc']:.3f}", className="model-auc"),
                ],
                className="model-row",
            ),
        )
        for model in models
    ]


def _group(title: str, children: list[Component]) -> html.Section:
    return html.Section([html.H2(title), *children], className="rail-group")


def _models() -> list[Component]:
    return [
        class_row(),
        dmc.TextInput(
            id=ids.MODELS_FILTER,
            placeholder="Find a model",
            size="xs",
            className="models-filter",
            attributes={"input": {"aria-label": "Find a model"}},
        ),
        dmc.CheckboxGroup(
            id=ids.SHOWN_MODELS,
            value=[],
            children=html.Div(id=ids.MODEL_CHECKBOXES, className="models"),
            labelProps={"className": "unseen"},
            label="Models shown",
        ),
        html.Div(id=ids.MODELS_NOTE, className="note standing", **attributes(aria_live="polite")),
    ]


def _conditions() -> list[Component]:
    return [
        row("Prior of positives", box(ids.PRIOR_BOX, "Prior of positives")),
        slider(ids.PRIOR_SLIDER, "Prior of positives, log-odds scale", 0.0, -7.0, 7.0, step=0.01),
        html.Div(
            [
                html.Span(id=ids.PRIOR_NOTE),
                html.Button("use the file's", id=ids.PRIOR_RESET, className="link-button"),
            ],
            className="note",
        ),
        row("Missed positive", box(ids.COST_FN_BOX, "Cost of a missed positive")),
        row("False alarm", box(ids.COST_FP_BOX, "Cost of a false alarm")),
        slider(
            ids.RATIO_SLIDER,
            "Cost of a missed positive against a false alarm, log scale",
            0.0,
            -DECADES,
            DECADES,
            step=0.01,
            marks=RATIO_MARKS,
        ),
        html.P(
            [
                html.Span(**attributes(data_read="ratio-words")),
                html.Br(),
                "PC(+) ",
                html.Span(**attributes(data_read="pcf")),
                " · slope ",
                html.Span(**attributes(data_read="slope")),
            ],
            className="note readouts",
        ),
        *case_unit_controls(),
        *range_boxes(),
        html.Div(
            [
                dmc.Button(
                    "Undo", id=ids.UNDO, size="compact-xs", variant="default", disabled=True
                ),
                dmc.Button("Reset", id=ids.RESET, size="compact-xs", variant="default"),
                dmc.Button(
                    "Cost matrix", id=ids.MATRIX_BUTTON, size="compact-xs", variant="default"
                ),
            ],
            className="buttons",
        ),
    ]


def _shares(rows: str) -> str:
    low, high = SIMULATED_COVERAGE[rows]
    return f"{low} to {high} %"


def _uncertainty() -> list[Component]:
    return [
        dmc.SegmentedControl(
            id=ids.LEVEL,
            data=list(LEVEL_CHOICES),
            value=str(ids.DEFAULT_CONFIDENCE),
            size="xs",
            fullWidth=True,
            **attributes(aria_label="Level of the bands"),
        ),
        html.P("Judge the rule on", className="note note-above"),
        dmc.SegmentedControl(
            id=ids.THRESHOLD_ROWS,
            data=[
                {"label": "other folds (honest)", "value": "other"},
                {"label": "the same rows", "value": "same"},
            ],
            value="other",
            size="xs",
            fullWidth=True,
            **attributes(aria_label="Judge the rule on"),
        ),
        html.P(
            "Chosen and judged on the same rows, a threshold looks better than it is: simulated "
            f"90 % intervals contained its true cost in {_shares('same rows')} of samples; on "
            f"other folds in {_shares('cross-fitted')}.",
            className="note",
        ),
        dmc.Checkbox(
            id=ids.SIMULTANEOUS_ROC_BAND, label="ROC band for the whole curve at once", size="xs"
        ),
        dmc.Checkbox(
            id=ids.ESTIMATED_PRIOR,
            label="Count that the file's prior is an estimate",
            checked=True,
            size="xs",
        ),
        dmc.Checkbox(id=ids.COST_LINES, label="Cost line of single thresholds", size="xs"),
        dmc.Checkbox(id=ids.SCORE_DRIVEN, label="Cost of taking scores at their word", size="xs"),
    ]


def _today() -> list[Component]:
    return [
        html.P(
            "None pinned. Choose a point of a curve, or take the best, and pin it (key P).",
            id=ids.PIN_NOTE,
            className="note",
        ),
        html.Div(
            [
                dmc.Button("Pin", id=ids.PIN, size="compact-xs", variant="default"),
                dmc.Button(
                    "Unpin", id=ids.UNPIN, size="compact-xs", variant="default", disabled=True
                ),
            ],
            className="buttons",
        ),
    ]
