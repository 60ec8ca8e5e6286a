"""The blocks of the how-to pages, so that tests run recipes as they are printed."""

import re
from pathlib import Path

HOW_TO = Path(__file__).parents[2] / "docs/how-to"
BLOCK = re.compile(r"^```([\w -]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TYPED = {  # what a reader writes in place of the words in brackets
    "(from openssl rand -hex 32)": "5" * 64,
    "(at least 10 characters)": "correct horse battery",
}


def recipe(page: str, heading: str, language: str, nth: int = 0) -> str:
    """The nth block of a language below a heading of a page, up to the next heading."""
    text = (HOW_TO / page).read_text()
    part = re.split(rf"^#+ {re.escape(heading)}$", text, flags=re.MULTILINE)
    assert len(part) == 2, f"{page} has no heading {heading}"
    below = re.split(r"^#+ ", part[1], flags=re.MULTILINE)[0]
    return [found[1] for found in BLOCK.findall(below) if found[0] == language][nth]


def settings(page: str, heading: str, nth: int = 0) -> dict[str, str]:
    """The variables of a recipe, with what a reader types filled in."""
    return environment(recipe(page, heading, "ini", nth))


def environment(lines: str) -> dict[str, str]:
    pairs = (line.split("=", 1) for line in lines.splitlines())
    return {name: TYPED.get(value, value) for name, value in pairs}
