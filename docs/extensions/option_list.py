"""Writes the list of all options where a page asks for it, from the table of options."""

import re

from sphinx.application import Sphinx

from costdash.report.options.keywords import keywords
from costdash.report.options.row import COMMANDS, Option
from costdash.report.options.table import OPTIONS

BAR = "\\|"
PLACE = "<!-- all options -->"


def option_list() -> str:
    """A table: each option with its values, what it does, its commands and its keyword."""
    names = {name for name, *_ in keywords()}
    head = ["| option | what it does | of | in Python |", "| --- | --- | --- | --- |"]
    return "\n".join([*head, *(_line(row, names) for row in OPTIONS if row.flags)])


def _line(row: Option, names: set[str]) -> str:
    shown = " ".join([row.usage, *filter(None, ["|".join(row.choices or ())])])
    commands = "all" if set(row.commands) == set(COMMANDS) else ", ".join(row.commands)
    keyword = f"`{row.name}`" if row.name in names and row.const is None else ""
    text = re.sub(r"--[a-z-]+", r"`\g<0>`", row.text.replace("*", "\\*"))
    return " | ".join((f"| `{shown.replace('|', BAR)}`", text, commands, f"{keyword} |"))


def write_list(app: Sphinx, page: str, source: list[str]) -> None:
    source[0] = source[0].replace(PLACE, option_list())


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", write_list)
    return {"parallel_read_safe": True}
