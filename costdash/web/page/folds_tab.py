"""The tab of averages over folds."""

import dash_mantine_components as dmc
from dash import html

from costdash.core import OperatingPoint
from costdash.core.curves.roc import auc
from costdash.core.folds.averages import Mean, fold_means
from costdash.core.folds.folds import Folds
from costdash.figures.panels.folds import AVERAGES, NAMES
from costdash.web import ids
from costdash.web.page.inputs import graph
from costdash.web.page.menus import save_buttons
from costdash.wording import digits_apart, number, percent

NONE = "none"
LEVEL = 0.95  # at which limits are found where none are shown


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
                        id=ids.FOLDS_BESIDE,
                        label="beside it",
                        data=[{"value": NONE, "label": "nothing"}, *averages],
                        value="cost",
                        **pick,
                    ),
                ],
                className="bar",
            ),
            html.P(id=ids.FOLDS_NOTE, className="note"),
            html.Div(
                [
                    _panel(ids.FOLDS_ROC, "Folds in ROC space"),
                    _panel(ids.FOLDS_COST, "Folds in cost space"),
                    html.Div(id=ids.FOLDS_TABLE),
                ],
                className="folds",
            ),
        ]
    )


def table(folds: Folds, point: OperatingPoint, level: float) -> html.Table:
    """A row per fold: cases of each class, area, and cost at its own optimum here; their mean.

    level of the mean's limits (0: none).
    """
    heads = ("Fold", "positive", "negative", "AUC", "cost here (nec)")
    rows = [
        html.Tr(
            [
                html.Th(label, scope="row"),
                html.Td(number(float(counts.positives), 6)),
                html.Td(number(float(counts.negatives), 6)),
                html.Td(number(auc(counts))),
                html.Td(number(float(folds.hulls[label].cost(point.pcf)))),
            ]
        )
        for label, counts in folds.counts.items()
    ]
    head = html.Thead(html.Tr([html.Th(name, scope="col") for name in heads]))
    foot = html.Tfoot(_means(folds, point, level))
    return html.Table([head, html.Tbody(rows), foot], className="table")


def _means(folds: Folds, point: OperatingPoint, level: float) -> list[html.Tr]:
    found = fold_means(folds, point.pcf, level or LEVEL)
    both = (found.auc, found.nec)
    rows = [("mean", [number(float(mean.value[0])) for mean in both])]
    if level and len(folds.counts) > 1:
        rows += [(f"{percent(level)} limits", [_limits(mean) for mean in both])]
    return [
        html.Tr([html.Th(name, scope="row", colSpan=3), *map(html.Td, cells)])
        for name, cells in rows
    ]


def _limits(mean: Mean) -> str:
    low, high = float(mean.low[0]), float(mean.high[0])
    digits = digits_apart(low, high)
    return f"{number(low, digits)} to {number(high, digits)}"


def _panel(name: str, label: str) -> html.Section:
    return html.Section(
        [
            html.Div(save_buttons(name, label, "averages"), className="tools"),
            html.Div(graph(name), className="fold-frame"),
        ],
        className="card",
        **{"aria-label": label},
    )
