"""The list of contents of the report, and the button that prints the first page alone."""

from collections.abc import Sequence
from dataclasses import replace

from costdash.report.elements import Element, element

PRINT = "Print one page"


def with_places(parts: Sequence[Element | list[Element] | None]) -> list[Element]:
    """The sections, each with an id that the list can lead to."""
    return [
        replace(part, attributes={**part.attributes, "id": f"section-{k}"})
        if _title(part)
        else part
        for k, part in enumerate(element("main", *parts).children)
    ]


def listed(parts: Sequence[Element]) -> Element:
    """Links to the sections that have a title."""
    links = [
        element("a", title, href=f"#{part.attributes['id']}")
        for part in parts
        if (title := _title(part))
    ]
    print_button = element("button", PRINT, type="button", id="print-first-page")
    return element("nav", *links, print_button, class_="contents screen", aria_label="Contents")


def _title(part: Element) -> str:
    """The text of the heading that a section begins with; "" without a heading."""
    match part.children:
        case (Element(tag="h2", children=words), *_):
            return "".join(map(str, words))
        case _:
            return ""
