"""The style tokens as CSS custom properties, for the page and for the report.

`python -m costdash.figures.tokens` writes the page's file; a test holds the committed file against
`page_tokens`.
"""

from costdash.figures.style import FONT, PAGE_COLOURS, PALETTES, RADII, SIZES, TEXT
from costdash.static import ASSETS

PAGE_FILE = ASSETS / "css" / "tokens.css"
DARK_PAGE = ":root[data-mantine-color-scheme='dark']"
HEAD = (
    "/* Made from costdash/figures/style.py by python -m costdash.figures.tokens: edit it there. */"
)


def page_tokens() -> str:
    """The text of `assets/css/tokens.css`; Mantine marks the dark theme at the root element."""
    return f"{HEAD}\n{_light()}\n{_rule(DARK_PAGE, _colours('dark'))}"


def report_tokens() -> str:
    """The report's tokens; its theme is that of the system, and paper is always light."""
    dark = _rule(":root", _colours("dark"))
    return f"{_light()}@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n"


def _light() -> str:
    sizes = {f"text-{name}": f"{size}px" for name, size in TEXT.items()}
    sizes |= {f"radius-{name}": f"{size}px" for name, size in RADII.items()}
    sizes |= {name: f"{size}px" for name, size in SIZES.items()}
    return _rule(":root", _colours("light") | sizes | {"font": FONT.replace('"', "'")})


def _colours(theme: str) -> dict[str, str]:
    return PAGE_COLOURS[theme] | PALETTES[theme] | {"color-scheme": theme}


def _rule(selector: str, values: dict[str, str]) -> str:
    own = {name if name == "color-scheme" else f"--{name}": value for name, value in values.items()}
    lines = "".join(f"  {name}: {value};\n" for name, value in own.items())
    return f"{selector} {{\n{lines}}}\n"


if __name__ == "__main__":
    PAGE_FILE.write_text(page_tokens(), encoding="utf-8")
