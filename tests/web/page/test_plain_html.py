"""`PlainHtml` holds the plain HTML of the page, and everything else stays a component of dash."""

from collections import Counter

import dash_mantine_components as dmc
import pytest
from dash import dcc, html
from dash.development.base_component import Component

from costdash.web.callbacks.tabs import TABS
from costdash.web.page.components import attributes
from costdash.web.page.layout import page
from costdash.web.page.plain_html import SET_BY_SCRIPTS, PlainHtml, with_plain_html


def elements(component):
    """All that is drawn, in order: (name, properties without children, texts directly inside)."""
    if not isinstance(component, Component):
        return
    given = component.to_plotly_json()["props"]
    children = given.pop("children", None)
    listed = children if isinstance(children, list | tuple) else [children]
    if isinstance(component, PlainHtml):
        for node in given["nodes"]:
            yield from _drawn(node, listed)
        return
    texts = [str(one) for one in listed if one is not None and not isinstance(one, Component)]
    for one in listed if type(listed) is list and len(listed) == 1 else []:
        if isinstance(one, PlainHtml):  # whose texts are those of the component
            texts = [node for node in one.nodes if isinstance(node, str)]
    yield type(component).__name__, given, texts
    for one in listed:
        yield from elements(one)


def _drawn(node, children):
    if isinstance(node, int):
        yield from elements(children[node])
    elif isinstance(node, list):
        tag, given, nodes = node
        yield tag.capitalize(), given, [one for one in nodes if isinstance(one, str)]
        for one in nodes:
            yield from _drawn(one, children)


def listed(component):
    return [(name.capitalize(), str(given), texts) for name, given, texts in elements(component)]


def test_nothing_but_plain_html_is_framed():
    box = dmc.TextInput(id="box")
    output = html.P(["now ", html.B("5")], id="output")
    icon = html.Span(className="icon", **attributes(aria_hidden="true"))
    row = html.Div([icon, "Prior", box, None, 3, output], id="row", className="row")
    found = with_plain_html(
        html.Div([row, dcc.Store(id="store")], id="used"), {"used", "output", "box"}
    )
    (frame, *others) = [found.children]
    assert others == []
    assert frame.nodes == [
        [
            "div",
            {"id": "row", "className": "row"},
            [
                ["span", {"className": "icon", "aria-hidden": "true"}, []],
                "Prior",
                0,
                "3",
                1,
            ],
        ],
        2,
    ]
    assert frame.children == [box, output, found.children.children[2]]
    assert output.children.nodes == ["now ", ["b", {}, ["5"]]]


def test_components_without_plain_html_are_left_alone():
    tabs = dmc.Tabs([dmc.TabsList([dmc.TabsTab("A", value="a")])], value="a")
    before = str(tabs)
    assert str(with_plain_html(tabs, set())) == before


@pytest.mark.parametrize("with_sign_out", [False, True])
def test_the_framed_page_draws_the_same_elements(with_sign_out):
    used = {"decision-box", "prior-box", "rules"}
    assert listed(with_plain_html(page(TABS, "$", with_sign_out), used)) == listed(
        page(TABS, "$", with_sign_out)
    )


def test_elements_that_scripts_set_through_dash_are_no_plain_html():
    found = with_plain_html(page(TABS, "$"), set())
    kept = Counter(getattr(one, "id", None) for one in found._traverse())
    assert {name: kept[name] for name in SET_BY_SCRIPTS} == dict.fromkeys(SET_BY_SCRIPTS, 1)
