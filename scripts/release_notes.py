"""Prints the section of CHANGELOG.md for the version of a tag.

    python scripts/release_notes.py v0.2.0

Exit code 1 if the tag is not the version of the package, or if its section of the changelog is
missing, empty or without a date: then nothing is released.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
SECTION = r"^## {} \((\d{{4}}-\d\d-\d\d)\)\n(.*?)(?=^## |\Z)"


def package_version() -> str:
    return VERSION.search((ROOT / "costdash/__init__.py").read_text(encoding="utf-8"))[1]


def notes(tag: str, version: str, changelog: str) -> str:
    """The section of the tag's version.

    Raises ValueError, whose message names the missing part.
    """
    if tag != f"v{version}":
        raise ValueError(f"the tag is {tag}, the package is version {version}")
    section = re.search(SECTION.format(re.escape(version)), changelog, re.MULTILINE | re.DOTALL)
    if not section:
        raise ValueError(f'CHANGELOG.md has no section "## {version} (YYYY-MM-DD)"')
    if not (text := section[2].strip()):
        raise ValueError(f"CHANGELOG.md says nothing of {version}")
    return text


if __name__ == "__main__":
    try:
        changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        print(notes(sys.argv[1], package_version(), changelog))
    except ValueError as error:
        sys.exit(f"Not released: {error}.")
