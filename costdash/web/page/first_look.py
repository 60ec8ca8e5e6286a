"""The first look at the page: decision and panels as HTML, before any script runs.

It lies in the outline (`outline` in `layout.py`), has the shapes of the page, and goes when the
page itself is drawn.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from costdash.figures import PANELS, Panel
from costdash.report.elements import Element, Html, element, markup
from costdash.report.html.fluid_pictures import fluid_picture
from costdash.web.ids import panel_graph
from costdash.web.page.plain_html import PLAIN

CARD = {"decision": "decision-rule", "confusion": "decision-ledger", "against": "decision-against"}
NAMES = {"className": "class", "htmlFor": "for"}
# What only the page itself may have: scripts find elements by these.
OF_PAGE_ALONE = (
    "id",
    "popovertarget",
    "data-live",
    "data-opens",
    "aria-controls",
    "aria-live",
    "role",
    "tabindex",
)


class FirstLook(NamedTuple):
    """The decision, and the panels from left to right."""

    decision: Html
    panels: tuple[Html, ...]


def first_look(answer: Mapping[str, Any]) -> FirstLook:
    """The look of an answer, as JSON has it."""
    parts = (element("div", *_elements(answer[name]), class_=side) for name, side in CARD.items())
    card = element("div", *parts, class_="card decision-card")
    decision = element("div", card, class_="decision first-look", inert=True)
    panels = (
        _panel(panel, answer["figures"][panel.id], note)
        for panel, note in zip(PANELS, answer["notes"])
    )
    return FirstLook(markup(decision), tuple(map(markup, panels)))


def _panel(panel: Panel, figure: Mapping[str, Any], note: Any) -> Element:
    picture = element("div", fluid_picture(figure), class_="panel-frame")
    return element(
        "div",
        element("div", element("h2", panel.title), class_="look-head"),
        picture,
        element("p", *_elements(note), class_="panel-note"),
        class_="panel first-look",
        inert=True,
        data_look=panel_graph(panel.id),
    )


def _elements(part: Any) -> Iterator[Element | str]:
    """Elements and components of an answer as elements without what only the page may have."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        if part["namespace"] == PLAIN:
            yield _of_component(part)
    elif _is_element(part):
        tag, attributes, children = part
        yield _element(tag, attributes, children)
    else:
        for inner in part or ():
            yield from _elements(inner)


def _is_element(part: Any) -> bool:
    return len(part) == 3 and isinstance(part[1], dict) and "namespace" not in part[1]


def _of_component(component: Mapping[str, Any]) -> Element:
    props: dict[str, Any] = dict(component["props"])
    children, css = props.pop("children", None), props.pop("style", None) or {}
    attributes = {NAMES.get(name) or name: value for name, value in props.items()}
    if css:
        attributes["style"] = "; ".join(f"{name}: {value}" for name, value in css.items())
    return _element(component["type"].lower(), attributes, children)


def _element(tag: str, attributes: Mapping[str, Any], children: Any) -> Element:
    retained = {
        name: value if value is True else str(value)
        for name, value in attributes.items()
        if name not in OF_PAGE_ALONE and value is not None and value is not False
    }
    return Element(tag, retained, tuple(_elements(children)))
