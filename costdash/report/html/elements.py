"""Elements that several sections of the report use: names and tables."""

from costdash.figures.style import MODELS, dash
from costdash.report.elements import Element, element
from costdash.report.report import Report
from costdash.report.tables.table import Table


def named(report: Report, name: str) -> Element:
    """A model's name after its line."""
    return element("span", swatch(report, name), name, class_="model")


def swatch(report: Report, name: str) -> Element:
    """The model's line, in its colour and dash."""
    place = report.place(name)
    strokes = None if dash(place) == "solid" else dash(place).replace("px", "")
    line = element("line", x1=0, x2=22, y1=4, y2=4, stroke_dasharray=strokes)
    style = f"stroke:var(--model-{place % MODELS})"
    return element(
        "svg", line, class_="swatch", viewBox="0 0 22 8", aria_hidden="true", style=style
    )


def html_table(report: Report, table: Table) -> Element:
    """A table and its note; the first cell of a row has the line of the row's model."""
    sides = ["left" if i < table.left else "right" for i in range(len(table.head))]
    if table.amount is not None:
        sides[table.amount] += " in-sight"
    header = element("tr", *(element("th", t, class_=s) for t, s in zip(table.head, sides)))
    models = table.models or (None,) * len(table.rows)
    body = []
    for row, model in zip(table.rows, models):
        line = swatch(report, model) if model else None
        first = element("th", line, row[0], scope="row", class_="left")
        cells = (element("td", t, class_=s) for t, s in zip(row[1:], sides[1:]))
        body.append(element("tr", first, *cells))
    note = element("p", table.note, class_="soft") if table.note else None
    whole = element("table", element("thead", header), element("tbody", *body))
    return element("div", whole, note, class_="wide", tabindex=0)  # it scrolls, also by keyboard


def tools(key: str) -> Element:
    """Buttons that save the graph with this id as a picture."""
    buttons = [
        element("button", kind.upper(), type="button", data_save=key, data_kind=kind)
        for kind in ("png", "svg")
    ]
    return element("span", *buttons, class_="tools")
