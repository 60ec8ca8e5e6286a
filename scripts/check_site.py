"""Checks a built documentation site: links, anchors, pictures, and no request to other sites.

    python scripts/check_site.py build/docs

Every link within the site must lead to a file and an anchor that are there, every page must be
reached from the first one, and nothing is loaded from elsewhere.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADS = {"script": "src", "img": "src", "source": "src", "iframe": "src", "link": "href"}
CSS_URL = re.compile(r"(?:url\(\s*|@import\s+)['\"]?(https?:)?//", re.IGNORECASE)


class Page(HTMLParser):
    """What one page links to, loads and offers as anchors."""

    def __init__(self, html: str):
        super().__init__()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        named = {key: value or "" for key, value in attrs}
        if "id" in named:
            self.anchors.add(named["id"])
        if tag == "a" and "href" in named:
            self.links.add(named["href"])
        if tag in LOADS and LOADS[tag] in named and named.get("rel") != "canonical":
            self.loads.add(named[LOADS[tag]])


def problems(site: Path) -> list[str]:
    """A sentence for each problem, in the order of the pages."""
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}
    problems_of_site, reached = [], {site / "index.html"}
    for file, page in pages.items():
        name = file.relative_to(site).as_posix()
        problems_of_site += [
            f"{name} loads {address}" for address in page.loads if is_elsewhere(address)
        ]
        for address in sorted(page.links | page.loads):
            if is_elsewhere(address) or address.startswith(("mailto:", "data:")):
                continue
            path, anchor = urlsplit(address).path, unquote(urlsplit(address).fragment)
            target = (file.parent / unquote(path)).resolve() if path else file
            reached.add(target)
            if not target.is_file():
                problems_of_site.append(f"{name}: no file at {address}")
            elif anchor and target in pages and anchor not in pages[target].anchors:
                problems_of_site.append(f"{name}: no anchor at {address}")
    problems_of_site += [
        f"{file.relative_to(site)}: no page leads here" for file in set(pages) - reached
    ]
    for style in site.rglob("*.css"):
        if CSS_URL.search(style.read_text(encoding="utf-8")):
            problems_of_site.append(f"{style.relative_to(site)} loads something from elsewhere")
    return problems_of_site


def is_elsewhere(address: str) -> bool:
    return address.startswith(("http:", "https:", "//"))


if __name__ == "__main__":
    folder = Path(sys.argv[1]).resolve()
    for problem in (wrong := problems(folder)):
        print(problem)
    print(f"{len(list(folder.rglob('*.html')))} pages, {len(wrong)} problems.")
    sys.exit(bool(wrong))
