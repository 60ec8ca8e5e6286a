"""The bar at the top, and the bar below it that stays when the decision has scrolled out."""

from typing import Any

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash import __version__
from costdash.intake.samples import SAMPLES, Sample
from costdash.web.ids import ids
from costdash.web.page.components import attributes, icon
from costdash.web.page.frame.help_dialog import help_button
from costdash.web.page.menus import present_button, report_menu, share_button
from costdash.wording import number, percent

WEIGHTED = 1e-9  # of the rows: rounding of their weights
BOXES = {"prior": "Positives", "cost_fn": "Missed", "cost_fp": "False alarm"}  # of the sticky bar


def top_bar(with_sign_out: bool = False) -> html.Header:
    return html.Header(
        className="page-head",
        children=[
            html.H1([html.Span(className="logo", **attributes(aria_hidden="true")), "costdash"]),
            _dataset(with_sign_out),
            html.Div(id=ids.UPLOAD_PROGRESS, className="progress"),
            _menu_button(),
            _samples(),
            html.Div(
                [
                    html.Div(
                        [report_menu(), share_button(), help_button()],
                        id=ids.HEAD_MENU,
                        className="head-more",
                    ),
                    present_button(),
                    html.Button(
                        icon("theme"),
                        id=ids.THEME_BUTTON,
                        className="quiet icon-button",
                        title="Dark theme",
                        **attributes(aria_label="Dark theme"),
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


def _menu_button() -> html.Button:
    """Opens the controls that a narrow bar has no space for; a script shows them under the bar."""
    return html.Button(
        icon("menu"),
        id=ids.HEAD_MENU_BUTTON,
        className="quiet icon-button head-menu",
        type="button",
        **attributes(aria_label="Menu", aria_expanded="false", aria_controls=ids.HEAD_MENU),
    )


def _dataset(with_sign_out: bool) -> html.Div:
    """The chip that names the data set, and its menu."""
    chip = html.Button(
        [html.Span(id=ids.DATASET_NAME, className="dataset-name"), icon("down")],
        className="dataset-chip",
        **attributes(data_opens=ids.DATASET_MENU, aria_expanded="false"),
    )
    tab = attributes(data_tab="data")
    menu = html.Div(
        [
            html.Button(
                "Change columns", className="quiet", **attributes(data_press=ids.COLUMNS_BUTTON)
            ),
            html.Button(
                "Add a classifier by its four counts", className="quiet", **_opens_counts()
            ),
            html.Button("What was read, and rows left out", className="quiet", **tab),
            html.Button("Delete my data …", className="quiet", **tab),
            html.Div(id=ids.RECENT_DATA, className="recent-data", hidden=True),
            *([html.A("Sign out", href="sign-out", className="quiet")] if with_sign_out else []),
            html.P(f"costdash {__version__}. Your data stay on this server.", className="note"),
        ],
        id=ids.DATASET_MENU,
        className="popover dataset-menu",
        role="group",
        hidden=True,
        **attributes(aria_label="Data set"),
    )
    return html.Div([chip, menu], className="opens dataset")


def _opens_counts() -> dict[str, Any]:
    return attributes(data_opens_counts="")


def _counts_item() -> dmc.MenuItem:
    """What to open with no file: the dialog of classifiers by their four counts."""
    return dmc.MenuItem(
        html.Span(
            [
                html.B("Only a confusion matrix?"),
                html.Span("Type four counts", className="sample-size"),
                html.Span("Compare classifiers by TP, FN, FP and TN alone, without a file."),
            ],
            className="sample-item",
        ),
        attributes={"root": _opens_counts()},
    )


def _sample(sample: Sample) -> dmc.MenuItem:
    """The question that a sample answers, its size, and its contents."""
    size = f"{sample.rows:,} rows · {len(sample.roles.scores)} models"
    return dmc.MenuItem(
        html.Span(
            [
                html.B(sample.question),
                html.Span(f"{sample.title} · {size}", className="sample-size"),
                html.Span(sample.description),
            ],
            className="sample-item",
        ),
        attributes={"root": {"data-sample": sample.key}},
    )


def _samples() -> dmc.Menu:
    """A gallery of the samples, each with its question."""
    samples = [*(_sample(sample) for sample in SAMPLES.values()), _counts_item()]
    return dmc.Menu(
        [
            dmc.MenuTarget(
                ["Samples", icon("down")],
                boxWrapperProps={"component": "button", "className": "quiet samples-opener"},
            ),
            dmc.MenuDropdown(html.Div(samples, className="samples"), className="gallery"),
        ],
        id=ids.SAMPLE_MENU,
        position="bottom-start",
        width=900,
    )


def sticky_bar() -> html.Section:
    """A script copies the decision into it, and makes its boxes."""
    conditions = [
        html.Span(label, className="sticky-box", **attributes(data_sticky_box=key))
        for key, label in BOXES.items()
    ]
    return html.Section(
        [
            html.P(className="sticky-rule", **attributes(data_sticky="rule")),
            html.P(
                [
                    html.B(**attributes(data_sticky="cost")),
                    " ",
                    html.Span(**attributes(data_sticky="per")),
                ],
                className="sticky-total",
            ),
            html.P(className="sticky-saving", **attributes(data_sticky="saving")),
            html.Div(conditions, className="sticky-boxes"),
            html.P(["PC(+) ", html.B(**attributes(data_sticky="pcf"))], className="sticky-pcf"),
        ],
        id=ids.STICKY_BAR,
        className="sticky-bar",
        hidden=True,
        **attributes(aria_label="Decision and conditions, pinned while scrolling"),
    )


def dataset_name(dataset: dict[str, Any] | None) -> list[Component]:
    """Name, cases and positives in one line."""
    if not dataset or not dataset.get("token"):
        return []
    rows, positives, share = (dataset[key] for key in ("rows", "positives", "prevalence"))
    texts = [f"{rows:,} cases", f"{number(positives, 9)} positive ({percent(share)})"]
    if abs(positives - share * rows) > WEIGHTED * rows:  # these are weights, not rows
        texts = [f"{rows:,} rows", f"{percent(share)} positive, weighted"]
    name = html.B(dataset["name"], title=dataset["name"])
    return [name, html.Span(" · ".join(texts))]
