"""The report as one HTML file, which opens offline."""

import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from costdash import __version__
from costdash.figures.offline import packed_plotly, plotly_script
from costdash.figures.style import report_tokens
from costdash.report.elements import Html, element
from costdash.report.html import contents, opening, sections
from costdash.report.html.measures import measures
from costdash.report.html.panels import data, drawn, panels
from costdash.report.report import Report
from costdash.static import ASSETS, FONT_FILE, bundle

WITHOUT_SCRIPTS = ".graph, .tools, .screen { display: none; }"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
HERE = Path(__file__).parent
STYLES = [HERE / "page.css", ASSETS / "css/decision.css", HERE / "opening.css"]


def report_html(report: Report) -> str:
    """The whole file as text; equal reports give equal texts.

    The file fetches nothing: it contains styles, figures and Plotly's script (compressed), and its
    content security policy forbids everything else. Names are escaped, and only scripts with a
    known hash run.
    """
    report = report.with_pairs_of_page()
    figures = drawn(report)
    scripts = plotly_script(), _page_script()
    first_page = (
        opening.decision(report),
        opening.conditions(report),
        panels(report, figures),
    )
    decided = [part(report) for part in sections.DECISION]
    checked = [part(report) for part in sections.EVIDENCE]
    checked += [measures(report, figures), sections.method(report)]
    parts = contents.with_places(first_page, decided, checked)
    body = element(
        "body",
        opening.heading(report),
        element("main", *parts[0], contents.listed(parts), *parts[1], contents.folded(parts[2])),
        sections.foot(),
        data(report, figures),
        element("script", Html(packed_plotly()), type="application/gzip", id="plotly"),
        element("script", Html(scripts[1])),
    )
    head = element(
        "head",
        Html('<meta charset="utf-8">'),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{_policy(scripts)}">'),
        Html('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Html(f'<meta name="generator" content="costdash {__version__}">'),
        element("title", f"{report.heading.title or report.source.name}: costdash report"),
        element("style", Html(_font() + report_tokens() + _styles())),
        element("noscript", element("style", WITHOUT_SCRIPTS)),
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


@cache
def _styles() -> str:
    """The sheets without comments and indents, which nobody reads in the file."""
    text = "".join(file.read_text(encoding="utf-8") for file in STYLES)
    lines = (line.strip() for line in COMMENT.sub("", text).splitlines())
    return "\n".join(filter(None, lines))


@cache
def _font() -> str:
    """The page's font as part of the file, if the build has made it."""
    if not FONT_FILE.is_file():
        return ""
    text = b64encode(FONT_FILE.read_bytes()).decode()
    return (
        f'@font-face {{ font-family: Inter; src: url("data:font/woff;base64,{text}") '
        'format("woff"); font-weight: 400 700 }\n'
    )


@cache
def _page_script() -> str:
    """The script of the report with the modules that it imports."""
    return bundle(ASSETS / "report.js")


def _policy(scripts: Sequence[str]) -> str:
    """The content security policy that allows exactly these scripts."""
    hashes = (b64encode(sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in hashes)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; "
        "img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'"
    )
