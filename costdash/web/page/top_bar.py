"""The bar at the top."""

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash import __version__
from costdash.intake.samples import SAMPLES, Sample
from costdash.web.ids import ids
from costdash.web.page.components import icon
from costdash.web.page.menus import report_menu, share_button
from costdash.web.page.template import rendered
from costdash.web.wire import Dataset
from costdash.wording import number, percent

WEIGHTED = 1e-9  # of the rows: rounding of their weights


def top_bar(with_sign_out: bool = False) -> Component:
    return rendered(
        "top_bar",
        version=__version__,
        with_sign_out=with_sign_out,
        samples=_samples(),
        report_menu=report_menu(),
        share_button=share_button(),
        upload_button=dmc.Button(
            "Upload", id=ids.UPLOAD_BUTTON, leftSection=icon("upload"), className="primary"
        ),
    )


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
        attributes={"root": {"data-opens-counts": "new"}},
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


def dataset_name(dataset: Dataset | None) -> list[Component]:
    """Name, cases and positives in one line."""
    if not dataset or not dataset.get("token"):
        return []
    rows, positives, share = dataset["rows"], dataset["positives"], dataset["prevalence"]
    texts = [f"{rows:,} cases", f"{number(positives, 9)} positive ({percent(share)})"]
    if abs(positives - share * rows) > WEIGHTED * rows:  # these are weights, not rows
        texts = [f"{rows:,} rows", f"{percent(share)} positive, weighted"]
    name = html.B(dataset["name"], title=dataset["name"])
    return [name, html.Span(" · ".join(texts))]
