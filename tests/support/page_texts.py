"""Finds texts, elements and components inside a tree of them."""

from dash.development.base_component import Component

from costdash.report.elements import Element


def parts(component):
    """The component and all its descendants; texts are leaves."""
    yield component
    inner = isinstance(component, Component | Element)
    children = getattr(component, "children", None) if inner else None
    children = component if isinstance(component, list) else children
    for child in children if isinstance(children, list | tuple) else [children]:
        if child is not None:
            yield from parts(child)


def texts(component):
    return [part for part in parts(component) if isinstance(part, str)]


def found(component, kind):
    return [part for part in parts(component) if isinstance(part, kind)]


def elements(tree, tag, **attributes):
    """The elements with this tag and these attributes."""
    wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    return [
        part
        for part in found(tree, Element)
        if part.tag == tag and wanted.items() <= part.attributes.items()
    ]
