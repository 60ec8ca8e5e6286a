"""One wording for making a threshold today's rule, wherever the page offers it."""

import re
from pathlib import Path

import costdash.web.page
from costdash.static import ASSETS

TEMPLATES = Path(costdash.web.page.__file__).parent / "templates"
OFFER = re.compile(r"(\w+)(?: it)? as today['\u2019]s( rule)?\b")


def test_a_threshold_is_set_as_todays_rule():
    files = [*TEMPLATES.glob("*.html"), *(ASSETS / "panels").rglob("*.js")]
    offers = [
        found.groups()
        for file in files
        for line in file.read_text().splitlines()
        if not line.startswith(("/*", " *"))
        for found in OFFER.finditer(line)
    ]
    assert len(offers) >= 4
    assert {(verb.lower().rstrip("s"), noun) for verb, noun in offers} == {("set", " rule")}
