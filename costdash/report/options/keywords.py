"""The options as keywords of Python: their numpydoc entries."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from textwrap import fill, indent

from costdash.report.options.row import Option
from costdash.report.options.table import OPTIONS, OptionValues, keyword_options

CRITERION = "criterion_values"  # the field with the values of all criteria
WIDTH, INDENT = 92, 4 * " "
KEYWORD = {row.flags[-1]: f"`{row.name}`" for row in OPTIONS if row.flags}


def keywords() -> Iterator[tuple[str, str, str]]:
    """The name, type and meaning of each keyword."""
    types = {entry.name: entry.type for entry in fields(OptionValues)}
    rows = [(name, row) for name, row in keyword_options() if name in (row.name, CRITERION)]
    for _, row in rows:
        if row.const is None:
            of_name = [other for _, other in rows if other.name == row.name]
            yield row.name, _type_words(row, types), " ".join(map(_meaning, of_name))


def numpydoc() -> str:
    """The entries of a section Parameters."""
    return "\n".join(
        f"{name} : {kind}\n{indent(fill(text, WIDTH), INDENT)}" for name, kind, text in keywords()
    )


def _type_words(row: Option, types: Mapping[str, object]) -> str:
    """As numpydoc writes types: float | None, or {"a", "b"}."""
    if row.choices:
        return "{" + ", ".join(f'"{choice}"' for choice in row.choices) + "}"
    kind = types.get(row.name)
    if kind is None:  # of a criterion
        kind = bool if row.default is False else tuple[str, float] if row.read else float
    words = kind.__name__ if isinstance(kind, type) else str(kind)
    return words.replace("collections.abc.", "")


def _meaning(row: Option) -> str:
    """A sentence with keywords in place of flags."""
    text = re.sub(r"; repeat for more( \w+)?", "", row.text).replace("the JSON", "`fields`")
    text = re.sub(r"--[a-z-]+", lambda flag: KEYWORD.get(flag[0], flag[0]), text)
    text = re.sub(r"(\w)=THRESHOLD", r"(\1, THRESHOLD)", text)
    if row.repeat and len(row.values) > 1:
        text += f"; each as ({', '.join(row.values)})"
    if row.default is True or row.const is not None:
        return f"{False if row.default else row.const}: {text}."
    return f"{text[0].upper()}{text[1:]}."
