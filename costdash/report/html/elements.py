"""Pieces of the report in HTML: a section, a table, a model's name in its colour, the cells.

HTML as text: every text is escaped where it enters, and no name can become markup.
"""

from html import escape

from costdash.core import Call
from costdash.figures.style import MODELS, dash
from costdash.report.report import Report
from costdash.report.sentences.phrases import Phrase
from costdash.report.tables.confusion import Cell, confusion
from costdash.report.tables.table import Table

STRONG = {"threshold", "finds", "alarms", "cost", "saving"}


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def element(tag: str, *children, **attributes) -> Html:
    """An element; children are escaped unless they are Html, None is left out.

    A trailing underscore is dropped from attribute names, others become hyphens; True stands
    for an attribute without a value.

    >>> element("p", "a < b", None, class_="note", data_i=1)
    '<p class="note" data-i="1">a &lt; b</p>'
    """
    said = "".join(_attribute(name, value) for name, value in attributes.items())
    return Html(f"<{tag}{said}>{joined(*children)}</{tag}>")


def joined(*children) -> Html:
    """Children one after the other."""
    return Html(
        "".join(
            child if isinstance(child, Html) else escape(str(child), quote=False)
            for child in children
            if child is not None
        )
    )


def _attribute(name: str, value) -> str:
    name = name.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def section(title: str, *content, **attributes) -> Html:
    return element("section", element("h2", title), *content, **{"class_": "card"} | attributes)


def headline(report: Report, part: Phrase) -> Html | str:
    """A part of the decision, emphasised by its role."""
    if part.role == "model":
        colour = f"color:var(--model-{report.place(part.text) % MODELS})"
        return element("strong", part.text, style=colour)
    return element("strong", part.text) if part.role in STRONG else part.text


def named(report: Report, name: str) -> Html:
    return element("span", swatch(report, name), name, class_="model")


def swatch(report: Report, name: str) -> Html:
    """The model's line, in its colour and dash."""
    place = report.place(name)
    strokes = None if dash(place) == "solid" else dash(place).replace("px", "")
    line = element("line", x1=0, x2=22, y1=4, y2=4, stroke_dasharray=strokes)
    style = f"stroke:var(--model-{place % MODELS})"
    return element(
        "svg", line, class_="swatch", viewBox="0 0 22 8", aria_hidden="true", style=style
    )


def table(report: Report, told: Table) -> Html:
    """A table of text; the first cell of a row wears its model's line."""
    sides = ["left" if i < told.left else "right" for i in range(len(told.head))]
    header = element("tr", *(element("th", t, class_=s) for t, s in zip(told.head, sides)))
    models = told.models or (None,) * len(told.rows)
    body = []
    for row, model in zip(told.rows, models):
        line = swatch(report, model) if model else None
        first = element("th", line, row[0], scope="row", class_="left")
        cells = (element("td", t, class_=s) for t, s in zip(row[1:], sides[1:]))
        body.append(element("tr", first, *cells))
    note = element("p", told.note, class_="soft") if told.note else None
    whole = element("table", element("thead", header), element("tbody", *body))
    return element("div", whole, note, class_="wide")


def cells(report: Report, title: str, call: Call) -> Html:
    """The four cells of a call, in words; title says which call it is."""
    told = confusion(call, report.point, currency=report.currency)

    def cell(one: Cell, kind: str) -> Html:
        paid = element("small", one.cost_text) if one.cost_text else None
        return element("td", element("b", one.text), element("span", one.word), paid, class_=kind)

    rows = (
        (told.positives, cell(told.found, "good"), cell(told.missed, "bad")),
        (told.negatives, cell(told.false_alarm, "bad"), cell(told.left_alone, "good")),
    )
    header = element("tr", element("td"), element("th", "called"), element("th", "not called"))
    body = [element("tr", element("th", name, scope="row"), *pair) for name, *pair in rows]
    return section(f"{title}, {told.of}", element("table", header, *body, class_="cells"))
