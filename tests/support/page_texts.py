"""Finds texts and components inside a tree of Dash components."""

from dash.development.base_component import Component


def parts(component):
    """The component and all its descendants; texts are leaves."""
    yield component
    children = getattr(component, "children", None) if isinstance(component, Component) else None
    children = component if isinstance(component, list) else children
    for child in children if isinstance(children, list | tuple) else [children]:
        if child is not None:
            yield from parts(child)


def texts(component):
    return [part for part in parts(component) if isinstance(part, str)]


def found(component, kind):
    return [part for part in parts(component) if isinstance(part, kind)]
