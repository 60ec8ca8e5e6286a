"""One HTML file with the decision and what stands behind it; it opens offline."""

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from costdash import __version__
from costdash.figures import PALETTES
from costdash.figures.standalone import plotly_script
from costdash.report import sections
from costdash.report.assets import ASSETS
from costdash.report.content import Report
from costdash.report.html import Html, element, joined
from costdash.report.panels import data, drawn, panels
from costdash.report.script_bundle import bundle

ROOM = Path(__file__).parent


def report_html(report: Report) -> str:
    """The whole file as text; the same report gives the same text.

    Nothing is fetched: styles, figures and plotly's script are inside, and a policy in the head
    forbids everything else. Names are escaped, and scripts run by their hashes only.
    """
    figures = drawn(report)
    scripts = plotly_script(), _page_script()
    parts = (
        sections.decision(report),
        panels(report, figures),
        sections.cells_and_changes(report),
        *(part(report) for part in sections.MORE),
    )
    body = element(
        "body",
        sections.head(report),
        element("main", *parts),
        sections.foot(),
        data(figures),
        *(element("script", Html(script)) for script in scripts),
    )
    head = element(
        "head",
        Html('<meta charset="utf-8">'),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{_policy(scripts)}">'),
        Html('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Html(f'<meta name="generator" content="costdash {__version__}">'),
        element("title", f"{report.source.name}: costdash report"),
        element("style", Html(_colours() + (ROOM / "page.css").read_text(encoding="utf-8"))),
    )
    return f"<!doctype html>\n{element('html', joined(head, body), lang='en')}\n"


@cache
def _page_script() -> str:
    return bundle(ASSETS / "report.js")


def _policy(scripts: Sequence[str]) -> str:
    hashes = (b64encode(sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in hashes)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def _colours() -> str:
    """Both palettes as variables of the page."""
    said = {
        theme: "".join(f"--{key}:{value};" for key, value in palette.items())
        for theme, palette in PALETTES.items()
    }
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{said['dark']}}}}}"
    return f":root{{{said['light']}}}\n{dark}\n"
