"""Parts of the page that never change, as HTML templates with components in their places."""

import re
from contextvars import ContextVar
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from dash import html
from dash.development.base_component import Component
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from costdash.report.elements import Html
from costdash.web.ids import ids
from costdash.web.page.components import graph, icon, quiet_button, scrolling

PLACE = "x-place"  # the tag that stands for a component in the text of a template
NAMES = {"class": "className", "for": "htmlFor", "tabindex": "tabIndex", "colspan": "colSpan"}
NUMBERS = ("tabIndex", "colSpan")
LINE_BREAK = re.compile(r"[ \t]*\n[ \t\n]*")

placed: ContextVar[list[Component]] = ContextVar("placed")


def _place(value: Any) -> Any:
    """A component, or a list of components, as the tags that stand for them."""
    if isinstance(value, list | tuple):
        return Html("".join(map(_place, value)))
    if not isinstance(value, Component):
        return value
    places = placed.get()
    places.append(value)
    return Html(f'<{PLACE} n="{len(places) - 1}"></{PLACE}>')


TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    finalize=_place,
)
SHARED = (graph, icon, quiet_button, scrolling)  # that templates may call
TEMPLATES.globals |= {"ids": ids} | {make.__name__: make for make in SHARED}


def rendered(name: str, **values: Any) -> Component:
    """The only element of a template, as in `parts`."""
    (element,) = parts(name, **values)
    return element


def parts(name: str, **values: Any) -> list[Component]:
    """The elements of a template with these values: texts, components and lists of components."""
    token = placed.set([])
    try:
        text = TEMPLATES.get_template(f"{name}.html").render(values)
        reader = _Reader(placed.get())
    finally:
        placed.reset(token)
    reader.feed(text)
    reader.close()
    return reader.children


class _Reader(HTMLParser):
    """Reads HTML as components. As in JSX, line breaks around texts and elements do not count."""

    def __init__(self, places: list[Component]) -> None:
        super().__init__()
        self.places = places
        self.children: list[Any] = []  # of the innermost open element
        self.outer: list[tuple[dict[str, Any], list[Any]]] = []  # its attributes; siblings before

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = (_attribute(name, value) for name, value in attrs)
        self.outer.append((dict(given), self.children))
        self.children = []

    def handle_endtag(self, tag: str) -> None:
        attributes, siblings = self.outer.pop()
        inside = self.children or None
        if tag == PLACE:
            siblings.append(self.places[int(attributes["n"])])
        else:
            siblings.append(getattr(html, tag.capitalize())(inside, **attributes))
        self.children = siblings

    def handle_data(self, data: str) -> None:
        lines = LINE_BREAK.split(data)
        if text := " ".join(filter(None, lines)):
            self.children.append(text)


def _attribute(name: str, value: str | None) -> tuple[str, Any]:
    """The name and value as dash has them."""
    name = NAMES.get(name, name)
    if value is None:
        return name, "" if "-" in name else True
    return name, int(value) if name in NUMBERS else value
