"""The tabs below the panels; `web.callbacks.tabs` has the table of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import dash_mantine_components as dmc
from dash import Dash, html
from dash.development.base_component import Component

from costdash.web.ids import ids, tab_button, tab_panel
from costdash.web.page.components import attributes


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A tab below the panels.

    id: in the address and in DOM ids. body: makes its elements. connect: registers the callbacks
    that answer it. asks: it asks the server while it is open. figures: the stores that the server
    fills, each with the graph that shows it. texts: elements that are emptied, as the figures are,
    when another data set is opened. choosers: selects of a model, which follow the recommended
    model until the user chooses; two of them are the compared pair, which the address holds.
    """

    id: str
    title: str
    body: Callable[[], Component]
    connect: tuple[Callable[[Dash], None], ...] = ()
    asks: bool = False
    figures: Mapping[str, str] = field(default_factory=dict)
    texts: tuple[str, ...] = ()
    choosers: tuple[str, ...] = ()


def tabs(rows: Sequence[Tab]) -> dmc.Tabs:
    """All tabs; one is shown at a time."""
    first = rows[0].id
    order = {row.id: {"--tab-order": k} for k, row in enumerate(rows, 1)}  # of a narrow page
    return dmc.Tabs(
        id=ids.TABS,
        value=first,
        keepMounted=False,  # a script mounts the others after the first drawing
        children=[
            dmc.TabsList(
                [
                    dmc.TabsTab(row.title, value=row.id, id=tab_button(row.id), style=order[row.id])
                    for row in rows
                ]
            ),
            html.Button(
                id=ids.TAB_ANSWER,
                className="tab-answer",
                type="button",
                title="What may change before another rule is better",
                **attributes(data_tab=first),
            ),
            *(
                dmc.TabsPanel(
                    row.body(),
                    value=row.id,
                    id=tab_panel(row.id),
                    keepMounted=row.id == first,
                    style=order[row.id],
                )
                for row in rows
            ),
        ],
    )
