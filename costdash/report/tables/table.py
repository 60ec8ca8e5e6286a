"""Table: a table as text, which the page, the report and the terminal print."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A title, a header and rows of text.

    left: the number of columns aligned to the left. models: for each row the model whose colour
    and dash mark it, None for no model; () for a table without models. amount: the column of the
    cost, which stays in sight where a narrow screen scrolls the others.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1
    note: str = ""
    models: tuple[str | None, ...] = ()
    amount: int | None = None
