"""The chip of the decision card about labels, and the account that it opens."""

from collections.abc import Mapping, Sequence
from typing import Any

from costdash.report.elements import Element, element
from costdash.report.sentences.blank_labels import LabelsNote
from costdash.report.tables.strata import strata_table

ACCOUNT = "labels-account"
SHOWN = (0, 1, 2, 4)  # columns of the table of groups that the account has room for


def labels_chip(
    note: LabelsNote | None, labels: Mapping[str, Any], buttons: Sequence[Element] = ()
) -> list[Element]:
    """The chip with its account; buttons: what the account offers to do."""
    if note is None:
        return []
    kind = "chipw chipw-warns" if note.warns else "chipw"
    about = {"type": "button", "class_": kind, "popovertarget": ACCOUNT}
    account = element(
        "div",
        element("h3", note.title),
        _account(note.rows) or _table(labels),
        *(element("p", sentence) for sentence in note.sentences),
        element("div", *buttons, class_="buttons") if buttons else None,
        id=ACCOUNT,
        class_="chipw-account",
        popover="auto",
    )
    return [element("button", note.chip, **about), account]


def _account(rows: Sequence[tuple[str, str]]) -> Element | None:
    """What each number is, and the number."""
    if not rows:
        return None
    cells = (
        element("tr", element("th", name, scope="row"), element("td", text)) for name, text in rows
    )
    return element("table", element("tbody", *cells), class_="table")


def _table(labels: Mapping[str, Any]) -> Element | None:
    table = strata_table(labels)
    if table is None:
        return None
    head = [element("th", table.head[k], scope="col") for k in SHOWN]
    rows = [element("tr", *(element("td", row[k]) for k in SHOWN)) for row in table.rows]
    return element(
        "table",
        element("thead", element("tr", *head)),
        element("tbody", *rows),
        class_="table",
    )
