"""Plain HTML of the page as one component.

At every change of its state dash asks each of its components whether it has changed. Most elements
of the page never change, or a script changes them; a `Frame` draws all of those around a group of
other components, so that dash has only the others to ask.
"""

from collections.abc import Collection, Iterable
from typing import Any

from dash.development.base_component import Component

PLAIN = "dash_html_components"  # each is one HTML element
# Elements that scripts change through dash; a script that sets another one gets an error.
SET_BY_SCRIPTS = {
    *("beta", "class-row", "fixed", "limit-name", "limit-row", "month-row", "prior-note"),
    "weighing",
}

NO_NAMES: list[str] = []
CHILDREN = ["children"]
NAMES = [*CHILDREN, "nodes"]  # of the properties of a frame

Node = str | int | list[Any]


class Frame(Component):
    """Nested elements, [tag, attributes, nodes] each, with the children in the places k."""

    _namespace = "plain_html"  # where main.js puts it
    _type = "Frame"
    _children_props = NO_NAMES
    _base_nodes = CHILDREN
    _prop_names = available_properties = NAMES
    _valid_wildcard_attributes = available_wildcard_properties = NO_NAMES

    def __init__(self, children: Any = None, nodes: list[Node] | None = None) -> None:
        super().__init__(children=children, nodes=nodes)


def framed(component: Component, used: Collection[str]) -> Component:
    """The component, with the plain HTML below it in frames.

    used: ids of the elements whose properties are inputs or outputs of callbacks.
    """
    children = getattr(component, "children", None)
    parts = [child for child in _listed(children) if child is not None]
    if any(_is_plain(part, used) for part in parts):
        inside: list[Component] = []
        nodes = [_node(part, used, inside) for part in parts]
        component.children = Frame(inside, nodes)
    else:
        for part in parts:
            if isinstance(part, Component):
                framed(part, used)
    return component


def _node(part: Any, used: Collection[str], inside: list[Component]) -> Node:
    """A text, an element with its nodes, or the place in `inside` of any other component."""
    if not isinstance(part, Component):
        return str(part)
    if not _is_plain(part, used):
        inside.append(framed(part, used))
        return len(inside) - 1
    given = part.to_plotly_json()["props"]
    attributes = {name: value for name, value in given.items() if name != "children"}
    children = _listed(given.get("children"))
    nodes = [_node(child, used, inside) for child in children if child is not None]
    return [type(part).__name__.lower(), attributes, nodes]


def _is_plain(part: Any, used: Collection[str]) -> bool:
    if not isinstance(part, Component) or part._namespace != PLAIN:
        return False
    name = getattr(part, "id", None)
    return name is None or (isinstance(name, str) and name not in {*used, *SET_BY_SCRIPTS})


def _listed(children: Any) -> Iterable[Any]:
    return children if isinstance(children, list | tuple) else [children]
