"""Plain HTML of the page as one component.

At every change of state, dash asks each component whether it has changed. Most elements
of the page never change, or a script changes them. A `PlainHtml` draws all such elements around a
group of other components, so that dash asks only the other components.
"""

from collections.abc import Collection, Iterable
from typing import Any

from dash.development.base_component import Component

from costdash.web.ids import ids

PLAIN = "dash_html_components"  # each is one HTML element
# Elements that scripts change through dash; setting any other element is an error.
SET_BY_SCRIPTS = {
    ids.BETA_ROW,
    ids.CLASS_ROW,
    ids.CRITERION_LIMIT_NAME,
    ids.CRITERION_LIMIT_ROW,
    ids.FIXED_THRESHOLD,
    ids.PRIOR_NOTE,
    ids.WEIGHTING_SECTION,
}

NO_NAMES: list[str] = []
CHILDREN = ["children"]
NAMES = [*CHILDREN, "nodes"]  # of the properties of a PlainHtml

Node = str | int | list[Any]


class PlainHtml(Component):
    """Nested elements, [tag, attributes, nodes] each, with the children in the places k."""

    _namespace = "plain_html"  # where main.js puts it
    _type = "PlainHtml"
    _children_props = NO_NAMES
    _base_nodes = CHILDREN
    _prop_names = available_properties = NAMES
    _valid_wildcard_attributes = available_wildcard_properties = NO_NAMES

    def __init__(self, children: Any = None, nodes: list[Node] | None = None) -> None:
        super().__init__(children=children, nodes=nodes)


def with_plain_html(component: Component, used: Collection[str]) -> Component:
    """The component, with the elements below it drawn by `PlainHtml`.

    used: ids of the elements whose properties are inputs or outputs of callbacks.
    """
    children = getattr(component, "children", None)
    parts = [child for child in _listed(children) if child is not None]
    if any(_is_plain(part, used) for part in parts):
        inside: list[Component] = []
        nodes = [_node(part, used, inside) for part in parts]
        component.children = PlainHtml(inside, nodes)
    else:
        for part in parts:
            if isinstance(part, Component):
                with_plain_html(part, used)
    return component


def _node(part: Any, used: Collection[str], inside: list[Component]) -> Node:
    """A text, an element with its nodes, or the place in `inside` of any other component."""
    if not isinstance(part, Component):
        return str(part)
    if not _is_plain(part, used):
        inside.append(with_plain_html(part, used))
        return len(inside) - 1
    props = part.to_plotly_json()["props"]
    attributes = {name: value for name, value in props.items() if name != "children"}
    children = _listed(props.get("children"))
    nodes = [_node(child, used, inside) for child in children if child is not None]
    return [type(part).__name__.lower(), attributes, nodes]


def _is_plain(part: Any, used: Collection[str]) -> bool:
    if not isinstance(part, Component) or part._namespace != PLAIN:
        return False
    name = getattr(part, "id", None)
    return name is None or (isinstance(name, str) and name not in {*used, *SET_BY_SCRIPTS})


def _listed(children: Any) -> Iterable[Any]:
    return children if isinstance(children, list | tuple) else [children]
