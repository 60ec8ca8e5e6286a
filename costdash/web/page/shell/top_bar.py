"""The bar at the top: the data set, samples, report, share, present, theme and upload."""

from typing import Any

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.intake.samples import SAMPLES
from costdash.web import ids
from costdash.web.page.components import attributes, icon
from costdash.web.page.menus import data_menu, present_button, report_menu, share_button
from costdash.wording import count_of, number, percent


def top_bar() -> html.Header:
    return html.Header(
        className="page-head",
        children=[
            html.H1([html.Span(className="logo", **attributes(aria_hidden="true")), "costdash"]),
            html.Div(id=ids.DATASET_NAME, className="dataset-name"),
            html.Div(id=ids.UPLOAD_PROGRESS, className="progress"),
            _samples(),
            html.Div(
                [
                    data_menu(),
                    report_menu(),
                    share_button(),
                    present_button(),
                    html.Button(
                        icon("theme"),
                        id=ids.THEME_BUTTON,
                        className="quiet icon-button",
                        **attributes(aria_label="Light or dark"),
                    ),
                    dmc.Button(
                        "Upload",
                        id=ids.UPLOAD_BUTTON,
                        leftSection=icon("upload"),
                        className="primary",
                    ),
                ],
                className="head-actions",
            ),
        ],
    )


def _samples() -> dmc.Menu:
    samples = [
        dmc.MenuItem(
            html.Div([html.B(sample.title), html.P(sample.description)], className="sample-item"),
            attributes={"root": {"data-sample": key}},
        )
        for key, sample in SAMPLES.items()
    ]
    return dmc.Menu(
        [
            dmc.MenuTarget(
                ["Samples", icon("down")],
                boxWrapperProps={"component": "button", "className": "quiet"},
            ),
            dmc.MenuDropdown(samples, className="samples"),
        ],
        id=ids.SAMPLE_MENU,
        position="bottom-start",
        width=380,
    )


def dataset_name(dataset: dict[str, Any] | None) -> list[Component]:
    """Name, cases, positives and models in one line, and a link to the notes on the file."""
    if not dataset or not dataset.get("token"):
        return []
    facts = (
        f"{dataset['rows']:,} cases",
        f"{number(dataset['positives'], 9)} positive ({percent(dataset['prevalence'])})",
        count_of(len(dataset["models"]), "model", 6),
    )
    notes = len(dataset.get("messages", []))
    words = count_of(notes, "note", 6)
    link = html.Button(words, className="link-button", **attributes(data_tab="data"))
    name = html.B(dataset["name"], title=dataset["name"])
    return [name, html.Span(" · ".join(facts)), *([link] if notes else [])]
