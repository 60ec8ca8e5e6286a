"""The settings behind the summary line: criterion, bands, evaluation of the rule, drawings."""

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.core.choose.cost_axes import TOLERANCE
from costdash.core.choose.criteria import CRITERIA, DEFAULT_CRITERION
from costdash.figures.view import FLAT_CHOICES
from costdash.web.ids import ids
from costdash.web.page.components import MODEL_LIST, attributes, box, icon, row, share_meaning
from costdash.web.wire import CONFIDENCE_LEVELS, DEFAULT_CONFIDENCE
from costdash.wording import percent

LEVEL_CHOICES = (
    {"label": "Off", "value": "0"},
    *({"label": f"{100 * x:.0f} %", "value": str(x)} for x in CONFIDENCE_LEVELS),
)
EVALUATIONS = {"other": "other folds (honest)", "same": "the same rows", "split": "a test part"}
ON_OTHER_FOLDS = "Tuned on nine folds, tested on the tenth."
NO_SPLIT = "No column splits this file into parts."


def settings() -> html.Div:
    """The button with the summary, and the box that it opens."""
    return html.Div(
        [
            html.Button(
                [
                    html.Span(id=ids.SUMMARY_LINE),
                    html.B(["Change", icon("down")]),
                ],
                id=ids.SETTINGS_BUTTON,
                className="summary-line",
                **attributes(data_opens=ids.SETTINGS, aria_expanded="false"),
            ),
            html.Div(
                [
                    _row("Choose by", criterion_controls()),
                    _row("Within a limit", [_limits()]),
                    _method(),
                    html.Div(
                        [
                            html.Button(
                                "Costs of right answers too",
                                id=ids.MATRIX_BUTTON,
                                className="quiet",
                            ),
                            html.Button("Reset", id=ids.RESET, className="quiet"),
                        ],
                        className="buttons",
                    ),
                ],
                id=ids.SETTINGS,
                className="popover settings",
                role="group",
                hidden=True,
                **attributes(aria_label="Settings", data_later=""),
            ),
        ],
        className="opens",
    )


def _method() -> html.Details:
    """How the rule is evaluated and what is drawn: nothing here changes the conditions."""
    rows = [
        _row("Bands", [_bands()]),
        _row("Judge the rule on", [_evaluation()]),
        _row("As good as the best", [_flat_zone()]),
        _row("Also draw", _drawings()),
    ]
    return html.Details([html.Summary("Method"), html.Div(rows)], className="method")


def _limits() -> html.Div:
    """The limits of least cost, each with its price; a script fills it when the box opens."""
    label = attributes(aria_label="Within a limit")
    return html.Div(id=ids.LIMIT_PRICES, className="limits", role="group", **label)


def _row(title: str, children: list[Component]) -> html.Div:
    return html.Div([html.Span(title), html.Div(children)], className="setting")


def _bands() -> Component:
    return dmc.SegmentedControl(
        id=ids.LEVEL,
        data=list(LEVEL_CHOICES),
        value=str(DEFAULT_CONFIDENCE),
        size="xs",
        fullWidth=True,
        **attributes(aria_label="Level of the bands"),
    )


def _evaluation() -> Component:
    """The choice of evaluation; a script adds how much cheaper the same rows look."""
    notes = {"other": ON_OTHER_FOLDS, "same": "", "split": NO_SPLIT}
    radios = [
        dmc.Radio(
            id=f"{ids.EVALUATION}-{way}",
            label=words,
            description=notes[way],
            value=way,
            size="xs",
            disabled=way == "split",
        )
        for way, words in EVALUATIONS.items()
    ]
    return dmc.RadioGroup(
        radios, id=ids.EVALUATION, value="other", **attributes(aria_label="Judge the rule on")
    )


def _flat_zone() -> Component:
    """How much more a threshold may cost to lie in the shaded zone of cost by threshold."""
    return dmc.SegmentedControl(
        id=ids.FLAT_ZONE,
        data=[{"label": f"within {percent(share)}", "value": str(share)} for share in FLAT_CHOICES],
        value=str(TOLERANCE),
        size="xs",
        fullWidth=True,
        **attributes(aria_label="Thresholds as good as the best: cost within"),
    )


def _drawings() -> list[Component]:
    words = {
        ids.SIMULTANEOUS_ROC_BAND: "one band for the whole ROC curve",
        ids.COST_LINES: "a cost line for every single threshold",
        ids.SCORE_DRIVEN: "cost if scores are taken as probabilities",
        ids.ESTIMATED_PRIOR: "doubt about the share in the file",
    }
    return [
        dmc.Switch(id=name, label=text, size="xs", checked=name == ids.ESTIMATED_PRIOR)
        for name, text in words.items()
    ]


def criterion_controls() -> list[Component]:
    """The select, and the fields of the criteria; a script shows the selected criterion's."""
    return [
        dmc.Select(
            id=ids.CRITERION,
            label="Criterion",
            labelProps={"className": "unseen"},
            data=[
                {"value": key, "label": entry.label}
                for key, entry in CRITERIA.items()
                if not entry.ranged
            ],
            value=DEFAULT_CRITERION,
            allowDeselect=False,
            size="xs",
        ),
        html.Div(
            [
                html.Div(
                    [
                        html.Span(id=ids.CRITERION_LIMIT_NAME),
                        box(ids.CRITERION_LIMIT, "Limit of the criterion"),
                    ],
                    className="control-row",
                ),
                share_meaning(ids.CRITERION_LIMIT_MEANING),
                dmc.Checkbox(
                    id=ids.CRITERION_CONFIDENCE,
                    label="with 95 % confidence",
                    size="xs",
                    checked=False,
                ),
            ],
            id=ids.CRITERION_LIMIT_ROW,
            className="control-details",
            hidden=True,
        ),
        html.Div(
            [
                dmc.Select(
                    id=ids.FIXED_THRESHOLD_MODEL,
                    label="Model of the fixed threshold",
                    labelProps={"className": "unseen"},
                    size="xs",
                    **MODEL_LIST,
                ),
                row("at a score of", box(ids.FIXED_THRESHOLD_SCORE, "Fixed threshold")),
            ],
            id=ids.FIXED_THRESHOLD,
            className="control-details",
            hidden=True,
        ),
    ]
