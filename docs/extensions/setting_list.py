"""Writes the list of all settings of the server where a page asks for it, from their fields."""

from dataclasses import MISSING, Field
from pathlib import Path

from sphinx.application import Sphinx

from costdash.web.settings import variables

PLACE = "<!-- all settings -->"
COMPUTED = {  # defaults that depend on the machine
    "COSTDASH_DATA": "`~/.cache/costdash`",
    "COSTDASH_PROCESSES": "one less than processors",
}


def setting_list() -> str:
    """A table: each variable with its default and what it does."""
    head = ["| variable | default | what it does |", "| --- | --- | --- |"]
    lines = (
        f"| `{name}` | {COMPUTED.get(name) or default(row)} | {row.metadata['help']} |"
        for name, row in variables().items()
    )
    return "\n".join([*head, *lines]).replace("*:", "\\*:")


def default(row: Field) -> str:
    """The default as somebody would write it."""
    value = row.default
    if value is MISSING or isinstance(value, Path) or value in ("", ()):
        return ""
    if isinstance(value, tuple):
        return f"`{','.join(value)}`"
    return f"`{int(value) if isinstance(value, bool) else value}`"


def write_list(app: Sphinx, page: str, source: list[str]) -> None:
    source[0] = source[0].replace(PLACE, setting_list())


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", write_list)
    return {"parallel_read_safe": True}
