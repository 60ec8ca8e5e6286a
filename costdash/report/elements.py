"""HTML as a tree of plain elements: printed as text in the report, sent as JSON to the page.

Text is escaped where the tree is printed, so that no name can become markup.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any


class Html(str):
    """Text that is markup already."""

    __slots__ = ()

    def __html__(self) -> str:
        """Itself: templates do not escape it."""
        return self


@dataclass(frozen=True, slots=True)
class Element:
    """An element with its attributes, by their names in HTML, and its children."""

    tag: str
    attributes: Mapping[str, str | bool]
    children: tuple[Any, ...]

    def __str__(self) -> str:
        return markup(self)

    def node(self) -> list[Any]:
        """[tag, attributes, children], as the scripts of the page read it."""
        children = [part.node() if isinstance(part, Element) else part for part in self.children]
        return [self.tag, dict(self.attributes), children]


def element(tag: str, *children: object, **attributes: object) -> Element:
    """An element; leaves out None, takes lists of children apart, and makes text of the rest.

    A trailing underscore of an attribute's name is dropped, other underscores become hyphens.
    True stands for an attribute without a value; None and False leave it out.

    >>> str(element("p", "a < b", None, class_="note", data_i=1))
    '<p class="note" data-i="1">a &lt; b</p>'
    """
    given = {
        name.rstrip("_").replace("_", "-"): value if value is True else str(value)
        for name, value in attributes.items()
        if value is not None and value is not False
    }
    return Element(tag, given, tuple(_parts(children)))


def section(title: str, *content: object, **attributes: object) -> Element:
    """A card with a title."""
    return element("section", element("h2", title), *content, **{"class_": "card"} | attributes)


def markup(*parts: object) -> Html:
    """The parts as text, one after the other, with all text in them escaped."""
    return Html("".join(_text(part) for part in _parts(parts)))


def _parts(children: object) -> Iterator[Any]:
    if isinstance(children, list | tuple):
        for child in children:
            yield from _parts(child)
    elif children is not None:
        yield children if isinstance(children, Element | str) else str(children)


def _text(part: Element | str) -> str:
    if isinstance(part, Html):
        return part
    if isinstance(part, str):
        return escape(part, quote=False)
    attributes = "".join(
        f" {name}" if value is True else f' {name}="{escape(str(value))}"'
        for name, value in part.attributes.items()
    )
    return f"<{part.tag}{attributes}>{''.join(map(_text, part.children))}</{part.tag}>"
