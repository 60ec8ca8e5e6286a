"""The tab Folds: how much the cost differs between folds, one small panel each, and details."""

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.core import OperatingPoint
from costdash.core.folds.folds import Folds
from costdash.figures.panels.folds import AVERAGES, NAMES
from costdash.report.sentences.amounts import Amounts
from costdash.report.tables.folds import FoldCosts, fold_mean_rows, fold_table
from costdash.web.ids import ids, swatch_of
from costdash.web.page.components import (
    MODEL_LIST,
    Scale,
    attributes,
    html_table,
    row_cells,
    stroke,
    swatch,
)
from costdash.web.page.menus import save_buttons, save_menu
from costdash.web.page.tabs.compare import short_amount
from costdash.web.page.template import rendered
from costdash.wording import percent, shortened

TAB = "folds"  # id of the tab
NONE = "none"
MOST_ROWS = 12  # folds in the list of costs
LONGEST_NAME = 14  # characters of a model's name there
MEAN_OF_OPTIMA = "each at its own optimum, as in Drummond & Holte (2004): {}"
NOT_THE_CARD = "To expect: the interval on the card, which counts each case alike."


def tab() -> Component:
    averages = [{"value": kind, "label": NAMES[kind]} for kind in AVERAGES]
    beside = [{"value": NONE, "label": "nothing"}, *averages]
    pick = {"size": "xs", "allowDeselect": False}
    return rendered(
        "tab_folds",
        model=dmc.Select(
            id=ids.FOLDS_MODEL,
            **MODEL_LIST,
            leftSection=html.Span(id=swatch_of(ids.FOLDS_MODEL)),
            leftSectionWidth=40,
            className="pair-picker",
            **attributes(aria_label="Model"),
        ),
        averages=[
            dmc.Select(
                id=ids.FOLDS_AVERAGE, label="Average", data=averages, value="vertical", **pick
            ),
            dmc.Select(
                id=ids.FOLDS_SECOND_AVERAGE, label="beside it", data=beside, value="cost", **pick
            ),
        ],
        save_menu=save_menu(ids.FOLDS_PANEL, "Folds", "averages"),
        save_buttons=save_buttons,
    )


def lead(fold_costs: FoldCosts, amounts: Amounts, place: int) -> list[Component | str]:
    """How much the cost differs between folds, and how often the model is the cheapest."""
    costs, n = list(fold_costs.costs.values()), len(fold_costs.costs)
    name = html.B(shortened(fold_costs.name, 40), style=stroke(place), className="in-colour")
    ends = f"{amounts.bare(min(costs))} to {amounts.bare(max(costs))}"
    errors = " errors" * amounts.mistakes
    parts: list[Component | str] = [
        "From fold to fold ",
        name,
        f" {amounts.verb} ",
        html.B(ends),
        f"{errors} {amounts.case_unit.words}",
    ]
    if not fold_costs.cheapest:
        return [*parts, "."]
    return [*parts, f", and is the cheapest model in {fold_costs.wins} of {n} folds."]


def interval(
    fold_costs: FoldCosts, amounts: Amounts, level: float, at_random: bool
) -> list[Component | str]:
    """The mean with its limits, and where the folds come from."""
    folds = f"{len(fold_costs.costs)} folds" + (" made at random" if at_random else " of the file")
    parts: list[Component | str] = [html.Span(f"mean of {folds}: {amounts.bare(fold_costs.mean)}")]
    if fold_costs.low == fold_costs.low:
        low, high = amounts.bare(max(0.0, fold_costs.low)), amounts.bare(fold_costs.high)
        parts.append(html.Span(f"{percent(level)} by their spread: {low} to {high}"))
    of_optima = MEAN_OF_OPTIMA.format(amounts.bare(fold_costs.mean_of_optima))
    parts.append(html.Span(of_optima, className="quiet-line"))
    return [*parts, html.Span(NOT_THE_CARD, className="quiet-line")]


def costs_table(
    fold_costs: FoldCosts, labels: list[str], places: dict[str, int], amounts: Amounts
) -> html.Table:
    """One row per fold: its cost on a common scale with the mean as a line, and a cheaper model."""
    scale = Scale.around([fold_costs.mean, *fold_costs.costs.values()], most=5)
    place, beaten = (
        places[fold_costs.name],
        bool(fold_costs.cheapest) and fold_costs.wins < len(fold_costs.costs),
    )
    lines = []
    for label in labels:
        cost, nan = fold_costs.costs[label], float("nan")
        lines.append(
            html.Tr(
                [
                    html.Th(shortened(label, LONGEST_NAME), scope="row"),
                    html.Td(scale.interval(cost, nan, nan, place, fold_costs.mean)),
                    html.Td(amounts.bare(cost)),
                    html.Td(_cheaper(fold_costs, label, places)),
                ]
            )
        )
    ticks = scale.tick_row(lambda x: short_amount(x, amounts).removeprefix("+"))
    head = html.Tr(
        [
            html.Th("Fold", scope="col"),
            html.Th(ticks, **attributes(aria_hidden="true")),
            html.Th(f"{'errors' if amounts.mistakes else 'cost'}", scope="col"),
            html.Th("cheaper there", scope="col") if beaten else html.Td(),
        ]
    )
    name = "fold-costs" if beaten else "fold-costs cheapest-everywhere"
    return html.Table([html.Thead(head), html.Tbody(lines)], className=name)


def _cheaper(fold_costs: FoldCosts, label: str, places: dict[str, int]) -> Component | str:
    """The cheaper model in a fold, if there is one."""
    names = fold_costs.cheapest.get(label, ())
    if not names or fold_costs.name in names:
        return ""
    line = [swatch(places[names[0]]), html.Span(shortened(names[0], LONGEST_NAME))]
    return html.Span(line, className="fold-cheapest")


def table(folds: Folds, point: OperatingPoint, level: float) -> html.Table:
    """A row per fold, and their means with limits at `level` (0: none)."""
    averages = fold_table(folds, point)
    rows = [row_cells(*row) for row in averages.rows]
    means = [row_cells(*row, colSpan=3) for row in fold_mean_rows(folds, point, level)]
    return html_table(averages.head, rows, means)
