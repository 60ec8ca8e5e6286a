"""The contents of the report: its list, the button that prints the first page, the folded part."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from costdash.report.elements import Element, element

PRINT = "Print one page"
EVIDENCE = "For whoever checks the numbers: terms, models, comparisons, calibration, method"


def with_places(*groups: Sequence[Element | list[Element] | None]) -> list[list[Element]]:
    """The sections of each group, each with an id that the list can lead to."""
    place = count()
    return [
        [
            replace(part, attributes={**part.attributes, "id": f"section-{next(place)}"})
            if _title(part)
            else part
            for part in element("main", *group).children
        ]
        for group in groups
    ]


def listed(groups: Sequence[Sequence[Element]]) -> Element:
    """Links to the sections that have a title."""
    links = [
        element("a", title, href=f"#{part.attributes['id']}")
        for parts in groups
        for part in parts
        if (title := _title(part))
    ]
    print_button = element("button", PRINT, type="button", id="print-first-page")
    return element("nav", *links, print_button, class_="contents screen", aria_label="Contents")


def folded(parts: Sequence[Element]) -> Element:
    """The sections for whoever checks the numbers, which open on a click and on paper."""
    return element(
        "details",
        element("summary", EVIDENCE),
        element("div", *parts, class_="evidence-parts"),
        class_="evidence",
        id="evidence",
    )


def _title(part: Element) -> str:
    """The text of the heading that a section begins with; "" without a heading."""
    match part.children:
        case (Element(tag="h2", children=words), *_):
            return "".join(map(str, words))
        case _:
            return ""
