"""Templates are read as the components that Python would make of them."""

import re
from pathlib import Path

import dash_mantine_components as dmc
import pytest
from dash import html
from jinja2 import DictLoader, UndefinedError

from costdash.web.ids import ids
from costdash.web.page import template
from costdash.web.page.components import attributes

FOLDER = Path(template.__file__).parent / "templates"
EVIL = '<img src=x onerror="alert(1)">&'


@pytest.fixture
def read(monkeypatch):
    """Reads a text as a template."""

    def read(text, **values):
        monkeypatch.setattr(template.TEMPLATES, "loader", DictLoader({"t.html": text}))
        template.TEMPLATES.cache.clear()
        return template.rendered("t", **values)

    yield read
    template.TEMPLATES.cache.clear()


def test_elements_texts_and_attributes_are_those_of_dash(read):
    text = """
    {# A comment. #}
    <p id="{{ ids.TOUR }}" class="a b" tabindex="0" hidden data-opens-counts aria-label="So">
      Two lines
      of text &amp; <b>one</b> <i></i>
    </p>
    """
    wanted = html.P(
        ["Two lines of text & ", html.B(["one"]), " ", html.I()],
        id=ids.TOUR,
        className="a b",
        tabIndex=0,
        hidden=True,
        **attributes(data_opens_counts="", aria_label="So"),
    )
    assert str(read(text)) == str(wanted)


def test_components_take_their_places_also_in_macros_and_lists(read):
    boxes = [dmc.TextInput(id=f"box-{k}") for k in range(4)]
    text = """
    {% macro framed(part) %}<li>{{ part }}</li>{% endmacro %}
    {% set later = framed(first) %}
    <ul>{{ second }}{{ later }}{{ others }}</ul>
    """
    tree = read(text, first=boxes[0], second=boxes[1], others=boxes[2:])
    second, framed, *others = tree.children
    assert [second, *framed.children, *others] == [boxes[1], boxes[0], *boxes[2:]]


def test_no_value_becomes_markup(read):
    tree = read('<p title="{{ evil }}">{{ evil }}</p>', evil=EVIL)
    assert (tree.children, tree.title) == ([EVIL], EVIL)


def test_a_missing_value_and_a_wrong_attribute_are_errors(read):
    with pytest.raises(UndefinedError, match="nothing"):
        read("<p>{{ nothing }}</p>")
    with pytest.raises(TypeError, match="onclick"):
        read('<p onclick="alert(1)"></p>')


def test_no_template_types_an_id_by_hand():
    typed = re.compile(r'\b(?:id|data-opens|data-press|aria-controls)="(?!\{\{ )([^"]*)"')
    for file in FOLDER.glob("*.html"):
        assert typed.findall(file.read_text(encoding="utf-8")) == [], file.name
